"""The whole run, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from perron.bench.bots import bots
from perron.bench.calls import calls
from perron.bench.clock import Measurement
from perron.bench.environments import environments, installed
from perron.bench.machine import describe
from perron.bench.random_play import random_play
from perron.bench.report import Report
from perron.bench.start import start
from perron.engine.warm import warm_up

Measuring = Callable[[int, float], Iterator[Measurement]]
"""Measures something in a number of runs, each at least that many seconds long."""


def _all(runs: int, least: float) -> Iterator[Measurement]:
    yield from random_play(runs, least)
    yield from bots(runs, least)
    yield from calls(runs, least)
    yield from environments(runs, least)
    yield from start(runs)


def missing() -> list[str]:
    """What would be measured too, were it installed."""
    return [] if installed() else ["perron[env]"]


def measure(
    *, quick: bool = False, say: Callable[[str], None] | None = None, beside: Measuring | None = None
) -> Report:
    """Measure everything, telling `say` of each thing measured. Quick: shorter and fewer runs, for a first look.

    What `beside` measures comes after Perron's own figures.
    """
    machine = describe()
    warm_up()
    runs, least = (3, 0.05) if quick else (7, 0.3)
    measurements = []
    for one in chain(_all(runs, least), beside(runs, least) if beside is not None else ()):
        measurements.append(one)
        if say is not None:
            say(f"{one.group}: {one.name} ({one.unit})")
    return Report(machine, measurements, missing())
