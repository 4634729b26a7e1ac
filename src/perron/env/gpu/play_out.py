"""Whole games on the GPU, one thread a game, one block a tile. States and score sheets are passed as tiles of words."""

import numpy as np

from perron.bots.planner_memory import PLANNER_MEMORY
from perron.engine.compiled import Array, Int
from perron.engine.knowledge import KNOWLEDGE
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.env.gpu.ahead import AHEAD
from perron.env.gpu.device import anybody, cuda, launched, plain
from perron.env.gpu.native import use_native
from perron.env.gpu.thread import (
    begin,
    deal,
    end,
    finish_game,
    is_over,
    is_short,
    load,
    make_block,
    play_turn,
    score_game,
    store,
)

use_native()  # before anything here is compiled

STATE_WORDS = STATE.itemsize // 8
SHEET_WORDS = SHEET.itemsize // 8
AHEAD_WORDS = AHEAD.itemsize // 8


@launched
def deal_games(tables: Array, states: Array, seeds: Array, root: Array, first: Int, seats: Int, tape: Array) -> None:
    """Set up games number first, first + 1, … of a simulation."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < seeds.size:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        key = cuda.local.array(8, np.uint32)
        block = cuda.local.array(16, np.uint32)
        seeds[i] = deal(plain(tables), own.view(STATE), seats, plain(root), first + i, key, block, plain(tape))
        store(own, plain(states), tile, place)


@launched
def finish_randomly(tables: Array, states: Array, decisions: Array, seeds: Array, mode: Int, tape: Array) -> None:
    """Play games to the end, uniformly over the legal actions."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < decisions.size:
        own = cuda.local.array(AHEAD_WORDS, np.uint64)
        rng = cuda.local.array(1, np.uint64)
        load(plain(states), tile, place, own[:STATE_WORDS])
        game = own.view(AHEAD)
        begin(game)
        rng[0] = seeds[i]
        n = 0
        while not is_over(game):
            n += play_turn(plain(tables), game, mode, rng, plain(tape))
            if anybody(is_short(game)):
                make_block(game)
        end(game)
        store(own[:STATE_WORDS], plain(states), tile, place)
        decisions[i] = n


@launched
def score_games(tables: Array, states: Array, sheets: Array, games: Int) -> None:
    """Fill in the score sheets."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < games:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        sheet = cuda.local.array(SHEET_WORDS, np.uint64)
        work = cuda.local.array(1, SCRATCH)
        load(plain(states), tile, place, own)
        score_game(plain(tables), own.view(STATE), sheet.view(SHEET), work)
        store(sheet, plain(sheets), tile, place)


@launched
def finish_games(
    tables: Array,
    states: Array,
    sheets: Array,
    decisions: Array,
    bots: Array,
    seeds: Array,
    mode: Int,
    tape: Array,
) -> None:
    """Play games to the end with one bot a seat and score them; the seeds are those of the bots' own chance."""
    i, tile, place = cuda.grid(1), cuda.blockIdx.x, cuda.threadIdx.x
    if i < decisions.size:
        own = cuda.local.array(STATE_WORDS, np.uint64)
        sheet = cuda.local.array(SHEET_WORDS, np.uint64)
        work = cuda.local.array(1, SCRATCH)
        knowledge = cuda.local.array(1, KNOWLEDGE)
        memories = cuda.local.array(1, PLANNER_MEMORY)
        rng = cuda.local.array(1, np.uint64)
        state = own.view(STATE)
        load(plain(states), tile, place, own)
        rng[0] = seeds[i]
        decisions[i] = finish_game(plain(tables), state, plain(bots), mode, knowledge, memories, rng, plain(tape))
        score_game(plain(tables), state, sheet.view(SHEET), work)
        store(own, plain(states), tile, place)
        store(sheet, plain(sheets), tile, place)
