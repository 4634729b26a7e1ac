"""Search with a network, in compiled code: it proposes moves, and it judges positions a few turns ahead.

The search is that of `bots.tree`: root moves are compared on the same re-dealt games, by differences, and drop out when
they are behind by more than chance. Three things are the network's: the first move, by which the others are measured,
is its own choice; how far another is assumed to be behind follows from how much less speaks for it; and what a re-dealt
game brings is partly its judgement after some turns, which is less a matter of luck than the end. The tickets of the
others are dealt by `bots.belief`.
"""

import numpy as np

from perron.bots.belief import deal_believed
from perron.bots.candidates import list_candidates
from perron.bots.follow import follow, forget_plan
from perron.bots.planner import choose_planned
from perron.bots.tree import DEPTH, OWN, add_root, choose_in_tree, clear, count_round, narrow, new_node, reward
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import look
from perron.engine.scoring import score
from perron.engine.state import OVER, TURN
from perron.env.kernels import action_of, number_of
from perron.learned.opinion import consider, judge_known

PROPOSED = 6
"""Moves that the network proposes besides its choice, at most."""
_UNLIKELY = 5.0  # a move for which that much less speaks is not proposed


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
    row = sheets[0].borrowed[0]
    w = weights[v.seat]
    m = memories[OWN]
    clear(tree)
    best = consider(tables, numbering, knowledge, brain, w, memories[OWN:], work, sheets)
    planned = choose_planned(t, v, m, w, work[0], row)
    add_root(v.s, tree, m, w, best)
    add_root(v.s, tree, m, w, planned)
    mask, policy = brain[2][2], brain[2][4]
    most = policy[number_of(t, nb, best)]
    ceiling = most
    for _ in range(PROPOSED):
        at, high = np.int64(-1), most - _UNLIKELY
        for k in range(policy.size):
            if mask[k] and policy[k] < ceiling and policy[k] > high:
                high = policy[k]
                at = np.int64(k)
        if at < 0:
            break
        ceiling = high
        add_root(v.s, tree, m, w, action_of(t, nb, v.s, at))
    for k in range(list_candidates(t, v.s, m, w, tree.candidates, work[0], row)):
        add_root(v.s, tree, m, w, tree.candidates[k])
    return tree.arm_count


@kernel
def add_to_priors(tables: Array, numbering: Array, trees: Array, brain: Array, gap: float) -> None:
    """Assume each root move to be further behind the first, the less speaks for it."""
    t, nb, tree = tables[0], numbering[0], trees[0]
    policy = brain[2][4]
    most = policy[number_of(t, nb, tree.arms[0])]
    for i in range(tree.arm_count):
        less = min(most - policy[number_of(t, nb, tree.arms[i])], 10.0)
        tree.prior_gap[i] += gap * less


@kernel
def _play_on(
    t: Record,
    s: Record,
    tree: Record,
    node: Int,
    me: Int,
    memories: Array,
    weights: Array,
    work: Record,
    sheet: Record,
    tape: Array,
    v: Record,
    brain: Array,
    turns: Int,
    beside: float,
) -> float:
    """Play a re-dealt game to its end, the seat's own moves by the tree while it is inside it; what it brings.

    That is the seat's chance after some turns and, with the weight `beside`, the reward at the end; in a game that ends
    before, that alone.
    """
    row = sheet.borrowed[0]
    depth = 0
    gained = -1.0
    while s.phase != OVER:
        q = s.to_move
        if q == me and s.phase == TURN:
            if turns == 0:
                look(t, s, me, v)
                judge_known(t, v, brain, weights[me], memories[OWN], work, row)
                gained = brain[2][6][me]
            turns -= 1
        if q == me and node >= 0 and depth < DEPTH:
            i, a = choose_in_tree(t, s, tree, node, memories, weights[q], work, row)
            tree.path_node[depth] = node
            tree.path_arm[depth] = i
            depth += 1
            if tree.child[node, i] < 0 and tree.visits[node, i] >= 4:
                tree.child[node, i] = new_node(tree)
            node = np.int64(tree.child[node, i])
            apply(t, s, a, tape)
            continue
        apply(t, s, follow(t, s, memories[q], weights[q], work, row), tape)
    score(t, s, sheet, work)
    end: float = reward(t, s, sheet, me)
    gained = end if gained < 0.0 else (1.0 - beside) * gained + beside * end
    for d in range(depth):
        tree.visits[tree.path_node[d], tree.path_arm[d]] += 1
        tree.total[tree.path_node[d], tree.path_arm[d]] += gained
        tree.node_visits[tree.path_node[d]] += 1
    return gained


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
    known: Array,
    brain: Array,
    turns: Int,
    beside: float,
    belief: Array,
) -> Int:
    """`tree.search` with a network and a belief; `known` is scratch for what the seat knows when it is asked."""
    t, v, tree = tables[0], knowledge[0], trees[0]
    me = np.int64(v.seat)
    narrow(tree)
    while tree.left > 1 and tree.played < goal:
        deal_believed(t, v, states[1], tree.fit, belief[0], rng)
        for i in range(tree.arm_count):
            if tree.alive[i]:
                states[0] = states[1]
                for q in range(v.s.seats):
                    forget_plan(memories[q])  # it was made in another game
                apply(t, states[0], tree.arms[i], tape)
                tree.reward[i] = _play_on(
                    t,
                    states[0],
                    tree,
                    i,
                    me,
                    memories,
                    weights,
                    work[0],
                    sheets[0],
                    tape,
                    known[0],
                    brain,
                    turns,
                    beside,
                )
                tree.sums[i] += tree.reward[i]
                tree.tries[i] += 1
                tree.played += 1
        count_round(tree, sureness)
    return tree.left
