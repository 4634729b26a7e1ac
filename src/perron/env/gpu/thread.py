"""What one thread does with its game. These are kernels like the engine's, and run on a CPU as well.

A thread keeps its game in memory of its own while it works on it. The GPU interleaves that memory, so that the threads
of a warp that look at the same field touch one line; in states that lie one after another they would touch thirty-two.
"""

from typing import Any

import numpy as np

from perron.bots.greedy import choose_greedily
from perron.bots.matches import GREEDY
from perron.engine import bits
from perron.engine.apply import apply
from perron.engine.choice import random_legal
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import look
from perron.engine.rng import cheap_below, cheap_seed, game_key
from perron.engine.scoring import score
from perron.engine.setup import setup
from perron.engine.state import OVER, TURN
from perron.env.gpu import ahead
from perron.env.kernels import fill_mask
from perron.env.observing import PLAIN, fill_from_state, observe
from perron.env.opponents import deal_against, step_against
from perron.env.planning import plan_one
from perron.env.stepping import DEALT, SAME_STEP, WAITING, act, clear_counts, deal_wanted, reward, set_up, shape

NOTHING, SETTLE, DEAL = 0, 1, 2
"""What is left to do after an action: nothing, see what it brings, or deal the next game."""
LEFT = 4  # numbers for that

_apply: Any = kernel(getattr(apply, "py_func", apply))
"""`apply` for random play, copied into what is launched there; elsewhere `native` has it called."""

_ONES = np.uint64(0x0101010101010101)


@kernel
def load(tiles: Array, tile: Int, place: Int, own: Array) -> None:
    """Copy the words of the game at a place of a tile into a thread's own, eight at a time: memory takes long."""
    for w in range(0, own.size & -8, 8):
        a, b = tiles[tile, w, place], tiles[tile, w + 1, place]
        c, d = tiles[tile, w + 2, place], tiles[tile, w + 3, place]
        e, f = tiles[tile, w + 4, place], tiles[tile, w + 5, place]
        g, h = tiles[tile, w + 6, place], tiles[tile, w + 7, place]
        own[w], own[w + 1], own[w + 2], own[w + 3] = a, b, c, d
        own[w + 4], own[w + 5], own[w + 6], own[w + 7] = e, f, g, h
    for w in range(own.size & -8, own.size):
        own[w] = tiles[tile, w, place]


@kernel
def store(own: Array, tiles: Array, tile: Int, place: Int) -> None:
    """Copy a thread's own words to a place of a tile."""
    for w in range(own.size):
        tiles[tile, w, place] = own[w]


@kernel
def load_game(states: Array, episodes: Array, tile: Int, place: Int, own: Array, episode: Array) -> None:
    """Copy what there is of the game at a place of a tile, its state and its episode, into a thread's own."""
    load(states, tile, place, own)
    load(episodes, tile, place, episode)


@kernel
def store_game(own: Array, episode: Array, states: Array, episodes: Array, tile: Int, place: Int) -> None:
    """Copy a game from a thread's own to its place of a tile."""
    store(own, states, tile, place)
    store(episode, episodes, tile, place)


@kernel
def load_from(words: Array, first: Int, own: Array) -> None:
    """Copy words, all but the first few, into a thread's own."""
    for w in range(first, own.size):
        own[w] = words[w]


@kernel
def deal(
    tables: Array, states: Array, seats: Int, root: Array, game: Int, key: Array, block: Array, tape: Array
) -> Int:
    """Set up game number `game` of a simulation; returns the seed of the cheap generator that goes with it."""
    game_key(root, game, key, block)
    setup(tables[0], states[0], seats, key, tape)
    return cheap_seed(key)


@kernel
def begin(games: Array) -> None:
    """The words of a state have been copied to a game whose chance is made ahead."""
    ahead.begin(games[0])


@kernel
def play_turn(tables: Array, games: Array, mode: Int, rng: Array, tape: Array) -> Int:
    """Play a turn randomly, or what is left of one; how many decisions that took.

    First all threads of a warp choose how to begin a turn, which takes longest; then those go on that have to answer.
    """
    t, s = tables[0], games[0]
    n = np.int64(0)
    for answers in range(2):
        if s.phase != OVER and (s.phase != TURN) == (answers == 1):
            _apply(t, s, random_legal(t, s, mode, rng), tape)
            n += 1
    return n


