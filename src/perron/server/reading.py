"""Reading logs: what somebody may know of one is made in a thread, one after the other; no table waits for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar, cast

from perron.server.metrics import Metrics
from perron.server.readable import read
from perron.server.refusal import Refused
from perron.server.settings import Limits
from perron.server.store import Store, Whole, queries
from perron.server.turns import LOG, Begun, Place, Turns, Whose

T = TypeVar("T")

_MOST_KEPT = 64


class Reading:
    """One at a time: such a thread and the event loop hold each other up."""

    def __init__(self, store: Store, limits: Limits, metrics: Metrics) -> None:
        self._store, self._turns, self._begun = store, Turns(1, limits, metrics), Begun()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    async def make(self, whose: Whose, do: Callable[[Whole], T], key: Hashable = None) -> T:
        """Make something of a table and its log when the turn has come; raises Refused if there is no such table.

        What is made under a key is kept for a while for whoever asks for the same: those who come again and again do.
        """
        if key in self._kept:
            return cast(T, self._known(key))
        place = await self._turns.come(LOG, whose)
        return await self._begun.follow(self._make(place, whose.table, do, key))

    async def _make(self, place: Place, code: str, do: Callable[[Whole], T], key: Hashable) -> T:
        with place:
            if key in self._kept:
                return cast(T, self._known(key))
            whole = await self._store.read(partial(queries.load_whole, code=code))
            if whole is None:
                raise Refused("table/not_found")
            made = await asyncio.to_thread(read, do, whole)
        if key is not None:
            self._kept[key] = made
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return made

    def _known(self, key: Hashable) -> Any:
        self._kept.move_to_end(key)
        return self._kept[key]
