"""What chance answered, read one by one from a log."""

from __future__ import annotations

from collections.abc import Iterable

from perron.editions import Edition
from tests.reference.snapshot import Kind, Snapshot, kinds


class Answers:
    """The logged answers of one action, or of the setup."""

    def __init__(self, edition: Edition, logged: Iterable[int]) -> None:
        self._kinds = kinds(edition)
        self._left = list(logged)

    def card(self, s: Snapshot) -> Kind | None:
        """The top card, taken off the pile; an empty pile is first reshuffled from the discards (EU-D7, RU-22)."""
        if not any(s.pile.values()):
            if not any(s.discards.values()):
                return None
            s.pile = s.discards
            s.discards = dict.fromkeys(s.pile, 0)
        kind = self._kinds[self._left.pop(0)]
        assert kind is not None
        assert s.pile[kind] > 0, f"{kind} was drawn from a pile without it"
        s.pile[kind] -= 1
        return kind

    def ticket(self, choice: list[int]) -> int:
        """One of the tickets, taken out of the list."""
        ticket = self._left.pop(0)
        choice.remove(ticket)
        return ticket

    def must_be_used_up(self) -> None:
        """Chance is asked for nothing that the rules do not ask for."""
        assert not self._left, f"chance also answered {self._left}"
