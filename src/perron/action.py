"""Actions as people's code sees them. `str(action)` is the text form that `notation.parse` reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from perron.editions.edition import WILD


def _payment(colour: str, cards: int, wilds: int) -> str:
    parts = [f"{colour}*{cards}"] if colour != WILD and cards else []
    if wilds or not parts:
        parts.append(f"{WILD}*{wilds}")
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class DrawFaceUp:
    """Take a card from the display."""

    card: str
    """A colour, or wild."""

    def __str__(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class DrawBlind:
    """Take the top card of the pile."""

    def __str__(self) -> str:
        return "draw blind"


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Take the top two cards of the pile, in editions without a display."""

    def __str__(self) -> str:
        return "draw cards"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets, to keep some of them."""

    def __str__(self) -> str:
        return "draw tickets"


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep these of the tickets offered and give the others back."""

    tickets: tuple[str, ...]
    """Ids of tickets."""

    def __str__(self) -> str:
        return " ".join(("keep", *self.tickets)) if self.tickets else "keep none"


@dataclass(frozen=True, slots=True)
class SwapTickets:
    """Give up the tickets in hand for new ones (First Journey)."""

    def __str__(self) -> str:
        return "swap tickets"


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route, or try a tunnel, with so many cards of a colour and so many wilds."""

    route: str
    """Id of a route."""
    colour: str
    """A colour, or wild if wilds alone are paid."""
    cards: int
    """Cards of that colour; 0 if wilds alone are paid."""
    wilds: int = 0

    def __str__(self) -> str:
        return f"claim {self.route} {_payment(self.colour, self.cards, self.wilds)}"


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station on a city."""

    city: str
    colour: str
    cards: int
    wilds: int = 0

    def __str__(self) -> str:
        return f"station {self.city} {_payment(self.colour, self.cards, self.wilds)}"


@dataclass(frozen=True, slots=True)
class PayTunnel:
    """Pay the extra cards that a tunnel asks for."""

    colour: str
    cards: int
    wilds: int = 0

    def __str__(self) -> str:
        return f"pay {_payment(self.colour, self.cards, self.wilds)}"


@dataclass(frozen=True, slots=True)
class LetGo:
    """Take the cards laid for a tunnel back."""

    def __str__(self) -> str:
        return "let go"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, when nothing can be done."""

    def __str__(self) -> str:
        return "pass"


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
    | LetGo
    | Pass
)
"""Any action."""
