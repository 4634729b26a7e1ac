"""Live tables without a store: steps are applied as if they had been committed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from perron.deal import word_commitment
from perron.server import dealing, seating
from perron.server.models import NewTable, Ready, SeatPlan, TableSettings
from perron.server.seating import Change
from perron.server.step import Step
from perron.server.store import LogRow, SeatRow, Snapshot, TableRow
from perron.server.table import LiveTable

WORD = "0123456789abcdef" * 2
START = 1_000_000


def live_table(edition: str = "europe", *kinds: str, settings: TableSettings | None = None) -> LiveTable:
    """A table whose game has just begun, all seats held by people unless said otherwise."""
    plans = [SeatPlan.model_validate({"kind": kind}) for kind in kinds or ("person", "person")]
    asked = NewTable(edition=edition, seats=plans, settings=settings or TableSettings())
    table, seats = seating.new_table(
        asked, seating.edition_for(asked.edition), "abcdefghjk", bytes(range(32)), b"host", START - 5000
    )
    seats = [
        replace(row, secret_hash=b"%d" % row.seat, name=f"P{row.seat}") if row.kind == "person" else row
        for row in seats
    ]
    table, seats = dealt(table, seats, START)
    return LiveTable(Snapshot(table, tuple(seats), ()))


def dealt(table: TableRow, seats: Sequence[SeatRow], now: int) -> tuple[TableRow, list[SeatRow]]:
    """A table at which everybody who sits commits to a word, the host starts, and everybody shows it."""
    people = [row.seat for row in seats if row.secret_hash is not None]
    for seat in people:
        ready = Ready(seat=seat, commitment=word_commitment(table.code, 1, seat, WORD))
        table, seats = changed(table, seats, seating.get_ready(table, seats, seat, ready))
    table, seats = changed(table, seats, dealing.start(table, seats, now))
    for seat in people:
        listed = dealing.listed_of(table)
        assert listed is not None
        shown = dealing.show_word(table, seats, seat, 1, WORD, listed.hash, now)
        table, seats = changed(table, seats, shown)
    return table, list(seats)


def changed(table: TableRow, seats: Sequence[SeatRow], change: Change) -> tuple[TableRow, list[SeatRow]]:
    """The rows after a change."""
    return replace(table, **change.table), [replace(row, **change.seats.get(row.seat, {})) for row in seats]


def commit(live: LiveTable, step: Step) -> LogRow:
    """Apply a step; the last row of the log that came with it."""
    row = keep(live, step)
    assert row is not None, "nothing but a choice under seal"
    return row


def keep(live: LiveTable, step: Step) -> LogRow | None:
    """Apply a step, which may be nothing but a choice under seal."""
    assert step.expected == live.number
    assert step.revision in (None, live.table.revision)
    rows = [LogRow(**asdict(row), number=live.number + i) for i, row in enumerate(step.rows, 1)]
    for row in rows:
        live.apply(row, ())
    seats = tuple(replace(seat, **step.seats.get(seat.seat, {})) for seat in live.seats)
    live.set_rows(replace(live.table, **step.table, revision=live.table.revision + 1), seats)
    return rows[-1] if rows else None
