"""One table in memory: its rows and its game. It can be dropped at any time; the store can always rebuild it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from perron.action import KeepTickets
from perron.editions.edition import Edition
from perron.errors import PerronError
from perron.event import Event, event_of
from perron.game import Game, Move, Undo
from perron.notation import parse
from perron.record import StandIn, write_record
from perron.server.clocks import deadline
from perron.server.deadlines import played_by
from perron.server.dealing import beginning_of, branches_of, deal_info, game_key_of, mixed_of
from perron.server.models import SeatInfo, TableInfo
from perron.server.protocol import Clocks
from perron.server.sealed import choosing_of, sealed_of
from perron.server.seating import edition_of, settings_of
from perron.server.store import LogRow, NewRow, SeatRow, Snapshot, TableRow, standing
from perron.view import View

Viewer = int | None
"""A seat, or None for spectators."""
_IDS_KEPT = 64
MOST_UNDOS = 3
"""How often a seat may undo before another seat acts: else it could keep the others waiting forever."""


class LiveTable:
    """A table as this worker knows it, up to entry `number` of its log."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.table, self.seats = snapshot.table, snapshot.seats
        self.settings = settings_of(snapshot.table)
        self.edition: Edition = edition_of(snapshot.table)
        self.lock = asyncio.Lock()
        """Held while something is written and applied."""
        self.since = [0] * len(self.seats)
        """The number of each seat's last entry by its person, not counting their return: what came after is new."""
        self.answered: dict[str, int] = {}
        """Numbers of the latest messages of clients, by their ids."""
        self.last: LogRow | None = None
        """The last action or undo."""
        self.undone = 0
        """How many undos in a row the seat that acted last has made."""
        for row in snapshot.log:
            self._note(row)
        self.game = game_of(self.edition, snapshot.table, snapshot.log)
        self._check_sealed()
        self._views: dict[Viewer, View] = {}

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    @property
    def number(self) -> int:
        """Entries in the log."""
        return self.table.number

    @property
    def choosing(self) -> tuple[int, ...]:
        """The seats that have still to choose their first tickets, where all do so at once."""
        return choosing_of(self.table, self.seats)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that have to act."""
        to_move = None if self.game is None else self.game.to_move
        return self.choosing or (() if to_move is None else (to_move,))

    def earlier(self, client: str) -> int | None:
        """The number of a client's message, if it is known here; a sealed choice has the number of the log so far."""
        if client in self.answered:
            return self.answered[client]
        for row in self.seats:
            sealed = sealed_of(row)
            if sealed is not None and client in sealed.ids:
                return self.number
        return None

    def _check_sealed(self) -> None:
        """Raise PerronError or ValidationError for invalid sealed choices."""
        if self.choosing:
            assert self.game is not None
            # A game may go on from where some have chosen already.
            for row in self.seats[self.game.to_move or 0 :]:
                sealed, chooses = sealed_of(row), self.game.at_setup(row.seat)
                if sealed is None:
                    raise PerronError("a seat is not asked for its first tickets")
                if sealed.action is not None:
                    chooses.play(sealed.action)

    def _note(self, row: LogRow) -> None:
        if row.seat is not None and row.by == "person" and row.kind != "hand_back":
            self.since[row.seat] = row.number
        if row.kind in ("action", "undo"):
            if self.last is None or row.seat != self.last.seat:
                self.undone = 0
            self.undone += row.kind == "undo"
            self.last = row
        if row.client is not None:
            self.answered[row.client] = row.number
            if len(self.answered) > _IDS_KEPT:
                del self.answered[next(iter(self.answered))]

    # what may be seen

    def view(self, viewer: Viewer) -> View:
        """The view of a seat or a spectator, cached."""
        assert self.game is not None
        if viewer not in self._views:
            self._views[viewer] = self._setup_view(viewer) if self.choosing else self.game.view(viewer)
        return self._views[viewer]

    def _setup_view(self, viewer: Viewer) -> View:
        """The view while all choose at once: a seat that has still to choose is to move in its own view.

        To a seat that has chosen, and to spectators, the first seat that has not is to move.
        """
        assert self.game is not None
        if viewer in self.choosing and viewer is not None:
            return self.game.at_setup(viewer).view(viewer)
        view = replace(self.game.view(viewer, with_legal=False), to_move=self.choosing[0])
        sealed = None if viewer is None else sealed_of(self.seats[viewer])
        if sealed is None or sealed.action is None:
            return view
        kept = parse(sealed.action, self.edition)
        assert isinstance(kept, KeepTickets)
        return replace(view, chosen=tuple(ticket for ticket in view.offered or () if ticket in kept.tickets))

    def viewers(self, held: Sequence[int]) -> Sequence[Viewer]:
        """Whose views the holder of these seats gets."""
        if self.game is None:
            return ()
        return held or (None,)

    @property
    def undo(self) -> list[int]:
        """The seats that may undo their last action."""
        if not self.settings.undo:
            return []
        if self.choosing:
            return [row.seat for row in self.seats if _may_choose_again(row)]
        last = self.last
        if last is None or last.seat is None or self.game is None or not self.may_undo(self.game, last):
            return []
        return [last.seat]

    def may_undo(self, after: Game, row: NewRow) -> bool:
        """Whether a row may be undone, in the game after it."""
        if not self.settings.undo or row.kind != "action" or row.by != "person" or row.seat is None:
            return False
        again = self.undone if self.last is not None and self.last.seat == row.seat else 0
        return again < MOST_UNDOS and after.may_take_back(row.seat)

    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return table_info(self.table, self.seats)

    def clocks(self, now: int) -> Clocks:
        """How much time is left."""
        table, began = self.table, self.table.turn_began
        asked = () if began is None else [row for row in self.seats if played_by(row) is None]
        until = {row.seat: deadline(self.settings.clock, began or 0, row.bank_ms) for row in asked}
        acting = self.acting
        return Clocks(
            now=now,
            turn_began=began,
            due=table.due,
            until=[until.get(row.seat) if row.seat in acting else None for row in self.seats],
            banks=[row.bank_ms for row in self.seats],
        )

    # what changes

    def apply(self, row: LogRow, viewers: Iterable[Viewer]) -> dict[Viewer, Event | None]:
        """Apply a committed row; returns the event for each of these viewers."""
        assert self.game is not None
        if row.kind == "action" and self.choosing:  # the last choice has been made, and all are played in order
            self.seats = tuple(replace(seat, sealed=None) for seat in self.seats)
            self._views = {}
        before = {viewer: self.view(viewer) for viewer in viewers}
        entry = replay_row(self.game, row)
        self._note(row)
        self.table = replace(self.table, number=row.number)
        if entry is None:
            return dict.fromkeys(before)
        self._views = {}
        return {viewer: event_of(entry, seen, self.view(viewer), self.edition) for viewer, seen in before.items()}

    def set_rows(self, table: TableRow, seats: tuple[SeatRow, ...]) -> None:
        """The table's and seats' rows have changed; the log has been applied up to the same number."""
        assert table.number == self.number, "rows of another moment"
        if [row.sealed for row in seats] != [row.sealed for row in self.seats]:
            self._views = {}
        self.table, self.seats = table, seats
        self.settings = settings_of(table)
        if self.game is None:
            self.game = game_of(self.edition, table, ())


