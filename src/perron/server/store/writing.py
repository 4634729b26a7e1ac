"""Writing: who runs the jobs, in which transactions. A writer hears of its job after the commit, never before."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from perron.server.store.connect import in_words
from perron.server.store.errors import StoreError
from perron.server.store.notices import Notice, payload, take_notices
from perron.server.store.trouble import Trouble
from perron.server.store.watching import Watcher, is_fault

Publish = Callable[[list[Notice]], None]
"""Tells the subscribers of this process."""

CHANNEL = "perron"
_MOST_AT_ONCE = 256
_TRIES = 6
_TRY_AGAIN = {"40001", "40P01", "55P03"}  # serialization failure, deadlock, lock not available
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


@dataclass(slots=True, eq=False)
class Job:
    """A function that waits to be run in a transaction."""

    run: Callable[[Connection], Any]
    answer: asyncio.Future[Any] | Future[Any]
    loop: asyncio.AbstractEventLoop | None = None
    """Where the answer is awaited; None: in a thread."""
    value: Any = None
    error: BaseException | None = None
    notices: list[Notice] = field(default_factory=list)
    asked: float = field(default_factory=time.perf_counter)


class Writer(Protocol):
    """Runs jobs in transactions."""

    @property
    def waiting(self) -> int:
        """How many jobs wait to be begun."""

    def put(self, job: Job) -> None:
        """Take a job; its answer comes after the commit."""

    def close(self) -> None:
        """Finish all jobs that were put, then stop."""


class GroupWriter:
    """SQLite: one thread writes. All jobs that wait are done in one transaction, each in a savepoint of its own.

    So a sync of the disk is shared by whoever waits for one, and a job that fails takes nothing with it.
    """

    def __init__(self, engine: Engine, publish: Publish, trouble: Trouble, watcher: Watcher) -> None:
        self._engine = engine
        self._publish = publish
        self._trouble, self._watcher = trouble, watcher
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="perron writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs wait to be begun."""
        return self._jobs.qsize()

    def put(self, job: Job) -> None:
        """Take a job; jobs are done in the order in which they come."""
        self._jobs.put(job)

    def close(self) -> None:
        """Finish all jobs that were put, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        going = True
        while going:
            jobs, going = self._take()
            if not jobs:
                continue
            began = time.perf_counter()
            try:
                self._trouble.check()
                with self._engine.connect() as connection, connection.begin():
                    for job in jobs:
                        _run_apart(connection, job)
                self._trouble.check_files()  # or it was written to a file that nobody will find
                self._trouble.worked()
            except BaseException as error:  # nothing of the group was kept, and all of it must hear so
                fault = in_words(error, self._engine.url)
                self._trouble.failed(fault)
                for job in jobs:
                    job.error, job.notices = job.error or fault, []
            done = time.perf_counter()
            _settle(jobs)
            told = [notice for job in jobs for notice in job.notices]
            if told:
                self._publish(told)
            tell(self._watcher, jobs, began, done)

    def _take(self) -> tuple[list[Job], bool]:
        """Everything that waits, at least one; and whether there is more to come."""
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == _MOST_AT_ONCE:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False


def _run_apart(connection: Connection, job: Job) -> None:
    """Run a job in a savepoint; its own fault is its own."""
    savepoint = connection.begin_nested()
    try:
        job.value = job.run(connection)
    except BaseException as error:
        job.error = in_words(error, connection.engine.url)
        take_notices(connection)
        if isinstance(job.error, StoreError) and job.error.of_the_store:
            raise  # SQLite may have undone the whole group by itself
        savepoint.rollback()
    else:
        job.notices = take_notices(connection)
        savepoint.commit()


class PoolWriter:
    """PostgreSQL: a pool of threads, one transaction a job; the database itself shares the syncs of its disk."""

    def __init__(
        self, engine: Engine, publish: Publish, trouble: Trouble, watcher: Watcher, origin: str, threads: int
    ) -> None:
        self._engine = engine
        self._publish = publish
        self._trouble, self._watcher = trouble, watcher
        self._origin = origin
        self._threads = ThreadPoolExecutor(threads, "perron writer")
        self._telling = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many jobs wait to be begun."""
        return self._threads._work_queue.qsize()

    def put(self, job: Job) -> None:
        """Take a job."""
        self._threads.submit(self._work, job)

    def close(self) -> None:
        """Finish all jobs that were put, then stop."""
        self._threads.shutdown(wait=True)

    def _work(self, job: Job) -> None:
        began = time.perf_counter()
        try:
            job.value = self._run(job)
            self._trouble.worked()
        except BaseException as error:
            job.error, job.notices = in_words(error, self._engine.url), []
            self._trouble.failed(job.error)
        done = time.perf_counter()
        with self._telling:  # or a writer's next notice could overtake this one
            _settle([job])
            if job.notices:
                self._publish(job.notices)
        tell(self._watcher, [job], began, done)

    def _run(self, job: Job) -> Any:
        for attempt in range(1, _TRIES + 1):
            committing = False
            try:
                with self._engine.connect() as connection:
                    take_notices(connection)
                    transaction = connection.begin()
                    value = job.run(connection)
                    job.notices = take_notices(connection)
                    for notice in job.notices:
                        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload(self._origin, notice)})
                    committing = True
                    transaction.commit()
                    return value
            except DBAPIError as error:
                if attempt == _TRIES or not may_try_again(error, committing):
                    raise
                time.sleep(0.01 * 2**attempt)
        raise AssertionError


def may_try_again(error: DBAPIError, committing: bool) -> bool:
    """Whether a transaction certainly left nothing behind, and may do better the next time."""
    if getattr(error.orig, "sqlstate", None) in _TRY_AGAIN:
        return True
    return error.connection_invalidated and not committing


def tell(watcher: Watcher, jobs: Iterable[Job], began: float, done: float) -> None:
    """Say how long a transaction took, and each job since it was asked for; after all who wait have their answers."""
    watcher.committed(done - began)
    for job in jobs:
        if job.error is None:
            watcher.wrote(done - job.asked)
        elif is_fault(job.error):
            watcher.failed("write")


def _settle(jobs: Iterable[Job]) -> None:
    """Give every job's writer its outcome; those on the same event loop are woken together, in order."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        if job.loop is None:
            _resolve(job)
        else:
            by_loop.setdefault(job.loop, []).append(job)
    for loop, waiting in by_loop.items():
        call_in(loop, _resolve_all, waiting)


def call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *values: object) -> None:
    """Call a function in an event loop; one that has ended meanwhile needs to hear nothing."""
    try:
        loop.call_soon_threadsafe(function, *values)
    except RuntimeError:
        if not loop.is_closed():
            raise


def _resolve_all(jobs: list[Job]) -> None:
    for job in jobs:
        _resolve(job)


def _resolve(job: Job) -> None:
    if job.answer.done():  # its writer has gone
        return
    if job.error is not None:
        job.answer.set_exception(job.error)
    else:
        job.answer.set_result(job.value)


def refuse(job: Job, error: StoreError) -> None:
    """Answer a job that will not be run."""
    job.error = error
    _settle([job])
