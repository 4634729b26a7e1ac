"""A step of a game: what will be written to the store. Nothing is written yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perron.server.store import NewRow

RETURNING = "returning"
"""Why a bot still stands in for a person who is back: time is up, and the bot finishes the turn."""
PLAYS_AGAIN: Mapping[str, Any] = {"standing_in": None, "standing_why": None, "votes": None}


@dataclass(frozen=True, slots=True)
class Step:
    """Rows for the log, and the changes that go with them."""

    expected: int
    """The number of the entry before them."""
    rows: tuple[NewRow, ...]
    """Usually one; none while choices are sealed, and all of them together with the last one."""
    table: Mapping[str, Any]
    at: int
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    revision: int | None = None
    """The expected revision of the table, for sealed choices: they have no number."""
    client: str | None = None
    """The client's own id of the message that asked for it."""
