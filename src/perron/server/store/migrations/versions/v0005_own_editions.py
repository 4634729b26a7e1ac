"""Editions of people's own: the store keeps them as they were played."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the editions, and which of them a table is played with; tables from before have built-in ones."""
    op.create_table(
        "editions",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_editions"),
    )
    op.create_index("ix_editions_digest", "editions", ["digest"])
    op.add_column("tables", sa.Column("edition_key", sa.String(64)))
