"""Writing: runs jobs in transactions. A caller gets the result of its job only after the commit."""

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
from perron.server.store.observer import StoreObserver, is_fault
from perron.server.store.trouble import Trouble

Publish = Callable[[list[Notice]], None]
"""Notifies the subscribers of this process."""

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
    """The event loop that awaits the result; None: a thread does."""
    value: Any = None
    error: BaseException | None = None
    notices: list[Notice] = field(default_factory=list)
    asked: float = field(default_factory=time.perf_counter)


class Writer(Protocol):
    """Runs jobs in transactions."""

    @property
    def waiting(self) -> int:
        """How many jobs wait to start."""

    def put(self, job: Job) -> None:
        """Queue a job; its result comes after the commit."""

    def close(self) -> None:
        """Finish all queued jobs, then stop."""


class GroupWriter:
    """SQLite: one thread writes. All jobs that wait are done in one transaction, each in a savepoint of its own.

    So a sync of the disk is shared by whoever waits for one, and a job that fails takes nothing with it.
    """

    def __init__(self, engine: Engine, publish: Publish, trouble: Trouble, observer: StoreObserver) -> None:
        self._engine = engine
        self._publish = publish
        self._trouble, self._observer = trouble, observer
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="perron writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs wait to start."""
        return self._jobs.qsize()

    def put(self, job: Job) -> None:
        """Queue a job; jobs run in order."""
        self._jobs.put(job)

    def close(self) -> None:
        """Finish all queued jobs, then stop."""
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
                self._trouble.check_files()  # else it may have been written to a file that was removed
                self._trouble.worked()
            except BaseException as error:  # nothing of the group was committed: all jobs of it fail
                fault = in_words(error, self._engine.url)
                self._trouble.failed(fault)
                for job in jobs:
                    job.error, job.notices = job.error or fault, []
            done = time.perf_counter()
            _settle(jobs)
            told = [notice for job in jobs for notice in job.notices]
            if told:
                self._publish(told)
            tell(self._observer, jobs, began, done)

    def _take(self) -> tuple[list[Job], bool]:
        """All waiting jobs, at least one, and whether more may come."""
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
    """Run a job in a savepoint, so that a failing one fails alone."""
    savepoint = connection.begin_nested()
    try:
        job.value = job.run(connection)
    except BaseException as error:
        job.error = in_words(error, connection.engine.url)
        take_notices(connection)
        if isinstance(job.error, StoreError) and job.error.of_the_store:
            raise  # SQLite may have rolled back the whole group
        savepoint.rollback()
    else:
        job.notices = take_notices(connection)
        savepoint.commit()


class PoolWriter:
    """PostgreSQL: a pool of threads, one transaction per job; the database groups commits itself."""

    def __init__(
        self, engine: Engine, publish: Publish, trouble: Trouble, observer: StoreObserver, origin: str, threads: int
    ) -> None:
        self._engine = engine
        self._publish = publish
        self._trouble, self._observer = trouble, observer
        self._origin = origin
        self._threads = ThreadPoolExecutor(threads, "perron writer")
        self._telling = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many jobs wait to start."""
        return self._threads._work_queue.qsize()

    def put(self, job: Job) -> None:
        """Queue a job."""
        self._threads.submit(self._work, job)

    def close(self) -> None:
        """Finish all queued jobs, then stop."""
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
        with self._telling:  # else a writer's next notice could overtake this one
            _settle([job])
            if job.notices:
                self._publish(job.notices)
        tell(self._observer, [job], began, done)

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
    """Whether a transaction was certainly rolled back, and may succeed if repeated."""
    if getattr(error.orig, "sqlstate", None) in _TRY_AGAIN:
        return True
    return error.connection_invalidated and not committing


def tell(observer: StoreObserver, jobs: Iterable[Job], began: float, done: float) -> None:
    """Report how long a transaction and its jobs took, after all callers have their results."""
    observer.committed(done - began)
    for job in jobs:
        if job.error is None:
            observer.wrote(done - job.asked)
        elif is_fault(job.error):
            observer.failed("write")


def _settle(jobs: Iterable[Job]) -> None:
    """Deliver the results of jobs; callers on the same event loop are woken together, in order."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        if job.loop is None:
            _resolve(job)
        else:
            by_loop.setdefault(job.loop, []).append(job)
    for loop, waiting in by_loop.items():
        call_in(loop, _resolve_all, waiting)


def call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *values: object) -> None:
    """Call a function in an event loop, unless that has closed."""
    try:
        loop.call_soon_threadsafe(function, *values)
    except RuntimeError:
        if not loop.is_closed():
            raise


def _resolve_all(jobs: list[Job]) -> None:
    for job in jobs:
        _resolve(job)


def _resolve(job: Job) -> None:
    if job.answer.done():  # its caller has gone
        return
    if job.error is not None:
        job.answer.set_exception(job.error)
    else:
        job.answer.set_result(job.value)


def refuse(job: Job, error: StoreError) -> None:
    """Fail a job that will not be run."""
    job.error = error
    _settle([job])
