"""Playing on from a position of a finished game: the rows of a new table, with chance of its own.

A pure function from rows to rows; it raises Refused. The log is copied up to the position, undos included, so that the
new table needs the old one no longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from perron.keys import NO_WORD, commitment
from perron.server.clocks import full_bank
from perron.server.deadlines import next_due
from perron.server.dealing import Beginning, BranchKey, branches_of, game_key_of
from perron.server.models import COLOURS, PlayOn
from perron.server.refusal import Refused
from perron.server.sealed import TO_CHOOSE
from perron.server.seating import edition_of, name_bot, seat_of
from perron.server.store import LogRow, SeatRow, Snapshot, TableRow
from perron.server.table import game_of

Branched = tuple[TableRow, list[SeatRow], list[LogRow]]


def branch_table(
    old: Snapshot, asked: PlayOn, code: str, key: bytes, secret_hash: bytes, device: bytes, now: int
) -> Branched:
    """A table at which the game goes on at once: the caller in one seat, bots in the others."""
    if old.table.status != "over":
        raise Refused("table/not_over")
    place = seat_of(old.seats, asked.seat)
    copied = _copied(old, asked.step, now)
    earlier = [(after, one) for after, one in branches_of(old.table).items() if after < asked.step]
    began = Beginning(
        key=game_key_of(old.table).hex(),
        after=asked.step,
        earlier=tuple(BranchKey(after=after, key=one.hex()) for after, one in earlier),
    )
    settings = asked.settings
    table = TableRow(
        code=code,
        created=now,
        edition=old.table.edition,
        rules=old.table.rules,
        edition_key=old.table.edition_key,
        seat_count=old.table.seat_count,
        settings=settings.model_dump(),
        status="playing",
        listed=settings.listed,
        keep_days=settings.keep_days,
        host_hash=secret_hash,
        key=key,
        commitment=commitment(key),
        words=[NO_WORD] * old.table.seat_count,
        number=len(copied),
        turn_began=now,
        started=now,
        active=now,
        branch=began.model_dump(mode="json"),
    )
    game = game_of(edition_of(table), table, copied)
    assert game is not None
    assert game.to_move is not None
    person: dict[str, Any] = {"kind": "person", "level": None, "name": asked.name, "ready": True}
    seats = _seats(old, asked, code)
    seats[place.seat] = replace(seats[place.seat], **person, secret_hash=secret_hash, device=device)
    acting = [game.to_move]
    choose: Mapping[str, Any] = {}
    if game.view(with_legal=False).phase == "setup":  # those who have not chosen yet do so at once
        acting, choose = list(range(game.to_move, len(seats))), TO_CHOOSE
    bank = full_bank(settings.clock)
    seats = [replace(row, bank_ms=bank, **(choose if row.seat in acting else {})) for row in seats]
    due, what = next_due(settings, seats, acting, now, now)
    return replace(table, to_move=game.to_move, due=due, due_what=what), seats, copied


def _copied(old: Snapshot, step: int, now: int) -> list[LogRow]:
    """The log up to a step, without what did not change the game."""
    entries = [row for row in old.log if row.kind in ("action", "undo")]
    if step > len(entries):
        raise Refused("step/unknown")
    if step == len(entries):  # a finished game ends with its last action
        raise Refused("step/over")
    return [
        replace(row, number=number, client=None, spent_ms=None, at=now) for number, row in enumerate(entries[:step], 1)
    ]


def _seats(old: Snapshot, asked: PlayOn, code: str) -> list[SeatRow]:
    """Bots in all seats, in the colours of those who sat there."""
    spare = [one for one in COLOURS if one not in {row.colour for row in old.seats}]
    seats: list[SeatRow] = []
    for row in old.seats:
        colour = row.colour or spare.pop(0)
        seats.append(SeatRow(code=code, seat=row.seat, kind="bot", level=asked.level, colour=colour))
        seats[-1] = replace(seats[-1], name=name_bot(code, seats, row.seat, asked.name))
    return seats
