"""The server's own time: it goes on evenly, and follows the system clock when that was set only if it is told to."""

from __future__ import annotations

import time

MOST_APART_MS = 10_000
"""So far the two may be apart: less is not worth moving everything that is due."""


def wall_ms() -> int:
    """The system clock in milliseconds UTC: it can be set, forwards and back."""
    return time.time_ns() // 1_000_000


def elapsed_ms() -> int:
    """Milliseconds since some moment; nothing but a machine that sleeps stops this, and nobody sets it."""
    return time.monotonic_ns() // 1_000_000


class Timekeeper:
    """The time in milliseconds UTC, as it was when the server started and as much later as has gone by since."""

    def __init__(self) -> None:
        self._start = wall_ms() - elapsed_ms()
        self.moved = 0
        """How often it has followed the system clock."""

    def now(self) -> int:
        """The time."""
        return self._start + elapsed_ms()

    @property
    def apart(self) -> int:
        """How far the system clock is ahead; 0 if that is little."""
        by = wall_ms() - self.now()
        return by if abs(by) > MOST_APART_MS else 0

    def follow(self) -> int:
        """Go to where the system clock is, if that is far; by how much. All that is due must be moved along."""
        by = self.apart
        if by:
            self._start += by
            self.moved += 1
        return by


TIMEKEEPER = Timekeeper()
"""The time of this process."""
