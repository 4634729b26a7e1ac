"""Honest people at their tables while others do their worst to the server, for minutes.

The attackers are those of the benchmarks (benchmarks/server: one address at its worst, floods), and some who only
break rules of the protocol. The server has its usual limits. All honest games must end, verify, and be timely.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.server.attack import HINTS, LONG, Attack
from benchmarks.server.flooded import PINGS, SILENT
from benchmarks.server.process import SOURCES, ServerProcess
from benchmarks.server.tables import make_tables, play_on
from perron.record import read_record, verify_record
from perron.server.models import TableSettings
from perron.server.protocol import PROTOCOL
from perron.server.store import Store
from tests.server.client import Json, Table, at, begun, first_claim, make_table

_HONEST, _RUDE = (f"127.0.{net}.%d" for net in (8, 9))
"""Where people come from, and those who break rules: every time from another address, as each may make few tables."""
TABLES = 4
PAUSE_MS = TableSettings().bot_pause_ms
SLOWEST_MS = 150.0
"""Of a hundred actions of honest people 99 must be acknowledged by then."""
LATEST = 2.0
"""A bot's answer, in times of its pause."""
_FLOOD_S = 60.0
_GAMES_END_WITHIN_S = 900.0


@dataclass
class Account:
    """What honest people saw."""

    games: int = 0
    actions: list[float] = field(default_factory=list)
    """Milliseconds until each was acknowledged."""
    answers: list[float] = field(default_factory=list)
    """Of bots, in times of their pause."""
    reconnected: int = 0
    attackers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """Of the server: what it should have refused."""

    @property
    def timely(self) -> bool:
        """Whether nobody had to wait longer than was promised."""
        return _ranked(self.actions, 0.99) <= SLOWEST_MS and _ranked(self.answers, 0.99) <= LATEST

    def __str__(self) -> str:
        tried = ", ".join(f"{count:,} {what}" for what, count in sorted(self.attackers.items()))
        return (
            f"{self.games} honest games finished and verified, {len(self.actions)} actions acknowledged in "
            f"{_ranked(self.actions, 0.5):.1f} ms (p50) and {_ranked(self.actions, 0.99):.1f} ms (p99), "
            f"{len(self.answers)} answers of bots after {_ranked(self.answers, 0.5):.2f} (p50) and "
            f"{_ranked(self.answers, 0.99):.2f} (p99) of their pauses, {self.reconnected} connections lost: "
            f"{'timely' if self.timely else 'NOT TIMELY'}; the attackers: {tried}"
        )


