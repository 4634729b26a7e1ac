"""Notices of other workers through PostgreSQL's LISTEN, on a separate connection that reconnects when it is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable

import psycopg
from sqlalchemy import URL

from perron.server.store.connect import postgresql_arguments
from perron.server.store.locking import SERVING
from perron.server.store.notices import MISSED, Notice, read_payload
from perron.server.store.writing import CHANNEL

_WAIT_S = 0.25
_LONGEST_PAUSE_S = 5.0


class Listener:
    """A thread that listens for the notices of the other workers of one PostgreSQL.

    While it listens it holds the lock of those that serve, so that nobody restores the database under them.
    """

    def __init__(self, url: URL, origin: str, publish: Callable[[list[Notice]], None]) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._origin = origin
        self._publish = publish
        self._stop = threading.Event()
        self._listening = threading.Event()
        self._connection = self._connect()
        self._thread = threading.Thread(target=self._work, name="perron listener", daemon=True)
        self._thread.start()

    @property
    def listening(self) -> bool:
        """Whether the connection stands; if not, notices of others are late."""
        return self._listening.is_set()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        arguments = postgresql_arguments()
        connection = psycopg.connect(self._url, autocommit=True, **arguments)
        try:
            connection.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING,))
            connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            connection.close()
            raise
        self._listening.set()
        return connection

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                with self._connection as connection:
                    while not self._stop.is_set():
                        self._hear(connection)
                    # Closing the connection releases it too, but only once PostgreSQL has noticed.
                    connection.execute("SELECT pg_advisory_unlock_shared(%s)", (SERVING,))
            except psycopg.Error:
                self._listening.clear()
                self._come_back()
        self._listening.clear()
        self._connection.close()  # it may have reconnected just now

    def _hear(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        """Pass on notices that arrive within a short while, except those of this process."""
        heard = []
        for notify in connection.notifies(timeout=_WAIT_S, stop_after=1):
            notice = read_payload(notify.payload)
            if notice.origin != self._origin:
                heard.append(notice)
        if heard:
            self._publish(heard)

    def _come_back(self) -> None:
        """Reconnect, however long it takes; then subscribers load again what may have been missed."""
        pause = 0.05
        while not self._stop.wait(pause):
            try:
                self._connection = self._connect()
            except psycopg.Error:
                pause = min(2 * pause, _LONGEST_PAUSE_S)
            else:
                self._publish([MISSED])
                return
