"""What must happen at a table without anybody's doing."""

from __future__ import annotations

from perron.server.deadlines import next_due, played_by
from perron.server.models import Clock, TableSettings
from perron.server.store import SeatRow

PERSON = SeatRow(code="t", seat=0, kind="person", secret_hash=b"x", bank_ms=5000)
BOT = SeatRow(code="t", seat=1, kind="bot", level="hard")
AWAY = SeatRow(code="t", seat=2, kind="person", secret_hash=b"y", standing_in="medium", standing_why="removed")
SEATS = [PERSON, BOT, AWAY]


def test_a_seat_is_played_by_its_bot_or_by_the_one_that_stands_in() -> None:
    assert [played_by(row) for row in SEATS] == [None, "hard", "medium"]


def test_a_bot_answers_after_a_fixed_pause() -> None:
    settings = TableSettings(bot_pause_ms=700)
    assert next_due(settings, SEATS, (1,), turn_began=0, now=10_000) == (10_700, "bot")
    assert next_due(settings, SEATS, (2,), turn_began=0, now=10_000) == (10_700, "bot")


def test_a_person_without_a_clock_may_take_for_ever() -> None:
    assert next_due(TableSettings(), SEATS, (0,), turn_began=0, now=10_000) == (None, None)


def test_a_persons_clock_runs_from_the_beginning_of_the_turn() -> None:
    settings = TableSettings(clock=Clock(move_seconds=30))
    assert next_due(settings, SEATS, (0,), turn_began=2000, now=10_000) == (37_000, "clock")


def test_nothing_is_due_when_the_game_is_over() -> None:
    assert next_due(TableSettings(), SEATS, (), turn_began=0, now=10_000) == (None, None)


def test_a_bot_waits_while_what_was_done_may_be_taken_back() -> None:
    settings = TableSettings(bot_pause_ms=700, undo_pause_ms=3000)
    assert next_due(settings, SEATS, (1,), turn_began=0, now=10_000, undo=True) == (13_000, "bot")
    patient = TableSettings(bot_pause_ms=5000, undo_pause_ms=3000)
    assert next_due(patient, SEATS, (1,), turn_began=0, now=10_000, undo=True) == (15_000, "bot")


def test_of_several_who_act_at_once_the_first_that_is_due_comes_next() -> None:
    settings = TableSettings(bot_pause_ms=700, clock=Clock(move_seconds=10))
    assert next_due(settings, SEATS, (0, 1, 2), turn_began=0, now=1_000) == (1_700, "bot")
    assert next_due(settings, SEATS, (0, 1, 2), turn_began=0, now=20_000) == (15_000, "clock")
