"""When a whole game had to end and why, looked up in its history rather than counted along."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from perron.editions import Edition
from tests.reference.ending import MOST_TURNS, has_won, nobody_can_claim, pieces_left
from tests.reference.snapshot import (
    GOAL,
    LAST_ROUND,
    LAST_TRAIN,
    NO_ROUTES,
    PASSES,
    STALLED,
    TURN_LIMIT,
    Snapshot,
)


@dataclass
class Turn:
    """One finished turn."""

    seat: int
    word: str
    """What the seat did last in it."""
    nothing_to_draw: bool
    """Whether it began without a card in pile and discards."""
    after: Snapshot


def _first(turns: list[Turn], holds: Callable[[Turn], bool]) -> int | None:
    return next((i for i, turn in enumerate(turns) if holds(turn)), None)


def _first_run(turns: list[Turn], length: int, holds: Callable[[Turn], bool]) -> int | None:
    """The turn that completes that many in a row."""
    return next((i for i in range(length - 1, len(turns)) if all(map(holds, turns[i + 1 - length : i + 1]))), None)


def _earliest(ends: Iterable[tuple[int | None, str]]) -> tuple[int, str] | None:
    """The earliest; of those on one turn, the one named first."""
    known = [(i, order, reason) for order, (i, reason) in enumerate(ends) if i is not None]
    return (min(known)[0], min(known)[2]) if known else None


def verdict(edition: Edition, first_turn: int, turns: list[Turn]) -> tuple[int, str] | None:
    """The turn (counted from 0) after which the game is over, and why; None if it may not end yet."""
    seats = turns[0].after.seats
    low = _first(turns, lambda turn: pieces_left(turn.after, turn.seat) <= edition.last_round_at)
    full = _first(turns, lambda turn: nobody_can_claim(edition, turn.after))
    passes = _first_run(turns, seats, lambda turn: turn.word == "pass")
    limit = MOST_TURNS - first_turn - 1
    stalled = _first_run(turns, seats, lambda turn: turn.nothing_to_draw and turn.word != "claim")
    others = [(passes, PASSES), (stalled if edition.swap_tickets else None, STALLED), (limit, TURN_LIMIT)]
    if not edition.goal:
        started = _earliest([(low, LAST_ROUND), (full, NO_ROUTES)])
        last_round = (started[0] + seats, started[1]) if started else (None, "")  # EU-E1, AM-E1, BE-E1, RU-28
        return _earliest([last_round, *others])
    goal = _first(turns, lambda turn: has_won(edition, turn.after, turn.seat))
    return _earliest([(goal, GOAL), (low, LAST_TRAIN), (full, NO_ROUTES), *others])
