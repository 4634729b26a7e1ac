"""Another engine on the same machine in the same minute: catanatron, a fast engine of Catan in pure Python."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import random
from collections.abc import Iterator
from typing import Any

from perron.bench.clock import Measurement, seconds, summed_up
from perron.bench.random_play import Player
from perron.editions import largest, load

NAME = "catanatron"
SEATS = 4


def version() -> str | None:
    """The version that is installed, or None."""
    return importlib.metadata.version(NAME) if importlib.util.find_spec(NAME) else None


class Catan:
    """Random games of Catan."""

    def __init__(self) -> None:
        self._engine: Any = importlib.import_module(NAME)
        self._seed = 0

    def play(self, games: int) -> int:
        """Play that many games; how many decisions they took."""
        engine = self._engine
        decisions = 0
        for _ in range(games):
            self._seed += 1
            game = engine.Game([engine.RandomPlayer(colour) for colour in list(engine.Color)[:SEATS]], seed=self._seed)
            game.play()
            decisions += len(game.state.actions)
        return decisions

    def rate(self, games: int) -> float:
        """Decisions a second."""
        decisions: list[int] = []
        took = seconds(lambda: decisions.append(self.play(games)))
        return sum(decisions) / took


def _rates(runs: int, least: float) -> list[tuple[float, float]]:
    """Decisions a second of our largest edition and of Catan, in turns."""
    catan, perron = Catan(), Player(largest(), SEATS, "one")
    catan.play(1)
    ours, theirs = perron.games_in(least), max(1, round(2 * least / seconds(lambda: catan.play(2))))
    return [(perron.run(ours, 1)[0], catan.rate(theirs)) for _ in range(runs)]


def rival(runs: int, least: float) -> Iterator[Measurement]:
    """Both engines on one core, and how many times as fast ours is; nothing where the other is not installed."""
    if version() is None:
        return
    before = random.getstate()  # the other engine seeds the module that everybody shares
    try:
        pairs = _rates(runs, least)
    finally:
        random.setstate(before)
    group = f"beside {NAME} {version()}, 1 core, {SEATS} random players"
    yield summed_up(group, f"Perron, {load(largest()).title['en']}", "decisions/s", [ours for ours, _ in pairs])
    yield summed_up(group, f"{NAME}, Catan", "decisions/s", [theirs for _, theirs in pairs])
    yield summed_up(group, "ratio", "times", [ours / theirs for ours, theirs in pairs])
