"""Who is at a table whose people are connected to several workers: each worker tells the others about its sockets."""

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
"""A worker that was silent for this long is gone, and with it those who were connected to it."""
LEFT = Notice("left")
"""The last notice of a worker."""
_WATCHING_BITS = 16
_MOST_WATCHING = (1 << _WATCHING_BITS) - 1
ABOUT_WORKERS = ("here", "who", "alive", LEFT.what)
"""Notices about workers, not about what was committed."""


class RemotePresence(NamedTuple):
    """Who is connected to a table through another worker."""

    sequence: int
    """Goes up with every notice of that worker: the newest counts."""
    seats: frozenset[int]
    watching: int
    """Sockets that hold no seat."""


NOBODY = RemotePresence(0, frozenset(), 0)


class Presence:
    """What this worker tells the others about its sockets, and what it has heard about theirs.

    The number of a `here` notice holds, from the lowest bits up: the seats that are held, those that were until a
    moment ago, how many watch, and a sequence number, since notices may overtake each other.
    """

    def __init__(self, send: Callable[[Notice], None]) -> None:
        self._send = send
        self._sequence = 0
        self._heard: dict[str, float] = {}

    def tell(self, room: Room) -> None:
        """Tell the others who is at a table here."""
        self._sequence += 1
        seats, left = _bits(room.here()), _bits(room.just_left())
        watching = min(room.watching_here(), _MOST_WATCHING)
        news = (self._sequence << _WATCHING_BITS | watching) << 2 * SEATS
        self._send(Notice("here", room.live.code, news | left << SEATS | seats))

    def ask(self, room: Room) -> None:
        """Ask the others who is at a table there."""
        self._send(Notice("who", room.live.code))

    def send_heartbeat(self) -> None:
        """Send a heartbeat to the other workers."""
        self._send(Notice("alive"))

    def hear(self, notice: Notice, room: Room | None) -> None:
        """Take in a notice of another worker; `room` is the table that it is about, if that is in memory."""
        self._heard[notice.origin] = time.monotonic()
        if room is None:
            return
        sequence, watching = divmod(notice.number >> 2 * SEATS, 1 << _WATCHING_BITS)
        if notice.what == "who" and (room.connections or room.just_left()):
            self.tell(room)
        elif notice.what == "here" and sequence > room.elsewhere.get(notice.origin, NOBODY).sequence:
            there, watched = room.connected(), room.watching()
            room.elsewhere[notice.origin] = RemotePresence(sequence, _seats(notice.number), watching)
            room.note_left(_seats(notice.number >> SEATS))
            if room.connected() != there:
                room.note_left(set(there).difference(room.connected()))
                room.tell_presence()
            elif room.watching() != watched:
                room.tell_watching()

    def silent(self, left: str | None = None) -> set[str]:
        """Workers that are gone: the one that said so, or those that have been silent for long. They are forgotten."""
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
    """Drop those who were connected to workers that are gone."""
    there, watched = room.connected(), room.watching()
    for origin in gone & room.elsewhere.keys():
        del room.elsewhere[origin]
    if room.connected() != there:
        room.note_left(set(there).difference(room.connected()))
        room.tell_presence()
    elif room.watching() != watched:
        room.tell_watching()
