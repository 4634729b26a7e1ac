"""End positions made up at random: dense networks, stations everywhere, tickets by the handful."""

from __future__ import annotations

from random import Random

from perron.editions import Edition
from perron.engine.state import OVER, new_states
from tests.reference.board import other_track
from tests.reference.scoring import route_points
from tests.reference.snapshot import Record, read


def empty_end(seats: int) -> Record:
    """A finished game in which nothing happened."""
    s = new_states(1)[0]
    s["seats"], s["phase"] = seats, OVER
    for field in ("display", "ticket_pile", "dealt", "tunnel_route", "tunnel_shown"):
        s[field] = -1
    return s


def give_route(s: Record, seat: int, route: int) -> None:
    """The seat has claimed the route."""
    s["owned"][seat, route // 64] |= 1 << (route % 64)


def score_routes(edition: Edition, s: Record) -> None:
    """The points that the routes brought during the game."""
    if edition.points:
        for seat, routes in enumerate(read(edition, s).owned):
            s["score"][seat] = route_points(edition, routes)


def _give_routes(edition: Edition, s: Record, rng: Random, how: str) -> None:
    """Routes to seats as far as pieces go: scattered, compact (touching), or knotted (short ones that close loops)."""
    seats = int(s["seats"])
    twin = other_track(edition)
    free = set(range(len(edition.routes)))
    owned: list[set[int]] = [set() for _ in range(seats)]
    cities: list[set[str]] = [set() for _ in range(seats)]
    pieces = [{kind.id: kind.count for kind in edition.pieces} for _ in range(seats)]

    def liking(seat: int, route: int) -> int:
        track = edition.routes[route]
        within = (track.a in cities[seat]) + (track.b in cities[seat])
        return {"scattered": 0, "compact": min(within, 1), "knotted": 4 * within - track.length}[how]

    for _ in range(len(free) if how == "knotted" else rng.randrange(1, len(free) + 1)):
        seat = rng.randrange(seats)
        fitting = [
            route
            for route in rng.sample(sorted(free), min(len(free), 20))
            if twin.get(route) not in owned[seat]
            and edition.routes[route].length <= pieces[seat][edition.routes[route].piece]
        ]
        if fitting:
            route = max(fitting, key=lambda route: liking(seat, route))
            track = edition.routes[route]
            give_route(s, seat, route)
            owned[seat].add(route)
            cities[seat] |= {track.a, track.b}
            pieces[seat][track.piece] -= track.length
            free.discard(route)
            if seats <= edition.double_closed_up_to:
                free.discard(twin.get(route, route))


def _give_routes_to_anyone(edition: Edition, s: Record, rng: Random) -> None:
    """Every route to some seat or to nobody, double or not, whatever the pieces: scoring must not mind."""
    seats = int(s["seats"])
    some = rng.uniform(0.1, 0.5)
    for route in range(len(edition.routes)):
        if rng.random() < some:
            give_route(s, rng.randrange(seats), route)


def _build_stations(edition: Edition, s: Record, rng: Random) -> None:
    if edition.stations is None:
        return
    cities = rng.sample(range(len(edition.cities)), len(edition.cities))
    for seat in range(int(s["seats"])):
        for _ in range(rng.randrange(len(edition.stations.cost) + 1)):
            if cities:
                s["stations"][seat] |= 1 << cities.pop()


def _deal_tickets(edition: Edition, s: Record, rng: Random) -> None:
    field = "completed" if edition.open_tickets else "tickets"
    kept = rng.uniform(0.2, 1.0)
    for ticket in range(len(edition.tickets)):
        if rng.random() < kept:
            s[field][rng.randrange(int(s["seats"])), ticket // 64] |= 1 << (ticket % 64)


def _deal_bonus(edition: Edition, s: Record, rng: Random) -> None:
    for seat in range(int(s["seats"])):
        if edition.trade_bonus:
            s["bonus"][seat] = rng.choice([0, 0, 1, 2, 3])
        elif edition.east_west:
            s["bonus"][seat] = rng.randrange(2)


def end_position(edition: Edition, seats: int, rng: Random) -> Record:
    """One finished game that may never have been played."""
    s = empty_end(seats)
    how = rng.choice(["knotted", "compact", "scattered", "anyone"])
    if how == "anyone":
        _give_routes_to_anyone(edition, s, rng)
    else:
        _give_routes(edition, s, rng, how)
    _build_stations(edition, s, rng)
    _deal_tickets(edition, s, rng)
    _deal_bonus(edition, s, rng)
    score_routes(edition, s)
    return s
