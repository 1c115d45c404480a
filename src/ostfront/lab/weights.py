"""Players that use other weights than the game's own.

Only numbers of evaluation may differ: the world they imagine is played by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from fnmatch import fnmatchcase
from json import dumps
from typing import Any

from ostfront import ai, games
from ostfront.ai.weights import FOLDERS, weights
from ostfront.core.errors import BadAction
from ostfront.core.files.data import WEIGHTS
from ostfront.core.files.limits import read_toml
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View

FILE = WEIGHTS
ALLOWANCES = frozenset({"officer.thoughts", "officer.moves"})


class PlayerWithWeights:
    """A player that evaluates with other weights than the game's own."""

    def __init__(self, player: ai.Player, rules: Rules) -> None:
        self.player = player
        self.rules = rules

    def choose(self, view: View, legal: Legal, imagine: ai.Imagine) -> Action:
        other = copy(view)
        other.rules = self.rules

        def think(seed: int | str) -> Game:
            world = imagine(seed)
            world.rules, world.facts = self.rules, self.rules.facts
            return world

        return self.player.choose(other, legal, think)


def rules_with_weights(rules: Rules, overlay: Mapping[str, str]) -> Rules:
    """The rules of a game with these weights as an overlay."""
    wrong = [name for name in overlay if name != FILE]
    if wrong:
        raise BadAction(f"A side can only be given other weights ({FILE}); {wrong[0]} would change the rules.")
    settings = rules.settings
    return games.rules(settings.game, settings.scenario, settings.options, {**rules.data.overlay, **overlay})


def weights_of(rules: Rules, only: str = "*") -> dict[str, float]:
    """The weights of a game by name (`battle.now`), those that match a pattern, several with commas.

    Whole numbers are int. The officer's number of thoughts is not a weight: more is better, but takes longer.
    """
    if rules.info.name not in FOLDERS:
        raise BadAction(f"{rules.info.name} has no weights to tune: its computer players have no {FILE}.")
    found = {
        name: value
        for name, value in entries_of(weights(rules))
        if isinstance(value, int | float) and not isinstance(value, bool) and name not in ALLOWANCES
    }
    patterns = [word.strip() for word in only.split(",")]
    chosen = {name: value for name, value in found.items() if any(fnmatchcase(name, p) for p in patterns)}
    if not chosen:
        raise BadAction(f"No weight matches '{only}'. The weights are {', '.join(found)}.")
    return chosen


def as_toml(weights: Mapping[str, float], source: str, over: str = "") -> str:
    """Weights as a file that overrides the game's own, keeping the other entries of an existing file."""
    tables: dict[str, dict[str, Any]] = {}
    for name, value in [*entries_of(read_toml(over, FILE)), *weights.items()]:
        table, _, key = name.partition(".")
        if key:
            tables.setdefault(table, {})[key] = value
    lines = [f"source = {dumps(source)}"]
    for table, entries in tables.items():
        lines += ["", f"[{table}]", *(f"{key} = {dumps(value)}" for key, value in entries.items())]
    return "\n".join(lines) + "\n"


def entries_of(table: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    """The values in a file, by dotted names (`axis_officer.threads.danger`)."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from entries_of(value, f"{within}{key}.")
        else:
            yield within + key, value
