"""What happened: an action as a seat, or a spectator, may know it.

What everybody sees (routes, payments, cards turned up) is told from the action; what is hidden only from the difference
between two views of the one who is told, so that nobody learns what they may not know.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from perron.action import BuildStation, ClaimRoute, DrawFaceUp, DrawTickets, KeepTickets, PayTunnel
from perron.codec import kind_name
from perron.editions.edition import WILD, Edition
from perron.game import Move, Undo
from perron.view import View

UNDO = "undo"
"""The one kind of event that is no kind of action."""


@dataclass(frozen=True, slots=True)
class Event:
    """One action as its viewer may know it."""

    kind: str
    """Of the action, or `undo`."""
    seat: int
    route: str | None = None
    city: str | None = None
    cards: dict[str, int] | None = None
    """Cards paid, laid or drawn; None if the viewer may not know them, or there are none."""
    count: int | None = None
    """How many cards or tickets; None if that is secret (tickets chosen at setup) or none are concerned."""
    offered: int | None = None
    """Of how many tickets some were kept."""
    tickets: tuple[str, ...] | None = None
    """The viewer's own: tickets drawn, kept, or new in hand."""
    shown: tuple[str, ...] = ()
    """Cards turned up for a tunnel."""
    matching: tuple[str, ...] = ()
    """Of these, the ones that cost a card more."""
    extra: int = 0
    """Cards that the tunnel asks for on top; it is not claimed yet."""
    points: int = 0
    completed: tuple[str, ...] = ()
    """Tickets laid open by it, where completed ones are."""
    bonus: int = 0
    """Bonus cards taken by it."""
    last_round: bool = False
    """Whether the last round begins with it."""
    over: bool = False
    undone: str | None = None
    """The kind of the action that was taken back."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON; what does not apply is left out."""
        plain = asdict(self)
        empty = (None, (), 0, False)
        return {name: value for name, value in plain.items() if name in ("kind", "seat") or value not in empty}


def event_of(entry: Move | Undo, before: View, after: View, edition: Edition) -> Event:
    """What happened between two views of the same viewer."""
    seat = entry.seat
    if isinstance(entry, Undo):
        points = after.players[seat].score - before.players[seat].score
        return Event(UNDO, seat, points=points, undone=entry.move.action.kind)
    action = entry.action
    was, now = before.players[seat], after.players[seat]
    own = before.seat == seat
    told: dict[str, Any] = {
        "points": now.score - was.score if edition.points else 0,
        "completed": tuple(ticket for ticket in now.completed if ticket not in was.completed),
        "bonus": now.bonus - was.bonus,
        "last_round": before.last_round is None and after.last_round is not None,
        "over": after.outcome is not None,
    }
    if isinstance(action, ClaimRoute | BuildStation | PayTunnel):
        told["cards"] = _paid(action.colour, action.cards, action.wilds)
        told["count"] = action.cards + action.wilds
    if isinstance(action, ClaimRoute):
        told["route"] = action.route
        if edition.routes[edition.route_index[action.route]].tunnel:
            told["shown"] = tuple(kind_name(edition, k) for k in entry.answers)
            if after.tunnel:
                told |= {"matching": after.tunnel.matching, "extra": after.tunnel.extra}
    elif isinstance(action, BuildStation):
        told["city"] = action.city
    elif before.tunnel is not None:
        told["route"] = before.tunnel.route
    elif isinstance(action, DrawFaceUp):
        told |= {"cards": {action.card: 1}, "count": 1}
    elif isinstance(action, DrawTickets):
        told |= {"count": now.offered, "tickets": after.offered if own else None}
    elif isinstance(action, KeepTickets):
        secret = before.phase == "setup" and not own
        told |= {
            "count": None if secret else len(action.tickets),
            "offered": was.offered,
            "tickets": action.tickets if own else None,
        }
    elif now.cards > was.cards:
        told |= {"count": now.cards - was.cards, "cards": _drawn(before, after) if own else None}
    if edition.swap_tickets and own and before.tickets is not None and after.tickets is not None:
        told["tickets"] = tuple(ticket for ticket in after.tickets if ticket not in before.tickets)
    return Event(action.kind, seat, **told)


def _paid(colour: str, cards: int, wilds: int) -> dict[str, int]:
    paid = {colour: cards} if cards and colour != WILD else {}
    return paid | ({WILD: wilds} if wilds else {})


def _drawn(before: View, after: View) -> dict[str, int]:
    was, now = before.hand or {}, after.hand or {}
    return {kind: n - was.get(kind, 0) for kind, n in now.items() if n > was.get(kind, 0)}
