"""uvicorn's HTTP and WebSocket protocols, with timeouts and limits.

uvicorn itself waits forever for an incomplete request and for a client that does not read, and answers any number of
pings. Reads are kept small here, so that a client that floods the server takes turns with the others.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from pydantic_core import to_json
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from perron.locales import DEFAULT, say
from perron.server.connections import Connections, Slot
from perron.server.limits import Bucket
from perron.server.refusal import Refused

READ = 4096
"""Bytes per read."""
FRAMES = (40, 2.0)
"""Pings, pongs and continuation frames: burst, and rate per second. Browsers send two per minute."""
MOST_QUEUED = 150
"""Messages that may wait to be handled: a single read holds more only if they are empty."""


class _Guarded(asyncio.BufferedProtocol):
    """What both protocols share."""

    worker: Connections
    slot: Slot | None = None
    _read = bytearray()

    def get_buffer(self, sizehint: int) -> bytearray:
        """A buffer for the next read."""
        self._read = bytearray(READ)
        return self._read

    def buffer_updated(self, nbytes: int) -> None:
        """Data has been read."""
        data = bytes(memoryview(self._read)[:nbytes])
        self._read = bytearray()
        self.data_received(data)  # type: ignore[attr-defined]  # the other base has it

    def eof_received(self) -> None:
        """The client has closed its side: nothing more is sent to it."""

    def pause_writing(self) -> None:
        """The client does not keep up with reading."""
        super().pause_writing()
        if self.slot is not None:
            self.worker.await_reader(self.slot)

    def resume_writing(self) -> None:
        """The client has caught up with reading."""
        super().resume_writing()
        if self.slot is not None:
            self.slot.read_by = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        super().connection_lost(exc)
        if self.slot is not None:
            self.worker.leave(self.slot)


class HttpProtocol(_Guarded, H11Protocol):
    """Requests: headers and body must come in time, and the response must be read."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.worker = app_state["connections"]
        self._stage: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or refuse it with a reason."""
        super().connection_made(transport)
        try:
            self.slot = self.worker.enter(transport, self.client)
        except Refused as refused:
            transport.write(_told(refused))
            transport.close()
        self._follow()

    def data_received(self, data: bytes) -> None:
        """A part of a request has come."""
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """The next request may come, or has come already."""
        super().on_response_complete()
        self._follow()

    def _follow(self) -> None:
        """Set the timeout for what must come next."""
        stage = self.conn.their_state
        if self.slot is None or stage is self._stage or self.transport.get_protocol() is not self:
            return
        self._stage = stage
        if stage is h11.IDLE:
            self.worker.await_request(self.slot)
        elif stage is h11.SEND_BODY:
            self.worker.await_body(self.slot)
        else:
            self.worker.await_nothing(self.slot)


class SocketProtocol(_Guarded, WebSocketsSansIOProtocol):
    """Sockets: control frames are limited, and what is sent must be read."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.worker = app_state["connections"]
        self.close_timeout = self.worker.limits.hello_s
        self._frames = Bucket(*FRAMES)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A request has become a socket, and keeps its slot."""
        super().connection_made(transport)
        before = transport.get_protocol()
        assert isinstance(before, HttpProtocol)
        self.slot = before.slot
        if self.slot is not None:
            self.worker.await_nothing(self.slot)

    def data_received(self, data: bytes) -> None:
        """Frames have come; nothing more is read until their messages have been handled."""
        super().data_received(data)
        if self.queue.qsize() > MOST_QUEUED:
            self._flooded()

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take note of a pong."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Add a part of a message."""
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._frames.take():
            return True
        self._flooded()
        return False

    def _flooded(self) -> None:
        """Disconnect a client that floods the server, and drop what it has sent."""
        while not self.queue.empty():
            self.queue.get_nowait()
        if self.slot is not None and not self.transport.is_closing():
            self.worker.cut(self.slot, "flood")


def _told(refused: Refused) -> bytes:
    """A refusal as a raw response to a request that has not been read."""
    body = to_json({"code": refused.code, "message": say(DEFAULT, refused.code)})
    lines = (
        b"HTTP/1.1 %d %s" % (refused.status, STATUS_PHRASES[refused.status]),
        b"Content-Type: application/json",
        b"Content-Length: %d" % len(body),
        b"Connection: close",
        b"Retry-After: 5",
        b"",
        body,
    )
    return b"\r\n".join(lines)
