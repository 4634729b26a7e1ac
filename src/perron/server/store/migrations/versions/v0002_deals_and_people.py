"""Deals with commitments; chat ids; people who are muted, barred, voted out, reported, absent or deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what deals, moderation and deletion need; of the deals of earlier tables nothing is said."""
    op.add_column("tables", sa.Column("deal", sa.Text))
    op.add_column("seats", sa.Column("commitment", sa.String(64)))
    op.add_column("tables", sa.Column("unlisted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("barred", sa.Text))
    op.add_column("seats", sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("device", sa.LargeBinary))
    op.add_column("seats", sa.Column("votes", sa.Text))
    with op.batch_alter_table("messages") as messages:
        messages.add_column(sa.Column("client", sa.String(64)))
        messages.create_unique_constraint("uq_messages_client", ["code", "client"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("address", sa.String(64)),
        sa.Column("by_seat", sa.Integer),
        sa.Column("by_name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_code", "reports", ["code"])
    op.create_table(
        "attendance",
        sa.Column("device", sa.LargeBinary, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("stayed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("device", "game", name="pk_attendance"),
    )
    op.create_index("ix_attendance_at", "attendance", ["at"])
    op.create_table(
        "barred_addresses",
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("network", name="pk_barred_addresses"),
    )
    op.create_table(
        "traces",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("by", sa.String(16), nullable=False, quote=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_traces"),
    )
    op.create_index("ix_traces_at", "traces", ["at"])
