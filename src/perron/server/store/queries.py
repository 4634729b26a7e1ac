"""Queries: functions on a connection, to be run by `Store.read` and `Store.write`.

Each is done inside one transaction; several may be called in one function to be one transaction together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Table,
    Update,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import ReturningUpdate

from perron.editions.edition import Edition
from perron.keys import commitment
from perron.server.store.errors import Missing, Stale, Taken
from perron.server.store.kept_editions import drop_unused, keep_edition, read_kept
from perron.server.store.notices import MISSED, Notice, notify
from perron.server.store.rows import (
    ENDED,
    UNDER_WAY,
    Appended,
    Due,
    ListedRow,
    LogRow,
    MessageRow,
    NewRow,
    SeatRow,
    Snapshot,
    TableRow,
)
from perron.server.store.schema import heartbeat, log, messages, seats, tables

DAY_MS = 86_400_000
OUTAGE_MS = 10_000
"""A gap between heartbeats longer than this was an outage."""

_NOT_TO_CHANGE = {"code", "number", "revision", "messages", "key", "commitment"}
_LOG_COLUMNS = [column for column in log.c if column.name != "code"]
_MESSAGE_COLUMNS = [column for column in messages.c if column.name != "code"]


# reading


def load_table(connection: Connection, code: str, *, lock: bool = False) -> TableRow | None:
    """One table. With `lock`, in a write, nobody else changes it before the transaction ends."""
    asked = select(tables).where(tables.c.code == code)
    row = connection.execute(asked.with_for_update() if lock else asked).one_or_none()
    if row is None:
        return None
    table = TableRow(**row._mapping)
    if table.edition_key is not None:
        read_kept(connection, table.edition_key)
    return table


def load_seats(connection: Connection, code: str) -> tuple[SeatRow, ...]:
    """The seats of a table in their order."""
    found = connection.execute(select(seats).where(seats.c.code == code).order_by(seats.c.seat))
    return tuple(SeatRow(**row._mapping) for row in found)


def rows_after(connection: Connection, code: str, number: int = 0) -> tuple[LogRow, ...]:
    """The log of a table after a number."""
    asked = select(*_LOG_COLUMNS).where(log.c.code == code, log.c.number > number).order_by(log.c.number)
    return tuple(_log_row(row) for row in connection.execute(asked))


def _log_row(row: Any) -> LogRow:
    number, kind, seat, text, action, answers, by, client, spent_ms, at = row
    return LogRow(
        number=number,
        kind=kind,
        seat=seat,
        text=text,
        action=action,
        answers=tuple(answers),
        by=by,
        client=client,
        spent_ms=spent_ms,
        at=at,
    )


def load_snapshot(connection: Connection, code: str, *, after: int = 0, lock: bool = False) -> Snapshot | None:
    """A table with its seats and its log after a number, all of one moment."""
    table = load_table(connection, code, lock=lock)
    if table is None:
        return None
    return Snapshot(table, load_seats(connection, code), rows_after(connection, code, after))


def listed_tables(connection: Connection, limit: int = 100) -> tuple[tuple[ListedRow, tuple[SeatRow, ...]], ...]:
    """The tables of the lobby, newest first: those that are listed and wait or play."""
    asked = (
        select(tables.c.code, tables.c.created, tables.c.edition, tables.c.status)
        .where(tables.c.listed, tables.c.status.in_(UNDER_WAY))
        .order_by(tables.c.created.desc(), tables.c.code)
        .limit(limit)
    )
    found = [ListedRow(**row._mapping) for row in connection.execute(asked)]
    seated: dict[str, list[SeatRow]] = {table.code: [] for table in found}
    wanted = select(seats).where(seats.c.code.in_(list(seated))).order_by(seats.c.code, seats.c.seat)
    for row in connection.execute(wanted) if found else ():
        seated[row.code].append(SeatRow(**row._mapping))
    return tuple((table, tuple(seated[table.code])) for table in found)


def number_of_client(connection: Connection, code: str, client: str) -> int | None:
    """The number of a client's message, if it was applied."""
    return connection.execute(
        select(log.c.number).where(log.c.code == code, log.c.client == client)
    ).scalar_one_or_none()


