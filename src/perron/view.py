"""Views: all that a seat, or a spectator, may know of a game. Nothing else leaves the core.

What a seat may know is written down in one place, `engine/knowledge.py`; a view is the same in words, and is made of
nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from perron.codec import Fields, by_name, kind_name, offered
from perron.editions import known_edition
from perron.editions.edition import Edition
from perron.engine.paths import joined_into
from perron.engine.sizes import NONE, WILD
from perron.engine.state import KEEP, OVER, SECOND, SETUP, TUNNEL_ANSWER, TURN
from perron.engine.tables import tables_of
from perron.notebook import view_html
from perron.outcome import Outcome

PHASES = {
    SETUP: "setup",
    TURN: "turn",
    SECOND: "second_card",
    KEEP: "keep_tickets",
    TUNNEL_ANSWER: "tunnel",
    OVER: "over",
}
"""What the seat to move has to decide."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What everybody knows of one player."""

    cards: int
    """Cards in hand."""
    seen: dict[str, int]
    """Of these, cards that were surely seen to come in and not to go out: lower bounds."""
    tickets: int
    """Tickets kept secret."""
    offered: int
    """Tickets still to choose from."""
    completed: tuple[str, ...]
    """Tickets laid open, where completed tickets are."""
    pieces: dict[str, int]
    """Left in stock, by kind."""
    routes: tuple[str, ...]
    stations: tuple[str, ...]
    """Cities with a station of theirs."""
    stations_left: int
    score: int
    """Points scored on the board so far; where none are counted, completed tickets."""
    bonus: int
    """Bonus cards."""


@dataclass(frozen=True, slots=True)
class GivenBack:
    """A ticket that the viewer gave back and knows the place of."""

    ticket: str
    place: str
    """pile or box (out of the game)."""
    above: int
    """Tickets lying above it in the pile; 0 in the box."""


@dataclass(frozen=True, slots=True)
class TunnelView:
    """A tunnel being tried: the cards laid and turned up lie open (RU-38)."""

    route: str
    colour: str
    cards: int
    wilds: int
    shown: tuple[str, ...]
    matching: tuple[str, ...]
    """Of these, the ones that cost a card more."""
    extra: int
    """Cards asked for on top."""


class _OnBoard:
    """Keeps the board that a view is of, beside its fields: it is no part of what is told of a game."""

    __slots__ = ("_board",)


