"""Statistics of counts: spreads, and confidence intervals of shares."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from perron.simulate import Spread

_Z = 1.959963984540054  # 95 % of a normal distribution lie within this many standard deviations


def spread_of(counts: Mapping[int, int]) -> Spread:
    """The spread of numbers, given how often each occurred."""
    n = sum(counts.values())
    total = sum(value * times for value, times in counts.items())
    squares = sum(value * value * times for value, times in counts.items())
    seen = [value for value, times in counts.items() if times]
    return Spread(total / n, sqrt((n * squares - total**2) / n**2), min(seen), max(seen))


def interval(share: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of n independent games; for shared wins, which vary less, it is a bit wide."""
    middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z * sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def ratio(part: float, whole: float) -> float | None:
    """A part of a whole; None where there is no whole."""
    return part / whole if whole else None