@kernel
def is_short(games: Array) -> Int:
    """Whether chance has to be made ahead."""
    return ahead.is_short(games[0])


@kernel
def make_block(games: Array) -> None:
    """Make chance ahead."""
    ahead.make_block(games[0])


@kernel
def is_over(games: Array) -> Int:
    """Whether the game is over."""
    return games[0].phase == OVER


@kernel
def end(games: Array) -> None:
    """Make a game the words of a state again."""
    ahead.end(games[0])


@kernel
def choose(t: Record, s: Record, bot: Int, mode: Int, v: Record, m: Record, rng: Array) -> Int:
    """The action of a bot for the seat to move. It sees what its seat knows; chance alone needs nothing."""
    if bot == GREEDY:
        look(t, s, s.to_move, v)
        return choose_greedily(t, v, m)
    return random_legal(t, s, mode, rng)


@kernel
def finish_game(
    tables: Array, states: Array, bots: Array, mode: Int, knowledge: Array, memories: Array, rng: Array, tape: Array
) -> Int:
    """Play to the end with one bot a seat; returns how many decisions that took."""
    t, s = tables[0], states[0]
    n = np.int64(0)
    while s.phase != OVER:
        apply(t, s, choose(t, s, bots[s.to_move], mode, knowledge[0], memories[0], rng), tape)
        n += 1
    return n


@kernel
def score_game(tables: Array, states: Array, sheets: Array, work: Array) -> None:
    """Fill in the score sheet."""
    score(tables[0], states[0], sheets[0], work[0])


# A step in parts, each with a launch of its own: what few games need must not keep the others waiting. Of a game that
# is over, one thread counts the score, another deals the next game, and a third writes the last observation.


@kernel
def act_in(
    tables: Array, numbering: Array, states: Array, episodes: Array, workspaces: Array, number: Int, tape: Array
) -> Int:
    """The first part of `stepping.step_one`: the seat to move plays an action. What is left to do."""
    t, s, e, workspace = tables[0], states[0], episodes[0], workspaces[0]
    done = act(t, numbering[0], s, e, workspace, number, tape)
    if done == WAITING:
        return NOTHING
    if done == DEALT:
        return DEAL
    if s.phase == OVER or e.cut:
        if workspace.autoreset == SAME_STEP:
            e.number += workspace.stride
        return SETTLE
    if workspace.shaping:
        shape(t, s, e)
    e.seat = s.to_move
    return NOTHING


@kernel
def is_dealt(workspaces: Array, left: Int) -> Int:
    """Whether the next game is dealt in this step."""
    return left == DEAL or workspaces[0].autoreset == SAME_STEP


@kernel
def settle_in(
    tables: Array, states: Array, episodes: Array, workspaces: Array, spaces: Array, left: Int, final: Array
) -> None:
    """What an action brings that has ended a game: `stepping.settle` but for the deal and a plain observation."""
    t, s, e, workspace, space = tables[0], states[0], episodes[0], workspaces[0], spaces[0]
    if left == SETTLE:
        reward(t, s, e, workspace, space)
        e.seat = s.to_move if s.phase != OVER else e.acted
        if workspace.autoreset == SAME_STEP and workspace.what != PLAIN:
            observe(t, s, e.acted, workspace.what, space.knowledge, final)
    if is_dealt(workspaces, left):
        clear_counts(e, workspace)
        e.seat = 0


@kernel
def deal_next(tables: Array, states: Array, episodes: Array, workspaces: Array, spaces: Array, tape: Array) -> None:
    """The state of the game that follows."""
    set_up(tables[0], states[0], episodes[0].number, workspaces[0], spaces[0], tape)


@kernel
def deal_in(tables: Array, states: Array, episodes: Array, workspaces: Array, tape: Array) -> None:
    """Deal the game if that is wanted."""
    deal_wanted(tables[0], states[0], episodes[0], workspaces[0], tape)


