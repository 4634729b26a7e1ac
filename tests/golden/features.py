"""What a game had in it, seen from its states and moves: reshuffles, resets, tunnels, stations and so on."""

from __future__ import annotations

from collections.abc import Iterator

from perron import (
    BuildStation,
    ClaimRoute,
    Decline,
    DrawFaceUp,
    DrawTickets,
    Game,
    Move,
    Pass,
    PayTunnel,
    SwapTickets,
    View,
)
from perron.editions import Edition

_BY_KIND: dict[type, str] = {
    PayTunnel: "tunnel_paid",
    Decline: "tunnel_let_go",
    BuildStation: "station",
    SwapTickets: "swap",
    DrawTickets: "tickets",
    Pass: "pass",
}
ORDER = (
    "reshuffle",
    "reset",
    "wild_face_up",
    "tickets",
    "swap",
    "double",
    "ferry",
    "tunnel_free",
    "tunnel_paid",
    "tunnel_let_go",
    "station",
    "borrowed",
    "bonus",
    "pass",
    "shared_win",
)
"""Everything that a game is looked through for."""


def possible(edition: Edition) -> set[str]:
    """What an ordinary game of an edition can have in it; a pass and a shared win are for golden games to show off."""
    had = {"reshuffle", "swap"} if edition.swap_tickets else {"reshuffle", "tickets"}
    had |= {"reset", "wild_face_up"} if edition.draw.display else set()
    had |= {"tunnel_free", "tunnel_paid", "tunnel_let_go"} if "tunnels" in edition.mechanics else set()
    had |= {"station", "borrowed"} if edition.stations else set()
    had |= {"ferry"} if "ferries" in edition.mechanics else set()
    had |= {"double"} if "doubles" in edition.mechanics else set()
    return had | ({"bonus"} if edition.bonus_cards else set())


def _of_claim(edition: Edition, before: View, move: Move, after: View) -> Iterator[str]:
    if not isinstance(move.action, ClaimRoute):
        return
    route = edition.routes[edition.route_index[move.action.route]]
    if route.ferry:
        yield "ferry"
    if route.tunnel and after.phase != "tunnel":
        yield "tunnel_free"
    if route.twin is not None:
        twin = edition.routes[route.twin].id
        if any(twin in player.routes for player in before.players):
            yield "double"


def of_move(edition: Edition, before: View, move: Move, after: View) -> Iterator[str]:
    """What one move brought, told by the spectator's views before and after it."""
    if type(move.action) in _BY_KIND:
        yield _BY_KIND[type(move.action)]
    yield from _of_claim(edition, before, move, after)
    if after.pile > before.pile:
        yield "reshuffle"
    if isinstance(move.action, DrawFaceUp):
        if move.action.card == "wild":
            yield "wild_face_up"
        if None not in before.display and len(move.answers) > edition.draw.display:
            yield "reset"
    if any(now.bonus > then.bonus for now, then in zip(after.players, before.players, strict=True)):
        yield "bonus"


def of_game(beginning: Game, game: Game) -> list[str]:
    """Why a game ended and what it had in it, in a fixed order; `beginning` is the same game before its first move."""
    assert game.outcome is not None
    had = set()
    before = beginning.view(None)
    for move in game.moves:
        beginning.replay(move.number, move.answers)
        after = beginning.view(None)
        had |= set(of_move(game.edition, before, move, after))
        before = after
    if any(score.borrowed for score in game.outcome.scores):
        had.add("borrowed")
    if len(game.outcome.winners) > 1:
        had.add("shared_win")
    return [game.outcome.reason, *(name for name in ORDER if name in had)]
