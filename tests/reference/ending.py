"""The end of a turn: who is next, when the last round starts, when the game ends and why."""

from __future__ import annotations

from perron.editions import Edition
from tests.reference.board import routes_with_pieces
from tests.reference.snapshot import (
    GOAL,
    LAST_ROUND,
    LAST_TRAIN,
    NO_ROUTES,
    OVER,
    PASSES,
    STALLED,
    TURN,
    TURN_LIMIT,
    Snapshot,
)

MOST_TURNS = 1000


def pieces_left(s: Snapshot, seat: int) -> int:
    """Pieces of every kind that a seat has left."""
    return sum(s.pieces[seat].values())


def nobody_can_claim(edition: Edition, s: Snapshot) -> bool:
    """RU-28: no route that some player may still claim fits that player's remaining pieces."""
    return not any(routes_with_pieces(edition, s, seat) for seat in range(s.seats))


def tickets_completed(edition: Edition, s: Snapshot, seat: int) -> int:
    """Tickets laid open; the bonus for joining East and West counts as one (FJ-K2)."""
    return len(s.completed[seat]) + (s.bonus[seat] if edition.east_west else 0)


def has_won(edition: Edition, s: Snapshot, seat: int) -> bool:
    """Whether there is a goal and the seat has reached it."""
    return 0 < edition.goal <= tickets_completed(edition, s, seat)


def _end_at_once(edition: Edition, s: Snapshot, seat: int) -> str:
    if has_won(edition, s, seat):
        return GOAL  # FJ-E1, RU-18
    if pieces_left(s, seat) <= edition.last_round_at:
        return LAST_TRAIN  # FJ-E2
    return NO_ROUTES if nobody_can_claim(edition, s) else ""


def _last_round(edition: Edition, s: Snapshot, seat: int) -> str:
    """Count the last round down, or start it: it starts once, with a turn for everybody (EU-E1, RU-5)."""
    if s.last_round > 0:
        s.last_round -= 1
        return s.last_reason if s.last_round == 0 else ""
    if pieces_left(s, seat) <= edition.last_round_at:
        s.last_round, s.last_reason = s.seats, LAST_ROUND
    elif nobody_can_claim(edition, s):
        s.last_round, s.last_reason = s.seats, NO_ROUTES
    return ""


def end_turn(edition: Edition, s: Snapshot) -> None:
    """The turn of the seat to move is over."""
    seat = s.to_move
    assert seat is not None
    s.turn += 1
    reason = _end_at_once(edition, s, seat) if edition.goal else _last_round(edition, s, seat)
    if not reason and s.passes >= s.seats:
        reason = PASSES  # RU-4
    if not reason and edition.swap_tickets and s.stalled >= s.seats:
        reason = STALLED  # RU-28
    if not reason and s.turn >= MOST_TURNS:
        reason = TURN_LIMIT  # RU-40: another end on the same turn comes first
    s.end_reason = reason
    s.phase = OVER if reason else TURN
    s.to_move = None if reason else (seat + 1) % s.seats
