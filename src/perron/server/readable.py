"""Whether a server can read a table: rows of a backup may be malformed, and one table must not harm the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar, get_args

from pydantic import ValidationError
from sqlalchemy import Connection, func, select

from perron.errors import PerronError
from perron.server.dealing import beginning_of, deal_info, listed_of
from perron.server.models import DealInfo, Entry, SeatInfo, TableInfo
from perron.server.refusal import Refused
from perron.server.sealed import sealed_of
from perron.server.seating import edition_of, settings_of
from perron.server.store import Snapshot, StoreError, queries
from perron.server.store.schema import log, tables
from perron.server.table import LiveTable, seat_info

T = TypeVar("T")

_STATUSES = get_args(TableInfo.model_fields["status"].annotation)
_KINDS = get_args(Entry.model_fields["kind"].annotation)
_BY = get_args(Entry.model_fields["by"].annotation)
_MOST_ENTRIES = 50_000
_log = logging.getLogger("perron.tables")


def live_table(snapshot: Snapshot) -> LiveTable:
    """A table in memory; raises Refused if its rows are invalid."""
    return read(LiveTable, snapshot)


def read(do: Callable[..., T], snapshot: Snapshot, *arguments: object) -> T:
    """Apply `do` to a table's rows; raises Refused if they are invalid."""
    try:
        return do(snapshot, *arguments)
    except Refused:
        raise
    except Exception as error:  # whatever is wrong with one table, the others must go on
        _log.error("table cannot be read", extra={"table": snapshot.table.code, "error": type(error).__name__})
        raise Refused("table/unreadable") from None


def check_all(connection: Connection) -> dict[str, str]:
    """Check every table: returns those whose games cannot be shown, and why; raises StoreError for invalid rows."""
    return {code: why for code in _codes(connection) if (why := _fault(connection, code)) is not None}


def _codes(connection: Connection) -> Iterator[str]:
    after = ""
    asked = select(tables.c.code).order_by(tables.c.code).limit(500)
    while found := connection.execute(asked.where(tables.c.code > after)).scalars().all():
        yield from found
        after = found[-1]


def _fault(connection: Connection, code: str) -> str | None:
    if connection.execute(select(func.count()).where(log.c.code == code)).scalar_one() > _MOST_ENTRIES:
        raise _wrong(code, "its log is longer than that of any game")
    snapshot = queries.load_snapshot(connection, code)
    assert snapshot is not None
    _check_shape(snapshot)
    try:
        settings_of(snapshot.table)
        edition_of(snapshot.table)
        LiveTable(snapshot)
    except Refused as refused:
        return _SAID.get(refused.code, refused.code)
    except PerronError as error:
        return " ".join(str(error).split())[:200]
    except Exception:
        return "its game cannot be read"
    return None


_SAID = {
    "table/old_rules": "this Perron does not have its edition, or not that version of its rules",
    "table/unreadable": "this Perron does not know its settings",
}


def _check_shape(snapshot: Snapshot) -> None:
    """Raise StoreError for rows that no server writes: such a table could not even be listed."""
    table, wrong = snapshot.table, partial(_wrong, snapshot.table.code)
    if table.status not in _STATUSES:
        raise wrong("its status is unknown")
    seat_count = len(snapshot.seats) if table.words is None else table.seat_count
    if [row.seat for row in snapshot.seats] != list(range(seat_count)):
        raise wrong("seats are missing, or there are too many")
    try:
        for row in snapshot.seats:
            SeatInfo.model_validate(seat_info(row).model_dump(warnings=False))
    except ValidationError:
        raise wrong("one of its seats is of no known kind") from None
    try:
        for row in snapshot.seats:
            sealed_of(row)
    except ValidationError:
        raise wrong("a choice of first tickets is of no known kind") from None
    if [row.number for row in snapshot.log] != list(range(1, table.number + 1)):
        raise wrong("entries of its log are missing, or there are too many")
    if any(row.kind not in _KINDS or row.by not in _BY for row in snapshot.log):
        raise wrong("an entry of its log is of no known kind")
    words = table.words
    if words is None and (table.status in ("playing", "over") or snapshot.log):
        raise wrong("its game has begun without a deal")
    if words is not None and (len(words) != table.seat_count or not all(isinstance(word, str) for word in words)):
        raise wrong("the words of its deal are not one for each seat")
    try:
        began = beginning_of(table)
    except ValidationError:
        raise wrong("the position that its game goes on from is of no known kind") from None
    if began is not None and (words is None or began.after > table.number):
        raise wrong("its log ends before the position that its game goes on from")
    try:
        deal = deal_info(table, snapshot.seats)
        if deal is not None:
            DealInfo.model_validate(deal.model_dump(warnings=False))
            listed_of(table)
    except Exception:
        raise wrong("its deal is of no known kind") from None
    if not all(isinstance(answer, int) for row in snapshot.log for answer in row.answers):
        raise wrong("an entry of its log is of no known kind")


def _wrong(code: str, why: str) -> StoreError:
    return StoreError(f"the backup's table {code} cannot be read: {why}; nothing was restored")