def _ranked(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("inf")


def _addresses(form: str) -> Iterator[str]:
    return (form % (1 + i % 254) for i in count())


class Honest:
    """Two people and a bot at a table, one game after the other."""

    def __init__(self, base: str, account: Account, until: float, addresses: Iterator[str]) -> None:
        self._base, self._account, self._until, self._addresses = base, account, until, addresses
        self._rng = random.Random(0)

    async def play(self) -> None:
        """Begin games until time is up, and end each."""
        while time.monotonic() < self._until:
            seats, address = ["person", "person", "easy"], next(self._addresses)
            table = await asyncio.to_thread(
                begun, self._base, "first_journey", seats, address=address, bot_pause_ms=PAUSE_MS
            )
            await self._end(table)
            record = read_record((await asyncio.to_thread(table.ask, "/record")).text)
            assert verify_record(record).words_committed
            self._account.games += 1

    async def _end(self, table: Table) -> None:
        while True:
            try:
                async with at(table, 0, 1) as (client, welcome):
                    await self._sit(client, welcome)
                    return
            except (OSError, WebSocketException):  # an honest client comes back
                self._account.reconnected += 1
                await asyncio.sleep(0.5)

    async def _sit(self, client: Any, message: Json) -> None:
        turned: float | None = None
        while True:
            assert message["type"] in ("welcome", "update"), message
            view = message["views"][0]
            if turned is not None and any(entry["by"] == "bot" for entry in message["entries"]):
                self._account.answers.append((time.monotonic() - turned) * 1000 / PAUSE_MS)
                turned = None
            if view["outcome"] is not None:
                return
            moving = next((one for one in message["views"] if one["to_move"] == one["seat"]), None)
            if moving is None:
                turned = turned or time.monotonic()
            else:
                await asyncio.sleep(self._rng.uniform(0.1, 0.3))
                await self._act(client, message["number"], moving)
            message = await client.next("update")

    async def _act(self, client: Any, number: int, view: Json) -> None:
        began = time.monotonic()
        answer = await client.act(view["seat"], first_claim(view), number)
        assert answer["type"] == "accepted", answer
        self._account.actions.append(1000 * (time.monotonic() - began))


class Rude:
    """Somebody who keeps to no rule of the protocol."""

    def __init__(self, base: str, account: Account) -> None:
        self._base, self._counts, self._faults = base, account.attackers, account.faults
        self._addresses = _addresses(_RUDE)
        self._port = int(base.rpartition(":")[2])

    async def attack(self) -> None:
        """Everything at once, until it is cancelled."""
        doing = (self._drip, self._babble, self._stall_deals, self._stall_turns)
        await asyncio.gather(*(self._again(one) for one in doing))

    async def _again(self, do: Callable[[], Any]) -> None:
        while True:
            with suppress(OSError, WebSocketException, httpx.HTTPError, AssertionError, KeyError, TimeoutError):
                await do()
            await asyncio.sleep(0.2)

    async def _drip(self) -> None:
        """Headers that never end, a letter at a time."""
        _, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(next(self._addresses), 0))
        writer.write(b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        self._counts["dripping requests"] += 1
        for _ in range(60):
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(1)

    async def _babble(self) -> None:
        """A socket that says what cannot be read, too much of it, and too often."""
        table = await asyncio.to_thread(
            make_table, self._base, "tiny", ["person", "person"], address=next(self._addresses)
        )
        url = f"{table.base}/api/tables/{table.code}/socket".replace("http", "ws", 1)
        async with connect(url, compression=None, local_addr=(table.address, 0)) as socket:
            await socket.send(json.dumps({"type": "hello", "version": PROTOCOL}))
            for text in ("{", "[]", '{"type":"act"}', "x" * 8000, json.dumps({"type": "say", "id": "1", "text": "x"})):
                for _ in range(50):
                    await socket.send(text)
                    self._counts["messages of no sense"] += 1
            await socket.send("x" * 100_000)
            await socket.recv()

    async def _stall_deals(self) -> None:
        """Commit, start, and never show a word."""
        table = await asyncio.to_thread(
            make_table, self._base, "tiny", ["person", "person"], address=next(self._addresses)
        )
        for seat in (0, 1):
            await asyncio.to_thread(table.sit, f"Rude {seat}", seat)
        await asyncio.to_thread(table.ready)
        await asyncio.to_thread(table.call, "start", None, table.host)
        for _ in range(20):
            answer = await asyncio.to_thread(table.show_word, 0, word=secrets.token_hex(16))
            if answer.status_code not in (422, 429):
                self._faults.append(f"a word that was never committed to: {answer.text}")
        self._counts["deals stalled"] += 1

    async def _stall_turns(self) -> None:
        """Take every action back, and send every message twice."""
        table = await asyncio.to_thread(begun, self._base, "tiny", ["person", "person"], address=next(self._addresses))
        async with at(table, 0, 1) as (client, welcome):
            message = welcome
            for _ in range(60):
                view = next(one for one in message["views"] if one["to_move"] == one["seat"])
                ident = secrets.token_hex(8)
                act = {"type": "act", "id": ident, "number": client.number, "seat": view["seat"]}
                for _ in range(2):
                    await client.send(**act, action=view["legal"][-1])
                message = await client.next("update")
                self._counts["actions sent twice"] += 1
                undo = {"type": "undo", "id": secrets.token_hex(8), "number": client.number, "seat": view["seat"]}
                await client.send(**undo)
                await asyncio.sleep(0.3)


def endure(url: str, folder: Path, minutes: float, say: Callable[[str], None] = lambda _: None) -> Account:
    """Let honest people play while the others attack, for this long; raises if an honest game fails."""
    with Store.open(url) as store:
        theirs, long = make_tables(store, HINTS), make_tables(store, 1)
        play_on(store, long, LONG)
    server = ServerProcess(url, 1, folder / "log", usual_limits=True)
    account = Account()
    try:
        asyncio.run(_endure(server, account, theirs, long[0], 60 * minutes, say))
    finally:
        server.stop()
    return account


async def _endure(server: ServerProcess, account: Account, theirs: Any, long: Any, seconds: float, say: Any) -> None:
    base, addresses = f"http://127.0.0.1:{server.port}", _addresses(_HONEST)
    await Honest(
        base, Account(), time.monotonic() + 1, addresses
    ).play()  # a bot is slow when it plays for the first time
    until = time.monotonic() + seconds
    people = [asyncio.create_task(Honest(base, account, until, addresses).play()) for _ in range(TABLES)]
    attack = Attack(server.port, theirs, long, seconds)
    rude = asyncio.create_task(Rude(base, account).attack())
    flood = asyncio.create_task(_flood(server.port, long.code, until, account.attackers))
    try:
        while not all(one.done() for one in people):
            await asyncio.wait(people, timeout=60)
            for one in people:
                if one.done():
                    one.result()
            say(str(account))
            assert time.monotonic() < until + _GAMES_END_WITHIN_S, "honest games do not end"
    finally:
        rude.cancel()
        flood.cancel()
        await asyncio.gather(rude, flood, return_exceptions=True)
        account.attackers += await asyncio.to_thread(attack.end)
    assert not account.faults, account.faults


async def _flood(port: int, code: str, until: float, counts: Counter[str]) -> None:
    """Silent connections and pings, again and again."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(SOURCES)}
    while time.monotonic() < until:
        arguments = [str(port), code, str(SILENT), str(PINGS), str(_FLOOD_S)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.server.flood", *arguments, env=environment, stdout=subprocess.PIPE
        )
        try:
            told = json.loads((await process.communicate())[0])
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        counts["silent connections"] += told["opened"]
        counts["MB of pings"] += told["sent"] // 10**6
