"""Tables and rows to try the store on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from perron.server.store import Appended, NewRow, SeatRow, Store, TableRow, queries
from perron.server.store.codes import new_code


def table(code: str | None = None, **more: Any) -> TableRow:
    """A table of the tiny edition."""
    key = hashlib.sha256((code or "key").encode()).digest()
    values: dict[str, Any] = {
        "code": code or new_code(),
        "created": 1_000,
        "edition": "tiny",
        "rules": 1,
        "seat_count": 2,
        "settings": {"chat": True, "clock": None, "on_timeout": "least", "bot_pause_ms": 1200},
        "status": "playing",
        "listed": False,
        "keep_days": 30,
        "host_hash": hashlib.sha256(b"host").digest(),
        "key": key,
        "commitment": hashlib.sha256(key).hexdigest(),
        "words": ["-", "-"],
        "active": 1_000,
    }
    return TableRow(**{**values, **more})


def seats(code: str, **more: Any) -> list[SeatRow]:
    """Two seats for it, of a person and a bot."""
    person = SeatRow(code=code, seat=0, kind="person", name="Åsa", secret_hash=b"\x00\xff" * 16, ready=True, **more)
    return [person, SeatRow(code=code, seat=1, kind="bot", level="greedy")]


def row(**more: Any) -> NewRow:
    """An action for the log."""
    values: dict[str, Any] = {
        "kind": "action",
        "seat": 0,
        "text": "draw blind",
        "action": 7,
        "answers": (3, 1),
        "by": "person",
        "at": 2_000,
    }
    return NewRow(**{**values, **more})


def add_table(store: Store, code: str | None = None, **more: Any) -> str:
    """Put a table into a store; returns its code."""
    made = table(code, **more)
    store.write_now(lambda connection: queries.create_table(connection, made, seats(made.code)))
    return made.code


def appending(code: str, expected: int, changes: dict[str, Any] | None = None, **more: Any) -> Callable[..., Appended]:
    """A job that appends a row."""

    def job(connection: Connection) -> Appended:
        return queries.append(connection, code, expected, row(**more), changes)

    return job
