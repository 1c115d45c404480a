"""How computer players value things: the numbers in `ai/GAME/weights.toml`.

They change how the computer plays, never what is legal. Like a game's own data they can be overridden: by a
`weights.toml` in an overlay folder (`--data DIR`), in a record or in a laboratory run, all of which end up in the
overlay of the rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ostfront.core.errors import BadAction
from ostfront.core.files.data import WEIGHTS, DataFolder, Sourced
from ostfront.core.play.rules import Rules

HERE = Path(__file__).parent
FOLDERS = {
    "victory-denied": HERE / "victory_denied",
    "kiev-41": HERE / "kiev_41",
    "victory-awaits": HERE / "victory_awaits",
    "barbarossa-1941": HERE / "barbarossa_1941",
    "barbarossa-deluxe": HERE / "barbarossa_deluxe",
}


def weights(rules: Rules) -> dict[str, Any]:
    """The tables of a game's weights by name, with those of the rules' overlay replacing ours."""
    return _folder(rules).toml(WEIGHTS)


def sources(rules: Rules) -> list[Sourced]:
    """Where the weights come from, table by table; nothing for a game that has none."""
    if rules.info.name not in FOLDERS:
        return []
    folder = _folder(rules)
    folder.toml(WEIGHTS)
    return folder.sources


def own_text(rules: Rules) -> str:
    """The file as it is in this package, without overlays: it identifies a version of the weights."""
    return (_folder(rules).folder / WEIGHTS).read_text(encoding="utf-8")


def _folder(rules: Rules) -> DataFolder:
    game = rules.info.name
    if game not in FOLDERS:
        raise BadAction(f"{rules.info.title} has no weights to override: its computer players have no {WEIGHTS}.")
    overlay = {name: text for name, text in rules.data.overlay.items() if name == WEIGHTS}
    return DataFolder(game, FOLDERS[game], overlay)
