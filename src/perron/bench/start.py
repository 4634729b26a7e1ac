"""How long it takes to start, each time in a new process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from perron.bench.clock import Measurement, seconds, summed_up
from perron.bench.environments import installed
from perron.editions import largest, load

_FIRST_STEP = """
import sys, gymnasium, numpy
env = gymnasium.make("perron.env:" + sys.argv[1], opponents=sys.argv[2])
seen, _ = env.reset(seed=0)
env.step(numpy.flatnonzero(seen["action_mask"])[0])
"""


def _run(arguments: list[str], cache: str) -> float:
    env = {**os.environ, "PERRON_CACHE": cache, "PYTHONPATH": str(Path(__file__).parents[2])}

    def process() -> None:
        subprocess.run([sys.executable, *arguments], env=env, check=True, capture_output=True)

    return seconds(process)


def first_step(opponents: str) -> Measurement:
    """A Gymnasium environment from an empty cache to its first step."""
    from perron.env.registration import ident_of

    ident = ident_of(load(largest()), 2)
    with tempfile.TemporaryDirectory() as cache:
        took = _run(["-c", _FIRST_STEP, ident, opponents], cache)
    name = f"from an empty cache to the first step of Gymnasium, against {opponents}"
    return summed_up("start, in a new process", name, "s", [took])


def start(runs: int) -> Iterator[Measurement]:
    """The first compilation (once: it takes long), then import and warm start with what it left in the cache."""
    group, warm = "start, in a new process", ["-c", "from perron.engine.warm import warm_up; warm_up()"]
    if installed():
        for opponents in ("random", "planner"):
            yield first_step(opponents)
    with tempfile.TemporaryDirectory() as cache:
        yield summed_up(group, "first start: compile all kernels", "s", [_run(warm, cache)])
        yield summed_up(group, "warm start: load all kernels", "s", [_run(warm, cache) for _ in range(runs)])
        yield summed_up(group, "import perron", "s", [_run(["-c", "import perron"], cache) for _ in range(runs)])
        yield summed_up(group, "Python alone", "s", [_run(["-c", ""], cache) for _ in range(runs)])
