"""Compiles what a command needs before it starts; `engine.notice` tells the user meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

RULES, BOTS, ENVIRONMENTS = "rules", "bots", "environments"


def get_ready(bots: Sequence[str] = ()) -> None:
    """Compile what a game and the bots of these specs need; silent if that is cached."""
    make_ready(RULES)
    # The terminal's own random seats need no more than the rules.
    if any(spec != "random" for spec in bots):
        make_ready(BOTS)


def make_ready(what: str) -> float | None:
    """Compile rules, bots or environments; returns the seconds it took, or None if they were cached."""
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
    if what == ENVIRONMENTS:
        from perron.env import warm as environments

        return environments
    from perron.engine import warm as rules

    return rules
