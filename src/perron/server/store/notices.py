"""Notices: who changed what, told to every subscriber after the commit."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Connection

_WAITING = "perron notices"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something was committed. A notice says where, never what: subscribers read it from the store."""

    what: str
    """log, table, message, gone; chat: lines were taken out of it; report: a seat was reported; or missed: notices were
    lost, everything must be read again.

    Of workers themselves: here (who is at a table), who (asks for that), alive, left.
    """
    code: str = ""
    number: int = 0
    """Of the row in the log, of the table's revision, or of the message; who is here: see `Presence`."""
    origin: str = field(default="", compare=False)
    """The worker that sent it; empty: this one."""


MISSED = Notice("missed")


def notify(connection: Connection, notice: Notice) -> None:
    """Tell the subscribers of all workers, if and when this transaction is committed."""
    connection.info.setdefault(_WAITING, []).append(notice)


def take_notices(connection: Connection) -> list[Notice]:
    """Take the notices of this transaction so far."""
    waiting: list[Notice] = connection.info.pop(_WAITING, [])
    return waiting


def payload(origin: str, notice: Notice) -> str:
    """A notice as it goes to the other workers."""
    return f"{origin} {notice.what} {notice.number} {notice.code}"


def read_payload(text: str) -> Notice:
    """A notice from another worker; one that cannot be read counts as `missed`."""
    words = text.split(" ")
    if len(words) == 4 and words[2].isdecimal():
        return Notice(words[1], words[3], int(words[2]), words[0])
    return MISSED
