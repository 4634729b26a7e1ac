"""Made editions: what the default weights are found on and judged on."""

from __future__ import annotations

import hashlib
from itertools import combinations

import numpy as np
import pytest

from benchmarks.made_editions import HELD_OUT, STYLES, TRAINING, made_edition, made_text
from perron.bots import matches
from perron.bots.edition_weights import default_weights, every_default, facts_of
from perron.editions.check import check
from tests.board.outlines import cross
from tests.bots.players import play_match

ALL = (*TRAINING, *HELD_OUT)


def test_nothing_that_is_judged_on_was_trained_on() -> None:
    assert not set(TRAINING) & set(HELD_OUT)
    assert len(HELD_OUT) == 10
    texts = {made_text(number).partition("[board]")[2] for number in ALL}
    assert len(texts) == len(ALL)


def test_a_number_always_makes_the_same_edition() -> None:
    # Figures are published for these boards: another generator would need other figures.
    made = hashlib.sha256("".join(map(made_text, ALL)).encode()).hexdigest()
    assert made[:16] == "21197a43966aadb2"


@pytest.mark.parametrize("number", ALL)
def test_it_passes_the_check(number: int) -> None:
    faults = [fault for fault in check(made_text(number)) if fault.code != "translation/missing"]
    assert faults == []


@pytest.mark.parametrize("number", ALL)
def test_ways_do_not_cross_and_tickets_are_worth_their_shortest_way(number: int) -> None:
    edition = made_edition(number)
    at = {city.id: (city.x, city.y / edition.aspect) for city in edition.cities}
    links = sorted({(route.a, route.b) for route in edition.routes})
    for one, other in combinations(links, 2):
        if set(one).isdisjoint(other):
            assert not cross(at[one[0]], at[one[1]], at[other[0]], at[other[1]])
    if edition.points:
        worth = sum(ticket.points for ticket in edition.tickets) / len(edition.tickets)
        facts = facts_of(edition)
        assert worth == pytest.approx(facts.ticket_share * facts.pieces)


def test_a_tuner_may_try_what_boards_of_any_kind_get() -> None:
    got = [default_weights(facts_of(made_edition(number))) for number in TRAINING]
    tried = every_default()
    assert all(groups in tried for groups in got)
    assert all(groups in got for groups in tried)


def test_they_differ_in_all_that_boards_differ_in() -> None:
    for numbers in (TRAINING, HELD_OUT):
        editions = [made_edition(number) for number in numbers]
        places = {len(edition.cities) for edition in editions}
        assert (min(places), max(places)) == (8, 40)
        assert {edition.summary["en"].split()[-1].strip(".") for edition in editions} == set(STYLES)
        mechanics = {name for edition in editions for name in edition.mechanics}
        assert mechanics >= {"display", "doubles", "ferries", "tunnels", "stations", "long_tickets", "longest_path"}
        assert mechanics >= {"trade_bonus", "goal", "open_tickets", "swap_tickets", "most_tickets", "east_west"}
        assert {edition.players[1] for edition in editions} == {3, 4, 5}


@pytest.mark.parametrize("number", HELD_OUT)
def test_planners_play_them_to_the_end(number: int) -> None:
    edition = made_edition(number)
    match = play_match(edition, (matches.PLANNER, matches.GREEDY), 20)
    assert match.wins.sum() == pytest.approx(20)
    assert match.wins[0] > match.wins[1]
    assert np.all(match.states["turn"] > edition.players[0])
