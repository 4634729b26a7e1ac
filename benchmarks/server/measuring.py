"""What is measured of a server under load."""

from __future__ import annotations

import asyncio
import gc
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.server.disk import DiskProbe
from benchmarks.server.load import Load, Sample
from benchmarks.server.process import ServerProcess
from benchmarks.server.tables import SEATS, make_tables, play_on
from perron.bench.clock import Measurement, summed_up
from perron.errors import PerronError
from perron.server.store import Store, queries
from perron.server.table import LiveTable

P99_MS = 100.0
"""A rate is sustained if so good."""
DONE = 0.98
"""And if this share of the actions succeeded."""
COLD_ACTIONS = 300
_CLOSE_ENOUGH = 1.1
_SETTLE_S = 3.0
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done."""

    tables: int = 1000
    every: float = 10.0
    """Seconds from one action of a table to its next."""
    seconds: float = 60.0
    step: float = 8.0
    """Seconds at each rate when the highest is looked for."""
    search: bool = True


def allow_sockets(tables: int) -> None:
    """Let this process and the server have as many sockets as they need; raises PerronError."""
    need = tables * SEATS + 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= need:
        return
    if hard != resource.RLIM_INFINITY and hard < need:
        most = (hard - 500) // SEATS
        raise PerronError(f"{need} open files are needed and {hard} allowed: --tables {most}, or raise the limit")
    resource.setrlimit(resource.RLIMIT_NOFILE, (need, hard))


def measure_store(group: str, url: str, workers: int, plan: Plan, log: Path, say: Say) -> Iterator[Measurement]:
    """One store and number of workers: idle sockets, the usual rate, the highest rate."""
    allow_sockets(plan.tables)
    with Store.open(url) as store:
        made = make_tables(store, plan.tables)
    server = ServerProcess(url, workers, log)
    try:
        gc.disable()  # pauses of the generator would be taken for the server's
        found = asyncio.run(_measure(server, Load(made, server.port), plan, log.parent, say))
    finally:
        gc.enable()
        server.stop()
    for name, unit, value in found:
        yield summed_up(group, name, unit, [value])


async def _measure(
    server: ServerProcess, load: Load, plan: Plan, folder: Path, say: Say
) -> list[tuple[str, str, float]]:
    found: list[tuple[str, str, float]] = []
    sockets = (plan.tables - 1) * SEATS
    await load.connect(0, 1)
    await asyncio.sleep(_SETTLE_S)
    before, began = server.memory(), time.perf_counter()
    await load.connect(1, plan.tables)
    took = time.perf_counter() - began
    await asyncio.sleep(_SETTLE_S)
    if server.workers == 1 and sockets:
        found.append(
            (
                "memory of an idle socket, its share of a table included",
                "KiB",
                (server.memory() - before) / 1024 / sockets,
            )
        )
    if sockets:
        found.append(("sockets opened and welcomed", "/s", sockets / took))
    with DiskProbe(folder) as probe:
        usual = await _step(server, load, plan.tables / plan.every, plan.seconds, say)
    name = f"{usual.rate:.0f} actions/s at {plan.tables} tables"
    found += [
        (f"{name}: action to all screens, p50", "ms", usual.percentile(0.5)),
        (f"{name}: action to all screens, p99", "ms", usual.percentile(0.99)),
        (f"{name}: the slowest", "ms", usual.percentile(1.0)),
        (f"{name}: of a core, by the server", "%", 100 * usual.cpu),
        *probe.found(),
    ]
    if plan.search:
        best = await _highest(server, load, usual, plan.step, say)
        found += [
            (f"highest rate with p99 under {P99_MS:.0f} ms", "actions/s", best.rate),
            ("at that rate: action to all screens, p50", "ms", best.percentile(0.5)),
            ("at that rate: action to all screens, p99", "ms", best.percentile(0.99)),
            ("at that rate: of a core, by the server", "%", 100 * best.cpu),
        ]
    load.close()
    return found


async def _step(server: ServerProcess, load: Load, rate: float, seconds: float, say: Say) -> Sample:
    cpu, began = server.cpu_seconds(), time.perf_counter()
    own = time.process_time()
    sample = await load.run(rate, seconds)
    took = time.perf_counter() - began
    sample.cpu = (server.cpu_seconds() - cpu) / took
    own = (time.process_time() - own) / took
    say(
        f"{rate:.0f} actions/s: p50 {sample.percentile(0.5):.1f} ms, p99 {sample.percentile(0.99):.1f} ms, "
        f"seen by all {100 * sample.done:.1f} %, refused {sample.refused}, "
        f"server {100 * sample.cpu:.0f} % of a core, generator {100 * own:.0f} %"
    )
    return sample


def _is_sustained(sample: Sample) -> bool:
    return sample.percentile(0.99) < P99_MS and sample.done >= DONE and not sample.refused


async def _highest(server: ServerProcess, load: Load, usual: Sample, seconds: float, say: Say) -> Sample:
    """Double the rate until it is too much, then halve the gap until that is small."""
    best, too_much = usual, 0.0
    if not _is_sustained(usual):
        return usual
    while not too_much or too_much / best.rate > _CLOSE_ENOUGH:
        rate = (best.rate + too_much) / 2 if too_much else 2 * best.rate
        sample = await _step(server, load, rate, seconds, say)
        if _is_sustained(sample):
            best = sample
        else:
            too_much = rate
            await asyncio.sleep(_SETTLE_S)
    return best


def measure_cold(group: str, url: str, loads: int = 50) -> Iterator[Measurement]:
    """Load a table from the store and replay its game, as for its first visitor."""
    with Store.open(url) as store:
        made = make_tables(store, 5)
        play_on(store, made, COLD_ACTIONS)
    with Store.open(url) as store:
        times: dict[str, list[float]] = {"read and replayed": [], "and all views of it": []}
        for i in range(loads):
            code = made[i % len(made)].code
            began = time.perf_counter()
            snapshot = store.read_now(lambda connection, code=code: queries.load_snapshot(connection, code))  # type: ignore[misc]
            assert snapshot is not None
            live = LiveTable(snapshot)
            times["read and replayed"].append(1000 * (time.perf_counter() - began))
            for seat in range(SEATS):
                live.view(seat)
            times["and all views of it"].append(1000 * (time.perf_counter() - began))
    for name, values in times.items():
        yield summed_up(group, f"cold load of a table with {COLD_ACTIONS} actions: {name}", "ms", values)
