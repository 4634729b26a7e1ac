"""The numbering of an edition's actions: small, fixed, in the order in which the engine lists legal actions.

Payments "one": a route or station has one action for each colour that it can be paid in, which stands for the payment
with the fewest wilds, and one for wilds alone. More wilds beside a colour are never needed: a wild in hand can do all
that the colour can. Wilds alone are an action of their own, because a tunnel then asks for nothing but wilds.
Payments "all": every split of colour and wilds is an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from perron.codec import kind_name
from perron.editions.edition import Edition
from perron.engine import actions as ints
from perron.engine.sizes import KINDS, NONE, PRICE, ROUTES, WILD
from perron.engine.tables import tables_of
from perron.env.kernels import decode_into
from perron.errors import PerronError

MODES = {"one": ints.ONE, "all": ints.ALL}
ACTIONS = 32768
"""Room for the largest edition with every payment."""

NUMBERING = np.dtype(
    [
        ("actions", "i4", (ACTIONS,)),  # the engine's int of each; payments "one": the wilds are left open
        ("claim_at", "i2", (PRICE, KINDS, ROUTES)),  # by wilds (payments "one": 0), colour and route; NONE
        ("size", "i4"),
        ("mode", "i4"),  # ONE or ALL
        ("draw_at", "i4"),  # where each kind of action begins; NONE where the edition has none
        ("blind_at", "i4"),
        ("tickets_at", "i4"),
        ("station_at", "i4"),
        ("station_payments", "i4"),  # payments for each city
        ("station_most", "i4"),  # cards for the dearest station
        ("pass_at", "i4"),
        ("keep_at", "i4"),
        ("keep_first", "i4"),  # the tickets kept by the first of these, as bits
        ("pay_at", "i4"),
        ("decline_at", "i4"),
    ],
    align=True,
)


@dataclass(frozen=True, eq=False)
class Numbering:
    """The actions of an edition by number, 0 to size - 1."""

    edition: Edition
    payments: str
    record: np.ndarray
    """For kernels: an array of one, read-only."""
    blocks: dict[str, range]
    """What stands where."""
    texts: tuple[str, ...]
    """What each number stands for."""
    _numbers: dict[int, int] = field(repr=False)

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.texts)

    def encode(self, action: int) -> int:
        """The number of an engine's int; payments "one": of the class that the payment belongs to."""
        try:
            return self._numbers[_without_wilds(action) if self.payments == "one" else action]
        except KeyError:
            raise PerronError(f"{action} is no action of {self.edition.id}") from None

    def decode(self, number: int, states: np.ndarray, i: int = 0) -> int:
        """The engine's int that a number stands for in game i of an array, or -1 if that is not legal there."""
        return int(decode_into(tables_of(self.edition), self.record, states, i, number))


def _without_wilds(action: int) -> int:
    return action & ~15


def _draws(edition: Edition) -> Iterator[tuple[str, int, str]]:
    if edition.draw.display:
        for kind in (*range(len(edition.colours)), WILD):
            yield "draw face up", ints.DRAW_FACE_UP << 16 | kind << 4, f"draw {kind_name(edition, kind)}"
        yield "draw blind", ints.DRAW_BLIND << 16, "draw blind"
    else:
        yield "draw cards", ints.DRAW_CARDS << 16, "draw cards"
    if edition.swap_tickets:
        yield "swap tickets", ints.SWAP_TICKETS << 16, "swap tickets"
    else:
        yield "draw tickets", ints.DRAW_TICKETS << 16, "draw tickets"


def _claims(edition: Edition, every: bool) -> Iterator[tuple[str, int, str]]:
    for c, colour in enumerate(edition.colours):
        for wilds in range(PRICE) if every else (0,):
            for r, route in enumerate(edition.routes):
                fits = route.ferry <= wilds < route.cards if every else route.ferry < route.cards
                if route.colour in ("gray", colour) and fits:
                    text = f"claim {route.id} {colour}" + (f" wild*{wilds}" if every and wilds else "")
                    yield "claim", ints.CLAIM << 16 | r << 8 | c << 4 | wilds, text
    for r, route in enumerate(edition.routes):
        yield "claim", ints.CLAIM << 16 | r << 8 | WILD << 4 | (route.cards if every else 0), f"claim {route.id} wild"


