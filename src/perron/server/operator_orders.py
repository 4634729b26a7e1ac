"""Carries out what the operator orders with the command line, in another process: checked every two seconds.

PostgreSQL notifies its workers of some of it at once; SQLite has no notifications.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perron.server.refusal import Refused
from perron.server.store import TraceRow, moderating
from perron.server.store.store import now_ms

if TYPE_CHECKING:
    from perron.server.hall import Hall

EVERY = 2
"""Rounds of the sweep."""
_LOOK_BACK_MS = 60_000


class Operator:
    """Carries out the operator's orders."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._seen: set[str] = set()
        self._began = now_ms()

    async def check(self) -> None:
        """Read which addresses are barred, and which tables were changed from outside."""
        hall, now = self._hall, now_ms()
        hall.bars.set(await hall.store.read(partial(moderating.barred_now, now=now)))
        for room in hall.rooms:
            for one in list(room.connections):
                try:
                    hall.bars.check(one.came_from, now)
                except Refused as refused:
                    one.close(refused.code, refused.values)
        since = max(self._began, now - _LOOK_BACK_MS)
        traces = await hall.store.read(partial(moderating.traces_after, at=since))
        fresh = [one for one in traces if one.by == "operator" and one.id not in self._seen]
        self._seen = {one.id for one in traces}
        if fresh:
            await self._read_again(fresh)

    async def _read_again(self, fresh: list[TraceRow]) -> None:
        games = {one.game for one in fresh if one.game}
        for room in self._hall.rooms:
            if moderating.game_hash(room.live.code) in games:
                await self._hall.catch_up(room)
                await self._hall.tell_chat(room)