def _may_choose_again(row: SeatRow) -> bool:
    sealed = sealed_of(row)
    return sealed is not None and sealed.action is not None and sealed.by == "person" and row.standing_in is None


def game_of(edition: Edition, table: TableRow, log: Sequence[LogRow]) -> Game | None:
    """The game that a table's log leads to; None before it starts."""
    if table.words is None:
        return None
    branches = [(len(standing(log[:after])), key) for after, key in branches_of(table).items() if after <= len(log)]
    numbers = [row.action or 0 for row in standing(log)]
    return Game.pick_up(edition, table.seat_count, game_key_of(table), numbers, branches)


def replay_row(game: Game, row: LogRow) -> Move | Undo | None:
    """Apply a row of the log to a game; None if it does not change the game."""
    assert row.seat is not None
    if row.kind == "action":
        assert row.action is not None
        return game.play(row.action)
    return game.take_back(row.seat) if row.kind == "undo" else None


def replayed_game(snapshot: Snapshot) -> Game:
    """The game replayed with its full history, undos included, for its record."""
    table = snapshot.table
    game = Game(edition_of(table), table.seat_count, key=game_key_of(table))
    branches = branches_of(table)
    for row in snapshot.log:
        if row.number - 1 in branches:
            game.branch(branches[row.number - 1])
        replay_row(game, row)
    if len(snapshot.log) in branches:
        game.branch(branches[len(snapshot.log)])
    return game


