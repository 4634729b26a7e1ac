"""Exact values of two-player zero-sum games: the whole tree, and a linear program over it.

Nothing of Perron is used: a game is what OpenSpiel's states say of it. The method is the sequence form (Koller, Megiddo
and von Stengel, 1996): how likely a player plays each sequence of own actions is a plan that meets linear constraints,
and the best plan against every answer is the solution of a linear program, whose dual is the other player's.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

_Sequence = tuple[str, int] | None
"""An information state and the action taken there; None before the first."""
_Numbers = dict[_Sequence, int]


@dataclass
class Tree:
    """A game written out."""

    histories: int = 0
    sequences: tuple[_Numbers, _Numbers] = field(default_factory=lambda: (_Numbers({None: 0}), _Numbers({None: 0})))
    parents: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    """By information state the sequence that leads to it."""
    actions: tuple[dict[str, list[int]], dict[str, list[int]]] = field(default_factory=lambda: ({}, {}))
    """By information state the legal actions."""
    payoff: dict[tuple[int, int], float] = field(default_factory=lambda: defaultdict(float))
    """Of player 0, weighed by chance, where both play these sequences."""


def grow(game: Any) -> Tree:
    """The whole tree of a game for two; raises AssertionError if a player forgets what it did (no perfect recall)."""
    tree = Tree()
    pending: list[tuple[Any, float, tuple[int, int]]] = [(game.new_initial_state(), 1.0, (0, 0))]
    while pending:
        state, chance, played = pending.pop()
        tree.histories += 1
        if state.is_terminal():
            tree.payoff[played] += chance * state.returns()[0]
        elif state.is_chance_node():
            pending += [(state.child(answer), chance * p, played) for answer, p in state.chance_outcomes()]
        else:
            player = state.current_player()
            known, actions = state.information_state_string(player), state.legal_actions()
            assert tree.parents[player].setdefault(known, played[player]) == played[player]
            assert tree.actions[player].setdefault(known, actions) == actions
            for action in actions:
                number = tree.sequences[player].setdefault((known, action), len(tree.sequences[player]))
                after = (number, played[1]) if player == 0 else (played[0], number)
                pending.append((state.child(action), chance, after))
    return tree


def _constraints(tree: Tree, player: int) -> tuple[Any, np.ndarray]:
    """What makes a plan of some weights: the first is 1, and those at an information state add up to its parent's."""
    rows, columns, values = [0], [0], [1.0]
    for row, (known, parent) in enumerate(tree.parents[player].items(), 1):
        own = [tree.sequences[player][known, action] for action in tree.actions[player][known]]
        rows += [row] * (1 + len(own))
        columns += [parent, *own]
        values += [-1.0, *([1.0] * len(own))]
    shape = (1 + len(tree.parents[player]), len(tree.sequences[player]))
    return coo_matrix((values, (rows, columns)), shape), np.eye(1, shape[0])[0]


@dataclass(frozen=True)
class Solution:
    """A player's best plan."""

    value: float
    """What it is sure of, for player 0: at least for player 0's plan, at most for player 1's."""
    policy: dict[str, dict[int, float]]
    """Chances of actions by information state; even where the plan never comes."""


def solve(tree: Tree, player: int) -> Solution:
    """The plan that guarantees a player most, and what it guarantees."""
    other = 1 - player
    cells = np.array([cell for cell, _ in tree.payoff.items()])
    gains = np.array(list(tree.payoff.values())) * (1 if player == 0 else -1)
    shape = (len(tree.sequences[player]), len(tree.sequences[other]))
    payoff = coo_matrix((gains, (cells[:, player], cells[:, other])), shape)
    own, own_sums = _constraints(tree, player)
    theirs, their_sums = _constraints(tree, other)
    # Most of f.q over plans x and free q with F'q <= A'x: q are the worths of the other's information states to it.
    found = linprog(
        np.concatenate([np.zeros(shape[0]), -their_sums]),
        A_ub=_beside(-payoff.T, theirs.T),
        b_ub=np.zeros(shape[1]),
        A_eq=_beside(own, coo_matrix((own.shape[0], theirs.shape[0]))),
        b_eq=own_sums,
        bounds=[(0, None)] * shape[0] + [(None, None)] * theirs.shape[0],
        method="highs",
    )
    assert found.success, found.message
    policy = {}
    for known, actions in tree.actions[player].items():
        weights = {action: max(0.0, found.x[tree.sequences[player][known, action]]) for action in actions}
        total = sum(weights.values())
        policy[known] = {action: w / total if total > 1e-12 else 1 / len(actions) for action, w in weights.items()}
    return Solution(-found.fun if player == 0 else found.fun, policy)


def _beside(left: Any, right: Any) -> Any:
    left, right = left.tocoo(), right.tocoo()
    columns = np.concatenate([left.col, right.col + left.shape[1]])
    rows, values = np.concatenate([left.row, right.row]), np.concatenate([left.data, right.data])
    return coo_matrix((values, (rows, columns)), (left.shape[0], left.shape[1] + right.shape[1])).tocsr()
