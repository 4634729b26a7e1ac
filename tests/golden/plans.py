"""Plans: who is to own which routes, so that pieces, cards or routes run out together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from perron.editions import Edition
from perron.editions.edition import GRAY, Route

Plan = list[set[str]]


def _may_own(edition: Edition, owned: set[str], route: Route) -> bool:
    return route.twin is None or edition.routes[route.twin].id not in owned


def _share_out(
    edition: Edition, plan: Plan, left: list[int], routes: Sequence[Route], rng: Random, never_left: Sequence[int] = ()
) -> bool:
    """Give each route to a seat with pieces left for it; whether all of them found one."""
    all_given = True
    for route in routes:
        takers = [
            seat
            for seat, owned in enumerate(plan)
            if left[seat] >= route.length
            and left[seat] - route.length not in never_left
            and _may_own(edition, owned, route)
        ]
        if takers:
            most_left = max(takers, key=lambda seat: (left[seat], rng.random()))
            seat = most_left if rng.random() < 0.7 else rng.choice(takers)
            plan[seat].add(route.id)
            left[seat] -= route.length
        all_given &= bool(takers)
    return all_given


def all_short_routes(edition: Edition, lengths: Sequence[int], rng: Random) -> Plan:
    """Every route of three spaces or fewer is owned, and each seat places exactly that many trains."""
    while True:
        plan: Plan = [set() for _ in lengths]
        left = list(lengths)
        routes = rng.sample(edition.routes, len(edition.routes))
        short = sorted((route for route in routes if route.length <= 3), key=lambda route: -route.length)
        if not _share_out(edition, plan, left, short, rng):
            continue
        _share_out(edition, plan, left, [route for route in routes if route.length > 3], rng, never_left=(1, 2, 3))
        if not any(left):
            return plan


def metros_closed_to_one(edition: Edition, rng: Random) -> Plan:
    """Berlin: seat 0 places its trams and can place no metro; the others keep one of each and have room for a metro.

    Seat 0 takes one track of each coloured pair of metro lines that costs three cards or more: its twins are what the
    others could still claim. All other metro lines and all tram lines of one space are owned.
    """
    pairs: dict[tuple[str, str], list[Route]] = defaultdict(list)
    for route in edition.routes:
        if route.piece == "metro":
            pairs[route.a, route.b].append(route)
    dear = [pair for pair, tracks in pairs.items() if all(r.cards >= 3 and r.colour != GRAY for r in tracks)]
    trams = [route for route in edition.routes if route.piece == "tram"]
    while True:
        plan: Plan = [{rng.choice(pairs[pair]).id for pair in dear}, set(), set(), set()]
        for pair, tracks in pairs.items():
            if pair not in dear:
                for route, seat in zip(tracks, rng.sample((1, 2, 3), 2), strict=True):
                    plan[seat].add(route.id)
        if max(map(len, plan)) > 4:
            continue
        left = [11, 10, 10, 10]
        routes = rng.sample(trams, len(trams))
        if not _share_out(edition, plan, left, [route for route in routes if route.length == 1], rng):
            continue
        _share_out(edition, plan, left, [route for route in routes if route.length > 1], rng)
        if not any(left):
            return plan