def messages_after(connection: Connection, code: str, number: int = 0, limit: int = 200) -> tuple[MessageRow, ...]:
    """The newest messages of a table after a number, oldest first."""
    asked = (
        select(*_MESSAGE_COLUMNS)
        .where(messages.c.code == code, messages.c.number > number)
        .order_by(messages.c.number.desc())
        .limit(limit)
    )
    return tuple(MessageRow(**row._mapping) for row in reversed(connection.execute(asked).all()))


def count_tables(connection: Connection) -> dict[str, int]:
    """How many tables there are of each status."""
    asked = select(tables.c.status, func.count()).group_by(tables.c.status)
    return {row[0]: row[1] for row in connection.execute(asked)}


# tables and seats


def create_table(
    connection: Connection,
    table: TableRow,
    seated: Sequence[SeatRow],
    own: Edition | None = None,
    copied: Sequence[LogRow] = (),
) -> None:
    """A new table with its seats, and with an edition that is not built in; raises Taken if its code is in use.

    `copied` is the log of another game up to the position from which this one goes on.
    """
    if own is not None:
        keep_edition(connection, own, table.created)
    try:
        connection.execute(insert(tables), asdict(table))
    except IntegrityError:
        raise Taken(f"there is a table {table.code} already") from None
    connection.execute(insert(seats), [asdict(seat) for seat in seated])
    if copied:
        rows = [{"code": table.code, "number": row.number, **_values(row)} for row in copied]
        connection.execute(insert(log), rows)
    notify(connection, Notice("table", table.code, table.revision))


def change_table(
    connection: Connection,
    code: str,
    changes: Mapping[str, Any],
    *,
    seat_changes: Mapping[int, Mapping[str, Any]] | None = None,
    where: Mapping[str, Any] | None = None,
) -> bool:
    """Change a table and its seats together; returns False, without a change, if the table is not as `where` says.

    A table that is not there raises Missing.
    """
    asked = update(tables).where(tables.c.code == code, *_as_said(where))
    values = {**_allowed(changes), "revision": tables.c.revision + 1}
    if connection.execute(asked.values(values)).rowcount == 0:
        if load_table(connection, code) is None:
            raise Missing(code)
        return False
    _change_seats(connection, code, seat_changes)
    revision = connection.execute(select(tables.c.revision).where(tables.c.code == code)).scalar_one()
    notify(connection, Notice("table", code, revision))
    return True


def renew_commitment(connection: Connection, code: str, key: bytes) -> None:
    """Give a table whose deal was broken off a new key, the old one being revealed. Keys never change otherwise."""
    asked = update(tables).where(tables.c.code == code, tables.c.status == "dealing")
    if connection.execute(asked.values(key=key, commitment=commitment(key))).rowcount == 0:
        raise Missing(code)


def change_seat(
    connection: Connection, code: str, seat: int, changes: Mapping[str, Any], *, where: Mapping[str, Any] | None = None
) -> bool:
    """Change one seat; returns False, without a change, if it is not as `where` says (for example kind="open")."""
    load_table(connection, code, lock=True)
    asked = update(seats).where(seats.c.code == code, seats.c.seat == seat)
    for name, value in (where or {}).items():
        asked = asked.where(_equals(seats.c[name], value))
    if connection.execute(asked.values(dict(changes))).rowcount == 0:
        return False
    return change_table(connection, code, {})


def replace_seats(connection: Connection, code: str, seated: Sequence[SeatRow]) -> None:
    """Give a table other seats (before the game begins); raises Missing."""
    if load_table(connection, code, lock=True) is None:
        raise Missing(code)
    connection.execute(delete(seats).where(seats.c.code == code))
    connection.execute(insert(seats), [asdict(seat) for seat in seated])
    change_table(connection, code, {"seat_count": len(seated)})


