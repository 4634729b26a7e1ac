"""Whole games in compiled code: uniform random play over the legal actions."""

import numpy as np

from perron.engine.apply import apply
from perron.engine.choice import random_legal
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import cheap_seed, game_key
from perron.engine.scoring import score
from perron.engine.setup import setup
from perron.engine.state import OVER


@kernel
def finish_randomly(t: Record, s: Record, mode: Int, rng: Array, tape: Array) -> Int:
    """Play to the end; returns how many decisions that took."""
    n = np.int64(0)
    while s.phase != OVER:
        apply(t, s, random_legal(t, s, mode, rng), tape)
        n += 1
    return n


@kernel
def play_random_games(
    t: Array,
    states: Array,
    sheets: Array,
    work: Array,
    root: Array,
    first: Int,
    seats: Int,
    mode: Int,
    tape: Array,
    rng: Array,
) -> Int:
    """Play games number first, first + 1, … of a simulation into the arrays, scored; returns the decisions taken."""
    decisions = np.int64(0)
    key = np.zeros(8, np.uint32)
    block = np.zeros(16, np.uint32)
    for i in range(states.size):
        game_key(root, first + i, key, block)
        setup(t[0], states[i], seats, key, tape)
        rng[0] = cheap_seed(key)
        decisions += finish_randomly(t[0], states[i], mode, rng, tape)
        score(t[0], states[i], sheets[i], work[0])
    return decisions