@kernel
def deal_against_in(
    tables: Array,
    states: Array,
    episodes: Array,
    workspaces: Array,
    tape: Array,
    bots: Array,
    memories: Array,
    weights: Array,
) -> None:
    """Deal the game if that is wanted, for a learner."""
    deal_against(tables[0], states[0], episodes[0], workspaces[0], tape, bots, memories[0], weights)


@kernel
def step_against_in(
    tables: Array,
    numbering: Array,
    states: Array,
    episodes: Array,
    workspaces: Array,
    tape: Array,
    final: Array,
    number: Int,
    bots: Array,
    memories: Array,
    weights: Array,
) -> None:
    """A step of a learner's game but for what it shows."""
    t, nb, s, e, workspace = tables[0], numbering[0], states[0], episodes[0], workspaces[0]
    step_against(t, nb, s, e, workspace, tape, final, number, bots, memories[0], weights)


@kernel
def observe_plainly(tables: Array, states: Array, seat: Int, row: Array) -> None:
    """Write the plain observation of a seat; the row is 0 before."""
    fill_from_state(tables[0], states[0], np.int64(seat), row)


@kernel
def observe_in(tables: Array, states: Array, seat: Int, what: Int, knowledge: Array, row: Array) -> None:
    """Write any observation of a seat."""
    observe(tables[0], states[0], seat, what, knowledge[0], row)


@kernel
def plan_in(tables: Array, states: Array, seat: Int, weights: Array, scratch: Array, row: Array, at: Int) -> None:
    """Write the planned part of an observation; scratch are knowledge, a planner's memory, work and a sheet's row."""
    knowledge, memories, work, borrowed = scratch
    plan_one(tables[0], states[0], seat, knowledge[0], memories[0], weights, work[0], borrowed, row, np.int64(at))


@kernel
def allow_in(tables: Array, numbering: Array, states: Array, mask: Array) -> None:
    """Write the legal actions; the mask is 0 before."""
    fill_mask(tables[0], numbering[0], states[0], mask)


@kernel
def clear_lines(lines: Array, n: Int, first: Int, step: Int) -> None:
    """A thread's part of clearing lines: every step-th."""
    k = np.uint64(first)
    while k < np.uint64(n):
        lines[k] = 0
        k += np.uint64(step)


@kernel
def copy_part(source: Array, at: Int, target: Array, to: Int, n: Int, first: Int, step: Int) -> None:
    """A thread's part of copying n bytes or lines: every step-th."""
    k = np.uint64(first)
    while k < np.uint64(n):
        target[np.uint64(to) + k] = source[np.uint64(at) + k]
        k += np.uint64(step)


@kernel
def _allowed(lines: Array, k: Int, at: Int, end: Int) -> Int:
    """Of line k, the bytes from `at` to `end`: a bit for each that is 1."""
    line = lines[k] & _ONES
    if k == at >> 3:
        line = (line >> np.uint64(8 * (at & 7))) << np.uint64(8 * (at & 7))
    if k == (end - 1) >> 3:
        line = (line << np.uint64(8 * (-end & 7))) >> np.uint64(8 * (-end & 7))
    return line


@kernel
def choose_from(lines: Array, at: Int, size: Int, game: Int, start: Int, rng: Array) -> Int:
    """`stepping.choose_allowed` for a mask whose bytes begin somewhere in lines of eight.

    A CPU adds up thirty-two bytes at once, which for 905 actions takes half the time of this.
    """
    end = at + size
    n = np.int64(0)
    for k in range(at >> 3, (end + 7) >> 3):
        n += bits.count(_allowed(lines, k, at, end))
    if n == 0:
        return np.int64(0)
    rng[0] = start + np.uint64(game) * np.uint64(0xD1342543DE82EF95)
    left, k = cheap_below(rng, n), at >> 3
    n = bits.count(_allowed(lines, k, at, end))
    while left >= n:
        left -= n
        k += 1
        n = bits.count(_allowed(lines, k, at, end))
    return 8 * k + (bits.nth(_allowed(lines, k, at, end), left) >> 3) - at