def _allowed(changes: Mapping[str, Any]) -> dict[str, Any]:
    wrong = _NOT_TO_CHANGE & changes.keys()
    if wrong:
        raise ValueError(f"{', '.join(sorted(wrong))} of a table cannot be changed")
    return dict(changes)


def _as_said(where: Mapping[str, Any] | None) -> Iterable[ColumnElement[bool]]:
    return [_equals(tables.c[name], value) for name, value in (where or {}).items()]


def _equals(column: ColumnElement[Any], value: Any) -> ColumnElement[bool]:
    """Equality that treats None as NULL."""
    return column.is_(None) if value is None else column == value


def _change_seats(connection: Connection, code: str, changes: Mapping[int, Mapping[str, Any]] | None) -> None:
    for seat, values in (changes or {}).items():
        if values:
            where = {"old_code": code, "old_seat": seat}
            if connection.execute(_update_seat(tuple(values)), {**_new(values), **where}).rowcount == 0:
                raise Missing(f"{code}, seat {seat}")


# the log


def append(
    connection: Connection,
    code: str,
    expected: int,
    row: NewRow,
    changes: Mapping[str, Any] | None = None,
    seat_changes: Mapping[int, Mapping[str, Any]] | None = None,
) -> Appended:
    """Append a row to the log, with everything that depends on it; it gets the number `expected` + 1.

    `expected` is the number that the writer believes to be the last: if the table has gone on, Stale is raised. A row
    with the client's id of an earlier one is not applied again: the earlier number is the answer.
    """
    number = expected + 1
    try:
        # Waits for a concurrent writer of the same number; does nothing if the number or the client's id is taken.
        put = connection.execute(
            insert_new(connection.dialect.name, log), {"code": code, "number": number, **_values(row)}
        )
    except IntegrityError:
        raise Missing(code) from None
    if put.rowcount == 0:
        return _gone_on(connection, code, row)
    values = {"active": row.at, "lease": None, "lease_until": None, **_allowed(changes or {}), "number": number}
    at_expected = {"old_code": code, "old_number": expected}
    changed = connection.execute(_update_table(tuple(values)), {**_new(values), **at_expected})
    revision = changed.scalar_one_or_none()
    if revision is None:
        raise Stale(_number(connection, code))
    _change_seats(connection, code, seat_changes)
    notify(connection, Notice("log", code, number))
    return Appended(number, revision=revision)


def append_sealed(
    connection: Connection,
    code: str,
    revision: int,
    rows: Sequence[NewRow],
    changes: Mapping[str, Any],
    seat_changes: Mapping[int, Mapping[str, Any]],
    client: str | None = None,
) -> Appended:
    """Change sealed choices, and append rows to the log with the last one.

    Sealed choices have no number: `revision` is the one that the writer believes to be the table's, else Stale is
    raised. A client's id that is in the log already is only answered again.
    """
    earlier = None if client is None else number_of_client(connection, code, client)
    if earlier is not None:
        return Appended(earlier, repeated=True)
    values = {**_allowed(changes), "number": tables.c.number + len(rows), "revision": tables.c.revision + 1}
    at_revision = update(tables).where(tables.c.code == code, tables.c.revision == revision)
    number = connection.execute(at_revision.values(values).returning(tables.c.number)).scalar_one_or_none()
    if number is None:
        raise Stale(_number(connection, code))
    for i, row in enumerate(rows, int(number) - len(rows) + 1):
        values = {"code": code, "number": i, **_values(row)}
        if connection.execute(insert_new(connection.dialect.name, log), values).rowcount == 0:
            # The client has used its id for something else meanwhile: the choice still counts.
            connection.execute(insert(log), {**values, "client": None})
    _change_seats(connection, code, seat_changes)
    notify(connection, Notice("table", code, revision + 1))
    if rows:
        notify(connection, Notice("log", code, int(number)))
    return Appended(int(number), revision=revision + 1)


