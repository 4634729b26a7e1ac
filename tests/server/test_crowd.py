"""A server in a process of its own, with thousands of sockets and with much nonsense: it lives, and does not grow."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from benchmarks.server.sockets import Socket
from perron.server.protocol import PROTOCOL
from tests.server.client import Table, at, begun, first_claim
from tests.server.crash import Process
from tests.server.served.test_hostile import babble

pytestmark = pytest.mark.xdist_group("processes")
CROWD = 2000
IDLE_KIB = 60
"""Memory that an idle socket may take."""
ROUNDS, MESSAGES = 6, 3000
GROWTH_MIB = 12
"""What a server may grow by while it is sent nonsense, after a first round of it: far less than what it was sent."""


def memory(server: Process) -> int:
    """Bytes that the server has in memory."""
    assert server.process is not None
    statm = Path(f"/proc/{server.process.pid}/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 1024 * int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(server.process.pid)]))


@pytest.fixture
def server(sqlite_url: str, tmp_path: Path) -> Iterator[Process]:
    """A server without limits for an address."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, CROWD + 1000)), hard))
    running = Process(sqlite_url, tmp_path)
    running.start()
    yield running
    running.kill()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Watchers:
    """Many sockets that only watch."""

    def __init__(self, server: Process, table: Table) -> None:
        self._server, self._table = server, table
        self._sockets: list[Socket] = []
        self.heard = {"welcome": 0, "update": 0}
        self.lost = 0

    async def come(self, number: int) -> None:
        """That many more come, and are welcomed."""
        loop, wanted = asyncio.get_running_loop(), self.heard["welcome"] + number
        path = f"/api/tables/{self._table.code}/socket"
        for _ in range(number):
            _, socket = await loop.create_connection(
                lambda: Socket(f"127.0.0.1:{self._server.port}", path, self._hear, self._gone),
                "127.0.0.1",
                self._server.port,
            )
            self._sockets.append(socket)
            socket.say({"type": "hello", "version": PROTOCOL})
        await self.until("welcome", wanted)

    async def until(self, kind: str, number: int) -> None:
        """Wait until this many messages of a kind have come."""
        async with asyncio.timeout(60):
            while self.heard[kind] < number:
                await asyncio.sleep(0.02)

    def _hear(self, text: bytes) -> None:
        kind = json.loads(text)["type"]
        self.heard[kind] = self.heard.get(kind, 0) + 1

    def _gone(self) -> None:
        self.lost += 1

    def leave(self) -> None:
        """All go at once, without a word."""
        for socket in self._sockets:
            socket.close()


def test_two_thousand_watch_from_one_address_and_everybody_sees_what_is_played(server: Process) -> None:
    table = begun(server.base, "tiny", ["person", "person"])
    watchers = Watchers(server, table)

    async def crowd() -> float:
        await watchers.come(100)
        before = memory(server)
        await watchers.come(CROWD - 100)
        each = (memory(server) - before) / 1024 / (CROWD - 100)
        async with at(table, 0, 1) as (client, welcome):
            view = next(view for view in welcome["views"] if view["to_move"] == view["seat"])
            assert (await client.act(view["seat"], first_claim(view)))["type"] == "accepted"
            await watchers.until("update", CROWD)
        watchers.leave()
        async with at(table, 0) as (client, _):
            await client.send(type="ping", id="p")
            assert (await client.answer("p"))["type"] == "pong"
        return each

    assert asyncio.run(crowd()) <= IDLE_KIB
    assert watchers.lost == 0
    assert "Traceback" not in server.log.read_text()
    assert '"level": "error"' not in server.log.read_text()


def test_a_server_that_is_sent_nonsense_does_not_grow(server: Process) -> None:
    table, other = (begun(server.base, "tiny", ["person", "person"]) for _ in range(2))
    rng = Random(5)

    async def attack() -> None:
        spy = Table(table.base, table.code, other.host, other.seats)
        for _ in range(MESSAGES // 50):
            with suppress(ConnectionClosed):
                async with at(spy, 0, 1, host=True) as (client, _):
                    for _ in range(50):
                        await client.socket.send(babble(rng, table, other.seats[0]))
                    await client.send(type="ping", id="end")
                    await client.answer("end")  # all of it has been answered

    asyncio.run(attack())
    before = memory(server)
    for _ in range(ROUNDS):
        asyncio.run(attack())
    assert (memory(server) - before) / 2**20 <= GROWTH_MIB
    assert table.ask().json()["table"]["number"] == 0
    assert '"level": "error"' not in server.log.read_text()
