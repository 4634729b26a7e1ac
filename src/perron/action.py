"""Actions as people's code sees them. `str(action)` is the text form that `notation.parse` reads.

Each class says all that its kind is called: `code` in the engine's ints, `kind` in events, in the protocol and on the
page, `word` in texts. There is no other table of kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from perron.editions.edition import WILD
from perron.engine import actions as codes


def _payment(colour: str, cards: int, wilds: int) -> str:
    parts = [f"{colour}*{cards}"] if colour != WILD and cards else []
    if wilds or not parts:
        parts.append(f"{WILD}*{wilds}")
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class DrawFaceUp:
    """Take a card from the display."""

    code: ClassVar = codes.DRAW_FACE_UP
    kind: ClassVar = "draw_face_up"
    word: ClassVar = "draw"

    card: str
    """A colour, or wild."""

    def __str__(self) -> str:
        return f"{self.word} {self.card}"


@dataclass(frozen=True, slots=True)
class DrawBlind:
    """Take the top card of the pile."""

    code: ClassVar = codes.DRAW_BLIND
    kind: ClassVar = "draw_blind"
    word: ClassVar = "draw blind"

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Take the top two cards of the pile, in editions without a display."""

    code: ClassVar = codes.DRAW_CARDS
    kind: ClassVar = "draw_cards"
    word: ClassVar = "draw cards"

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets, to keep some of them."""

    code: ClassVar = codes.DRAW_TICKETS
    kind: ClassVar = "draw_tickets"
    word: ClassVar = "draw tickets"

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep these of the tickets offered and give the others back."""

    code: ClassVar = codes.KEEP_TICKETS
    kind: ClassVar = "keep_tickets"
    word: ClassVar = "keep"

    tickets: tuple[str, ...]
    """Ids of tickets."""

    def __str__(self) -> str:
        return " ".join((self.word, *(self.tickets or ("none",))))


@dataclass(frozen=True, slots=True)
class SwapTickets:
    """Give up the tickets in hand for new ones, where tickets are swapped."""

    code: ClassVar = codes.SWAP_TICKETS
    kind: ClassVar = "swap_tickets"
    word: ClassVar = "swap tickets"

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route, or try a tunnel, with cards of one colour, wilds, or both."""

    code: ClassVar = codes.CLAIM
    kind: ClassVar = "claim"
    word: ClassVar = "claim"

    route: str
    """Id of a route."""
    colour: str
    """A colour, or wild if wilds alone are paid."""
    cards: int
    """Cards of that colour; 0 if wilds alone are paid."""
    wilds: int = 0

    def __str__(self) -> str:
        return f"{self.word} {self.route} {_payment(self.colour, self.cards, self.wilds)}"


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station on a city."""

    code: ClassVar = codes.STATION
    kind: ClassVar = "station"
    word: ClassVar = "station"

    city: str
    colour: str
    cards: int
    wilds: int = 0

    def __str__(self) -> str:
        return f"{self.word} {self.city} {_payment(self.colour, self.cards, self.wilds)}"


@dataclass(frozen=True, slots=True)
class PayTunnel:
    """Pay the extra cards that a tunnel asks for."""

    code: ClassVar = codes.PAY_TUNNEL
    kind: ClassVar = "pay_tunnel"
    word: ClassVar = "pay"

    colour: str
    cards: int
    wilds: int = 0

    def __str__(self) -> str:
        return f"{self.word} {_payment(self.colour, self.cards, self.wilds)}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Give up the attempt at a tunnel instead of paying: the cards laid for it are taken back."""

    code: ClassVar = codes.DECLINE
    kind: ClassVar = "decline"
    word: ClassVar = "let go"

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, when nothing can be done."""

    code: ClassVar = codes.PASS
    kind: ClassVar = "pass"
    word: ClassVar = "pass"

    def __str__(self) -> str:
        return self.word


Action: TypeAlias = (
    DrawFaceUp
    | DrawBlind
    | DrawCards
    | DrawTickets
    | KeepTickets
    | SwapTickets
    | ClaimRoute
    | BuildStation
    | PayTunnel
    | Decline
    | Pass
)
"""Any action."""

ACTIONS: tuple[type[Action], ...] = get_args(Action)
"""Every kind of action, by its class."""
WITHOUT_FIELDS: tuple[Action, ...] = tuple(kind() for kind in ACTIONS if not kind.__match_args__)
"""The actions that are one of their kind."""
