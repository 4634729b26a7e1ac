"""Several worker processes on the same socket; one that dies is replaced."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from types import FrameType

from perron.server.metrics import forget_worker

_STOP_WITHIN_S = 20
_LOOK_EVERY_S = 0.5
_log = logging.getLogger("perron.workers")


class Workers:
    """A fixed number of worker processes."""

    def __init__(self, number: int, work: Callable[[], None]) -> None:
        self._number, self._work = number, work
        self._context = multiprocessing.get_context("spawn")
        self._stop = threading.Event()

    def run(self) -> None:
        """Keep them running until a signal comes, then stop them all gracefully."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._asked_to_stop)
        workers = [self._start() for _ in range(self._number)]
        while not self._stop.wait(_LOOK_EVERY_S):
            for i, worker in enumerate(workers):
                if not worker.is_alive():
                    _log.error("worker died", extra={"status": worker.exitcode})
                    forget_worker(worker.pid)
                    self._stop.wait(1)
                    workers[i] = self._start()
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(_STOP_WITHIN_S)
            if worker.is_alive():
                worker.kill()

    def _start(self) -> BaseProcess:
        worker = self._context.Process(target=self._work)
        worker.start()
        return worker

    def _asked_to_stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stop.set()
