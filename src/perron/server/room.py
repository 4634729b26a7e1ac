"""A live table with its sockets: what happens is sent to each of them, as its holder may know it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_json

from perron.bots.protocol import Explanation
from perron.event import Event
from perron.server import conduct, secret
from perron.server.connection import Connection
from perron.server.dealing import deal_info
from perron.server.presence import RemotePresence
from perron.server.protocol import Presence, Saying, TableChanged
from perron.server.store import LogRow, SeatRow, TableRow
from perron.server.table import LiveTable, Viewer, entry_of, teller
from perron.view import View

AWAY_AFTER_S = 30.0
"""Somebody who has not been connected for this long is absent."""
WATCHING_TOLD_AFTER_S = 1.0


@dataclass(slots=True, eq=False)
class Room:
    """A live table and the sockets at it."""

    live: LiveTable
    connections: set[Connection] = field(default_factory=set)
    last_message: int = 0
    """Number of the last message that was passed on."""
    elsewhere: dict[str, RemotePresence] = field(default_factory=dict)
    """Who is connected through other workers, by worker."""
    left: dict[int, float] = field(default_factory=dict)
    """When the people of seats left, for those who were here and are not now."""
    timer: asyncio.TimerHandle | asyncio.Task[None] | None = None
    """The timer or task for what is due next."""
    address: str = ""
    """The address that its bots' moves are charged to: the host's, or that of the first person in a seat."""
    charged: int = -1
    """The number of entries at the last move of a bot that was charged: one that is scheduled again is free."""
    hint: tuple[View, Explanation] | None = None
    """The last hint and its position: a position gets one hint, however often it is requested."""
    telling: asyncio.TimerHandle | None = None
    """The timer that will send the number of spectators."""
    moved: int = 0
    """The hall's count of clock changes when the table was loaded."""

    @property
    def idle(self) -> bool:
        """Whether it may be dropped from memory."""
        waits = self.connections or self.timer is not None or self.live.lock.locked()
        return not waits and not self.just_left()

    def here(self) -> frozenset[int]:
        """The seats whose people are connected to this worker."""
        return frozenset(seat for one in self.connections for seat in one.held)

    def connected(self) -> list[int]:
        """The seats whose people are there."""
        return sorted(self.here().union(*(one.seats for one in self.elsewhere.values())))

    def watching_here(self) -> int:
        """How many are connected to this worker and hold no seat."""
        return sum(not one.held for one in self.connections)

    def watching(self) -> int:
        """How many watch."""
        return self.watching_here() + sum(one.watching for one in self.elsewhere.values())

    def note_left(self, seats: Iterable[int]) -> None:
        """Note that the people of these seats have left."""
        self.left |= dict.fromkeys(seats, time.monotonic())

    def just_left(self) -> frozenset[int]:
        """The seats whose people left a moment ago: reloading a page does not count as absence."""
        self.left = {seat: at for seat, at in self.left.items() if is_recent(at)}
        return frozenset(self.left).difference(self.connected())

    def know(self, connection: Connection) -> None:
        """Find out which seats a socket holds, and whether it is the host's."""
        connection.held = secret.held(connection.secrets, self.live.seats)
        connection.host = secret.proves(connection.secrets, self.live.table.host_hash)

    # taking in what was committed

    def advance(self, rows: Sequence[LogRow], table: TableRow, seats: tuple[SeatRow, ...], now: int) -> None:
        """Apply rows of the log and the table as it is after them, and tell everybody."""
        live, seated = self.live, self.live.seats
        viewers = {teller(one.held) for one in self.connections}
        happened = [(row, live.apply(row, viewers)) for row in rows]
        began = live.game is None and table.words is not None
        chosen = [row.sealed for row in seated] != [row.sealed for row in seats]
        changed = (
            live.table.status != table.status
            or shown(seated) != shown(seats)
            or live.table.settings != table.settings
            or live.table.rematch != table.rematch
            or (table.words is None and deal_info(live.table, seated) != deal_info(table, seats))
            or live.table.barred != table.barred
        )
        live.set_rows(table, seats)
        if changed:
            for one in self.connections:
                self.know(one)
                if conduct.is_barred(table, conduct.marks(one.secrets, one.device)):
                    one.close("table/barred")
            self.tell_table()
        if rows or began or chosen:
            self._tell_update(happened, now)

    def _tell_update(self, happened: Sequence[tuple[LogRow, dict[Viewer, Event | None]]], now: int) -> None:
        live = self.live
        clocks = live.clocks(now)
        made: dict[tuple[int, ...], str] = {}
        for one in self.connections:
            if one.held not in made:
                made[one.held] = as_text(
                    {
                        "type": "update",
                        "number": live.number,
                        "entries": [entry_of(row, events.get(teller(one.held))) for row, events in happened],
                        "views": self.views(one.held),
                        "clocks": clocks,
                        "undo": live.undo,
                    }
                )
            one.post(made[one.held])

    def views(self, held: Sequence[int]) -> list[Any]:
        """The views for somebody who holds these seats."""
        return [self.live.view(viewer) for viewer in self.live.viewers(held)]

    def tell_table(self) -> None:
        """Send everybody the seats and settings."""
        info = self.live.info()
        made: dict[tuple[tuple[int, ...], bool], str] = {}
        for one in self.connections:
            who = (one.held, one.host)
            if who not in made:
                made[who] = TableChanged.model_construct(
                    table=info, held=list(one.held), host=one.host
                ).model_dump_json()
            one.post(made[who])

    def tell_presence(self, but: Connection | None = None) -> None:
        """Send everybody who is connected, except to the socket that has just come or gone."""
        text = as_text(Presence(connected=self.connected(), watching=self.watching()))
        for one in self.connections - {but}:
            one.post(text)

    def tell_watching(self, then: Callable[[Room], None] | None = None) -> None:
        """Send everybody the number of spectators, after a delay: a crowd that arrives at once is announced once."""
        if self.telling is None:
            self.telling = asyncio.get_running_loop().call_later(WATCHING_TOLD_AFTER_S, self._told_watching, then)

    def _told_watching(self, then: Callable[[Room], None] | None) -> None:
        self.telling = None
        self.tell_presence()
        if then is not None:
            then(self)

    def tell_messages(self, messages: Iterable[Saying]) -> None:
        """Send new lines of the chat to everybody."""
        for message in messages:
            if message.number > self.last_message:
                self.last_message = message.number
                self.tell({"type": "message", **message.model_dump()})

    def tell(self, message: BaseModel | dict[str, Any]) -> None:
        """Send everybody the same message."""
        text = as_text(message)
        for one in self.connections:
            one.post(text)


def is_recent(at: float) -> bool:
    """Whether somebody who left at this time still counts as present."""
    return at > time.monotonic() - AWAY_AFTER_S


def as_text(message: object) -> str:
    """A message with everything in it as JSON."""
    return to_json(message).decode()


def shown(seats: Iterable[SeatRow]) -> list[tuple[object, ...]]:
    """The public part of the seats, to detect changes; clocks are sent elsewhere."""
    return [
        (
            *(row.kind, row.level, row.name, row.colour, row.ready, row.secret_hash),
            *(row.standing_in, row.standing_why, row.muted, row.votes),
            row.sealed is not None and row.sealed.get("action") is None,
        )
        for row in seats
    ]
