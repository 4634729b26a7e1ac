"""Uniform random play in compiled code, on one core and on all of them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from perron.bench.clock import Measurement, seconds, summed_up
from perron.bench.machine import cores
from perron.editions import featured, largest, load
from perron.engine.actions import ALL, ONE
from perron.engine.chance import OFF, new_tape
from perron.engine.play import play_random_games
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables

EDITIONS = featured()
MODES = {"one": ONE, "all": ALL}
ROOT = np.arange(8, dtype=np.uint32)


class Player:
    """Plays batches of random games of one kind, each batch with new deals."""

    def __init__(self, edition: str, seats: int, payments: str) -> None:
        self.tables = compile_tables(load(edition))
        self.seats, self.mode = seats, MODES[payments]
        self.played = 0

    def batch(self, games: int, first: int) -> int:
        """Play that many games from number `first` on; how many decisions they took."""
        states, sheets, work = np.zeros(games, STATE), np.zeros(games, SHEET), np.zeros(1, SCRATCH)
        tape, generator = new_tape(OFF), np.zeros(1, np.uint64)
        decisions: int = play_random_games(
            self.tables, states, sheets, work, ROOT, first, self.seats, self.mode, tape, generator
        )
        return decisions

    def games_in(self, least: float) -> int:
        """How many games one core plays in that many seconds, roughly."""
        self.batch(5, 0)
        return max(1, round(20 * least / seconds(lambda: self.batch(20, 0))))

    def run(self, games: int, threads: int) -> tuple[float, float]:
        """Decisions and games a second of all threads, each playing `games`; compiled code holds no lock."""
        first, self.played = self.played, self.played + games * threads
        starts = range(first, self.played, games)
        decisions: list[int] = []
        with ThreadPoolExecutor(threads) as pool:
            took = seconds(lambda: decisions.extend(pool.map(self.batch, [games] * threads, starts)))
        return sum(decisions) / took, games * threads / took


def _measure(edition: str, seats: int, payments: str, runs: int, least: float) -> Iterator[Measurement]:
    player = Player(edition, seats, payments)
    games = player.games_in(least)
    name = f"{edition}, {seats} seats{', every payment' if payments == 'all' else ''}"
    for threads in sorted({1, cores()}):
        rates = [player.run(games, threads) for _ in range(runs)]
        group = f"random play, {threads} core{'s' if threads > 1 else ''}"
        yield summed_up(group, name, "decisions/s", [decisions for decisions, _ in rates])
        yield summed_up(group, name, "games/s", [whole for _, whole in rates])


def random_play(runs: int, least: float) -> Iterator[Measurement]:
    """Every edition at every number of seats with one payment a colour; the largest also with every payment."""
    for edition in EDITIONS:
        fewest, most = load(edition).players
        for seats in range(fewest, most + 1):
            yield from _measure(edition, seats, "one", runs, least)
            if edition == largest():
                yield from _measure(edition, seats, "all", runs, least)
