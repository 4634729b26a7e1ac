"""Bootstrap confidence intervals. Whole deals are drawn again, since the games of one deal are not independent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perron.arena.ratings import ratings
from perron.arena.row import Row

_SAMPLES = 1000
_CHUNK = 50  # samples at a time: the weights of many deals take memory
_TAILS = (2.5, 97.5)
_Z = 1.959964


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


class Deals:
    """Sums by deal and bot, which the bootstrap weighs."""

    def __init__(self, bots: Sequence[str], rows: Iterable[Row]) -> None:
        rows = list(rows)
        number = {bot: i for i, bot in enumerate(bots)}
        place = {deal: i for i, deal in enumerate(dict.fromkeys(row.deal for row in rows))}
        n = len(bots)
        self.games, self.wins, self.scores, self.adjusted = (np.zeros((len(place), n)) for _ in range(4))
        self.has_luck = bool(rows) and all(row.luck is not None for row in rows)
        """Whether there is a luck to subtract: then `adjusted` are the wins without it."""
        self.ahead = np.zeros((len(place), n, n))
        """How often the first finished ahead of the second, ties counting a half for each."""
        for row in rows:
            deal, who = place[row.deal], [number[bot] for bot in row.bots]
            for seat, i in enumerate(who):
                self.games[deal, i] += 1
                self.wins[deal, i] += row.wins[seat]
                self.scores[deal, i] += row.scores[seat]
                self.adjusted[deal, i] += row.adjusted[seat] if row.adjusted is not None else row.wins[seat]
                for other, j in enumerate(who):
                    if i != j:
                        lead = row.ranks[other] - row.ranks[seat]
                        self.ahead[deal, i, j] += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0

    def _weights(self) -> Iterator[NDArray[np.float64]]:
        """How often each deal is drawn, sample by sample, from a fixed seed."""
        n = len(self.games)
        draw = partial(np.random.default_rng(0).multinomial, n, np.full(n, 1 / n), _CHUNK)
        return (draw().astype(float) for _ in range(_SAMPLES // _CHUNK if n else 0))

    def _intervals(self, draws: list[NDArray[np.float64]], unknown: Interval) -> list[Interval]:
        found = []
        for i in range(self.games.shape[1]):
            values = np.concatenate([draw[:, i] for draw in draws]) if draws else np.zeros(0)
            values = values[~np.isnan(values)]  # a bot may sit in none of the deals drawn
            found.append(Interval(*map(float, np.percentile(values, _TAILS))) if values.size else unknown)
        return found

    def _means(self, sums: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        with np.errstate(invalid="ignore"):
            return [weights @ sums / (weights @ self.games) for weights in self._weights()]

    def win_rates(self) -> list[Interval]:
        """Of every bot."""
        found = self._intervals(self._means(self.wins), Interval(0.0, 1.0))
        for i, games in enumerate(self.games.T):
            by_deal = self.wins[games > 0, i] / games[games > 0]
            if by_deal.size and np.ptp(by_deal) == 0:
                found[i] = _wilson(float(by_deal[0]), by_deal.size)
        return found

    def adjusted_rates(self) -> list[Interval]:
        """Win rates without luck, of every bot: they may leave the range from 0 to 1."""
        return self._intervals(self._means(self.adjusted), Interval(0.0, 1.0))

    def mean_scores(self) -> list[Interval]:
        """Of every bot."""
        return self._intervals(self._means(self.scores), Interval(0.0, 0.0))

    def ratings(self) -> list[Interval]:
        """Of every bot."""
        n, bots = self.games.shape
        flat = self.ahead.reshape(n, bots * bots)
        draws = [weights @ flat for weights in self._weights()]
        if draws:
            # Many samples of few deals, or of few bots, add up to the same: each is rated once.
            sums, which = np.unique(np.concatenate(draws), axis=0, return_inverse=True)
            draws = [np.array([ratings(one.reshape(bots, bots)) for one in sums])[which.ravel()]]
        return self._intervals(draws, Interval(0.0, 0.0))


def _wilson(rate: float, deals: int) -> Interval:
    """Wilson interval, for a win rate that was the same in every deal: the bootstrap would give a width of 0."""
    middle, spread = rate + _Z**2 / (2 * deals), _Z * sqrt(rate * (1 - rate) / deals + _Z**2 / (4 * deals**2))
    scale = 1 + _Z**2 / deals
    # The last digit must not put the rate itself outside.
    return Interval(max(0.0, min(rate, (middle - spread) / scale)), min(1.0, max(rate, (middle + spread) / scale)))
