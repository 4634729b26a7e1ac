"""A step of a game: what somebody's doing will write. Nothing is written yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perron.server.store import NewRow

RETURNING = "returning"
"""Why a bot still stands in for a person who is back: time is up for this turn, and the bot ends it."""
PLAYS_AGAIN: Mapping[str, Any] = {"standing_in": None, "standing_why": None, "votes": None}


@dataclass(frozen=True, slots=True)
class Step:
    """Rows for the log and what changes with them."""

    expected: int
    """The number after which they come."""
    rows: tuple[NewRow, ...]
    """Mostly one; none while choices are under seal, and all of them together when the last one is there."""
    table: Mapping[str, Any]
    at: int
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    revision: int | None = None
    """Of the table, where a number does not tell what went before: sealed choices have none."""
    client: str | None = None
    """The client's own id of the message that asked for it."""
