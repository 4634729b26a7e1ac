"""Seats before and between games: sitting down, leaving, being ready, and the table of a rematch.

Pure functions from rows to changes; they raise Refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from perron.bots.bot_names import bot_name
from perron.editions import Edition, known_edition
from perron.errors import EditionError
from perron.keys import commitment
from perron.server.edition_key import own_key
from perron.server.models import COLOURS, NewTable, Ready, TableSettings
from perron.server.plain_text import alike
from perron.server.refusal import Refused
from perron.server.store import SeatRow, TableRow
from perron.server.store.kept_editions import kept_edition

Seats = Sequence[SeatRow]


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written about a table and its seats."""

    table: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    key: bytes | None = field(default=None, repr=False)
    """A new key, in place of one that was revealed."""


EMPTY: Mapping[str, Any] = {
    "name": "",
    "colour": None,
    "secret_hash": None,
    "word": None,
    "commitment": None,
    "ready": False,
    "standing_in": None,
    "standing_why": None,
    "muted": False,
    "device": None,
    "votes": None,
}
"""A seat in which nobody sits."""
FIRST_DEAL: Mapping[str, Any] = {"attempt": 1, "commitments": None, "broken": []}
"""The deal of a new table."""


def edition_of(table: TableRow) -> Edition:
    """The edition of a table, in exactly the version of its rules that the table was made with."""
    if table.edition_key is not None:
        kept = kept_edition(table.edition_key, table.rules)
        if kept is None:
            raise Refused("table/old_rules")
        return kept
    try:
        return known_edition(table.edition, version=table.rules)
    except EditionError:
        raise Refused("table/old_rules") from None


def settings_of(table: TableRow) -> TableSettings:
    """A table's stored settings; those that this version does not know, from a newer one, are left out."""
    known = {name: value for name, value in table.settings.items() if name in TableSettings.model_fields}
    try:
        return TableSettings.model_validate(known)
    except ValidationError:
        raise Refused("table/unreadable") from None


def edition_for(ident: str) -> Edition:
    """The edition that somebody wants to play, in its newest version; raises Refused."""
    try:
        return known_edition(ident)
    except EditionError:
        raise Refused("edition/unknown") from None


def new_table(
    asked: NewTable, edition: Edition, code: str, key: bytes, host_hash: bytes, now: int
) -> tuple[TableRow, list[SeatRow]]:
    """The rows of a new table."""
    fewest, most = edition.players
    if not fewest <= len(asked.seats) <= most:
        raise Refused("edition/seats", fewest=fewest, most=most)
    table = TableRow(
        code=code,
        created=now,
        edition=edition.id,
        rules=edition.version,
        edition_key=own_key(edition),
        seat_count=len(asked.seats),
        settings=asked.settings.model_dump(),
        status="waiting",
        listed=asked.settings.listed,
        keep_days=asked.settings.keep_days,
        host_hash=host_hash,
        key=key,
        commitment=commitment(key),
        deal=dict(FIRST_DEAL),
        active=now,
    )
    seats: list[SeatRow] = []
    for i, plan in enumerate(asked.seats):
        row = SeatRow(code=code, seat=i, kind=plan.kind, level=None if plan.kind == "person" else plan.level)
        seats.append(replace(row, name=name_bot(code, seats, i)) if plan.kind == "bot" else row)
    return table, seats


def name_bot(code: str, seats: Seats, seat: int, *besides: str) -> str:
    """A bot's name for a seat: unlike all others at the table, and unlike `besides`."""
    others = [row.name for row in seats if row.seat != seat and row.name]
    return bot_name(code, seat, [*others, *besides], alike)


def need_waiting(table: TableRow) -> None:
    """Raise Refused unless the game has not started."""
    if table.status != "waiting":
        raise Refused("table/started")


def need_playing(table: TableRow) -> None:
    """Raise Refused unless the game is being played."""
    if table.status != "playing":
        raise Refused("table/not_playing")


def seat_of(seats: Seats, seat: int) -> SeatRow:
    """A seat by its number; raises Refused if there is none."""
    if not 0 <= seat < len(seats):
        raise Refused("seat/unknown")
    return seats[seat]


def is_free(seat: SeatRow) -> bool:
    """Whether somebody could sit down there."""
    return seat.kind != "bot" and seat.secret_hash is None


