"""The card of a network: where it comes from, so that whoever has the file can tell, and learn the same again."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import perron


def commit() -> str | None:
    """The commit of the checkout that this Perron runs from; None if it is installed, or if there is no git."""
    root = Path(perron.__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return None
    try:
        asked = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "HEAD"], check=True, capture_output=True, text=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return asked.stdout.strip()


def short_curve(points: Iterable[Mapping[str, Any]], timed: bool = True) -> list[dict[str, Any]]:
    """What a curve tells of wins against planners while exploring, by number of seats: the share, and of how many."""
    return [
        {
            **({"seconds": point["seconds"]} if timed else {}),
            "decisions": point["decisions"],
            "wins": {str(one["seats"]): [round(one["wins"], 4), one["games"]] for one in point["explored"]},
        }
        for point in points
    ]


def last_judged(points: Iterable[Mapping[str, Any]]) -> list[Any]:
    """How the player last did with its best actions; empty if it was never judged."""
    return next((list(point["judged"]) for point in reversed(list(points)) if point["judged"]), [])


def added_up(card: Mapping[str, Any], before: Mapping[str, Any] | None) -> dict[str, Any]:
    """A card that counts what was learned by the network that a run began with."""
    if before is None:
        return dict(card)
    found = {**card, "before": dict(before)}
    for name in ("minutes", "decisions"):
        if name in card and name in before:
            found[name] = round(card[name] + before[name], 2)
    return found
