"""Rematches: who asked for one, so that the others can be told."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the seat that asked; of rematches from before it is not known."""
    op.add_column("tables", sa.Column("rematch_by", sa.Integer))
