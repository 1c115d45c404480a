"""Small pictures of positions: the map as a sketch, and where each side stands.

The set-up of every scenario is drawn once, into the package or into the data folder, since it takes compiled rules.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from ostfront import games as register
from ostfront.core.page.table import Side, Table, table_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.server import map_sketch
from ostfront.server.map_drawing import map_kind
from ostfront.server.map_pictures import SHIPPED, MapPictures
from ostfront.server.map_sketch import Sketch
from ostfront.server.messages import Refused

FOLDER = "setups"
BOLD = 1.4  # a mark is larger than its counter
SMALLEST, LARGEST = 6.0, 14.0
Spot = tuple[str, str]  # a place and a side


class SetupPictures:
    """The scenarios before their first decisions, as everybody sees them."""

    def __init__(self, pictures: MapPictures, folder: Path, shipped: Path = SHIPPED) -> None:
        self._pictures = pictures
        self._folders = (shipped / FOLDER, folder / "pictures" / FOLDER)

    def svg(self, game: str, scenario: str) -> tuple[bytes, str]:
        """The picture and its digest; drawing takes some seconds, the first time."""
        name = setup_name(game, scenario)
        for folder in self._folders:
            file = folder / f"{name}.svg"
            if file.is_file():
                return file.read_bytes(), name
        return draw_setup(self._folders[1], self._pictures, game, scenario), name


def draw_setup(folder: Path, pictures: MapPictures, game: str, scenario: str) -> bytes:
    rules = register.rules(game, scenario)
    body = draw_position(pictures, Game.started(rules, Seeded.of(0)), range(len(rules.seats)))
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{setup_name(game, scenario)}.svg"
    part = file.with_suffix(".part")
    part.write_bytes(body)
    os.replace(part, file)
    return body


@lru_cache(maxsize=64)
def setup_name(game: str, scenario: str) -> str:
    """The name of a picture: the scenario, and a digest of the game's data and of what draws it."""
    info = register.info(game)
    digest = blake2b(f"{info.version} ".encode(), digest_size=8)
    for file in sorted(file for file in Path(info.data).rglob("*") if file.is_file()):
        digest.update(file.read_bytes())
    for module in (__file__, map_sketch.__file__):
        digest.update(Path(module).read_bytes())
    return f"{game}-{scenario}-{digest.hexdigest()}"


def draw_position(pictures: MapPictures, game: Game, seats: Iterable[int]) -> bytes:
    """A position with what all these seats see of it: where units of a side are, not which."""
    rules = game.rules
    if not map_kind(rules):
        raise Refused(404, "missing", f"{rules.info.title} has no picture of its map.")
    look = table_of(rules).look
    spots = [{(piece.at, piece.side) for piece in look(game.view(seat)).pieces} for seat in seats]
    return _svg(pictures.sketch(rules), pictures.table(rules), set.intersection(*spots))


def _svg(map: Sketch, table: Table, spots: set[Spot]) -> bytes:
    """The sketch with a mark for each side in a place: squares for the first side, discs for the second."""
    board = table.boards[0]
    size = min(max(board.counter * map.scale * BOLD, SMALLEST), LARGEST)
    sides = list(table.sides)
    marks = []
    for place in table.places:
        x, y = map.at(place.x, place.y)
        if place.board != board.id or not (0 < x < map.width and 0 < y < map.height):
            continue
        here = [n for n, side in enumerate(sides) if (place.id, side.id) in spots]
        for n, which in enumerate(here):
            at = x + (n - (len(here) - 1) / 2) * size * 0.8
            marks.append(_mark(sides[which], which % 2 == 1, at, y, size))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {map.width} {map.height}" width="{map.width}" '
        f'height="{map.height}">{map.shapes}<g stroke-width="{size / 7:.1f}">{"".join(marks)}</g></svg>'
    ).encode()


def _mark(side: Side, disc: bool, x: float, y: float, size: float) -> str:
    if disc:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:.1f}" fill="{side.edge}" stroke="{side.fill}"/>'
    corner, edge = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}"', f'fill="{side.fill}" stroke="{side.ink}"'
    return f'<rect {corner} width="{size:.1f}" height="{size:.1f}" rx="{size / 6:.1f}" {edge}/>'
