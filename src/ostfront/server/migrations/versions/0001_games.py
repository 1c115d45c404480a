"""Games, their entries, seats, standing orders and computer jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def game_column(primary_key: bool = False) -> sa.Column[str]:
    key = sa.ForeignKey("games.id", ondelete="CASCADE")
    return sa.Column("game", sa.String(32), key, primary_key=primary_key, nullable=False)


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("secret", sa.String(128), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("moment", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("awaited", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        game_column(primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        game_column(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("draft_after", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("draft", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "orders",
        game_column(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("window", sa.String(64), primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("condition", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True),
        game_column(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False, server_default=""),
        sa.Column("lease_until", sa.Float, nullable=False, server_default="0"),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("failure", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("one_job_a_seat", "jobs", ["game", "seat"], unique=True)


def downgrade() -> None:
    for name in ("jobs", "orders", "seats", "entries", "games"):
        op.drop_table(name)
