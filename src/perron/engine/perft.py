"""Perft: how many sequences of legal actions of a given length there are, chance answering from the key."""

import numpy as np

from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, kernel
from perron.engine.legal import count_legal, nth_legal


@kernel
def perft(tables: Array, states: Array, depth: Int, mode: Int, tape: Array) -> Int:
    """Count leaves at a depth; states[0] is the root, states[1..depth] is room for a state a ply."""
    at = np.zeros(depth + 1, np.int64)
    ply, leaves = 0, np.int64(0)
    if depth == 0:
        return np.int64(1)
    while ply >= 0:
        n = count_legal(tables[0], states[ply], mode)
        if ply == depth - 1:
            leaves += n
            ply -= 1
        elif at[ply] < n:
            states[ply + 1] = states[ply]
            apply(tables[0], states[ply + 1], nth_legal(tables[0], states[ply], mode, at[ply]), tape)
            at[ply] += 1
            ply += 1
            at[ply] = 0
        else:
            ply -= 1
    return leaves
