"""What the checker has read so far, where later checks need it; None where it could not be read."""

from __future__ import annotations

from dataclasses import dataclass, field

from perron.editions.section import Section


@dataclass(slots=True)
class Draft:
    """What is known of the file that is being checked."""

    has_trade_bonus: bool
    has_points: bool = True
    open_tickets: bool = False
    swap_tickets: bool = False
    no_points: tuple[str, str] = ("", "")
    """Code and message of the fault that something has points where none are counted."""
    no_choice: tuple[str, str] = ("", "")
    """Likewise of something that goes with choosing tickets where they are swapped."""
    players: tuple[int, int] | None = None
    last_round_at: int | None = None
    deck: dict[str, int | None] = field(default_factory=dict)
    pieces: dict[str, int | None] = field(default_factory=dict)
    """How many each player has, by kind; the first kind is the usual one."""
    points: dict[str, frozenset[int] | None] = field(default_factory=dict)
    """Numbers of cards with points, by kind of piece."""
    setup_cards: int | None = None
    setup_tickets: int | None = None
    setup_long: int | None = None
    display: int | None = None
    draw_cards: int | None = None
    cities: dict[str, int] = field(default_factory=dict)
    """Line of each city."""
    tickets: int = 0
    long_tickets: int = 0

    def refuse_points(self, section: Section, key: str) -> None:
        """Note a key that only an edition with points can have."""
        self._refuse(section, key, self.no_points)

    def refuse_choice(self, section: Section, key: str) -> None:
        """Note a key that only an edition can have in which tickets are drawn and chosen."""
        self._refuse(section, key, self.no_choice)

    def _refuse(self, section: Section, key: str, fault: tuple[str, str]) -> None:
        code, message = fault
        if section.raw(key, required=False) is not None:
            section.error(code, f"{message} {key!r}", key)
