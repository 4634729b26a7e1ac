"""What others notice of an attack: the same load without one and beside one, in turns."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.server.load import Load, Sample
from benchmarks.server.measuring import Say, allow_sockets
from benchmarks.server.process import SOURCES, ServerProcess
from benchmarks.server.tables import SEATS, make_tables
from perron.bench.clock import Measurement, summed_up
from perron.server.store import Store

TABLES = 40
RATE = 40.0
ROUNDS = 3
SILENT = 1024
PINGS = 150 * 10**6
_LOOK_S = 0.1
_PAUSE_S = 12.0
"""Between two rounds, in which what is left of an attack is let go."""


def measure_flood(group: str, url: str, seconds: float, log: Path, say: Say) -> Iterator[Measurement]:
    """A server with its usual limits: silent connections and pings beside tables where people play."""
    allow_sockets(TABLES + SILENT // SEATS)
    with Store.open(url) as store:
        made = make_tables(store, TABLES + 1)
    server = ServerProcess(url, 1, log, usual_limits=True)
    try:
        gc.disable()
        measured = _measure(server, Load(made[1:], server.port), made[0].code, seconds, say)
        found = asyncio.run(measured)
    finally:
        gc.enable()
        server.stop()
    for name, unit, value in found:
        yield summed_up(group, name, unit, [value])


async def _measure(
    server: ServerProcess, load: Load, code: str, seconds: float, say: Say
) -> list[tuple[str, str, float]]:
    await load.connect(0, TABLES)
    quiet, attacked = Sample(RATE, 0.0), Sample(RATE, 0.0)
    grown, told = 0, []
    await load.run(RATE, seconds / 2)
    for _ in range(ROUNDS):
        _add(quiet, await _run(server, load, seconds))
        before = server.memory()
        attack = await _attack(server.port, code, seconds + 1)
        most = asyncio.create_task(_most_memory(server, seconds))
        _add(attacked, await _run(server, load, seconds))
        grown = max(grown, await most - before)
        told.append(json.loads((await attack.communicate())[0]))
        say(f"{told[-1]}; grown by {(await most - before) / 2**20:.1f} MiB")
        await asyncio.sleep(_PAUSE_S)
    load.close()
    name = f"beside {SILENT:,} silent connections and {PINGS // 10**6} MB of pings"
    return [
        ("action to all screens, without an attack, p50", "ms", quiet.percentile(0.5)),
        ("action to all screens, without an attack, p99", "ms", quiet.percentile(0.99)),
        (f"{name}: p50", "ms", attacked.percentile(0.5)),
        (f"{name}: p99", "ms", attacked.percentile(0.99)),
        (f"{name}: p99, as a multiple of that without", "", attacked.percentile(0.99) / quiet.percentile(0.99)),
        ("of a core, by the server, without an attack", "%", 100 * quiet.cpu),
        (f"{name}: of a core, by the server", "%", 100 * attacked.cpu),
        (f"{name}: actions that everybody saw", "%", 100 * attacked.done),
        (f"{name}: memory added", "MiB", grown / 2**20),
        ("pings sent in each round", "MB", min(one["sent"] for one in told) / 1e6),
        ("sockets cut off in each round", "", min(one["cut"] for one in told)),
        ("connections opened in each round", "", min(one["opened"] for one in told)),
    ]


async def _run(server: ServerProcess, load: Load, seconds: float) -> Sample:
    cpu, began = server.cpu_seconds(), time.perf_counter()
    sample = await load.run(RATE, seconds)
    sample.cpu = (server.cpu_seconds() - cpu) / (time.perf_counter() - began)
    return sample


def _add(to: Sample, sample: Sample) -> None:
    to.latencies += sample.latencies
    to.planned += sample.planned
    to.refused += sample.refused
    to.seconds += sample.seconds
    to.cpu += sample.cpu / ROUNDS


async def _attack(port: int, code: str, seconds: float) -> asyncio.subprocess.Process:
    command = [sys.executable, "-m", "benchmarks.server.flood", str(port), code, str(SILENT), str(PINGS), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(SOURCES)}
    return await asyncio.create_subprocess_exec(*command, env=environment, stdout=asyncio.subprocess.PIPE)


async def _most_memory(server: ServerProcess, seconds: float) -> int:
    most = 0
    for _ in range(round(seconds / _LOOK_S)):
        most = max(most, server.memory())
        await asyncio.sleep(_LOOK_S)
    return most
