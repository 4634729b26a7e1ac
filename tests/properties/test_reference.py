"""The reference itself, where it could be wrong in a way that a comparison does not show."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.end_positions import end_position
from tests.properties.tables import EDITIONS, edition_of
from tests.reference.board import other_track
from tests.reference.longest import longest_path, longest_path_without_memory
from tests.reference.plain_actions import WORDS, Plain, decode, encode
from tests.reference.scoring import best_borrowing, completed_with, may_borrow, ticket_value
from tests.reference.snapshot import read


@pytest.mark.rule("RU-20")
@pytest.mark.parametrize("name", EDITIONS)
def test_the_edition_pairs_the_tracks_of_double_routes_as_the_board_does(name: str) -> None:
    edition = edition_of(name)
    assert {i: route.twin for i, route in enumerate(edition.routes) if route.twin is not None} == other_track(edition)


@pytest.mark.rule("EU-P4")
@pytest.mark.parametrize("name", ["europe", "tiny"])
def test_remembering_what_can_follow_does_not_change_the_longest_path(name: str) -> None:
    rng, edition = Random(name), edition_of(name)
    looked_at = 0
    while looked_at < 150:
        for routes in read(edition, end_position(edition, edition.players[1], rng)).owned:
            if 3 <= len(routes) <= 10:
                assert longest_path(edition, routes) == longest_path_without_memory(edition, routes)
                looked_at += 1


@pytest.mark.rule("EU-B4", "RU-13", "RU-34")
def test_naming_joined_cities_once_does_not_change_what_stations_can_borrow() -> None:
    """The short way over places joined by one's own routes, against every set of routes looked at afresh."""
    rng, edition = Random(3), edition_of("tiny")
    for _ in range(150):
        s = read(edition, end_position(edition, 3, rng))
        for seat in range(3):
            usable = [set(s.owned[seat])]
            for city in s.stations[seat]:
                choices = may_borrow(edition, s, seat, city)
                usable = [one | ({route} if route is not None else set()) for one in usable for route in choices]
            values = []
            for routes in usable:
                completed = completed_with(edition, routes, s.tickets[seat])
                values.append((ticket_value(edition, s.tickets[seat], completed), len(completed)))
            assert best_borrowing(edition, s, seat) == max(values)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_action_and_its_number_are_told_apart_both_ways(name: str) -> None:
    edition = edition_of(name)
    plain: list[Plain] = [(word,) for word in WORDS if word not in ("face up", "keep", "claim", "station", "pay")]
    plain += [("face up", kind) for kind in edition.cards]
    plain += [("keep", frozenset(places)) for places in ([], [0], [1, 3], [0, 1, 2, 3, 4, 5])]
    plain += [("claim", route, kind, 3) for route in range(len(edition.routes)) for kind in edition.cards]
    plain += [("station", city.id, "wild", 2) for city in edition.cities]
    plain += [("pay", wilds) for wilds in range(4)]
    numbers = [encode(edition, action) for action in plain]
    assert len(set(numbers)) == len(plain)
    assert [decode(edition, number) for number in numbers] == plain
