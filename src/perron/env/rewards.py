"""Rewards: win, rank or score difference at the end of a game; shaped ones only where they are asked for.

Kernels count in whole units, 720 to a reward of 1, which makes all shares among two to five seats exact. The rewards
of a game add up to 0.
"""

from __future__ import annotations

import numpy as np

from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.scoring import score_in_play
from perron.errors import PerronError

UNITS = 720
"""To a reward of 1: divisible by one less than the seats, and by that times the winners who share."""

WIN, RANK, SCORE = 0, 1, 2
REWARDS = {"win": WIN, "rank": RANK, "score": SCORE}
"""win: 1 for the winner, shared by those who share the win; the others lose as much together.
rank: 1 for the first place down to -1 for the last, even steps between; seats of one rank share their places.
score: points (without points: tickets) more than the others have on average."""


def reward_number(name: str) -> int:
    """The number of a reward, for kernels."""
    if name not in REWARDS:
        raise PerronError(f"a reward is {', '.join(REWARDS)}, not {name!r}")
    return REWARDS[name]


@kernel
def write_rewards(s: Record, sheet: Record, which: Int, out: Array) -> None:
    """Write the units of every seat for a game that is over and scored."""
    seats = np.int64(s.seats)
    one = UNITS // (seats - 1)
    first, everybody = np.int64(0), np.int64(0)
    for q in range(seats):
        first += sheet.rank[q] == 1
        everybody += sheet.total[q]
    for q in range(seats):
        if which == SCORE:
            out[q] = one * (seats * sheet.total[q] - everybody)
        elif which == WIN:
            out[q] = one * (seats - first) // first if sheet.rank[q] == 1 else -one
        else:
            same = np.int64(0)
            for other in range(seats):
                same += sheet.rank[other] == sheet.rank[q]
            out[q] = one * (seats + 2 - 2 * sheet.rank[q] - same)


@kernel
def write_lead(t: Record, s: Record, out: Array) -> None:
    """Write the units by which every seat is ahead of the others' average on the board: for all to see, no tickets."""
    seats = np.int64(s.seats)
    one = UNITS // (seats - 1)
    everybody = np.int64(0)
    for q in range(seats):
        everybody += score_in_play(t, s, q)
    for q in range(seats):
        out[q] = one * (seats * score_in_play(t, s, q) - everybody)
