"""A what-if remembers the game it was opened from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("parent", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "parent")