def sit(
    table: TableRow,
    seats: Seats,
    seat: int | None,
    name: str,
    colour: str | None,
    secret_hash: bytes,
    device: bytes | None = None,
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
    same = [row for row in seats if row.name and alike(row.name) == alike(name)]
    if any(row.kind != "bot" for row in same):
        raise Refused("name/taken")
    taken = {row.colour for row in seats}
    if colour is not None and colour in taken:
        raise Refused("colour/taken")
    chosen = colour or next(one for one in COLOURS if one not in taken)
    sat = {"name": name, "colour": chosen, "secret_hash": secret_hash, "device": device}
    renamed = {row.seat: {"name": name_bot(table.code, seats, row.seat, name)} for row in same}  # bots give way
    return found.seat, Change(seats={found.seat: sat, **renamed})


def leave(table: TableRow, seats: Seats, seat: int) -> Change:
    """Somebody gets up before the game."""
    need_waiting(table)
    return Change(seats={seat_of(seats, seat).seat: EMPTY})


def get_ready(table: TableRow, seats: Seats, seat: int, asked: Ready) -> Change:
    """Somebody is ready, and commits to a word for the deal; or is not ready after all.

    At a table from before there were commitments the word itself is sent.
    """
    need_waiting(table)
    if seat_of(seats, seat).secret_hash is None:
        raise Refused("seat/empty")
    if not asked.ready:
        return Change(seats={seat: {"ready": False, "word": None, "commitment": None}})
    if table.deal is None:
        if asked.word is None:
            raise Refused("deal/no_word")
        return Change(seats={seat: {"ready": True, "word": asked.word}})
    if asked.commitment is None:
        raise Refused("deal/no_commitment")
    if asked.attempt != table.deal["attempt"]:
        raise Refused("deal/attempt")
    return Change(seats={seat: {"ready": True, "word": None, "commitment": asked.commitment}})


def put_bot(table: TableRow, seats: Seats, seat: int, level: str) -> Change:
    """A bot takes a seat before the game."""
    need_waiting(table)
    name = name_bot(table.code, seats, seat_of(seats, seat).seat)
    return Change(seats={seat: {**EMPTY, "kind": "bot", "level": level, "name": name}})


def clear(table: TableRow, seats: Seats, seat: int) -> Change:
    """The host frees a seat before the game, whoever sat in it."""
    need_waiting(table)
    kind = "open" if seat_of(seats, seat).kind == "bot" else seats[seat].kind
    return Change(seats={seat: {**EMPTY, "kind": kind}})


def change_settings(table: TableRow, settings: TableSettings) -> Change:
    """The host changes the settings; clocks cannot be changed during the game."""
    old = settings_of(table)
    if table.status in ("dealing", "playing") and settings.clock != old.clock:
        raise Refused("table/started")
    if table.unlisted and settings.listed:
        raise Refused("table/unlisted")
    changes = {"settings": settings.model_dump(), "listed": settings.listed, "keep_days": settings.keep_days}
    return Change(table=changes)


def edition_again(table: TableRow) -> Edition:
    """The edition of a table's rematch: the newest version, or the one it was played with if that is not here now."""
    try:
        return known_edition(table.edition)
    except EditionError:
        return edition_of(table)


def rematch(
    table: TableRow, edition: Edition, seats: Seats, code: str, key: bytes, now: int
) -> tuple[TableRow, list[SeatRow]]:
    """The next table of the same people, everybody one seat on; their secrets are valid there too."""
    if table.status != "over":
        raise Refused("table/not_over")
    fresh = TableRow(
        code=code,
        created=now,
        edition=table.edition,
        rules=edition.version,
        edition_key=own_key(edition),
        seat_count=table.seat_count,
        settings=table.settings,
        status="waiting",
        listed=table.listed,
        keep_days=table.keep_days,
        host_hash=table.host_hash,
        key=key,
        commitment=commitment(key),
        deal=dict(FIRST_DEAL),
        active=now,
        unlisted=table.unlisted,
        barred=table.barred,
    )
    rotated = [seats[-1], *seats[:-1]]
    again = {name: EMPTY[name] for name in ("word", "commitment", "ready", "standing_in", "standing_why", "votes")}
    left = [EMPTY if row.kind == "person" and row.secret_hash is None else {} for row in rotated]  # they were barred
    fresh_seats = [
        replace(row, **{"bank_ms": None, **again, **left[i]}, code=code, seat=i) for i, row in enumerate(rotated)
    ]
    return fresh, fresh_seats
