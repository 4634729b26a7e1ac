"""Processes of their own for work that takes long: each gives its place free when it is done, whoever still waits."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import TypeVar

from perron.server.parent import end_with_parent
from perron.server.turns import Begun, Kind, Place, Turns, Whose

T = TypeVar("T")

_log = logging.getLogger("perron.processes")


class Processes:
    """So many processes, each of which does one job at a time."""

    def __init__(self, number: int, get_ready: Callable[[], None], turns: Turns) -> None:
        self._number, self._get_ready, self._turns = number, get_ready, turns
        self._pool = self._new_pool()
        self._warming: asyncio.Task[None] | None = None
        self._begun = Begun()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._number, mp_context=context, initializer=_begin, initargs=(self._get_ready,))

    async def warm(self) -> None:
        """Start the processes and let them load what they need; the first time ever that takes a minute."""
        if self._warming is None:
            self._warming = asyncio.create_task(self._start())
        await asyncio.shield(self._warming)

    async def _start(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                await asyncio.gather(*(loop.run_in_executor(self._pool, _ready) for _ in range(self._number)))
                return
            except BrokenExecutor:
                _log.error("processes did not start")
                await asyncio.sleep(1)
                stop(self._pool)
                self._pool = self._new_pool()

    async def ask(
        self, kind: Kind, whose: Whose, do: Callable[..., T], arguments: Callable[[], tuple[object, ...]], limit: float
    ) -> T:
        """Have something done when its turn has come; raises Refused, BrokenExecutor, TimeoutError, and what it raises.

        The arguments are asked for when it is begun. Whoever goes away while it waits takes it along; once it is begun
        it is done to its end, and the place is taken until then.
        """
        place = await self._turns.come(kind, whose)
        return await self._begun.follow(self._run(place, do, arguments, limit))

    async def _run(
        self, place: Place, do: Callable[..., T], arguments: Callable[[], tuple[object, ...]], limit: float
    ) -> T:
        with place:
            await self.warm()
            pool = self._pool
            asked = asyncio.get_running_loop().run_in_executor(pool, do, *arguments())
            try:
                return await asyncio.wait_for(asked, limit)
            except (BrokenExecutor, TimeoutError):
                self._replace(pool)
                raise

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """A process has died, or hangs in compiled code where no alarm reaches it: start anew."""
        if pool is not self._pool:
            return
        self._pool = self._new_pool()
        self._warming = asyncio.create_task(self._start())
        _log.error("processes started anew")
        stop(pool)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return list(getattr(self._pool, "_processes", None) or {})

    def close(self) -> None:
        """Stop the processes."""
        if self._warming is not None:
            self._warming.cancel()
        self._begun.cancel()
        stop(self._pool)


def _begin(get_ready: Callable[[], None]) -> None:
    """In a new process."""
    end_with_parent()
    get_ready()


def stop(pool: ProcessPoolExecutor) -> None:
    """End a pool's processes, whatever they are doing."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def _ready() -> bool:
    return True
