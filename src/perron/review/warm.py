"""Compile what reviews need."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perron import Game
from perron.bots.explaining import explain_choice
from perron.editions import load, smallest
from perron.engine.state import SETUP
from perron.engine.warm import Step
from perron.review.planners import NO_MOVE, Planners


def steps() -> Iterator[Step]:
    """What there is to compile."""
    edition = load(smallest())
    game, planners = Game(edition, 2, seed=0), Planners(edition, 2, "", 1)
    while game.state["phase"] == SETUP:
        game.play(int(game.legal_numbers()[0]))
    state, knowledge, shares = game.state.tobytes(), game.knowledge(game.to_move), np.zeros((1, 2))
    move = planners.legal(state)[0]
    yield "the planner's move", lambda: planners.choose(state)
    yield "games played on", lambda: list(planners.go_on(state, NO_MOVE, shares))
    yield "games dealt", lambda: list(planners.deal(shares))
    yield (
        "games dealt again",
        lambda: list(planners.redeals(knowledge, "").play(np.array([move], np.int64), 1, thorough=True)),
    )
    yield "plans in words", lambda: explain_choice(edition, knowledge, move, [])
