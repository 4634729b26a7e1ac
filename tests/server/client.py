"""A client for tests: it makes tables, sits at them, and talks over real sockets."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from perron.deal import DealList, word_commitment
from perron.server.protocol import PROTOCOL, WRITER

Json = dict[str, Any]
HELLO = json.dumps({"type": "hello", "version": PROTOCOL})
"""The first message of who brings nothing."""
Choose = Callable[[Json], str]


@dataclass
class Table:
    """A table as its host and seats know it."""

    base: str
    code: str
    host: str
    seats: dict[int, str] = field(default_factory=dict)
    """Secrets of the seats, by their numbers."""
    words: dict[int, str] = field(default_factory=dict)
    """What the seats have committed to."""
    address: str | None = None
    """Where its people come from, if that matters."""

    @property
    def link(self) -> str:
        return f"{self.base}/t/{self.code}"

    def call(self, path: str, body: Json | None = None, secret: str = "", **more: Any) -> httpx.Response:
        """POST something about this table."""
        headers = _proof(secret) | more
        with _requests(self.address) as client:
            return client.post(f"{self.base}/api/tables/{self.code}/{path}", json=body or {}, headers=headers)

    def ask(self, path: str = "", secret: str = "", **more: str) -> httpx.Response:
        """GET something about this table."""
        headers = _proof(secret) | more
        with _requests(self.address) as client:
            return client.get(f"{self.base}/api/tables/{self.code}{path}", headers=headers)

    def sit(self, name: str = "Ann", seat: int | None = None) -> int:
        """Sit down."""
        answer = self.call("sit", {"name": name, "seat": seat})
        assert answer.status_code == 200, answer.text
        self.seats[answer.json()["seat"]] = answer.json()["secret"]
        return int(answer.json()["seat"])

    def ready(self) -> None:
        """Everybody who sits is ready, and has committed to a word."""
        deal = self.ask().json()["table"]["deal"]
        for seat, secret in self.seats.items():
            word = self.words[seat] = secrets.token_hex(16)
            if deal is None:  # a table from before there were commitments
                answer = self.call("ready", {"seat": seat, "word": word}, secret)
            else:
                sealed = word_commitment(self.code, deal["attempt"], seat, word)
                body = {"seat": seat, "commitment": sealed, "attempt": deal["attempt"]}
                answer = self.call("ready", body, secret)
            assert answer.status_code == 200, answer.text

    def start(self) -> None:
        """The host starts, and everybody shows their word."""
        answer = self.call("start", secret=self.host)
        assert answer.status_code == 200, answer.text
        if answer.json()["table"]["status"] == "dealing":
            for seat in self.seats:
                answer = self.show_word(seat)
                assert answer.status_code == 200, answer.text

    def show_word(self, seat: int, **other: Any) -> httpx.Response:
        """A seat shows the word that it committed to, or something else."""
        return self.call("word", {**self.word(seat), **other}, self.seats[seat])

    def word(self, seat: int) -> Json:
        """What a seat has to show."""
        told = self.ask().json()["table"]
        seals = tuple(one or "-" for one in told["deal"]["commitments"])
        attempt = told["deal"]["attempt"]
        listed = DealList(self.code, attempt, told["edition"], told["rules"], told["commitment"], seals)
        return {"seat": seat, "attempt": attempt, "word": self.words[seat], "list": listed.hash}


def _requests(address: str | None) -> httpx.Client:
    # verify=False: nothing is encrypted here, and reading the certificates takes longer than the request.
    # The first replay has to wait for the process that makes it.
    return httpx.Client(transport=httpx.HTTPTransport(verify=False, local_address=address), timeout=60)


def _proof(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"} if secret else {}


HURRIED = {"bot_pause_ms": 20, "undo_pause_ms": 0}
"""Settings of tables whose bots nobody watches."""


def make_table(base: str, edition: str, seats: Sequence[str], *, address: str | None = None, **settings: Any) -> Table:
    """A table with these seats: `person`, `open`, or a bot's level."""
    plans = [{"kind": s} if s in ("person", "open") else {"kind": "bot", "level": s} for s in seats]
    body = {"edition": edition, "seats": plans, "settings": {**HURRIED, **settings}}
    with _requests(address) as client:
        answer = client.post(f"{base}/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return Table(base, answer.json()["table"]["code"], answer.json()["secret"], address=address)


def begun(base: str, edition: str, seats: Sequence[str], names: Sequence[str] = (), **settings: Any) -> Table:
    """A table at which the game has begun; people are called by their names, or by their seats."""
    table = make_table(base, edition, seats, **settings)
    for i, kind in enumerate(seats):
        if kind == "person":
            table.sit(names[i] if names else f"Person {i}", i)
    table.ready()
    table.start()
    return table


class Client:
    """One socket. Everything that comes is checked against the models."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.text = ""
        """The last message as it came."""
        self.aside: deque[Json] = deque()

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, *types: str) -> Json:
        """The next message, or the next of these types; those before it are dropped."""
        while True:
            message = self.aside.popleft() if self.aside else await self._receive()
            if not types or message["type"] in types:
                return message

    async def _receive(self) -> Json:
        self.text = text = str(await self.socket.recv())
        WRITER.validate_json(text)
        message: Json = json.loads(text)
        if message["type"] in ("welcome", "update"):
            self.number = message["number"]
        return message

    async def act(self, seat: int, action: str, number: int | None = None, ident: str | None = None) -> Json:
        """Do something; the answer to it."""
        ident = ident or secrets.token_hex(8)
        number = self.number if number is None else number
        await self.send(type="act", id=ident, number=number, seat=seat, action=action)
        return await self.answer(ident)

    async def answer(self, ident: str | None) -> Json:
        """The answer to a message; what else comes meanwhile is put aside."""
        while True:
            message = await self._receive()
            if message["type"] in ("accepted", "refused", "hint", "pong") and message["id"] == ident:
                return message
            self.aside.append(message)


@asynccontextmanager
async def at(table: Table, *held: int, host: bool = False, **hello: Any) -> AsyncIterator[tuple[Client, Json]]:
    """A socket at a table that holds these seats, and its welcome."""
    url = f"{table.base}/api/tables/{table.code}/socket".replace("http", "ws", 1)
    # Without a limit to what waits to be read, a client that reads nothing can still close at once.
    source: dict[str, Any] = {} if table.address is None else {"local_addr": (table.address, 0)}
    async with connect(url, compression=None, max_size=None, max_queue=None, **source) as socket:
        client = Client(socket)
        brought = [table.seats[seat] for seat in held] + ([table.host] if host else [])
        await client.send(**{"type": "hello", "version": PROTOCOL, "secrets": brought, **hello})
        yield client, await client.next()


def first_claim(view: Json) -> str:
    """A route, if one can be claimed; then a card."""
    legal: list[str] = view["legal"]
    order = ("claim", "keep", "pay", "draw blind", "draw cards", "draw")
    return next((text for word in order for text in legal if text.startswith(word)), legal[0])


async def play_on(table: Table, *held: int, choose: Choose = first_claim, until: int | None = None) -> Json:
    """Play these seats until the game is over, or the log has this many entries; returns the last view."""
    async with at(table, *held) as (client, welcome):
        message = welcome
        while True:
            for view in message.get("views") or ():
                if view["outcome"] is not None or (until is not None and client.number >= until):
                    return dict(view)
                if view["to_move"] == view["seat"] and view["legal"]:
                    ident = secrets.token_hex(8)
                    await client.send(
                        type="act", id=ident, number=message["number"], seat=view["seat"], action=choose(view)
                    )
                    break  # where several choose at once, the next one does when this is done
            answer = await client.next("update", "refused")
            if answer["type"] == "update" or answer["code"] == "action/stale":  # others' choices may cross one's own
                message = answer
            else:  # a program can be faster than a server with its usual limits lets it
                assert answer["code"] == "limit/rate", answer
                await asyncio.sleep(0.2)