# Statements are built once for every set of columns: building them costs more than running them.


@lru_cache
def insert_new(dialect: str, table: Table) -> Insert:
    """An insert that does nothing if the row exists."""
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
    return postgresql.insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)


@lru_cache
def _update_table(columns: tuple[str, ...]) -> ReturningUpdate[Any]:
    asked = update(tables).where(tables.c.code == bindparam("old_code"), tables.c.number == bindparam("old_number"))
    values = {**{name: bindparam(f"new_{name}") for name in columns}, "revision": tables.c.revision + 1}
    return asked.values(values).returning(tables.c.revision)


@lru_cache
def _update_seat(columns: tuple[str, ...]) -> Update:
    asked = update(seats).where(seats.c.code == bindparam("old_code"), seats.c.seat == bindparam("old_seat"))
    return asked.values({name: bindparam(f"new_{name}") for name in columns})


def _new(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}


def _values(row: NewRow) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "seat": row.seat,
        "text": row.text,
        "action": row.action,
        "answers": list(row.answers),
        "by": row.by,
        "client": row.client,
        "spent_ms": row.spent_ms,
        "at": row.at,
    }


def _gone_on(connection: Connection, code: str, row: NewRow) -> Appended:
    """Another writer was faster; perhaps with this very message."""
    earlier = None if row.client is None else number_of_client(connection, code, row.client)
    if earlier is not None:
        return Appended(earlier, repeated=True)
    raise Stale(_number(connection, code))


def _number(connection: Connection, code: str) -> int:
    current = connection.execute(select(tables.c.number).where(tables.c.code == code)).scalar_one_or_none()
    if current is None:
        raise Missing(code)
    return int(current)


def add_message(connection: Connection, code: str, message: MessageRow) -> int:
    """Append a message to a table's chat; returns its number, raises Missing.

    One with the client's id of an earlier one is not put there again: the earlier number is the answer.
    """
    last = (
        select(tables.c.messages).where(tables.c.code == code).with_for_update()
    )  # the same message may arrive twice at once
    number = connection.execute(last).scalar_one_or_none()
    if number is None:
        raise Missing(code)
    if message.client is not None:
        same = select(messages.c.number).where(messages.c.code == code, messages.c.client == message.client)
        earlier: int | None = connection.execute(same).scalar_one_or_none()
        if earlier is not None:
            return earlier
    number = int(number) + 1
    connection.execute(update(tables).where(tables.c.code == code).values(messages=number, active=message.at))
    connection.execute(insert(messages), {**asdict(message), "code": code, "number": number})
    notify(connection, Notice("message", code, number))
    return number


# what is due


def due_tables(connection: Connection, now: int, limit: int = 100) -> tuple[Due, ...]:
    """Tables where something is due and nobody has the lease, the longest overdue first."""
    asked = (
        select(tables.c.code, tables.c.number, tables.c.due, tables.c.due_what)
        .where(tables.c.due <= now, or_(tables.c.lease_until.is_(None), tables.c.lease_until <= now))
        .order_by(tables.c.due)
        .limit(limit)
    )
    return tuple(Due(code, number, due, what or "") for code, number, due, what in connection.execute(asked))


def take_lease(connection: Connection, code: str, number: int, worker: str, now: int, until: int) -> bool:
    """Take the lease on what is due at a table after this number; whether this worker got it."""
    free = or_(tables.c.lease.is_(None), tables.c.lease == worker, tables.c.lease_until <= now)
    asked = update(tables).where(tables.c.code == code, tables.c.number == number, free)
    return connection.execute(asked.values(lease=worker, lease_until=until)).rowcount == 1


def drop_lease(connection: Connection, code: str, worker: str) -> None:
    """Release a lease."""
    asked = update(tables).where(tables.c.code == code, tables.c.lease == worker)
    connection.execute(asked.values(lease=None, lease_until=None))


