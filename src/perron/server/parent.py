"""A process that another one started ends with it, however that one ended.

Who the parent is by now says nothing in a container, where it may be process 1 from the beginning. But a parent holds
an end of a pipe for as long as it lives, and then the system closes it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import wait

_ORPHANED = 1
"""Exit status of a process whose parent has gone."""


def end_with_parent() -> None:
    """From now on end at once when the process that started this one has gone; nothing happens if none did."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        _let_the_system_end_us(parent.sentinel)
    threading.Thread(target=_wait_for, args=(parent.sentinel,), name="perron parent", daemon=True).start()


def _wait_for(sentinel: int) -> None:
    wait([sentinel])
    os._exit(_ORPHANED)


if sys.platform == "linux":
    import fcntl

    def _let_the_system_end_us(sentinel: int) -> None:
        """Have a signal sent when the pipe is closed: no thread gets its turn while a bot holds the interpreter."""
        signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
        fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(sentinel, fcntl.F_SETFL, fcntl.fcntl(sentinel, fcntl.F_GETFL) | os.O_ASYNC)
