"""Choosing the first tickets, all seats at once: each choice is kept under seal until the last one is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from perron.errors import IllegalAction, NotationError
from perron.server.clocks import bank_after, deadline
from perron.server.deadlines import BOT, next_due
from perron.server.refusal import Refused, refused_by_rules
from perron.server.sealed import Sealed, choosing_of, sealed_of
from perron.server.step import PLAYS_AGAIN, RETURNING, Step
from perron.server.store import NewRow, SeatRow
from perron.server.table import LiveTable

Changes = dict[int, dict[str, Any]]


def choose(live: LiveTable, choices: Mapping[int, str], *, by: str, now: int, client: str | None = None) -> Step:
    """Seats choose, or choose again. The last choice plays them all, in seat order, and charges their clocks."""
    changes = {seat: _chosen(live, seat, action, by, now, client) for seat, action in choices.items()}
    seats = _after(live, changes)
    if not choosing_of(live.table, seats):
        return _open(live, seats, changes, now, client)
    return _keep(live, seats, changes, now, client)


def take_back(live: LiveTable, seat: int, *, now: int, client: str | None = None) -> Step:
    """A seat withdraws its choice while others still choose; its clock has kept running."""
    if not _may_choose_again(live, seat, now):
        raise Refused("undo/not_possible")
    changes: Changes = {seat: {"sealed": _sealed(live, seat).taken_back(client)}}
    return _keep(live, _after(live, changes), changes, now, client)


def withdraw(live: LiveTable, seat: int, ids: Sequence[str], *, now: int) -> Step:
    """Withdraw a choice that may still be on its way, by using up its id."""
    changes: Changes = {seat: {"sealed": _sealed(live, seat).using_up(ids)}}
    return _keep(live, _after(live, changes), changes, now, ids[-1])


def _chosen(live: LiveTable, seat: int, action: str, by: str, now: int, client: str | None) -> dict[str, Any]:
    row = live.seats[seat]
    if seat not in live.choosing and not (by == "person" and _may_choose_again(live, seat, now)):
        raise Refused("action/not_your_turn")
    if by == "person" and row.standing_in is not None:
        raise Refused("seat/stood_in")
    assert live.game is not None
    try:
        move = live.game.at_setup(seat).play(action)
    except (IllegalAction, NotationError) as error:
        raise refused_by_rules(error) from None
    sealed = _sealed(live, seat).chosen(str(move.action), by, now - _began(live, now), client)
    return {"sealed": sealed, **(PLAYS_AGAIN if row.standing_why == RETURNING else {})}


def _may_choose_again(live: LiveTable, seat: int, now: int) -> bool:
    until = deadline(live.settings.clock, _began(live, now), live.seats[seat].bank_ms)
    return seat in live.undo and (until is None or now < until)


def _sealed(live: LiveTable, seat: int) -> Sealed:
    found = sealed_of(live.seats[seat])
    assert found is not None
    return found


def _began(live: LiveTable, now: int) -> int:
    return now if live.table.turn_began is None else live.table.turn_began


def _after(live: LiveTable, changes: Changes) -> list[SeatRow]:
    return [replace(row, **changes.get(row.seat, {})) for row in live.seats]


def _keep(live: LiveTable, seats: Sequence[SeatRow], changes: Changes, now: int, client: str | None) -> Step:
    """A step that stores sealed choices without showing them. Nobody's choice delays a bot's answer."""
    acting = choosing_of(live.table, seats)
    due, what = next_due(live.settings, seats, acting, _began(live, now), now)
    table: dict[str, Any] = {"active": now, "to_move": acting[0]}
    if not what == live.table.due_what == BOT:
        table |= {"due": due, "due_what": what, "lease": None, "lease_until": None}
    return Step(live.number, (), table, now, changes, revision=live.table.revision, client=client)


def _open(live: LiveTable, seats: Sequence[SeatRow], changes: Changes, now: int, client: str | None) -> Step:
    assert live.game is not None
    after, rows = live.game.copy(), []
    opened: Changes = {row.seat: {**changes.get(row.seat, {}), "sealed": None} for row in seats}
    for row in seats[after.to_move or 0 :]:
        choice = sealed_of(row)
        assert choice is not None
        assert choice.action is not None
        move = after.play(choice.action)
        rows.append(
            NewRow(
                kind="action",
                seat=row.seat,
                text=str(move.action),
                action=move.number,
                answers=move.answers,
                by=choice.by,
                client=choice.client,
                spent_ms=choice.spent_ms,
                at=now,
            )
        )
        if live.settings.clock is not None:
            opened[row.seat]["bank_ms"] = bank_after(live.settings.clock, row.bank_ms, choice.spent_ms)
    assert after.to_move is not None
    charged = _after(live, opened)
    due, what = next_due(live.settings, charged, (after.to_move,), now, now)
    table = {"active": now, "to_move": after.to_move, "turn_began": now, "due": due, "due_what": what}
    leases = {"lease": None, "lease_until": None}
    return Step(live.number, tuple(rows), table | leases, now, opened, revision=live.table.revision, client=client)
