"""A process that plays games, and the handle by which the parent supervises it."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing as mp
import os
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawArray
from typing import Any

from perron.arena.loading import load_once
from perron.arena.match import play_match, warm_up_bots
from perron.arena.row import Row
from perron.arena.schedule import Plan, Task, forfeiting
from perron.errors import PerronError

_SINCE, _SEAT, _DECISION = range(3)
_GRACE = 5.0  # seconds after the worker's own alarm should have rung
CHECK_EVERY = 0.5
"""Seconds between checks for bots that think too long."""
_STARTS = 3  # failed starts before giving up
_READY = "ready"


class _SharedMonitor:
    """The worker's side of the shared array: who is thinking, and since when."""

    def __init__(self, shared: Any, parent: int) -> None:
        self._shared, self._parent = shared, parent

    def begin(self, seat: int, decision: int) -> None:
        """Note who thinks; exit if the parent is gone."""
        if os.getppid() != self._parent:
            os._exit(1)
        self._shared[_SEAT], self._shared[_DECISION] = seat, decision
        self._shared[_SINCE] = time.monotonic()

    def end(self) -> None:
        """Note that nobody thinks."""
        self._shared[_SINCE] = 0.0


def serve(plan: Plan, connection: Connection, shared: Any, parent: int) -> None:
    """Play games as they are asked for; what a bot prints goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    with contextlib.suppress(OSError, ValueError):
        os.dup2(sys.stderr.fileno(), 1)
    monitor = _SharedMonitor(shared, parent)
    try:
        load_once(plan.load)
        warm_up_bots(plan)
        connection.send(_READY)
        while (task := connection.recv()) is not None:
            connection.send(play_match(plan, task, monitor))
    except (EOFError, BrokenPipeError):
        os._exit(1)
    except PerronError as error:
        connection.send(error)


@contextlib.contextmanager
def _no_ctrl_c() -> Iterator[None]:
    """Keep Ctrl-C from processes that are started in the block, even while they start; this one gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """One process and the game it is playing."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.ready = False
        self.task: Task | None = None
        """The game it has been given and has not finished."""
        self.died = 0
        """How often its process has died in this game."""
        self._starts = 0
        self._start()

    def _start(self) -> None:
        context = mp.get_context("spawn")
        self._shared: Any = RawArray(ctypes.c_double, 3)
        self.connection, theirs = context.Pipe()
        arguments = (self.plan, theirs, self._shared, os.getpid())
        self._process = context.Process(target=serve, args=arguments, daemon=True, name="arena")
        with _no_ctrl_c():
            self._process.start()
        theirs.close()
        self.ready = False
        self._starts += 1

    @property
    def pid(self) -> int:
        """Of the process that plays."""
        return self._process.pid or 0

    @property
    def idle(self) -> bool:
        """Whether it can take a game."""
        return self.ready and self.task is None

    def give(self, task: Task) -> None:
        """Assign a game: it is played at once, or when the process is ready."""
        self.task, self.died = task, 0
        if self.ready:
            self._send()

    def play(self, task: Task) -> Row:
        """Play a game and wait for its end."""
        self.give(task)
        while True:
            row = self.receive() if wait([self.connection], CHECK_EVERY) else None
            if row is not None:
                return row
            self.check()

    def _send(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # noticed and handled at the next check
            self.connection.send(self.task)

    def receive(self) -> Row | None:
        """A finished game, or None. Raises what a bot's file raised."""
        try:
            said = self.connection.recv()
        except (EOFError, OSError):
            self._handle_death()
            return None
        if isinstance(said, Row):
            self.task = None
            return said
        if said == _READY:
            self.ready, self._starts = True, 0
            if self.task is not None:
                self._send()
            return None
        raise said

    def check(self) -> None:
        """Kill the process if its bot has been thinking for far too long."""
        since = self._shared[_SINCE]
        if since and time.monotonic() - since > self.plan.patience + _GRACE and self.task is not None:
            self._blame("late", f"no answer within {self.plan.patience:g} s; its process was ended")
            self._restart()

    def _handle_death(self) -> None:
        """The process has died. Its game is played again once; if it dies again, the bot is to blame."""
        if not self.ready and self._starts >= _STARTS:
            self.stop()
            raise PerronError(f"a process of the arena died while it started (exit code {self._process.exitcode})")
        if self.task is not None and self.ready:
            self.died += 1
            if self.died > 1:
                self._blame("died", "its process died")
        self._restart()

    def _blame(self, why: str, words: str) -> None:
        assert self.task is not None
        seat, decision = int(self._shared[_SEAT]), int(self._shared[_DECISION])
        if self._shared[_SINCE]:
            self.task = forfeiting(self.task, seat, decision, why, words)

    def _restart(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self.connection.close()
