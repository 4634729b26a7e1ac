"""SQLite's checkpoints: what was committed to the log beside a database goes into the database itself.

Left to the writer, they hold up a commit now and then for as long as the disk takes to sync the whole database.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

_EVERY_S = 2.0
OWN_PAGES = 20_000
"""Pages of backlog at which the writer makes a checkpoint itself."""


@dataclass(frozen=True, slots=True)
class WriteAhead:
    """The write-ahead log, when it was last checked."""

    bytes: int = 0
    """Size of its file, which never shrinks."""
    waiting: int = 0
    """Bytes that no checkpoint has reached, because a reader still uses an older snapshot."""
    reached: float = 0.0
    """When a checkpoint last reached the end of the log, in seconds UTC."""


class Checkpointer:
    """A thread that makes checkpoints while others write; nobody waits for it."""

    def __init__(self, path: Path) -> None:
        self.seen = WriteAhead()
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="perron checkpoints", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        with closing(sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)) as connection:
            while not self._stop.wait(_EVERY_S):
                with suppress(sqlite3.Error, OSError):  # the next one makes up for it
                    _, pages, done = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    page = connection.execute("PRAGMA page_size").fetchone()[0]
                    self.seen = self._look(max(0, pages - done) * page)

    def _look(self, waiting: int) -> WriteAhead:
        reached = self.seen.reached if waiting else time.time()
        return WriteAhead(self._log.stat().st_size, waiting, reached)

    def close(self) -> None:
        """Stop."""
        self._stop.set()
        self._thread.join()
