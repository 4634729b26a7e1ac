"""Measure the games on a GPU: `python benchmarks/gpu.py`. It needs numba-cuda and torch, and a CUDA device.

Where pgx and JAX for CUDA are installed, two of its games are measured beside them.

Every figure is of games that are the CPU's to the byte: another process plays a sample of them on the CPU meanwhile,
the environment's under numba-cuda's simulator, and the digests must agree.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perron.editions import featured, largest, load
from perron.engine.chance import OFF, new_tape
from perron.engine.play import play_random_games
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.env.stepping import EPISODE
from perron.keys import key_words, seed_key

EDITIONS = featured()
KINDS = [(e, seats) for e in EDITIONS for seats in range(load(e).players[0], load(e).players[1] + 1)]
SAMPLE, VECTOR_SAMPLE, VECTOR_STEPS = 256, 40, 120
BATCH = 65_536
SEED = "gpu"
PARTS = ("environment", "learner", "random", "bots", "pgx")
BOTS = ("random", "greedy")
PARTS_OF_A_GAME, STEPS_OF_A_PART = 40, 5


def digest(*arrays: Any) -> str:
    """A short hash of arrays, copied from the device where they lie there."""
    found = hashlib.sha256()
    for array in arrays:
        host = array.cpu().numpy() if hasattr(array, "cpu") else array
        found.update(np.ascontiguousarray(host).tobytes())
    return found.hexdigest()[:16]


def walk(env: Any, steps: int) -> str:
    """A digest over all that an environment shows in that many random steps, some of them illegal."""
    rng = np.array([7], np.uint64)
    env.reset(seed=3)
    found = [digest(env.rows, env.masks, env.seat)]
    for k in range(steps):
        actions = env.choose_randomly(rng)
        actions[k % env.num_envs] = k
        env.step(actions)
        found.append(digest(env.rows, env.masks, env.seat, env.rewards, env.gained, env.over, env.cut, env.illegal))
    return hashlib.sha256("".join(found).encode() + env.read_states().tobytes()).hexdigest()[:16]


def environments(parts: Sequence[str]) -> dict[str, Any]:
    """Environments of a small sample: every edition, without opponents and with each bot."""
    from perron.env.gpu.vector import GpuVector  # noqa: PLC0415  # the CPU's process turns the simulator on first

    found = {}
    for edition in EDITIONS:
        seats = load(edition).players[1]
        if "environment" in parts:
            found[f"environment, {edition}, {seats} seats"] = GpuVector(VECTOR_SAMPLE, edition, seats)
        for bot in BOTS if "learner" in parts else ():
            env = GpuVector(VECTOR_SAMPLE, edition, seats, opponents=bot)
            found[f"learner against {bot}, {edition}, {seats} seats"] = env
    return found


def play_on_cpu(path: Path, parts: list[str]) -> None:
    """What the CPU makes of the samples, as digests in a file."""
    found = {}
    sys.setswitchinterval(1e-5)  # the simulator's threads wait for each other all the time
    for edition, seats in KINDS if "random" in parts else ():
        states, sheets = np.zeros(SAMPLE, STATE), np.zeros(SAMPLE, SHEET)
        given = (tables_of(load(edition)), states, sheets, np.zeros(1, SCRATCH), key_words(seed_key(SEED)))
        play_random_games(*given, 0, seats, 0, new_tape(OFF), np.zeros(1, np.uint64))
        found[f"random play, {edition}, {seats} seats"] = digest(states, sheets["total"], sheets["rank"])
    for name, env in environments(parts).items():
        found[name] = walk(env, VECTOR_STEPS)
    path.write_text(json.dumps(found))


def timed(do: Callable[[], object], runs: int) -> float:
    """Seconds on the device, the median of that many runs after one that does not count."""
    torch: Any = import_module("torch")

    do()
    taken = []
    for _ in range(runs):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        do()
        end.record()
        end.synchronize()
        taken.append(begin.elapsed_time(end) / 1000)
    return float(statistics.median(taken))


def copy_bandwidth() -> float:
    """Bytes a second that the device copies, read and written."""
    torch: Any = import_module("torch")

    source = torch.zeros(1 << 30, dtype=torch.uint8, device="cuda")
    target = torch.empty_like(source)
    return float(2 * source.numel() / timed(lambda: target.copy_(source), 10))


def random_play(games: int, runs: int, bandwidth: float, found: dict[str, str]) -> list[dict[str, Any]]:
    """Whole random games, from the deal to the score."""
    from perron.env.gpu.games import Games  # noqa: PLC0415

    rows = []
    for edition, seats in KINDS:
        sample = Games(edition, seats, SAMPLE, seed=SEED)
        sample.play_randomly()
        name = f"random play, {edition}, {seats} seats"
        sheets = sample.read_sheets()
        found[name] = digest(sample.read_states(), sheets["total"], sheets["rank"])
        many = Games(edition, seats, games, seed=SEED)
        seconds = timed(many.play_randomly, runs)
        rows.append(played(name, games, seconds, many, bandwidth))
    return rows


def played(what: str, games: int, seconds: float, many: Any, bandwidth: float) -> dict[str, Any]:
    """How fast whole games were played, and the share of the bandwidth that they cannot do without."""
    decisions = int(many.read_decisions().sum(dtype=np.int64))
    # The fewest bytes: a state is written by the deal, read and written by the play, read to be scored.
    least = games * (4 * STATE.itemsize + SHEET.itemsize)
    row = {
        "what": what,
        "decisions/s": decisions / seconds,
        "games/s": games / seconds,
        "bytes a decision": least / decisions,
        "of the copy bandwidth": least / seconds / bandwidth,
    }
    show(row)
    return row


def bot_play(games: int, runs: int, bandwidth: float) -> list[dict[str, Any]]:
    """Whole games of the greedy bot against itself."""
    from perron.env.gpu.games import Games  # noqa: PLC0415

    rows = []
    for edition, seats in KINDS:
        many = Games(edition, seats, games, seed=SEED)

        def play(many: Games = many, seats: int = seats) -> None:
            many.deal()
            many.finish(["greedy"] * seats)

        seconds = timed(play, runs)
        rows.append(played(f"greedy play, {edition}, {seats} seats", games, seconds, many, bandwidth))
    return rows


def step_times(env: Any, rng: Any, steps: int) -> tuple[float, float]:
    """Seconds on the device for a step, and for a step and the random choice before it; the mean of that many."""
    torch: Any = import_module("torch")
    marks = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(steps)]
    for before, after in marks:
        actions = env.choose_randomly(rng)
        before.record()
        env.step(actions)
        after.record()
    torch.cuda.synchronize()
    alone = sum(before.elapsed_time(after) for before, after in marks) / steps
    # From the end of the first step to the end of the last one.
    whole = marks[0][1].elapsed_time(marks[-1][1]) / (steps - 1)
    return alone / 1000, whole / 1000


def environment(batch: int, steps: int, bandwidth: float, opponents: str | None = None) -> list[dict[str, Any]]:
    """Steps with mask and flat observation into torch, on a batch that has run long enough to be well mixed.

    With opponents, a decision is the learner's: what the bots decide between two of them is not counted.
    """
    from perron.env.gpu.vector import GpuVector  # noqa: PLC0415

    rows = []
    name = "environment" if opponents is None else f"learner against {opponents}"
    full = [(edition, load(edition).players[1], False) for edition in EDITIONS]
    for edition, seats, copy in ((largest(), 2, False), (largest(), 2, True), *full):
        env, rng = GpuVector(batch, edition, seats, opponents=opponents, copy=copy), np.array([1], np.uint64)
        env.reset(seed=1)
        for part in range(PARTS_OF_A_GAME):
            # Dealt one part after the other, games are at all stages, and as many end in one step as in another.
            env.reset(options={"reset_mask": np.arange(batch) % PARTS_OF_A_GAME == part})
            for _ in range(STEPS_OF_A_PART):
                env.step(env.choose_randomly(rng))
        found = [step_times(env, rng, steps) for _ in range(5)]
        alone, whole = (statistics.median(one[k] for one in found) for k in range(2))
        # The fewest bytes: state and episode in and out, row and mask out.
        least = 2 * (STATE.itemsize + EPISODE.itemsize) + env.rows.shape[1] + env.masks.shape[1]
        rows.append(
            {
                "what": f"{name}, {edition}, {seats} seats, batch {batch}{', copies' if copy else ''}",
                "decisions/s": batch / alone,
                "decisions/s, random choice included": batch / whole,
                "bytes a decision": least,
                "of the copy bandwidth": least * batch / alone / bandwidth,
            }
        )
        show(rows[-1])
    return rows


def pgx_games(batch: int, steps: int) -> list[dict[str, Any]]:
    """The fastest games of another library on the same GPU, stepped with random actions, if it is installed."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    try:
        jax, pgx = import_module("jax"), import_module("pgx")
        auto_reset = import_module("pgx.experimental").auto_reset
    except ImportError as error:
        sys.stdout.write(f"pgx cannot be measured here: {error}\n")
        return []
    rows = []
    for name in ("backgammon", "hex"):
        game = pgx.make(name)
        step_all = jax.vmap(auto_reset(game.step, game.init))

        def one(_: Any, carried: Any, step_all: Any = step_all) -> Any:
            games, key = carried
            key, choice, chance = jax.random.split(key, 3)
            logits = jax.numpy.where(games.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(choice, logits, axis=-1)
            return step_all(games, actions, jax.random.split(chance, batch)), key

        run = jax.jit(lambda carried, one=one: jax.lax.fori_loop(0, steps, one, carried))
        carried = (jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1))
        taken = []
        for _ in range(4):
            start = time.perf_counter()
            carried = jax.block_until_ready(run(carried))
            taken.append(time.perf_counter() - start)
        what = f"pgx {pgx.__version__}, {name}, batch {batch}"
        seconds = statistics.median(taken[1:])
        rows.append({"what": what, "decisions/s, random choice included": batch * steps / seconds})
        show(rows[-1])
    return rows


