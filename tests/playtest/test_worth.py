"""What a route carries: the tickets that would not have been made without it."""

from __future__ import annotations

from perron.editions import load
from perron.playtest.worth import depending_points, networks

TINY = load("tiny")
NORTH_MIDDLE, SOUTH_MIDDLE, WEST_MIDDLE = (
    TINY.route_index[route] for route in ("north-middle", "south-middle", "west-middle/1")
)
SOUTH_WEST = TINY.route_index["south-west"]
NORTH_SOUTH, SOUTH_TO_MIDDLE = TINY.ticket_index["north-south"], TINY.ticket_index["south-middle"]


def test_every_link_of_a_chain_carries_its_ticket() -> None:
    assert depending_points(TINY, [NORTH_MIDDLE, SOUTH_MIDDLE], [], [NORTH_SOUTH]) == {NORTH_MIDDLE: 5, SOUTH_MIDDLE: 5}


def test_a_link_with_a_way_around_carries_nothing() -> None:
    own = [NORTH_MIDDLE, SOUTH_MIDDLE, WEST_MIDDLE, SOUTH_WEST]
    assert depending_points(TINY, own, [], [NORTH_SOUTH, SOUTH_TO_MIDDLE]) == {
        NORTH_MIDDLE: 5,
        SOUTH_MIDDLE: 0,
        WEST_MIDDLE: 0,
        SOUTH_WEST: 0,
    }


def test_a_borrowed_route_holds_the_chain_together_but_is_not_counted() -> None:
    assert depending_points(TINY, [NORTH_MIDDLE], [SOUTH_MIDDLE], [NORTH_SOUTH]) == {NORTH_MIDDLE: 5}


def test_in_a_race_each_ticket_counts_as_one() -> None:
    race = load("tiny_race")
    route = race.routes[0]
    ends = {route.a, route.b}
    ticket = next(i for i, ticket in enumerate(race.tickets) if {ticket.a, ticket.b} == ends)
    assert depending_points(race, [0], [], [ticket]) == {0: 1}


def test_networks_are_what_the_routes_join() -> None:
    labels = networks(TINY, [NORTH_MIDDLE, SOUTH_MIDDLE])
    north, east, south, west, middle = (
        labels[TINY.city_index[c]] for c in ("north", "east", "south", "west", "middle")
    )
    assert north == south == middle
    assert len({north, east, west}) == 3