def _stations(edition: Edition, every: bool) -> Iterator[tuple[str, int, str]]:
    if edition.stations is None:
        return
    dearest = max(edition.stations.cost)
    for i, city in enumerate(edition.cities):
        number, text = ints.STATION << 16 | i << 8, f"station {city.id}"
        for c, colour in enumerate(edition.colours):
            for wilds in range(dearest) if every else (0,):
                yield "station", number | c << 4 | wilds, f"{text} {colour}" + (f" wild*{wilds}" if wilds else "")
        for wilds in range(1, dearest + 1) if every else (0,):
            yield "station", number | WILD << 4 | wilds, f"{text} wild" + (f"*{wilds}" if wilds else "")


def most_offered(edition: Edition) -> int:
    """Tickets that a seat may have to choose from at once; where they are swapped, tickets in hand."""
    return max(edition.setup.tickets + edition.setup.long_tickets, edition.draw.tickets)


def _answers(edition: Edition, every: bool) -> Iterator[tuple[str, int, str]]:
    if not edition.swap_tickets:
        for kept in range(0 if min(edition.setup.keep, edition.draw.keep) == 0 else 1, 1 << most_offered(edition)):
            places = "+".join(str(i + 1) for i in range(most_offered(edition)) if kept >> i & 1)
            yield "keep tickets", ints.KEEP_TICKETS << 16 | kept << 8, f"keep {places or 'none'}"
    if any(route.tunnel for route in edition.routes):
        for wilds in range(4) if every else (0,):
            yield "pay tunnel", ints.PAY_TUNNEL << 16 | wilds, "pay" + (f" wild*{wilds}" if every else "")
        yield "decline", ints.DECLINE << 16, "let go"


def _actions(edition: Edition, every: bool) -> Iterator[tuple[str, int, str]]:
    """Block, int and text of every action, in the engine's order: the k-th legal one is the k-th of these allowed."""
    yield from _draws(edition)
    yield from _claims(edition, every)
    yield from _stations(edition, every)
    yield "pass", ints.PASS << 16, "pass"
    yield from _answers(edition, every)


def _record(edition: Edition, numbers: NDArray[np.int32], blocks: dict[str, range], mode: int) -> np.ndarray:
    record = np.zeros(1, NUMBERING)
    nb = record[0]
    nb["actions"][: len(numbers)] = numbers
    nb["size"], nb["mode"] = len(numbers), mode
    nb["claim_at"] = NONE
    for number in blocks["claim"]:
        action = int(numbers[number])
        colour = action >> 4 & 15
        nb["claim_at"][0 if colour == WILD else action & 15][colour][action >> 8 & 255] = number
    dearest = max(edition.stations.cost) if edition.stations else 0
    nb["station_most"] = dearest
    nb["station_payments"] = (len(edition.colours) + 1) * (dearest if mode == ints.ALL else 1)
    places = {
        "draw_at": ("draw face up",),
        "blind_at": ("draw blind", "draw cards"),
        "tickets_at": ("draw tickets", "swap tickets"),
        "station_at": ("station",),
        "pass_at": ("pass",),
        "keep_at": ("keep tickets",),
        "pay_at": ("pay tunnel",),
        "decline_at": ("decline",),
    }
    for name, these in places.items():
        nb[name] = next((blocks[block].start for block in these if block in blocks), NONE)
    if "keep tickets" in blocks:
        nb["keep_first"] = int(numbers[blocks["keep tickets"].start]) >> 8 & 255
    record.flags.writeable = False
    return record


@lru_cache(maxsize=64)
def numbering_of(edition: Edition, payments: str = "one") -> Numbering:
    """The numbering of an edition, made once; payments are "one" or "all"."""
    if payments not in MODES:
        raise PerronError(f"payments are one or all, not {payments!r}")
    listed = list(_actions(edition, payments == "all"))
    blocks: dict[str, range] = {}
    for number, (block, _, _) in enumerate(listed):
        first = blocks[block].start if block in blocks else number
        blocks[block] = range(first, number + 1)
    numbers = np.array([action for _, action, _ in listed], np.int32)
    record = _record(edition, numbers, blocks, MODES[payments])
    texts = tuple(text for _, _, text in listed)
    return Numbering(edition, payments, record, blocks, texts, {int(a): i for i, a in enumerate(numbers)})
