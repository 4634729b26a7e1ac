"""Interrupt a bot that thinks too long, on systems that can."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Late(BaseException):
    """Time is up. Not an Exception, so that a bot that catches those does not catch this."""


def _ring(_signal: int, _frame: FrameType | None) -> None:
    raise Late


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise Late in the block after this time; does nothing outside the main thread and on systems without alarms."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
