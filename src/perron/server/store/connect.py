"""Connecting: parsing database URLs, setting up connections, and errors for people."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from perron.editions.places import data_folder
from perron.errors import PerronError
from perron.server.store.checkpointing import OWN_PAGES
from perron.server.store.errors import StoreError, StoreGone
from perron.server.store.trouble import BUSY, in_the_store

FILE_NAME = "perron.sqlite"
_BUSY_S = 15
_SQLITE = {"sqlite", "sqlite+pysqlite"}
_POSTGRESQL = {"postgresql", "postgres", "postgresql+psycopg"}
_POSTGRESQL_SETTINGS = "-c statement_timeout=60s -c lock_timeout=15s -c idle_in_transaction_session_timeout=60s"
_KEEPALIVE = {"keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}


def database_url(database: str | None = None, data: Path | None = None) -> URL:
    """The URL of a database: as given, or of the file in the data folder. Raises StoreError."""
    if database is None:
        return URL.create("sqlite", database=str((data or data_folder()) / FILE_NAME))
    if "://" not in database:
        raise StoreError(
            f"{database[:80]!r} is no database URL; it looks like sqlite:///FILE or postgresql://USER@HOST/NAME"
        )
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        raise StoreError(
            "the database URL cannot be read; it looks like sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME, "
            "and special letters in a password are written %40 for @, %2F for /"
        ) from None
    if url.drivername in _SQLITE:
        if not url.database or url.database == ":memory:" or url.database.startswith("file:") or url.query or url.host:
            raise StoreError("a SQLite database is a file: sqlite:///FILE, or sqlite:////FOLDER/FILE from the root")
        return URL.create("sqlite", database=url.database)
    if url.drivername in _POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"{url.drivername[:40]} is not a database that Perron knows: sqlite or postgresql")


def is_sqlite(url: URL) -> bool:
    """Whether a URL is of a SQLite file."""
    return url.get_backend_name() == "sqlite"


def shown(url: URL) -> str:
    """The name of a database, without its password."""
    if is_sqlite(url):
        return str(url.database)
    place = f"{url.host or url.query.get('host') or 'the local socket'}{f':{url.port}' if url.port else ''}"
    return f"the PostgreSQL database {url.database or url.username or ''} at {place}"


def make_folder(path: Path) -> None:
    """Create the folder of a SQLite file, private to its owner; raises StoreError."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a database file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():  # private, since a database contains keys of games
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be made: {error.strerror or error}") from None


def sqlite_engine(url: URL, *, writing: bool, threads: int = 1) -> Engine:
    """An engine for a SQLite file. Transactions of a writer lock it at once, so that they never fail half-way."""
    engine = create_engine(
        url,
        pool_size=threads,
        max_overflow=0,
        connect_args={"timeout": _BUSY_S, "check_same_thread": False},
    )
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"

    @event.listens_for(engine, "connect")
    def set_up(raw: sqlite3.Connection, _: Any) -> None:
        raw.isolation_level = None  # the driver must not manage transactions
        raw.execute("PRAGMA foreign_keys = ON")
        raw.execute("PRAGMA synchronous = FULL")
        if writing:
            raw.execute("PRAGMA journal_mode = WAL")
            raw.execute(f"PRAGMA wal_autocheckpoint = {OWN_PAGES}")
        else:
            raw.execute("PRAGMA query_only = ON")

    @event.listens_for(engine, "begin")
    def begin_at_once(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def postgresql_engine(url: URL, *, writing: bool, threads: int) -> Engine:
    """An engine for PostgreSQL. What is read in one transaction is of one moment."""
    engine = create_engine(
        url,
        pool_size=threads,
        max_overflow=0,
        pool_timeout=30,
        connect_args=postgresql_arguments(),
    )
    if writing:
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def lone_engine(url: URL) -> Engine:
    """An engine without a pool, for work at the start: every connection is closed after use."""
    if not is_sqlite(url):
        # Migrations and restores may take long, and nobody else waits for them.
        return create_engine(url, poolclass=NullPool, connect_args={"connect_timeout": 10, **_KEEPALIVE})
    return sqlite_engine(url, writing=True)


def postgresql_arguments() -> dict[str, Any]:
    """How every connection to PostgreSQL is made."""
    return {"connect_timeout": 10, "options": _POSTGRESQL_SETTINGS, "application_name": "perron", **_KEEPALIVE}


def in_words(error: BaseException, url: URL) -> BaseException:
    """An error of the database as a StoreError of one line; any other error stays what it is."""
    if isinstance(error, PerronError) or not isinstance(error, DBAPIError | PoolTimeoutError | sqlite3.Error):
        return error
    orig = getattr(error, "orig", None) or error
    said = " ".join(str(orig).split()) or type(orig).__name__
    if url.password:
        said = said.replace(str(url.password), "***")
    gone = isinstance(error, OperationalError | PoolTimeoutError) or getattr(error, "connection_invalidated", False)
    refusal = in_the_store(orig)
    if refusal not in (None, BUSY):  # with a full or read-only disk it is certain that nothing was written
        gone = False
    words = (StoreGone if gone else StoreError)(f"{shown(url)}: {said[:300]}")
    words.refusal, words.of_the_store = refusal or BUSY, refusal is not None
    words.__cause__ = error
    return words