@dataclass(frozen=True, slots=True)
class View(_OnBoard):
    """A game as one seat, or a spectator (seat None), may see it."""

    edition: str
    rules: int
    """Version of the rules."""
    seats: int
    seat: int | None
    turn: int
    """Turns finished."""
    phase: str
    to_move: int | None
    """None when the game is over."""
    last_round: int | None
    """Turns left in the last round; None before it starts."""
    players: tuple[PlayerView, ...]
    closed: tuple[str, ...]
    """Tracks that nobody owns and nobody may claim any more: the other track is taken, and few play."""
    display: tuple[str | None, ...]
    pile: int
    discards: dict[str, int]
    ticket_pile: int
    bonus_pile: int
    tunnel: TunnelView | None
    hand: dict[str, int] | None
    """The viewer's own cards; None for a spectator."""
    tickets: tuple[str, ...] | None
    """Tickets the viewer keeps; where they are swapped the older first."""
    offered: tuple[str, ...] | None
    """Tickets the viewer has to choose from."""
    chosen: tuple[str, ...] | None
    """Setup: tickets the viewer has chosen to keep, while others still choose."""
    joined: tuple[str, ...] | None
    """Of the tickets that the viewer keeps or has to choose from, those whose places its routes join."""
    given_back: tuple[GivenBack, ...] | None
    legal: tuple[str, ...] | None
    """Legal actions, only for the seat to move and only in its own view: they tell the hand."""
    outcome: Outcome | None
    """When the game is over: every score line by line, and all tickets."""

    @property
    def board(self) -> Edition:
        """The edition that is played: places, routes, tickets and all its numbers, the same for every view."""
        board = getattr(self, "_board", None)
        return known_edition(self.edition, version=self.rules) if board is None else board

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists and values, ready for JSON; `read_view` makes a view of them again."""
        return asdict(self)

    def _repr_html_(self) -> str:
        return view_html(self)

    def __getstate__(self) -> list[Any]:
        return [*(getattr(self, field.name) for field in fields(self)), getattr(self, "_board", None)]

    def __setstate__(self, state: list[Any]) -> None:
        for name, value in zip([*(field.name for field in fields(self)), "_board"], state, strict=True):
            object.__setattr__(self, name, value)


def of_board(view: View, board: Edition) -> View:
    """The view itself, which knows from now on what board it is of."""
    object.__setattr__(view, "_board", board)
    return view


def read_view(told: Mapping[str, Any], board: Edition) -> View:
    """The view that `to_dict` told of, or a server; the outcome of a game that is over is left out."""
    players = tuple(PlayerView(**{**one, **_tuples(one, "completed", "routes", "stations")}) for one in told["players"])
    tunnel = told["tunnel"]
    back = told["given_back"]
    rows = {
        key: None if told[key] is None else tuple(told[key])
        for key in ("closed", "display", "tickets", "offered", "chosen", "joined", "legal")
    }
    found = {
        **told,
        **rows,
        "players": players,
        "tunnel": None if tunnel is None else TunnelView(**{**tunnel, **_tuples(tunnel, "shown", "matching")}),
        "given_back": None if back is None else tuple(GivenBack(**one) for one in back),
        "outcome": None,
    }
    return of_board(View(**{field.name: found[field.name] for field in fields(View)}), board)


def _tuples(told: Mapping[str, Any], *keys: str) -> dict[str, tuple[Any, ...]]:
    return {key: tuple(told[key]) for key in keys}


def members(words: Sequence[int]) -> list[int]:
    """The numbers in a set kept as 64-bit words."""
    found = []
    for w, word in enumerate(words):
        left = int(word)
        while left:
            low = left & -left
            found.append(64 * w + low.bit_length() - 1)
            left ^= low
    return found


def ticket_ids(edition: Edition, words: Sequence[int]) -> tuple[str, ...]:
    """The tickets in a set."""
    return tuple(edition.tickets[i].id for i in members(words))


def card_counts(edition: Edition, counts: Sequence[int]) -> dict[str, int]:
    """Cards by name, those of which there are none left out."""
    return {kind_name(edition, k): n for k, n in enumerate(counts) if n}


def make_view(
    edition: Edition,
    knowledge: np.void,
    legal: tuple[str, ...] | None,
    outcome: Outcome | None,
    other: View | None = None,
) -> View:
    """What a seat, or a spectator, knows, in words. `legal` is given only when the seat is to move.

    `other` may be another view of the same state: what everybody knows is taken from there.
    """
    s = by_name(knowledge["s"])
    seat = None if knowledge["seat"] == NONE else int(knowledge["seat"])
    over = s["phase"] == OVER
    tickets = None if seat is None else _tickets(edition, s, seat)
    choice = None if seat is None or over or edition.swap_tickets else tuple(offered(edition, s, seat))
    view = View(
        edition=edition.id,
        rules=edition.version,
        seats=s["seats"],
        seat=seat,
        turn=s["turn"],
        phase=PHASES[s["phase"]],
        to_move=None if over else s["to_move"],
        last_round=s["last_round"] or None,
        players=_players(edition, knowledge, s) if other is None else other.players,
        closed=_closed(edition, s) if other is None else other.closed,
        display=_display(edition, s) if other is None else other.display,
        pile=s["pile_size"],
        discards=card_counts(edition, s["discards"].tolist()) if other is None else other.discards,
        ticket_pile=s["tickets_left"],
        bonus_pile=s["bonus_pile"],
        tunnel=_tunnel(edition, s) if other is None else other.tunnel,
        hand=None if seat is None else card_counts(edition, _hand(edition, s, seat)),
        tickets=tickets,
        offered=choice,
        chosen=None if seat is None or over else _chosen(edition, s, seat),
        joined=None if seat is None else _joined(edition, s, seat, (*(tickets or ()), *(choice or ()))),
        given_back=None if seat is None else _given_back(edition, s),
        legal=legal,
        outcome=outcome,
    )
    return of_board(view, edition)


def _display(edition: Edition, s: Fields) -> tuple[str | None, ...]:
    kinds = s["display"][: edition.draw.display].tolist()
    return tuple(None if k == NONE else kind_name(edition, k) for k in kinds)


def _closed(edition: Edition, s: Fields) -> tuple[str, ...]:
    """Neither owned nor to be claimed by anybody."""
    seats = s["seats"]
    closed = (1 << len(edition.routes)) - 1
    for first, second in (*s["may_claim"][:seats].tolist(), *s["owned"][:seats].tolist()):
        closed &= ~(first | second << 64)
    return tuple(edition.routes[r].id for r in members([closed]))


def _joined(edition: Edition, s: Fields, seat: int, tickets: tuple[str, ...]) -> tuple[str, ...]:
    if not tickets:
        return ()
    numbers = np.array([edition.ticket_index[ticket] for ticket in tickets], np.int64)
    found = np.zeros(len(tickets), np.bool_)
    joined_into(tables_of(edition), s["owned"][seat].copy(), numbers, found)
    return tuple(ticket for ticket, is_joined in zip(tickets, found.tolist(), strict=True) if is_joined)


def _laid(edition: Edition, s: Fields) -> tuple[int, int, int]:
    """Colour, cards of it and wilds that lie on the table for a tunnel."""
    route = edition.routes[s["tunnel_route"]]
    wilds: int = s["tunnel_wilds"]
    return s["tunnel_colour"], route.cards - wilds, wilds


def _hand(edition: Edition, s: Fields, seat: int) -> list[int]:
    """Cards in hand, those laid for a tunnel left out: they lie on the table."""
    hand: list[int] = s["hand"][seat].tolist()
    if s["tunnel_route"] != NONE and s["to_move"] == seat:
        colour, cards, wilds = _laid(edition, s)
        hand[colour] -= cards
        hand[-1] -= wilds
    return hand


def _tickets(edition: Edition, s: Fields, seat: int) -> tuple[str, ...]:
    """Tickets the seat keeps; where they are swapped the older first, as they would go under the pile (RU-31)."""
    if edition.swap_tickets:
        return tuple(offered(edition, s, seat))
    return ticket_ids(edition, s["tickets"][seat].tolist())


def _players(edition: Edition, knowledge: np.void, s: Fields) -> tuple[PlayerView, ...]:
    seats = s["seats"]
    counted = (knowledge[name][:seats].tolist() for name in ("hand_size", "ticket_count", "offer_count"))
    return tuple(_player(edition, s, q, *counts) for q, counts in enumerate(zip(*counted, strict=True)))


def _player(edition: Edition, s: Fields, q: int, cards: int, tickets: int, choices: int) -> PlayerView:
    if s["tunnel_route"] != NONE and s["to_move"] == q:
        cards -= sum(_laid(edition, s)[1:])  # they lie on the table
    stations = members([int(s["stations"][q])])
    completed = s["completed"][q].tolist()
    bonus = int(s["bonus"][q])
    return PlayerView(
        cards=cards,
        seen=card_counts(edition, s["seen"][q].tolist()),
        tickets=tickets,
        offered=choices,
        completed=ticket_ids(edition, completed),
        pieces=dict(zip((kind.id for kind in edition.pieces), s["pieces"][q].tolist(), strict=False)),
        routes=tuple(edition.routes[r].id for r in members(s["owned"][q].tolist())),
        stations=tuple(edition.cities[c].id for c in stations),
        stations_left=(len(edition.stations.cost) if edition.stations else 0) - len(stations),
        score=int(s["score"][q]) if edition.points else len(members(completed)) + (bonus if edition.east_west else 0),
        bonus=bonus,
    )


def _tunnel(edition: Edition, s: Fields) -> TunnelView | None:
    if s["tunnel_route"] == NONE:
        return None
    colour, cards, wilds = _laid(edition, s)
    shown = [k for k in s["tunnel_shown"].tolist() if k != NONE]
    return TunnelView(
        route=edition.routes[s["tunnel_route"]].id,
        colour=kind_name(edition, colour),
        cards=cards,
        wilds=wilds,
        shown=tuple(kind_name(edition, k) for k in shown),
        matching=tuple(kind_name(edition, k) for k in shown if k in (colour, WILD)),
        extra=s["tunnel_extra"],
    )


def _chosen(edition: Edition, s: Fields, seat: int) -> tuple[str, ...] | None:
    mask = int(s["chosen"][seat])
    if not mask:
        return None
    return tuple(ticket for i, ticket in enumerate(offered(edition, s, seat)) if mask >> i & 1)


def _given_back(edition: Edition, s: Fields) -> tuple[GivenBack, ...]:
    """Tickets the seat gave back, topmost first; those that another seat has drawn since are no longer known."""
    known = np.flatnonzero(s["known_to"]).tolist()
    if not known:
        return ()
    pile = s["ticket_pile"][: s["tickets_left"]].tolist()
    back = []
    for i in known:
        ticket = edition.tickets[i].id
        back.append(GivenBack(ticket, "pile", pile.index(i)) if i in pile else GivenBack(ticket, "box", 0))
    return tuple(sorted(back, key=lambda one: (one.place != "pile", one.above, one.ticket)))
