"""A server for browsers: it can be stopped and started again at the same address, and put a table into a position."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from perron import Game
from perron.editions.places import VARIABLE
from perron.server.hall import Hall
from perron.server.run import TableServer, configure
from perron.server.settings import UNLIMITED, Limits, Settings
from perron.server.store.schema import seats
from tests.server.plain import get
from tests.server.serving import await_end

GENEROUS = Limits(rates=UNLIMITED)
"""All browsers of a test come from one address, and are in a hurry."""


@contextmanager
def opened(database: str) -> Iterator[House]:
    """A server that is open for a while."""
    house = House(database)
    house.open()
    yield house
    house.close()


@contextmanager
def opened_with_editions(folder: Path) -> Iterator[House]:
    """A server with the editions that lie in a folder, open for a while."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        with opened(f"sqlite:///{folder}/perron.sqlite") as house:
            yield house


class House:
    """A server in a thread of this process."""

    def __init__(self, database: str) -> None:
        self.settings = Settings(database=database, limits=GENEROUS, bot_processes=1)
        self.port = 0

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall(self) -> Hall:
        """Its tables."""
        hall: Hall = self.server.lifespan.state["hall"]
        return hall

    def open(self) -> None:
        """Start, at the address that it had before if it had one."""
        self.taken = socket.socket()
        self.taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.taken.bind(("127.0.0.1", self.port))
        self.port = self.taken.getsockname()[1]
        self.server = TableServer(configure(self.settings))
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        assert get(f"{self.base}/api/ready").status_code == 200

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve([self.taken])

    def close(self) -> None:
        """Stop, gracefully."""
        self.server.should_exit = True
        await_end(self.thread, [self.loop])
        self.taken.close()

    def put(self, code: str, game: Game) -> None:
        """Let a table go on from another position, where all have chosen, and tell everybody who is there."""

        async def change() -> None:
            room = await self.hall.room(code)
            # A bot may be about to answer the position before: its answer must not be played in this one.
            async with room.live.lock:
                self.hall._stop_waiting(room)
                # In the store too: seats are read from there whenever one of them changes.
                await self.hall.store.write(
                    lambda to: to.execute(update(seats).where(seats.c.code == code).values(sealed=None))
                )
                room.live.game, room.live._views = game, {}
                room.live.seats = tuple(replace(seat, sealed=None) for seat in room.live.seats)
                room.tell_table()
                room._tell_update((), int(1000 * time.time()))

        asyncio.run_coroutine_threadsafe(change(), self.loop).result(30)


def elsewhere(doing: Any) -> Any:
    """Run a coroutine to its end in a thread of its own: the browser's driver has a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, doing).result()
