"""Information-set tree search: many re-dealt games, one tree of the seat's own decisions.

The seat cannot search the real game, because it does not know the other hands, so every round deals the hidden cards
again (`deal_weighed`) and plays the result out. Three ideas keep that affordable:

- At the root, a round tries every move that is still a contender in the *same* re-dealt game. Two moves are compared by
  the differences of their rewards, in which most of the luck of the deal cancels out, and a move that is behind by more
  than chance drops out (`drop_losers`).
- The planner's move is arm 0, and a good guess. What the other moves are worth is estimated from their lead over it,
  shrunk towards a prior for their class, so that a few unlucky play-outs do not beat the planner (`_estimate`).
- Below the root, the seat's later decisions are nodes shared by all re-dealt games. The first arm of a node follows the
  plan, whatever that says with the cards of the game at hand; as a node is visited more often, moves that leave the
  plan are tried too (progressive widening). The other seats always follow plans of their own, made from the tickets
  and cards they were dealt in that game.
"""

import numpy as np

from perron.bots.candidates import ARMS, list_candidates
from perron.bots.claims import payment_for
from perron.bots.deal import deal_weighed, weigh_tickets
from perron.bots.follow import follow, forget_plan
from perron.bots.plan import plan_now
from perron.bots.planner import choose_planned
from perron.bots.weights import BESIDE_PLAN, OF_TICKETS, WITH_PLAN, weight
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
_PLAN = -1  # action of a node's first arm: what the plan says in the game at hand
_WIDEN = 16.0  # visits before a node's second arm is tried; four times as many before the third
_BOUND = 0.2  # exploration constant of UCB1
_LOOKS = 8  # re-dealt games in which the plans of the others are counted
_BLOCKS = 4  # root moves that claim what the others most want
UNIT = 1e-4  # reward per unit of a prior weight
OWN = SEATS  # memory for the root's plan: those of the seats are overwritten by every play-out

TREE = np.dtype(
    [
        # Root moves. `cross` holds sums of products of two moves' rewards in the same round: with `sums` it gives the
        # variance of their difference, for any pair, without keeping the rewards.
        ("cross", "f8", (ARMS, ARMS)),
        ("sums", "f8", (ARMS,)),  # of rewards
        ("prior_gap", "f8", (ARMS,)),  # prior: how far behind the planner's move
        ("prior_spread", "f8", (ARMS,)),  # and its standard deviation
        ("reward", "f8", (ARMS,)),  # in the round at hand
        ("arms", "i8", (ARMS,)),  # actions; the planner's is the first
        ("candidates", "i8", (ARMS,)),  # scratch space for `list_candidates`
        ("alive", "i8", (ARMS,)),  # whether it is still a contender
        ("move_class", "i8", (ARMS,)),  # by `class_of`
        ("tries", "i8", (ARMS,)),  # play-outs
        ("fit", "i4", (SEATS + 1, TICKETS)),  # by `weigh_tickets`: how likely each seat is to hold each ticket
        ("wanted", "i4", (ROUTES,)),  # in how many plans of other seats each route was
        ("value", "f8", (ARMS,)),  # estimates, by `rank_moves`
        ("arm_count", "i8"),  # root moves
        ("max_left", "i8"),  # contenders that may stay; the caller lowers it between two calls of `search`
        ("rounds", "i8"),  # re-dealt games
        ("played", "i8"),  # play-outs
        ("left", "i8"),  # contenders
        # Nodes: those of the root moves come first, in the order of `arms`. A path is that of the play-out at hand.
        ("node_count", "i8"),
        ("path_node", "i8", (DEPTH,)),
        ("path_arm", "i8", (DEPTH,)),
        ("child", "i4", (NODES, ARMS)),  # -1: none
        ("visits", "i4", (NODES, ARMS)),
        ("total", "f4", (NODES, ARMS)),  # sum of rewards
        ("action", "i4", (NODES, ARMS)),
        ("width", "i4", (NODES,)),  # arms of the node
        ("node_visits", "i4", (NODES,)),
    ],
    align=True,
)


@kernel
def reward(t: Record, s: Record, sheet: Record, me: Int) -> Int:
    """From 0 to 1: 15 % for the win, the rest for the margin over the best other seat, squashed into 0 to 1.

    The margin tells more per game than the win, which is mostly chance at a few hundred play-outs.
    """
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
def new_node(tree: Record) -> Int:
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
    """UCB1: how good an arm may be, given its mean and its visits."""
    visits = tree.visits[node, i]
    return tree.total[node, i] / visits + _BOUND * np.sqrt(np.log(tree.node_visits[node] + 1.0) / visits)


