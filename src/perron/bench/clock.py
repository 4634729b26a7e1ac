"""Measuring: the same work several times, the median of it, and how far the runs lay apart."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Measurement:
    """One thing measured several times."""

    group: str
    name: str
    unit: str
    median: float
    lowest: float
    highest: float
    runs: int

    @property
    def spread(self) -> float:
        """How far lowest and highest lie apart, as a part of the median."""
        return (self.highest - self.lowest) / self.median if self.median else 0.0


def summed_up(group: str, name: str, unit: str, values: list[float]) -> Measurement:
    """The measurement of some runs."""
    return Measurement(group, name, unit, median(values), min(values), max(values), len(values))


def seconds(do: Callable[[], object]) -> float:
    """How long a call takes, with the collector of garbage out of the way."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        do()
        return time.perf_counter() - start
    finally:
        gc.enable()


def per_call(do: Callable[[], object], calls: int, runs: int, least: float) -> list[float]:
    """Seconds for each of the `calls` that one `do()` makes, one per run; a run lasts `least` seconds or more."""
    do()
    times = max(1, round(least / max(seconds(do), 1e-9)))

    def run() -> None:
        for _ in range(times):
            do()

    return [seconds(run) / (times * calls) for _ in range(runs)]
