"""Changing a table before and between games: load, decide, write, all in one transaction."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection as Database

from perron.server.refusal import Refused
from perron.server.seating import Change
from perron.server.store import SeatRow, TableRow, queries
from perron.server.store.store import now_ms

Seated = tuple[SeatRow, ...]


def seated(database: Database, code: str, lock: bool = False) -> tuple[TableRow, Seated]:
    """A table with its seats; raises Refused if there is none."""
    table = queries.load_table(database, code, lock=lock)
    if table is None:
        raise Refused("table/not_found")
    return table, queries.load_seats(database, code)


def change(database: Database, code: str, decide: Callable[[TableRow, Seated], Change]) -> tuple[TableRow, Seated]:
    """Load a table, decide, and write, in one transaction; returns the table after that."""
    decided = decide(*seated(database, code, lock=True))
    if decided.key is not None:
        queries.renew_commitment(database, code, decided.key)
    queries.change_table(database, code, {"active": now_ms(), **decided.table}, seat_changes=decided.seats)
    return seated(database, code)