@kernel
def _choose_arm(t: Record, s: Record, tree: Record, node: Int, planned: Int) -> Int:
    """The arm with the highest bound among those legal in this re-dealt game.

    How many arms are considered grows with the visits. An arm that equals the plan's action here is skipped: it would
    split the visits of arm 0.
    """
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
def choose_in_tree(
    t: Record, s: Record, tree: Record, node: Int, memories: Array, w: Array, work: Record, row: Array
) -> Int:
    """An arm of a node for the game at hand, and its action.

    Candidates are listed only once a node has been visited a few times: most nodes never are, and listing is slow.
    """
    me = np.int64(s.to_move)
    planned = follow(t, s, memories[me], w, work, row)
    if tree.width[node] == 0:
        _add_arm(tree, node, np.int64(_PLAN))
    if tree.width[node] == 1 and tree.node_visits[node] >= 8:
        for k in range(list_candidates(t, s, memories[OWN], w, tree.candidates, work, row)):
            _add_arm(tree, node, tree.candidates[k])
    i = _choose_arm(t, s, tree, node, planned)
    if i == 0:
        return i, planned
    forget_plan(memories[me])  # the action leaves the plan, which may not fit any more
    return i, np.int64(tree.action[node, i])


@kernel
def _play_out(
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
) -> Int:
    """Play a re-dealt game to its end, the seat's own moves by the tree while it is inside it; returns the reward.

    An arm gets a node below it after a few visits, so that memory goes to lines that are played often. The rewards are
    added to the visited arms at the end.
    """
    depth = 0
    row = sheet.borrowed[0]
    while s.phase != OVER:
        q = s.to_move
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
    gained = reward(t, s, sheet, me)
    for d in range(depth):
        tree.visits[tree.path_node[d], tree.path_arm[d]] += 1
        tree.total[tree.path_node[d], tree.path_arm[d]] += gained
        tree.node_visits[tree.path_node[d]] += 1
    return gained


@kernel
def _lead(tree: Record, i: Int, j: Int) -> Int:
    """By how much move i is ahead of move j per round, and the squared standard error of that.

    Paired: the variance is that of the difference in the same re-dealt games. It is kept above 0, since the first
    rounds may agree by chance.
    """
    n = tree.rounds
    gap = (tree.sums[i] - tree.sums[j]) / n
    spread = (tree.cross[i, i] - 2.0 * tree.cross[i, j] + tree.cross[j, j]) / n - gap * gap
    return gap, max(spread, 1e-6) / n


@kernel
def _estimate(tree: Record, i: Int) -> Int:
    """What a contender is worth: the planner's move plus its lead over that, shrunk towards the prior of its class.

    The posterior mean of a normal prior (mean -prior_gap, deviation prior_spread) and a measured lead with a standard
    error: the larger the error, the less the lead counts.
    """
    n = max(tree.rounds, np.int64(1))
    if i == 0 or not tree.alive[0] or tree.rounds == 0:
        return tree.sums[i] / n
    gap, error = _lead(tree, i, np.int64(0))
    variance = tree.prior_spread[i] * tree.prior_spread[i]
    return tree.sums[0] / n + (variance * gap - error * tree.prior_gap[i]) / (variance + error)


@kernel
def _best(tree: Record) -> Int:
    best, most = np.int64(-1), 0.0
    for k in range(tree.arm_count):
        i = np.int64(k)
        if tree.alive[i]:
            value = _estimate(tree, i)
            if best < 0 or value > most:
                most = value
                best = i
    return best


@kernel
def _drop(tree: Record, i: Int) -> None:
    tree.alive[i] = 0
    tree.left -= 1


@kernel
def drop_losers(tree: Record, sureness: float) -> None:
    """Drop moves that are behind the best by more than `sureness` standard errors, judged on the same games."""
    best = _best(tree)
    for k in range(tree.arm_count):
        j = np.int64(k)
        if tree.alive[j] and j != best:
            gap, error = _lead(tree, best, j)
            if gap > sureness * np.sqrt(error):
                _drop(tree, j)


@kernel
def narrow(tree: Record) -> None:
    """Drop the worst moves until `max_left` are left.

    Never arm 0, the planner's: the others are measured by it.
    """
    while tree.left > tree.max_left and tree.rounds > 0:
        worst, least = np.int64(-1), 0.0
        for k in range(1, tree.arm_count):
            i = np.int64(k)
            if tree.alive[i]:
                value = _estimate(tree, i)
                if worst < 0 or value < least:
                    least = value
                    worst = i
        if worst < 0:
            return
        _drop(tree, worst)


@kernel
def class_of(m: Record, a: Int) -> Int:
    """The class of an action, given a plan: the index of the weight that holds the prior of such moves."""
    kind, r = kind_of(a), index_of(a)
    if kind in (PASS, DRAW_FACE_UP, DRAW_BLIND, DRAW_CARDS) or (kind == CLAIM and m.plan[r >> 6] & bits.bit(r)):
        return WITH_PLAN
    return BESIDE_PLAN if kind in (CLAIM, STATION) else OF_TICKETS


@kernel
def add_root(s: Record, tree: Record, m: Record, w: Array, a: Int) -> None:
    """Add a root move, unless it is one already or there is no room."""
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
    tree.move_class[n] = class_of(m, a)
    tree.prior_gap[n] = weight(s, w, tree.move_class[n]) * UNIT
    tree.prior_spread[n] = weight(s, w, tree.move_class[n] + 1) * UNIT
    for i in range(n + 1):
        tree.cross[i, n] = 0.0
        tree.cross[n, i] = 0.0
    new_node(tree)  # its number is n: root moves get their nodes before anything else does
    tree.arm_count += 1
    tree.left += 1
    tree.max_left += 1


