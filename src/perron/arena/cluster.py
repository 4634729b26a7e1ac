"""Games on a Ray cluster: every actor watches one process of its own, just as the local pool does."""

from __future__ import annotations

import os
import socket
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from perron.arena.row import Row
from perron.arena.schedule import Plan, Task
from perron.arena.worker import Worker
from perron.errors import PerronError
from perron.extras import need

LOCAL = "local"
"""The address that starts a cluster on this machine, for this run alone."""
_KNOCK = 10.0  # seconds
_RETRIES = 5  # of a game whose machine is lost


class Table:
    """Plays games one by one on the machine it is on."""

    def __init__(self, plan: Plan, sources: tuple[str, ...]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="perron-")  # the bots' files may not be on this machine
        files = []
        for i, (path, source) in enumerate(zip(plan.load, sources, strict=True)):
            files.append(Path(self._folder.name, str(i), Path(path).name))
            files[i].parent.mkdir()
            files[i].write_text(source, "utf-8")
        self._worker = Worker(replace(plan, load=tuple(map(str, files))))

    def play(self, task: Task) -> Row:
        """Play one game."""
        return self._worker.play(task)


def check_installed() -> None:
    """Raise MissingExtra if Ray is not there."""
    need("cluster", "games on a Ray cluster need")


def _ray() -> Any:
    check_installed()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray  # noqa: PLC0415  only who has a cluster needs it

    return ray


def _knock(address: str) -> None:
    """Refuse an address where nothing listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK).close()
    except (OSError, ValueError, OverflowError) as error:
        raise PerronError(f"no Ray cluster answers at {address}: {error}") from None


def play_on_ray(plan: Plan, tasks: Iterable[Task], address: str, jobs: int | None) -> Iterator[Row]:
    """The games as they are finished, in no fixed order; on `jobs` actors, or one for each core of the cluster."""
    ray = _ray()
    _knock(address)
    todo = deque(tasks)
    sources = tuple(Path(path).read_text("utf-8") for path in plan.load)
    cores = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **cores)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise PerronError(f"no Ray cluster answers at {address}: {' '.join(str(error).split())[:200]}") from None
    try:
        size = min(jobs or int(ray.cluster_resources().get("CPU", 1)), len(todo))
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=_RETRIES)(Table)
        tables = [actor.remote(plan, sources) for _ in range(size)]
        playing = {table.play.remote(todo.popleft()): table for table in tables}
        while playing:
            (done,), _ = ray.wait(list(playing))
            table = playing.pop(done)
            if todo:
                playing[table.play.remote(todo.popleft())] = table
            yield ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, PerronError) else PerronError(str(error))) from None
    except ray.exceptions.RayError as error:
        raise PerronError(f"the Ray cluster gave up: {' '.join(str(error).split())[:300]}") from None
    finally:
        ray.shutdown()