def record_text(snapshot: Snapshot) -> str:
    """The record of a table's game, with its key and all hidden cards."""
    table = snapshot.table
    mixed = None if table.branch is not None else mixed_of(table)
    return write_record(replayed_game(snapshot), mixed=mixed, stand_ins=stand_ins_of(snapshot))


def stand_ins_of(snapshot: Snapshot) -> list[StandIn]:
    """Where the persons of a table did not play themselves: ranges of entries of the game's log, by seat."""
    entries = [row for row in snapshot.log if row.kind in ("action", "undo")]
    found: list[StandIn] = []
    for seat in snapshot.seats:
        began: int | None = None
        last = 0
        for number, row in enumerate(entries, 1):
            if seat.kind != "person" or row.seat != seat.seat:
                continue
            if row.by == "person" and began is not None:
                found.append(StandIn(seat.seat, began, last))
                began = None
            elif row.by != "person":
                began = began or number
                last = number
        if began is not None:
            found.append(StandIn(seat.seat, began, last))
    return found


def teller(held: Sequence[int]) -> Viewer:
    """Whose events the holder of these seats gets.

    People who share a browser get those of a spectator: one of them could read what another has drawn.
    """
    return held[0] if len(held) == 1 else None


def entry_of(row: LogRow, event: Event | None) -> dict[str, Any]:
    """A row of the log as an `Entry`, ready for JSON."""
    entry: dict[str, Any] = {"number": row.number, "at": row.at, "kind": row.kind, "seat": row.seat, "by": row.by}
    if event is not None:
        entry["event"] = event.to_dict()
    if row.kind in ("stand_in", "resign"):
        entry["level"] = row.text
    return entry


def entries_between(snapshot: Snapshot, after: int, most: int, held: Sequence[int]) -> list[dict[str, Any]]:
    """The latest entries after a number, at most `most`, as the holder of these seats may know them."""
    if snapshot.table.words is None:
        return []
    start = max(after, len(snapshot.log) - most, 0)
    edition = edition_of(snapshot.table)
    game = game_of(edition, snapshot.table, snapshot.log[:start])
    assert game is not None
    branches = branches_of(snapshot.table)
    views: dict[Viewer, View] = {}
    entries = []
    for row in snapshot.log[start:]:
        if row.number - 1 > start and row.number - 1 in branches:
            game.branch(branches[row.number - 1])
        viewer = teller(held)
        before = views.get(viewer) or game.view(viewer)
        done = replay_row(game, row)
        if done is None:
            entries.append(entry_of(row, None))
            continue
        views = {viewer: game.view(viewer)}
        entries.append(entry_of(row, event_of(done, before, views[viewer], edition)))
    return entries


def table_info(table: TableRow, seats: Sequence[SeatRow]) -> TableInfo:
    """A table as everybody sees it."""
    began = beginning_of(table)
    return TableInfo.model_construct(
        code=table.code,
        status=table.status,
        edition=table.edition,
        rules=table.rules,
        edition_key=table.edition_key,
        seats=[seat_info(row) for row in seats],
        settings=settings_of(table),
        commitment=table.commitment,
        deal=deal_info(table, seats),
        number=table.number,
        to_move=table.to_move,
        choosing=list(choosing_of(table, seats)),
        created=table.created,
        started=table.started,
        ended=table.ended,
        expires=table.expires,
        rematch=table.rematch,
        rematch_by=table.rematch_by,
        branch=None if began is None else began.after,
    )


def seat_info(row: SeatRow) -> SeatInfo:
    """A seat as everybody sees it."""
    return SeatInfo.model_construct(
        seat=row.seat,
        kind=row.kind,
        taken=row.secret_hash is not None,
        level=row.level,
        name=row.name or None,
        colour=row.colour,
        ready=row.ready,
        standing_in=row.standing_in,
        why=row.standing_why,
        muted=row.muted,
        votes=row.votes or [],
    )
