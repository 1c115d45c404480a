"""Alembic's way in: runs on the connection it is given."""

from __future__ import annotations

from alembic import context

from ostfront.server.database import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
