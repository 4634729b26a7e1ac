"""Odd positions to play on from: a game just begun, with cards, tickets, routes or turns moved about.

They write the state's fields. No card or ticket is in two places and no route has two
owners; pieces and tickets may be missing.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from perron.editions import Edition
from tests.reference.board import are_joined, open_routes
from tests.reference.snapshot import Record, Snapshot, read

WILD = 8


def as_dealt(edition: Edition, s: Record, rng: Random) -> None:
    """The game as it was dealt."""


def _to_hands(s: Record, kind: int, n: int, rng: Random) -> None:
    for _ in range(n):
        s["hand"][rng.randrange(int(s["seats"])), kind] += 1


def _empty_piles(s: Record, rng: Random, wilds_too: bool) -> None:
    for kind in range(9 if wilds_too else 8):
        for name in ("pile", "discards"):
            n = int(s[name][kind])
            _to_hands(s, kind, n, rng)
            s[name][kind] = 0
            s[f"{name}_size"] -= n


def all_cards_held(edition: Edition, s: Record, rng: Random) -> None:
    """Nothing left in pile and discards; now and then not in the display either."""
    _empty_piles(s, rng, wilds_too=True)
    if rng.random() < 0.5:
        for place, kind in enumerate(s["display"].tolist()):
            if kind >= 0 and rng.random() < 0.7:
                _to_hands(s, kind, 1, rng)
                s["display"][place] = -1
                s["display_size"] -= 1
                s["display_wilds"] -= kind == WILD


def only_wilds_left(edition: Edition, s: Record, rng: Random) -> None:
    """The players hold every colour: what is left to draw is wild."""
    _empty_piles(s, rng, wilds_too=False)


def few_cards_left(edition: Edition, s: Record, rng: Random) -> None:
    """A handful of cards in the pile."""
    for _ in range(max(0, int(s["pile_size"]) - rng.randrange(1, 6))):
        kind = rng.choice([kind for kind in range(9) if s["pile"][kind] > 0])
        s["pile"][kind] -= 1
        s["pile_size"] -= 1
        _to_hands(s, kind, 1, rng)


def few_tickets_left(edition: Edition, s: Record, rng: Random) -> None:
    """A ticket or two in the pile, or none; the others have left the game."""
    left = rng.randrange(4)
    for i in range(left, int(s["tickets_left"])):
        s["ticket_pile"][(int(s["ticket_top"]) + i) % 96] = -1
    s["tickets_left"] = min(left, int(s["tickets_left"]))


def nothing_left(edition: Edition, s: Record, rng: Random) -> None:
    """No cards, no tickets, hardly a route: what is there to do but pass?"""
    few_tickets_left(edition, s, rng)
    all_cards_held(edition, s, rng)
    crowded_board(edition, s, rng)


def _give_route(edition: Edition, s: Record, seat: int, route: int) -> None:
    track = edition.routes[route]
    points = {kind.id: kind.points for kind in edition.pieces}[track.piece]
    s["owned"][seat, route // 64] |= 1 << (route % 64)
    s["score"][seat] += points.get(track.cards, 0)
    if track.carts and s["bonus_pile"] > 0:
        s["bonus_pile"] -= 1
        s["bonus"][seat] += 1


def _would_settle(edition: Edition, position: Snapshot, seat: int, route: int) -> bool:
    """Whether something would have been laid open on this route: a ticket completed, or the bonus."""
    if not edition.open_tickets:
        return False
    routes = position.owned[seat] | {route}
    ends = [(edition.tickets[i].a, edition.tickets[i].b) for i in position.tickets[seat]]
    if edition.east_west:
        ends += [(east, west) for east in edition.east_west.east for west in edition.east_west.west]
    return any(are_joined(edition, routes, a, b) for a, b in ends)


def _mark_open_routes(edition: Edition, s: Record) -> None:
    position = read(edition, s)
    for seat in range(position.seats):
        s["may_claim"][seat] = 0
        for route in open_routes(edition, position, seat):
            s["may_claim"][seat, route // 64] |= 1 << (route % 64)


def crowded_board(edition: Edition, s: Record, rng: Random) -> None:
    """Most routes are taken already, and nobody has many pieces left."""
    free = rng.choice([0, 1, 2, 3, 6])
    for route in rng.sample(range(len(edition.routes)), len(edition.routes) - free):
        position = read(edition, s)
        for seat in rng.sample(range(position.seats), position.seats):
            if route in open_routes(edition, position, seat) and not _would_settle(edition, position, seat, route):
                _give_route(edition, s, seat, route)
                break
    _mark_open_routes(edition, s)
    for seat in range(int(s["seats"])):
        for kind, piece in enumerate(edition.pieces):
            s["pieces"][seat, kind] = min(piece.count, edition.last_round_at + rng.randrange(1, 5))


def late(edition: Edition, s: Record, rng: Random) -> None:
    """Nearly a thousand turns have gone by."""
    s["turn"] = 1000 - rng.randrange(1, 12)


def late_and_crowded(edition: Edition, s: Record, rng: Random) -> None:
    """Nearly a thousand turns, and an end near for another reason too."""
    crowded_board(edition, s, rng)
    late(edition, s, rng)


STARTS: dict[str, Callable[[Edition, Record, Random], None]] = {
    start.__name__: start
    for start in (
        as_dealt,
        all_cards_held,
        only_wilds_left,
        few_cards_left,
        few_tickets_left,
        nothing_left,
        crowded_board,
        late,
        late_and_crowded,
    )
}
