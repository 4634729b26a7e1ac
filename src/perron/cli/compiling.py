"""Compiles what a command needs before it starts; `engine.notice` tells the user meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

RULES, BOTS, LEARNED, REVIEWS, ENVIRONMENTS = "rules", "bots", "learned players", "reviews", "environments"


def get_ready(bots: Sequence[str] = (), *, reviews: bool = False) -> None:
    """Compile what a game, the bots of these specs and reviews need; silent if that is cached."""
    from perron.learned.factories import FACTORIES

    make_ready(RULES)
    # The terminal's own random seats need no more than the rules.
    if any(spec != "random" for spec in bots):
        make_ready(BOTS)
    if any(spec.partition(":")[0] in FACTORIES for spec in bots):
        make_ready(LEARNED)
    if reviews:
        make_ready(BOTS)
        make_ready(REVIEWS)


def make_ready(what: str) -> float | None:
    """Compile one of these; returns the seconds it took, or None if it was cached."""
    from pathlib import Path

    from perron.engine import marks, warm

    module = _steps_of(what)
    if marks.is_complete(Path(module.__file__)):
        return None
    return warm.compile_all(module.steps(), module.__file__)


def _steps_of(what: str) -> Any:
    if what == BOTS:
        from perron.bots import warm as bots

        return bots
    if what == LEARNED:
        from perron.learned import warm as learned

        return learned
    if what == REVIEWS:
        from perron.review import warm as reviews

        return reviews
    if what == ENVIRONMENTS:
        from perron.env import warm as environments

        return environments
    from perron.engine import warm as rules

    return rules
