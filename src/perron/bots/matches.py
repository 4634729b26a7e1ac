"""Games between compiled bots in compiled code: for tuning and measuring. Each bot sees only what its seat knows."""

import numpy as np

from perron.bots.greedy import choose_greedily
from perron.bots.planner import choose_planned
from perron.engine.apply import apply
from perron.engine.choice import random_legal
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import look
from perron.engine.rng import cheap_seed, game_key
from perron.engine.scoring import score
from perron.engine.setup import setup
from perron.engine.state import OVER

RANDOM, GREEDY, PLANNER = 0, 1, 2


@kernel
def choose_built_in(t: Record, v: Record, bot: Int, m: Record, w: Array, work: Record, row: Array, rng: Array) -> Int:
    """The action of a built-in bot for what a seat knows."""
    if bot == PLANNER:
        return choose_planned(t, v, m, w, work, row)
    if bot == GREEDY:
        return choose_greedily(t, v, m)
    return random_legal(t, v.s, 1, rng)


@kernel
def play_match(
    tables: Array,
    states: Array,
    sheets: Array,
    scratch: Array,
    root: Array,
    first: Int,
    bots: Array,
    weights: Array,
    tape: Array,
    used: Array,
) -> Int:
    """Play duplicate deals: game i has deal first + i // seats, and bot b sits in seat (b + i) % seats.

    `scratch` is a tuple of arrays (memories, knowledge, work, rng); `used` counts actions by kind; returns decisions.
    """
    memories, knowledge, work, rng = scratch
    seats = bots.size
    key = np.zeros(8, np.uint32)
    block = np.zeros(16, np.uint32)
    decisions = np.int64(0)
    t = tables[0]
    for i in range(states.size):
        s = states[i]
        game_key(root, first + i // seats, key, block)
        setup(t, s, seats, key, tape)
        rng[0] = cheap_seed(key) + np.uint64(i)
        while s.phase != OVER:
            b = (s.to_move - i) % seats
            look(t, s, s.to_move, knowledge[0])
            a = choose_built_in(t, knowledge[0], bots[b], memories[0], weights[b], work[0], sheets[i].borrowed[0], rng)
            used[b, a >> 16] += 1
            apply(t, s, a, tape)
            decisions += 1
        score(t, s, sheets[i], work[0])
    return decisions
