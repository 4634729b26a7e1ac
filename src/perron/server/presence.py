"""Who is at a table when its people are connected to several workers: each tells the others who is at its sockets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from perron.engine.sizes import SEATS
from perron.server.store import Notice

if TYPE_CHECKING:
    from perron.server.room import Room

ALIVE_EVERY_S = 10
SILENT_S = 35.0
"""A worker that has not been heard for so long is gone, and those who were connected to it."""
LEFT = Notice("left")
"""A worker's last word."""
_WATCHING_BITS = 16
_MOST_WATCHING = (1 << _WATCHING_BITS) - 1
ABOUT_WORKERS = ("here", "who", "alive", LEFT.what)
"""Notices that are none about what was committed."""


class There(NamedTuple):
    """Who is at a table at another worker's sockets."""

    spoken: int
    """How new the news is."""
    seats: frozenset[int]
    watching: int
    """Sockets that hold no seat."""


NOBODY = There(0, frozenset(), 0)


class Presence:
    """What this worker tells the others of its sockets, and what it has heard of theirs.

    `here` says in the lowest bits of its number which seats are held, above them which were until a moment ago, then
    how many watch, and above all that how new it is: notices may overtake each other.
    """

    def __init__(self, send: Callable[[Notice], None]) -> None:
        self._send = send
        self._spoken = 0
        self._heard: dict[str, float] = {}

    def tell(self, room: Room) -> None:
        """Who is at a table here."""
        self._spoken += 1
        seats, left = _bits(room.here()), _bits(room.just_left())
        watching = min(room.watching_here(), _MOST_WATCHING)
        news = (self._spoken << _WATCHING_BITS | watching) << 2 * SEATS
        self._send(Notice("here", room.live.code, news | left << SEATS | seats))

    def ask(self, room: Room) -> None:
        """Let the others tell who is at a table there."""
        self._send(Notice("who", room.live.code))

    def live(self) -> None:
        """Say that this worker lives."""
        self._send(Notice("alive"))

    def hear(self, notice: Notice, room: Room | None) -> None:
        """Take in what another worker says; `room` is the table that it is about, if it is in memory."""
        self._heard[notice.origin] = time.monotonic()
        if room is None:
            return
        spoken, watching = divmod(notice.number >> 2 * SEATS, 1 << _WATCHING_BITS)
        if notice.what == "who" and (room.connections or room.just_left()):
            self.tell(room)
        elif notice.what == "here" and spoken > room.elsewhere.get(notice.origin, NOBODY).spoken:
            there, watched = room.connected(), room.watching()
            room.elsewhere[notice.origin] = There(spoken, _seats(notice.number), watching)
            room.note_left(_seats(notice.number >> SEATS))
            if room.connected() != there:
                room.note_left(set(there).difference(room.connected()))
                room.tell_presence()
            elif room.watching() != watched:
                room.tell_watching()

    def silent(self, left: str | None = None) -> set[str]:
        """Workers that are gone: the one that said so, or those that were not heard for long; they are forgotten."""
        limit = time.monotonic() - SILENT_S
        gone = {origin for origin, at in self._heard.items() if origin == left or at < limit}
        for origin in gone:
            del self._heard[origin]
        return gone


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _seats(bits: int) -> frozenset[int]:
    return frozenset(seat for seat in range(SEATS) if bits >> seat & 1)


def forget(room: Room, gone: set[str]) -> None:
    """Those who were connected to workers that are gone are no longer there."""
    there, watched = room.connected(), room.watching()
    for origin in gone & room.elsewhere.keys():
        del room.elsewhere[origin]
    if room.connected() != there:
        room.note_left(set(there).difference(room.connected()))
        room.tell_presence()
    elif room.watching() != watched:
        room.tell_watching()
