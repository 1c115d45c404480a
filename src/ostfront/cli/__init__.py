"""The command line, one module for each group of commands.

Commands import the engine, the games and the laboratory inside their functions, and types only for type checking:
`ostfront --help` must not wait for them.
"""

from __future__ import annotations

from ostfront.cli import (  # noqa: F401  they add their commands
    backups,
    benchmarks,
    catalogue,
    drawing,
    lab_runs,
    lab_tuning,
    ladder,
    play,
    records,
    saved_games,
    serve,
    simulation,
    site,
)
from ostfront.cli.app import app

__all__ = ["app", "main"]


def main() -> None:
    app()
