"""Steps of a game, worked out before anything is written.

Each function takes a live table and returns the row for its log with all that depends on it, or raises Refused. The
live table changes only when the row has been committed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from perron.errors import IllegalAction, NotationError
from perron.game import Game
from perron.server import choosing
from perron.server.clocks import bank_after, bank_restored, deadline
from perron.server.deadlines import BOT, next_due, overdue, played_by
from perron.server.default_action import default_action
from perron.server.refusal import Refused, refused_by_rules
from perron.server.seating import need_playing, seat_of
from perron.server.step import PLAYS_AGAIN, RETURNING, Step
from perron.server.store import NewRow, SeatRow
from perron.server.table import LiveTable

DAY_MS = 86_400_000


def act(live: LiveTable, seat: int, action: str, *, by: str, now: int, client: str | None = None) -> Step:
    """A seat plays an action. Refusals of the rules keep their codes and clauses."""
    game = _game(live, seat)
    if live.choosing:
        return choosing.choose(live, {seat: action}, by=by, now=now, client=client)
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
    changed: dict[str, Any] = {}
    if ends:
        began = now
        if live.settings.clock is not None:
            changed["bank_ms"] = bank_after(live.settings.clock, live.seats[seat].bank_ms, spent)
        if live.seats[seat].standing_why == RETURNING:
            changed |= PLAYS_AGAIN
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
    return _step(live, after, row, began, {seat: changed} if changed else {})


def take_back(live: LiveTable, seat: int, *, now: int, client: str | None = None) -> Step:
    """A seat takes its last action back; its clock goes on as if the turn had never ended: no time is gained."""
    game = _game(live, seat)
    if not live.settings.undo:
        raise Refused("undo/off")
    if live.choosing:
        return choosing.take_back(live, seat, now=now, client=client)
    last = live.last
    if last is None or seat not in live.undo:
        raise Refused("undo/not_possible")
    after = game.copy()
    after.take_back(seat)
    changes: dict[int, dict[str, Any]] = {}
    began = _began(live, now)
    if last.spent_ms is not None:
        began = last.at - last.spent_ms
        if live.settings.clock is not None:
            bank = bank_restored(live.settings.clock, live.seats[seat].bank_ms, last.spent_ms)
            changes[seat] = {"bank_ms": bank}
    row = NewRow(kind="undo", seat=seat, by="person", client=client, at=now)
    return _step(live, after, row, began, changes)


def may_still_come(live: LiveTable, seat: int, number: int) -> bool:
    """Whether an action of a seat's that answered this number would be done if it arrived now."""
    return seat in live.acting and (bool(live.choosing) or number == live.number)


def withdraw(live: LiveTable, seat: int, action: str, *, now: int, client: str) -> Step:
    """Withdraw an action that may still be on its way: a new entry in the log makes it stale."""
    game = _game(live, seat)
    if live.choosing:
        return choosing.withdraw(live, seat, (action, client), now=now)
    row = NewRow(kind="withdraw", seat=seat, by="person", client=client, at=now)
    return _step(live, game, row, _began(live, now), {})


def stand_in(
    live: LiveTable, seat: int, why: str, *, by: str, now: int, level: str | None = None, client: str | None = None
) -> Step:
    """A bot takes over for a person: the host or a vote removed them, they resigned, or their time is up."""
    game = _game(live, seat)
    if live.seats[seat].kind != "person":
        raise Refused("seat/no_person")
    if live.seats[seat].standing_in is not None and by != "host":
        raise Refused("seat/stood_in")
    level = level or live.settings.stand_in
    kind = "resign" if why == "resigned" else "stand_in"
    row = NewRow(kind=kind, seat=seat, text=level, by=by, client=client, at=now)
    changes = {seat: {"standing_in": level, "standing_why": why, "votes": None}}
    return _step(live, game, row, _began(live, now), changes)


