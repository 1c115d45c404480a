"""Drawing the maps ahead of time, into the package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from ostfront import games
from ostfront.core.errors import OstfrontError
from ostfront.core.rules import Rules
from ostfront.server.pictures import draw_into, file_name
from ostfront.server.sheets import kind_of


def draw(folder: Path) -> None:
    """The map of every game with a table that is not there yet; pictures of other maps are removed."""
    wanted = {file_name(rules): rules for rules in with_table()}
    if folder.is_dir():
        for file in folder.iterdir():
            if file.stem not in wanted:
                file.unlink()
    for name, rules in wanted.items():
        if not (folder / f"{name}.svg").is_file():
            draw_into(folder, rules, name)


def with_table() -> list[Rules]:
    """The rules of every game that is offered at a table and has a map to draw."""
    found = []
    for name, module in games.MODULES.items():
        if find_spec(f"{module}.table") is None:
            continue  # the rules need not be compiled to know
        try:
            rules = games.rules(name)
        except OstfrontError:
            continue
        if kind_of(rules):
            found.append(rules)
    return found
