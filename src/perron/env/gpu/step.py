"""One step of many games on the GPU, one thread a game, one block a tile. What a step does stands in `stepping`.

States and episodes are passed as tiles of 64-bit words. Tables, numbering and the environment's settings, in
a workspace, are passed as words too: it takes Numba ten times as long to see that an array of records is what it
was last time.
"""

from functools import partial
from typing import Any

import numpy as np

from perron.bots.planner_memory import PLANNER_MEMORY
from perron.engine.compiled import Array, Int
from perron.engine.knowledge import KNOWLEDGE
from perron.engine.state import SCRATCH, STATE
from perron.engine.tables import TABLES
from perron.env.gpu.arrays import LINE
from perron.env.gpu.device import SIMULATED, THREADS, copied, cuda, launched, plain
from perron.env.gpu.play_out import STATE_WORDS
from perron.env.gpu.thread import (
    LEFT,
    NOTHING,
    SETTLE,
    act_in,
    allow_in,
    choose_from,
    clear_lines,
    copy_part,
    deal_against_in,
    deal_in,
    deal_next,
    is_dealt,
    load,
    load_from,
    load_game,
    observe_in,
    observe_plainly,
    plan_in,
    settle_in,
    step_against_in,
    store,
    store_game,
)
from perron.env.numbering import NUMBERING
from perron.env.observing import PLAIN
from perron.env.rewards import UNITS
from perron.env.stepping import EPISODE, SAME_STEP, WORKSPACE

EPISODE_WORDS = EPISODE.itemsize // 8
WORKSPACE_WORDS = WORKSPACE.itemsize // 8
SETTINGS_AT = WORKSPACE.fields["root"][1] // 8 if WORKSPACE.fields else 0
"""Where, in a workspace, the settings begin; what stands before them is scratch."""

SEAT, ACTED, HAS_ENDED, IS_CUT, IS_ILLEGAL = 0, 1, 2, 3, 4
TOLD = 5
"""What is told of each game in a byte."""

SETTLERS = 4 if SIMULATED else 2048
"""Blocks, two for each of the games that are over or cut short, of which there are few at a time."""
EPISODE_AT = STATE_WORDS
WORKSPACE_AT = EPISODE_AT + EPISODE_WORDS
DESK_WORDS = WORKSPACE_AT + WORKSPACE_WORDS

PLAN_REGISTERS = 64
"""Of a thread that plans, which waits for memory most of the time."""

WORD = np.dtype(np.uint64)
SHARED = 48 * 1024
"""Bytes of shared memory that a block may have."""


def rows_at_once(width: int) -> int:
    """How many rows of that many bytes a block has in shared memory: those of all its threads, if they fit."""
    rows = THREADS
    while rows > 1 and rows * width > SHARED:
        rows //= 2
    return rows


