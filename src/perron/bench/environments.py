"""The environments: decisions a second with observation and mask, for random play of the largest edition."""

from __future__ import annotations

import importlib
import importlib.util
import io
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from typing import Any

import numpy as np

from perron.bench.clock import Measurement, per_call, seconds, summed_up
from perron.bench.machine import cores
from perron.editions import largest

EDITION, SEATS = largest(), 2
GAMES = 4096
"""In the vector."""
GROUP = f"environments, {EDITION}, {SEATS} seats, observation and mask"


def rates(decide: Callable[[int], int], runs: int, least: float) -> list[float]:
    """Decisions a second, one figure per run; `decide(n)` takes n steps and says how many decisions those were."""
    return [rate() for rate in [prepared(decide, least)] for _ in range(runs)]


def prepared(decide: Callable[[int], int], least: float) -> Callable[[], float]:
    """A run that lasts that many seconds at least, to be called again and again: decisions a second."""
    decide(10)
    times = max(1, round(10 * least / max(seconds(lambda: decide(10)), 1e-9)))

    def run() -> float:
        decisions: list[int] = []
        took = seconds(lambda: decisions.append(decide(times)))
        return sum(decisions) / took

    return run


def aec_play() -> Callable[[int], int]:
    """Random play in PettingZoo's environment: everything that `last` tells, then a step."""
    from perron.env import aec

    env, rng = aec(EDITION, SEATS), np.random.default_rng(1)
    env.reset(seed=1)

    def decide(n: int) -> int:
        for _ in range(n):
            seen, _, over, _, _ = env.last()
            if over or seen is None:
                env.reset()
                seen = env.last()[0]
                assert seen is not None
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[rng.integers(legal.size)]))
        return n

    return decide


def gymnasium_play(opponents: str) -> Callable[[int], int]:
    """Random play of a learner against bots; only the learner's decisions are counted."""
    from perron.env.gym_env import LearnerEnv

    env, rng = LearnerEnv(EDITION, SEATS, opponents=opponents), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)

    def decide(n: int) -> int:
        nonlocal seen
        for _ in range(n):
            legal = seen["action_mask"].nonzero()[0]
            seen, _, over, _, _ = env.step(int(legal[rng.integers(legal.size)]))
            if over:
                seen, _ = env.reset()
        return n

    return decide


def vector_play(threads: int, opponents: str | None = None, *, copy: bool = True) -> Callable[[int], int]:
    """Random play in a vector: choice, step, observation and mask in compiled code."""
    from perron.env import vector

    env = vector(EDITION, SEATS, GAMES, threads=threads, opponents=opponents, copy=copy)
    rng = np.ones(1, np.uint64)
    env.reset(seed=1)

    def decide(n: int) -> int:
        for _ in range(n):
            env.step(env.choose_randomly(rng))
        return n * GAMES

    return decide


def copies(threads: int, runs: int, least: float) -> tuple[list[float], list[float]]:
    """Decisions a second of a vector that returns copies and of one that returns its own arrays, in turns."""
    both = [prepared(vector_play(threads, copy=copy), least) for copy in (True, False)]
    pairs = [[rate() for rate in both] for _ in range(runs)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def pictures(runs: int, least: float) -> Iterator[Measurement]:
    """Pixels of the board as a game of many claims leaves it: the first picture, and a further one."""
    from perron.board import can_draw_png
    from perron.env import aec
    from perron.env.pixels import pixel_board

    if not can_draw_png():
        return
    env, rng = aec(EDITION, SEATS, render_mode="rgb_array"), np.random.default_rng(1)
    env.reset(seed=1)
    while not env.game.over:
        legal = env.game.mask().nonzero()[0]
        env.step(int(legal[rng.integers(legal.size)]))
    pixel_board.cache_clear()
    group = f"pictures, {EDITION}, rgb_array"
    yield summed_up(group, "the first, which draws all parts", "ms", [1000 * seconds(env.render)])
    found = [1000 * took for took in per_call(env.render, 1, runs, least)]
    yield summed_up(group, "a further one", "ms", found)


def pettingzoo_says() -> float:
    """Turns a second as PettingZoo's own benchmark finds them; it takes five seconds, whatever is wanted."""
    from perron.env import aec

    checks: Any = importlib.import_module("pettingzoo.test")
    said = io.StringIO()
    with redirect_stdout(said):
        checks.performance_benchmark(aec(EDITION, SEATS))
    return next(float(line.split()[0]) for line in said.getvalue().splitlines() if "turns per second" in line)


def installed() -> bool:
    """Whether the extra `perron[env]` is."""
    return all(importlib.util.find_spec(name) is not None for name in ("gymnasium", "pettingzoo"))


def environments(runs: int, least: float) -> Iterator[Measurement]:
    """PettingZoo, Gymnasium and vectors, the random choice of the actions included; nothing without the extra."""
    if not installed():
        return
    unit = "decisions/s"
    yield summed_up(GROUP, "PettingZoo (AEC), 1 core", unit, rates(aec_play(), runs, least))
    yield summed_up(GROUP, "PettingZoo's own benchmark, 1 core", unit, [pettingzoo_says()])
    for opponents in ("random", "planner"):
        found = rates(gymnasium_play(opponents), runs, least)
        yield summed_up(GROUP, f"Gymnasium, learner's, against {opponents}, 1 core", unit, found)
    for threads in sorted({1, cores()}):
        where = f"{threads} core{'s' if threads > 1 else ''}"
        copied, shared = copies(threads, runs, least)
        yield summed_up(GROUP, f"vector of {GAMES}, {where}", unit, copied)
        yield summed_up(GROUP, f"vector of {GAMES}, copy=False, {where}", unit, shared)
        ratios = [one / other for one, other in zip(copied, shared, strict=True)]
        yield summed_up(GROUP, f"vector of {GAMES}, with copies : without, {where}", "ratio", ratios)
        found = rates(vector_play(threads, "greedy"), runs, least)
        yield summed_up(GROUP, f"vector of {GAMES}, learner's, against greedy, {where}", unit, found)
    yield from pictures(runs, least)
