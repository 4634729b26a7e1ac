"""Tuning the planner's constants: random changes, kept when they are better in duplicate deals against those before.

`python -m perron.bots.tuning europe --seconds 300` prints each change that is kept and the final table.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from perron.bots import matches
from perron.bots.mind import CONSTANTS, constants, new_minds
from perron.editions import Edition, load
from perron.engine import chance
from perron.engine.sight import new_sights
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables
from perron.keys import key_words, seed_key

FIRST_LOOK = 60
"""Deals on which a change must be better at all; most are not."""
SECOND_LOOK = 400
"""Fresh deals on which it must then be better by more than chance."""
Z = 1.3
"""Standard errors that it must be ahead by on these."""
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Trial:
    """One change that was tried."""

    changes: dict[str, tuple[int, int]]
    """Constants before and after."""
    mean: float
    """Mean reward a game on the last set of deals it was tried on; 0 would be as good as before."""
    z: float
    accepted: bool


class Tuner:
    """Constants for an edition and a number of seats that get better step by step; the same steps for a seed."""

    def __init__(self, edition: Edition, seats: int = 2, seed: int | str = 0) -> None:
        self.edition, self.seats = edition, edition.seats(seats)
        self.best: NDArray[np.int64] = constants(edition.id)
        self._rng = Random(f"tuning {edition.id} {seats} {seed}")
        self._root = key_words(seed_key(f"tuning {seed}"))
        self._tables = compile_tables(edition)
        self._deals = 0  # dealt so far: every trial gets fresh ones, so that luck is not kept

    def step(self, first_look: int = FIRST_LOOK, second_look: int = SECOND_LOOK) -> Trial:
        """Try one change of one to three constants, and keep it if it is better."""
        new = self._changed()
        changes = {
            name: (int(old), int(now)) for name, old, now in zip(CONSTANTS, self.best, new, strict=True) if old != now
        }
        mean, z = self.compare(new, first_look)
        if mean <= 0:
            return Trial(changes, mean, z, False)
        mean, z = self.compare(new, second_look)
        if z > Z:
            self.best = new
        return Trial(changes, mean, z, z > Z)

    def _changed(self) -> NDArray[np.int64]:
        new = self.best.copy()
        for i in self._rng.sample(range(len(CONSTANTS)), self._rng.randint(1, 3)):
            while new[i] == self.best[i]:
                new[i] = min(
                    _MOST, max(0, round(self.best[i] * self._rng.uniform(0.6, 1.6)) + self._rng.randint(-2, 2))
                )
        return new

    def compare(self, new: NDArray[np.int64], deals: int) -> tuple[float, float]:
        """Mean reward a game of new constants against the best ones in every other seat, and its z, on fresh deals.

        A deal is played once for every seat that the new ones can sit in; only deals are independent, so the standard
        error is that of their means.
        """
        games = deals * self.seats
        states, sheets, used = np.zeros(games, STATE), np.zeros(games, SHEET), np.zeros((self.seats, 16), np.int64)
        scratch = (new_minds(1), new_sights(1), np.zeros(1, SCRATCH), np.zeros(1, np.uint64))
        weights = np.array([new] + [self.best] * (self.seats - 1))
        bots, tape = np.full(self.seats, matches.PLANNER, np.int64), chance.new_tape(chance.OFF)
        first, self._deals = self._deals, self._deals + deals
        matches.play_match(self._tables, states, sheets, scratch, self._root, first, bots, weights, tape, used)
        rewards = np.array([self._reward(sheets[i], i % self.seats) for i in range(games)])
        means = rewards.reshape(deals, self.seats).mean(axis=1)
        mean, error = float(means.mean()), float(means.std(ddof=1)) / math.sqrt(deals)
        return mean, mean / error if error > 0 else 0.0

    def _reward(self, sheet: np.void, me: int) -> float:
        """Share of the win less an even one, and half the hyperbolic tangent of the lead."""
        totals, ranks = sheet["total"][: self.seats].tolist(), sheet["rank"][: self.seats].tolist()
        won = 1 / ranks.count(1) if ranks[me] == 1 else 0.0
        lead = totals[me] - max(total for seat, total in enumerate(totals) if seat != me)
        scale = 2.0 if self.edition.race else 0.3 * sum(kind.count for kind in self.edition.pieces) + 14.0
        return won - 1 / self.seats + 0.5 * math.tanh(lead / scale)


def tune(tuner: Tuner, seconds: float, say: Callable[[Trial, int], None]) -> int:
    """Let a tuner try changes for so long, telling `say` each one that is kept and its number; how many were tried."""
    until = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < until:
        trial = tuner.step()
        tried += 1
        if trial.accepted:
            say(trial, tried)
    return tried


def table(edition: str, weights: NDArray[np.int64]) -> str:
    """Constants as they stand in constants.toml."""
    return "\n".join([f"[{edition}]", *(f"{name} = {value}" for name, value in zip(CONSTANTS, weights, strict=True))])


def _say(trial: Trial, number: int) -> None:
    changed = ", ".join(f"{name} {old} to {new}" for name, (old, new) in trial.changes.items())
    sys.stdout.write(f"{number}: {changed} ({trial.mean:+.3f} a game, z {trial.z:.1f})\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    """Tune from the command line."""
    parser = argparse.ArgumentParser(prog="python -m perron.bots.tuning", description=__doc__)
    parser.add_argument("edition", help="id of an edition, or the path to its file")
    parser.add_argument("--seconds", type=float, default=300.0, help="how long")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", default="0", help="the same seed tries the same changes on the same deals")
    asked = parser.parse_args(arguments)
    tuner = Tuner(load(asked.edition), asked.seats, asked.seed)
    tried = tune(tuner, asked.seconds, _say)
    sys.stdout.write(f"{tried} changes tried\n\n{table(tuner.edition.id, tuner.best)}\n")


if __name__ == "__main__":
    main()