def shared_memory(*widths: int) -> int:
    """Bytes of shared memory that a block takes for rows of these widths."""
    most = max(rows_at_once(width) * width for width in widths)
    return -(-most // LINE) * LINE


@launched
def deal(tables: Array, states: Array, episodes: Array, workspace: Array, tape: Array, games: Int) -> None:
    """Deal the games that are wanted."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < games:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        episode = cuda.local.array(EPISODE_WORDS, np.uint64)
        space = cuda.local.array(WORKSPACE_WORDS, np.uint64)
        load_game(plain(states), plain(episodes), tile, place, own, episode)
        load_from(plain(workspace), SETTINGS_AT, space)
        deal_in(plain(tables).view(TABLES), own.view(STATE), episode.view(EPISODE), space.view(WORKSPACE), plain(tape))
        store_game(own, episode, plain(states), plain(episodes), tile, place)


@launched
def act(
    tables: Array,
    numbering: Array,
    states: Array,
    episodes: Array,
    workspace: Array,
    tape: Array,
    actions: Array,
    is_late: Array,
    late: Array,
    number_late: Array,
) -> None:
    """Let the seat to move of every game play an action, and list the games that need more than that."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < late.size:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        episode = cuda.local.array(EPISODE_WORDS, np.uint64)
        load_game(plain(states), plain(episodes), tile, place, own, episode)
        left = act_in(
            plain(tables).view(TABLES),
            plain(numbering).view(NUMBERING),
            own.view(STATE),
            episode.view(EPISODE),
            plain(workspace).view(WORKSPACE),
            actions[i],
            plain(tape),
        )
        store_game(own, episode, plain(states), plain(episodes), tile, place)
        is_late[i] = episode.view(EPISODE)[0]["acted"] + 1 if left == SETTLE else -left
        if left != NOTHING:
            late[cuda.atomic.add(number_late, 0, 1)] = LEFT * i + left


@copied
def _clear(lines: Array, size: Int) -> None:
    """Clear that many bytes of the block's shared memory, all threads together; all wait for that to be done."""
    cuda.syncthreads()
    clear_lines(lines, (size + LINE - 1) // LINE, cuda.threadIdx.x, cuda.blockDim.x)
    cuda.syncthreads()


@copied
def _copy(source: Array, at: Int, target: Array, to: Int, size: Int) -> None:
    """Copy that many bytes, all threads of the block together: as lines if they begin and end at a line."""
    first, step = cuda.threadIdx.x, cuda.blockDim.x
    if (at | to | size) % LINE == 0:
        copy_part(source.view(WORD), at // LINE, target.view(WORD), to // LINE, size // LINE, first, step)
    else:
        copy_part(source, at, target, to, size, first, step)


@copied
def _tell(e: Any, factors: Array, rewards: Array, gained: Array, told: Array, i: Int) -> None:
    """Write what the step brought: rewards of every seat and of the one that acted, divided as on the CPU, and ends."""
    for q in range(rewards.shape[1]):
        rewards[i, q] = np.float32((e["units"][q] + factors[0] * e["shaped"][q]) / UNITS)
    if e["illegal"]:
        rewards[i, e["acted"]] += np.float32(factors[1])
    gained[i] = rewards[i, e["acted"]]
    told[SEAT, i] = e["seat"]
    told[ACTED, i] = e["acted"]
    told[HAS_ENDED, i] = e["over"]
    told[IS_CUT, i] = e["cut"]
    told[IS_ILLEGAL, i] = e["illegal"]


@launched
def settle(
    tables: Array,
    states: Array,
    episodes: Array,
    workspace: Array,
    tape: Array,
    late: Array,
    number_late: Array,
    finals: Array,
    width: Int,
    dealt: Array,
    desks: Array,
) -> None:
    """See to the games that are over or cut short, two blocks of one thread for each: rewards, and the next deals.

    A thread works at a desk in the GPU's memory. Arrays of its own would lie interleaved with those of a whole warp,
    of which it is the only thread, and would all be cleared first. States stay as they are: `show` reads them.
    """
    desk, settings, t = plain(desks)[cuda.blockIdx.x], plain(workspace).view(WORKSPACE), plain(tables).view(TABLES)
    own, episode, space = desk[:EPISODE_AT], desk[EPISODE_AT:WORKSPACE_AT], desk[WORKSPACE_AT:].view(WORKSPACE)
    for k in range(cuda.blockIdx.x // 2, number_late[0], cuda.gridDim.x // 2):
        i, left = late[k] // LEFT, late[k] % LEFT
        load(plain(episodes), i // THREADS, i % THREADS, episode)
        if cuda.blockIdx.x % 2 == 0:
            load(plain(states), i // THREADS, i % THREADS, own)
            at = i * width if settings[0]["autoreset"] == SAME_STEP else 0
            final = plain(finals)[at : at + width]
            settle_in(t, own.view(STATE), episode.view(EPISODE), settings, space, left, final)
            store(episode, plain(episodes), i // THREADS, i % THREADS)
        elif is_dealt(settings, left):
            deal_next(t, own.view(STATE), episode.view(EPISODE), settings, space, plain(tape))
            store(own, plain(dealt), i // THREADS, i % THREADS)


@launched
def observe(
    tables: Array, states: Array, episodes: Array, workspace: Array, games: Int, rows: Array, width: Int, together: Int
) -> None:
    """Write observations that are not plain; `show` writes those that are."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    lines = cuda.shared.array(0, WORD)
    own = cuda.local.array(STATE_WORDS, np.uint64)
    episode = cuda.local.array(EPISODE_WORDS, np.uint64)
    knowledge = cuda.local.array(1, KNOWLEDGE)
    here, what = lines.view(np.uint8), plain(workspace).view(WORKSPACE)[0]["what"]
    if i < games:
        load_game(plain(states), plain(episodes), tile, place, own, episode)
    for first in range(0, cuda.blockDim.x, together):
        cuda.syncthreads()
        if i < games and first <= place < first + together:
            row = here[(place - first) * width : (place - first + 1) * width]
            seat = episode.view(EPISODE)[0]["seat"]
            observe_in(plain(tables).view(TABLES), own.view(STATE), seat, what, knowledge, row)
        cuda.syncthreads()
        _copy(here, 0, plain(rows), (tile * cuda.blockDim.x + first) * width, together * width)


@partial(launched, registers=PLAN_REGISTERS)
def plan(
    tables: Array,
    states: Array,
    episodes: Array,
    weights: Array,
    games: Int,
    rows: Array,
    width: Int,
    at: Int,
) -> None:
    """Write the planned part of observations, which is 0 before, straight into their rows."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < games:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        episode = cuda.local.array(EPISODE_WORDS, np.uint64)
        knowledge = cuda.local.array(1, KNOWLEDGE)
        memory = cuda.local.array(1, PLANNER_MEMORY)
        work = cuda.local.array(1, SCRATCH)
        borrowed = cuda.local.array(4, np.int16)
        load_game(plain(states), plain(episodes), tile, place, own, episode)
        seat = episode.view(EPISODE)[0]["seat"]
        row = plain(rows)[i * width : (i + 1) * width]
        scratch = (knowledge, memory, work, borrowed)
        plan_in(plain(tables).view(TABLES), own.view(STATE), seat, plain(weights), scratch, row, at)


@launched
def show(
    tables: Array,
    numbering: Array,
    states: Array,
    episodes: Array,
    workspace: Array,
    factors: Array,
    rows: Array,
    width: Int,
    rows_together: Int,
    masks: Array,
    masks_together: Int,
    rewards: Array,
    gained: Array,
    told: Array,
    is_late: Array,
    finals: Array,
) -> None:
    """Write plain observations, masks and rewards; of games that are late, no more than the last observation.

    A block has the rows of its games in shared memory first, from where its threads copy them in whole lines.
    """
    i, tile, place, threads = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x, cuda.blockDim.x
    lines = cuda.shared.array(0, WORD)
    own = cuda.local.array(STATE_WORDS, np.uint64)
    episode = cuda.local.array(EPISODE_WORDS, np.uint64)
    state, shown, here = own.view(STATE), episode.view(EPISODE), lines.view(np.uint8)
    settings, t = plain(workspace).view(WORKSPACE), plain(tables).view(TABLES)
    late, seat = -1, 0
    if i < is_late.size:
        late = is_late[i]
        load(plain(states), tile, place, own)
    if late == 0:
        load(plain(episodes), tile, place, episode)
        _tell(shown[0], factors, rewards, gained, told, i)
        seat = shown[0]["seat"]
    elif late > 0:
        seat = late - 1
    if settings[0]["what"] == PLAIN:
        for first in range(0, threads, rows_together):
            _clear(lines, rows_together * width)
            if late >= 0 and first <= place < first + rows_together:
                row = here[(place - first) * width : (place - first + 1) * width]
                observe_plainly(t, state, seat, row)
            cuda.syncthreads()
            _copy(here, 0, plain(rows), (tile * threads + first) * width, rows_together * width)
            if settings[0]["autoreset"] == SAME_STEP:
                for game in range(tile * threads + first, min(tile * threads + first + rows_together, is_late.size)):
                    if is_late[game] > 0:
                        _copy(here, (game - tile * threads - first) * width, plain(finals), game * width, width)
    size = np.int64(plain(numbering).view(NUMBERING)[0]["size"])
    for first in range(0, threads, masks_together):
        _clear(lines, masks_together * size)
        if late == 0 and first <= place < first + masks_together:
            mask = here[(place - first) * size : (place - first + 1) * size]
            allow_in(t, plain(numbering).view(NUMBERING), state, mask)
        cuda.syncthreads()
        _copy(here, 0, plain(masks), (tile * threads + first) * size, masks_together * size)


@launched
def show_late(
    tables: Array,
    numbering: Array,
    states: Array,
    episodes: Array,
    workspace: Array,
    factors: Array,
    rows: Array,
    width: Int,
    rows_together: Int,
    masks: Array,
    masks_together: Int,
    rewards: Array,
    gained: Array,
    told: Array,
    late: Array,
    number_late: Array,
    dealt: Array,
) -> None:
    """`show` for the games that are late, two blocks for each; newly dealt games take their places."""
    lines = cuda.shared.array(0, WORD)
    own = cuda.local.array(STATE_WORDS, np.uint64)
    episode = cuda.local.array(EPISODE_WORDS, np.uint64)
    state, shown, here = own.view(STATE), episode.view(EPISODE), lines.view(np.uint8)
    settings, t, nb = plain(workspace).view(WORKSPACE), plain(tables).view(TABLES), plain(numbering).view(NUMBERING)
    size, mine = np.int64(nb[0]["size"]), cuda.threadIdx.x == 0
    for k in range(cuda.blockIdx.x // 2, number_late[0], cuda.gridDim.x // 2):
        i, left = late[k] // LEFT, late[k] % LEFT
        is_new = is_dealt(settings, left)
        if mine and is_new:
            load(plain(dealt), i // THREADS, i % THREADS, own)
        elif mine:
            load(plain(states), i // THREADS, i % THREADS, own)
        if cuda.blockIdx.x % 2 == 0:
            if mine:
                load(plain(episodes), i // THREADS, i % THREADS, episode)
                _tell(shown[0], factors, rewards, gained, told, i)
            if settings[0]["what"] == PLAIN:
                _clear(lines, width)
                if mine:
                    observe_plainly(t, state, shown[0]["seat"], here[:width])
                cuda.syncthreads()
                _copy(here, 0, plain(rows), i * width, width)
        else:
            if mine and is_new:
                store(own, plain(states), i // THREADS, i % THREADS)
            _clear(lines, size)
            if mine:
                allow_in(t, nb, state, here[:size])
            cuda.syncthreads()
            _copy(here, 0, plain(masks), i * size, size)


@launched
def deal_with_bots(
    tables: Array,
    states: Array,
    episodes: Array,
    workspace: Array,
    tape: Array,
    games: Int,
    bots: Array,
    weights: Array,
) -> None:
    """`deal` for one learner a game: bots that begin have played."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < games:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        episode = cuda.local.array(EPISODE_WORDS, np.uint64)
        space = cuda.local.array(WORKSPACE_WORDS, np.uint64)
        memories = cuda.local.array(1, PLANNER_MEMORY)
        load_game(plain(states), plain(episodes), tile, place, own, episode)
        load_from(plain(workspace), SETTINGS_AT, space)
        deal_against_in(
            plain(tables).view(TABLES),
            own.view(STATE),
            episode.view(EPISODE),
            space.view(WORKSPACE),
            plain(tape),
            plain(bots),
            memories,
            plain(weights),
        )
        store_game(own, episode, plain(states), plain(episodes), tile, place)


@launched
def step_with_bots(
    tables: Array,
    numbering: Array,
    states: Array,
    episodes: Array,
    workspace: Array,
    tape: Array,
    actions: Array,
    finals: Array,
    bots: Array,
    weights: Array,
) -> None:
    """A whole step for one learner a game: the bots answer until it is the learner's decision again."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < actions.size:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        episode = cuda.local.array(EPISODE_WORDS, np.uint64)
        space = cuda.local.array(WORKSPACE_WORDS, np.uint64)
        memories = cuda.local.array(1, PLANNER_MEMORY)
        load_game(plain(states), plain(episodes), tile, place, own, episode)
        load_from(plain(workspace), SETTINGS_AT, space)
        step_against_in(
            plain(tables).view(TABLES),
            plain(numbering).view(NUMBERING),
            own.view(STATE),
            episode.view(EPISODE),
            space.view(WORKSPACE),
            plain(tape),
            plain(finals)[min(i, finals.shape[0] - 1)],
            actions[i],
            plain(bots),
            memories,
            plain(weights),
        )
        store_game(own, episode, plain(states), plain(episodes), tile, place)


@launched
def choose(masks: Array, size: Int, together: Int, start: Int, out: Array) -> None:
    """A uniform legal action for every game, from the masks; the same as `VectorGame.choose_randomly`."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    lines = cuda.shared.array(0, WORD)
    rng = cuda.local.array(1, np.uint64)
    for first in range(0, cuda.blockDim.x, together):
        cuda.syncthreads()
        _copy(plain(masks), (tile * cuda.blockDim.x + first) * size, lines.view(np.uint8), 0, together * size)
        cuda.syncthreads()
        if i < out.size and first <= place < first + together:
            out[i] = choose_from(lines, (place - first) * size, size, i, start, rng)