def show(row: dict[str, Any]) -> None:
    """One line of the table."""
    figures = (
        f"{value / 1e6:,.1f} M {key}" if value > 1e5 else f"{value:,.3g} {key}" for key, value in list(row.items())[1:]
    )
    sys.stdout.write(f"{row['what']:45s} {'; '.join(figures)}\n")
    sys.stdout.flush()


def machine() -> dict[str, Any]:
    """What it is measured on."""
    torch: Any = import_module("torch")

    versions = {name: importlib.metadata.version(name) for name in ("numpy", "numba", "numba-cuda", "torch")}
    asked = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    driver = subprocess.run(asked, capture_output=True, text=True, check=False) if shutil.which(asked[0]) else None
    return {
        "device": torch.cuda.get_device_name(),
        "driver": driver.stdout.split()[0] if driver and driver.stdout.strip() else "not known",
        "cuda": torch.version.cuda,
        "python": sys.version.split()[0],
        **versions,
    }


def main() -> None:
    """Measure, compare, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1 << 20, help="games to a launch of random play")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="measure no more than these")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--cpu", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.cpu:
        play_on_cpu(options.cpu, options.only)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cpu.json"
        command = [sys.executable, __file__, "--cpu", str(path), "--only", *options.only]
        cpu = subprocess.Popen(command, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"})
        start = time.perf_counter()
        result: dict[str, Any] = {"machine": machine(), "copy bandwidth": copy_bandwidth()}
        sys.stdout.write(f"{result['machine']}\ncopy bandwidth {result['copy bandwidth'] / 1e12:.2f} TB/s\n")
        found: dict[str, str] = {}
        if "environment" in options.only:
            result["environment"] = environment(BATCH, 50, result["copy bandwidth"])
        for bot in BOTS if "learner" in options.only else ():
            result[f"learner against {bot}"] = environment(BATCH, 50, result["copy bandwidth"], bot)
        for name, env in environments(options.only).items():
            found[name] = walk(env, VECTOR_STEPS)
        if "random" in options.only:
            result["random play"] = random_play(options.games, options.runs, result["copy bandwidth"], found)
        if "bots" in options.only:
            result["bots"] = bot_play(options.games // 8, options.runs, result["copy bandwidth"])
        if "pgx" in options.only:
            result["pgx"] = pgx_games(BATCH, 200)
        if cpu.wait() != 0:
            raise SystemExit("the CPU's process failed")
        expected = json.loads(path.read_text())
        wrong = [name for name, value in expected.items() if found.get(name) != value]
        result["identical"] = {name: name not in wrong for name in expected}
        sys.stdout.write(f"{len(expected)} samples, {len(wrong)} differ from the CPU's: {wrong}\n")
        sys.stdout.write(f"all of it took {time.perf_counter() - start:.0f} s\n")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
