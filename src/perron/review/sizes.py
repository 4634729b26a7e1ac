"""How large is large: the words for mistakes, and for luck, by win chance."""

from __future__ import annotations

from perron.review.report import Size

SIZES: tuple[tuple[float, Size], ...] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccurate"))
"""What a decision is called that loses at least that much; what loses less is fine."""
SURE = 1.96
"""Standard errors on each side of a 95 % interval."""
STRIKE = 0.05
"""Luck is a strike if it surely changes somebody's chance by at least that much: its interval ends above it."""
DECIDING, DECIDING_LEAST = 10, 0.01
"""How many steps decided a game at most, and by how much each surely changed somebody's chance at least."""


def size_of(lost: float, low: float) -> Size:
    """The word for what a decision lost; `low` is the lower end of its interval, and must be above 0."""
    if low > 0:
        for least, size in SIZES:
            if lost >= least:
                return size
    return "fine"
