"""The command line. One file for each group of commands; what they need is imported when they run."""

from __future__ import annotations

from ostfront.cli import (  # noqa: F401  they add their commands
    catalogue,
    drawing,
    lab,
    laboratory,
    ladder,
    play,
    records,
    table,
    tuning,
)
from ostfront.cli.app import app

__all__ = ["app", "main"]


def main() -> None:
    app()
