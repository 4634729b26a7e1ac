"""Sockets that cost little: one process holds thousands, and reads no more of a message than it needs."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_NO_MASK = bytes(4)


def frame(kind: int, payload: bytes) -> bytes:
    """A frame as a client sends it; its mask changes nothing, so that nothing has to be masked."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | kind, 0x80 | size)) + _NO_MASK + payload
    return bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big") + _NO_MASK + payload


def request(host: str, path: str) -> bytes:
    """What asks for a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        "",
        "",
    ]
    return "\r\n".join(lines).encode()


class Socket(asyncio.Protocol):
    """One socket at a table."""

    __slots__ = ("_heard", "_left", "_lost", "_open", "_request", "_transport", "_waiting")

    def __init__(self, host: str, path: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._request = request(host, path)
        self._heard, self._lost = heard, lost
        self._left = b""
        self._open = False
        self._waiting: list[bytes] = []
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def say(self, message: dict[str, object]) -> None:
        """Send a message, as soon as the socket is open."""
        assert self._transport is not None
        text = frame(TEXT, json.dumps(message).encode())
        if self._open:
            self._transport.write(text)
        else:
            self._waiting.append(text)

    def close(self) -> None:
        """Go without a word."""
        self._lost = lambda: None
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has closed it."""
        self._lost()

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        data = self._left + data if self._left else data
        at = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._left = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(data[:60].decode("latin-1"))
            self._open, at = True, end + 4
            assert self._transport is not None
            self._transport.writelines(self._waiting)
        there = len(data)
        while there - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                if there < start:
                    break
                size = int.from_bytes(data[at + 2 : start], "big")
            if there < start + size:
                break
            kind = data[at] & 15
            at = start + size
            if kind == TEXT:
                self._heard(data[start:at])
            elif kind == PING:
                assert self._transport is not None
                self._transport.write(frame(PONG, data[start:at]))
        self._left = data[at:]
