"""Luck: what chance has brought each seat in a game, to be subtracted from its result.

Whenever chance answers an action, what came is compared with all that could have come: the value of the game after it,
less the mean of the values over the outcomes. That is zero on average whoever plays, however good the value function
is (Burch, Schmid, Moravčík, Morrill and Bowling, AIVAT, 2018): a good one only takes away more of the noise.

The deal is left out. A deal is played in every rotation of its seats, so that each bot gets the deal's luck in every
seat equally often; chances to win add up to 1, and what the deal brings a bot adds up to nothing.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from perron.arena.outcomes import outcomes
from perron.arena.schedule import Plan, Task
from perron.editions import Edition
from perron.engine.actions import DRAW_BLIND, DRAW_CARDS, DRAW_TICKETS, SWAP_TICKETS
from perron.engine.state import STATE
from perron.engine.tables import tables_of
from perron.errors import PerronError
from perron.learned.judges import Judge, judge_of

_UNSEEN = frozenset((DRAW_BLIND, DRAW_CARDS, DRAW_TICKETS, SWAP_TICKETS))
"""Kinds of action whose outcome only the seat itself sees."""
_DIGITS = 6


def correction(
    edition: Edition, judge: Judge, before: bytes, action: int, after: bytes, rng: random.Random
) -> NDArray[np.float64]:
    """How much chance has raised every seat's chance to win by what it answered to an action.

    It is judged by those who see what came. The opinions of the others are the same for all outcomes: with them in the
    mean, a card in a hand would count for a part of what it is worth.
    """
    could = outcomes(tables_of(edition), before, action, rng)
    was = np.frombuffer(before, STATE)[0]
    seats = int(was["seats"])
    viewers = [int(was["to_move"])] if action >> 16 in _UNSEEN else list(range(seats))
    values = judge.chances(np.frombuffer(b"".join([after, *could]), STATE), viewers)
    found: NDArray[np.float64] = values[0] - np.array(list(could.values())) @ values[1:]
    return found


class Luck:
    """Adds up the luck of one game of a tournament."""

    def __init__(self, plan: Plan, task: Task) -> None:
        """Raises PerronError where the tournament's judge is not the one that is installed here."""
        self._edition, self._judge = plan.edition, judge_of(plan.edition)
        if self._judge.name != plan.luck:
            raise PerronError(f"luck is measured with {plan.luck} in this tournament, but here with {self._judge.name}")
        # Not from the rotation: where bots play alike, what is sampled cancels out over a deal as the rest does.
        self._seed = f"{plan.seed} {task.deal}"
        self._actions = 0
        self._total = np.zeros(plan.seats)

    def add(self, before: bytes, action: int, after: bytes) -> None:
        """Add what chance answered to an action."""
        rng = random.Random(f"{self._seed} {self._actions} luck")
        self._actions += 1
        self._total += correction(self._edition, self._judge, before, action, after, rng)

    @property
    def by_seat(self) -> tuple[float, ...]:
        """The luck of every seat so far, in chances to win."""
        return tuple(round(float(luck), _DIGITS) for luck in self._total)