def record_heartbeat(
    connection: Connection, now: int, outage_ms: int = OUTAGE_MS, *, clock_was_set: bool = False
) -> int:
    """Record that a server is alive; returns by how many milliseconds clocks were put off because none was.

    To be called at the start and about every second, before anything that is due is done: while no server was alive
    (or the machine slept, or its clock was set), nobody loses time. With `clock_was_set` the system clock is known to
    have been set while a server ran: then nothing grows older by it either.
    """
    asked = select(heartbeat.c.beat).where(heartbeat.c.id == 1).with_for_update()
    last = connection.execute(asked).scalar_one_or_none()
    if last is None:
        connection.execute(insert_new(connection.dialect.name, heartbeat), {"id": 1, "beat": now})
        return 0
    gap: int = now - last
    if 0 <= gap <= outage_ms:
        if gap:
            connection.execute(update(heartbeat).values(beat=now))
        return 0
    if -outage_ms <= gap < 0:  # two workers whose clocks differ a little
        return 0
    connection.execute(update(heartbeat).values(beat=now))
    _put_off(connection, last, now)
    if clock_was_set:
        ends = {"expires": tables.c.expires + gap, "revision": tables.c.revision + 1}
        connection.execute(update(tables).where(tables.c.expires.is_not(None)).values(ends))
        connection.execute(update(tables).values(active=tables.c.active + gap))
    return gap


def _put_off(connection: Connection, last: int, now: int) -> None:
    """Move what is due by the outage; a turn that began after the last beat begins now.

    A bot's answer that is overdue stays so: it is given its pause again. But neither it nor a lease is to wait for a
    time that a clock which has been set back since once showed.
    """
    began, due, lease = tables.c.turn_began, tables.c.due, tables.c.lease_until
    shift = case((began > last, now - began), else_=now - last)
    connection.execute(
        update(tables)
        .where(tables.c.status.in_(UNDER_WAY), or_(began.is_not(None), due.is_not(None)))
        .values(
            turn_began=began + shift,
            due=case((and_(tables.c.due_what == "bot", shift > 0), due), else_=due + shift),
            lease_until=case((shift > 0, lease), else_=lease + shift),
            revision=tables.c.revision + 1,
        )
    )
    notify(connection, MISSED)


# keeping and removing


def abandon_idle(connection: Connection, now: int, idle_ms: int, limit: int = 100) -> tuple[str, ...]:
    """Mark tables without activity for this long as abandoned; they are kept for another `keep_days`."""
    idle = and_(tables.c.status.in_(UNDER_WAY), tables.c.active <= now - idle_ms)
    asked = select(tables.c.code, tables.c.keep_days).where(idle).order_by(tables.c.active).limit(limit)
    done = []
    for code, keep_days in connection.execute(asked).all():
        changes = {"status": "abandoned", "due": None, "due_what": None, "expires": now + keep_days * DAY_MS}
        if connection.execute(update(tables).where(tables.c.code == code, idle).values(changes)).rowcount:
            change_table(connection, code, {})
            done.append(code)
    return tuple(done)


def expire(connection: Connection, now: int, limit: int = 100) -> tuple[str, ...]:
    """Remove tables that are over or abandoned and have expired, with a notice for each."""
    ripe = and_(tables.c.status.in_(ENDED), tables.c.expires <= now)
    asked = select(tables.c.code).where(ripe).order_by(tables.c.expires).limit(limit)
    done = []
    for code in connection.execute(asked).scalars().all():
        if connection.execute(delete(tables).where(tables.c.code == code, ripe)).rowcount:
            notify(connection, Notice("gone", code))
            done.append(code)
    if done:
        drop_unused(connection, now)
    return tuple(done)


def remove_table(connection: Connection, code: str) -> bool:
    """Remove a table with all that belongs to it."""
    if connection.execute(delete(tables).where(tables.c.code == code)).rowcount == 0:
        return False
    notify(connection, Notice("gone", code))
    return True
