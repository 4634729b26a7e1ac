"""Games on a Ray cluster: every actor runs one worker process, as the local pool does.

An actor whose machine or process is lost is replaced, and its game is played again by the next free one.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
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
_CONNECT_TIMEOUT = 10.0  # seconds
_NO_TOKEN = "InvalidAuthToken"  # what Ray calls a token that is missing or wrong
_LOSSES = 5  # machines lost over one game before giving up
_LONGEST_WAIT = 600.0  # seconds without a machine that plays: a cluster that grows by itself takes minutes


class GameActor:
    """Plays games one by one on the machine it is on."""

    def begin(self, plan: Plan, sources: tuple[str, ...]) -> None:
        """Start the worker. Not in the constructor, where Ray would report an error as a lost machine."""
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
    import ray  # noqa: PLC0415  only clusters need it

    return ray


def _check_address(address: str) -> None:
    """Refuse an address where nothing listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_TIMEOUT).close()
    except (OSError, ValueError, OverflowError) as error:
        raise PerronError(f"no Ray cluster answers at {address}: {error}") from None


def _join(ray: Any, address: str, jobs: int | None) -> None:
    """Connect to the cluster."""
    cores = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
    told: list[str] = []
    try:
        with _stderr_into(told):
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", **cores)
    except (ConnectionError, ValueError, RuntimeError, OSError, ray.exceptions.RayError) as error:
        if _NO_TOKEN in "".join(told) or type(error).__name__ == "AuthenticationError":  # Ray has it since 2.52
            raise PerronError(
                f"the Ray cluster at {address} asks for its token: set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to the "
                "token or RAY_AUTH_TOKEN_PATH to a file that holds it"
            ) from None
        raise PerronError(f"no Ray cluster answers at {address}: {' '.join(str(error).split())[:200]}") from None


@contextmanager
def _stderr_into(told: list[str]) -> Iterator[None]:
    """Capture what Ray's C++ library writes to stderr: a wrong token is reported nowhere else."""
    with tempfile.TemporaryFile() as file:
        before = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(before, 2)
            os.close(before)
            file.seek(0)
            told.append(file.read().decode(errors="replace"))


class _Actors:
    """The actors, and what each is doing."""

    def __init__(self, ray: Any, plan: Plan, tasks: Iterable[Task]) -> None:
        self._ray, self._plan = ray, plan
        self._sources = tuple(Path(path).read_text("utf-8") for path in plan.load)
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(GameActor)
        self.todo = deque(tasks)
        self._doing: dict[Any, tuple[Any, Task | None]] = {}  # by the reference to its result; None: it is starting
        self._lost: Counter[tuple[int, int]] = Counter()
        self._idle: list[Any] = []  # they may still get a game that is lost later
        names = ("RayActorError", "WorkerCrashedError", "NodeDiedError", "ObjectLostError")
        self._losses = tuple(getattr(ray.exceptions, name) for name in names)

    def begin(self) -> None:
        """Start one more actor. It gets games once it is ready, which may be never if the cluster is full."""
        actor = self._actor_class.remote()
        self._doing[actor.begin.remote(self._plan, self._sources)] = actor, None

    @property
    def left(self) -> bool:
        """Whether there is a game to play or being played."""
        return bool(self.todo) or any(task is not None for _, task in self._doing.values())

    def next(self) -> Row | None:
        """Wait for the next event; returns a row if a game was finished."""
        done, _ = self._ray.wait(list(self._doing), timeout=_LONGEST_WAIT)
        if not done:
            if any(task is not None for _, task in self._doing.values()):
                return None  # a long game
            raise PerronError("the Ray cluster gave up: it has no machine left that plays")
        actor, task = self._doing.pop(done[0])
        try:
            row: Row | None = self._ray.get(done[0])
        except self._losses as error:
            self._lose(actor, task, error)
            return None
        self._idle.append(actor)
        self._give()
        return row

    def _give(self) -> None:
        while self.todo and self._idle:
            actor, task = self._idle.pop(), self.todo.popleft()
            self._doing[actor.play.remote(task)] = actor, task

    def _lose(self, actor: Any, task: Task | None, error: Exception) -> None:
        """Replace an actor whose machine or process is gone; its game goes to the next free one."""
        with suppress(Exception):
            self._ray.kill(actor)  # it may be alive though it cannot be reached
        lost = (-1, -1) if task is None else task.game
        self._lost[lost] += 1
        if self._lost[lost] >= _LOSSES:
            words = " ".join(str(error).split())[:300]
            what = "actors ended before they began" if task is None else "machines were lost over the same game"
            raise PerronError(f"the Ray cluster gave up: {_LOSSES} {what}: {words}")
        if task is not None:
            self.todo.appendleft(task)
            self._give()
        self.begin()


def play_on_ray(plan: Plan, tasks: Iterable[Task], address: str, jobs: int | None) -> Iterator[Row]:
    """The games as they are finished, in no fixed order; on `jobs` actors, or one per core of the cluster."""
    ray = _ray()
    _check_address(address)
    _join(ray, address, jobs)
    try:
        actors = _Actors(ray, plan, tasks)
        for _ in range(min(jobs or int(ray.cluster_resources().get("CPU", 1)), len(actors.todo))):
            actors.begin()
        while actors.left:
            row = actors.next()
            if row is not None:
                yield row
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, PerronError) else PerronError(str(error))) from None
    except ray.exceptions.RayError as error:
        raise PerronError(f"the Ray cluster gave up: {' '.join(str(error).split())[:300]}") from None
    finally:
        ray.shutdown()
