"""Pictures of the maps without units: shipped with the package, or drawn once into the data folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from threading import Lock

import msgspec

from ostfront.core.page.table import Table, table_of
from ostfront.core.play.rules import Rules
from ostfront.server import map_drawing
from ostfront.server.map_sketch import Sketch, sketch
from ostfront.server.messages import Refused

SHIPPED = Path(__file__).parent / "drawn"


class MapPictures:
    """Boards as SVG, and tables that fit them."""

    def __init__(self, folder: Path, shipped: Path = SHIPPED) -> None:
        self.folder = folder / "pictures"
        self.shipped = shipped
        self._draw_lock = Lock()
        self._table_lock = Lock()
        self._names: dict[int, tuple[Rules, str]] = {}
        self._tables: dict[int, tuple[Rules, Table]] = {}
        self._sketches: dict[str, Sketch] = {}

    def etag(self, rules: Rules) -> str:
        """The cache key: it changes with the map, the drawer and the look."""
        return self._name(rules) if map_drawing.map_kind(rules) else ""

    def ready(self, rules: Rules) -> bool:
        return not map_drawing.map_kind(rules) or self._found(rules) is not None

    def svg(self, rules: Rules) -> bytes:
        """The map of a game; drawing takes some seconds, the first time."""
        if not map_drawing.map_kind(rules):
            raise Refused(404, "missing", f"{rules.info.title} has no picture of its map.")
        return self._file(rules).read_bytes()

    def sketch(self, rules: Rules) -> Sketch:
        """The map in small; those of one map share it."""
        name = self._name(rules)
        found = self._sketches.get(name)
        if found is None:
            found = self._sketches[name] = sketch(self.svg(rules).decode())
        return found

    def _file(self, rules: Rules) -> Path:
        """The file of a picture, drawn if necessary; the layout of an area map is next to it."""
        with self._draw_lock:
            found = self._found(rules)
            if found is None:
                found = draw_into(self.folder, rules, self._name(rules))
        return found

    def _found(self, rules: Rules) -> Path | None:
        files = (folder / f"{self._name(rules)}.svg" for folder in (self.shipped, self.folder))
        return next((file for file in files if file.is_file()), None)

    def _name(self, rules: Rules) -> str:
        kept = self._names.get(id(rules))
        if kept is None or kept[0] is not rules:
            kept = self._names[id(rules)] = (rules, picture_name(rules))
        return kept[1]

    def table(self, rules: Rules) -> Table:
        """The game's table, measured in its pictures' units."""
        with self._table_lock:
            found = self._tables.get(id(rules))
            if found is None or found[0] is not rules:
                table = table_of(rules).table(rules)
                if map_drawing.map_kind(rules):
                    table = map_drawing.fit_table(table, rules, self._layout(rules))
                found = self._tables[id(rules)] = (rules, table)
            return found[1]

    def _layout(self, rules: Rules) -> bytes:
        if map_drawing.map_kind(rules) == "hexes":
            return b""
        return self._file(rules).with_suffix(".json").read_bytes()


def picture_name(rules: Rules) -> str:
    """The name of a picture: the game, and a digest of everything it is made from."""
    digest = blake2b(digest_size=8)
    for part in map_drawing.picture_sources(rules):
        digest.update(part)
    return f"{rules.info.name}-{digest.hexdigest()}"


def draw_into(folder: Path, rules: Rules, name: str) -> Path:
    """Draw a map and write its layout; the picture is written last, so that its layout is always there."""
    picture, layout = map_drawing.draw_map(rules)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.svg"
    for target, body in ((file.with_suffix(".json"), layout), (file, picture.encode())):
        if body:
            part = target.with_suffix(f"{target.suffix}.part")
            part.write_bytes(body)
            os.replace(part, target)
    return file


def with_addresses(table: Table, addresses: Mapping[str, str]) -> Table:
    """The table with the addresses of its pictures."""
    boards = tuple(msgspec.structs.replace(board, image=addresses.get(board.id, "")) for board in table.boards)
    return msgspec.structs.replace(table, boards=boards)
