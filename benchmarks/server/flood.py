"""`python -m benchmarks.server.flood PORT CODE SILENT BYTES SECONDS`: what an attacker without secrets can send.

Silent connections are opened, and opened again when they are closed; beside them one socket after the other is filled
with pings whose answers nobody reads. They come from addresses of this machine that nobody else uses.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time

from benchmarks.server.sockets import PING, TEXT, frame, request
from perron.server.protocol import PROTOCOL

ADDRESSES = tuple(f"127.0.0.{last}" for last in range(2, 6))
_PINGS = frame(PING, b"x" * 125) * 500
_AGAIN_S = 0.5


class Attack:
    """One attack on one server."""

    def __init__(self, port: int, code: str, silent: int, pings: int, seconds: float) -> None:
        self._port, self._code, self._silent, self._pings, self._seconds = port, code, silent, pings, seconds
        self._end = 0.0
        self.opened = self.closed = self.sockets = self.cut = self.sent = 0

    def run(self) -> None:
        """All of it at once, for this long."""
        self._end = time.monotonic() + self._seconds
        parts = [threading.Thread(target=part) for part in (self._be_silent, self._ping)]
        for part in parts:
            part.start()
        for part in parts:
            part.join()

    def _connect(self, number: int) -> socket.socket:
        where = (ADDRESSES[number % len(ADDRESSES)], 0)
        return socket.create_connection(("127.0.0.1", self._port), timeout=5, source_address=where)

    def _be_silent(self) -> None:
        held: list[socket.socket | None] = [None] * self._silent
        while time.monotonic() < self._end:
            for number, one in enumerate(held):
                if one is None or _is_closed(one):
                    self.closed += one is not None
                    held[number] = self._try(number)
            time.sleep(_AGAIN_S)

    def _try(self, number: int) -> socket.socket | None:
        try:
            made = self._connect(number)
        except OSError:
            return None
        self.opened += 1
        return made

    def _ping(self) -> None:
        """As much as was asked for, evenly over the time."""
        while time.monotonic() < self._end and self.sent < self._pings:
            made = self._try(self.sockets)
            if made is None:
                continue
            self.sockets += 1
            with made:
                try:
                    made.sendall(request(f"127.0.0.1:{self._port}", f"/api/tables/{self._code}/socket"))
                    made.recv(4096)
                    made.sendall(frame(TEXT, b'{"type":"hello","version":%d}' % PROTOCOL))
                    while time.monotonic() < self._end and self.sent < self._pings:
                        made.sendall(_PINGS)
                        self.sent += len(_PINGS)
                        left = self._end - time.monotonic()
                        time.sleep(max(0.0, left - self._seconds * (1 - self.sent / self._pings)))
                except OSError:
                    self.cut += 1


def _is_closed(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        while one.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    one.close()
    return True


if __name__ == "__main__":
    port, code, silent, pings, seconds = sys.argv[1:]
    os.nice(10)  # an attacker is elsewhere, and takes no processor from the server
    attack = Attack(int(port), code, int(silent), int(pings), float(seconds))
    attack.run()
    told = {name: getattr(attack, name) for name in ("opened", "closed", "sockets", "cut", "sent")}
    sys.stdout.write(json.dumps(told))
