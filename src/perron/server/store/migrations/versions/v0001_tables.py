"""Tables, seats, log, messages and the heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _of_table() -> sa.Column[str]:
    return sa.Column("code", sa.String(16), nullable=False)


def _goes_with_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["code"], ["tables.code"], name=f"fk_{name}_code", ondelete="CASCADE")


def upgrade() -> None:
    """Make the first schema."""
    op.create_table(
        "tables",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seat_count", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("keep_days", sa.Integer, nullable=False),
        sa.Column("host_hash", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("words", sa.Text),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("messages", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.Column("due", sa.BigInteger),
        sa.Column("due_what", sa.String(16)),
        sa.Column("lease", sa.String(64)),
        sa.Column("lease_until", sa.BigInteger),
        sa.Column("turn_began", sa.BigInteger),
        sa.Column("started", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("active", sa.BigInteger, nullable=False),
        sa.Column("rematch", sa.String(16)),
        sa.Column("expires", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", name="pk_tables"),
    )
    for column in ("due", "expires"):
        there = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_tables_{column}", "tables", [column], sqlite_where=there, postgresql_where=there)
    op.create_index("ix_tables_listed", "tables", ["listed", "created"])
    op.create_index("ix_tables_status", "tables", ["status", "active"])
    op.create_table(
        "seats",
        _of_table(),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(64)),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("colour", sa.String(32)),
        sa.Column("secret_hash", sa.LargeBinary),
        sa.Column("word", sa.String(64)),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("standing_in", sa.String(64)),
        sa.Column("standing_why", sa.String(16)),
        sa.Column("bank_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", "seat", name="pk_seats"),
        _goes_with_table("seats"),
    )
    op.create_table(
        "log",
        _of_table(),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text),
        sa.Column("action", sa.BigInteger),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("by", sa.String(16), nullable=False, quote=True),
        sa.Column("client", sa.String(64)),
        sa.Column("spent_ms", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code", "number", name="pk_log"),
        sa.UniqueConstraint("code", "client", name="uq_log_client"),
        sa.CheckConstraint("number >= 1", name="ck_log_number"),
        _goes_with_table("log"),
    )
    op.create_table(
        "messages",
        _of_table(),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code", "number", name="pk_messages"),
        _goes_with_table("messages"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
