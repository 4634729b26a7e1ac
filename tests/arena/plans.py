"""Short ways to a plan, and to rows that nobody has played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from perron.arena import Plan, Row, Task
from perron.arena.match import play_match

PLAYERS = str(Path(__file__).with_name("players.py"))


def plan(*bots: str, **more: Any) -> Plan:
    """A plan on the tiny board with the bots of this folder."""
    return Plan.make(more.pop("edition", "tiny"), bots, load=(PLAYERS,), **more)


def row(deal: int, bots: tuple[str, ...], ranks: tuple[int, ...], *, rotation: int = 0, **more: Any) -> Row:
    """A game with these ranks."""
    each = len(bots)
    scores = tuple(30 - 10 * rank for rank in ranks)
    zeros = (0,) * each
    played = Row(deal, rotation, bots, scores, ranks, zeros, zeros, 20, (10,) * each, (0.5,) * each, "last_round")
    return replace(played, **more)


def untimed(rows: Iterable[Row]) -> list[Row]:
    """Games in their order, without what no two runs have in common."""
    return sorted((replace(one, seconds=()) for one in rows), key=lambda one: one.game)


def play_here(plan: Plan, tasks: Iterable[Task], jobs: int) -> Iterator[Row]:
    """In the place of a pool, which plays the same games (test_pool.py) and takes longer to start."""
    return (play_match(plan, task) for task in tasks)
