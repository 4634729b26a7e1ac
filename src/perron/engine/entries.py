"""What Python calls: entries on arrays, since handing over a record takes twenty times as long."""

import numpy as np

from perron.engine import branching, refusals
from perron.engine.apply import apply
from perron.engine.chance import FAULT
from perron.engine.compiled import Array, Int, kernel
from perron.engine.legal import list_legal, refuse
from perron.engine.scoring import score
from perron.engine.setup import setup


@kernel
def deal(tables: Array, states: Array, i: Int, seats: Int, key: Array, tape: Array) -> None:
    """Set up game number i of an array."""
    setup(tables[0], states[i], seats, key, tape)


@kernel
def branch(states: Array, i: Int, key: Array, order: Array, tape: Array) -> None:
    """Let game i go on with chance of its own."""
    branching.branch(states[i], key, order, tape)


@kernel
def legal_into(tables: Array, states: Array, i: Int, mode: Int, out: Array) -> Int:
    """Write the legal actions of game i, as far as there is room; returns how many there are."""
    return list_legal(tables[0], states[i], mode, out)


@kernel
def refusal(tables: Array, states: Array, i: Int, a: Int) -> Int:
    """Why an action is not legal in game i; 0 if it is."""
    return refuse(tables[0], states[i], a)


@kernel
def play_legal(tables: Array, states: Array, i: Int, a: Int, tape: Array) -> None:
    """Play an action that is known to be legal in game i."""
    apply(tables[0], states[i], a, tape)


@kernel
def replay_actions(tables: Array, states: Array, i: Int, actions: Array, tape: Array) -> Int:
    """Play actions in their int form one after the other, each checked; returns how many were legal."""
    for k in range(actions.size):
        if refuse(tables[0], states[i], actions[k]) != refusals.LEGAL or tape[FAULT] != 0:
            return np.int64(k)
        apply(tables[0], states[i], actions[k], tape)
    return np.int64(actions.size)


@kernel
def score_into(tables: Array, states: Array, i: Int, sheets: Array, work: Array) -> None:
    """Fill in the score sheet of game i."""
    score(tables[0], states[i], sheets[i], work[0])
