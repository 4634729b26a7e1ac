"""Deals to whose words seats commit first."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tables of before keep the older way: nothing is said of their deal."""
    op.add_column("tables", sa.Column("deal", sa.Text))
    op.add_column("seats", sa.Column("commitment", sa.String(64)))
