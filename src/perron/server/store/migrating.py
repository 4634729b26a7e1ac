"""Migrates a database to the schema of this Perron, under a lock, completely or not at all."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from perron.server.store.connect import in_words, is_sqlite, shown
from perron.server.store.errors import StoreError
from perron.server.store.locking import MIGRATING
from perron.server.store.schema import metadata

SCRIPTS = Path(__file__).with_name("migrations")
VERSION_TABLE = "perron_schema"


def _config(connection: Connection | None, scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def newest(scripts: Path = SCRIPTS) -> str:
    """The version of the schema that this Perron works with."""
    return versions(scripts)[-1]


@cache  # Alembic runs every script to read them, and a store asks several times while it is opened
def versions(scripts: Path = SCRIPTS) -> tuple[str, ...]:
    """All versions, oldest first."""
    directory = ScriptDirectory.from_config(_config(None, scripts))
    return tuple(script.revision for script in directory.walk_revisions())[::-1]


def version_of(connection: Connection) -> str | None:
    """The version of a database's schema; None if there is none yet."""
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision()


def check_version(connection: Connection, scripts: Path = SCRIPTS) -> str | None:
    """The version of a database that this Perron can use or migrate; raises StoreError for any other."""
    name = shown(connection.engine.url)
    version = version_of(connection)
    known = versions(scripts)
    if version is not None and version not in known:
        raise StoreError(
            f"{name} was made by a newer Perron (schema {version}; this one knows up to {known[-1]}): "
            "update Perron; nothing was changed"
        )
    if version is None:
        found = set(inspect(connection).get_table_names())
        if found & set(metadata.tables) or (found and connection.dialect.name == "sqlite"):
            raise StoreError(f"{name} has tables of another program in it; nothing was changed")
    return version


def migrate(engine: Engine, scripts: Path = SCRIPTS) -> None:
    """Migrate a database. Of several processes that try at once, one does it and the others wait."""
    try:
        with engine.connect() as connection, connection.begin():
            if check_version(connection, scripts) == newest(scripts):
                return
            if not is_sqlite(engine.url):  # SQLite's own transaction is a lock already
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            if check_version(connection, scripts) != newest(scripts):
                upgrade(connection, newest(scripts), scripts)
    except (DBAPIError, sqlite3.Error) as error:
        raise in_words(error, engine.url) from None


def upgrade(connection: Connection, version: str, scripts: Path = SCRIPTS) -> None:
    """Run the migrations up to a version inside the connection's transaction."""
    command.upgrade(_config(connection, scripts), version)
