"""REST for puzzles: the one of a day as its mover sees it, and what is right in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Query

from perron.editions import Edition, known_edition
from perron.errors import EditionError, IllegalAction, NotationError
from perron.review.puzzle import Difficulty, Posed, canonical, puzzle_of_day, puzzles_of
from perron.review.report import Better
from perron.server.edition_key import own_key
from perron.server.models import Puzzle, Solution, Solve
from perron.server.refusal import Refused, refused_by_rules
from perron.server.rest import ERRORS

router = APIRouter(prefix="/api", responses=ERRORS)

_Ident = Annotated[str, Query(max_length=40, description="The edition's id.")]
_Id = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,40}-[0-9a-f]{12}$", description="The puzzle's id.")]
_Day = Annotated[date | None, Query(description="The day, as in 2026-11-18: today by default, or a day before.")]


@router.get("/puzzles")
async def puzzle(edition: _Ident, difficulty: Difficulty, day: _Day = None) -> Puzzle:
    """The puzzle of a day, by edition and difficulty: the position as the seat to move sees it."""
    today = datetime.now(UTC).date()
    wanted = day or today
    if wanted > today + timedelta(days=1):  # somewhere on earth it is tomorrow already
        raise Refused("puzzle/none")
    return await asyncio.to_thread(_of_day, edition, difficulty, wanted)


@router.post("/puzzles/{ident}/answer")
async def answer(ident: _Id, chosen: Solve) -> Solution:
    """Choose a move in a puzzle, and learn what is right."""
    return await asyncio.to_thread(_solution, ident, chosen.action)


def _puzzles(ident: str, is_wanted: Callable[[Posed], bool]) -> tuple[Edition, list[Posed]]:
    try:
        edition = known_edition(ident)
    except EditionError:
        raise Refused("edition/unknown") from None
    found = [one for one in puzzles_of(edition) if is_wanted(one)]
    if not found:
        raise Refused("puzzle/none")
    return edition, found


def _of_day(ident: str, difficulty: Difficulty, day: date) -> Puzzle:
    edition, found = _puzzles(ident, lambda one: one.puzzle.difficulty == difficulty)
    posed = puzzle_of_day(found, day)
    seat = posed.view.seat
    assert seat is not None
    return Puzzle(
        id=posed.puzzle.id,
        edition=edition.id,
        rules=edition.version,
        edition_key=own_key(edition),
        seats=posed.view.seats,
        seat=seat,
        difficulty=difficulty,
        day=day.isoformat(),
        of=len(found),
        view=posed.view,
    )


def _solution(ident: str, action: str) -> Solution:
    edition, (posed, *_) = _puzzles(ident.rpartition("-")[0], lambda one: one.puzzle.id == ident)
    of = posed.puzzle
    try:
        chosen = canonical(of.game(edition), action)
    except (NotationError, IllegalAction) as error:
        raise refused_by_rules(error) from None
    return Solution(
        right=chosen in of.answers,
        action=chosen,
        lost=of.lost(chosen),
        better=Better(of.answers[0], of.explanation),
        answers=list(of.answers),
        obvious=of.obvious,
        obvious_lost=of.lost(of.obvious) or 0.0,
    )
