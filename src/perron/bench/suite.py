"""The whole run, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from perron.bench.bots import bots
from perron.bench.calls import calls
from perron.bench.clock import Measurement
from perron.bench.env_rivals import RIVALS, env_rivals
from perron.bench.environments import environments, installed
from perron.bench.machine import describe
from perron.bench.random_play import random_play
from perron.bench.report import Report
from perron.bench.rival import NAME, rival, version
from perron.bench.start import start
from perron.engine.warm import warm_up


def _all(runs: int, least: float) -> Iterator[Measurement]:
    yield from random_play(runs, least)
    yield from rival(runs, least)
    yield from bots(runs, least)
    yield from calls(runs, least)
    yield from environments(runs, least)
    yield from env_rivals(runs, least)
    yield from start(runs)


def missing() -> list[str]:
    """What would be measured too, were it installed."""
    there = {NAME: version(), "perron[env]": installed() or None, **{rival.name: rival.version for rival in RIVALS}}
    return [name for name, found in there.items() if found is None]


def measure(*, quick: bool = False, say: Callable[[str], None] | None = None) -> Report:
    """Measure everything, telling `say` of each thing measured. Quick: shorter and fewer runs, for a first look."""
    machine = describe()
    warm_up()
    measurements = []
    for one in _all(3, 0.05) if quick else _all(7, 0.3):
        measurements.append(one)
        if say is not None:
            say(f"{one.group}: {one.name} ({one.unit})")
    return Report(machine, measurements, missing())