@kernel
def clear(tree: Record) -> None:
    """Begin without root moves."""
    tree.arm_count = 0
    tree.left = 0
    tree.max_left = 0
    tree.rounds = 0
    tree.played = 0
    tree.node_count = 0


@kernel
def count_round(tree: Record, sureness: float) -> None:
    """Note that all contenders have met another game, and drop those that are behind by more than chance."""
    tree.rounds += 1
    for i in range(tree.arm_count):
        for j in range(tree.arm_count):
            if tree.alive[i] and tree.alive[j]:
                tree.cross[i, j] += tree.reward[i] * tree.reward[j]
    if tree.rounds >= 8 and tree.rounds % 4 == 0:  # before that the errors themselves are too uncertain
        drop_losers(tree, sureness)


@kernel
def start_search(
    tables: Array, knowledge: Array, trees: Array, memories: Array, weights: Array, work: Array, sheets: Array
) -> Int:
    """Set up a search from what a seat knows: list its root moves, the planner's first; returns how many there are."""
    t, v, tree = tables[0], knowledge[0], trees[0]
    row = sheets[0].borrowed[0]
    w = weights[v.seat]
    clear(tree)
    add_root(v.s, tree, memories[OWN], w, choose_planned(t, v, memories[OWN], w, work[0], row))
    for k in range(list_candidates(t, v.s, memories[OWN], w, tree.candidates, work[0], row)):
        add_root(v.s, tree, memories[OWN], w, tree.candidates[k])
    return tree.arm_count


@kernel
def _count_wanted(t: Record, v: Record, tree: Record, s: Record, memories: Array, weights: Array, rng: Array) -> None:
    """Count in how many plans of other seats each route is, over a few re-dealt games."""
    for r in range(t.routes):
        tree.wanted[r] = 0
    for _ in range(_LOOKS):
        deal_weighed(t, v, s, tree.fit, rng)
        for q in range(s.seats):
            if q != v.seat:
                plan_now(t, s, np.int64(q), memories[q], weights[q])
                for word in range(2):
                    routes = memories[q].plan[word]
                    while routes:
                        tree.wanted[64 * word + bits.lowest(routes)] += 1
                        routes = bits.without_lowest(routes)


@kernel
def _most_wanted(t: Record, v: Record, tree: Record, m: Record, c0: Int, c1: Int) -> Int:
    """Of the routes in c0, c1 that can be paid, the one most often in another seat's plan; -1 if none is."""
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
    tables: Array, knowledge: Array, trees: Array, states: Array, memories: Array, weights: Array, rng: Array
) -> Int:
    """Add root moves that block: claims of what others most likely want. Returns how many root moves there are."""
    t, v, tree = tables[0], knowledge[0], trees[0]
    weigh_tickets(t, v, memories[OWN], tree.fit)
    if v.s.phase != TURN:
        return tree.arm_count
    _count_wanted(t, v, tree, states[1], memories, weights, rng)
    c0, c1 = claimable(t, v.s, np.int64(v.seat))
    for _ in range(_BLOCKS):
        r = _most_wanted(t, v, tree, memories[OWN], c0, c1)
        if r < 0:
            break
        if r < 64:
            c0 &= ~bits.bit(r)
        else:
            c1 &= ~bits.bit(r)
        add_root(v.s, tree, memories[OWN], weights[v.seat], payment_for(t, v.s, np.int64(v.seat), memories[OWN], r))
    return tree.arm_count


@kernel
def search(
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
    play_outs: Int,
    sureness: float,
) -> Int:
    """Search until `play_outs` were made since `start_search`, or one contender is left; returns how many are left.

    `states` has room for two: the copy that is played out, and the re-dealt game that it is copied from, once for every
    contender. A round is always finished, so that all contenders have met the same games.
    """
    t, v, tree = tables[0], knowledge[0], trees[0]
    me = np.int64(v.seat)
    narrow(tree)
    while tree.left > 1 and tree.played < play_outs:
        deal_weighed(t, v, states[1], tree.fit, rng)
        for i in range(tree.arm_count):
            if tree.alive[i]:
                states[0] = states[1]
                for q in range(v.s.seats):
                    forget_plan(memories[q])  # it was made in another game
                apply(t, states[0], tree.arms[i], tape)
                tree.reward[i] = _play_out(t, states[0], tree, i, me, memories, weights, work[0], sheets[0], tape)
                tree.sums[i] += tree.reward[i]
                tree.tries[i] += 1
                tree.played += 1
        count_round(tree, sureness)
    return tree.left


@kernel
def rank_moves(trees: Array) -> Int:
    """Estimate every root move; returns the best. One that has dropped out gets 2 less: below any contender."""
    tree = trees[0]
    for k in range(tree.arm_count):
        i = np.int64(k)
        dropped = tree.sums[i] / max(tree.tries[i], np.int64(1)) - 2.0
        tree.value[i] = _estimate(tree, i) if tree.alive[i] else dropped
    return tree.arms[_best(tree)]
