"""What a bot is: it looks at a view and chooses an action. It never gets the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from perron.action import Action
from perron.view import View


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a bot may think about one decision."""

    seconds: float | None = None
    """Wall-clock time at most; None: as long as the bot's own budget says."""
    cores: int = 1
    """Processor cores it may use."""


@runtime_checkable
class Bot(Protocol):
    """One player. It may keep randomness of its own, seeded; it decides one action at a time."""

    name: str
    """Its spec, such as `search:800ms`."""

    def choose(self, view: View, clock: Clock) -> Action | str:
        """A legal action of the seat that the view belongs to, which is the seat to move."""
        ...


@dataclass(frozen=True, slots=True)
class MoveValue:
    """One move as a bot sees it."""

    action: str
    value: float
    """How good: higher is better; the scale is the bot's own."""
    note: str
    """Why, in a few words."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A bot's plan in words and data."""

    choice: str
    words: str
    """The plan as a person would tell it."""
    tickets: tuple[str, ...]
    """Tickets it is after."""
    given_up: tuple[str, ...]
    """Tickets it does not expect to make."""
    links: tuple[str, ...]
    """Routes it wants."""
    moves: tuple[MoveValue, ...]
    """The best moves, best first."""
    cards: dict[str, int] = field(default_factory=dict)
    """Cards that the plan still needs, by kind; `any`: of whatever colour."""
    chances: tuple[float, ...] = ()
    """Every seat's chance to win, as the bot sees it; empty if it has no opinion."""


@runtime_checkable
class Explains(Protocol):
    """A bot that can tell its plan."""

    def explain(self, view: View) -> Explanation:
        """What it would do in this view, and why."""
        ...
