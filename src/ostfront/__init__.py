"""Five board wargames of the Eastern Front, played by their real rules.

>>> import ostfront
>>> game = ostfront.new("victory-denied", seed=1941)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ostfront.core.errors import (
    Ambiguous,
    BadAction,
    BadFile,
    IllegalAction,
    NotYourTurn,
    Objection,
    OstfrontError,
)
from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.view import View

__all__ = [
    "Action",
    "Ambiguous",
    "BadAction",
    "BadFile",
    "Game",
    "IllegalAction",
    "NotYourTurn",
    "Objection",
    "OstfrontError",
    "View",
    "load",
    "new",
    "position",
]
__version__ = "0.2.0"


def new(
    name: str,
    scenario: str | None = None,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    data: Sequence[str | Path] | None = None,
) -> Game:
    """A new game, brought to its first decision.

    Without a seed its dice come from 256 random bits. `data` lists folders of numbers that override ours.
    """
    from ostfront import games

    rules = games.rules(name, scenario, options, games.overlay(name, data))
    return Game.started(rules, Seeded() if seed is None else Seeded.of(seed))


def load(path: str | Path) -> Game:
    """A saved game, ready to continue."""
    from ostfront import games
    from ostfront.core.files import record

    return record.load(record.read(read_text(path), str(path)), games.rules, file=str(path))


def position(path: str | Path, seed: int | str = 0) -> Game:
    """The game at the position a text file describes."""
    from ostfront import games
    from ostfront.core.files import position as positions

    return positions.read(read_text(path), games.rules, file=str(path), seed=seed)


def read_text(path: str | Path) -> str:
    """The text of a file that the user named; one clear error if it cannot be read."""
    from ostfront.core.files.limits import read_file

    return read_file(path)
