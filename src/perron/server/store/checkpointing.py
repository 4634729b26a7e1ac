"""SQLite's checkpoints: what was committed to the log beside a database goes into the database itself.

Left to the writer, they hold up a commit now and then for as long as the disk takes to sync the whole database.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

_EVERY_S = 2.0
OWN_PAGES = 20_000
"""The writer sees to it itself only if so many pages have piled up."""


class Checkpointer:
    """A thread that makes checkpoints while others write; nobody waits for it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="perron checkpoints", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        with closing(sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)) as connection:
            while not self._stop.wait(_EVERY_S):
                with suppress(sqlite3.Error):  # the next one does what this one could not
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        """Stop."""
        self._stop.set()
        self._thread.join()
