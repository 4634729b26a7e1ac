"""One address does its worst, and what another notices of it."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import httpx

from benchmarks.server.load import Load, Sample
from benchmarks.server.process import ServerProcess
from benchmarks.server.sockets import Socket
from benchmarks.server.tables import Made, make_tables, play_on
from perron.bench.clock import Measurement, summed_up
from perron.deal import DealList, word_commitment
from perron.editions import largest
from perron.game import Game
from perron.record import write_record
from perron.server.protocol import PROTOCOL
from perron.server.store import Store

ATTACKER, HONEST = "127.0.0.2", "127.0.0.3"
STORM, HINTS, EXPERTS, REPLAYS = 20, 95, 20, 12
"""Sockets that come again and again, sockets that ask for hints, tables of experts, replays, all at once."""
OWN_TABLES, RATE = 10, 20.0
"""Where the other address plays, and its actions a second."""
LONG = 300
"""Actions in the log of the table where the attacker's sockets come again and again."""
_SETTLE_S = 3.0
_WARM_S = 120.0
Json = dict[str, Any]
Say = Callable[[str], None]


def measure_attack(
    group: str, url: str, seconds: float, log: Path, say: Callable[[str], None]
) -> Iterator[Measurement]:
    """A server with its usual limits: what an address sees of it in quiet, and while another does its worst."""
    with Store.open(url) as store:
        own, theirs, long = make_tables(store, OWN_TABLES), make_tables(store, HINTS), make_tables(store, 1)
        play_on(store, long, LONG)
    server = ServerProcess(url, 1, log, usual_limits=True)
    try:
        found = asyncio.run(_measure(server.port, own, theirs, long[0], seconds, say))
    finally:
        server.stop()
    for name, unit, value in found:
        yield summed_up(group, name, unit, [value])


async def _measure(
    port: int, own: Sequence[Made], theirs: Sequence[Made], long: Made, seconds: float, say: Say
) -> list[tuple[str, str, float]]:
    load, bots = Load(own, port, address=HONEST), BotTables(port)
    await load.connect(0, len(own))
    found: list[tuple[str, str, float]] = []
    await bots.play(_WARM_S, most=3)
    for what in ("in quiet", "under attack"):
        attack = Attack(port, theirs, long, seconds + 2 * _SETTLE_S) if what == "under attack" else None
        await asyncio.sleep(_SETTLE_S if attack else 0)
        sample, answers = await asyncio.gather(load.run(RATE, seconds), bots.play(seconds))
        found += _told(what, sample, answers)
        say(", ".join(f"{name} {value:.1f} {unit}" for name, unit, value in found[-5:]))
        if attack is not None:
            counts = await asyncio.to_thread(attack.end)
            say(f"the attacker: {dict(counts)}")
            found += [(f"the attacker's {name}", "/s", counts[name] / seconds) for name in sorted(counts)]
    load.close()
    return found


