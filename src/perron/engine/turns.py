"""Turns: whose it is, when the last round starts, when the game ends."""

from perron.engine.compiled import Int, Record, kernel
from perron.engine.routes import nobody_can_claim
from perron.engine.sizes import TURNS
from perron.engine.state import LAST_ROUND, LAST_TRAIN, NO_ROUTES, OVER, PASSES, STALLED, TURN, TURN_LIMIT


@kernel
def finish(s: Record, reason: Int) -> None:
    """The game is over."""
    s.phase = OVER
    s.end_reason = reason


@kernel
def _out_of_pieces(t: Record, s: Record) -> Int:
    return s.pieces[s.to_move, 0] + s.pieces[s.to_move, 1] <= t.last_round_at


@kernel
def _start_last_round(s: Record, reason: Int) -> None:
    """One more turn for everybody, this seat included."""
    s.last_round = s.seats
    s.last_reason = reason


@kernel
def _look_for_end(t: Record, s: Record) -> None:
    """What the end of a turn can bring: with a goal an end at once, else a last round.

    Other ends come before the limit of turns (RU-40).
    """
    if t.goal > 0:
        if _out_of_pieces(t, s):
            finish(s, LAST_TRAIN)
        elif nobody_can_claim(t, s):
            finish(s, NO_ROUTES)
    elif s.last_round > 0:
        s.last_round -= 1
        if s.last_round == 0:
            finish(s, s.last_reason)
    elif _out_of_pieces(t, s):
        _start_last_round(s, LAST_ROUND)
    elif nobody_can_claim(t, s):
        _start_last_round(s, NO_ROUTES)
    if s.phase != OVER:
        if s.passes >= s.seats:
            finish(s, PASSES)
        elif t.swap_tickets and s.stalled >= s.seats:
            finish(s, STALLED)
        elif s.turn >= TURNS:
            finish(s, TURN_LIMIT)


@kernel
def end_turn(t: Record, s: Record) -> None:
    """End the turn of the seat to move (RU-5, RU-28, RU-39) and go on clockwise. The game may be over already."""
    s.turn += 1
    if s.phase != OVER:
        _look_for_end(t, s)
    if s.phase != OVER:
        s.phase = TURN
        s.to_move = s.to_move + 1 if s.to_move + 1 < s.seats else 0
