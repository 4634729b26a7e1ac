"""Compile everything a game needs, saying what is being done; with a warm cache this takes about a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from perron.editions import load
from perron.engine import chance, entries, perft, play, rng
from perron.engine.compiled import drop_old_caches, is_cached, mark_cached
from perron.engine.sight import look_into, new_sights
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import compile_tables


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile, in an order that lets later steps reuse earlier ones."""
    tables = compile_tables(load("tiny"))
    states, sheets, work = np.zeros(3, STATE), np.zeros(1, SHEET), np.zeros(1, SCRATCH)
    tape, key, block = chance.new_tape(chance.OFF), np.zeros(8, np.uint32), np.zeros(16, np.uint32)
    actions = np.zeros(0, np.int64)
    yield "chance", lambda: rng.game_key(key, 0, key, block)
    yield "setup", lambda: entries.deal(tables, states, 0, 2, key, tape)
    yield "legal actions", lambda: entries.legal_into(tables, states, 0, 1, np.zeros(8, np.int64))
    yield "refusals", lambda: entries.refusal(tables, states, 0, 0)
    yield "actions", lambda: entries.play_legal(tables, states, 0, 5 << 16 | 3 << 8, tape)
    yield "scoring", lambda: entries.score_into(tables, states, 0, sheets, work)
    yield "sight", lambda: look_into(tables, states, 0, 0, new_sights(1), 0)
    yield "replay", lambda: entries.replay_actions(tables, states, 0, actions, tape)
    yield "perft", lambda: perft.perft(tables, states, 1, 0, tape)
    yield (
        "random play",
        lambda: play.play_random_games(tables, states[:1], sheets, work, key, 0, 2, 0, tape, np.zeros(1, np.uint64)),
    )


def warm_up(say: Callable[[str, int, int], None] | None = None) -> float:
    """Compile, or load from the cache, telling `say` (what, step, of how many) before each step; seconds it took."""
    start = time.perf_counter()
    todo = list(steps())
    for number, (what, do) in enumerate(todo, 1):
        if say is not None:
            say(what, number, len(todo))
        do()
    mark_cached()
    drop_old_caches()
    return time.perf_counter() - start


def main() -> None:
    """Warm up from the command line: `python -m perron.engine.warm`."""

    def say(what: str, step: int, steps: int) -> None:
        if not cached:
            sys.stderr.write(f"compiling the rules ({step}/{steps}): {what}\n")

    cached = is_cached()
    seconds = warm_up(say)
    sys.stderr.write(f"rules {'loaded' if cached else 'compiled'} in {seconds:.1f} s\n")


if __name__ == "__main__":
    main()
