"""A pool of processes for jobs that take long. A job frees its slot when it is done, even if nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import TypeVar

from perron.server.job_queue import JobOwner, JobQueue, JobSlot, Kind, RunningJobs
from perron.server.parent import end_with_parent

T = TypeVar("T")

_log = logging.getLogger("perron.processes")


class ProcessPool:
    """A fixed number of processes, each of which runs one job at a time."""

    def __init__(self, size: int, get_ready: Callable[[], None], queue: JobQueue) -> None:
        self._size, self._get_ready, self._queue = size, get_ready, queue
        self._pool = self._new_pool()
        self._warming: asyncio.Task[None] | None = None
        self._running_jobs = RunningJobs()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._size, mp_context=context, initializer=_begin, initargs=(self._get_ready,))

    async def warm(self) -> None:
        """Start the processes and let them load what they need. On a new installation this takes a minute."""
        if self._warming is None:
            self._warming = asyncio.create_task(self._start())
        await asyncio.shield(self._warming)

    async def _start(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                await asyncio.gather(*(loop.run_in_executor(self._pool, _ready) for _ in range(self._size)))
                return
            except BrokenExecutor:
                _log.error("processes did not start")
                await asyncio.sleep(1)
                stop(self._pool)
                self._pool = self._new_pool()

    async def run(
        self,
        kind: Kind,
        owner: JobOwner,
        do: Callable[..., T],
        arguments: Callable[[], tuple[object, ...]],
        limit: float,
    ) -> T:
        """Run a job when a slot is free; raises Refused, BrokenExecutor, TimeoutError, and whatever the job raises.

        `arguments` is called when the job starts. Cancelling the caller drops a job that waits; one that has started
        runs to its end and keeps its slot until then.
        """
        slot = await self._queue.acquire(kind, owner)
        return await self._running_jobs.follow(self._run(slot, do, arguments, limit))

    async def _run(
        self, slot: JobSlot, do: Callable[..., T], arguments: Callable[[], tuple[object, ...]], limit: float
    ) -> T:
        with slot:
            await self.warm()
            pool = self._pool
            asked = asyncio.get_running_loop().run_in_executor(pool, do, *arguments())
            try:
                return await asyncio.wait_for(asked, limit)
            except (BrokenExecutor, TimeoutError):
                self._replace(pool)
                raise

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Replace the processes: one has died, or hangs in compiled code where no alarm reaches it."""
        if pool is not self._pool:
            return
        self._pool = self._new_pool()
        self._warming = asyncio.create_task(self._start())
        _log.error("processes restarted")
        stop(pool)

    @property
    def pids(self) -> list[int]:
        """Ids of the running processes."""
        return list(getattr(self._pool, "_processes", None) or {})

    def close(self) -> None:
        """Stop the processes."""
        if self._warming is not None:
            self._warming.cancel()
        self._running_jobs.cancel()
        stop(self._pool)


def _begin(get_ready: Callable[[], None]) -> None:
    """Initialise a new process."""
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
