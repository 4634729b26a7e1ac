"""The lines that a score sheet can have. An edition's file names those that count there, in their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Value = Literal["printed", "number", "by_rank"]


@dataclass(frozen=True, slots=True)
class LineKind:
    """A line that the engine can fill in."""

    word: str
    """What it is called in English; the page has its name in every language."""
    value: Value
    """Where its points stand: printed on routes and tickets, one number, or a row for each number of players."""
    needs: str | None = None
    """The table of the edition file without which it would always be 0."""
    each: Literal["station", "ticket"] | None = None
    """What a number is for each of; None if a player has it once or not at all."""
    without_points: bool = False
    """Whether it can be counted where there are no points: then it counts tickets."""


LINES: dict[str, LineKind] = {
    "routes": LineKind("routes", "printed"),
    "tickets_won": LineKind("tickets completed", "printed"),
    "tickets_lost": LineKind("tickets missed", "printed"),
    "stations": LineKind("stations left", "number", needs="stations", each="station"),
    "longest_path": LineKind("longest path", "number"),
    "trade_bonus": LineKind("trade bonus", "by_rank", needs="trade_bonus"),
    "tickets": LineKind("tickets", "number", each="ticket", without_points=True),
    "east_west": LineKind("east-west bonus", "number", needs="east_west", without_points=True),
    "most_tickets": LineKind("most tickets completed", "number"),
}
"""Every line by its id. The engine's score sheet has them in this order, so new ones go at the end."""
