"""Clock arithmetic, in milliseconds: a turn uses up its own time first, then the seat's bank."""

from __future__ import annotations

from perron.server.models import Clock


def full_bank(clock: Clock | None) -> int | None:
    """What a seat's bank holds at the start."""
    return None if clock is None else clock.bank_seconds * 1000


def deadline(clock: Clock | None, turn_began: int, bank: int | None) -> int | None:
    """When time is up for a turn; None without clocks."""
    return None if clock is None else turn_began + clock.move_seconds * 1000 + (bank or 0)


def bank_after(clock: Clock | None, bank: int | None, spent: int) -> int | None:
    """The bank after a turn of `spent` milliseconds."""
    if clock is None or bank is None:
        return bank
    return max(0, bank - max(0, spent - clock.move_seconds * 1000))


def bank_restored(clock: Clock | None, bank: int | None, spent: int) -> int | None:
    """The bank before a turn of `spent` milliseconds that was taken back."""
    if clock is None or bank is None:
        return bank
    return min(clock.bank_seconds * 1000, bank + max(0, spent - clock.move_seconds * 1000))
