"""The state of one game: a flat record without pointers or padding. A copy is a memcpy, a save is bytes."""

import numpy as np

from perron.engine.sizes import CITIES, DISPLAY, KINDS, LINES, OFFER, PIECE_KINDS, SEATS, TICKETS, TUNNEL, WORDS

# phases: what the seat to move has to decide
SETUP = 0  # which of the tickets dealt at setup to keep
TURN = 1  # one of the turn's actions
SECOND = 2  # the second card of a draw
KEEP = 3  # which of the tickets drawn to keep
TUNNEL_ANSWER = 4  # pay the extra cards of a tunnel, or let it go
OVER = 5

# why a game ended
LAST_ROUND = 1  # a player ran low on pieces
NO_ROUTES = 2  # RU-28: no route is left that anybody could claim
GOAL = 3  # a player completed as many tickets as the goal says
LAST_TRAIN = 4  # without points, a player placed the last piece
STALLED = 5  # RU-28, where there are no points: no cards to draw and nobody claims
PASSES = 6  # RU-4
TURN_LIMIT = 7  # RU-40

STATE = np.dtype(
    [
        ("may_claim", "u8", (SEATS, WORDS)),  # routes the seat may still claim: not taken, closed or its own twin
        ("owned", "u8", (SEATS, WORDS)),  # routes the seat has claimed
        ("tickets", "u8", (SEATS, WORDS)),  # tickets the seat keeps secret
        ("completed", "u8", (SEATS, WORDS)),  # tickets laid open
        ("stations", "u8", (SEATS,)),  # cities with a station of the seat
        ("key", "u4", (8,)),  # chance: key, block counter, the block in use and the next word in it
        ("block", "u4", (16,)),
        ("counter", "u4"),
        ("score", "i2", (SEATS,)),  # route points
        ("turn", "i2"),  # turns finished
        ("word", "i1"),
        ("hand", "i1", (SEATS, KINDS)),
        ("seen", "i1", (SEATS, KINDS)),  # cards everybody knows the seat holds: a lower bound
        ("pile", "i1", (KINDS,)),  # as counts: a uniform draw from counts is a shuffled pile
        ("discards", "i1", (KINDS,)),
        ("display", "i1", (DISPLAY,)),  # card kind, or NONE for a gap
        ("pile_size", "i1"),
        ("discards_size", "i1"),
        ("display_size", "i1"),
        ("display_wilds", "i1"),
        ("ticket_pile", "i1", (TICKETS,)),  # a ring: the top is at ticket_top
        ("ticket_top", "i1"),
        ("tickets_left", "i1"),
        ("known_to", "i1", (TICKETS,)),  # seats (as bits) that gave this ticket back and know where it lies
        (
            "dealt",
            "i1",
            (SEATS, OFFER),
        ),  # tickets in the order drawn: an offer not answered; where they are swapped: the hand
        ("chosen", "i1", (SEATS,)),  # setup: which of the offer the seat keeps (as bits), 0 before it has chosen
        ("pieces", "i1", (SEATS, PIECE_KINDS)),
        ("bonus", "i1", (SEATS,)),
        ("bonus_pile", "i1"),
        ("seats", "i1"),
        ("to_move", "i1"),
        ("phase", "i1"),
        ("passes", "i1"),  # in a row
        ("stalled", "i1"),  # swapping: turns in a row that began without a card to draw and were no claim
        ("last_round", "i1"),  # turns left in it; 0 before it starts
        ("last_reason", "i1"),  # why it started
        ("end_reason", "i1"),
        ("tunnel_route", "i1"),
        ("tunnel_colour", "i1"),
        ("tunnel_wilds", "i1"),
        ("tunnel_extra", "i1"),
        ("tunnel_shown", "i1", (TUNNEL,)),
        ("spare", "i1", (6,)),  # fills the last eight bytes; always 0
    ],
    align=True,
)

CHANCE_FIELDS = ("key", "block", "counter", "word")
"""Left out of a state's hash: a game replayed from its recorded answers has no stream of its own."""

SCRATCH = np.dtype(
    [
        ("trail_left", "u8", (128, WORDS)),
        ("wanted", "u8", (TICKETS,)),
        ("joins", "u8", (SEATS,)),
        ("options", "u8", (SEATS,)),
        ("hanging", "i2", (CITIES, 2)),  # longest path: the longest and the second longest that hang on at a city
        ("trail_at", "i1", (128,)),
        ("trail_by", "i1", (128,)),
        ("tried_end", "i1", (CITIES + 2,)),  # longest path: whether the city of a level was tried as an end
        ("label", "i1", (CITIES,)),
        ("wanted_points", "i1", (TICKETS,)),
        ("option", "i1", (SEATS,)),
    ],
    align=True,
)
"""Room for scoring, passed in because kernels allocate nothing."""

SHEET = np.dtype(
    [
        ("completed", "u8", (SEATS, WORDS)),  # tickets completed
        ("lines", "i2", (SEATS, LINES)),  # in the order of `score_lines.LINES`; they add up to the total
        ("total", "i2", (SEATS,)),
        ("longest", "i2", (SEATS,)),  # length of the longest path
        ("tickets_completed", "i2", (SEATS,)),
        ("rank", "i2", (SEATS,)),  # 1 for the winners
        ("borrowed", "i2", (SEATS, 4)),  # route each station borrows, in the order of its cities; NONE
    ],
    align=True,
)
"""The score sheet of a finished game."""


def new_states(n: int) -> np.ndarray:
    """n states, all zero: `setup` makes a game of one."""
    return np.zeros(n, STATE)
