"""Draws the maps ahead of time, into the package."""

from __future__ import annotations

from pathlib import Path

from ostfront import games
from ostfront.cartography import map_folder
from ostfront.core.errors import OstfrontError
from ostfront.core.files.data import DataFolder
from ostfront.core.page.table import table_of
from ostfront.core.play.rules import Rules
from ostfront.server.map_drawing import map_kind
from ostfront.server.map_pictures import MapPictures, draw_into, picture_name
from ostfront.server.setup_pictures import FOLDER, draw_setup, setup_name


def predraw_maps(folder: Path) -> None:
    """Every map of a game with a table that is not there yet; pictures of other maps are removed."""
    wanted = {picture_name(rules): rules for rules in rules_to_draw()}
    if folder.is_dir():
        for file in folder.iterdir():
            if file.is_file() and file.stem not in wanted:
                file.unlink()
    for name, rules in wanted.items():
        if not (folder / f"{name}.svg").is_file():
            draw_into(folder, rules, name)


def predraw_setups(folder: Path) -> None:
    """The set-up of every scenario on these maps that is not there yet; others are removed."""
    pictures = MapPictures(folder, shipped=folder)
    drawable = {rules.info.name for rules in rules_to_draw()}
    scenarios = [(name, scenario) for name in sorted(drawable) for scenario in games.info(name).scenarios]
    wanted = {setup_name(*one): one for one in scenarios}
    there = {file.stem: file for file in (folder / FOLDER).glob("*")}
    for name in there.keys() - wanted.keys():
        there[name].unlink()
    for name in wanted.keys() - there.keys():
        draw_setup(folder / FOLDER, pictures, *wanted[name])


def rules_to_draw() -> list[Rules]:
    """Rules for every map of a game that is offered at a table."""
    found = []
    for name in games.MODULES:
        try:
            one_for_each_map = [games.rules(name, scenario) for scenario in _one_for_each_map(name)]
            table_of(one_for_each_map[0])
        except OstfrontError:
            continue  # not playable, or not at the table
        found += one_for_each_map
    return [rules for rules in found if map_kind(rules)]


def _one_for_each_map(name: str) -> list[str]:
    """Scenarios that need a picture: those of one map share it."""
    info = games.info(name)
    data = DataFolder(name, Path(info.data))
    maps: dict[str, str] = {}
    for scenario in info.scenarios:
        maps.setdefault(map_folder(data, scenario), scenario)
    return list(maps.values())
