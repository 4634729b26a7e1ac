"""Connections of bytes, for what no honest client sends."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from tests.server.plain import get

_PATIENCE_S = 60.0


class Wire:
    """One TCP connection to a server; what it says is only read when that is asked for."""

    def __init__(self, base: str, *, room: int | None = None) -> None:
        where = urlsplit(base)
        assert where.hostname is not None
        assert where.port is not None
        self.host = where.netloc
        self.socket = socket.socket()
        if room is not None:  # bytes that this machine keeps for a reader that never reads
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(_PATIENCE_S)
        self.socket.connect((where.hostname, where.port))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.socket.close()

    def say(self, data: bytes) -> None:
        """Send something."""
        self.socket.sendall(data)

    def ask(self, path: str, method: str = "GET", **headers: str) -> None:
        """The headers of a request."""
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.say("\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {self.host}", *lines, "", ""]).encode())

    def answer(self) -> bytes:
        """What comes next."""
        return self.socket.recv(65536)

    def status(self) -> int:
        """The status of the answer that comes next; 0 if the connection is closed without one."""
        try:
            return int((self.answer().split(maxsplit=2) or [b"", b"0"])[1])
        except ConnectionError:
            return 0

    def upgrade(self, code: str, **headers: str) -> Self:
        """Become a table's socket."""
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
        self.ask(f"/api/tables/{code}/socket", **asked, Sec_WebSocket_Key=key, **headers)
        told = b""
        while not told.endswith(b"\r\n\r\n"):  # and no more: the first message may come with it
            told += self.socket.recv(1)
            assert b"HTTP/1.1 101".startswith(told[:12]) or told.startswith(b"HTTP/1.1 101"), told
        return self

    def read_out(self) -> bytes:
        """All that still comes, until the connection is closed from the other end; fails if it is not."""
        found = []
        try:
            while data := self.answer():
                found.append(data)
        except ConnectionError:
            pass
        return b"".join(found)

    def say_until_cut(self, data: bytes, most: int, pause: float = 0.0) -> int:
        """Send the same again and again, and read nothing; how much was sent before the connection was cut off."""
        sent = 0
        try:
            while sent < most:
                self.say(data)
                sent += len(data)
                time.sleep(pause)
        except ConnectionError:
            return sent
        return most


def gone(base: str, why: str) -> int:
    """How many connections a server says that it has cut off for a reason."""
    name = f'perron_connections_closed_total{{why="{why}"}} '
    lines = get(f"{base}/api/metrics").text.splitlines()
    return int(sum(float(line.removeprefix(name)) for line in lines if line.startswith(name)))


def until(what: Callable[[], bool], why: str = "it was never so") -> None:
    """Wait until something is so; fails with a sentence if it never is."""
    patience = time.monotonic() + _PATIENCE_S
    while not what():
        assert time.monotonic() < patience, f"waited {_PATIENCE_S:.0f} s: {why}"
        time.sleep(0.02)
