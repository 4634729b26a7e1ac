"""Ends a child process when its parent ends, for whatever reason.

The parent's process id proves nothing in a container, where it may be 1 from the start. But the parent holds one end of
a pipe as long as it lives, and then the system closes it.
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
    """End this process as soon as its parent is gone; does nothing in a process without a parent."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        _end_by_signal(parent.sentinel)
    threading.Thread(target=_wait_for, args=(parent.sentinel,), name="perron parent", daemon=True).start()


def _wait_for(sentinel: int) -> None:
    wait([sentinel])
    os._exit(_ORPHANED)


if sys.platform == "linux":
    import fcntl

    def _end_by_signal(sentinel: int) -> None:
        """Have the kernel send a signal when the pipe closes: no thread runs while a bot holds the GIL."""
        signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
        fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(sentinel, fcntl.F_SETFL, fcntl.fcntl(sentinel, fcntl.F_GETFL) | os.O_ASYNC)
