"""Maps as SVG: board data in, a sheet for the table out. Works for any hex map; the look is data (style.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ostfront.cartography.furniture import Furniture, foot_height
from ostfront.cartography.land import Land, tag
from ostfront.cartography.mapdata import MapData, chance
from ostfront.cartography.names import Names
from ostfront.cartography.ways import Ways

if TYPE_CHECKING:
    from ostfront.core.files.data import DataFolder
    from ostfront.core.map.board import Board

__all__ = ["MapData", "draw", "draw_map", "map_folder", "png"]


def default_style() -> dict[str, Any]:
    """The default look of a map."""
    return tomllib.loads((resources.files(__package__) / "style.toml").read_text(encoding="utf-8"))


def map_folder(data: DataFolder, scenario: str | None = None) -> str:
    """Where a game keeps the map of a scenario: in `map`, or in its subfolder that scenarios.toml names."""
    if not (data.folder / "scenarios.toml").is_file():
        return "map"
    scenarios = {k: v for k, v in data.toml("scenarios.toml").items() if isinstance(v, dict) and "map" in v}
    if not scenarios:
        return "map"
    return f"map/{scenarios.get(scenario or '', next(iter(scenarios.values())))['map']}"


def draw_map(board: Board | MapData | Path, *, title: str = "", style: Mapping[str, Any] | None = None) -> str:
    """A map as SVG: from its data folder, from its frozen rows, or from a compiled board."""
    if isinstance(board, Path):
        data = MapData.read(board)
    elif isinstance(board, MapData):
        data = board
    else:
        data = MapData.of(board, title)
    return draw(data, style=style)


def draw(
    data: MapData, *, style: Mapping[str, Any] | None = None, units: Iterable[tuple[str, str]] | None = None
) -> str:
    """The sheet as SVG. `units` are pairs of hex and SVG fragment, drawn around the centre of their hex."""
    land = Land(data, {**default_style(), **(style or {})})
    look = land.style
    ways = Ways(land)
    names = Names(land, ways)
    furniture = Furniture(land, names)
    margin, foot = float(look["margin"]), foot_height(land.width)
    width, height = land.width + 2 * margin, land.height + 2 * margin + foot
    symbols = furniture.symbols()
    regions = furniture.regions()
    rivers = names.rivers()
    towns = names.towns()
    wide = names.wide()
    paper = look["paper"]
    w, h = land.width, land.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="{look["font"]}">',
        f'<rect width="100%" height="100%" fill="{paper["sheet"]}"/>',
        *_frame(width, height, margin, w, h, paper),
        f'<g transform="translate({margin} {margin})">',
        f'<clipPath id="land"><rect width="{w:.1f}" height="{h:.1f}"/></clipPath><g clip-path="url(#land)">',
        f'<rect width="{w:.1f}" height="{h:.1f}" fill="{paper["land"]}"/>',
        *_blotches(w, h, paper["blotch"]),
        *land.ground(),
        *land.built(),
        *wide,
        *furniture.grid(),
        *ways.rivers(),
        *ways.borders("prohibited", "start-line", "lake", "estuary", "strait", "sea", "kerch", "sivash"),
        *ways.borders("border", "frontier", "weather-line", "logistics-line", "dp-line", "r-line", "cs-line"),
        *ways.roads(),
        *ways.borders("scenario-border"),
        *furniture.numbers(),
        *rivers,
        *symbols,
        *towns,
        *land.off_sheet(),
        "</g>",
        *regions,
        *_pieces(land, units or ()),
        *furniture.foot(h + margin * 0.55),
        "</g></svg>",
    ]
    return "\n".join(p for p in parts if p)


def _frame(width: float, height: float, margin: float, w: float, h: float, paper: Mapping[str, str]) -> list[str]:
    def ring(x: float, w: float, h: float, thick: float) -> str:
        look = paper["frame"]
        return tag("rect", x=x, y=x, width=w, height=h, fill="none", stroke=look, stroke_width=thick)

    return [
        ring(18.0, width - 36, height - 36, 3.0),
        ring(26.0, width - 52, height - 52, 1.0),
        ring(margin - 7, w + 14, h + 14, 4.0),
    ]


def _blotches(w: float, h: float, colour: str) -> list[str]:
    """Old paper: a few large soft stains."""
    out = [
        f'<radialGradient id="stain"><stop offset="0" stop-color="{colour}" stop-opacity="0.22"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>'
    ]
    for i in range(26):
        r = 120 + 320 * chance(i, 41)
        out.append(
            f'<circle cx="{w * chance(i, 42):.0f}" cy="{h * chance(i, 43):.0f}" r="{r:.0f}" fill="url(#stain)"/>'
        )
    return out


def _pieces(land: Land, units: Iterable[tuple[str, str]]) -> list[str]:
    out = []
    for hex_, fragment in units:
        x, y = land.at(hex_)
        out.append(f'<g transform="translate({x:.1f} {y:.1f})">{fragment}</g>')
    return out


def png(svg: str, *, width: int | None = None) -> bytes:
    """An SVG as PNG bytes, by resvg."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
