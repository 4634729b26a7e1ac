"""Tune the planner's weights for an edition: changes are tried, and kept when they do better in duplicate deals.

A deal is played once for every seat that the new weights can sit in. Every comparison has deals of its own, so that
luck is not kept, and what was found is shown on deals that were used for nothing else.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from perron.bots import matches
from perron.bots.edition_weights import every_default, weights_for
from perron.bots.planner_memory import new_memories
from perron.bots.weights import LEAST, MOST, SEAT_GROUPS, WEIGHT_NAMES, WITH_PLAN
from perron.editions import Edition
from perron.engine import chance
from perron.engine.knowledge import new_knowledge
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables
from perron.keys import key_words, seed_key

LOOKS = ((100, 0.0), (400, 1.0), (1200, 2.0))
"""Sets of fresh deals, and the standard errors that a change must be ahead by on each to get on to the next."""
DEALS = 400
"""What was found is shown on this many deals."""
_CHUNK = 20  # deals that one core plays before the clock is looked at
_INTERVAL = 1.96  # standard errors to either side of a mean: 95 %
_USUAL = {
    "bare": 60,
    "contest": 40,
    "block": 60,
    "aside": 200,
    "tickets_gain": 80,
    "trade": 16,
    "tail": 48,
    "bonus_way": 150,
    "swap": 300,
    "haste": 16,
    "rival": 30,
    "early": 20,
    "slack": 6,
    "cart_way": 20,
    "wild_helps": 16,
    "pay_wilds": 4,
    "wild_late": 8,
    "enough": 3,
}
"""Weights that may be without effect at present, so that small steps find nothing: values up to this are tried too."""
_LEAPS = ({"tickets_gain": MOST}, {"tickets_gain": 0}, {"enough": 1}, {"sure": 8})
"""Tried before any change by chance: what boards differ in most is how far new tickets pay."""


class OutOfTime(Exception):
    """The time was up before a comparison was done."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One change that was tried."""

    changes: dict[str, tuple[int, int]]
    """Weights before and after, by name."""
    mean: float
    """Mean reward per game on the last set of deals; 0 would be as good as before."""
    z: float
    kept: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """How new weights did against those before, with one seat and all the others."""

    deals: int
    games: int
    wins: float
    """Share of the games that the new ones won, a shared win as its share."""
    interval: tuple[float, float]
    """Of 95 %, by the deals: games of one deal are not independent."""
    even: float
    """What it would be if they were equally good."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of tuning for a number of seats."""

    seats: int
    seed: str
    tried: int
    kept: tuple[Trial, ...]
    weights: NDArray[np.int64]
    """For both groups of seats; only those of one of them were tuned."""
    evidence: Evidence | None
    """None if nothing was kept, or no time was left to show it."""
    stopped: bool = False
    """Whether it was interrupted."""

    @property
    def is_better(self) -> bool:
        """Whether something was kept that has not turned out to be worse on fresh deals."""
        return bool(self.kept) and (self.evidence is None or self.evidence.wins >= self.evidence.even)


def group_of(seats: int) -> str:
    """The group of weights that is played with this many seats."""
    return SEAT_GROUPS[0 if seats == 2 else 1]


def tunable(edition: Edition) -> tuple[str, ...]:
    """Weights that make a difference on an edition: those of ferries do not where there are none."""
    useless = {"ticket_pieces", *WEIGHT_NAMES[WITH_PLAN:]}  # for the search alone
    if not any(route.ferry for route in edition.routes):
        useless |= {"symbol"}
    if not any(route.tunnel for route in edition.routes):
        useless |= {"tunnel", "bare", "pay_wilds"}
    if edition.stations is None:
        useless |= {"station_late"}
    if edition.trade_bonus is None:
        useless |= {"cart", "cart_way", "trade"}
    if edition.line("longest_path") is None:
        useless |= {"tail"}
    useless |= (
        {"tickets_gain", "early", "sure", "enough", "keep_cost", "mishap", "mishap_cost"}
        if edition.swap_tickets
        else {"swap"}
    )
    if edition.east_west is None:
        useless |= {"bonus_way"}
    if not edition.draw.display:
        useless |= {"blind_below", "wild_late"}
    return tuple(name for name in WEIGHT_NAMES if name not in useless)


