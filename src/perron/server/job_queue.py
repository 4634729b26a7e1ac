"""A fair queue for jobs that run a few at a time: no address can fill it, or keep others waiting."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Coroutine
from typing import Any, NamedTuple, TypeVar

from perron.server.metrics import Metrics
from perron.server.refusal import Refused
from perron.server.settings import Limits

T = TypeVar("T")

URGENT_IN_A_ROW = 4
"""After this many urgent jobs one other job runs: else those could wait forever."""


class Kind(NamedTuple):
    """A kind of job."""

    name: str
    urgent: bool = False
    """Whether it goes before jobs that are not."""
    bounded: bool = True
    """Whether it is refused when too many wait; what is not is bounded elsewhere."""


BOT = Kind("bot", urgent=True, bounded=False)
"""A bot's move: at most one per table."""
HINT = Kind("hint")
REPLAY = Kind("replay", urgent=True)
"""Before reviews: both run in one process."""
REVIEW = Kind("review", bounded=False)
"""A slice of a review: one per review, of which only a few run."""
LOG = Kind("log", bounded=False)
"""The log of a table as somebody may know it: at most one per welcome or request."""
KINDS = (BOT, HINT, REPLAY, REVIEW, LOG)


class JobOwner(NamedTuple):
    """On whose behalf a job runs."""

    address: str = ""
    table: str = ""


class _WaitingLine:
    """Waiting jobs: round robin over addresses, and over the tables of an address."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._addresses)

    def of(self, address: str) -> int:
        """How many jobs of an address wait."""
        return sum(map(len, self._addresses.get(address, {}).values()))

    def put(self, owner: JobOwner, waiter: asyncio.Future[None]) -> None:
        """Add a job at the end."""
        tables = self._addresses.setdefault(owner.address, OrderedDict())
        tables.setdefault(owner.table, deque()).append(waiter)

    def next(self) -> asyncio.Future[None]:
        """Take the next job; its address and its table then go to the end."""
        address, tables = next(iter(self._addresses.items()))
        table, waiters = next(iter(tables.items()))
        waiter = waiters[0]
        self.drop(JobOwner(address, table), waiter)
        if table in tables:
            tables.move_to_end(table)
        if address in self._addresses:
            self._addresses.move_to_end(address)
        return waiter

    def drop(self, owner: JobOwner, waiter: asyncio.Future[None]) -> None:
        """Remove a job, which may have been taken already."""
        tables = self._addresses.get(owner.address, OrderedDict())
        if waiter not in tables.get(owner.table, ()):
            return
        tables[owner.table].remove(waiter)
        if not tables[owner.table]:
            del tables[owner.table]
        if not tables:
            del self._addresses[owner.address]


class JobQueue:
    """Runs a fixed number of jobs at once; the others wait."""

    def __init__(self, at_once: int, limits: Limits, metrics: Metrics) -> None:
        self._free, self._limits, self._metrics = at_once, limits, metrics
        for kind in KINDS:
            metrics.know_jobs(kind.name)
        self._urgent, self._rest = _WaitingLine(), _WaitingLine()
        self._in_a_row = self._waiting = 0

    async def acquire(self, kind: Kind, owner: JobOwner) -> JobSlot:
        """Wait for a slot; raises Refused if too many jobs wait already, of this address or in all."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(kind, owner)
        return JobSlot(self, self._metrics, kind)

    async def _wait(self, kind: Kind, owner: JobOwner) -> None:
        line = self._urgent if kind.urgent else self._rest
        if kind.bounded:
            full = self._waiting >= self._limits.jobs_waiting
            if full or line.of(owner.address) >= self._limits.jobs_waiting_per_address:
                self._metrics.jobs_refused.labels(kind.name).inc()
                raise Refused("server/busy" if full else "limit/rate")
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.put(owner, waiter)
        waiting, began = self._metrics.jobs_waiting.labels(kind.name), time.perf_counter()
        waiting.inc()
        self._waiting += 1
        try:
            await waiter
        except asyncio.CancelledError:
            self._metrics.jobs_dropped.labels(kind.name).inc()
            line.drop(owner, waiter)
            if not waiter.cancelled():  # it got a slot and was cancelled in the same moment
                self.release()
            raise
        finally:
            waiting.dec()
            self._waiting -= 1
            self._metrics.jobs_waited.labels(kind.name).observe(time.perf_counter() - began)

    def release(self) -> None:
        """Free a slot: the next job gets it."""
        while self._urgent or self._rest:
            urgent = bool(self._urgent) and (not self._rest or self._in_a_row < URGENT_IN_A_ROW)
            self._in_a_row = self._in_a_row + 1 if urgent else 0
            waiter = (self._urgent if urgent else self._rest).next()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._free += 1


class JobSlot:
    """A slot that a job holds until it is done."""

    def __init__(self, queue: JobQueue, metrics: Metrics, kind: Kind) -> None:
        self._queue, self._running = queue, metrics.jobs_running.labels(kind.name)
        self._running.inc()

    def __enter__(self) -> None:
        """Nothing to do: the slot was taken by `acquire`."""

    def __exit__(self, *_: object) -> None:
        self._running.dec()
        self._queue.release()


class RunningJobs:
    """Jobs that run to their end once started, even if nobody waits for them: they hold their slots until then."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def follow(self, doing: Coroutine[Any, Any, T]) -> T:
        """Start a job, and wait for it."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # there may be nobody left to retrieve it

    def cancel(self) -> None:
        """Cancel all jobs."""
        for task in self._tasks:
            task.cancel()
