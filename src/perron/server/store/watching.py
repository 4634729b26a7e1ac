"""Watching the store: whoever opens it may be told how long reads and writes take, and which the database failed."""

from __future__ import annotations

from typing import Protocol

from perron.server.store.errors import StoreError, StoreGone


class Watcher(Protocol):
    """Is told, in the store's own threads, what has been done; it must be quick about it."""

    def wrote(self, seconds: float) -> None:
        """A write was committed this long after it was requested."""

    def committed(self, seconds: float) -> None:
        """A transaction of one or several writes took this long."""

    def read(self, seconds: float) -> None:
        """A read was done this long after it was requested."""

    def failed(self, what: str) -> None:
        """The database failed a read or a write."""


class Nobody:
    """Watches nothing."""

    def wrote(self, seconds: float) -> None:
        """Do nothing."""

    def committed(self, seconds: float) -> None:
        """Do nothing."""

    def read(self, seconds: float) -> None:
        """Do nothing."""

    def failed(self, what: str) -> None:
        """Do nothing."""


def is_fault(error: BaseException) -> bool:
    """Whether the database failed; that a table has gone on, or is not there, is no fault of its."""
    return type(error) in (StoreError, StoreGone)
