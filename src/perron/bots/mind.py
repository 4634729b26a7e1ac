"""What a planning bot keeps in mind while it thinks, and the constants it weighs things with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from perron.engine.sizes import CITIES, KINDS, PIECE_KINDS, ROUTES, TICKETS, WORDS

MIND = np.dtype(
    [
        ("plan", "u8", (WORDS,)),  # routes to claim
        ("trial", "u8", (WORDS,)),
        ("tickets", "u8", (WORDS,)),  # tickets in hand when the plan was made
        ("cost", "i4", (ROUTES,)),  # of claiming a route, in sixteenths of a card
        ("distance", "i4", (CITIES,)),
        ("alone", "i4", (TICKETS,)),  # cost of making a ticket by itself; 0 if it is made
        ("prospect", "i4", (TICKETS,)),  # what each unseen ticket would be worth
        ("need", "i4", (KINDS,)),  # cards that the plan takes, by kind
        ("gray", "i4"),  # cards of any colour that it takes
        ("total", "i4"),  # cost of the plan
        ("claims", "i4"),  # routes in it; negative: no plan has been made
        ("missing", "i4"),  # cards of it that are not in the hand
        ("wanted_count", "i4"),
        ("dropped", "i4"),  # tickets that it gives up
        ("aim", "i4"),  # what it is made for: TICKETS, TARGET or NOTHING
        ("pieces", "i4", (PIECE_KINDS,)),
        ("by", "i2", (CITIES,)),  # the route by which a city is reached
        ("wanted", "i2", (TICKETS,)),  # tickets that it is made for
    ],
    align=True,
)

AIM_TICKETS, AIM_TARGET, AIM_NOTHING = 0, 1, 2

CONSTANTS = (
    "card",  # cost of a card that has to be drawn, in sixteenths of a card
    "held",  # cost of a card that is in the hand
    "claim",  # cost of the turn that a claim takes
    "points",  # what a route's point takes off its cost
    "tunnel",  # cost of a tunnel's risk
    "symbol",  # cost of a ferry's symbol
    "danger",  # haste for a route next to another player's
    "pace",  # turns that a piece of the poorest player stands for, in sixteenths
    "spare_wild",  # what a wild is worth that a colour could replace
    "late",  # turns left from which wilds are no longer spared
    "blind_below",  # a face-up card worth less than this is left for a blind one
    "ticket",  # value of a ticket's point
    "keep_cost",  # weight of a plan's cost when tickets are chosen, in sixteenths
    "tickets_gain",  # what new tickets must promise
    "cart",  # worth of a trade bonus card, in sixteenths of a point
    "touch",  # worth of joining one's own network, likewise
    "station_late",  # turns left from which a station may save a lost ticket
    "ticket_pieces",  # pieces left for which a play-out still draws tickets
)
CARD, HELD, CLAIM_TURN, POINT, TUNNEL_RISK, SYMBOL, DANGER, PACE, SPARE_WILD, LATE = range(10)
BLIND_BELOW, TICKET, KEEP_COST, TICKETS_GAIN, CART, TOUCH, STATION_LATE, TICKET_PIECES = range(10, 18)


@cache
def _tuned() -> dict[str, dict[str, int]]:
    return tomllib.loads(resources.files(__package__).joinpath("constants.toml").read_text("utf-8"))


def constants(edition: str) -> NDArray[np.int64]:
    """The constants for an edition; for an unknown one, those of Europe."""
    table = _tuned().get(edition) or _tuned()["europe"]
    return np.array([table[name] for name in CONSTANTS], np.int64)


def new_minds(n: int) -> np.ndarray:
    """n empty minds."""
    return np.zeros(n, MIND)
