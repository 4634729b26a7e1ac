"""The load: people at many tables, each of whom sees what the others do; and how long that takes."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from benchmarks.server.sockets import Socket
from benchmarks.server.tables import SEATS, Made
from perron.server.protocol import PROTOCOL

_UPDATE = b'{"type":"update","number":'
_WELCOME = b'{"type":"welcome"'
_REFUSED = b'{"type":"refused"'
_BYE = b'{"type":"bye"'
_TO_MOVE = b'"to_move":'
_GOES_ON = b'"outcome":null'
_DRAIN_S = 5.0
_CONNECT_AT_ONCE = 100


@dataclass(slots=True)
class Sample:
    """What became of some seconds of load."""

    rate: float
    """Actions a second that were to be done."""
    seconds: float
    latencies: list[float] = field(default_factory=list)
    """From the moment when an action was due to the last screen that showed it, in seconds."""
    planned: int = 0
    refused: int = 0
    cpu: float = 0.0
    """Share of one core that the server used."""

    def percentile(self, part: float) -> float:
        """In milliseconds."""
        if not self.latencies:
            return float("inf")
        ranked = sorted(self.latencies)
        return 1000 * ranked[min(len(ranked) - 1, int(part * len(ranked)))]

    @property
    def done(self) -> float:
        """Share of the actions that everybody saw."""
        return len(self.latencies) / self.planned if self.planned else 1.0


class TableLoad:
    """One table with all its sockets."""

    def __init__(self, made: Made, rng: Random) -> None:
        self.made, self.rng = made, rng
        self.sockets: list[Socket] = []
        self.welcomed = asyncio.Event()
        self.sample: Sample | None = None
        self.over = False
        self._welcomes = self._number = self._seen = 0
        self._turn: tuple[int, bytes] | None = None
        """The seat to move, and its last message."""
        self._due: float | None = None
        """When the action was due that is under way."""
        self._next: float | None = None
        """When one was due that had to wait for it."""
        self.failed: str | None = None

    async def connect(self, port: int, address: str | None = None) -> None:
        """Everybody comes, from an address of this machine."""
        loop, path = asyncio.get_running_loop(), f"/api/tables/{self.made.code}/socket"
        for seat in range(SEATS):

            def make(seat: int = seat) -> Socket:
                return Socket(f"127.0.0.1:{port}", path, lambda text: self._heard(seat, text), self._lost)

            own = None if address is None else (address, 0)
            _, socket = await loop.create_connection(make, "127.0.0.1", port, local_addr=own)
            self.sockets.append(socket)
            socket.say({"type": "hello", "version": PROTOCOL, "secrets": [self.made.secrets[seat]]})
        await self.welcomed.wait()

    def _lost(self) -> None:
        self.failed = self.failed or "the server closed a socket"
        self.welcomed.set()

    def _heard(self, seat: int, text: bytes) -> None:
        if text.startswith(_UPDATE):
            start = len(_UPDATE)
            self._note(seat, text)
            number = int(text[start : text.index(b",", start)])
            if number > self._number:
                self._number, self._seen = number, 0
            self._seen += 1
            if self._seen == SEATS:
                self._seen = 0  # a choice under seal is told with the number that was told before
                self._all_have_seen()
        elif text.startswith(_WELCOME):
            self._note(seat, text)
            self._number = json.loads(text)["number"]
            self._welcomes += 1
            if self._welcomes == SEATS:
                self.welcomed.set()
        elif text.startswith(_REFUSED) and self.sample is not None:
            self.sample.refused += 1
        elif text.startswith(_BYE):
            self.failed = text.decode()

    def _note(self, seat: int, text: bytes) -> None:
        if _GOES_ON not in text:
            self.over = True
        at = text.rindex(_TO_MOVE) + len(_TO_MOVE)
        if text[at : at + 1] == b"%d" % seat:
            self._turn = seat, text

    def act(self, due: float) -> None:
        """Do something, as soon as everybody has seen what was done before."""
        if self._due is not None:
            self._next = self._next or due
            return
        if self.over or self._turn is None:
            return
        seat, text = self._turn
        view = next(view for view in json.loads(text)["views"] if view["seat"] == seat)
        self._due, self._turn = due, None
        action = self.rng.choice(view["legal"])
        ident = secrets.token_hex(8)
        self.sockets[seat].say({"type": "act", "id": ident, "number": self._number, "seat": seat, "action": action})

    def _all_have_seen(self) -> None:
        if self._due is None:
            return
        if self.sample is not None:
            self.sample.latencies.append(asyncio.get_running_loop().time() - self._due)
        self._due, later, self._next = None, self._next, None
        if later is not None:
            self.act(later)

    @property
    def busy(self) -> bool:
        """Whether an action is under way."""
        return self._due is not None

    def begin(self, sample: Sample | None) -> None:
        """Count from now on into this sample; what is under way no longer counts."""
        self.sample, self._next = sample, None


class Load:
    """All tables."""

    def __init__(self, made: Sequence[Made], port: int, seed: int = 0, address: str | None = None) -> None:
        self._rng = Random(seed)
        self._port, self._address = port, address
        self.tables = [TableLoad(one, Random(self._rng.getrandbits(64))) for one in made]

    async def connect(self, first: int, last: int) -> None:
        """Let people come to tables, some at a time."""
        gate = asyncio.Semaphore(_CONNECT_AT_ONCE // SEATS)

        async def come(table: TableLoad) -> None:
            async with gate:
                await asyncio.wait_for(table.connect(self._port, self._address), 60)

        await asyncio.gather(*(come(table) for table in self.tables[first:last]))

    async def run(self, rate: float, seconds: float, warm: float = 1.0) -> Sample:
        """Play at a steady rate of actions per second over all tables, for some time, after a short warm-up."""
        loop, sample = asyncio.get_running_loop(), Sample(rate, seconds)
        tables = [table for table in self.tables if not table.over]
        if not tables:
            raise RuntimeError("all games are over: more tables, or fewer seconds")
        period = len(tables) / rate
        start = loop.time() + 0.2
        counts, end = start + warm, start + warm + seconds

        def fire(table: TableLoad, due: float) -> None:
            if due >= end:
                return
            if due >= counts and table.sample is None:
                table.begin(sample)
            if due >= counts and not table.over:
                sample.planned += 1
            table.act(due)
            loop.call_at(due + period, fire, table, due + period)

        for table in tables:
            due = start + self._rng.uniform(0, period)
            loop.call_at(due, fire, table, due)
        await asyncio.sleep(end - loop.time())
        drained = loop.time() + _DRAIN_S
        while any(table.busy for table in tables) and loop.time() < drained:
            await asyncio.sleep(0.02)
        for table in tables:
            table.begin(None)
        failed = next((table.failed for table in self.tables if table.failed), None)
        if failed:
            raise RuntimeError(failed)
        return sample

    def close(self) -> None:
        """Everybody goes."""
        for table in self.tables:
            for socket in table.sockets:
                socket.close()
