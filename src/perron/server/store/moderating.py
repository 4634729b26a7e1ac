"""Queries for moderation: reports, barred addresses, who stayed to the end, deletions and their traces.

Plain functions on a connection, as in `queries`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from perron.server.store.errors import Missing
from perron.server.store.notices import Notice, notify
from perron.server.store.queries import change_table, insert_new, load_seats, load_table, messages_after, remove_table
from perron.server.store.rows import MessageRow, ReportRow, TraceRow
from perron.server.store.schema import attendance, barred_addresses, messages, reports, traces

DAY_MS = 86_400_000
REMEMBERED_MS = 30 * DAY_MS
"""How long it is remembered that somebody left a game."""
GAMES = 20
"""Only this many of the last games count."""
REPORTS_KEPT_MS = 90 * DAY_MS
TRACES_KEPT_MS = 365 * DAY_MS
CHAT_LINES = 20
"""Lines of the chat that go with a report."""
MOST_REPORTS = 20
"""Open reports about one table."""


def game_hash(code: str) -> str:
    """A hash of a table's code, for where the code itself would give access to the table."""
    return hashlib.sha256(code.encode()).hexdigest()[:10]


# deletion


def _trace(connection: Connection, now: int, what: str, by: str, code: str = "", seat: int | None = None) -> None:
    game = game_hash(code) if code else ""
    row = TraceRow(id=secrets.token_hex(8), at=now, what=what, by=by, game=game, seat=seat)
    connection.execute(insert(traces), asdict(row))


def erase_person(connection: Connection, code: str, seat: int, by: str, now: int) -> None:
    """Remove a person's name from a seat and their lines from the chat; raises Missing.

    Somebody else may have said something from the same seat before: that stays, under the other name.
    """
    if load_table(connection, code, lock=True) is None:
        raise Missing(code)
    rows = load_seats(connection, code)
    if not 0 <= seat < len(rows):
        raise Missing(f"{code}, seat {seat}")
    own = messages.c.name.in_([rows[seat].name, ""])
    connection.execute(delete(messages).where(messages.c.code == code, messages.c.seat == seat, own))
    change_table(connection, code, {}, seat_changes={seat: {"name": ""}})
    notify(connection, Notice("chat", code))
    _trace(connection, now, "name", by, code, seat)


def delete_table(connection: Connection, code: str, by: str, now: int) -> None:
    """Remove a table with all that belongs to it, and, if the operator does, the reports about it; raises Missing."""
    if not remove_table(connection, code):
        raise Missing(code)
    if by == "operator":
        connection.execute(delete(reports).where(reports.c.code == code))
    _trace(connection, now, "table", by, code)


def unlist(connection: Connection, code: str, now: int) -> None:
    """Remove a table from the lobby permanently; raises Missing."""
    table = load_table(connection, code, lock=True)
    if table is None:
        raise Missing(code)
    settings = {**table.settings, "listed": False}
    change_table(connection, code, {"listed": False, "unlisted": True, "settings": settings})
    _trace(connection, now, "unlist", "operator", code)


def traces_after(connection: Connection, at: int) -> tuple[TraceRow, ...]:
    """What was deleted or ordered since then, oldest first."""
    asked = select(traces).where(traces.c.at >= at).order_by(traces.c.at, traces.c.id)
    return tuple(TraceRow(**row._mapping) for row in connection.execute(asked))


# addresses


def bar_address(connection: Connection, network: str, until: int, now: int) -> None:
    """Bar a network until then."""
    connection.execute(delete(barred_addresses).where(barred_addresses.c.network == network))
    connection.execute(insert(barred_addresses), {"network": network, "until": until})
    _trace(connection, now, "bar", "operator")


def unbar_address(connection: Connection, network: str, now: int) -> bool:
    """Unbar a network; False if it was not barred."""
    if connection.execute(delete(barred_addresses).where(barred_addresses.c.network == network)).rowcount == 0:
        return False
    _trace(connection, now, "unbar", "operator")
    return True


