"""The score sheet equals the slow reference's on some twelve thousand end positions, played and made up."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perron.editions import Edition
from perron.editions.score_lines import LINES
from perron.engine.actions import ALL, ONE
from perron.engine.chance import OFF, new_tape
from perron.engine.play import play_random_games
from perron.engine.scoring import score as engine_score
from perron.engine.state import SCRATCH, SHEET, new_states
from tests.mixed_editions import OWN
from tests.properties.end_positions import empty_end, end_position, give_route, score_routes
from tests.properties.tables import TABLES, at_every_table, edition_of, tables_of
from tests.properties.walks import walks
from tests.reference.scoring import Sheet, completed_with, may_borrow, score, ticket_value
from tests.reference.snapshot import Record, Snapshot, members, read
from tests.sampling import share

pytestmark = pytest.mark.sampled

PLAYED = 75
"""Random games a table and a mode."""
MADE_UP = {
    "europe": 900,
    "tiny": 900,
    "amsterdam": 400,
    "berlin": 400,
    "first_journey": 200,
    "tiny_race": 200,
} | dict.fromkeys(OWN, 200)
"""Made-up end positions a table; a share of them for every change."""


def sheet_of(name: str, state: Record) -> Record:
    sheet, work = np.zeros(1, SHEET), np.zeros(1, SCRATCH)
    engine_score(tables_of(name)[0], state, sheet[0], work[0])
    return sheet[0]


def written(edition: Edition, sheet: Record, seat: int) -> Sheet:
    """What the engine has written down for a seat; lines that the edition does not count must be empty."""
    numbers = dict(zip(LINES, sheet["lines"][seat].tolist(), strict=False))
    lines = {line.id: numbers[line.id] for line in edition.score}
    assert sum(lines.values()) == sheet["lines"][seat].sum()
    others = {field.name: int(sheet[field.name][seat]) for field in fields(Sheet) if field.name != "lines"}
    return Sheet(lines, **others)


def assert_borrowing_holds(edition: Edition, s: Snapshot, sheet: Record, seat: int) -> None:
    """The routes named as borrowed may be borrowed, and with them just the tickets named as completed are completed."""
    order = [city.id for city in edition.cities]
    cities = sorted(s.stations[seat], key=order.index)
    borrowed = [route if route >= 0 else None for route in sheet["borrowed"][seat].tolist()]
    assert borrowed[len(cities) :] == [None] * (len(borrowed) - len(cities))
    for city, route in zip(cities, borrowed, strict=False):
        assert route in may_borrow(edition, s, seat, city)
    usable = s.owned[seat] | {route for route in borrowed if route is not None}
    kept = s.tickets[seat] | s.completed[seat]
    completed = completed_with(edition, usable, s.tickets[seat]) | s.completed[seat]
    assert members(sheet["completed"][seat].tolist()) == completed
    lines = written(edition, sheet, seat).lines
    if "tickets_won" in lines and "tickets_lost" in lines:
        assert lines["tickets_won"] + lines["tickets_lost"] == ticket_value(edition, kept, completed)


def assert_scored_by_the_rules(name: str, state: Record) -> None:
    edition = edition_of(name)
    s = read(edition, state)
    sheet = sheet_of(name, state)
    expected = score(edition, s)
    for seat in range(s.seats):
        assert written(edition, sheet, seat) == expected[seat], f"seat {seat}"
        assert_borrowing_holds(edition, s, sheet, seat)


def test_ten_thousand_end_positions_are_looked_at_with_every_case() -> None:
    assert sum(2 * PLAYED + MADE_UP[name] for name, _ in TABLES) >= 10_000


# fmt: off
scoring_clauses = pytest.mark.rule(
    "EU-K5", "EU-B4", "EU-B5", "EU-B6", "EU-B7", "EU-P2", "EU-P3", "EU-P4", "EU-P5",
    "AM-K3", "AM-P1", "AM-P2", "AM-P3", "AM-P4", "AM-P5", "BE-K3", "BE-K4", "BE-P1", "BE-P2", "FJ-E2",
    "RU-12", "RU-13", "RU-16", "RU-19", "RU-30", "RU-34", "RU-35", "RU-36", "RU-37",
)
# fmt: on


@scoring_clauses
@pytest.mark.parametrize("mode", [ONE, ALL], ids=["one payment", "all payments"])
@at_every_table
def test_random_games_are_scored_by_the_rules(name: str, seats: int, mode: int) -> None:
    states, sheets, work = new_states(PLAYED), np.zeros(PLAYED, SHEET), np.zeros(1, SCRATCH)
    root, generator = np.arange(100, 108, dtype=np.uint32), np.zeros(1, np.uint64)
    play_random_games(tables_of(name), states, sheets, work, root, 0, seats, mode, new_tape(OFF), generator)
    for state in states:
        assert_scored_by_the_rules(name, state)


def within_stock(edition: Edition, s: Snapshot) -> bool:
    """Whether nobody has placed more than a player has: on a fuller board there are too many paths to walk them all."""
    stock = sum(kind.count for kind in edition.pieces)
    return all(sum(edition.routes[i].length for i in routes) <= stock for routes in s.owned)


@scoring_clauses
@at_every_table
def test_odd_games_are_scored_by_the_rules(name: str, seats: int) -> None:
    for game in walks(name, seats):
        if within_stock(game.edition, read(game.edition, game.states[-1])):
            assert_scored_by_the_rules(name, game.states[-1])


@scoring_clauses
@at_every_table
def test_made_up_end_positions_are_scored_by_the_rules(name: str, seats: int) -> None:
    rng = Random(f"{name} {seats}")
    for _ in range(share(MADE_UP[name])):
        assert_scored_by_the_rules(name, end_position(edition_of(name), seats, rng))


@scoring_clauses
@settings(max_examples=150)
@given(data=st.data())
def test_any_end_position_of_tiny_is_scored_by_the_rules(data: st.DataObject) -> None:
    edition = edition_of("tiny")
    seats = data.draw(st.integers(2, 3), "seats")
    nobody_or_seat = st.integers(-1, seats - 1)
    state = empty_end(seats)
    for route, seat in enumerate(data.draw(st.tuples(*[nobody_or_seat] * len(edition.routes)), "owners")):
        if seat >= 0:
            give_route(state, seat, route)
    for city, seat in enumerate(data.draw(st.tuples(*[nobody_or_seat] * len(edition.cities)), "stations")):
        if seat >= 0 and int(state["stations"][seat]).bit_count() < 2:
            state["stations"][seat] |= 1 << city
    for ticket, seat in enumerate(data.draw(st.tuples(*[nobody_or_seat] * len(edition.tickets)), "tickets")):
        if seat >= 0:
            state["tickets"][seat, 0] |= 1 << ticket
    state["bonus"][:seats] = data.draw(st.tuples(*[st.integers(0, 2)] * seats), "bonus")
    score_routes(edition, state)
    assert_scored_by_the_rules("tiny", state)


@pytest.mark.rule("EU-B4", "EU-B7", "RU-13", "RU-34")
@settings(max_examples=150)
@given(data=st.data())
def test_stations_on_the_big_board_borrow_as_well_as_they_can(data: st.DataObject) -> None:
    """Few routes of one's own, many of the others, three stations, many tickets."""
    edition = edition_of("europe")
    state = empty_end(3)
    routes = data.draw(st.lists(st.integers(0, len(edition.routes) - 1), max_size=60, unique=True), "routes")
    for i, route in enumerate(routes):
        give_route(state, (0, 1, 2, 1, 2)[i % 5], route)
    for city in data.draw(st.sets(st.integers(0, len(edition.cities) - 1), max_size=3), "stations"):
        state["stations"][0] |= 1 << city
    for ticket in data.draw(st.sets(st.integers(0, len(edition.tickets) - 1), max_size=30), "tickets"):
        state["tickets"][0, 0] |= 1 << ticket
    score_routes(edition, state)
    assert_scored_by_the_rules("europe", state)
