"""The planner's working memory: one record that its kernels fill in while they plan, and read the plan from."""

from __future__ import annotations

import numpy as np

from perron.engine.sizes import CITIES, KINDS, PIECE_KINDS, ROUTES, TICKETS, WORDS

PLANNER_MEMORY = np.dtype(
    [
        ("plan", "u8", (WORDS,)),  # routes to claim
        ("trial", "u8", (WORDS,)),  # routes of a plan that is being tried
        ("tickets", "u8", (WORDS,)),  # tickets in hand when the plan was made
        ("path", "u8", (TICKETS, WORDS)),  # cheapest path of each wanted ticket, were it the only one
        ("cost", "i4", (ROUTES,)),  # of claiming a route, in sixteenths of a card
        ("distance", "i4", (CITIES,)),  # cost of reaching a city, while a path is searched for
        ("alone", "i4", (TICKETS,)),  # cost of completing a ticket by itself; 0 if it is complete
        ("prospect", "i4", (TICKETS,)),  # what each unseen ticket would be worth
        ("need", "i4", (KINDS,)),  # cards that the plan takes, by kind
        ("gray", "i4"),  # cards of any colour that it takes
        ("total", "i4"),  # cost of the plan
        ("claims", "i4"),  # routes in it; negative: there is no plan
        ("missing", "i4"),  # cards of it that are not in the hand
        ("wanted_count", "i4"),  # length of `wanted`
        ("dropped", "i4"),  # tickets that it gives up
        ("aim", "i4"),  # what it is for: one of the AIM constants
        ("pieces", "i4", (PIECE_KINDS,)),  # pieces that it takes, by kind
        ("by", "i2", (CITIES,)),  # the route by which a city is reached
        ("wanted", "i2", (TICKETS,)),  # tickets that it is for, cheapest first
    ],
    align=True,
)

AIM_TICKETS, AIM_TARGET, AIM_NOTHING = 0, 1, 2


def new_memories(n: int) -> np.ndarray:
    """n empty records."""
    return np.zeros(n, PLANNER_MEMORY)