def barred_now(connection: Connection, now: int) -> dict[str, int]:
    """The networks that are barred, and until when."""
    asked = select(barred_addresses).where(barred_addresses.c.until > now).order_by(barred_addresses.c.network)
    return {row.network: row.until for row in connection.execute(asked)}


# reports


def add_report(
    connection: Connection, code: str, seat: int, by_seat: int | None, text: str, now: int
) -> ReportRow | None:
    """Add a report for the operator, with the last lines of the chat; None if there are too many already."""
    table, rows = load_table(connection, code), load_seats(connection, code)
    if table is None or not 0 <= seat < len(rows):
        raise Missing(code)
    waiting = select(func.count()).where(reports.c.code == code, reports.c.closed.is_(None))
    if connection.execute(waiting).scalar_one() >= MOST_REPORTS:
        return None
    row = ReportRow(
        id=secrets.token_hex(4),
        at=now,
        code=code,
        edition=table.edition,
        seat=seat,
        name=rows[seat].name,
        by_seat=by_seat,
        by_name="" if by_seat is None else rows[by_seat].name,
        text=text,
        chat=[_line(one) for one in messages_after(connection, code, limit=CHAT_LINES)],
    )
    connection.execute(insert(reports), asdict(row))
    notify(connection, Notice("report", code, seat))
    return row


def _line(message: MessageRow) -> dict[str, Any]:
    return {"seat": message.seat, "name": message.name, "text": message.text, "at": message.at}


def note_address(connection: Connection, code: str, seat: int, address: str) -> None:
    """Note the address of a reported person."""
    found = (reports.c.code == code, reports.c.seat == seat, reports.c.closed.is_(None), reports.c.address.is_(None))
    connection.execute(update(reports).where(*found).values(address=address))


def load_reports(connection: Connection, *, closed: bool = False) -> tuple[ReportRow, ...]:
    """Reports, oldest first: those that are open, or all of them."""
    asked = select(reports).order_by(reports.c.at, reports.c.id)
    found = connection.execute(asked if closed else asked.where(reports.c.closed.is_(None)))
    return tuple(ReportRow(**row._mapping) for row in found)


def close_report(connection: Connection, ident: str, now: int) -> bool:
    """Close a report; False if there is no such open report."""
    asked = update(reports).where(reports.c.id == ident, reports.c.closed.is_(None))
    return connection.execute(asked.values(closed=now)).rowcount == 1


# who stayed


def note_attendance(connection: Connection, code: str, stayed: Mapping[bytes, bool], now: int) -> None:
    """Note whether devices stayed to the end of a game; the first note about a game counts."""
    rows = [{"device": one, "game": game_hash(code), "at": now, "stayed": how} for one, how in stayed.items()]
    for row in rows:
        connection.execute(insert_new(connection.dialect.name, attendance), row)


def departures(connection: Connection, devices: Iterable[bytes], now: int) -> dict[bytes, tuple[int, int]]:
    """For each device, how many of its last games it left, and how many those are."""
    found: dict[bytes, tuple[int, int]] = {}
    for device in devices:
        asked = (
            select(attendance.c.stayed)
            .where(attendance.c.device == device, attendance.c.at > now - REMEMBERED_MS)
            .order_by(attendance.c.at.desc())
            .limit(GAMES)
        )
        stayed = connection.execute(asked).scalars().all()
        found[device] = (sum(not one for one in stayed), len(stayed))
    return found


def tidy(connection: Connection, now: int) -> None:
    """Remove what has expired."""
    connection.execute(delete(attendance).where(attendance.c.at <= now - REMEMBERED_MS))
    connection.execute(delete(barred_addresses).where(barred_addresses.c.until <= now))
    old = or_(reports.c.at <= now - REPORTS_KEPT_MS, reports.c.closed <= now - REMEMBERED_MS)
    connection.execute(delete(reports).where(old))
    connection.execute(delete(traces).where(traces.c.at <= now - TRACES_KEPT_MS))
