"""Who sits at a table together, and who sits where."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import pytest

from perron.arena.lineups import line_ups, rotations, with_both
from perron.errors import PerronError
from tests.arena.plans import plan


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_with_as_many_bots_as_seats_or_more_every_combination_plays(seats: int) -> None:
    bots = ("a", "b", "c", "d", "e", "f")
    assert line_ups(bots, seats) == tuple(combinations(bots, seats))


def test_with_fewer_bots_than_seats_each_sits_once_and_the_rest_is_filled_in_every_way() -> None:
    assert line_ups(("a", "b"), 3) == (("a", "a", "b"), ("a", "b", "b"))
    assert line_ups(("a", "b"), 4) == (("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b"))
    assert line_ups(("a",), 2) == (("a", "a"),)


def test_a_bot_named_several_times_sits_several_times() -> None:
    assert line_ups(("a", "b", "b", "b"), 4) == (("a", "b", "b", "b"),)
    assert line_ups(("a", "b", "b"), 2) == (("a", "b"), ("b", "b"))


def test_too_many_line_ups_are_refused() -> None:
    with pytest.raises(PerronError, match="60 bots on 5 seats make more than 10,000 line-ups"):
        line_ups(tuple(map(str, range(60))), 5)


def test_a_test_of_two_bots_keeps_the_line_ups_in_which_both_sit() -> None:
    assert with_both(line_ups(("a", "b", "c"), 2), ("a", "c")) == (("a", "c"),)
    with pytest.raises(PerronError, match="a and x sit in no line-up together"):
        with_both(line_ups(("a", "b"), 2), ("a", "x"))


def test_a_rotation_moves_everybody_on_by_a_seat() -> None:
    assert rotations(("a", "b", "c")) == (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))


def test_a_seating_that_a_rotation_repeats_is_played_once() -> None:
    assert rotations(("a", "a")) == (("a", "a"),)
    assert rotations(("a", "b", "a", "b")) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))


@pytest.mark.parametrize(
    ("bots", "seats"), [("first,claimer,seeded", 2), ("first,claimer,seeded", 3), ("first,claimer", 5)]
)
def test_in_every_deal_each_bot_sits_in_every_seat_equally_often(bots: str, seats: int) -> None:
    europe = plan(*bots.split(","), edition="europe", seats=seats)
    for tasks in islice(europe.deals(), 12):
        assert len({task.deal for task in tasks}) == 1
        for bot in tasks[0].bots:
            assert len({sum(task.bots[seat] == bot for task in tasks) for seat in range(seats)}) == 1


def test_line_ups_take_the_deals_in_turn() -> None:
    seen = [frozenset(deal[0].bots) for deal in islice(plan("first", "claimer", "seeded").deals(), 9)]
    assert set(Counter(seen).values()) == {3}
    assert seen[:3] == seen[3:6] == seen[6:]


def test_neighbours_change_from_deal_to_deal() -> None:
    deals = islice(plan("first", "claimer", "seeded", seats=3).deals(), 20)
    assert len({min(rotations(deal[0].bots)) for deal in deals}) == 2


def test_the_last_deal_is_played_to_its_end() -> None:
    three = plan("first", "claimer", "seeded", seats=3)
    assert len(three.tasks(1)) == 3
    assert len(three.tasks(10)) == 12
    assert three.tasks(12) == three.tasks(10)
    assert three.tasks(30)[:12] == three.tasks(12)


def test_bots_that_a_test_leaves_out_are_not_part_of_the_tournament() -> None:
    assert plan("first", "claimer", "seeded", both=("seeded", "first")).bots == ("first", "seeded")
