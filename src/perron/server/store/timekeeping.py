"""The server's own time: monotonic, and following a system clock that was set only on request."""

from __future__ import annotations

import time

MOST_APART_MS = 10_000
"""How far the two may be apart: less is not worth moving everything that is due."""


def wall_ms() -> int:
    """The system clock in milliseconds UTC: it can be set, forwards and back."""
    return time.time_ns() // 1_000_000


def elapsed_ms() -> int:
    """Milliseconds on the monotonic clock, which stops only while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


class Timekeeper:
    """The time in milliseconds UTC: the system clock at the start, plus monotonic time since then."""

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
        """Follow the system clock, if it is far off; returns by how much. Everything due must be moved along."""
        by = self.apart
        if by:
            self._start += by
            self.moved += 1
        return by


TIMEKEEPER = Timekeeper()
"""The time of this process."""
