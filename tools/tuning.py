"""Tune the planner's weights: random changes, kept when they do better in duplicate deals than the weights before.

`python -m tools.tuning europe --seconds 300` prints each change that is kept and the final weights.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from perron.bots import matches
from perron.bots.planner_memory import new_memories
from perron.bots.weights import SEAT_GROUPS, WEIGHT_NAMES, WITH_PLAN, weights_for
from perron.editions import Edition, load
from perron.engine import chance
from perron.engine.knowledge import new_knowledge
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables
from perron.keys import key_words, seed_key

LOOKS = ((100, 0.0), (400, 1.0), (1200, 2.0))
"""Sets of fresh deals, and the standard errors that a change must be ahead by on each to get on to the next."""
_MOST = 10_000
_LEAST = {"tickets_gain": -200}  # others are not below 0
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


def _tunable(edition: Edition) -> tuple[str, ...]:
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


@dataclass(frozen=True, slots=True)
class Trial:
    """One change that was tried."""

    changes: dict[str, tuple[int, int]]
    """Weights before and after, by name."""
    mean: float
    """Mean reward per game on the last set of deals; 0 would be as good as before."""
    z: float
    accepted: bool


class Tuner:
    """Improves the weights for an edition and a number of seats step by step; a seed repeats the same steps."""

    def __init__(self, edition: Edition, seats: int = 2, seed: int | str = 0) -> None:
        self.edition, self.seats = edition, edition.seats(seats)
        self.best: NDArray[np.int64] = weights_for(edition)
        self._rng = Random(f"tuning {edition.id} {seats} {seed}")
        self._root = key_words(seed_key(f"tuning {seed}"))
        self._tables = compile_tables(edition)
        self.names = _tunable(edition)
        self._deals = 0  # dealt so far: every trial gets fresh ones, so that luck is not kept

    def step(self, looks: Sequence[tuple[int, float]] = LOOKS) -> Trial:
        """Try a change of one to three weights, and keep it if it is better."""
        new = self._changed()
        names = WEIGHT_NAMES * len(SEAT_GROUPS)
        changes = {
            name: (int(old), int(now)) for name, old, now in zip(names, self.best, new, strict=True) if old != now
        }
        for deals, needed in looks:
            mean, z = self.compare(new, deals)
            if z <= needed:
                return Trial(changes, mean, z, False)
        self.best = new
        return Trial(changes, mean, z, True)

    def _changed(self) -> NDArray[np.int64]:
        new = self.best.copy()
        for name in self._rng.sample(self.names, self._rng.choice((1, 1, 1, 2, 3))):
            i = WEIGHT_NAMES.index(name) + (0 if self.seats == 2 else len(WEIGHT_NAMES))
            while new[i] == self.best[i]:
                new[i] = self._new_value(name, int(self.best[i]))
        return new

    def _new_value(self, name: str, value: int) -> int:
        if name in _USUAL and self._rng.random() < 0.5:
            return self._rng.randint(0, _USUAL[name])
        near = round(value * self._rng.uniform(0.6, 1.6)) + self._rng.randint(-2, 2)
        return min(_MOST, max(_LEAST.get(name, 0), near))

    def compare(self, new: NDArray[np.int64], deals: int) -> tuple[float, float]:
        """Mean reward per game of new weights against the best so far in every other seat, and its z, on fresh deals.

        A deal is played once for every seat that the new ones can sit in; only deals are independent, so the standard
        error is that of their means. With more than two seats the best ones against themselves do not come out at 0,
        since all but one are behind somebody: what they get on the same deals is subtracted.
        """
        first, self._deals = self._deals, self._deals + deals
        means = self._means(new, first, deals)
        if self.seats > 2:
            means -= self._means(self.best, first, deals)
        mean, error = float(means.mean()), float(means.std(ddof=1)) / math.sqrt(deals)
        return mean, mean / error if error > 0 else 0.0

    def _means(self, new: NDArray[np.int64], first: int, deals: int) -> NDArray[np.float64]:
        """The mean reward of each deal, starting with deal `first`."""
        games = deals * self.seats
        states, sheets, used = np.zeros(games, STATE), np.zeros(games, SHEET), np.zeros((self.seats, 16), np.int64)
        scratch = (new_memories(1), new_knowledge(1), np.zeros(1, SCRATCH), np.zeros(1, np.uint64))
        weights = np.array([new] + [self.best] * (self.seats - 1))
        bots, tape = np.full(self.seats, matches.PLANNER, np.int64), chance.new_tape(chance.OFF)
        matches.play_match(self._tables, states, sheets, scratch, self._root, first, bots, weights, tape, used)
        return np.asarray(self._rewards(sheets).reshape(deals, self.seats).mean(axis=1))

    def _rewards(self, sheets: np.ndarray) -> NDArray[np.float64]:
        """Of each game: share of the win less an even one, and half the hyperbolic tangent of the lead."""
        games = np.arange(len(sheets))
        me = games % self.seats
        totals, first = sheets["total"][:, : self.seats].astype(np.float64), sheets["rank"][:, : self.seats] == 1
        won = np.where(first[games, me], 1 / first.sum(axis=1), 0.0)
        own = totals[games, me]
        totals[games, me] = -np.inf
        scale = 0.3 * sum(kind.count for kind in self.edition.pieces) + 14.0 if self.edition.points else 2.0
        return np.asarray(won - 1 / self.seats + 0.5 * np.tanh((own - totals.max(axis=1)) / scale))


def tune(tuner: Tuner, seconds: float, say: Callable[[Trial, int], None]) -> int:
    """Let a tuner try changes for a time, passing each that is kept to `say` with its number; how many were tried."""
    until = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < until:
        trial = tuner.step()
        tried += 1
        if trial.accepted:
            say(trial, tried)
    return tried


def as_toml(weights: NDArray[np.int64]) -> str:
    """Weights as text for the file bots.toml of an edition's folder."""
    parts = zip(SEAT_GROUPS, weights.reshape(len(SEAT_GROUPS), -1), strict=True)
    return "\n\n".join(_part(seats, part) for seats, part in parts)


def _part(name: str, weights: NDArray[np.int64]) -> str:
    return "\n".join([f"[{name}]", *(f"{key} = {value}" for key, value in zip(WEIGHT_NAMES, weights, strict=True))])


def _say(trial: Trial, number: int) -> None:
    changed = ", ".join(f"{name} {old} to {new}" for name, (old, new) in trial.changes.items())
    sys.stdout.write(f"{number}: {changed} ({trial.mean:+.3f} a game, z {trial.z:.1f})\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    """Tune from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.tuning", description=__doc__)
    parser.add_argument("edition", help="id of an edition, or the path to its file")
    parser.add_argument("--seconds", type=float, default=300.0, help="how long")
    parser.add_argument(
        "--seats", type=int, default=2, help="2 tunes the weights for two seats, 3 and up those for more"
    )
    parser.add_argument("--seed", default="0", help="the same seed tries the same changes on the same deals")
    asked = parser.parse_args(arguments)
    tuner = Tuner(load(asked.edition), asked.seats, asked.seed)
    tried = tune(tuner, asked.seconds, _say)
    sys.stdout.write(f"{tried} changes tried\n\n{as_toml(tuner.best)}\n")


if __name__ == "__main__":
    main()
