"""First tickets, which all seats choose at once: what each has chosen is kept under seal until all have."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the sealed choices; at tables whose game has begun, seats go on choosing one after the other."""
    op.add_column("seats", sa.Column("sealed", sa.Text))
