"""Views: all that a seat, or a spectator, may know of a game. Nothing else leaves the core.

A view is an allow-list: `make_view` writes down what may be known and never copies a state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from perron.codec import kind_name, offered
from perron.editions import known_edition
from perron.editions.edition import Edition
from perron.engine.sizes import NONE, TICKETS
from perron.engine.state import KEEP, OVER, SECOND, SETUP, TUNNEL_ANSWER, TURN
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
    made: tuple[str, ...]
    """Tickets laid open, where completed tickets are."""
    pieces: dict[str, int]
    """Left in stock, by kind."""
    routes: tuple[str, ...]
    stations: tuple[str, ...]
    """Cities with a station of theirs."""
    stations_left: int
    score: int
    """Points scored on the board so far; where none are counted, tickets made."""
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
    players = tuple(
        PlayerView(**{**one, "made": tuple(one["made"]), **{key: tuple(one[key]) for key in ("routes", "stations")}})
        for one in told["players"]
    )
    tunnel = told["tunnel"]
    back = told["given_back"]
    rows = {
        key: None if told[key] is None else tuple(told[key])
        for key in ("display", "tickets", "offered", "chosen", "legal")
    }
    found = {
        **told,
        **rows,
        "players": players,
        "tunnel": None if tunnel is None else TunnelView(**{**tunnel, "shown": tuple(tunnel["shown"])}),
        "given_back": None if back is None else tuple(GivenBack(**one) for one in back),
        "outcome": None,
    }
    return of_board(View(**{field.name: found[field.name] for field in fields(View)}), board)


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


def make_players(edition: Edition, s: np.void) -> tuple[PlayerView, ...]:
    """What everybody knows of the players: the same in every view of a state."""
    return tuple(_player(edition, s, q) for q in range(s["seats"]))


def make_view(
    edition: Edition,
    s: np.void,
    seat: int | None,
    legal: tuple[str, ...] | None,
    outcome: Outcome | None,
    players: tuple[PlayerView, ...] | None = None,
) -> View:
    """What a seat may see of a state. `legal` is given only when the seat is to move."""
    over = s["phase"] == OVER
    to_move = int(s["to_move"])
    own = seat is not None and not over
    view = View(
        edition=edition.id,
        rules=edition.version,
        seats=int(s["seats"]),
        seat=seat,
        turn=int(s["turn"]),
        phase=PHASES[int(s["phase"])],
        to_move=None if over else to_move,
        last_round=int(s["last_round"]) or None,
        players=make_players(edition, s) if players is None else players,
        display=tuple(
            None if k == NONE else kind_name(edition, k) for k in s["display"][: edition.draw.display].tolist()
        ),
        pile=int(s["pile_size"]),
        discards=card_counts(edition, s["discards"].tolist()),
        ticket_pile=int(s["tickets_left"]),
        bonus_pile=int(s["bonus_pile"]),
        tunnel=_tunnel(edition, s),
        hand=None if seat is None else card_counts(edition, _hand(edition, s, seat)),
        tickets=None if seat is None else _tickets(edition, s, seat),
        offered=tuple(offered(edition, s, seat)) if own and not edition.swap_tickets and seat is not None else None,
        chosen=_chosen(edition, s, seat) if own and seat is not None else None,
        given_back=None if seat is None else _given_back(edition, s, seat),
        legal=legal,
        outcome=outcome,
    )
    return of_board(view, edition)


def _laid(edition: Edition, s: np.void) -> tuple[int, int, int]:
    """Colour, cards of it and wilds that lie on the table for a tunnel."""
    route = edition.routes[int(s["tunnel_route"])]
    wilds = int(s["tunnel_wilds"])
    return int(s["tunnel_colour"]), route.cards - wilds, wilds


def _hand(edition: Edition, s: np.void, seat: int) -> list[int]:
    """Cards in hand, those laid for a tunnel left out: they lie on the table."""
    hand: list[int] = s["hand"][seat].tolist()
    if s["tunnel_route"] != NONE and s["to_move"] == seat:
        colour, cards, wilds = _laid(edition, s)
        hand[colour] -= cards
        hand[-1] -= wilds
    return hand


def _tickets(edition: Edition, s: np.void, seat: int) -> tuple[str, ...]:
    """Tickets the seat keeps; where they are swapped the older first, as they would go under the pile (RU-31)."""
    if edition.swap_tickets:
        return tuple(offered(edition, s, seat))
    return ticket_ids(edition, s["tickets"][seat].tolist())


def _player(edition: Edition, s: np.void, q: int) -> PlayerView:
    laid = s["tunnel_route"] != NONE and s["to_move"] == q
    hand = _hand(edition, s, q)
    seen = s["seen"][q].tolist()
    if laid:
        # What lies on the table is public as such, and no longer part of what is known of the hand.
        colour, cards, wilds = _laid(edition, s)
        seen[colour] = max(0, seen[colour] - cards)
        seen[-1] = max(0, seen[-1] - wilds)
    stations = members([int(s["stations"][q])])
    made = s["made"][q].tolist()
    bonus = int(s["bonus"][q])
    return PlayerView(
        cards=sum(hand),
        seen=card_counts(edition, seen),
        tickets=sum(word.bit_count() for word in s["tickets"][q].tolist()),
        offered=0 if edition.swap_tickets else int((s["dealt"][q] != NONE).sum()),
        made=ticket_ids(edition, made),
        pieces={kind.id: int(s["pieces"][q][i]) for i, kind in enumerate(edition.pieces)},
        routes=tuple(edition.routes[r].id for r in members(s["owned"][q].tolist())),
        stations=tuple(edition.cities[c].id for c in stations),
        stations_left=(len(edition.stations.cost) if edition.stations else 0) - len(stations),
        score=int(s["score"][q]) if edition.points else len(members(made)) + bonus,
        bonus=bonus,
    )


def _tunnel(edition: Edition, s: np.void) -> TunnelView | None:
    if s["tunnel_route"] == NONE:
        return None
    colour, cards, wilds = _laid(edition, s)
    return TunnelView(
        route=edition.routes[int(s["tunnel_route"])].id,
        colour=kind_name(edition, colour),
        cards=cards,
        wilds=wilds,
        shown=tuple(kind_name(edition, k) for k in s["tunnel_shown"].tolist() if k != NONE),
        extra=int(s["tunnel_extra"]),
    )


def _chosen(edition: Edition, s: np.void, seat: int) -> tuple[str, ...] | None:
    mask = int(s["chosen"][seat])
    if not mask:
        return None
    return tuple(ticket for i, ticket in enumerate(offered(edition, s, seat)) if mask >> i & 1)


def _given_back(edition: Edition, s: np.void, seat: int) -> tuple[GivenBack, ...]:
    """Tickets the seat gave back, topmost first; those that another seat has drawn since are no longer known."""
    top, ring = int(s["ticket_top"]), s["ticket_pile"].tolist()
    pile = [ring[(top + i) % TICKETS] for i in range(s["tickets_left"])]
    back = []
    for i in np.flatnonzero(s["known_to"] & (1 << seat)).tolist():
        ticket = edition.tickets[i].id
        back.append(GivenBack(ticket, "pile", pile.index(i)) if i in pile else GivenBack(ticket, "box", 0))
    return tuple(sorted(back, key=lambda one: (one.place != "pile", one.above, one.ticket)))
