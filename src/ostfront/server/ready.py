"""Drawing the maps ahead of time, into the package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from ostfront import games
from ostfront.cartography import map_folder
from ostfront.core.errors import OstfrontError
from ostfront.core.files.data import DataFolder
from ostfront.core.play.rules import Rules
from ostfront.server.pictures import draw_into, file_name
from ostfront.server.sheets import kind_of


def draw(folder: Path) -> None:
    """Every map of a game with a table that is not there yet; pictures of other maps are removed."""
    wanted = {file_name(rules): rules for rules in with_table()}
    if folder.is_dir():
        for file in folder.iterdir():
            if file.stem not in wanted:
                file.unlink()
    for name, rules in wanted.items():
        if not (folder / f"{name}.svg").is_file():
            draw_into(folder, rules, name)


def with_table() -> list[Rules]:
    """Rules for every map of a game that is offered at a table."""
    found = []
    for name, module in games.MODULES.items():
        if find_spec(f"{module}.table") is None:
            continue  # the rules need not be compiled to know
        try:
            found += [games.rules(name, scenario) for scenario in _one_for_each_map(name)]
        except OstfrontError:
            continue
    return [rules for rules in found if kind_of(rules)]


def _one_for_each_map(name: str) -> list[str]:
    """Scenarios that need a picture: those of one map share it."""
    info = games.info(name)
    data = DataFolder(name, Path(info.data))
    maps: dict[str, str] = {}
    for scenario in info.scenarios:
        maps.setdefault(map_folder(data, scenario), scenario)
    return list(maps.values())
