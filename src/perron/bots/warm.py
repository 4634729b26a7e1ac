"""Compile what the built-in bots need."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from perron.bots import Clock, built_in, explaining, make_bot, matches, tree
from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.editions import load, smallest
from perron.engine import chance, entries
from perron.engine.knowledge import look_into, new_knowledge
from perron.engine.sizes import SEATS
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables
from perron.engine.warm import Step


def steps() -> Iterator[Step]:
    """What there is to compile."""
    tables = compile_tables(load(smallest()))
    states, sheets, work = np.zeros(2, STATE), np.zeros(1, SHEET), np.zeros(1, SCRATCH)
    tape, root, rng = chance.new_tape(chance.OFF), np.zeros(8, np.uint32), np.zeros(1, np.uint64)
    memories, knowledge, trees = new_memories(SEATS + 1), new_knowledge(1), np.zeros(1, tree.TREE)
    weights = np.array([weights_for(load(smallest()))] * SEATS)
    scratch = (memories, knowledge, work, rng)
    bots, used = np.zeros(2, np.int64), np.zeros((2, 16), np.int64)

    def begin() -> None:
        entries.deal(tables, states, 0, 2, root, tape)
        look_into(tables, states, 0, 0, knowledge, 0)
        tree.start_search(tables, knowledge, trees, memories, weights, work, sheets)

    def choose(spec: str) -> None:
        bot = make_bot(spec)
        assert isinstance(bot, built_in.CompiledBot)
        entries.deal(tables, states, 0, 2, root, tape)
        look_into(tables, states, 0, 0, knowledge, 0)
        bot.choose_int(tables, knowledge.copy(), Clock())

    yield (
        "planner",
        lambda: matches.play_match(tables, states[:0], sheets[:0], scratch, root, 0, bots, weights[:2], tape, used),
    )
    yield "search", begin
    yield "blocks", lambda: tree.add_blocks(tables, knowledge, trees, states, memories, weights, rng)
    yield (
        "play-outs",
        lambda: tree.search(tables, knowledge, trees, states, memories, weights, work, sheets, rng, tape, 1, 3.0),
    )
    yield "ranking", lambda: tree.rank_moves(trees)
    yield "chance", lambda: built_in.choose_randomly(tables, knowledge, rng)
    yield "choices", lambda: built_in.choose_one(tables, knowledge, 0, memories, weights, work, sheets, rng)
    yield "plans", lambda: explaining.plan_after(tables, knowledge, 0, memories, weights, work, sheets)
    for spec in ("random", "planner", "medium", "search:64it"):
        yield f"a move of {spec.partition(':')[0]}", partial(choose, spec)
