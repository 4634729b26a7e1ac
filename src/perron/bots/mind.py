"""What a planning bot keeps in mind while it thinks, and the constants it weighs things with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import CITIES, KINDS, PIECE_KINDS, ROUTES, TICKETS, WORDS

MIND = np.dtype(
    [
        ("plan", "u8", (WORDS,)),  # routes to claim
        ("trial", "u8", (WORDS,)),
        ("tickets", "u8", (WORDS,)),  # tickets in hand when the plan was made
        ("way", "u8", (TICKETS, WORDS)),  # the cheapest way of each ticket that is wanted, were it the only one
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
    "bare",  # what lacks to a tunnel's attempt that cannot pay extra cards, for each of two
    "contest",  # haste for a route that would close a gap in another player's network
    "block",  # worth of taking such a route away, in sixteenths of a point
    "aside",  # worth from which a route beside the plan is claimed with cards that the plan does not need
    "slack",  # turns more than those left that a plan may take
    "mishap",  # sixteenths of the turns left that a plan may fill when tickets are chosen
    "mishap_cost",  # cost of each sixteenth beyond that
    "big",  # haste for a point of a route
    "wild_helps",  # cards that a spare wild stands for in a plan, in sixteenths
    "cart_way",  # what a trade bonus card takes off a route's cost
    "trade",  # worth of a point by which a trade bonus card lifts the seat now, in sixteenths of a point
    "tail",  # worth of making one's path longer where the longest counts, likewise
    "bonus_way",  # cost up to which the bonus between east and west is planned for
    "swap",  # cost of the nearest ticket from which tickets are swapped
    "haste",  # worth of a piece placed by a player who is ahead, in sixteenths of a point
    "rival",  # points that others are thought to have in tickets
    "pay_wilds",  # wilds that a tunnel's extra cards may take
    "early",  # turns to spare beyond the plan from which new tickets are drawn before it is done
    "sure",  # sixteenths of the turns left that the way of a ticket drawn may take
    "wild_late",  # turns left from which a face-up wild is taken for the one card that is missing
    "enough",  # tickets given up from which no more are drawn
    # What a search believes of a move before it is tried, in ten-thousandths of its reward; found by measuring.
    "with_plan",  # by how much draws and claims of the plan are behind the planner's move
    "with_plan_spread",  # and how far they spread about that
    "beside_plan",  # other claims, and stations
    "beside_plan_spread",
    "of_tickets",  # drawing, keeping and swapping tickets, and answers to tunnels
    "of_tickets_spread",
)
CARD, HELD, CLAIM_TURN, POINT, TUNNEL_RISK, SYMBOL, DANGER, PACE, SPARE_WILD, LATE = range(10)
BLIND_BELOW, TICKET, KEEP_COST, TICKETS_GAIN, CART, TOUCH, STATION_LATE, TICKET_PIECES = range(10, 18)
BARE, CONTEST, BLOCK, ASIDE, SLACK, MISHAP, MISHAP_COST, BIG, WILD_HELPS = range(18, 27)
CART_WAY, TRADE, TAIL, BONUS_WAY, SWAP, HASTE, RIVAL, PAY_WILDS, EARLY, SURE, WILD_LATE, ENOUGH = range(27, 39)
WITH_PLAN, BESIDE_PLAN, OF_TICKETS = 39, 41, 43
TABLES = ("two", "more")
"""There is a table for two seats and one for more."""


@kernel
def weight(s: Record, w: Array, name: Int) -> Int:
    """A constant, for the number of seats in the game."""
    return w[name] if s.seats == 2 else w[len(CONSTANTS) + name]


@cache
def _tuned() -> dict[str, dict[str, dict[str, int]]]:
    return tomllib.loads(resources.files(__package__).joinpath("constants.toml").read_text("utf-8"))


def constants(edition: str, version: int | None = None) -> NDArray[np.int64]:
    """The constants for an edition, those for two seats first; for an unknown one, those of Europe.

    An earlier version of an edition's rules may have its own: another board asks for another manner of play.
    """
    tuned = _tuned()
    tables = tuned.get(f"{edition}-{version}") or tuned.get(edition) or tuned["europe"]
    return np.array([tables[seats][name] for seats in TABLES for name in CONSTANTS], np.int64)


def new_minds(n: int) -> np.ndarray:
    """n empty minds."""
    return np.zeros(n, MIND)
