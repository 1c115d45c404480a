"""A real PostgreSQL for tests; missing, it fails them."""

from __future__ import annotations

from ostfront.bench.postgres import Postgres

__all__ = ["Postgres"]
