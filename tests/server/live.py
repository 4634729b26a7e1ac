"""Live tables without a store: steps are applied as if they had been committed."""

from __future__ import annotations

from dataclasses import asdict, replace

from perron.server import seating
from perron.server.bodies import NewTable, SeatPlan, TableSettings
from perron.server.steps import Step
from perron.server.store import LogRow, Whole
from perron.server.table import LiveTable

WORD = "0123456789abcdef" * 2
START = 1_000_000


def live_table(edition: str = "europe", *kinds: str, settings: TableSettings | None = None) -> LiveTable:
    """A table whose game has just begun, all seats held by people unless said otherwise."""
    plans = [SeatPlan.model_validate({"kind": kind}) for kind in kinds or ("person", "person")]
    asked = NewTable(edition=edition, seats=plans, settings=settings or TableSettings())
    table, seats = seating.new_table(asked, "abcdefghjk", bytes(range(32)), b"host", START - 5000)
    seats = [
        replace(row, secret_hash=b"%d" % row.seat, ready=True, word=WORD, name=f"P{row.seat}")
        if row.kind == "person"
        else row
        for row in seats
    ]
    change = seating.start(table, seats, START)
    seats = [replace(row, **change.seats[row.seat]) for row in seats]
    return LiveTable(Whole(replace(table, **change.table), tuple(seats), ()))


def commit(live: LiveTable, step: Step) -> LogRow:
    """Apply a step."""
    assert step.expected == live.number
    row = LogRow(**asdict(step.row), number=live.number + 1)
    live.apply(row, ())
    seats = tuple(replace(seat, **step.seats.get(seat.seat, {})) for seat in live.seats)
    live.set_rows(replace(live.table, **step.table), seats)
    return row
