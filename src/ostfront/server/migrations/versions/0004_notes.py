"""Notes and arrows on the map."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    key = sa.ForeignKey("games.id", ondelete="CASCADE")
    op.create_table(
        "notes",
        sa.Column("game", sa.String(32), key, primary_key=True, nullable=False),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("notes")
