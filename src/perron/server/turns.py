"""Turns: whoever waits for work that is done for few at a time is let in fairly, and nobody can fill the line."""

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
"""So many of what is urgent are let in before one of the rest is: else those could wait for ever."""


class Kind(NamedTuple):
    """A kind of work."""

    name: str
    urgent: bool = False
    """Whether it comes before what is not."""
    bounded: bool = True
    """Whether it may be refused: else there are other bounds to it."""


BOT = Kind("bot", urgent=True, bounded=False)
"""A bot's move: one of a table at most."""
HINT = Kind("hint")
REPLAY = Kind("replay")
LOG = Kind("log", bounded=False)
"""The log of a table as somebody may know it, for a welcome or a request: so many at most as there are of those."""
KINDS = (BOT, HINT, REPLAY, LOG)


class Whose(NamedTuple):
    """For whom something is done."""

    address: str = ""
    table: str = ""


class _Line:
    """Those who wait: one address after the other is served, of an address one table after the other."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._addresses)

    def of(self, address: str) -> int:
        """How many of an address wait."""
        return sum(map(len, self._addresses.get(address, {}).values()))

    def put(self, whose: Whose, waiter: asyncio.Future[None]) -> None:
        """Come to the end of the line."""
        tables = self._addresses.setdefault(whose.address, OrderedDict())
        tables.setdefault(whose.table, deque()).append(waiter)

    def next(self) -> asyncio.Future[None]:
        """Who is let in; the address and the table come last after that."""
        address, tables = next(iter(self._addresses.items()))
        table, waiters = next(iter(tables.items()))
        waiter = waiters[0]
        self.drop(Whose(address, table), waiter)
        if table in tables:
            tables.move_to_end(table)
        if address in self._addresses:
            self._addresses.move_to_end(address)
        return waiter

    def drop(self, whose: Whose, waiter: asyncio.Future[None]) -> None:
        """Take somebody out of the line, who may have been let in already."""
        tables = self._addresses.get(whose.address, OrderedDict())
        if waiter not in tables.get(whose.table, ()):
            return
        tables[whose.table].remove(waiter)
        if not tables[whose.table]:
            del tables[whose.table]
        if not tables:
            del self._addresses[whose.address]


class Turns:
    """So many at once; the others wait for their turn."""

    def __init__(self, at_once: int, limits: Limits, metrics: Metrics) -> None:
        self._free, self._limits, self._metrics = at_once, limits, metrics
        for kind in KINDS:
            metrics.know_jobs(kind.name)
        self._urgent, self._rest = _Line(), _Line()
        self._in_a_row = self._waiting = 0

    async def come(self, kind: Kind, whose: Whose) -> Place:
        """Wait for a place; raises Refused if too many of this address, or too many in all, wait already."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(kind, whose)
        return Place(self, self._metrics, kind)

    async def _wait(self, kind: Kind, whose: Whose) -> None:
        line = self._urgent if kind.urgent else self._rest
        if kind.bounded:
            full = self._waiting >= self._limits.jobs_waiting
            if full or line.of(whose.address) >= self._limits.jobs_waiting_per_address:
                self._metrics.jobs_refused.labels(kind.name).inc()
                raise Refused("server/busy" if full else "limit/rate")
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.put(whose, waiter)
        waiting, began = self._metrics.jobs_waiting.labels(kind.name), time.perf_counter()
        waiting.inc()
        self._waiting += 1
        try:
            await waiter
        except asyncio.CancelledError:
            self._metrics.jobs_dropped.labels(kind.name).inc()
            line.drop(whose, waiter)
            if not waiter.cancelled():  # let in, and gone in the same moment
                self.leave()
            raise
        finally:
            waiting.dec()
            self._waiting -= 1
            self._metrics.jobs_waited.labels(kind.name).observe(time.perf_counter() - began)

    def leave(self) -> None:
        """A place is free: the next one is let in."""
        while self._urgent or self._rest:
            urgent = bool(self._urgent) and (not self._rest or self._in_a_row < URGENT_IN_A_ROW)
            self._in_a_row = self._in_a_row + 1 if urgent else 0
            waiter = (self._urgent if urgent else self._rest).next()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._free += 1


class Place:
    """A place that somebody has until it is left."""

    def __init__(self, turns: Turns, metrics: Metrics, kind: Kind) -> None:
        self._turns, self._running = turns, metrics.jobs_running.labels(kind.name)
        self._running.inc()

    def __enter__(self) -> None:
        """It was taken when it was got."""

    def __exit__(self, *_: object) -> None:
        self._running.dec()
        self._turns.leave()


class Begun:
    """Work that is done to its end once it is begun, whoever has gone meanwhile: it takes up its place until then."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def follow(self, doing: Coroutine[Any, Any, T]) -> T:
        """Begin something, and wait for it."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # there may be nobody left to take it

    def cancel(self) -> None:
        """Wait for nothing any more."""
        for task in self._tasks:
            task.cancel()
