"""Running the server: sockets, signals and workers."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import uvicorn

from perron.server import logs
from perron.server.app import create_app
from perron.server.connections import PROXIES
from perron.server.listen_address import Address, take
from perron.server.metrics import FOLDER
from perron.server.parent import end_with_parent
from perron.server.protocols import HttpProtocol, SocketProtocol
from perron.server.settings import Settings
from perron.server.store import Store
from perron.server.workers import Workers

GRACE_S = 10
_THRESHOLDS = (10_000, 20, 10**6)
_SWITCH_S = 0.001
_TICKS_A_COLLECTION = 3000  # ten a second
_AT_A_TIME = 16
"""Connections that are accepted before the event loop does anything else."""
_BACKLOG = 1024
"""Connections that may wait to be accepted."""


class TableServer(uvicorn.Server):
    """Says goodbye to all clients before it closes their sockets."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and exempt what is loaded by then from garbage collection."""
        for listening in sockets or ():
            # Connections inherit it. Without it a small response often waits 40 ms until the one before it is
            # acknowledged. asyncio sets it only for sockets that were created with an explicit protocol.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # With Python's default, five times this, all sending waits for a thread that reads a log.
        sys.setswitchinterval(min(_SWITCH_S, sys.getswitchinterval()))
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_BACKLOG)  # asyncio has one number for both
        gc.collect()
        gc.freeze()
        # A full collection over thousands of sockets takes some tenths of a second, in which nobody is answered: it
        # runs every five minutes instead of whenever enough tables have been loaded.
        gc.set_threshold(*_THRESHOLDS)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % _TICKS_A_COLLECTION == _TICKS_A_COLLECTION - 1:
            gc.collect()
        self.lifespan.state["connections"].check_timeouts()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: refuse new actions, tell all sockets, commit everything."""
        hall = self.lifespan.state.get("hall")
        if hall is not None:
            await hall.stop()
        await super().shutdown(sockets)


def configure(settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn serves the application."""
    limits = settings.limits
    return uvicorn.Config(
        partial(create_app, settings),
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="asyncio",
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.idle_socket_s / 2,
        ws_ping_timeout=limits.idle_socket_s / 2,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=list(PROXIES),
        server_header=False,
        date_header=False,
        access_log=False,
        log_config=None,
        timeout_keep_alive=limits.keep_alive_s,
        timeout_graceful_shutdown=GRACE_S,
        backlog=_AT_A_TIME,
        **more,
    )


def check_store(settings: Settings) -> None:
    """Open the database once, so that a problem with it is reported first; raises StoreError."""
    Store.open(settings.database_url).close()


def serve(settings: Settings, listening: Sequence[socket.socket] = ()) -> None:
    """Serve until stopped, on these bound sockets or on those that the settings name."""
    logs.set_up(settings.logs)
    taken = list(listening) or [take(address) for address in _addresses(settings)]
    if settings.workers == 1:
        _work(settings, taken)
        return
    with tempfile.TemporaryDirectory(prefix="perron-metrics-") as folder:
        os.environ[FOLDER] = folder
        Workers(settings.workers, partial(_work, settings, taken)).run()


def _addresses(settings: Settings) -> Iterator[Address]:
    yield settings.host, settings.port
    if settings.metrics_address is not None:
        yield settings.metrics_address


def _work(settings: Settings, taken: list[socket.socket]) -> None:
    end_with_parent()
    logs.set_up(settings.logs)
    for number in (signal.SIGINT, signal.SIGTERM):
        # uvicorn raises the signal again when it has stopped; by then there is nothing left to end.
        signal.signal(number, lambda _signal, _frame: None)
    TableServer(configure(settings)).run(taken)
