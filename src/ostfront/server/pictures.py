"""The pictures of the boards: drawn once by the cartography drawer, without units, and kept in the data folder.

A game measures its boards in sides of a hex; here they are laid over the picture.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from ostfront import __version__, cartography
from ostfront.cartography import MapData, default_style
from ostfront.cartography.land import Land
from ostfront.core.board import Board
from ostfront.core.rules import Rules
from ostfront.core.table import BoardPicture, Place, Table, room_of
from ostfront.server.answers import Refused

TABLES = ("hexes", "hexsides", "lines", "sites")
FOOT = 200.0  # the drawer's strip under the map for legend and scale


def map_data(rules: Rules) -> MapData:
    """The hex map of a game: as the workshop froze it, or compiled when an overlay changes it."""
    data = rules.data
    table = data.toml("map/map.toml")
    frozen = all(isinstance(kind, dict) for kind in table["terrain"].values())
    if frozen and not any(name.startswith("map/") for name in data.overlay):
        return MapData.read(data.folder / "map")
    rows = [[row for _, row in data.raw_rows(f"map/{name}.csv")] for name in TABLES]
    return MapData.of(Board.from_rows(table, *rows), str(table.get("title", rules.info.title)))


def has_map(rules: Rules) -> bool:
    """Whether there is a hex map for the drawer."""
    return (rules.data.folder / "map" / "hexes.csv").is_file()


def _style(data: MapData) -> dict[str, Any]:
    """The usual look; any other kind of river or road looks like the plain ones."""
    look = default_style()
    look["river"] = {side.kind: look["river"]["minor"] for side in data.sides} | look["river"]
    look["road"] = {line.kind: look["road"]["road"] for line in data.lines} | look["road"]
    return look


class Pictures:
    """Boards as SVG, and tables that fit them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "pictures"
        self._drawing = Lock()
        self._describing = Lock()
        self._tables: dict[int, tuple[Rules, Table]] = {}

    def etag(self, rules: Rules) -> str:
        """Another one for another map, drawer or look."""
        return self._file(rules).stem if has_map(rules) else ""

    def ready(self, rules: Rules) -> bool:
        return not has_map(rules) or self._file(rules).is_file()

    def svg(self, rules: Rules) -> bytes:
        """The map of a game; drawing takes some seconds, the first time."""
        if not has_map(rules):
            raise Refused(404, "missing", f"{rules.info.title} has no picture of its map.")
        file = self._file(rules)
        with self._drawing:
            if not file.is_file():
                data = map_data(rules)
                self.folder.mkdir(parents=True, exist_ok=True)
                part = file.with_suffix(".part")
                part.write_text(cartography.draw(data, style=_style(data)), encoding="utf-8")
                os.replace(part, file)
        return file.read_bytes()

    def _file(self, rules: Rules) -> Path:
        digest = blake2b(__version__.encode(), digest_size=8)
        for name in ("map/map.toml", *(f"map/{table}.csv" for table in TABLES)):
            overlay = rules.data.overlay.get(name)
            digest.update(overlay.encode() if overlay else (rules.data.folder / name).read_bytes())
        for room in sorted(Path(cartography.__file__).parent.iterdir()):
            if room.is_file():
                digest.update(room.read_bytes())
        return self.folder / f"{rules.info.name}-{digest.hexdigest()}.svg"

    def table(self, rules: Rules) -> Table:
        """The game's table, measured in its pictures' units."""
        with self._describing:
            found = self._tables.get(id(rules))
            if found is None or found[0] is not rules:
                found = (rules, fitted(room_of(rules).table(rules), rules))
                self._tables[id(rules)] = found
            return found[1]


def fitted(table: Table, rules: Rules) -> Table:
    """A table whose first board lies over its picture."""
    if not has_map(rules):
        return table
    data = map_data(rules)
    look = _style(data)
    land = Land(data, look)
    side, margin = land.side, float(look["margin"])
    board = table.boards[0]
    shape = tuple((round(x * side, 2), round(y * side, 2)) for x, y in board.shape)
    picture = msgspec.structs.replace(
        board, width=round(land.width + 2 * margin), height=round(land.height + 2 * margin + FOOT), shape=shape,
        counter=round(board.counter * side, 2),
    )  # fmt: skip
    places = tuple(_laid(place, board, land, margin) for place in table.places)
    return msgspec.structs.replace(table, boards=(picture, *table.boards[1:]), places=places)


def _laid(place: Place, board: BoardPicture, land: Land, margin: float) -> Place:
    if place.board != board.id or place.id not in land.data.keys:
        return place
    x, y = land.at(place.id)
    return msgspec.structs.replace(place, x=round(x + margin, 1), y=round(y + margin, 1))


def with_addresses(table: Table, addresses: Mapping[str, str]) -> Table:
    """The table with where its pictures are."""
    boards = tuple(msgspec.structs.replace(board, image=addresses.get(board.id, "")) for board in table.boards)
    return msgspec.structs.replace(table, boards=boards)
