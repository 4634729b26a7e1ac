"""A real server in this process, on a real socket, for tests to talk to."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from perron.server.hall import Hall
from perron.server.listen_address import write_address
from perron.server.run import TableServer, configure
from perron.server.settings import Settings
from tests.server.plain import get


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    base: str
    server: TableServer
    loop: asyncio.AbstractEventLoop
    """In which it runs, in a thread of its own."""
    metrics: str | None = None
    """Where its metrics are, if at an address of their own."""

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


def await_end(thread: threading.Thread, loops: list[asyncio.AbstractEventLoop]) -> None:
    """Wait until a server that was asked to stop has stopped; if it does not, say what it is doing."""
    thread.join(120)
    if thread.is_alive():
        names = {one.ident: one.name for one in threading.enumerate()}
        threads = [
            f"{names.get(ident)}\n{''.join(traceback.format_stack(frame))}"
            for ident, frame in sys._current_frames().items()
        ]
        tasks = [str(task) for loop in loops for task in asyncio.all_tasks(loop)]
        raise AssertionError("\n".join(["the server did not stop", *threads, *tasks]))


@contextmanager
def serving(settings: Settings) -> Iterator[Served]:
    """Run a server in a thread; it has stopped, gracefully, afterwards."""
    sys.setswitchinterval(0.0005)  # server and clients share this process, and answer each other all the time
    taken = a_socket()
    sockets, metrics = [taken], None
    if settings.metrics_address is not None:
        sockets.append(a_socket())
        settings = replace(settings, metrics=write_address(sockets[1].getsockname()))
        metrics = f"http://{settings.metrics}"
    server = TableServer(configure(settings))
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve(sockets)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    base = f"http://127.0.0.1:{taken.getsockname()[1]}"
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        assert get(f"{base}/api/ready").status_code == 200
        yield Served(base, server, loops[0], metrics)
    finally:
        server.should_exit = True
        await_end(thread, loops)
        for one in sockets:
            one.close()
