"""Information-set tree search: many re-dealt games, one tree of the seat's own decisions.

At the root every move that is still in the race is tried on the same re-dealt games, and a move that is surely worse
than the best drops out. Below it, the seat's later decisions are nodes shared by all re-dealt games. The first arm of a
node is to follow the plan, whatever that says with the cards of the game at hand; as the node is visited more often,
moves that leave the plan are tried beside it. The other seats follow plans of their own, made from the tickets and
cards they were dealt in that game.
"""

import numpy as np

from perron.bots.candidates import ARMS, list_candidates
from perron.bots.claims import payment_for
from perron.bots.deal import deal_weighed, weigh_tickets
from perron.bots.follow import follow, forget_plan
from perron.bots.mind import BESIDE_PLAN, OF_TICKETS, WITH_PLAN, weight
from perron.bots.plan import plan_now
from perron.bots.planner import choose_planned
from perron.engine import bits
from perron.engine.actions import CLAIM, DRAW_BLIND, DRAW_CARDS, DRAW_FACE_UP, PASS, STATION, index_of, kind_of
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.legal import refuse
from perron.engine.refusals import LEGAL
from perron.engine.routes import claimable
from perron.engine.scoring import score
from perron.engine.sizes import ROUTES, SEATS, TICKETS
from perron.engine.state import OVER, TURN

NODES = 4096
DEPTH = 8
_PLAN = -1  # the action of a node's first arm: what the plan says
_WIDEN = 16.0  # visits for a node's second arm; four times as many for the third
_BOUND = 0.2  # how much an arm may be better than it looks
_LOOKS = 8  # re-dealt games in which the others' plans are looked at
_BLOCKS = 4  # moves that take away what the others most want
UNIT = 1e-4  # what the constants say of moves, in rewards
OWN = SEATS  # the mind that plans for the searching seat at the root

TREE = np.dtype(
    [
        ("cross", "f8", (ARMS, ARMS)),  # sums of products of two root moves' rewards in the same round
        ("sums", "f8", (ARMS,)),
        ("behind", "f8", (ARMS,)),  # what is known of each root move beforehand
        ("spread", "f8", (ARMS,)),
        ("reward", "f8", (ARMS,)),
        ("arms", "i8", (ARMS,)),  # root moves
        ("fresh", "i8", (ARMS,)),
        ("alive", "i8", (ARMS,)),
        ("sort", "i8", (ARMS,)),  # by `class_of`
        ("tries", "i8", (ARMS,)),
        ("fit", "i4", (SEATS + 1, TICKETS)),  # weight of each ticket for each seat, and for the pile
        ("wanted", "i4", (ROUTES,)),  # how often other seats' plans had each route
        ("value", "f8", (ARMS,)),  # what each root move is worth, by `verdict`
        ("arm_count", "i8"),
        ("most", "i8"),  # root moves that may stay in the race; set it between two rounds of thinking
        ("rounds", "i8"),
        ("played", "i8"),  # play-outs
        ("left", "i8"),  # root moves still in the race
        ("node_count", "i8"),
        ("path_node", "i8", (DEPTH,)),
        ("path_arm", "i8", (DEPTH,)),
        ("child", "i4", (NODES, ARMS)),
        ("visits", "i4", (NODES, ARMS)),
        ("total", "f4", (NODES, ARMS)),
        ("action", "i4", (NODES, ARMS)),
        ("width", "i4", (NODES,)),
        ("node_visits", "i4", (NODES,)),
    ],
    align=True,
)


@kernel
def reward(t: Record, s: Record, sheet: Record, me: Int) -> Int:
    """From 0 to 1: a little for the win, the most for the margin over the best other seat, which tells more a game."""
    best = np.int64(-32000)
    winners = 0
    for q in range(s.seats):
        if q != me:
            best = max(best, np.int64(sheet.total[q]))
        winners += sheet.rank[q] == 1
    scale = 0.45 * (t.pieces[0] + t.pieces[1]) + 21.0 if t.has_points else 3.0
    x = (sheet.total[me] - best) / scale
    margin = 0.5 + 0.5 * x / (1.0 + abs(x))
    won = 1.0 / winners if sheet.rank[me] == 1 else 0.0
    return 0.85 * margin + 0.15 * won


