"""Store: the server's interface to the database. Queries run in threads and are awaited in the event loop."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError

from perron.server.store.checkpointing import Checkpointer, WriteAhead
from perron.server.store.connect import (
    database_url,
    in_words,
    is_sqlite,
    lone_engine,
    make_folder,
    postgresql_engine,
    shown,
    sqlite_engine,
)
from perron.server.store.errors import StoreBusy, StoreError, StoreGone
from perron.server.store.files import Files, FileWatcher
from perron.server.store.listening import Listener
from perron.server.store.locking import FileLock
from perron.server.store.migrating import check_version, migrate
from perron.server.store.notices import Notice
from perron.server.store.observer import NoObserver, StoreObserver, is_fault
from perron.server.store.timekeeping import TIMEKEEPER
from perron.server.store.trouble import Trouble
from perron.server.store.writing import GroupWriter, Job, PoolWriter, Writer, call_in, may_try_again, refuse

T = TypeVar("T")
Subscriber = Callable[[Notice], None]

_READERS = 4
_WRITERS = 8
_TRIES = 3


def now_ms() -> int:
    """The time in milliseconds UTC, which is monotonic whatever happens to the system clock."""
    return TIMEKEEPER.now()


class Store:
    """An open database. Use `Store.open`."""

    url: URL
    origin: str
    """The name of this process among the workers, new at every start."""

    def __init__(self, url: URL, *, serving: bool, observer: StoreObserver | None = None) -> None:
        self.url = url
        self._observer = observer or NoObserver()
        self.origin = secrets.token_hex(8)
        self._subscribers: dict[int, tuple[Subscriber, asyncio.AbstractEventLoop | None]] = {}
        self._next = 0
        self._closed = False
        self._guard = threading.Lock()
        self._lock: FileLock | None = None
        self._listener: Listener | None = None
        self._checkpointer: Checkpointer | None = None
        self._watch: FileWatcher | None = None
        self._trouble = Trouble()
        self._threads = ThreadPoolExecutor(_READERS, "perron reader")
        self._writing: Engine
        self._writer: Writer
        if is_sqlite(url):
            self._open_sqlite(serving)
        else:
            self._open_postgresql(serving)

    @classmethod
    def open(
        cls, database: str | URL | None = None, *, serving: bool = True, observer: StoreObserver | None = None
    ) -> Store:
        """Open a database, bring its schema up to date, and hold it as a server does; raises StoreError.

        `serving=False` is for a look from outside, as `perron export` does: it holds nothing and hears no notices.
        """
        url = database if isinstance(database, URL) else database_url(database)
        return cls(url, serving=serving, observer=observer)

    def _open_sqlite(self, serving: bool) -> None:
        path = Path(str(self.url.database))
        make_folder(path)
        if serving:
            self._lock = FileLock(path)
            if not self._lock.take():
                raise StoreBusy(f"{path} is in use by another Perron server; several workers need PostgreSQL")
        try:
            engine = lone_engine(self.url)
            try:
                migrate(engine)
            finally:
                engine.dispose()
        except BaseException:
            self._drop_lock()
            raise
        self._writing = sqlite_engine(self.url, writing=True)
        self._reading = sqlite_engine(self.url, writing=False, threads=_READERS)
        if serving:
            with self._writing.connect() as connection, connection.begin():
                check_version(connection)  # the files beside it exist once something was read
            self._trouble = Trouble(Files(path))
            self._checkpointer = Checkpointer(path)
            self._watch = FileWatcher(self._trouble.inspect)
        self._writer = GroupWriter(self._writing, self._publish, self._trouble, self._observer)

    def _open_postgresql(self, serving: bool) -> None:
        engine = lone_engine(self.url)
        try:
            migrate(engine)
        finally:
            engine.dispose()
        if serving:
            try:
                self._listener = Listener(self.url, self.origin, self._publish)
            except psycopg.Error as error:
                raise StoreGone(f"{shown(self.url)}: {' '.join(str(error).split())}") from None
        self._writing = postgresql_engine(self.url, writing=True, threads=_WRITERS)
        self._reading = postgresql_engine(self.url, writing=False, threads=_READERS)
        self._writer = PoolWriter(self._writing, self._publish, self._trouble, self._observer, self.origin, _WRITERS)

    @property
    def several_workers(self) -> bool:
        """Whether several servers may work on this database at once."""
        return not is_sqlite(self.url)

    @property
    def name(self) -> str:
        """The name of the database, for people."""
        return shown(self.url)

    @property
    def waiting(self) -> int:
        """How many writes wait to start."""
        return self._writer.waiting

    @property
    def trouble(self) -> str | None:
        """The code with which writes are refused; None: the store can be written."""
        return self._trouble.code

    @property
    def reads_waiting(self) -> int:
        """How many reads wait for a thread."""
        return self._threads._work_queue.qsize()

    @property
    def write_ahead(self) -> WriteAhead | None:
        """The state of SQLite's write-ahead log; None for PostgreSQL, which manages its own."""
        return None if self._checkpointer is None else self._checkpointer.seen

    @property
    def hears_others(self) -> bool:
        """Whether notices of other workers come through."""
        return self._listener is None or self._listener.listening

    # reading and writing

    async def write(self, function: Callable[[Connection], T]) -> T:
        """Run a function in a transaction of its own; returns after the commit. An exception rolls it back.

        The function may be run again if the database asks for it, so it must have no effects but on the connection.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._put(Job(function, answer, loop))
        return await answer

    def write_now(self, function: Callable[[Connection], T]) -> T:
        """The same, blocking, for threads."""
        answer: Future[T] = Future()
        self._put(Job(function, answer))
        return answer.result()

    async def read(self, function: Callable[[Connection], T]) -> T:
        """Run a function that only reads, on data of one moment."""
        if self._closed:
            raise StoreError("the store is closed")
        asked = time.perf_counter()
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._watched_read, function, asked)

    def _watched_read(self, function: Callable[[Connection], T], asked: float) -> T:
        try:
            answer = self.read_now(function)
        except StoreError as error:
            if is_fault(error):
                self._observer.failed("read")
            raise
        self._observer.read(time.perf_counter() - asked)
        return answer

    def read_now(self, function: Callable[[Connection], T]) -> T:
        """The same, blocking, for threads."""
        self._trouble.check_files()  # another file's contents must not be shown
        for attempt in range(1, _TRIES + 1):
            try:
                with self._reading.connect() as connection, connection.begin():
                    return function(connection)
            except DBAPIError as error:
                if attempt == _TRIES or not may_try_again(error, committing=False):
                    raise in_words(error, self.url) from error
        raise AssertionError

    def _put(self, job: Job) -> None:
        with self._guard:
            if not self._closed:
                self._writer.put(job)
                return
        refuse(job, StoreError("the store is closed"))

    # notices

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """Call back for every notice, of this worker and all others; returns what ends it.

        In an event loop the callback is called there, after the writer itself has had its answer; else in a thread of
        the store, and then it must not write. Notices of different writers may overtake each other: a number says how
        far something has come, not that it is the next.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        with self._guard:
            self._next += 1
            number = self._next
            self._subscribers[number] = (callback, loop)

        def unsubscribe() -> None:
            with self._guard:
                self._subscribers.pop(number, None)

        return unsubscribe

    def _publish(self, notices: list[Notice]) -> None:
        with self._guard:
            subscribers = list(self._subscribers.values())
        for callback, loop in subscribers:
            if loop is None:
                _tell(callback, notices)
            else:
                # One more iteration of the loop: the writer wakes first, and acknowledges before others are notified.
                call_in(loop, loop.call_soon, _tell, callback, notices)

    # the end

    def close(self) -> None:
        """Finish pending writes, then close the database. Later calls are refused."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
        self._writer.close()
        if self._listener is not None:
            self._listener.close()
        if self._watch is not None:
            self._watch.close()
        if self._checkpointer is not None:
            self._checkpointer.close()
        self._threads.shutdown(wait=True)
        self._writing.dispose()
        self._reading.dispose()
        self._drop_lock()

    def _drop_lock(self) -> None:
        if self._lock is not None:
            self._lock.drop()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _tell(callback: Subscriber, notices: list[Notice]) -> None:
    for notice in notices:
        callback(notice)
