"""Derives things from tables' logs in a thread, one job at a time, so that no table has to wait."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar, cast

from perron.server.job_queue import LOG, JobOwner, JobQueue, JobSlot, RunningJobs
from perron.server.metrics import Metrics
from perron.server.readable import read
from perron.server.refusal import Refused
from perron.server.settings import Limits
from perron.server.store import Snapshot, Store, queries

T = TypeVar("T")

_CACHED = 64


class LogReader:
    """Reads snapshots of tables. One job at a time, since such a thread and the event loop slow each other down."""

    def __init__(self, store: Store, limits: Limits, metrics: Metrics) -> None:
        self._store, self._queue, self._running_jobs = store, JobQueue(1, limits, metrics), RunningJobs()
        self._cache: OrderedDict[Hashable, Any] = OrderedDict()

    async def read(self, owner: JobOwner, do: Callable[[Snapshot], T], key: Hashable = None) -> T:
        """Wait for a slot, then apply `do` to a snapshot of the table; raises Refused if there is no such table.

        A result under a key is cached for a while: clients that reconnect again and again ask for the same.
        """
        if key in self._cache:
            return cast(T, self._cached(key))
        slot = await self._queue.acquire(LOG, owner)
        return await self._running_jobs.follow(self._read(slot, owner.table, do, key))

    async def _read(self, slot: JobSlot, code: str, do: Callable[[Snapshot], T], key: Hashable) -> T:
        with slot:
            if key in self._cache:
                return cast(T, self._cached(key))
            snapshot = await self._store.read(partial(queries.load_snapshot, code=code))
            if snapshot is None:
                raise Refused("table/not_found")
            result = await asyncio.to_thread(read, do, snapshot)
        if key is not None:
            self._cache[key] = result
            if len(self._cache) > _CACHED:
                self._cache.popitem(last=False)
        return result

    def _cached(self, key: Hashable) -> Any:
        self._cache.move_to_end(key)
        return self._cache[key]
