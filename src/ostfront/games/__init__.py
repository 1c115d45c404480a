"""The register of games. Each game is a package of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ostfront.core.errors import BadAction, BadFile, OstfrontError, cut, either, shown, suggestion
from ostfront.core.files.data import DataFolder, overlay_for
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import GameInfo, Rules, Settings

MODULES = {
    "victory-denied": "ostfront.games.victory_denied",
    "kiev-41": "ostfront.games.kiev_41",
    "victory-awaits": "ostfront.games.victory_awaits",
    "barbarossa-1941": "ostfront.games.barbarossa_1941",
    "barbarossa-deluxe": "ostfront.games.barbarossa_deluxe",
}
_registered: dict[str, GameInfo] = {}


def register(info: GameInfo) -> None:
    """Add a game from outside this package."""
    _registered[info.name] = info
    _compile.cache_clear()


def names() -> list[str]:
    return [*MODULES, *(name for name in _registered if name not in MODULES)]


def info(name: str) -> GameInfo:
    """What is known about a game, by its name."""
    if name in _registered:
        return _registered[name]
    if name not in MODULES:
        raise BadAction(
            f"There is no game '{cut(name)}'.{suggestion(name, names()) or f' There are {either(names())}.'}"
        )
    found: GameInfo = import_module(MODULES[name]).INFO
    return found


def rules(
    name: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    overlay: Mapping[str, str] | None = None,
) -> Rules:
    """The rules of a game, compiled for a scenario and options; made once and shared."""
    game = info(name)
    chosen = scenario or next(iter(game.scenarios))
    if chosen not in game.scenarios:
        hint = suggestion(chosen, game.scenarios) or f" There are {either(game.scenarios)}."
        raise BadAction(f"{game.title} has no scenario '{cut(chosen)}'.{hint}")
    settled = _settle(game, chosen, options or {})
    return _compile(name, chosen, tuple(sorted(settled.items())), tuple(sorted((overlay or {}).items())))


def _settle(game: GameInfo, scenario: str, given: Mapping[str, Any]) -> dict[str, Any]:
    known = {option.name: option for option in game.options}
    for name, value in given.items():
        if name not in known:
            hint = suggestion(name, known) or f" There are {either(known)}."
            raise BadAction(f"{game.title} has no option '{cut(name)}'.{hint}")
        option = known[name]
        if value not in option.choices or isinstance(value, bool) != isinstance(option.default, bool):
            raise BadAction(
                f"Option '{name}' is one of {either(str(c) for c in option.choices)}, not {shown(value)}."
            )
        if value != option.default and option.scenarios and scenario not in option.scenarios:
            raise BadAction(f"Option '{name}' belongs to {either(option.scenarios)}, not to {scenario}.")
    return {name: given.get(name, option.default) for name, option in known.items()}


@lru_cache(maxsize=64)
def _compile(
    name: str, scenario: str, options: tuple[tuple[str, Any], ...], overlay: tuple[tuple[str, str], ...]
) -> Rules:
    game = info(name)
    folder = DataFolder(game.name, Path(game.data), dict(overlay))
    try:
        compiled = game.rules(game, Settings(game.name, scenario, dict(options)), folder)
        if overlay:
            Game.started(compiled, Seeded.of(0))  # a set-up may name what is not there
        return compiled
    except (KeyError, TypeError, ValueError, IndexError, ArithmeticError, AttributeError) as wrong:
        if not overlay or isinstance(wrong, OstfrontError):
            raise
        # files that are valid separately may not fit each other
        word = f"'{wrong.args[0]}'" if isinstance(wrong, KeyError) else str(wrong)
        names = ", ".join(name for name, _ in overlay)
        raise BadFile(
            f"the numbers laid over {game.title} do not fit the rest of its data: {word}.", file=names
        ) from wrong


def overlay(name: str, folders: Sequence[str | Path] | None = None) -> dict[str, str]:
    return overlay_for(name, folders)
