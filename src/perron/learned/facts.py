"""Facts of every claim and of every ticket, by which a network judges them all alike.

What makes a claim good is much the same for all routes. A network that is given a few facts of each need not learn it
for every route of the board by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron.editions.edition import Edition, Route
from perron.engine.sizes import WILD
from perron.env.numbering import most_offered, numbering_of
from perron.env.observation import fields

LENGTHS = 7
"""Routes of this length or more are alike; each length below has a fact of its own."""
PRINTED = {**{f"length_{k}": 1.0 for k in range(1, LENGTHS + 1)}, "symbols": 0.5, "tunnel": 1.0, "gray": 1.0}
"""What is printed on a route: name and scale."""
OF_ROUTE = {"planned": 1.0, "paths": 0.5, "own_near": 0.25, "others_near": 0.25, "twin_open": 1.0}
"""Facts of a route as the game stands; near: routes at its ends that are one's own, or others'."""
ROUTE_FACTS = {**PRINTED, **OF_ROUTE}
PAYMENT_FACTS = {"left": 0.25, "short": 0.25, "wilds": 0.5, "wilds_left": 0.25, "by_wilds": 1.0}
"""Facts of a payment: cards of its colour that it leaves, those of them that the plan then lacks, wilds that it takes
and leaves, and whether it takes nothing but wilds."""
PRINTED_ON_TICKET = {"points": 0.0625, "long": 1.0}
OF_TICKET = {"within_reach": 1.0, "ticket_cards": 0.0625, "ticket_pieces": 0.0625, "joined": 1.0}
TICKET_FACTS = {**PRINTED_ON_TICKET, **OF_TICKET}
"""Facts of a ticket that is offered; those that change are fields of an observation."""
READ = ("planned", "paths", "owned", "open", "hand", "plan_cards", "offer", *OF_TICKET)
"""The fields of an observation that facts are made of."""
ROUTE, COLOUR, MOST_CARDS, PRICE = range(4)


@dataclass(frozen=True, eq=False)
class Facts:
    """What there is to know of an edition's claims and tickets before a game begins."""

    first: int
    """The number of the first claim."""
    claims: NDArray[np.int64]
    """By claim: route, place of the colour among the kinds, cards of it that a payment takes at most, and price."""
    printed: NDArray[np.uint8]
    """By route, in the order of `PRINTED`."""
    near: NDArray[np.bool_]
    """[route, route]: whether they meet; twins do not count."""
    twins: NDArray[np.int64]
    """The other track of a double route; -1 for none."""
    tickets: NDArray[np.uint8]
    """By ticket, in the order of `PRINTED_ON_TICKET`."""
    keep: range
    """The numbers of choices of tickets to keep; empty where tickets are swapped."""
    kept: NDArray[np.bool_]
    """[choice, offered ticket]: which are kept."""
    places: Mapping[int, Mapping[str, int]]
    """By number of seats: where fields stand in an observation."""

    @property
    def most_seats(self) -> int:
        """Of the edition."""
        return max(self.places)


def _printed(route: Route) -> list[int]:
    lengths = [int(min(route.length, LENGTHS) == k) for k in range(1, LENGTHS + 1)]
    return [*lengths, route.ferry, route.tunnel, route.colour == "gray"]


@lru_cache(maxsize=32)
def facts_of(edition: Edition) -> Facts:
    """The facts of an edition."""
    numbering, routes = numbering_of(edition), edition.routes
    block, claims = numbering.blocks["claim"], []
    for action in numbering.record["actions"][0][block.start : block.stop].tolist():
        route, colour = action >> 8 & 255, action >> 4 & 15
        by_wilds = colour == WILD
        price = routes[route].cards
        most = price if by_wilds else price - routes[route].ferry
        claims.append([route, len(edition.colours) if by_wilds else colour, most, price])
    ends = [{route.a, route.b} for route in routes]
    keep, offered = numbering.blocks.get("keep tickets", range(0)), most_offered(edition)
    chosen = numbering.record["actions"][0][keep.start : keep.stop].tolist()
    return Facts(
        first=block.start,
        claims=np.array(claims, np.int64),
        printed=np.array([_printed(route) for route in routes], np.uint8),
        near=np.array([[bool(a & b) and a != b for b in ends] for a in ends]),
        twins=np.array([-1 if route.twin is None else route.twin for route in routes], np.int64),
        tickets=np.array([[ticket.points, ticket.long] for ticket in edition.tickets], np.uint8),
        keep=keep,
        kept=np.array([action >> 8 >> i & 1 for action in chosen for i in range(offered)], bool).reshape(-1, offered),
        places={
            seats: {field.name: field.at for field in fields(edition, seats, "planned") if field.name in READ}
            for seats in range(edition.players[0], edition.players[1] + 1)
        },
    )


def kernel_facts(edition: Edition) -> tuple[NDArray[Any], ...]:
    """`Facts` as compiled code takes them, for inputs that are laid out for as many seats as can play."""
    facts = facts_of(edition)
    places = facts.places[facts.most_seats]
    marks = [facts.first, facts.most_seats, len(edition.colours) + 1, len(edition.routes), len(edition.tickets)]
    marks += [facts.keep.start, len(facts.keep), most_offered(edition), *(places[name] for name in READ)]
    most = int(facts.near.sum(1).max(initial=0))
    near = np.full((len(edition.routes), most + 1), -1, np.int64)
    for route, row in enumerate(facts.near):
        near[route, : row.sum()] = np.flatnonzero(row)
    return (facts.claims, facts.printed, near, facts.twins, facts.tickets, facts.kept, np.array(marks, np.int64))