@kernel
def _new_node(tree: Record) -> Int:
    """A node without arms; -1 if the tree is full."""
    if tree.node_count >= NODES:
        return np.int64(-1)
    node = tree.node_count
    tree.node_count += 1
    tree.width[node] = 0
    tree.node_visits[node] = 0
    return node


@kernel
def _add_arm(tree: Record, node: Int, a: Int) -> None:
    """Give a node an arm for an action."""
    i = tree.width[node]
    if i < ARMS:
        tree.action[node, i] = a
        tree.child[node, i] = -1
        tree.visits[node, i] = 0
        tree.total[node, i] = 0.0
        tree.width[node] += 1


@kernel
def _bound(tree: Record, node: Int, i: Int) -> Int:
    """How good an arm may be."""
    visits = tree.visits[node, i]
    return tree.total[node, i] / visits + _BOUND * np.sqrt(np.log(tree.node_visits[node] + 1.0) / visits)


@kernel
def _choose_arm(t: Record, s: Record, tree: Record, node: Int, planned: Int) -> Int:
    """The arm with the highest bound among those legal in this game, the first ones only while the node is young."""
    best = np.int64(0)
    if tree.visits[node, 0] == 0:
        return best
    allowed = 1 + np.int64(np.sqrt(tree.node_visits[node] / _WIDEN))
    most = _bound(tree, node, best)
    for k in range(1, min(np.int64(tree.width[node]), allowed)):
        i = np.int64(k)
        if tree.action[node, i] == planned or refuse(t, s, tree.action[node, i]) != LEGAL:
            continue
        if tree.visits[node, i] == 0:
            return i
        bound = _bound(tree, node, i)
        if bound > most:
            most = bound
            best = i
    return best


@kernel
def _choose_in_tree(
    t: Record, s: Record, tree: Record, node: Int, minds: Array, w: Array, work: Record, row: Array
) -> Int:
    """An arm of a node for the game at hand, and its action."""
    me = np.int64(s.to_move)
    planned = follow(t, s, minds[me], w, work, row)
    if tree.width[node] == 0:
        _add_arm(tree, node, np.int64(_PLAN))
    if tree.width[node] == 1 and tree.node_visits[node] >= 8:
        for k in range(list_candidates(t, s, minds[OWN], w, tree.fresh, work, row)):
            _add_arm(tree, node, tree.fresh[k])
    i = _choose_arm(t, s, tree, node, planned)
    if i == 0:
        return i, planned
    forget_plan(minds[me])
    return i, np.int64(tree.action[node, i])


@kernel
def _play_out(
    t: Record,
    s: Record,
    tree: Record,
    node: Int,
    me: Int,
    minds: Array,
    weights: Array,
    work: Record,
    sheet: Record,
    tape: Array,
) -> Int:
    """Play a re-dealt game to its end, through the tree while it lasts; returns the reward."""
    depth = 0
    row = sheet.borrowed[0]
    while s.phase != OVER:
        q = s.to_move
        if q == me and node >= 0 and depth < DEPTH:
            i, a = _choose_in_tree(t, s, tree, node, minds, weights[q], work, row)
            tree.path_node[depth] = node
            tree.path_arm[depth] = i
            depth += 1
            if tree.child[node, i] < 0 and tree.visits[node, i] >= 4:
                tree.child[node, i] = _new_node(tree)
            node = np.int64(tree.child[node, i])
            apply(t, s, a, tape)
            continue
        apply(t, s, follow(t, s, minds[q], weights[q], work, row), tape)
    score(t, s, sheet, work)
    gained = reward(t, s, sheet, me)
    for d in range(depth):
        tree.visits[tree.path_node[d], tree.path_arm[d]] += 1
        tree.total[tree.path_node[d], tree.path_arm[d]] += gained
        tree.node_visits[tree.path_node[d]] += 1
    return gained


@kernel
def _lead(tree: Record, i: Int, j: Int) -> Int:
    """By how much move i is ahead of move j a round, and the square of that number's standard error."""
    n = tree.rounds
    gap = (tree.sums[i] - tree.sums[j]) / n
    spread = (tree.cross[i, i] - 2.0 * tree.cross[i, j] + tree.cross[j, j]) / n - gap * gap
    return gap, max(spread, 1e-6) / n


