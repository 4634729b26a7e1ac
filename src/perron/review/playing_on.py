"""Games that planners play on, in compiled code: what a position, a deal or a move comes to.

Every seat makes a plan from what it knows, and a new one for every decision (`bots.follow`): what it does depends on
the position alone, so that a position is worth as much as the move that a planner makes in it. Nothing here reads the
order of a pile, or the stream that the real game's chance comes from: each future has a key of its own. The same keys
are used for a position and for all moves in it, so that what two of them differ by is not the luck of later cards.

A future's key is eight words, as every key, and a ninth that answers the first question to chance. The ninth words are
spread evenly: of the next card, or the first of a tunnel, every kind comes as often as its share of the pile says.
"""

import numpy as np

from perron.bots.deal import deal_weighed
from perron.bots.follow import follow, follow_to_end, forget_plan
from perron.bots.tree import reward
from perron.engine import bits
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import cheap_below, cheap_seed
from perron.engine.scoring import score
from perron.engine.setup import setup
from perron.engine.shares import write_shares
from perron.engine.sizes import TICKETS

NO_MOVE = -1


@kernel
def _shuffle_unknown(s: Record, places: Array, rng: Array) -> None:
    """Shuffle the tickets of the pile whose place nobody knows, sorted first, so that the real order is no matter.

    `places` is scratch.
    """
    n = 0
    u0, u1 = np.uint64(0), np.uint64(0)
    for i in range(s.tickets_left):
        place = (s.ticket_top + i) % TICKETS
        k = np.int64(s.ticket_pile[place])
        if s.known_to[k] == 0:
            places[n] = place
            n += 1
            if k < 64:
                u0 |= bits.bit(k)
            else:
                u1 |= bits.bit(k)
    for i in range(n):
        if u0:
            s.ticket_pile[places[i]] = bits.lowest(u0)
            u0 = bits.without_lowest(u0)
        else:
            s.ticket_pile[places[i]] = 64 + bits.lowest(u1)
            u1 = bits.without_lowest(u1)
    for i in range(n - 1):
        a, b = places[i], places[i + cheap_below(rng, n - i)]
        s.ticket_pile[a], s.ticket_pile[b] = s.ticket_pile[b], s.ticket_pile[a]


@kernel
def begin_future(s: Record, key: Array, places: Array, rng: Array) -> None:
    """Give a copy of a position the chance of one of its futures. `places` is scratch."""
    for i in range(8):
        s.key[i] = key[i]
    s.counter = 0
    s.word = s.block.size - 1
    s.block[s.word] = key[8]  # `rng.below` answers with this part of the way from first to last
    rng[0] = cheap_seed(key)
    _shuffle_unknown(s, places, rng)


@kernel
def _play_on(
    t: Record, s: Record, thorough: Int, memories: Array, weights: Array, work: Record, sheet: Record, tape: Array
) -> None:
    """Let planners play a game to its end, and score it."""
    follow_to_end(t, s, thorough, memories, weights, work, sheet.borrowed[0], tape)
    score(t, s, sheet, work)


@kernel
def play_futures(
    tables: Array,
    states: Array,
    move: Int,
    keys: Array,
    first: Int,
    last: Int,
    scratch: Array,
    dice: Array,
    shares: Array,
) -> None:
    """Shares of the win in futures first to last - 1 of the game states[0], after a move unless that is NO_MOVE."""
    memories, weights, work, sheets, tape = scratch
    places, rng = dice
    t, s = tables[0], states[1]
    for i in range(first, last):
        states[1] = states[0]
        begin_future(s, keys[i], places, rng)
        if move != NO_MOVE:
            apply(t, s, move, tape)
        _play_on(t, s, True, memories, weights, work[0], sheets[0], tape)
        write_shares(sheets[0], s.seats, shares[i])


@kernel
def play_deals(
    tables: Array, states: Array, seats: Int, keys: Array, first: Int, last: Int, scratch: Array, shares: Array
) -> None:
    """Shares of the win in games that are dealt from keys first to last - 1."""
    memories, weights, work, sheets, tape = scratch
    t, s = tables[0], states[1]
    for i in range(first, last):
        setup(t, s, seats, keys[i], tape)
        _play_on(t, s, True, memories, weights, work[0], sheets[0], tape)
        write_shares(sheets[0], s.seats, shares[i])


@kernel
def choose_planned_move(tables: Array, states: Array, scratch: Array) -> Int:
    """What the planner to move in the game states[0] would do; it makes a plan from what its seat knows."""
    memories, weights, work, sheets, _ = scratch
    s = states[0]
    q = s.to_move
    forget_plan(memories[q])
    return np.int64(follow(tables[0], s, memories[q], weights[q], work[0], sheets[0].borrowed[0]))


@kernel
def play_redealt(
    tables: Array,
    knowledge: Array,
    states: Array,
    moves: Array,
    fit: Array,
    redeal: Array,
    thorough: Int,
    scratch: Array,
    shares: Array,
    totals: Array,
    rewards: Array,
) -> None:
    """Try moves in as many rounds as there is room for: games dealt again from what a seat knows, the same for all.

    Writes the shares of the win and the totals of the score [round, move, seat], and the seat's rewards [round, move].
    """
    memories, weights, work, sheets, tape = scratch
    t, v, s = tables[0], knowledge[0], states[1]
    me = np.int64(v.seat)
    for i in range(len(shares)):
        deal_weighed(t, v, states[0], fit, redeal)
        for j in range(moves.size):
            states[1] = states[0]
            apply(t, s, moves[j], tape)
            _play_on(t, s, thorough, memories, weights, work[0], sheets[0], tape)
            write_shares(sheets[0], s.seats, shares[i, j])
            for q in range(s.seats):
                totals[i, j, q] = sheets[0].total[q]
            rewards[i, j] = reward(t, s, sheets[0], me)
