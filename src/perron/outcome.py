"""How a game ended, and its score sheet line by line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perron.editions.edition import Edition
from perron.engine.lines import LINE_AT
from perron.engine.paths import longest_into
from perron.engine.sizes import NONE, ROUTES
from perron.engine.state import GOAL, LAST_ROUND, LAST_TRAIN, NO_ROUTES, PASSES, SCRATCH, STALLED, TURN_LIMIT
from perron.engine.tables import tables_of

REASONS = {
    LAST_ROUND: "last_round",
    NO_ROUTES: "no_routes",
    GOAL: "goal",
    LAST_TRAIN: "last_train",
    STALLED: "stalled",
    PASSES: "passes",
    TURN_LIMIT: "turn_limit",
}
"""Why a game ended; the names are stable."""
REASON_TEXTS = {
    "last_round": "a player ran low on pieces and the last round was played",
    "no_routes": "no route was left that anybody could claim (RU-28)",
    "goal": "a player reached the goal of tickets",
    "last_train": "a player placed the last train",
    "stalled": "there were no cards left to draw and nobody claimed a route (RU-28)",
    "passes": "nobody could act (RU-4)",
    "turn_limit": "a thousand turns were played (RU-40)",
}


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's lines of the score sheet."""

    total: int
    """All points; where none are counted, completed tickets, the bonus counting as one."""
    lines: dict[str, int]
    """What each line adds, by its id, in the edition's order; tickets missed are below 0. They add up to the total."""
    longest: int
    """Length of the longest path."""
    longest_routes: tuple[str, ...]
    """The routes of such a path, in order; of several equal ones, one."""
    tickets_completed: int
    """How many, the East-West bonus counting as one."""
    completed: tuple[str, ...]
    missed: tuple[str, ...]
    borrowed: tuple[str, ...]
    """Routes of others that the seat's stations used."""
    rank: int
    """1 for the winners; after a tie the next rank is skipped."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    reason: str
    winners: tuple[int, ...]
    """One seat, or those that share the win."""
    scores: tuple[Score, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The seats' ranks."""
        return tuple(score.rank for score in self.scores)


def read_scores(edition: Edition, s: np.void, sheet: np.void) -> tuple[Score, ...]:
    """The score sheet of a state as people read it."""
    return tuple(_score(edition, s, sheet, seat) for seat in range(s["seats"]))


def _score(edition: Edition, s: np.void, sheet: np.void, seat: int) -> Score:
    def ids(words: list[int]) -> tuple[str, ...]:
        return tuple(ticket.id for i, ticket in enumerate(edition.tickets) if words[i // 64] >> i % 64 & 1)

    completed: list[int] = sheet["completed"][seat].tolist()
    kept: list[int] = s["tickets"][seat].tolist()
    return Score(
        total=int(sheet["total"][seat]),
        lines={line.id: int(sheet["lines"][seat][LINE_AT[line.id]]) for line in edition.score},
        longest=int(sheet["longest"][seat]),
        longest_routes=_longest_routes(edition, s["owned"][seat].copy(), int(sheet["longest"][seat])),
        tickets_completed=int(sheet["tickets_completed"][seat]),
        completed=ids(completed),
        missed=ids([kept[w] & ~completed[w] for w in range(len(completed))]),
        borrowed=tuple(edition.routes[r].id for r in sheet["borrowed"][seat].tolist() if r != NONE),
        rank=int(sheet["rank"][seat]),
    )


def _longest_routes(edition: Edition, owned: NDArray[np.uint64], length: int) -> tuple[str, ...]:
    found = np.zeros(ROUTES, np.int64)
    routes = longest_into(tables_of(edition), owned, length, np.zeros(1, SCRATCH), found)
    return tuple(edition.routes[r].id for r in found[:routes].tolist())
