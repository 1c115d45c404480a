"""A Victory Denied: Crisis at Smolensk, July to September 1941."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ostfront.core.files.data import DataFolder
from ostfront.core.play.rules import GameInfo, Settings

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import VictoryDenied


def _make(settings: Settings, data: DataFolder) -> VictoryDenied:
    from ostfront.games.victory_denied.facts import VictoryDenied

    return VictoryDenied(INFO, settings, data)


INFO = GameInfo(
    name="victory-denied",
    title="A Victory Denied",
    mark="AVD",
    version="1.0",
    scenarios={"smolensk": "Crisis at Smolensk, July to September 1941: 8 or 10 turns by Hitler's directive"},
    options=(),
    make=_make,
    data=str(Path(__file__).parent / "data"),
    complete=True,
)
