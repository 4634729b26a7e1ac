"""How long it takes to start, each time in a new process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from perron.bench.clock import Measurement, seconds, summed_up


def _run(arguments: list[str], cache: str) -> float:
    env = {**os.environ, "PERRON_CACHE": cache, "PYTHONPATH": str(Path(__file__).parents[2])}

    def process() -> None:
        subprocess.run([sys.executable, *arguments], env=env, check=True, capture_output=True)

    return seconds(process)


def start(runs: int) -> Iterator[Measurement]:
    """The first compilation (once: it takes long), then import and warm start with what it left in the cache."""
    group, warm = "start, in a new process", ["-m", "perron.engine.warm"]
    with tempfile.TemporaryDirectory() as cache:
        yield summed_up(group, "first start: compile all kernels", "s", [_run(warm, cache)])
        yield summed_up(group, "warm start: load all kernels", "s", [_run(warm, cache) for _ in range(runs)])
        yield summed_up(group, "import perron", "s", [_run(["-c", "import perron"], cache) for _ in range(runs)])
        yield summed_up(group, "Python alone", "s", [_run(["-c", ""], cache) for _ in range(runs)])
