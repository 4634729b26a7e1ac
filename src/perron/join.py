"""A bot at a server's table: it sits down, helps to deal, and plays to the end.

It speaks the protocol that people's browsers speak. What it adds to the deal is a word of its own, committed to first
and shown only when everybody has committed, under the list of commitments that it has checked itself.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from time import monotonic
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from perron.bots import Bot, Clock
from perron.deal import DealList, word_commitment
from perron.editions import Edition, known_edition, parse
from perron.errors import JoinError
from perron.explain import CODES
from perron.view import read_view

Json = dict[str, Any]
PROTOCOL = 2
_LARGEST = 4_000_000
"""Bytes of an answer."""
_LINK = re.compile(r"/t/[a-z0-9]+")
_NO_COMMITMENT = "-"
_PATIENCE = 60.0
_LATER = ("limit/rate", "limit/sockets", "server/busy", "server/restarting", "socket/slow", "store/lost")
"""Refusals after which it is worth trying again."""


class Word:
    """What a seat adds to an attempt at the deal."""

    def __init__(self, table: Json, seat: int) -> None:
        self.seat, self.attempt, self._promise = seat, int(table["deal"]["attempt"]), table["commitment"]
        self._word = secrets.token_hex(16)
        self._commitment = word_commitment(table["code"], self.attempt, seat, self._word)

    def ready(self) -> Json:
        """The commitment alone."""
        return {"seat": self.seat, "commitment": self._commitment, "attempt": self.attempt}

    def shown(self, table: Json) -> Json:
        """The word, with the hash of the list; raises JoinError if that is not what was committed to."""
        commitments = tuple(one or _NO_COMMITMENT for one in table["deal"]["commitments"])
        if table["commitment"] != self._promise or commitments[self.seat] != self._commitment:
            raise JoinError("the server has changed what was promised for the deal; do not play there")
        told = (table["code"], self.attempt, table["edition"], table["rules"], self._promise, commitments)
        return {"seat": self.seat, "attempt": self.attempt, "word": self._word, "list": DealList(*told).hash}


def join(
    link: str,
    make: Callable[[], Bot],
    name: str,
    *,
    patience: float = _PATIENCE,
    tell: Callable[[str], None] = lambda words: None,
) -> Json:
    """Seat a bot at the table of a link and play to the end; the outcome as the server tells it. Raises JoinError.

    A lost connection is retried for `patience` seconds; `tell` gets a sentence about what happens.
    """
    return asyncio.run(_Guest(link, make(), name, patience, tell).play())


class _Guest:
    """One bot at one table."""

    def __init__(self, link: str, bot: Bot, name: str, patience: float, tell: Callable[[str], None]) -> None:
        found = urlsplit(link)
        if found.scheme not in ("http", "https") or not found.netloc or not _LINK.fullmatch(found.path):
            raise JoinError(f"{link[:200]!r} is no link of a table; one looks like http://localhost:8000/t/abcdefghjk")
        self._base = f"{found.scheme}://{found.netloc}"
        self._table = f"{self._base}{found.path.replace('/t/', '/api/tables/')}"
        self._bot, self._name, self._patience, self._tell = bot, name, patience, tell
        self._board: Edition | None = None
        self._seat, self._secret = -1, ""
        self._word: Word | None = None

    async def play(self) -> Json:
        """Sit down, be ready, and play."""
        sat = await self._post("sit", {"name": self._name})
        self._seat, self._secret = int(sat["seat"]), sat["secret"]
        table = sat["table"]
        self._board = await self._edition(table)
        self._tell(f"{self._name} sits at {table['edition']}, seat {self._seat + 1}, and waits for the game to begin")
        await self._get_ready(table)
        lost: float | None = None
        while True:
            try:
                async with connect(f"{self._table}/socket".replace("http", "ws", 1), compression=None) as socket:
                    lost = None
                    outcome = await self._talk(socket)
                if outcome is not None:
                    return outcome
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, WebSocketException) as error:
                lost = monotonic() if lost is None else lost
                if monotonic() - lost > self._patience:
                    raise JoinError(
                        f"the server at {self._base} is gone: no connection for {self._patience:.0f} seconds ({error})"
                    ) from None
            await asyncio.sleep(min(1.0, self._patience / 4))

    async def _talk(self, socket: ClientConnection) -> Json | None:
        """One connection, until the game is over (the outcome) or the connection (None)."""
        await socket.send(json.dumps({"type": "hello", "version": PROTOCOL, "secrets": [self._secret]}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "bye" and message["code"] not in _LATER:
                raise JoinError(f"the server says: {message['message']}")
            if message["type"] == "refused" and message["code"] in (*CODES, "action/unreadable"):
                raise JoinError(f"the bot chose what is not legal: {message['message']}")
            if message.get("table"):
                await self._help_to_deal(message["table"])
            view = next(iter(message.get("views") or []), None)
            if view is None:
                continue
            if view["outcome"]:
                outcome: Json = view["outcome"]
                return outcome
            if view["to_move"] == self._seat and view["legal"]:
                await self._act(socket, view, message["number"])
        return None

    async def _act(self, socket: ClientConnection, view: Json, number: int) -> None:
        assert self._board is not None
        try:
            chosen = await asyncio.to_thread(self._bot.choose, read_view(view, self._board), Clock())
        except Exception as error:  # a bot may be wrong in any way
            raise JoinError(f"the bot broke off: {type(error).__name__}: {error}") from error
        act = {"type": "act", "id": secrets.token_hex(8), "number": number, "seat": self._seat, "action": str(chosen)}
        await socket.send(json.dumps(act))

    async def _get_ready(self, table: Json) -> None:
        self._word = Word(table, self._seat)
        await self._post("ready", self._word.ready())

    async def _help_to_deal(self, table: Json) -> None:
        """Show the word when all have committed; agree to another attempt if the deal was broken off."""
        assert self._word is not None
        deal = table["deal"]
        if table["status"] == "dealing" and self._seat not in deal["received"]:
            await self._post("word", self._word.shown(table))
        elif table["status"] == "waiting" and deal["attempt"] > self._word.attempt:
            await self._get_ready(table)

    async def _edition(self, table: Json) -> Edition:
        """The edition of the table: one that is not built in is fetched, as the server keeps it."""
        ident, rules, key = table["edition"], int(table["rules"]), table.get("edition_key")
        if key is None:
            return known_edition(ident, version=rules)
        url = f"{self._base}/api/editions/{quote(ident)}/edition.toml?rules={rules}&key={quote(key)}"
        return parse(
            (await asyncio.to_thread(self._fetch, Request(url))).decode(), f"the edition {ident} of the server"
        )

    async def _post(self, what: str, body: Json) -> Any:
        return await asyncio.to_thread(self._ask, what, body)

    def _ask(self, what: str, body: Json) -> Any:
        headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        if self._secret:
            headers["Authorization"] = f"Bearer {self._secret}"
        return json.loads(self._fetch(Request(f"{self._table}/{what}", json.dumps(body).encode(), headers)))

    def _fetch(self, request: Request) -> bytes:
        try:
            with urlopen(request, timeout=30) as answer:
                content: bytes = answer.read(_LARGEST)
                return content
        except HTTPError as error:
            raise JoinError(f"the server says: {_reason(error)}") from None
        except (URLError, OSError, ValueError) as error:
            why = getattr(error, "reason", error)
            raise JoinError(f"no server of Perron answers at {self._base}: {why}") from None


def _reason(error: HTTPError) -> str:
    """The sentence of a refusal, or what there is of one."""
    try:
        return str(json.load(error)["message"])
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {error.reason}"
