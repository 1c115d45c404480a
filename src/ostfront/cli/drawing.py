"""Maps as pictures, empty or with their counters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from xml.sax.saxutils import escape

import typer

from ostfront.cli.app import Data, GameName, Json, Scenario, app, print_json, write_text
from ostfront.core.errors import BadAction, OstfrontError, suggestion

if TYPE_CHECKING:
    from ostfront.cartography import MapData
    from ostfront.core.files.data import DataFolder
    from ostfront.core.play.game import Game


@app.command("map")
def draw(
    game: GameName,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write an SVG file.")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Write a PNG file.")] = None,
    width: Annotated[int | None, typer.Option("--width", min=100, help="Width of the PNG in pixels.")] = None,
    scenario: Scenario = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Draw the map of a game or scenario.

    PNG needs the extra `png`: pip install "ostfront[png]".

    \b
    Examples:
      ostfront map victory-denied --svg smolensk.svg
      ostfront map victory-denied --png smolensk.png --width 2400
      ostfront map victory-awaits --scenario kiev --png kiev.png
    """
    from ostfront import games
    from ostfront.core.files.data import DataFolder

    if svg is None and png is None:
        raise BadAction("Name an output file: --svg FILE, --png FILE or both.")
    info = games.info(game)
    scenarios = info.scenarios
    if scenario is not None and scenario not in scenarios:
        raise BadAction(f"{game} has no scenario '{scenario}'.{suggestion(scenario, scenarios)}")
    folder = DataFolder(game, Path(info.data), games.overlay(game, data))
    picture = _areas_of(folder) or _draw(_map_of(folder, scenario))
    if svg is not None:
        write_text(svg, picture)
    if png is not None:
        png.write_bytes(to_png(picture, width))
    files = [str(path) for path in (svg, png) if path is not None]
    if json:
        print_json({"game": game, "files": files})
    else:
        typer.echo(f"Wrote the map of {game} to {' and '.join(files)}.")


def draw_game(game: Game) -> str:
    """A position as SVG: the map with its counters, secrets included."""
    return _areas_of(game.rules.data, game) or _draw(_map_of(game.rules.data, game.rules.settings.scenario), game)


def _areas_of(data: DataFolder, game: Game | None = None) -> str:
    """The area map among a game's data as SVG; empty when it has none."""
    from ostfront.cartography.areas import draw_areas

    folder = data.folder / "map"
    if not (folder / "areas.csv").is_file():
        return ""
    return draw_areas(folder, units=() if game is None else _blocks(game))


TABLES = ("hexes", "hexsides", "lines", "sites")


def _map_of(data: DataFolder, scenario: str | None = None) -> MapData:
    """The hex map among a game's data: as the workshop froze it, or compiled when an overlay changes it."""
    from ostfront.cartography import MapData, map_folder
    from ostfront.core.map.board import Board

    where = map_folder(data, scenario)
    folder = data.folder / where
    if not (folder / "map.toml").is_file():
        raise OstfrontError(f"{data.game} has no hex map to draw.")
    table = data.toml(f"{where}/map.toml")
    rows = [[row for _, row in data.raw_rows(f"{where}/{name}.csv")] for name in TABLES]
    board = Board.from_rows(table, *rows)  # checks everything and reports what is wrong
    as_frozen = all(isinstance(kind, dict) for kind in table["terrain"].values())
    if as_frozen and not any(name.startswith(f"{where}/") for name in data.overlay):
        return MapData.read(folder)
    return MapData.of(board, str(table.get("title", data.game)))


def _draw(data: MapData, game: Game | None = None) -> str:
    from ostfront.cartography import default_style, draw

    look = default_style()
    rivers, roads = look["river"], look["road"]
    look["river"] = {side.kind: rivers["minor"] for side in data.sides} | rivers  # any other kind looks like these
    look["road"] = {line.kind: roads["road"] for line in data.lines} | roads
    return draw(data, style=look, units=None if game is None else _counters(game, data, float(look["side"])))


# ---- counters -----------------------------------------------------------------------------------------

COLOURS = ("#8fa3b0", "#b5764f", "#c9b26b", "#7f9a6a")  # by the first occupancy group of a unit: mostly its side


def _counters(game: Game, data: MapData, side: float) -> Iterator[tuple[str, str]]:
    """Each stack as counters with their names, the lowest first."""
    from ostfront.cli.game_text import places

    units = game.rules.vocabulary.nouns["unit"]
    for place, stack in places(game).items():
        if place not in data.keys:
            continue
        for level, counter in enumerate(stack):
            name = str(counter["unit"])
            groups = game.state.groups_of[units.index(name)]
            yield place, _counter(name, level, COLOURS[groups[0] % len(COLOURS) if groups else -1], side)


def _counter(name: str, level: int, colour: str, side: float) -> str:
    shift = 0.12 * side * level
    return _square(name, shift, -shift, 1.05 * side, colour)


def _blocks(game: Game) -> Iterator[tuple[str, str]]:
    """Each area's pieces in rows of three under its number, with the steps they have left."""
    from ostfront.cli.game_text import places

    size, units = 40.0, game.rules.vocabulary.nouns["unit"]
    drawn = {str(name) for name in game.rules.vocabulary.nouns["place"].names[: game.state.hexes]}
    for place, stack in places(game).items():
        if place not in drawn:
            continue
        wide = min(3, len(stack))
        for at, block in enumerate(stack):
            name = str(block["unit"])
            unit = units.index(name)
            steps, groups = game.state.steps[unit], game.state.groups_of[unit]
            x, y = (at % 3 - (wide - 1) / 2) * size * 1.04, 40 + at // 3 * size * 1.04
            colour = COLOURS[groups[0] % len(COLOURS) if groups else -1]
            yield place, _square(name, x, y, size, colour, str(steps or ""))


def _square(name: str, x: float, y: float, size: float, colour: str, below: str = "") -> str:
    """A piece with its name, and a number under it if there is one."""
    letters = min(0.32 * size, 1.5 * size / max(len(name), 1))
    box = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"'
    lift = size * 0.14 if below else 0.0
    found = (
        f'<rect {box} rx="{size / 12:.1f}" fill="{colour}" stroke="#222" stroke-width="1"/>'
        f'<text x="{x:.1f}" y="{y + letters / 3 - lift:.1f}" font-size="{letters:.1f}" text-anchor="middle" '
        f'fill="#111">{escape(name)}</text>'
    )
    if not below:
        return found
    return found + (
        f'<text x="{x:.1f}" y="{y + size * 0.4:.1f}" font-size="{size * 0.36:.1f}" font-weight="bold" '
        f'text-anchor="middle" fill="#111">{escape(below)}</text>'
    )


def to_png(svg: str, width: int | None = None) -> bytes:
    from ostfront.cartography import png

    try:
        return png(svg, width=width)
    except ImportError:
        raise OstfrontError('Drawing PNG needs resvg-py: pip install "ostfront[png]".') from None
