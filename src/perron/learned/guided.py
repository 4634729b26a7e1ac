"""Search with a network, in compiled code: it proposes moves, looks some turns ahead, and judges what came of them.

Root moves are compared on the same re-dealt games, by differences, as in `bots.tree`, and drop out when they are behind
by more than chance. The first move, by which the others are measured, is the network's choice, and the others are those
that it thinks best after that, and all that a search without a network compares. The tickets of the other seats are
dealt by `bots.belief`.

After each move the network plays on for the seat. What it then says of the seat's chance, at a few of its turns, is
what the move brings. That is far less a matter of luck than the end of a game is, and sees further than the next turn.
Nobody knows how the others play: in every other game they follow plans, and in the rest they do as the network does.
"""

import numpy as np

from perron.bots.belief import deal_believed
from perron.bots.candidates import list_candidates
from perron.bots.follow import follow, forget_plan
from perron.bots.planner import choose_planned
from perron.bots.tree import OWN, add_root, clear, count_round, narrow
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, kernel
from perron.engine.knowledge import look
from perron.engine.scoring import score
from perron.engine.shares import write_shares
from perron.engine.state import OVER, TURN
from perron.env.kernels import action_of, number_of
from perron.learned.opinion import consider

PROPOSED = 6
"""Moves that the network proposes besides its choice, at most."""


@kernel
def start_guided(
    tables: Array,
    numbering: Array,
    knowledge: Array,
    trees: Array,
    memories: Array,
    weights: Array,
    work: Array,
    sheets: Array,
    brain: Array,
) -> Int:
    """Set up a search from what a seat knows: list its root moves, the network's first; returns how many there are."""
    t, nb, v, tree = tables[0], numbering[0], knowledge[0], trees[0]
    w, m = weights[v.seat], memories[OWN]
    clear(tree)
    best = consider(tables, numbering, knowledge, brain, w, memories[OWN:], work, sheets)
    add_root(v.s, tree, m, w, best)
    mask, policy = brain[2][2], brain[2][4]
    ceiling = policy[number_of(t, nb, best)]
    for _ in range(PROPOSED):
        at, high = np.int64(-1), -np.inf
        for k in range(policy.size):
            if mask[k] and policy[k] < ceiling and policy[k] > high:
                high = policy[k]
                at = np.int64(k)
        if at < 0:
            break
        ceiling = high
        add_root(v.s, tree, m, w, action_of(t, nb, v.s, at))
    row = sheets[0].borrowed[0]
    add_root(v.s, tree, m, w, choose_planned(t, v, m, w, work[0], row))
    for k in range(list_candidates(t, v.s, m, w, tree.candidates, work[0], row)):
        add_root(v.s, tree, m, w, tree.candidates[k])
    return tree.arm_count


@kernel
def assume(tables: Array, numbering: Array, trees: Array, brain: Array, gap: float, spread: float) -> None:
    """Assume that each root move is further behind the first, by `gap` for each unit that less speaks for it."""
    t, nb, tree, policy = tables[0], numbering[0], trees[0], brain[2][4]
    most = policy[number_of(t, nb, tree.arms[0])]
    for i in range(tree.arm_count):
        tree.prior_gap[i] = gap * (most - policy[number_of(t, nb, tree.arms[i])])
        tree.prior_spread[i] = spread


@kernel
def look_ahead(
    tables: Array,
    numbering: Array,
    states: Array,
    me: Int,
    known: Array,
    brain: Array,
    memories: Array,
    weights: Array,
    work: Array,
    sheets: Array,
    tape: Array,
    skipped: Int,
    turns: Int,
    shares: Array,
    others_plan: Int,
) -> float:
    """A seat's mean chance at some turns of its own to come, if it plays on in states[0] as the network does.

    So do the others, or they follow plans. The first turns are `skipped`. When the game ends before, its result counts
    for all that are left.
    """
    t, s, sheet = tables[0], states[0], sheets[0]
    total, turn = 0.0, 0
    for seat in range(s.seats):
        forget_plan(memories[seat])
    while s.phase != OVER and turn < skipped + turns:
        q = np.int64(s.to_move)
        if others_plan and q != me:
            apply(t, s, follow(t, s, memories[q], weights[q], work[0], sheet.borrowed[0]), tape)
            continue
        look(t, s, q, known[0])
        best = consider(tables, numbering, known, brain, weights[q], memories[OWN:], work, sheets)
        if q == me and s.phase == TURN:
            turn += 1
            if turn > skipped:
                total += brain[2][6][me]
        apply(t, s, best, tape)
    if turn < skipped + turns:
        score(t, s, sheet, work[0])
        write_shares(sheet, s.seats, shares)
        total += shares[me] * (skipped + turns - max(turn, skipped))
    mean: float = total / turns
    return mean


@kernel
def search_guided(
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
    goal: Int,
    sureness: float,
    numbering: Array,
    known: Array,
    brain: Array,
    belief: Array,
    shares: Array,
    skipped: Int,
    turns: Int,
) -> Int:
    """`tree.search` with a network and a belief: a move brings what `look_ahead` says.

    `known` and `shares` are scratch.
    """
    t, v, tree, s = tables[0], knowledge[0], trees[0], states[0]
    me = np.int64(v.seat)
    narrow(tree)
    while tree.left > 1 and tree.played < goal:
        deal_believed(t, v, states[1], tree.fit, belief[0], rng)
        for i in range(tree.arm_count):
            if not tree.alive[i]:
                continue
            states[0] = states[1]
            apply(t, s, tree.arms[i], tape)
            tree.reward[i] = look_ahead(
                tables,
                numbering,
                states,
                me,
                known,
                brain,
                memories,
                weights,
                work,
                sheets,
                tape,
                skipped,
                turns,
                shares,
                tree.rounds % 2 == 1,
            )
            tree.sums[i] += tree.reward[i]
            tree.tries[i] += 1
            tree.played += 1
        count_round(tree, sureness)
    return tree.left
