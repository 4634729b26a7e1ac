"""Measure the priors of the search, by class of move: `python -m tools.priors europe --seats 4`.

In positions from games between planners, each root move of a search is made in the same re-dealt games, and planners
play on. The prior of a class is the mean and the spread of how far its moves are behind the planner's own move, the
variance of the play-outs being subtracted.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

import numpy as np
from numpy.typing import NDArray

from perron.bots import Clock, make_bot, tree
from perron.bots.built_in import Searcher
from perron.bots.deal import deal_weighed
from perron.bots.planner import choose_planned
from perron.bots.weights import BESIDE_PLAN, OF_TICKETS, WEIGHT_NAMES, WITH_PLAN
from perron.editions import Edition, load
from perron.engine.apply import apply
from perron.engine.compiled import Array, kernel
from perron.engine.knowledge import look
from perron.engine.scoring import score
from perron.engine.state import OVER
from perron.engine.tables import tables_of
from perron.game import Game

ROUNDS = 120  # re-dealt games per position
_START = 0.06  # share of positions that are the first of a game


@kernel
def _play_on(
    tables: Array,
    knowledge: Array,
    trees: Array,
    states: Array,
    memories: Array,
    weights: Array,
    work: Array,
    sheets: Array,
    rng: Array,
    tape: Array,
    looks: Array,
    rewards: Array,
) -> None:
    """Make each root move in re-dealt games, as many as `rewards` has columns, and let planners play on."""
    t, v, s = tables[0], knowledge[0], states[0]
    row = sheets[0].borrowed[0]
    for j in range(rewards.shape[1]):
        deal_weighed(t, v, states[1], trees[0].fit, rng)
        for i in range(rewards.shape[0]):
            states[0] = states[1]
            apply(t, s, trees[0].arms[i], tape)
            while s.phase != OVER:
                look(t, s, s.to_move, looks[0])
                apply(t, s, choose_planned(t, looks[0], memories[0], weights[0], work[0], row), tape)
            score(t, s, sheets[0], work[0])
            rewards[i, j] = tree.reward(t, s, sheets[0], np.int64(v.seat))


def _position(edition: Edition, seats: int, random: Random) -> Game:
    """Some way into a game between planners; now and then at the very start, where tickets are chosen."""
    planner, game = make_bot("planner"), Game(edition, seats, seed=random.getrandbits(60))
    stages = []
    while game.to_move is not None:
        stages.append(game.copy())
        game.play(planner.choose(game.view(game.to_move), Clock()))
    return stages[0] if random.random() < _START else random.choice(stages)


def _leads(game: Game, number: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The class of each move but the planner's, and its lead over the planner's in every re-dealt game."""
    assert game.to_move is not None
    knowledge = game.knowledge(game.to_move)
    searcher = Searcher(tables_of(game.edition), knowledge, np.array([number], np.uint64))
    rewards = np.zeros((searcher.moves, ROUNDS))
    if searcher.moves > 1:
        _play_on(*searcher.buffers(knowledge.copy(), rewards))
    classes = searcher.trees[0]["move_class"][1 : searcher.moves]
    return classes.copy(), rewards[1:] - rewards[:1]


def measure(edition: Edition, seats: int, seconds: float, seed: str) -> dict[str, int]:
    """The priors, by their names in bots.toml."""
    random, until = Random(f"beforehand {edition.id} {seats} {seed}"), time.monotonic() + seconds
    found: dict[int, list[tuple[float, float]]] = {WITH_PLAN: [], BESIDE_PLAN: [], OF_TICKETS: []}
    number = 0
    while time.monotonic() < until or number == 0:
        number += 1
        classes, leads = _leads(_position(edition, seats, random), number)
        for move_class, lead in zip(classes.tolist(), leads, strict=True):
            found[move_class].append((float(lead.mean()), float(lead.var()) / ROUNDS))
    priors = {}
    for move_class, moves in found.items():
        means, noise = np.array(moves or [(0.0, 0.0)]).T
        priors[WEIGHT_NAMES[move_class]] = max(0, round(-float(means.mean()) / tree.UNIT))
        spread = float(np.sqrt(max(0.0, means.var() - noise.mean())))
        priors[WEIGHT_NAMES[move_class + 1]] = round(spread / tree.UNIT)
    return priors


def main(arguments: list[str] | None = None) -> None:
    """Measure from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.priors", description=__doc__)
    parser.add_argument("edition", help="id of an edition, or the path to its file")
    parser.add_argument("--seconds", type=float, default=300.0, help="how long")
    parser.add_argument(
        "--seats", type=int, default=2, help="2 measures the weights for two seats, 3 and up those for more"
    )
    parser.add_argument("--seed", default="0", help="the same seed plays the same games")
    asked = parser.parse_args(arguments)
    edition = load(asked.edition)
    for name, value in measure(edition, edition.seats(asked.seats), asked.seconds, asked.seed).items():
        sys.stdout.write(f"{name} = {value}\n")


if __name__ == "__main__":
    main()
