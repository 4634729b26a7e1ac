"""A real server in this process, on a real socket, for tests to talk to."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from perron.server.hall import Hall
from perron.server.run import TableServer, configure
from perron.server.settings import Settings


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    base: str
    server: TableServer

    @property
    def hall(self) -> Hall:
        """Its tables."""
        hall: Hall = self.server.lifespan.state["hall"]
        return hall


def a_socket() -> socket.socket:
    """A listening socket on a free port of this machine."""
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.bind(("127.0.0.1", 0))
    return taken


@contextmanager
def serving(settings: Settings) -> Iterator[Served]:
    """Run a server in a thread; it has stopped, gracefully, afterwards."""
    sys.setswitchinterval(0.0005)  # server and clients share this process, and answer each other all the time
    taken = a_socket()
    server = TableServer(configure(settings))
    thread = threading.Thread(target=server.run, args=([taken],))
    thread.start()
    base = f"http://127.0.0.1:{taken.getsockname()[1]}"
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        assert httpx.get(f"{base}/api/ready").status_code == 200
        yield Served(base, server)
    finally:
        server.should_exit = True
        thread.join()
        taken.close()
