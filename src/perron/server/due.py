"""What must happen at a table without anybody's doing, and when."""

from __future__ import annotations

from collections.abc import Sequence

from perron.server.bodies import TableSettings
from perron.server.clocks import deadline
from perron.server.store import SeatRow

BOT = "bot"
CLOCK = "clock"
DEAL = "deal"
"""The end of the time in which browsers may send their words."""


def played_by(seat: SeatRow) -> str | None:
    """The level of the bot that plays a seat at the moment; None if a person does."""
    return seat.standing_in or (seat.level if seat.kind == "bot" else None)


def next_due(
    settings: TableSettings, seats: Sequence[SeatRow], to_move: int | None, turn_began: int, now: int
) -> tuple[int | None, str | None]:
    """When something must happen next, and what: a bot's answer, after a fixed pause, or the end of a turn's time."""
    if to_move is None:
        return None, None
    seat = seats[to_move]
    if played_by(seat) is not None:
        return now + settings.bot_pause_ms, BOT
    due = deadline(settings.clock, turn_began, seat.bank_ms)
    return due, None if due is None else CLOCK
