"""A bonus for the most tickets completed, which other boards of the family print."""

from __future__ import annotations

import pytest

from perron import Game
from perron.editions import parse
from tests.mixed_editions import any_edition, changed, most_tickets_text, open_points_text

LINE = ('{ line = "tickets_lost" },', '{ line = "tickets_lost" },\n  { line = "most_tickets", points = 4 },')


def bonus(position: str, edition: str = "tiny_most") -> list[int]:
    """What each seat gets for the most tickets."""
    scores = Game.from_position(f"{edition} {position}", any_edition(edition)).scores()
    assert all(score.total == sum(score.lines.values()) for score in scores)
    return [score.lines["most_tickets"] for score in scores]


@pytest.mark.rule("RU-43")
def test_the_most_tickets_completed_get_the_bonus() -> None:
    assert bonus("seats=2 own=P0:north-middle tickets=P0:north-middle;P1:north-south") == [4, 0]


@pytest.mark.rule("RU-43")
def test_it_goes_by_number_and_not_by_points() -> None:
    edition = any_edition("tiny_most")
    points = {ticket.id: ticket.points for ticket in edition.tickets}
    assert points["west-east"] > points["north-middle"] + points["west-middle"]
    own = "own=P0:north-middle,west-middle/1;P1:north-east/1,north-west/1"
    assert bonus(f"seats=3 {own} tickets=P0:north-middle,west-middle;P1:west-east") == [4, 0, 0]


@pytest.mark.rule("RU-43")
def test_all_who_are_tied_get_it_in_full() -> None:
    own = "own=P0:north-middle;P1:south-middle"
    assert bonus(f"seats=3 {own} tickets=P0:north-middle;P1:south-middle;P2:north-south") == [4, 4, 0]


@pytest.mark.rule("RU-43")
def test_nobody_gets_it_if_nobody_has_completed_a_ticket() -> None:
    assert bonus("seats=2 own=P0:north-middle tickets=P0:north-south;P1:east-south") == [0, 0]


@pytest.mark.rule("RU-43")
def test_tickets_that_lie_open_count() -> None:
    edition = parse(changed(open_points_text(), LINE))
    game = Game.from_position("tiny_open seats=2 made=P1:north-middle tickets=P0:north-south", edition)
    assert [score.lines["most_tickets"] for score in game.scores()] == [0, 4]


@pytest.mark.rule("RU-43")
def test_the_bonus_can_decide_the_game() -> None:
    with_it = Game.from_position(
        "tiny_most seats=2 own=P0:north-middle tickets=P0:north-middle score=P1:8", any_edition("tiny_most")
    )
    without = Game.from_position("tiny seats=2 own=P0:north-middle tickets=P0:north-middle score=P1:8")
    assert [score.rank for score in with_it.scores()] != [score.rank for score in without.scores()]


def test_an_edition_that_has_it_says_so() -> None:
    edition = any_edition("tiny_most")
    assert "most_tickets" in edition.mechanics
    assert [line.word for line in edition.score][3] == "most tickets completed"
    assert edition.most_points("most_tickets") == 4


def test_an_edition_may_call_it_by_a_name_of_its_own() -> None:
    name = 'name = { en = "Globetrotter", nl = "Wereldreiziger", sv = "Globetrotter" }'
    text = changed(most_tickets_text(), ('"most_tickets", points = 4', f'"most_tickets", points = 4, {name}'))
    line = parse(text).line("most_tickets")
    assert line is not None
    assert line.word == "Globetrotter"
