"""REST about people at a table: muting, barring, voting, reports, deletion, and who keeps leaving games."""

from __future__ import annotations

import logging

from fastapi import APIRouter
from sqlalchemy import Connection as Database

from perron.server import conduct, secret, steps
from perron.server.attendance import FEWEST_LEFT
from perron.server.models import Departed, Departures, Mute, Noted, OwnSeat, OwnTable, Report, Vote
from perron.server.refusal import Refused
from perron.server.rest import ERRORS, CodePath, CurrentCaller, SeatPath, need_absent
from perron.server.seating import Change, seat_of
from perron.server.step import Step
from perron.server.store import Missing, TableRow, moderating
from perron.server.store.rows import ENDED
from perron.server.store.store import now_ms
from perron.server.table import LiveTable
from perron.server.table_changes import Seated

router = APIRouter(prefix="/api", responses=ERRORS)
_log = logging.getLogger("perron.tables")


def _trace(code: str, what: str, by: str) -> None:
    _log.info(what, extra={"table": code, "by": by})


# the host's


@router.post("/tables/{code}/seats/{seat}/mute")
async def mute(code: CodePath, seat: SeatPath, asked: Mute, caller: CurrentCaller) -> OwnTable:
    """Mute a seat in the chat, or unmute it. Host only."""

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_host(table)
        return conduct.mute(seats, seat, asked.muted)

    return await caller.change(code, decide)


@router.post("/tables/{code}/seats/{seat}/bar")
async def bar(code: CodePath, seat: SeatPath, caller: CurrentCaller) -> OwnTable:
    """Bar somebody: neither their secret nor their device opens the table again. Host only.

    During a game only somebody who is absent, or for whom a bot plays because they gave up or were removed.
    """
    room = await caller.hall.room(code)
    caller.need_host(room.live.table)
    await caller.hall.catch_up(room)
    row = conduct.need_person(room.live.seats, seat)
    if secret.proves(caller.secrets, row.secret_hash) or (row.device is not None and row.device == caller.device):
        raise Refused("seat/yours")
    if room.live.table.status == "playing" and row.standing_in is None:
        await need_absent(caller, room, seat)
        await caller.hall.do(room, lambda live, now: steps.stand_in(live, seat, "removed", by="host", now=now))

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_host(table)
        return conduct.bar(table, seats, seat)

    own = await caller.change(code, decide)
    _trace(code, "barred from the table", "host")
    return own


@router.get("/tables/{code}/departures")
async def departures(code: CodePath, caller: CurrentCaller) -> Departures:
    """Who at this table has repeatedly left games before their end, or let their time run out. Host only."""

    def look(database: Database) -> Departures:
        table, seats = caller.load(database, code)
        caller.need_host(table)
        held = {row.seat: row.device for row in seats if row.device is not None and row.device != caller.device}
        known = moderating.departures(database, set(held.values()), now_ms())
        found = [(seat, *known[device]) for seat, device in held.items()]
        shown = [Departed(seat=seat, left=left, games=games) for seat, left, games in found if left >= FEWEST_LEFT]
        return Departures(seats=shown)

    return await caller.hall.store.read(look)


@router.post("/tables/{code}/delete")
async def delete(code: CodePath, caller: CurrentCaller) -> Noted:
    """Delete a table whose game is over, with its log and its chat. Host only."""
    now = now_ms()

    def once(database: Database) -> None:
        table, _ = caller.load(database, code, lock=True)
        caller.need_host(table)
        if table.status not in ENDED:
            raise Refused("table/not_over")
        moderating.delete_table(database, code, "host", now)

    await caller.hall.store.write(once)
    _trace(code, "table deleted", "host")
    return Noted(at=now)


# everybody's


@router.post("/tables/{code}/seats/{seat}/vote")
async def vote(code: CodePath, seat: SeatPath, asked: Vote, caller: CurrentCaller) -> OwnTable:
    """Vote for a bot to play for somebody: it does when all others who are connected agree, at least two of them."""

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_seat(seats, asked.seat)
        return conduct.vote(table, seats, asked.seat, seat, asked.agree)

    own = await caller.change(code, decide)
    room = await caller.hall.room(code)
    await caller.hall.catch_up(room)
    await caller.hall.is_there(room, seat)  # afterwards this worker knows who else is
    if not conduct.vote_succeeds(room.live.seats, seat, room.connected()):
        return own

    def make(live: LiveTable, now: int) -> Step:
        if not conduct.vote_succeeds(live.seats, seat, room.connected()):
            raise Refused("action/stale")
        return steps.stand_in(live, seat, "voted", by="vote", now=now)

    await caller.hall.do(room, make)
    return caller.own(room.live.table, room.live.seats)


@router.post("/tables/{code}/report")
async def report(code: CodePath, asked: Report, caller: CurrentCaller) -> Noted:
    """Report somebody's conduct to the operator, with the last lines of the chat."""
    caller.hall.rates.need("report", caller.address)
    now = now_ms()

    def once(database: Database) -> bool:
        table, seats = caller.load(database, code)
        conduct.need_let_in(table, caller.marks)
        conduct.need_person(seats, asked.seat)
        by = next(iter(secret.held(caller.secrets, seats)), None)
        return moderating.add_report(database, code, asked.seat, by, asked.text, now) is not None

    if not await caller.hall.store.write(once):
        raise Refused("limit/reports")
    _trace(code, "reported", "person")
    return Noted(at=now)


@router.post("/tables/{code}/forget")
async def forget(code: CodePath, own: OwnSeat, caller: CurrentCaller) -> OwnTable:
    """Remove the caller's name from a seat, and what they said from the chat. The game stays as it was."""

    def once(database: Database) -> tuple[TableRow, Seated]:
        _, seats = caller.load(database, code, lock=True)
        seat_of(seats, own.seat)
        caller.need_seat(seats, own.seat)
        moderating.erase_person(database, code, own.seat, "person", now_ms())
        return caller.load(database, code)

    try:
        table, seats = await caller.hall.store.write(once)
    except Missing:
        raise Refused("table/removed") from None
    _trace(code, "name and chat deleted", "person")
    return caller.own(table, seats)
