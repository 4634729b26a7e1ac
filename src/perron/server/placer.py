"""Boards that nobody has placed yet are placed in another process: the search would hold up every table."""

from __future__ import annotations

import asyncio

from perron.board.geometry import is_placed, learn_placing, search
from perron.board.placing import QUICK, Placing
from perron.editions.edition import Edition
from perron.server.job_queue import JobOwner
from perron.server.replays import Replays


class Placer:
    """Places boards one at a time, each once."""

    def __init__(self, replays: Replays) -> None:
        self._replays, self._lock = replays, asyncio.Lock()

    async def place(self, edition: Edition, owner: JobOwner) -> None:
        """Make sure that a board is placed before it is drawn; raises Refused if too many wait for that."""
        if is_placed(edition):
            return
        async with self._lock:
            if not is_placed(edition):
                learn_placing(edition, await self._replays.run_job(owner, _place, edition))


def _place(edition: Edition) -> Placing:
    return search(edition, QUICK)
