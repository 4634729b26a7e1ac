"""Steps of a game: what somebody's doing will write, worked out before anything is written.

Each function looks at a live table and gives the row for its log with all that depends on it, or raises Refused. The
live table changes only when the row has been committed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from perron.errors import IllegalAction, NotationError
from perron.game import Game
from perron.server.clocks import bank_after, bank_restored
from perron.server.due import next_due, played_by
from perron.server.refusal import Refused, refused_by_rules
from perron.server.seating import need_playing, seat_of
from perron.server.store import NewRow
from perron.server.table import LiveTable

DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class Step:
    """A row for the log and what changes with it."""

    expected: int
    """The number after which it comes."""
    row: NewRow
    table: Mapping[str, Any]
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


def act(live: LiveTable, seat: int, action: str, *, by: str, now: int, client: str | None = None) -> Step:
    """A seat does something. Refusals of the rules come through with their codes and clauses."""
    game = _game(live, seat)
    if game.to_move != seat:
        raise Refused("action/not_your_turn")
    if by == "person" and live.seats[seat].standing_in is not None:
        raise Refused("seat/stood_in")
    turn = game.turn
    after = game.copy()
    try:
        move = after.play(action)
    except (IllegalAction, NotationError) as error:
        raise refused_by_rules(error) from None
    began = _began(live, now)
    ends = after.to_move != seat or after.turn != turn
    spent = now - began
    changes: dict[int, dict[str, Any]] = {}
    if ends:
        began = now
        if live.settings.clock is not None:
            changes[seat] = {"bank_ms": bank_after(live.settings.clock, live.seats[seat].bank_ms, spent)}
    row = NewRow(
        kind="action",
        seat=seat,
        text=str(move.action),
        action=move.number,
        answers=move.answers,
        by=by,
        client=client,
        spent_ms=spent if ends else None,
        at=now,
    )
    return _step(live, after, row, began, changes)


def take_back(live: LiveTable, seat: int, *, now: int, client: str | None = None) -> Step:
    """A seat takes its last action back; its clock goes on as if that had not been done."""
    game = _game(live, seat)
    if not live.settings.undo:
        raise Refused("undo/off")
    last = live.last
    if last is None or live.undo != seat:
        raise Refused("undo/not_possible")
    after = game.copy()
    after.take_back(seat)
    changes: dict[int, dict[str, Any]] = {}
    began = _began(live, now)
    if last.spent_ms is not None:
        began = now - last.spent_ms
        if live.settings.clock is not None:
            bank = bank_restored(live.settings.clock, live.seats[seat].bank_ms, last.spent_ms)
            changes[seat] = {"bank_ms": bank}
    row = NewRow(kind="undo", seat=seat, by="person", client=client, at=now)
    return _step(live, after, row, began, changes)


def stand_in(
    live: LiveTable, seat: int, why: str, *, by: str, now: int, level: str | None = None, client: str | None = None
) -> Step:
    """A bot plays for a person from here on: the host removed them, they resigned, or their time is up."""
    game = _game(live, seat)
    if live.seats[seat].kind != "person":
        raise Refused("seat/no_person")
    if live.seats[seat].standing_in is not None and by != "host":
        raise Refused("seat/stood_in")
    level = level or live.settings.stand_in
    kind = "resign" if why == "resigned" else "stand_in"
    row = NewRow(kind=kind, seat=seat, text=level, by=by, client=client, at=now)
    changes = {seat: {"standing_in": level, "standing_why": why}}
    return _step(live, game, row, _began(live, now), changes)


def hand_back(live: LiveTable, seat: int, *, by: str, now: int) -> Step:
    """The person plays again; a turn that is theirs begins anew."""
    game = _game(live, seat)
    if live.seats[seat].standing_in is None:
        raise Refused("bot/none")
    row = NewRow(kind="hand_back", seat=seat, by=by, at=now)
    began = now if game.to_move == seat else _began(live, now)
    return _step(live, game, row, began, {seat: {"standing_in": None, "standing_why": None}})


def comes_back(live: LiveTable, seat: int) -> bool:
    """Whether a person's own doing ends a bot's standing in: only if it was time that brought the bot."""
    return live.table.status == "playing" and live.seats[seat].standing_why == "timeout"


def _game(live: LiveTable, seat: int) -> Game:
    need_playing(live.table)
    seat_of(live.seats, seat)
    assert live.game is not None
    return live.game


def _began(live: LiveTable, now: int) -> int:
    return now if live.table.turn_began is None else live.table.turn_began


def _step(live: LiveTable, after: Game, row: NewRow, began: int, changes: Mapping[int, Mapping[str, Any]]) -> Step:
    seats = [replace(seat, **changes.get(seat.seat, {})) for seat in live.seats]
    due, what = next_due(live.settings, seats, after.to_move, began, row.at)
    if row.kind in ("stand_in", "resign", "hand_back") and row.seat != after.to_move:
        due, what = live.table.due, live.table.due_what  # nobody's turn is touched, and no bot's answer put off
    table: dict[str, Any] = {"to_move": after.to_move, "turn_began": began, "due": due, "due_what": what}
    if after.over:
        keep = live.settings.keep_days * DAY_MS
        table |= {"status": "over", "ended": row.at, "turn_began": None, "expires": row.at + keep}
    return Step(live.number, row, table, changes)


def is_bots(live: LiveTable) -> bool:
    """Whether a bot has to answer."""
    return live.table.to_move is not None and played_by(live.seats[live.table.to_move]) is not None
