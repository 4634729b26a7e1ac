"""What people can do about somebody at their table: the host mutes and bars, the others vote for a bot.

Pure functions from rows to changes, as in `seating`; they raise Refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from perron.server.refusal import Refused
from perron.server.seating import EMPTY, Change, Seats, need_playing, seat_of
from perron.server.secret import hashed
from perron.server.store import SeatRow, TableRow

FEWEST_VOTERS = 2
"""A single person cannot vote another out, not even as the only other one at the table."""
SENT_AWAY = ("removed", "resigned", "voted")
"""Reasons for a bot to stand in that allow the host to bar the person during the game."""


def need_person(seats: Seats, seat: int) -> SeatRow:
    """A seat in which a person sits."""
    row = seat_of(seats, seat)
    if row.secret_hash is None:
        raise Refused("seat/no_person")
    return row


def mute(seats: Seats, seat: int, muted: bool) -> Change:
    """The host mutes a seat in the chat, or unmutes it."""
    return Change(seats={need_person(seats, seat).seat: {"muted": muted}})


# barring


def marks(secrets: Iterable[str], device: bytes | None) -> set[str]:
    """The marks by which somebody who is barred is recognised."""
    return {hashed(secret).hex() for secret in secrets} | ({device.hex()} if device else set())


def is_barred(table: TableRow, marked: Collection[str]) -> bool:
    """Whether somebody with these marks may not come back to a table."""
    return table.barred is not None and not set(marked).isdisjoint(table.barred)


def need_let_in(table: TableRow, marked: Collection[str]) -> None:
    """Raise Refused for somebody who is barred."""
    if is_barred(table, marked):
        raise Refused("table/barred")


def need_sent_away(table: TableRow, row: SeatRow) -> None:
    """Refuse to bar somebody who plays: during a game a bot must play for them first, for a reason of their own."""
    if table.status == "dealing":  # the seats that have committed cannot change any more
        raise Refused("table/started")
    if table.status == "playing" and row.standing_why not in SENT_AWAY:
        raise Refused("seat/connected")


def bar(table: TableRow, seats: Seats, seat: int) -> Change:
    """The host bars somebody: neither the seat's secret nor the person's device opens the table again."""
    row = need_person(seats, seat)
    need_sent_away(table, row)
    assert row.secret_hash is not None
    known = [row.secret_hash.hex(), *([row.device.hex()] if row.device else [])]
    barred = list(dict.fromkeys([*(table.barred or []), *known]))
    left = EMPTY if table.status == "waiting" else {"secret_hash": None, "device": None, "votes": None}
    return Change({"barred": barred}, {seat: left})


# voting


def vote(table: TableRow, seats: Seats, voter: int, seat: int, agree: bool) -> Change:
    """A person asks for a bot to play in another's place, or no longer does."""
    need_playing(table)
    row = need_person(seats, seat)
    if row.standing_in is not None:
        raise Refused("seat/stood_in")
    if voter == seat:
        raise Refused("seat/yours")
    if seats[voter].standing_in is not None:
        raise Refused("seat/stood_in")
    others = [one for one in row.votes or [] if one != voter]
    return Change(seats={seat: {"votes": sorted([*others, voter]) if agree else others}})


def vote_succeeds(seats: Seats, seat: int, connected: Collection[int]) -> bool:
    """Whether a vote succeeds: all others who are connected agree, at least two of them, on different devices."""
    row = seats[seat]
    if row.standing_in is not None or row.secret_hash is None:
        return False
    playing = [one for one in seats if one.seat != seat and one.secret_hash is not None and one.standing_in is None]
    voters = [one for one in playing if one.seat in (row.votes or ())]
    if any(one.seat in connected and one not in voters for one in playing):
        return False
    return len({one.device or one.seat for one in voters}) >= FEWEST_VOTERS
