"""The schema, one for SQLite and PostgreSQL. A change here needs a migration: a test compares the two."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_1_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """A JSON value, stored as text: the same in every database, and never queried in parts."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """To text; None stays null."""
        return None if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """From text."""
        return None if value is None else json.loads(value)


# All times are integer milliseconds UTC; all secrets are stored only as their SHA-256, except the game's key.
tables = Table(
    "tables",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("edition", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("settings", Json, nullable=False),
    Column("status", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("keep_days", Integer, nullable=False),
    Column("host_hash", LargeBinary, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("words", Json),
    Column("deal", Json),
    Column("number", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("messages", Integer, nullable=False),
    Column("to_move", Integer),
    Column("due", BigInteger),
    Column("due_what", String(16)),
    Column("lease", String(64)),
    Column("lease_until", BigInteger),
    Column("turn_began", BigInteger),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("active", BigInteger, nullable=False),
    Column("rematch", String(16)),
    Column("expires", BigInteger),
    Column("unlisted", Boolean, nullable=False, server_default=false()),
    Column("barred", Json),
    Column("rematch_by", Integer),
    Column("edition_key", String(64)),
    Column("branch", Json),
    Index(None, "due", sqlite_where=text("due IS NOT NULL"), postgresql_where=text("due IS NOT NULL")),
    Index(None, "expires", sqlite_where=text("expires IS NOT NULL"), postgresql_where=text("expires IS NOT NULL")),
    Index(None, "listed", "created"),
    Index(None, "status", "active"),
)

# Editions of people's own, as they were when tables were made with them.
editions = Table(
    "editions",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("files", Json, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index(None, "digest"),
)

seats = Table(
    "seats",
    metadata,
    Column("code", ForeignKey(tables.c.code, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("level", String(64)),
    Column("name", String(80), nullable=False),
    Column("colour", String(32)),
    Column("secret_hash", LargeBinary),
    Column("word", String(64)),
    Column("commitment", String(64)),
    Column("ready", Boolean, nullable=False),
    Column("standing_in", String(64)),
    Column("standing_why", String(16)),
    Column("bank_ms", BigInteger),
    Column("muted", Boolean, nullable=False, server_default=false()),
    Column("device", LargeBinary),
    Column("votes", Json),
    Column("sealed", Json),
)

# Append-only: a row is never changed, and only removed with its table.
log = Table(
    "log",
    metadata,
    Column("code", ForeignKey(tables.c.code, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("text", Text),
    Column("action", BigInteger),
    Column("answers", Json, nullable=False),
    Column("by", String(16), nullable=False, quote=True),
    Column("client", String(64)),
    Column("spent_ms", BigInteger),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("code", "client"),
    CheckConstraint("number >= 1", name="number"),
)

messages = Table(
    "messages",
    metadata,
    Column("code", ForeignKey(tables.c.code, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("name", String(80), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("client", String(64)),
    UniqueConstraint("code", "client"),
)

# Reviews of finished games, as far as they have come; the worker that goes on with one holds a lease.
reviews = Table(
    "reviews",
    metadata,
    Column("code", ForeignKey(tables.c.code, ondelete="CASCADE"), primary_key=True),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("content", LargeBinary),
    Column("asked", BigInteger, nullable=False),
    Column("lease", String(64)),
    Column("lease_until", BigInteger),
)

# Reports outlive their tables: otherwise the reported person could have them removed.
reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("code", String(16), nullable=False),
    Column("edition", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("address", String(64)),
    Column("by_seat", Integer),
    Column("by_name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("chat", Json, nullable=False),
    Column("closed", BigInteger),
    Index(None, "code"),
)

# How games with others ended for a device, known by a hash only; rows go after some weeks.
attendance = Table(
    "attendance",
    metadata,
    Column("device", LargeBinary, primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("stayed", Boolean, nullable=False),
    Index(None, "at"),
)

barred_addresses = Table(
    "barred_addresses",
    metadata,
    Column("network", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# What was deleted or ordered, when and by whom, without its content.
traces = Table(
    "traces",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("what", String(16), nullable=False),
    Column("by", String(16), nullable=False, quote=True),
    Column("game", String(16), nullable=False),
    Column("seat", Integer),
    Index(None, "at"),
)

# One row: when a server was last alive.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beat", BigInteger, nullable=False),
)
