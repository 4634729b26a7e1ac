"""Runs of learners, one on each core."""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import typer

from benchmarks.baselines.learners import LEARNERS
from benchmarks.baselines.measuring import OPPONENTS, Policy, points
from benchmarks.baselines.results import Curve, append, read
from perron.editions import load


def learn(learner: str, edition: str, seed: int, decisions: int, looks: int, games: int) -> Curve:
    """One run: a learner learns, and is measured before it begins and then at even distances."""
    seen: list[int] = []
    found: dict[str, list[float]] = {bot: [] for bot in OPPONENTS}
    measuring = 0.0

    def watch(done: int, policy: Policy) -> None:
        nonlocal measuring
        if done * looks < len(seen) * decisions and done + 1 < decisions:
            return
        start = time.perf_counter()
        seen.append(done)
        for bot in OPPONENTS:
            found[bot].append(points(policy, edition, bot, games))
        measuring += time.perf_counter() - start

    start = time.perf_counter()
    LEARNERS[learner](edition, decisions, seed, watch)
    seconds = round(time.perf_counter() - start - measuring, 1)
    curves = {bot: tuple(values) for bot, values in found.items()}
    return Curve(learner, edition, load(edition).version, seed, games, tuple(seen), curves, seconds)


def learn_all(
    runs: Path, wanted: list[tuple[str, str, int]], settings: tuple[int, int, int], jobs: int, minutes: float
) -> None:
    """Learn what a file of runs does not hold yet; a run that has begun is brought to its end."""
    end = time.monotonic() + 60 * minutes
    there = {curve.run for curve in read(runs)}
    todo = [run for run in wanted if run not in there]
    os.environ["OMP_NUM_THREADS"] = "1"  # one core for each run: that is what is measured
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        under_way = {pool.submit(_in_time, end, *run, *settings): run for run in todo}
        for number, done in enumerate(as_completed(under_way), 1):
            curve = done.result()
            name = " ".join(map(str, under_way[done]))
            if curve is None:
                typer.echo(f"[{number}/{len(todo)}] {name}: not begun, the time was up", err=True)
                continue
            append(runs, curve)
            last = ", ".join(f"{bot} {values[-1]:.3f}" for bot, values in curve.points.items())
            typer.echo(f"[{number}/{len(todo)}] {name}: {curve.seconds:.0f} s, {last}", err=True)


def _in_time(end: float, learner: str, edition: str, seed: int, *settings: int) -> Curve | None:
    # The clock is the system's, so it is the same in every process.
    return None if time.monotonic() > end else learn(learner, edition, seed, *settings)
