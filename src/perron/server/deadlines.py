"""What must happen at a table without a client, and when: bots' answers and the ends of clocks."""

from __future__ import annotations

from collections.abc import Sequence

from perron.server.clocks import deadline
from perron.server.models import TableSettings
from perron.server.store import SeatRow

BOT = "bot"
CLOCK = "clock"
DEAL = "deal"
"""The deadline for browsers to send their words."""


def played_by(seat: SeatRow) -> str | None:
    """The level of the bot that plays a seat at the moment; None if a person does."""
    return seat.standing_in or (seat.level if seat.kind == "bot" else None)


def answer_pause(settings: TableSettings, undo: bool) -> int:
    """Milliseconds from an action to a bot's answer: enough to take the action back, where that may be done."""
    return max(settings.bot_pause_ms, settings.undo_pause_ms if undo else 0)


def next_due(
    settings: TableSettings,
    seats: Sequence[SeatRow],
    acting: Sequence[int],
    turn_began: int,
    now: int,
    *,
    undo: bool = False,
) -> tuple[int | None, str | None]:
    """When something must happen next, and what: bots' answers, after a fixed pause, or the end of a turn's time.

    `acting` are the seats that have to act: mostly one, and several where all choose at once. With `undo`, what was
    done last may be taken back.
    """
    found: list[tuple[int, str]] = []
    for seat in acting:
        if played_by(seats[seat]) is not None:
            found.append((now + answer_pause(settings, undo), BOT))
        elif (due := deadline(settings.clock, turn_began, seats[seat].bank_ms)) is not None:
            found.append((due, CLOCK))
    return min(found, default=(None, None))


def overdue(
    settings: TableSettings, seats: Sequence[SeatRow], acting: Sequence[int], turn_began: int, now: int
) -> list[int]:
    """The people whose time is up."""
    people = [seat for seat in acting if played_by(seats[seat]) is None]
    until = {seat: deadline(settings.clock, turn_began, seats[seat].bank_ms) for seat in people}
    return [seat for seat, due in until.items() if due is not None and due <= now]
