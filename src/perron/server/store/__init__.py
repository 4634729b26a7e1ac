"""The store: tables, seats, the log of actions and messages, in SQLite or PostgreSQL: all the truth a server has."""

from perron.server.store.errors import Missing, Stale, StoreBusy, StoreError, StoreGone, Taken
from perron.server.store.notices import Notice
from perron.server.store.rows import (
    Appended,
    Due,
    LogRow,
    MessageRow,
    NewRow,
    ReportRow,
    SeatRow,
    Snapshot,
    TableRow,
    TraceRow,
    standing,
)
from perron.server.store.store import Store

__all__ = [
    "Appended",
    "Due",
    "LogRow",
    "MessageRow",
    "Missing",
    "NewRow",
    "Notice",
    "ReportRow",
    "SeatRow",
    "Snapshot",
    "Stale",
    "Store",
    "StoreBusy",
    "StoreError",
    "StoreGone",
    "TableRow",
    "Taken",
    "TraceRow",
    "standing",
]