@kernel
def _standing(tree: Record, i: Int) -> Int:
    """What a move in the race is worth: what was known of it before, mended by its lead over the planner's move.

    The lead counts the less, the more of it may be chance.
    """
    n = max(tree.rounds, np.int64(1))
    if i == 0 or not tree.alive[0] or tree.rounds == 0:
        return tree.sums[i] / n
    gap, error = _lead(tree, i, np.int64(0))
    known = tree.spread[i] * tree.spread[i]
    return tree.sums[0] / n + (known * gap - error * tree.behind[i]) / (known + error)


@kernel
def _best(tree: Record) -> Int:
    best, most = np.int64(-1), 0.0
    for k in range(tree.arm_count):
        i = np.int64(k)
        if tree.alive[i]:
            value = _standing(tree, i)
            if best < 0 or value > most:
                most = value
                best = i
    return best


@kernel
def _drop(tree: Record, i: Int) -> None:
    tree.alive[i] = 0
    tree.left -= 1


@kernel
def _drop_losers(tree: Record, sureness: float) -> None:
    """Take moves out of the race that are worse than the best by more than chance, judged on the same games."""
    best = _best(tree)
    for k in range(tree.arm_count):
        j = np.int64(k)
        if tree.alive[j] and j != best:
            gap, error = _lead(tree, best, j)
            if gap > sureness * np.sqrt(error):
                _drop(tree, j)


@kernel
def _narrow(tree: Record) -> None:
    """Leave only so many moves in the race, the planner's among them as what the others are measured by."""
    while tree.left > tree.most and tree.rounds > 0:
        worst, least = np.int64(-1), 0.0
        for k in range(1, tree.arm_count):
            i = np.int64(k)
            if tree.alive[i]:
                value = _standing(tree, i)
                if worst < 0 or value < least:
                    least = value
                    worst = i
        if worst < 0:
            return
        _drop(tree, worst)


@kernel
def class_of(m: Record, a: Int) -> Int:
    """What sort of move an action is beside a plan: the constant that says how far such moves are behind."""
    kind, r = kind_of(a), index_of(a)
    if kind in (PASS, DRAW_FACE_UP, DRAW_BLIND, DRAW_CARDS) or (kind == CLAIM and m.plan[r >> 6] & bits.bit(r)):
        return WITH_PLAN
    return BESIDE_PLAN if kind in (CLAIM, STATION) else OF_TICKETS


@kernel
def _add_root(s: Record, tree: Record, m: Record, w: Array, a: Int) -> None:
    """A root move, if it is not one already and there is room."""
    n = tree.arm_count
    if n >= ARMS:
        return
    for i in range(n):
        if tree.arms[i] == a:
            return
    tree.arms[n] = a
    tree.alive[n] = 1
    tree.tries[n] = 0
    tree.sums[n] = 0.0
    tree.sort[n] = class_of(m, a)
    tree.behind[n] = weight(s, w, tree.sort[n]) * UNIT
    tree.spread[n] = weight(s, w, tree.sort[n] + 1) * UNIT
    for i in range(n + 1):
        tree.cross[i, n] = 0.0
        tree.cross[n, i] = 0.0
    _new_node(tree)  # the node of a root move has its number
    tree.arm_count += 1
    tree.left += 1
    tree.most += 1


@kernel
def begin(tables: Array, sights: Array, trees: Array, minds: Array, weights: Array, work: Array, sheets: Array) -> Int:
    """Set up a search for a sight: its root moves, the planner's first; returns how many there are."""
    t, v, tree = tables[0], sights[0], trees[0]
    row = sheets[0].borrowed[0]
    w = weights[v.seat]
    tree.arm_count = 0
    tree.left = 0
    tree.most = 0
    tree.rounds = 0
    tree.played = 0
    tree.node_count = 0
    _add_root(v.s, tree, minds[OWN], w, choose_planned(t, v, minds[OWN], w, work[0], row))
    for k in range(list_candidates(t, v.s, minds[OWN], w, tree.fresh, work[0], row)):
        _add_root(v.s, tree, minds[OWN], w, tree.fresh[k])
    return tree.arm_count


