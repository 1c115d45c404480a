"""Draws the map of a game, and fits the places of its table to the picture.

A game measures a hex board in sides of a hex and an area map in the plane of its outlines; the drawer decides where
that is on the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ostfront import cartography
from ostfront.cartography import MapData, default_style
from ostfront.cartography.areas import Layout, sheet
from ostfront.cartography.furniture import foot_height
from ostfront.cartography.land import Land
from ostfront.core.map.board import Board
from ostfront.core.page.table import BoardPicture, Place, Table
from ostfront.core.play.rules import Rules

HEXES = ("hexes", "hexsides", "lines", "sites")
AREAS = ("areas", "borders", "polygons", "scenery")
MARK = "mark"  # a spot of the picture where there are only tokens


def map_kind(rules: Rules) -> str:
    """What the drawer would draw: hexes, areas, or nothing."""
    for kind in ("hexes", "areas"):
        if (rules.data.folder / _map_folder(rules) / f"{kind}.csv").is_file():
            return kind
    return ""


def _map_folder(rules: Rules) -> str:
    return cartography.map_folder(rules.data, rules.settings.scenario)


def picture_sources(rules: Rules) -> Iterator[bytes]:
    """Everything a picture is made from: the map as it is or as an overlay changes it, and the drawer."""
    data, where = rules.data, _map_folder(rules)
    tables = HEXES if map_kind(rules) == "hexes" else AREAS
    for name in (f"{where}/map.toml", *(f"{where}/{table}.csv" for table in tables)):
        overlay = data.overlay.get(name)
        yield overlay.encode() if overlay else (data.folder / name).read_bytes()
    for module in sorted(Path(cartography.__file__).parent.iterdir()):
        if module.is_file():
            yield module.read_bytes()


def draw_map(rules: Rules) -> tuple[str, bytes]:
    """The map as SVG, and where things are on it."""
    if map_kind(rules) == "areas":
        picture, layout = sheet(rules.data.folder / "map")
        return picture, msgspec.json.encode(layout)
    data = hex_map(rules)
    return cartography.draw(data, style=_style(data)), b""


def fit_table(table: Table, rules: Rules, layout: bytes) -> Table:
    """A table whose first board is scaled to its picture."""
    if map_kind(rules) == "areas":
        return _fit_areas(table, msgspec.json.decode(layout, type=Layout))
    return _fit_hexes(table, rules)


# ---- hexes -----------------------------------------------------------------------------------------------


def hex_map(rules: Rules) -> MapData:
    """As the workshop froze it, or compiled when an overlay changes it."""
    data, where = rules.data, _map_folder(rules)
    table = data.toml(f"{where}/map.toml")
    frozen = all(isinstance(kind, dict) for kind in table["terrain"].values())
    if frozen and not any(name.startswith(f"{where}/") for name in data.overlay):
        return MapData.read(data.folder / where)
    rows = [[row for _, row in data.raw_rows(f"{where}/{name}.csv")] for name in HEXES]
    return MapData.of(Board.from_rows(table, *rows), str(table.get("title", rules.info.title)))


def _style(data: MapData) -> dict[str, Any]:
    """The usual look; any other kind of river or road looks like the plain ones."""
    look = default_style()
    look["river"] = {side.kind: look["river"]["minor"] for side in data.sides} | look["river"]
    look["road"] = {line.kind: look["road"]["road"] for line in data.lines} | look["road"]
    return look


def _fit_hexes(table: Table, rules: Rules) -> Table:
    data = hex_map(rules)
    look = _style(data)
    land = Land(data, look)
    side, margin = land.side, float(look["margin"])
    board = table.boards[0]
    shape = tuple((round(x * side, 2), round(y * side, 2)) for x, y in board.shape)
    picture = msgspec.structs.replace(
        board,
        width=round(land.width + 2 * margin),
        height=round(land.height + 2 * margin + foot_height(land.width)),
        shape=shape,
        counter=round(board.counter * side, 2),
    )
    places = tuple(_place_on_hexes(place, board, land, margin) for place in table.places)
    return msgspec.structs.replace(table, boards=(picture, *table.boards[1:]), places=places)


def _place_on_hexes(place: Place, board: BoardPicture, land: Land, margin: float) -> Place:
    if place.board != board.id or place.id not in land.data.keys:
        return place
    x, y = land.at(place.id)
    return msgspec.structs.replace(place, x=round(x + margin, 1), y=round(y + margin, 1))


# ---- areas -----------------------------------------------------------------------------------------------


def _fit_areas(table: Table, layout: Layout) -> Table:
    board = msgspec.structs.replace(table.boards[0], width=round(layout.width), height=round(layout.height))
    places = tuple(_place_on_areas(place, board, layout) for place in table.places)
    return msgspec.structs.replace(table, boards=(board, *table.boards[1:]), places=places)


def _place_on_areas(place: Place, board: BoardPicture, layout: Layout) -> Place:
    """A place where the drawer put it; one that is not on the picture is shown beside the board."""
    if place.board != board.id:
        return place
    spot = layout.spots.get(place.id)
    if spot is None:
        return msgspec.structs.replace(place, board="", outline=None)
    return msgspec.structs.replace(place, x=spot.x, y=spot.y, outline=spot.outline or None, clear=spot.clear)
