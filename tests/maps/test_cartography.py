"""The drawer: any hex map, from rows or from a board, always the same picture."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

import pytest

from ostfront.cartography import MapData, default_style, draw, draw_map, png
from ostfront.cartography.land import Land
from ostfront.cartography.mapdata import Line, Side, Site, curve, outline

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "src/ostfront/games/victory_denied/data/map"


@cache
def sheet() -> str:
    return draw_map(FOLDER)


def words(svg: str) -> set[str]:
    return {"".join(e.itertext()) for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("}text")}


def small(pointy: bool) -> MapData:
    """A ring of seven hexes with everything on it."""
    ring = [(0, 0), (1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)]
    keys = {f"010{i}": (k if pointy else (k[1], k[0])) for i, k in enumerate(ring)}
    ground = ["clear", "woods", "woods", "swamp", "hills", "clear", "pocket"]
    return MapData(
        title="Small: a test",
        pointy=pointy,
        keys=keys,
        terrain=dict(zip(keys, ground, strict=True)),
        feature={"0100": "city"},
        sides=[Side("0100", "0101", "minor", "Brook"), Side("0100", "0102", "major", "Brook")],
        lines=[Line("road", "road", ("0105", "0100", "0102"))],
        sites=[Site("Middle", "0100", "city"), Site("Middle", "0100", "victory-gold")],
        words={"clear": "Clear", "woods": "Woods"},
        km_per_hex=10.0,
    )


def test_every_hex_number_and_every_town_is_on_the_sheet() -> None:
    data, shown = MapData.read(FOLDER), words(sheet())
    assert set(data.keys) <= shown
    assert {s.name for s in data.of_kind("city", "town", "village")} <= shown
    assert {"MOSCOW", "MINSK POCKET", "TIMOSHENKO", "Dnieper", "A Victory Denied", "100 km"} <= shown


def test_the_picture_depends_on_the_data_only() -> None:
    assert draw_map(FOLDER) == sheet()


def test_legend_names_every_terrain() -> None:
    assert set(MapData.read(FOLDER).words.values()) | {"Minor river", "Major river"} <= words(sheet())


@pytest.mark.parametrize("pointy", [True, False])
def test_both_orientations_are_drawn(pointy: bool) -> None:
    svg = draw(small(pointy), units=[("0100", "<title>a counter</title>")])
    ElementTree.fromstring(svg)
    assert {"Middle", "0103", "Small"} <= words(svg)
    assert "a counter" in svg


def test_a_style_can_be_laid_over() -> None:
    assert "#123456" in draw(small(True), style={"paper": {**_paper(), "land": "#123456"}})


def test_a_map_may_change_its_own_look() -> None:
    plain, own = small(True), small(True)
    own.look = {"side": 60.0, "trim": True, "border": {"lake": {"lens": 0.4, "fill": "#abcdef"}}}
    for data in (plain, own):
        data.sides.append(Side("0100", "0104", "lake", "Tarn"))
        data.sites.append(Site("Nowhere", "0103", "country"))
    assert "#abcdef" in draw(own) and "#abcdef" not in draw(plain)
    assert Land(own, default_style()).side == 60 and Land(plain, default_style()).side == default_style()["side"]
    assert len(Land(own, default_style()).off_sheet()) == 2 and not Land(plain, default_style()).off_sheet()
    assert "NOWHERE" in words(draw(own))


def _paper() -> dict[str, str]:
    found: dict[str, str] = default_style()["paper"]
    return found


def test_a_board_is_drawn_like_its_files() -> None:
    pytest.importorskip("ostfront.core.map.maptables")
    import csv
    import tomllib

    from ostfront.core.map.board import Board

    def rows(name: str) -> list[dict[str, str]]:
        with (FOLDER / name).open(encoding="utf-8", newline="") as f:
            return list(csv.DictReader(line for line in f if not line.startswith("#")))

    with (FOLDER / "map.toml").open("rb") as f:
        table = tomllib.load(f)
    board = Board.from_rows(table, *(rows(f"{n}.csv") for n in ("hexes", "hexsides", "lines", "sites")))
    ours, theirs = MapData.read(FOLDER), MapData.of(board, "From a board")
    assert theirs.terrain == ours.terrain and theirs.feature == ours.feature
    dx, dy = (theirs.keys["3919"][i] - ours.keys["3919"][i] for i in (0, 1))
    assert all(theirs.keys[h] == (x + dx, y + dy) for h, (x, y) in ours.keys.items())
    assert "3919" in words(draw_map(board, title="From a board"))


def test_a_curve_passes_the_middles_and_the_pinned_nodes() -> None:
    nodes = [(0.0, 0.0), (2.0, 0.0), (3.0, 2.0), (5.0, 2.0)]
    assert (1.0, 0.0) in curve(nodes)
    assert nodes[1] not in curve(nodes)
    assert nodes[1] in curve(nodes, [1])
    assert curve(nodes)[0] == nodes[0] and curve(nodes)[-1] == nodes[-1]


def test_outlines_close_around_holes() -> None:
    data = small(True)
    ring = [h for h in data.keys if h != "0100"]
    assert sorted(len(loop) for loop in outline(data, ring)) == [6, 18]


def test_hexes_that_do_not_touch_share_no_side() -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        small(True).shared("0101", "0104")


def test_drawing_needs_no_gis_package() -> None:
    code = (
        "import sys, ostfront.cartography; assert not {'numpy', 'shapely', 'pyproj', 'resvg_py'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_png() -> None:
    pytest.importorskip("resvg_py")
    assert png(draw(small(False)), width=200).startswith(b"\x89PNG")
