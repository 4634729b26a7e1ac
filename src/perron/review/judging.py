"""Judging a decision by what its seat knew: all legal moves are compared, the best one is measured on other games.

Moves are compared in games dealt again from what the seat knew, all of them in the same games: first all of them
quickly, then the best few thoroughly. The move that looks best after that looks better than it is, since chance has
helped to choose it. So what was lost is measured once more, on games that had no part in the choice. What looks like a
mistake then does so with the help of chance too, for most moves are none: it is told by what a third set of games says.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perron.review.planners import Brought, Redeals
from perron.review.sizes import SURE, size_of

_DROP = 3.0  # standard errors by which a move must be behind to drop out
_FIRST_ROUNDS, _FEWEST_ROUNDS, _FIRST_GAMES = 8, 2, 384  # at first: rounds at most and at least, and play-outs in all
_SCREENED = 4  # play-outs in all, by the budget
_FINALISTS = 3  # moves that are compared once more, with the one played and the planner's
_LEAST = 8  # re-deals that compare them
_MEASURED = 4  # re-deals that measure what the best of them brings, by the budget
_CONFIRMED = 12  # re-deals that measure once more what looks like a mistake, by the budget


@dataclass(frozen=True, slots=True)
class Decision:
    """What there is to say of a decision."""

    best: int
    """The best move as far as the seat could know, as the engine's int: the one played where none is better."""
    lost: float
    """Mean of what the best brought more than the move played, on games that had no part in choosing it."""
    error: float
    """Standard error of that."""
    skill: NDArray[np.float64]
    """What the move brought every seat, against the planner's."""
    skill_error: float
    """Standard error for the seat itself."""
    gain: float
    """How many points more the best brings the seat than the move played, on average; tickets where there are none."""
    gain_of_others: float
    """The same of the best other seat."""
    ranking: tuple[tuple[int, float, int], ...]
    """The moves compared longest: win chance of the seat, and in how many games."""


class Tries:
    """Moves tried in the same games."""

    def __init__(self, redeals: Redeals, moves: list[int], me: int, thorough: bool = True) -> None:
        self._redeals, self._me, self._thorough = redeals, me, thorough
        self.moves = np.array(moves, np.int64)
        self.wins: NDArray[np.float64] = np.zeros((0, len(moves)))
        self.rewards: NDArray[np.float64] = np.zeros((0, len(moves)))
        self.brought: list[Brought] = []
        self._dropped: list[tuple[int, float]] = []

    def play(self, rounds: int) -> Generator[None]:
        """Try all moves in more games."""
        for brought in self._redeals.play(self.moves, rounds, self._thorough):
            self.wins = np.concatenate([self.wins, brought.shares[:, :, self._me]])
            self.rewards = np.concatenate([self.rewards, brought.rewards])
            self.brought.append(brought)
            yield

    def _at(self, *moves: int) -> list[int]:
        return [self.moves.tolist().index(move) for move in moves]

    def lead(self, move: int, other: int) -> tuple[float, float]:
        """How much more of the win a move brings the seat than another, and the standard error."""
        first, second = self._at(move, other)
        return mean_and_error(self.wins[:, first] - self.wins[:, second])

    def second(self, move: int) -> int:
        """The best of the others; the move itself where there is none."""
        order = [int(one) for one in self.moves[np.argsort(-self.wins.mean(0), kind="stable")] if one != move]
        return order[0] if order else move

    def against(self, planned: int, move: int) -> tuple[NDArray[np.float64], float]:
        """What a move brings every seat more than the planner's, and the standard error for the seat that moves."""
        first, second = self._at(move, planned)
        shares = np.concatenate([one.shares for one in self.brought])
        difference = shares[:, first] - shares[:, second]
        return difference.mean(0), mean_and_error(difference[:, self._me])[1]

    def gains(self, move: int, instead: int) -> tuple[float, float]:
        """How many points more a move brings than another, on average: the seat, and the best of the others."""
        totals = np.concatenate([one.totals for one in self.brought])
        others = np.delete(totals, self._me, axis=2).max(2)
        at, of = self._at(move, instead)
        own = totals[:, :, self._me]
        return float((own[:, at] - own[:, of]).mean()), float((others[:, at] - others[:, of]).mean())

    def keep(self, kept: NDArray[np.int64]) -> None:
        """Go on with some of the moves only, the best first."""
        behind = (self.wins[:, kept[:1]] - self.wins).mean(0)
        left = sorted(set(range(len(self.moves))) - set(kept.tolist()), key=lambda i: -behind[i])
        self._dropped += [(int(self.moves[i]), float(behind[i])) for i in left]
        self.moves, self.wins, self.rewards = self.moves[kept], self.wins[:, kept], self.rewards[:, kept]
        self.brought.clear()

    def by_worth(self) -> list[tuple[int, float]]:
        """All moves and how far behind the best they were when they were last tried: those tried longest come first."""
        behind = (self.wins[:, :1] - self.wins).mean(0)
        return [*((int(move), float(gap)) for move, gap in zip(self.moves, behind, strict=True)), *self._dropped[::-1]]

    def contenders(self, most: int) -> NDArray[np.int64]:
        """The moves that may still be the best, at most that many, the best first."""
        order: NDArray[np.int64] = np.argsort(-self.rewards.mean(0), kind="stable")
        behind = self.rewards[:, order[:1]] - self.rewards[:, order]
        error = behind.std(0, ddof=1) / np.sqrt(len(behind))
        found: NDArray[np.int64] = order[behind.mean(0) <= _DROP * error + 1e-9][:most]
        return found


def mean_and_error(values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def judge(
    redeals: Redeals, legal: list[int], played: int, planned: int, me: int, budget: int
) -> Generator[None, None, Decision]:
    """Compare all legal moves, and the one played with the planner's; yields wherever it may be interrupted."""
    compared = Tries(redeals, list(dict.fromkeys([played, planned, *legal])), me, thorough=False)
    yield from screen(compared, budget)
    chosen = Tries(redeals, list(dict.fromkeys([played, planned, *compared.moves[:_FINALISTS].tolist()])), me)
    yield from chosen.play(max(_LEAST, budget // 2))
    best = int(chosen.moves[chosen.wins.mean(0).argmax()])
    skill, skill_error = chosen.against(planned, played)
    # Where nothing was better, the interval is that of the best of the others.
    lost, error = chosen.lead(best if best != played else chosen.second(played), played)
    gains = (0.0, 0.0)
    if best != played and lost > error:
        for share in (_MEASURED, _CONFIRMED):
            measured = Tries(redeals, [played, best], me)
            yield from measured.play(share * budget)
            lost, error = measured.lead(best, played)
            gains = measured.gains(best, played)
            if size_of(lost, lost - SURE * error) == "fine":
                break
    ranking = zip(chosen.moves.tolist(), chosen.wins.mean(0).tolist(), strict=True)
    told = tuple((move, value, len(chosen.wins)) for move, value in sorted(ranking, key=lambda one: -one[1]))
    return Decision(best, lost, error, skill, skill_error, *gains, told)


def screen(tries: Tries, budget: int) -> Generator[None]:
    """Drop moves until one is left or the budget is used up; the best is the first."""
    rounds = min(_FIRST_ROUNDS, max(_FEWEST_ROUNDS, _FIRST_GAMES // len(tries.moves)))
    spent = 0
    while len(tries.moves) > 1 and spent < _SCREENED * budget:
        yield from tries.play(rounds)
        spent += rounds * len(tries.moves)
        tries.keep(tries.contenders(max(2, (len(tries.moves) + 1) // 2)))
        rounds = len(tries.wins)