@kernel
def _count_wanted(t: Record, v: Record, tree: Record, s: Record, minds: Array, weights: Array, rng: Array) -> None:
    """How often a route is in another seat's plan, over some re-dealt games."""
    for r in range(t.routes):
        tree.wanted[r] = 0
    for _ in range(_LOOKS):
        deal_weighed(t, v, s, tree.fit, rng)
        for q in range(s.seats):
            if q != v.seat:
                plan_now(t, s, np.int64(q), minds[q], weights[q])
                for word in range(2):
                    routes = minds[q].plan[word]
                    while routes:
                        tree.wanted[64 * word + bits.lowest(routes)] += 1
                        routes = bits.without_lowest(routes)


@kernel
def _most_wanted(t: Record, v: Record, tree: Record, m: Record, c0: Int, c1: Int) -> Int:
    """Of the routes c0, c1 that can be paid the one that is most often in another seat's plan; -1 if none is."""
    best, most = np.int64(-1), np.int64(0)
    for word in range(2):
        routes = c0 if word == 0 else c1
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            if tree.wanted[r] > most and payment_for(t, v.s, np.int64(v.seat), m, r) >= 0:
                most = np.int64(tree.wanted[r])
                best = r
    return best


@kernel
def add_blocks(
    tables: Array, sights: Array, trees: Array, states: Array, minds: Array, weights: Array, rng: Array
) -> Int:
    """Add claims to the root moves that take away what others most likely want; returns how many moves there are."""
    t, v, tree = tables[0], sights[0], trees[0]
    weigh_tickets(t, v, minds[OWN], tree.fit)
    if v.s.phase != TURN:
        return tree.arm_count
    _count_wanted(t, v, tree, states[1], minds, weights, rng)
    c0, c1 = claimable(t, v.s, np.int64(v.seat))
    for _ in range(_BLOCKS):
        r = _most_wanted(t, v, tree, minds[OWN], c0, c1)
        if r < 0:
            break
        if r < 64:
            c0 &= ~bits.bit(r)
        else:
            c1 &= ~bits.bit(r)
        _add_root(v.s, tree, minds[OWN], weights[v.seat], payment_for(t, v.s, np.int64(v.seat), minds[OWN], r))
    return tree.arm_count


@kernel
def think(
    tables: Array,
    sights: Array,
    trees: Array,
    states: Array,
    minds: Array,
    weights: Array,
    work: Array,
    sheets: Array,
    rng: Array,
    tape: Array,
    play_outs: Int,
    sureness: float,
) -> Int:
    """Search on until so many play-outs were made in all, or one move is left; returns how many are left.

    `states` has room for two: the re-dealt game, and the copy that is played out.
    """
    t, v, tree = tables[0], sights[0], trees[0]
    me = np.int64(v.seat)
    _narrow(tree)
    while tree.left > 1 and tree.played < play_outs:
        deal_weighed(t, v, states[1], tree.fit, rng)
        for i in range(tree.arm_count):
            if tree.alive[i]:
                states[0] = states[1]
                for q in range(v.s.seats):
                    forget_plan(minds[q])
                apply(t, states[0], tree.arms[i], tape)
                tree.reward[i] = _play_out(t, states[0], tree, i, me, minds, weights, work[0], sheets[0], tape)
                tree.sums[i] += tree.reward[i]
                tree.tries[i] += 1
                tree.played += 1
        tree.rounds += 1
        for i in range(tree.arm_count):
            for j in range(tree.arm_count):
                if tree.alive[i] and tree.alive[j]:
                    tree.cross[i, j] += tree.reward[i] * tree.reward[j]
        if tree.rounds >= 8 and tree.rounds % 4 == 0:
            _drop_losers(tree, sureness)
    return tree.left


@kernel
def verdict(trees: Array) -> Int:
    """Value every root move, one that has dropped out below any that has not; returns the best."""
    tree = trees[0]
    for k in range(tree.arm_count):
        i = np.int64(k)
        dropped = tree.sums[i] / max(tree.tries[i], np.int64(1)) - 2.0
        tree.value[i] = _standing(tree, i) if tree.alive[i] else dropped
    return tree.arms[_best(tree)]
