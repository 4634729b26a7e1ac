"""A turn uses up its own time first, then the seat's bank."""

from __future__ import annotations

import pytest

from perron.server.clocks import bank_after, bank_restored, deadline, full_bank
from perron.server.models import Clock

CLOCK = Clock(move_seconds=10, bank_seconds=60)


def test_without_a_clock_there_is_no_deadline_and_no_bank() -> None:
    assert full_bank(None) is None
    assert deadline(None, 1000, None) is None
    assert bank_after(None, None, 5000) is None
    assert bank_restored(None, None, 5000) is None


def test_a_turn_ends_when_its_own_time_and_the_bank_are_used_up() -> None:
    assert full_bank(CLOCK) == 60_000
    assert deadline(CLOCK, 1000, 60_000) == 71_000
    assert deadline(CLOCK, 1000, 0) == 11_000


@pytest.mark.parametrize(("spent", "left"), [(0, 60_000), (10_000, 60_000), (10_001, 59_999), (70_000, 0), (90_000, 0)])
def test_only_what_goes_beyond_a_turns_own_time_comes_out_of_the_bank(spent: int, left: int) -> None:
    assert bank_after(CLOCK, 60_000, spent) == left


@pytest.mark.parametrize("spent", [0, 9_999, 10_000, 25_000, 70_000])
def test_a_turn_that_is_taken_back_gives_the_bank_back(spent: int) -> None:
    assert bank_restored(CLOCK, bank_after(CLOCK, 60_000, spent), spent) == 60_000


def test_a_bank_never_holds_more_than_at_the_start() -> None:
    assert bank_restored(CLOCK, 60_000, 70_000) == 60_000
