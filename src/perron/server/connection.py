"""One socket: who is at the other end, and the messages that wait to be sent there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any

from pydantic import BaseModel
from starlette.websockets import WebSocketDisconnect

from perron.locales import say
from perron.server.limits import Bucket
from perron.server.protocol import Bye

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
MOST_WAITING = 512 * 1024
"""Characters that may wait for a client that does not read."""
RESTARTING = 1012
POLICY = 1008


class Connection:
    """A client's socket. What is posted is sent in order, by a task that lives only while something waits."""

    __slots__ = (
        "_gone",
        "_open",
        "_outbox",
        "_send",
        "_sender",
        "_waiting",
        "address",
        "bucket",
        "came_from",
        "device",
        "held",
        "host",
        "language",
        "secrets",
    )

    def __init__(self, send: Send, address: str, secrets: Sequence[str], language: str, bucket: Bucket) -> None:
        self._send = send
        self._outbox: deque[str] = deque()
        self._waiting = 0
        self._sender: asyncio.Task[None] | None = None
        self._gone = False
        self._open = True
        self.address, self.secrets, self.language, self.bucket = address, tuple(secrets), language, bucket
        self.came_from = address
        """The address itself, where limits may count a whole network as one."""
        self.device: bytes | None = None
        self.held: tuple[int, ...] = ()
        self.host = False

    @property
    def waiting(self) -> int:
        """How many characters wait to be sent."""
        return self._waiting

    def post(self, message: str | BaseModel) -> None:
        """Send a message when those before it are sent; a client that lets too much pile up is disconnected."""
        if self._gone:
            return
        text = message if isinstance(message, str) else message.model_dump_json()
        if self._waiting + len(text) > MOST_WAITING:
            self._outbox.clear()
            self._waiting = 0
            self.close("socket/slow")
            return
        self._outbox.append(text)
        self._waiting += len(text)
        self._send_on()

    def _send_on(self) -> None:
        if self._sender is None and self._open:
            self._sender = asyncio.create_task(self._empty_outbox())

    def hold(self) -> None:
        """Queue what is posted, until `release` sends something before it."""
        self._open = False

    def release(self, first: str) -> None:
        """Send this first, then what was queued."""
        if not self._gone:
            self._open = True
            self._outbox.appendleft(first)
            self._waiting += len(first)
            self._send_on()

    def close(
        self, code: str, values: Mapping[str, object] | None = None, *, status: int = POLICY
    ) -> asyncio.Task[None] | None:
        """Say goodbye, then close; the task is done when that has been sent."""
        if not self._gone:
            if not self._open:  # what is queued makes no sense without the message before it
                self._open, self._waiting = True, 0
                self._outbox.clear()
            self.post(Bye(code=code, message=say(self.language, code, **(values or {}))))
            self._outbox.append(str(status))
            self._gone = True
        return self._sender

    def lost(self) -> None:
        """The client is gone: drop what waits."""
        self._gone = True
        self._outbox.clear()
        if self._sender is not None:
            self._sender.cancel()

    async def _empty_outbox(self) -> None:
        try:
            while self._outbox:
                text = self._outbox.popleft()
                self._waiting -= len(text)
                if self._gone and not self._outbox:
                    await self._send({"type": "websocket.close", "code": int(text), "reason": ""})
                else:
                    await self._send({"type": "websocket.send", "text": text})
        except (
            OSError,
            RuntimeError,
            WebSocketDisconnect,
        ):  # the socket broke, or was closed from the other end meanwhile
            self.lost()
        finally:
            self._sender = None
