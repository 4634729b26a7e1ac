"""What keeps a store from being written, if anything: writes are refused with it, and it is logged once."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time

from perron.server.store.errors import StoreError, StoreGone
from perron.server.store.files import Files

BUSY = "server/busy"
FULL = "store/full"
LOST = "store/lost"
READ_ONLY = "store/read_only"

_TO_THE_OPERATOR = {
    BUSY: "the database takes nothing; nothing is saved until it does",
    FULL: "the disk of the database is full; nothing is saved until there is room on it again",
    LOST: "the database file was deleted, moved or replaced under the running server; nothing is saved any more: "
    "put it back with its -wal file, or leave the other one in its place, and start the server again",
    READ_ONLY: "the database is read-only; nothing is saved until it can be written to again",
}
_STEADY_S = 5.0
"""How long writes must have succeeded after a failed one before the store counts as healthy again."""
_log = logging.getLogger("perron.store")


class Trouble:
    """What is wrong with a store as a whole, as opposed to a single write."""

    def __init__(self, files: Files | None = None) -> None:
        self._files = files
        self._guard = threading.Lock()
        self._lost = False
        self._seen: str | None = None
        """Trouble found by checking the files."""
        self._failed: str | None = None
        """Trouble found by writing."""
        self._failed_at = 0.0
        self._told: str | None = None

    @property
    def code(self) -> str | None:
        """The code with which all writes are refused; None: the store is healthy."""
        return LOST if self._lost else self._seen or self._failed

    def check(self) -> None:
        """Before and after a write: raise what is known to be wrong, so that nothing is acknowledged and then lost."""
        self.check_files()
        if self._seen is not None:
            raise _error(self._seen)

    def check_files(self) -> None:
        """Raise StoreGone if the files are no longer those that were opened."""
        if self._files is not None and not self._lost and not self._files.are_there():
            self._note(lost=True)
        if self._lost:
            raise _error(LOST)

    def inspect(self) -> None:
        """Check the files without writing anything."""
        if self._files is None or self._lost:
            return
        if not self._files.are_there():
            self._note(lost=True)
        elif not self._files.may_be_written(closely=self._seen == READ_ONLY or self._failed == BUSY):
            self._note(seen=READ_ONLY)
        elif not self._files.have_room(again=self._seen == FULL):
            self._note(seen=FULL)
        else:
            self._note(seen=None)

    def failed(self, error: BaseException) -> None:
        """A write has failed."""
        if isinstance(error, StoreError) and error.of_the_store and not self._lost and self._seen is None:
            self._failed_at = time.monotonic()
            self._note(failed=error.refusal)

    def worked(self) -> None:
        """A write has succeeded."""
        if self._failed is not None and time.monotonic() - self._failed_at >= _STEADY_S:
            self._note(failed=None)

    def _note(self, **known: str | bool | None) -> None:
        with self._guard:
            for name, value in known.items():
                setattr(self, f"_{name}", value)
            code = self.code
            if code == self._told:
                return
            self._told = code
            if code is None:
                _log.warning("the database can be written to again")
            else:
                _log.error(_TO_THE_OPERATOR[code], extra={"code": code})


def _error(code: str) -> StoreError:
    error = (StoreGone if code == LOST else StoreError)(_TO_THE_OPERATOR[code])
    error.refusal, error.of_the_store = code, True
    return error


_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_CANTOPEN: BUSY,
    sqlite3.SQLITE_IOERR: BUSY,
}
_POSTGRESQL = {"53100": FULL, "25006": READ_ONLY}
_POSTGRESQL_CLASSES = ("08", "53", "57P", "58")
"""Connection lost, too few resources, shut down or starting, errors of its system."""


def in_the_store(error: BaseException) -> str | None:
    """The refusal for a driver's error that concerns the whole store; None: it concerns only one write."""
    if isinstance(error, sqlite3.Error):
        return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state: str | None = getattr(error, "sqlstate", "")
    if state is None:  # the connection itself failed
        return BUSY
    return _POSTGRESQL.get(state, BUSY if state.startswith(_POSTGRESQL_CLASSES) else None)
