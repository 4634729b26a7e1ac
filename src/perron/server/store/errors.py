"""What can go wrong with the store."""

from __future__ import annotations

from perron.errors import PerronError


class StoreError(PerronError):
    """The store cannot do what was asked; the message is one line for people."""

    refusal = "server/busy"
    """The code under which clients are refused because of it."""
    of_the_store = False
    """Whether other writes would fail too."""


class StoreGone(StoreError):
    """The store cannot be reached, or its connection was lost; it is not known whether the last write succeeded."""


class StoreBusy(StoreError):
    """Somebody else holds the store: another server, or one that is being restored."""


class Stale(StoreError):
    """The log has moved on: `number` is that of its last row."""

    number: int

    def __init__(self, number: int) -> None:
        super().__init__(f"the table is at {number} by now")
        self.number = number

    def __reduce__(self) -> tuple[type[Stale], tuple[int]]:
        return type(self), (self.number,)


class Missing(StoreError):
    """There is no such table."""

    def __init__(self, code: str) -> None:
        super().__init__(f"there is no table {code[:40]}")
        self.code = code

    def __reduce__(self) -> tuple[type[Missing], tuple[str]]:
        return type(self), (self.code,)


class Taken(StoreError):
    """The code of a table, or the id of a client's message, is in use already."""