def hand_back(live: LiveTable, seat: int, *, by: str, now: int) -> Step:
    """The person plays again: at once, or, if time is up for their turn, when the bot has finished it."""
    game = _game(live, seat)
    if not comes_back(live, seat):
        raise Refused("bot/none")
    if live.seats[seat].secret_hash is None:  # the person was barred
        raise Refused("seat/empty")
    row = NewRow(kind="hand_back", seat=seat, by=by, at=now)
    began = _began(live, now)
    until = deadline(live.settings.clock, began, live.seats[seat].bank_ms)
    late = seat in live.acting and until is not None and until <= now
    return _step(live, game, row, began, {seat: {"standing_why": RETURNING} if late else PLAYS_AGAIN})


def comes_back(live: LiveTable, seat: int) -> bool:
    """Whether a bot stands in for a person, whatever the reason, and the person is not on the way back yet."""
    row = live.seats[seat]
    return live.table.status == "playing" and row.standing_in is not None and row.standing_why != RETURNING


def _game(live: LiveTable, seat: int) -> Game:
    need_playing(live.table)
    seat_of(live.seats, seat)
    assert live.game is not None
    return live.game


def _began(live: LiveTable, now: int) -> int:
    return now if live.table.turn_began is None else live.table.turn_began


def _step(live: LiveTable, after: Game, row: NewRow, began: int, changes: Mapping[int, Mapping[str, Any]]) -> Step:
    seats = [replace(seat, **changes.get(seat.seat, {})) for seat in live.seats]
    acting = live.choosing or (() if after.to_move is None else (after.to_move,))
    due, what = next_due(live.settings, seats, acting, began, row.at, undo=live.may_undo(after, row))
    if row.kind in ("stand_in", "resign", "hand_back", "withdraw") and _goes_on(live, seats, row.seat, acting):
        due, what = live.table.due, live.table.due_what  # the turn is not affected, and no bot's answer delayed
    elif live.choosing and what == live.table.due_what == BOT:
        due = live.table.due  # nor that of bots that are choosing already
    to_move = acting[0] if acting else None
    table: dict[str, Any] = {"to_move": to_move, "turn_began": began, "due": due, "due_what": what}
    if after.over:
        keep = live.settings.keep_days * DAY_MS
        table |= {"status": "over", "ended": row.at, "turn_began": None, "expires": row.at + keep}
    revision = live.table.revision if live.choosing else None
    return Step(live.number, (row,), table, row.at, changes, revision=revision, client=row.client)


def _goes_on(live: LiveTable, seats: Sequence[SeatRow], seat: int | None, acting: Sequence[int]) -> bool:
    """Whether the same player has to act as before: another seat, or this one still played by a bot or by a person."""
    if seat is None or seat not in acting:
        return True
    return (played_by(live.seats[seat]) is None) == (played_by(seats[seat]) is None)


# what nobody asks for


def bots_to_act(live: LiveTable) -> dict[int, str]:
    """The seats for which bots have to answer, with the bots' levels."""
    levels = {seat: played_by(live.seats[seat]) for seat in live.acting}
    return {seat: level for seat, level in levels.items() if level is not None}


def answer(live: LiveTable, actions: Mapping[int, str], *, now: int) -> Step:
    """Play the answers of bots: of the one to move, or of all that choose at once."""
    if not actions:
        raise Refused("action/stale")
    if live.choosing:
        return choosing.choose(live, actions, by="bot", now=now)
    ((seat, action),) = actions.items()
    return act(live, seat, action, by="bot", now=now)


def late(live: LiveTable, now: int) -> list[int]:
    """The people whose time is up."""
    return overdue(live.settings, live.seats, live.acting, _began(live, now), now)


def time_is_up(live: LiveTable, now: int) -> Step:
    """Somebody's time is up: a bot takes over, or the default action is played."""
    seats = late(live, now)
    if not seats:
        raise Refused("action/stale")
    if live.settings.on_timeout == "bot":
        return stand_in(live, seats[0], "timeout", by="clock", now=now)
    defaults = {seat: default_action(live.view(seat).legal or ()) for seat in seats}
    if live.choosing:
        return choosing.choose(live, defaults, by="clock", now=now)
    return act(live, seats[0], defaults[seats[0]], by="clock", now=now)
