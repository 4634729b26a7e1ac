"""Reviews of finished games, and games that go on from a position of one."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add reviews, which are made when somebody asks; no game from before has branched."""
    op.create_table(
        "reviews",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("lease", sa.String(64)),
        sa.Column("lease_until", sa.BigInteger),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], name="fk_reviews_code", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", name="pk_reviews"),
    )
    op.add_column("tables", sa.Column("branch", sa.Text))