def _told(what: str, sample: Sample, answers: list[float]) -> list[tuple[str, str, float]]:
    ranked = sorted(answers)
    return [
        (f"{what}: action to all screens, p50", "ms", sample.percentile(0.5)),
        (f"{what}: action to all screens, p99", "ms", sample.percentile(0.99)),
        (f"{what}: actions that all saw", "%", 100 * sample.done),
        (f"{what}: a bot's answer, p50", "ms", 1000 * ranked[len(ranked) // 2]),
        (f"{what}: a bot's answer, the slowest", "ms", 1000 * ranked[-1]),
    ]


class Table:
    """A table that was made over REST from an address, with all its people's secrets."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}/api", transport=httpx.HTTPTransport(local_address=address), timeout=60
        )

    def begin(self, *seats: str, pause_ms: int = 1200) -> None:
        """Make it, sit down at it, and start."""
        plans = [{"kind": "person"} if one == "person" else {"kind": "bot", "level": one} for one in seats]
        asked = {"edition": largest(), "seats": plans, "settings": {"bot_pause_ms": pause_ms, "undo_pause_ms": 0}}
        made = self._post("/tables", asked)
        self.code, host = made["table"]["code"], made["secret"]
        self.secrets, words = [], {}
        for seat in [i for i, one in enumerate(seats) if one == "person"]:
            sat = self._post(f"/tables/{self.code}/sit", {"name": f"Person {seat}", "seat": seat})
            self.secrets.append(sat["secret"])
            words[seat] = word = secrets.token_hex(16)
            ready = {"seat": seat, "commitment": word_commitment(self.code, 1, seat, word)}
            self._post(f"/tables/{self.code}/ready", ready, sat["secret"])
        told = self._post(f"/tables/{self.code}/start", {}, host)["table"]
        commitments = tuple(one or "-" for one in told["deal"]["commitments"])
        listed = DealList(self.code, 1, told["edition"], told["rules"], told["commitment"], commitments).hash
        for seat, secret in zip(words, self.secrets, strict=True):
            shown = {"seat": seat, "attempt": 1, "word": words[seat], "list": listed}
            self._post(f"/tables/{self.code}/word", shown, secret)

    def _post(self, path: str, body: Json, secret: str = "") -> Json:
        proof = {"Authorization": f"Bearer {secret}"} if secret else {}
        answer = self.client.post(path, json=body, headers=proof)
        answer.raise_for_status()
        told: Json = answer.json()
        return told


class Client:
    """One socket, from an address."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Json | None] = asyncio.Queue()

    async def connect(self, port: int, address: str, code: str, held: Sequence[str] = ()) -> Json | None:
        """Come to a table; the first message, None if there was none."""
        host, path = f"127.0.0.1:{port}", f"/api/tables/{code}/socket"

        def make() -> Socket:
            return Socket(host, path, lambda text: self.heard.put_nowait(json.loads(text)), self._lost)

        _, self.socket = await asyncio.get_running_loop().create_connection(
            make, "127.0.0.1", port, local_addr=(address, 0)
        )
        self.socket.say({"type": "hello", "version": PROTOCOL, "secrets": list(held)})
        return await self.heard.get()

    def _lost(self) -> None:
        self.heard.put_nowait(None)


class BotTables:
    """Somebody plays against an expert, and looks at the watch."""

    def __init__(self, port: int) -> None:
        self._port, self._rng = port, Random(1)

    async def play(self, seconds: float, most: int | None = None) -> list[float]:
        """Seconds from the end of each own turn to the bot's first answer, of at most this many answers."""
        table, client = Table(self._port, HONEST), Client()
        await asyncio.to_thread(table.begin, "person", "expert")
        message = await client.connect(self._port, HONEST, table.code, table.secrets)
        answers: list[float] = []
        until, asked = time.monotonic() + seconds, 0.0
        while time.monotonic() < until and len(answers) != most:
            assert message is not None, "the server closed the socket"
            if message["type"] in ("welcome", "update"):
                if asked and any(entry["by"] == "bot" for entry in message["entries"]):
                    answers.append(time.monotonic() - asked)
                    asked = 0.0
                view = message["views"][0]
                if view["to_move"] == 0:
                    act = {"type": "act", "id": secrets.token_hex(8), "number": message["number"], "seat": 0}
                    client.socket.say({**act, "action": self._rng.choice(view["legal"])})
                elif not asked:
                    asked = time.monotonic()
            try:
                message = await asyncio.wait_for(client.heard.get(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                break
        client.socket.close()
        return answers


class Attack:
    """The worst that an address can do, from a process of its own."""

    def __init__(self, port: int, tables: Sequence[Made], long: Made, seconds: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._told, telling = context.Pipe(duplex=False)
        self._process = context.Process(target=_attack, args=(port, list(tables), long, seconds, telling))
        self._process.start()

    def end(self) -> Counter[str]:
        """Wait for its end; what became of it all."""
        counts: Counter[str] = self._told.recv()
        self._process.join()
        return counts


def _attack(port: int, tables: list[Made], long: Made, seconds: float, telling: Connection) -> None:
    attacker = _Attacker(port, tables, long)
    with suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(attacker.work(), seconds))
    telling.send(attacker.counts)


class _Attacker:
    def __init__(self, port: int, tables: list[Made], long: Made) -> None:
        self.port, self.tables, self.long = port, tables, long
        self.counts: Counter[str] = Counter()

    async def work(self) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # sockets that are not opened are counted
        game, rng = Game(largest(), 5, seed=1), Random(1)
        while not game.over:
            game.play(rng.choice(game.legal_numbers().tolist()))
        record = write_record(game)
        await asyncio.to_thread(self._experts)
        doing: list[Coroutine[Any, Any, None]] = [self._hints(table) for table in self.tables]
        doing += [self._storm() for _ in range(STORM)]
        doing += [self._replay(record) for _ in range(REPLAYS)]
        await asyncio.gather(*doing)

    def _experts(self) -> None:
        for _ in range(EXPERTS):
            with suppress(httpx.HTTPError):
                Table(self.port, ATTACKER).begin(*["expert"] * 4, pause_ms=20)
                self.counts["tables of experts"] += 1

    async def _storm(self) -> None:
        while True:
            client = Client()
            first = await client.connect(self.port, ATTACKER, self.long.code)
            self.counts["sockets welcomed" if first and first["type"] == "welcome" else "sockets refused"] += 1
            client.socket.close()

    async def _hints(self, table: Made) -> None:
        while True:
            client = Client()
            message = await client.connect(self.port, ATTACKER, table.code, table.secrets)
            if message is None or message["type"] != "welcome":
                await asyncio.sleep(1)
                continue
            while message is not None:
                client.socket.say({"type": "hint", "id": secrets.token_hex(8), "seat": 0})
                message = await client.heard.get()
                given = message is not None and message["type"] == "hint"
                self.counts["hints given" if given else "hints refused"] += 1

    async def _replay(self, record: str) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=ATTACKER)
        async with httpx.AsyncClient(transport=transport, timeout=60) as client:
            while True:
                answer = await client.post(f"http://127.0.0.1:{self.port}/api/replay", content=record)
                self.counts["replays made" if answer.status_code == 200 else "replays refused"] += 1