class Tuner:
    """Improves the weights for an edition and a number of seats step by step; a seed repeats the same steps."""

    def __init__(
        self,
        edition: Edition,
        seats: int = 2,
        seed: int | str = 0,
        jobs: int = 1,
        start: NDArray[np.int64] | None = None,
    ) -> None:
        self.edition, self.seats, self.seed, self.jobs = edition, edition.seats(seats), str(seed), jobs
        self.before = weights_for(edition) if start is None else start.copy()
        self.best: NDArray[np.int64] = self.before.copy()
        self.names = tunable(edition)
        self._at = 0 if seats == 2 else len(WEIGHT_NAMES)
        self._rng = Random(f"tuning {edition.id} {seats} {seed}")
        of_other_boards = [groups[group_of(seats)] for groups in every_default()]
        self._leaps = [
            {name: leap[name] for name in self.names if name in leap} for leap in (*_LEAPS, *of_other_boards)
        ]
        self._tables = compile_tables(edition)
        self._root = key_words(seed_key(f"tuning {seed}"))
        self._dealt = 0  # so far: every trial gets fresh deals
        self._spent = 0.0  # seconds that it took to play them

    def step(self, looks: Sequence[tuple[int, float]] = LOOKS, until: float = math.inf) -> Trial:
        """Try a change, and keep it if it is better; raises OutOfTime."""
        new = self._changed()
        names = WEIGHT_NAMES * len(SEAT_GROUPS)
        changes = {
            name: (int(old), int(now)) for name, old, now in zip(names, self.best, new, strict=True) if old != now
        }
        for deals, needed in looks:
            mean, z = self.compare(new, deals, until)
            if z <= needed:
                return Trial(changes, mean, z, False)
        self.best = new
        return Trial(changes, mean, z, True)

    def _changed(self) -> NDArray[np.int64]:
        """The best weights with one to three of them changed; at first those of boards of another kind."""
        new = self.best.copy()
        while self._leaps:
            for name, value in self._leaps.pop(0).items():
                new[WEIGHT_NAMES.index(name) + self._at] = value
            if (new != self.best).any():
                return new
        for name in self._rng.sample(self.names, self._rng.choice((1, 1, 1, 2, 3))):
            i = WEIGHT_NAMES.index(name) + self._at
            while new[i] == self.best[i]:
                new[i] = self._new_value(name, int(self.best[i]))
        return new

    def _new_value(self, name: str, value: int) -> int:
        if name in _USUAL and self._rng.random() < 0.5:
            return self._rng.randint(0, _USUAL[name])
        near = round(value * self._rng.uniform(0.6, 1.6)) + self._rng.randint(-2, 2)
        return min(MOST, max(LEAST.get(name, 0), near))

    def compare(self, new: NDArray[np.int64], deals: int, until: float = math.inf) -> tuple[float, float]:
        """Mean reward per game of new weights against the best so far in every other seat, and its z, on fresh deals.

        Only deals are independent, so the standard error is that of their means. With more than two seats the best
        ones against themselves do not come out at 0, since all but one are behind somebody: what they get on the same
        deals is subtracted.
        """
        first, self._dealt = self._dealt, self._dealt + deals
        start = time.monotonic()
        means = self._play(new, self.best, self._root, first, deals, until)[1]
        if self.seats > 2:
            means = means - self._play(self.best, self.best, self._root, first, deals, until)[1]
        self._spent += time.monotonic() - start
        mean, error = float(means.mean()), float(means.std(ddof=1)) / math.sqrt(deals)
        return mean, mean / error if error > 0 else 0.0

    def show(self, deals: int = DEALS, until: float = math.inf) -> Evidence | None:
        """The best weights against those before, on deals used for nothing else."""
        return self.duel(self.best, self.before, deals, f"evidence {self.seed}", until)

    def duel(
        self, new: NDArray[np.int64], old: NDArray[np.int64], deals: int, seed: str, until: float = math.inf
    ) -> Evidence | None:
        """How some weights do against others; on fewer deals if the time is up, and None if it was up at once."""
        wins: list[float] = []
        root = key_words(seed_key(seed))
        at_once = _CHUNK * self.jobs
        try:
            for first in range(0, deals, at_once):
                part = min(at_once, deals - first)
                wins += self._play(new, old, root, first, part, until)[0].tolist()
        except OutOfTime:
            pass
        return evidence_of(wins, self.seats) if len(wins) > 1 else None

    def seconds_for(self, deals: int) -> float:
        """About how long it takes to show what was found, by the speed so far."""
        return deals * self._spent / self._dealt if self._dealt else 0.0

    def _play(
        self,
        new: NDArray[np.int64],
        old: NDArray[np.int64],
        root: NDArray[np.uint32],
        first: int,
        deals: int,
        until: float,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of each deal from `first`: the share of its games that the new weights won, and their mean reward."""

        def part(start: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            if time.monotonic() > until:
                raise OutOfTime
            return self._play_part(new, old, root, start, min(_CHUNK, first + deals - start))

        starts = range(first, first + deals, _CHUNK)
        if self.jobs == 1:
            parts = [part(start) for start in starts]
        else:
            with ThreadPoolExecutor(self.jobs, "perron-tune") as pool:
                waiting = [pool.submit(part, start) for start in starts]
                try:
                    parts = [one.result() for one in waiting]
                finally:  # when the time is up, or Ctrl-C comes, only what has begun is played to its end
                    pool.shutdown(wait=False, cancel_futures=True)
        return np.concatenate([won for won, _ in parts]), np.concatenate([rewards for _, rewards in parts])

    def _play_part(
        self, new: NDArray[np.int64], old: NDArray[np.int64], root: NDArray[np.uint32], first: int, deals: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        games = deals * self.seats
        states, sheets, used = np.zeros(games, STATE), np.zeros(games, SHEET), np.zeros((self.seats, 16), np.int64)
        scratch = (new_memories(1), new_knowledge(1), np.zeros(1, SCRATCH), np.zeros(1, np.uint64))
        weights = np.array([new] + [old] * (self.seats - 1))
        bots, tape = np.full(self.seats, matches.PLANNER, np.int64), chance.new_tape(chance.OFF)
        matches.play_match(self._tables, states, sheets, scratch, root, first, bots, weights, tape, used)
        won, rewards = self._rewards(sheets)
        by_deal = (deals, self.seats)
        return won.reshape(by_deal).mean(axis=1), rewards.reshape(by_deal).mean(axis=1)

    def _rewards(self, sheets: np.ndarray) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of each game: share of the win, and that less an even one and half the hyperbolic tangent of the lead."""
        games = np.arange(len(sheets))
        me = games % self.seats
        totals, first = sheets["total"][:, : self.seats].astype(np.float64), sheets["rank"][:, : self.seats] == 1
        won = np.where(first[games, me], 1 / first.sum(axis=1), 0.0)
        own = totals[games, me]
        totals[games, me] = -np.inf
        scale = 0.3 * sum(kind.count for kind in self.edition.pieces) + 14.0 if self.edition.points else 2.0
        lead = own - totals.max(axis=1)
        return won, np.asarray(won - 1 / self.seats + 0.5 * np.tanh(lead / scale))


def evidence_of(wins: Sequence[float], seats: int) -> Evidence:
    """What shares of the wins, one a deal, tell."""
    shares = np.array(wins)
    mean, error = float(shares.mean()), float(shares.std(ddof=1)) / math.sqrt(len(shares))
    interval = (max(0.0, mean - _INTERVAL * error), min(1.0, mean + _INTERVAL * error))
    return Evidence(len(shares), len(shares) * seats, mean, interval, 1 / seats)


def tune(
    tuner: Tuner,
    seconds: float = math.inf,
    trials: int | None = None,
    deals: int = DEALS,
    say: Callable[[int, int, Trial | None], None] = lambda tried, kept, last: None,
) -> Found:
    """Let a tuner try changes for a time or a number of them, and show what was found within that time too.

    `say` is told how many were tried and kept, and the last one. Ctrl-C ends it early: what was found so far is
    returned.
    """
    until = time.monotonic() + seconds
    tried, kept, shown, stopped = 0, list[Trial](), None, False
    try:
        say(0, 0, None)
        while (trials is None or tried < trials) and time.monotonic() < until - tuner.seconds_for(deals):
            trial = tuner.step(until=until - tuner.seconds_for(deals))
            tried += 1
            if trial.kept:
                kept.append(trial)
            say(tried, len(kept), trial)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        stopped = True
    if kept and not stopped:
        try:
            shown = tuner.show(deals, until)
        except KeyboardInterrupt:
            stopped = True
    return Found(tuner.seats, tuner.seed, tried, tuple(kept), tuner.best, shown, stopped)
