"""Seats before and between games: sitting down, leaving, being ready, starting, and the table of a rematch.

Plain functions from rows to what changes in them; they raise Refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from perron.editions import Edition, known_edition
from perron.errors import EditionError
from perron.game import Game
from perron.keys import NO_WORD, commitment, mix
from perron.server.bodies import COLOURS, NewTable, TableSettings
from perron.server.clocks import full_bank
from perron.server.due import next_due
from perron.server.refusal import Refused
from perron.server.store import SeatRow, TableRow

Seats = Sequence[SeatRow]


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written about a table and its seats."""

    table: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


EMPTY = {
    "name": "",
    "colour": None,
    "secret_hash": None,
    "word": None,
    "ready": False,
    "standing_in": None,
    "standing_why": None,
}
"""A seat in which nobody sits."""


def edition_of(table: TableRow) -> Edition:
    """The edition of a table, in the version of its rules that the table was made with, and in no other."""
    try:
        return known_edition(table.edition, version=table.rules)
    except EditionError:
        raise Refused("table/old_rules") from None


def settings_of(table: TableRow) -> TableSettings:
    """A table's settings as they were stored; one that this version does not know, from a newer one, is left out."""
    known = {name: value for name, value in table.settings.items() if name in TableSettings.model_fields}
    return TableSettings.model_validate(known)


def new_table(asked: NewTable, code: str, key: bytes, host_hash: bytes, now: int) -> tuple[TableRow, list[SeatRow]]:
    """The rows of a table that is made."""
    try:
        edition = known_edition(asked.edition)
    except EditionError:
        raise Refused("edition/unknown") from None
    fewest, most = edition.players
    if not fewest <= len(asked.seats) <= most:
        raise Refused("edition/seats", fewest=fewest, most=most)
    table = TableRow(
        code=code,
        created=now,
        edition=edition.id,
        rules=edition.version,
        seat_count=len(asked.seats),
        settings=asked.settings.model_dump(),
        status="waiting",
        listed=asked.settings.listed,
        keep_days=asked.settings.keep_days,
        host_hash=host_hash,
        key=key,
        commitment=commitment(key),
        active=now,
    )
    seats = [
        SeatRow(code=code, seat=i, kind=plan.kind, level=None if plan.kind == "person" else plan.level)
        for i, plan in enumerate(asked.seats)
    ]
    return table, seats


def need_waiting(table: TableRow) -> None:
    """Refuse what can only be done before the game."""
    if table.status != "waiting":
        raise Refused("table/started")


def need_playing(table: TableRow) -> None:
    """Refuse what can only be done during the game."""
    if table.status != "playing":
        raise Refused("table/not_playing")


def seat_of(seats: Seats, seat: int) -> SeatRow:
    """A seat that must be there."""
    if not 0 <= seat < len(seats):
        raise Refused("seat/unknown")
    return seats[seat]


def is_free(seat: SeatRow) -> bool:
    """Whether somebody could sit down there."""
    return seat.kind != "bot" and seat.secret_hash is None


def sit(
    table: TableRow, seats: Seats, seat: int | None, name: str, colour: str | None, secret_hash: bytes
) -> tuple[int, Change]:
    """Somebody sits down: in the seat and colour asked for, or in the first that are free."""
    need_waiting(table)
    if seat is None:
        found = next((row for row in seats if is_free(row)), None)
        if found is None:
            raise Refused("seat/none_free")
    else:
        found = seat_of(seats, seat)
        if not is_free(found):
            raise Refused("seat/taken")
    taken = {row.colour for row in seats}
    if colour is not None and colour in taken:
        raise Refused("colour/taken")
    chosen = colour or next(one for one in COLOURS if one not in taken)
    return found.seat, Change(seats={found.seat: {"name": name, "colour": chosen, "secret_hash": secret_hash}})


def leave(table: TableRow, seats: Seats, seat: int) -> Change:
    """Somebody gets up before the game."""
    need_waiting(table)
    return Change(seats={seat_of(seats, seat).seat: EMPTY})


def get_ready(table: TableRow, seats: Seats, seat: int, ready: bool, word: str) -> Change:
    """Somebody is ready, and adds a word to the deal; or is not ready after all."""
    need_waiting(table)
    if seat_of(seats, seat).secret_hash is None:
        raise Refused("seat/empty")
    return Change(seats={seat: {"ready": ready, "word": word if ready else None}})


def put_bot(table: TableRow, seats: Seats, seat: int, level: str) -> Change:
    """A bot takes a seat before the game."""
    need_waiting(table)
    return Change(seats={seat_of(seats, seat).seat: {**EMPTY, "kind": "bot", "level": level}})


def clear(table: TableRow, seats: Seats, seat: int) -> Change:
    """The host frees a seat before the game, whoever sat in it."""
    need_waiting(table)
    kind = "open" if seat_of(seats, seat).kind == "bot" else seats[seat].kind
    return Change(seats={seat: {**EMPTY, "kind": kind}})


def change_settings(table: TableRow, settings: TableSettings) -> Change:
    """The host changes what is settled; during the game clocks stay as they are."""
    old = settings_of(table)
    if table.status == "playing" and settings.clock != old.clock:
        raise Refused("table/started")
    changes = {"settings": settings.model_dump(), "listed": settings.listed, "keep_days": settings.keep_days}
    return Change(table=changes)


def start(table: TableRow, seats: Seats, now: int) -> Change:
    """The game begins: open seats get their bots, the seats' words are mixed into the key, the deal follows from it."""
    need_waiting(table)
    settings = settings_of(table)
    filled: dict[int, dict[str, Any]] = {}
    colours = [one for one in COLOURS if one not in {row.colour for row in seats}]
    words = []
    for row in seats:
        changes: dict[str, Any] = {"bank_ms": full_bank(settings.clock)}
        if row.secret_hash is None:
            if row.kind == "person":
                raise Refused("seat/empty")
            changes |= {"kind": "bot", "colour": row.colour or colours.pop(0)}
        elif not row.ready:
            raise Refused("seat/not_ready")
        else:
            changes["kind"] = "person"
        filled[row.seat] = changes
        words.append(row.word or NO_WORD)
    game = Game(edition_of(table), len(seats), key=mix(table.key, words))
    seated = [replace(row, **filled[row.seat]) for row in seats]
    due, what = next_due(settings, seated, game.to_move, now, now)
    begun = {"status": "playing", "words": words, "started": now, "turn_began": now, "active": now}
    return Change({**begun, "to_move": game.to_move, "due": due, "due_what": what}, filled)


def rematch(table: TableRow, seats: Seats, code: str, key: bytes, now: int) -> tuple[TableRow, list[SeatRow]]:
    """The next table of the same people, everybody one seat on; their secrets are valid there too."""
    if table.status != "over":
        raise Refused("table/not_over")
    fresh = TableRow(
        code=code,
        created=now,
        edition=table.edition,
        rules=known_edition(table.edition).version,
        seat_count=table.seat_count,
        settings=table.settings,
        status="waiting",
        listed=table.listed,
        keep_days=table.keep_days,
        host_hash=table.host_hash,
        key=key,
        commitment=commitment(key),
        active=now,
    )
    rotated = [seats[-1], *seats[:-1]]
    again: dict[str, Any] = {"word": None, "ready": False, "standing_in": None, "standing_why": None, "bank_ms": None}
    return fresh, [replace(row, code=code, seat=i, **again) for i, row in enumerate(rotated)]
