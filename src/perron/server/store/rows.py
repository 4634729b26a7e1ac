"""Rows of the store as dataclasses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

UNDER_WAY = ("waiting", "dealing", "playing")
ENDED = ("over", "abandoned")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table. Times are milliseconds UTC."""

    code: str
    created: int
    edition: str
    rules: int
    seat_count: int
    settings: dict[str, Any]
    status: str
    """waiting, dealing, playing, over or abandoned."""
    listed: bool
    keep_days: int
    """How long the table is kept once it is over or abandoned."""
    host_hash: bytes = field(repr=False)
    key: bytes = field(repr=False)
    """Secret until the game is over."""
    commitment: str
    words: list[str] | None = field(default=None, repr=False)
    """What each seat's browser added to the key; set at the start."""
    deal: dict[str, Any] | None = field(default=None, repr=False)
    """Progress of the deal; None for tables from before commitments."""
    number: int = 0
    """Of the last row of the log."""
    revision: int = 0
    """Goes up with everything that changes in the table or its seats, except leases and messages."""
    messages: int = 0
    """Number of the last message."""
    to_move: int | None = None
    due: int | None = None
    """When something must happen without a client."""
    due_what: str | None = None
    """bot, clock or deal; an outage moves what is due for a clock."""
    lease: str | None = None
    lease_until: int | None = None
    turn_began: int | None = None
    started: int | None = None
    ended: int | None = None
    active: int
    """When somebody last did something."""
    rematch: str | None = None
    rematch_by: int | None = None
    """The seat that asked for it; None: a host without a seat, or not known any more."""
    expires: int | None = None
    """When it will be removed, once it is over or abandoned."""
    unlisted: bool = False
    """Whether the operator has removed it from the lobby."""
    barred: list[str] | None = field(default=None, repr=False)
    """Hashes of the secrets and devices of people who are barred."""
    edition_key: str | None = None
    """What tells an edition of somebody's own from all others, with all its files; None for a built-in one."""
    branch: dict[str, Any] | None = field(default=None, repr=False)
    """Of a game that goes on from a position of a finished one: see `Beginning`; its log begins with a copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRow:
    """What the lobby shows of a table: no column that could be malformed, so that a bad table does not hide others."""

    code: str
    created: int
    edition: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """One seat of a table."""

    code: str
    seat: int
    kind: str
    """person, bot or open."""
    level: str | None = None
    name: str = ""
    colour: str | None = None
    secret_hash: bytes | None = field(default=None, repr=False)
    word: str | None = field(default=None, repr=False)
    commitment: str | None = None
    """To the word that will be added."""
    ready: bool = False
    standing_in: str | None = None
    """Level of the bot that plays for an absent person."""
    standing_why: str | None = None
    """removed, resigned, voted or timeout."""
    bank_ms: int | None = None
    muted: bool = False
    """Whether the host has muted the seat in the chat."""
    device: bytes | None = field(default=None, repr=False)
    """Hash of the device that the person sat down from."""
    votes: list[int] | None = None
    """Seats that vote for a bot to play here."""
    sealed: dict[str, Any] | None = field(default=None, repr=False)
    """The choice of first tickets, until all have chosen; None after that. See `Sealed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRow:
    """A row for the log, before it has its number."""

    kind: str
    """action, undo, stand_in, hand_back, resign or withdraw."""
    seat: int | None
    text: str | None = field(default=None, repr=False)
    action: int | None = field(default=None, repr=False)
    answers: tuple[int, ...] = field(default=(), repr=False)
    by: str
    """person, bot, clock, host or vote."""
    client: str | None = None
    """The client's id for its message, which is applied once."""
    spent_ms: int | None = None
    """Time that the action cost its seat."""
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow(NewRow):
    """A row of the log."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    """A line of chat, or an emote."""

    seat: int | None
    name: str
    kind: str
    text: str
    at: int
    number: int = 0
    client: str | None = None
    """The client's id for it, which is added once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """Somebody is reported to the operator."""

    id: str
    at: int
    code: str
    edition: str
    seat: int
    name: str
    address: str | None = None
    """From which the reported person was connected."""
    by_seat: int | None
    """None: a spectator."""
    by_name: str
    text: str
    chat: list[dict[str, Any]]
    """The last lines before it."""
    closed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceRow:
    """Something was deleted or ordered."""

    id: str
    at: int
    what: str
    """table, name, unlist, bar or unbar."""
    by: str
    """person, host or operator."""
    game: str
    """A short hash of the table's code; of an address, nothing."""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table with its seats and its log, all of one moment."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    log: tuple[LogRow, ...]


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of appending rows: the number of the last, and whether it was there already."""

    number: int
    repeated: bool = False
    revision: int = field(default=0, compare=False)
    """Of the table, with this row."""


@dataclass(frozen=True, slots=True)
class Due:
    """A table where something must happen."""

    code: str
    number: int
    due: int
    what: str


def standing(log: Iterable[LogRow]) -> list[LogRow]:
    """The actions that count: an undo removes the last one before it."""
    actions: list[LogRow] = []
    for row in log:
        if row.kind == "action":
            actions.append(row)
        elif row.kind == "undo" and actions:
            actions.pop()
    return actions
