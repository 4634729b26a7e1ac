"""An observer of the store, for metrics: how long reads and writes take, and which ones fail."""

from __future__ import annotations

from typing import Protocol

from perron.server.store.errors import StoreError, StoreGone


class StoreObserver(Protocol):
    """Called in the store's own threads; its methods must be fast."""

    def wrote(self, seconds: float) -> None:
        """A write was committed this long after it was requested."""

    def committed(self, seconds: float) -> None:
        """A transaction of one or several writes took this long."""

    def read(self, seconds: float) -> None:
        """A read was done this long after it was requested."""

    def failed(self, what: str) -> None:
        """The database failed a read or a write."""


class NoObserver:
    """Observes nothing."""

    def wrote(self, seconds: float) -> None:
        """Do nothing."""

    def committed(self, seconds: float) -> None:
        """Do nothing."""

    def read(self, seconds: float) -> None:
        """Do nothing."""

    def failed(self, what: str) -> None:
        """Do nothing."""


def is_fault(error: BaseException) -> bool:
    """Whether the database failed; a stale or missing table is not its failure."""
    return type(error) in (StoreError, StoreGone)
