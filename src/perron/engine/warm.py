"""Compile everything a game needs; with a warm cache this takes about a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np

from perron.editions import load, smallest
from perron.engine import chance, entries, paths, perft, play, rng
from perron.engine.knowledge import look_into, new_knowledge
from perron.engine.marks import drop_old_caches, mark_complete
from perron.engine.sizes import TICKETS, WORDS
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables

Step: TypeAlias = tuple[str, Callable[[], object]]
"""What is compiled, and a call that needs it."""


def steps() -> Iterator[Step]:
    """What there is to compile, in an order that lets later steps reuse earlier ones."""
    tables = compile_tables(load(smallest()))
    states, sheets, work = np.zeros(3, STATE), np.zeros(1, SHEET), np.zeros(1, SCRATCH)
    tape, key, block = chance.new_tape(chance.OFF), np.zeros(8, np.uint32), np.zeros(16, np.uint32)
    actions, owned = np.zeros(0, np.int64), np.zeros(WORDS, np.uint64)
    yield "chance", lambda: rng.game_key(key, 0, key, block)
    yield "setup", lambda: entries.deal(tables, states, 0, 2, key, tape)
    yield "branch", lambda: entries.branch(states, 0, key, np.zeros(TICKETS, np.int8), tape)
    yield "legal actions", lambda: entries.legal_into(tables, states, 0, 1, np.zeros(8, np.int64))
    yield "refusals", lambda: entries.refusal(tables, states, 0, 0)
    yield "actions", lambda: entries.play_legal(tables, states, 0, 5 << 16 | 3 << 8, tape)
    yield "scoring", lambda: entries.score_into(tables, states, 0, sheets, work)
    yield "tickets joined", lambda: paths.joined_into(tables, owned, actions, np.zeros(0, np.bool_))
    yield "longest paths", lambda: paths.longest_into(tables, owned, 0, work, np.zeros(0, np.int64))
    yield "knowledge", lambda: look_into(tables, states, 0, 0, new_knowledge(1), 0)
    yield "replay", lambda: entries.replay_actions(tables, states, 0, actions, tape)
    yield "perft", lambda: perft.perft(tables, states, 1, 0, tape)
    yield (
        "random play",
        lambda: play.play_random_games(tables, states[:1], sheets, work, key, 0, 2, 0, tape, np.zeros(1, np.uint64)),
    )


def compile_all(steps: Iterable[Step], module: str) -> float:
    """Take the steps of a module (its `__file__`), compiling or loading, and mark them as done; seconds it took."""
    start = time.perf_counter()
    for _, step in steps:
        step()
    mark_complete(Path(module))
    drop_old_caches()
    return time.perf_counter() - start


def warm_up() -> float:
    """Compile what a game needs, or load it from the cache; seconds it took."""
    return compile_all(steps(), __file__)
