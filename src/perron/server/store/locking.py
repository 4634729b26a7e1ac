"""Locks on the store: servers share it, a restore needs it exclusively, and migrations wait for each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

from perron.server.store.errors import StoreBusy, StoreError

SERVING = 0x70657272_00000001
"""PostgreSQL's advisory lock that every server holds shared; a restore holds it exclusively."""
MIGRATING = 0x70657272_00000002
BACKING_UP = 0x70657272_00000003


class FileLock:
    """A lock on a file beside a SQLite database; the system drops it when its process ends, however it ends."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        self._file: int | None = None

    def take(self) -> bool:
        """Whether it could be taken."""
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{self.path} cannot be made: {error.strerror or error}") from None
        if not _lock(file):
            os.close(file)
            return False
        self._file = file
        return True

    def drop(self) -> None:
        """Release it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


@contextmanager
def alone(connection: Connection, database: Path | None, name: str) -> Iterator[None]:
    """Lock the store exclusively, inside a transaction, or raise StoreBusy: a server is running on it."""
    busy = StoreBusy(f"{name} is in use by a Perron server; stop it first")
    if database is None:
        if not connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": SERVING}).scalar_one():
            raise busy
        yield
        return
    lock = FileLock(database)
    if not lock.take():
        raise busy
    try:
        yield
    finally:
        lock.drop()


def back_up_alone(connection: Connection) -> None:
    """Hold PostgreSQL's lock of those who write backups to the end of the transaction, or raise StoreBusy.

    SQLite has one server, and the folder of backups a lock of its own.
    """
    if connection.dialect.name != "sqlite":
        asked = text("SELECT pg_try_advisory_xact_lock(:key)")
        if not connection.execute(asked, {"key": BACKING_UP}).scalar_one():
            raise StoreBusy("another backup of this database is being made")
