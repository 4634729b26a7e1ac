"""What a view works out, so that who shows it need not know the rule: closed tracks, tickets joined, longest paths."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from perron.editions import Edition
from perron.engine.paths import longest_into
from perron.engine.sizes import ROUTES, WORDS
from perron.engine.state import SCRATCH
from perron.engine.tables import tables_of
from tests.positions import position
from tests.properties.end_positions import end_position
from tests.properties.tables import edition_of
from tests.reference.board import other_track
from tests.reference.longest import longest_path
from tests.reference.snapshot import read
from tests.sampling import share
from tests.views.playing import TABLES, played, played_for_tickets

pytestmark = pytest.mark.sampled


@pytest.mark.rule("EU-X3")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_closed_are_the_free_tracks_whose_other_track_is_taken_where_few_play(name: str, seats: int) -> None:
    for game in played(name, seats, 4):
        edition = game.edition
        owned = {route for player in game.view().players for route in player.routes}
        twins = {edition.routes[a].id: edition.routes[b].id for a, b in other_track(edition).items()}
        taken = {twin for route, twin in twins.items() if route in owned and twin not in owned}
        wanted = taken if seats <= edition.double_closed_up_to else set()
        for seat in (None, *range(seats)):
            assert set(game.view(seat, with_legal=False).closed) == wanted


@pytest.mark.rule("EU-K5")
def test_joined_are_the_tickets_kept_or_offered_whose_places_own_routes_join() -> None:
    tickets = "tickets=P0:frankfurt-kobenhavn,essen-kyiv turn=P0"
    game = position(f"europe seats=2 own=P0:essen-frankfurt;P1:essen-kobenhavn/1 {tickets}")
    assert game.view(0).joined == ()
    game = position(f"europe seats=2 own=P0:essen-frankfurt,essen-kobenhavn/1 {tickets}")
    assert game.view(0).joined == ("frankfurt-kobenhavn",)
    assert game.view(1).joined == ()
    assert game.view(None).joined is None


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_joined_is_what_a_walk_over_own_routes_finds(name: str, seats: int) -> None:
    met = False
    for game in played_for_tickets(name, seats):
        for seat in range(seats):
            view = game.view(seat, with_legal=False)
            asked = (*(view.tickets or ()), *(view.offered or ()))
            wanted = tuple(ticket for ticket in asked if _walks(game.edition, view.players[seat].routes, ticket))
            assert view.joined == wanted
            met = met or bool(wanted)
    assert met or game.edition.open_tickets, "no ticket was ever joined: this test shows nothing"


def _walks(edition: Edition, routes: tuple[str, ...], ticket: str) -> bool:
    asked = edition.tickets[edition.ticket_index[ticket]]
    reached, before = {asked.a}, 0
    while len(reached) > before:
        before = len(reached)
        for route in (edition.routes[edition.route_index[one]] for one in routes):
            if reached & {route.a, route.b}:
                reached |= {route.a, route.b}
    return asked.b in reached


@pytest.mark.rule("EU-P4")
@pytest.mark.parametrize("name", ["europe", "tiny"])
def test_the_routes_of_a_longest_path_are_a_path_of_that_length(name: str) -> None:
    rng, edition = Random(f"routes of {name}"), edition_of(name)
    looked_at = 0
    while looked_at < share(120):
        for routes in read(edition, end_position(edition, edition.players[1], rng)).owned:
            if not routes or len(routes) > 22:
                continue
            words = np.zeros(WORDS, np.uint64)
            for route in routes:
                words[route // 64] |= np.uint64(1 << route % 64)
            length, found = longest_path(edition, routes), np.zeros(ROUTES, np.int64)
            many = longest_into(tables_of(edition), words, length, np.zeros(1, SCRATCH), found)
            path = [edition.routes[r] for r in found[:many].tolist()]
            assert len({route.id for route in path}) == len(path)
            assert set(found[:many].tolist()) <= set(routes)
            assert sum(route.length for route in path) == length
            assert _is_unbroken([{route.a, route.b} for route in path])
            looked_at += 1


def _is_unbroken(ends: list[set[str]]) -> bool:
    """Whether somebody who starts at one end of the first route can walk over all of them in order."""
    standing = set(ends[0])
    for here in ends:
        standing = {next(iter(here - {at})) for at in standing if at in here}
    return bool(standing)


@pytest.mark.rule("EU-P4")
@pytest.mark.parametrize(("name", "seats"), [one for one in TABLES if one[0] in ("europe", "tiny", "first_journey")])
def test_the_score_sheet_names_the_routes_of_each_longest_path(name: str, seats: int) -> None:
    *_, game = played(name, seats, 5)
    assert game.outcome is not None
    for seat, score in enumerate(game.outcome.scores):
        routes = game.edition.routes
        told = [routes[game.edition.route_index[route]].length for route in score.longest_routes]
        assert sum(told) == score.longest
        assert set(score.longest_routes) <= set(game.view().players[seat].routes)
