"""The frozen map of Kiev '41 against the rulebook, against the set-ups and against sense; and its drawing."""

from __future__ import annotations

import csv
import math
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from ostfront.cartography.areamap import AreaData, inside
from ostfront.cartography.areas import draw_areas
from ostfront.core.map.areas import AreaMap

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src/ostfront/games/kiev_41/data"
FOLDER = DATA / "map"
SETUPS = ("campaign", "river", "pocket", "snow")
POCKET = {"4", "5", "6", "20"}
ORANGE, RED = (
    {*map(str, range(7, 12))},
    {*["12", "13", "S1", "S2", "S3", "60", "77", "94", "133", "136", "139", "145"]},
)
YELLOW = {*map(str, range(1, 7))}
SOURCES = {
    "campaign": YELLOW | ORANGE | RED,
    "river": YELLOW | ORANGE | RED,
    "pocket": ORANGE | RED,
    "snow": ORANGE | RED,
}
AXIS_SOURCES = {*["Axis", "14", "61", "78", "95", "103", "110", "111"]}
STAGING = {"Axis", "S1", "S2", "S3"}
# strips of numbers that run west to east
STRIPS = [
    (1, 13), (14, 28), (29, 44), (45, 60), (61, 77), (78, 94), (95, 102), (103, 109), (111, 114), (115, 117),
    (118, 119), (120, 124), (125, 129), (130, 131), (132, 133), (134, 136), (137, 139), (140, 143), (144, 148),
]  # fmt: skip


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


@cache
def the_map() -> AreaMap:
    return AreaMap.from_rows(rows(FOLDER / "areas.csv"), rows(FOLDER / "borders.csv"))


@cache
def data() -> AreaData:
    return AreaData.read(FOLDER)


def area(name: str) -> dict[str, str]:
    return data().areas[name]


def near(name: str, *kinds: str) -> set[str]:
    found = the_map().adjacent(the_map().index(name), kinds or None)
    return {the_map().name(i) for i in found}


def named(found: int) -> set[str]:
    return {the_map().name(i) for i in the_map().bits(found)}


def bits(names: Iterable[str]) -> int:
    return sum(1 << the_map().index(name) for name in names)


def held(setup: str, side: str) -> set[str]:
    return {name for name, row in data().areas.items() if row[setup] == side}


def linked(sources: Iterable[str], inside_of: Iterable[str]) -> set[str]:
    """Over land and river borders, not over the strait."""
    allowed = bits(inside_of)
    return named(the_map().flood(bits(sources) & allowed, allowed, allowed, ("land", "river")))


@cache
def standing(setup: str) -> dict[str, set[str]]:
    """Areas with units or lines of each side."""
    out: dict[str, set[str]] = {"axis": set(), "soviet": set()}
    for row in rows(DATA / f"setup/{setup}.csv"):
        if row["place"] in data().areas and row["unit"] not in ("BB", "CA"):
            out[row["side"]].add(row["place"])
    return out


# ------------------------------------------------------------------ the rules


def test_2_0_153_areas() -> None:
    assert set(data().areas) == {*map(str, range(1, 149)), "FS", *STAGING}
    assert set(data().rings) == set(data().areas)
    assert {row["colour"] for row in data().areas.values()} == {"green", "yellow", "red", "victory", "staging"}
    assert {name for name, row in data().areas.items() if row["colour"] == "staging"} == STAGING


def test_2_1_supply_icons_and_the_western_edge() -> None:
    icons = {name: row["supply"] for name, row in data().areas.items() if row["supply"]}
    assert {n for n, icon in icons.items() if icon == "axis"} == AXIS_SOURCES
    assert {n for n, icon in icons.items() if icon == "soviet-yellow"} == YELLOW
    assert {n for n, icon in icons.items() if icon == "soviet-orange"} == ORANGE
    assert {n for n, icon in icons.items() if icon == "soviet-red"} == RED
    assert all("W" in area(name)["edge"] for name in AXIS_SOURCES)
    assert all("E" in area(name)["edge"] for name in ("13", "60", "77", "94", "133", "136", "139", "S1", "S2", "S3"))
    assert all("N" in area(str(n))["edge"] for n in range(1, 14))


def test_2_1_1_seas() -> None:
    assert "black" in area("FS")["sea"] and "black" in area("145")["sea"]
    assert area("129")["sea"] == area("144")["sea"] == "black azov"


def test_2_4_4_victory_areas() -> None:
    victory = {row["name"]: name for name, row in data().areas.items() if row["colour"] == "victory"}
    assert victory == {
        "Tarnopol": "14", "Kiev": "4", "Dnepropetrovsk": "55", "Kharkov": "25", "Rostov": "94", "Maykop": "148",
        "Sevastopol": "FS",
    }  # fmt: skip


def test_2_4_8_one_strait() -> None:
    straits = [b for b in data().borders if b["kind"] == "strait"]
    assert [(b["a"], b["b"]) for b in straits] == [("129", "144")]


def test_2_5_the_campaign_begins_with_20_and_133() -> None:
    rumania = {name for name, row in data().areas.items() if row["rumania"]}
    assert held("campaign", "axis") == rumania | {"Axis", "14"}
    assert (len(rumania), len(held("campaign", "axis")), len(held("campaign", "soviet"))) == (18, 20, 133)
    assert linked(["61"], rumania) == rumania


def test_2_9_areas_with_more_than_two_blocks_are_green() -> None:
    for name in [
        "7",
        "17",
        "26",
        "35",
        "36",
        "42",
        "43",
        "52",
        "53",
        "54",
        "59",
        "60",
        "62",
        "66",
        "68",
        "70",
        "71",
        "73",
        "77",
        "78",
        "84",
        "87",
        "88",
        "97",
        "123",
        "130",
        "133",
    ]:
        assert area(name)["colour"] == "green"
        assert area(name)["colour_source"].startswith("rulebook")


def test_10_3_kleist() -> None:
    assert the_map().kinds(the_map().index("35"), the_map().index("20")) == ["river"]
    assert next(b["river"] for b in data().borders if (b["a"], b["b"]) == ("20", "35")) == "Dnieper"
    assert "6" in near("20")
    assert the_map().distance(the_map().index("33"), the_map().index("6")) <= 3
    free = the_map().valid & ~bits(["35", "6"])
    reach = the_map().rings(bits(["20"]), free, free)
    assert any("34" in named(ring) for ring in reach[:4])


def test_10_13_odessa_is_yellow_with_a_city_and_besieged() -> None:
    assert (area("108")["colour"], area("108")["city"], area("108")["sea"]) == ("yellow", "Odessa", "black")
    assert {"100", "101", "107", "109"} <= near("108")
    for setup in ("river", "pocket"):
        assert near("108") <= held(setup, "axis")


def test_14_4_thirteen_ports_on_their_seas() -> None:
    ports = {name: row["port"] for name, row in data().areas.items() if row["port"]}
    assert Counter(ports.values()) == {"black": 8, "azov": 5}
    assert all(sea in area(name)["sea"].split() for name, sea in ports.items())


# ------------------------------------------------------------------ the set-ups


@pytest.mark.parametrize("setup", SETUPS)
def test_the_axis_is_in_supply_and_in_one_piece(setup: str) -> None:
    reached = linked(AXIS_SOURCES, held(setup, "axis"))
    assert standing(setup)["axis"] <= reached
    if setup != "campaign":
        assert reached == held(setup, "axis")


@pytest.mark.parametrize("setup", SETUPS)
def test_only_the_pocket_is_isolated(setup: str) -> None:
    soviet = held(setup, "soviet")
    reached = linked(SOURCES[setup], soviet)
    if {"FS", "145"} <= soviet:
        reached |= {name for name in soviet if "black" in area(name)["sea"]}
        if {"129", "144"} <= soviet:
            reached |= {name for name in soviet if "azov" in area(name)["sea"]}
    assert standing(setup)["soviet"] - reached - {"FS"} == (POCKET if setup == "pocket" else set())


def test_the_kiev_pocket_is_closed() -> None:
    assert linked(["4"], POCKET) == POCKET
    around = set().union(*(near(name) for name in POCKET)) - POCKET
    assert around == {"3", "7", "18", "19", "21", "35"}
    assert around <= held("pocket", "axis")


def test_sevastopol_is_besieged_in_the_snow() -> None:
    assert near("FS") == {"130", "131"} <= held("snow", "axis")


def test_the_river_line_looks_over_the_dnieper() -> None:
    dnieper = {frozenset((b["a"], b["b"])) for b in data().borders if b["river"] == "Dnieper"}
    for name in ("5", "20", "21", "37"):
        assert any(frozenset((name, other)) in dnieper for other in near(name) & held("river", "axis"))


@pytest.mark.parametrize(
    ("setup", "side", "names"),
    [
        ("campaign", "axis", "14 62 79 97 104 113"),
        ("river", "axis", "3 18 19 35 36 54 69 85 102"),
        ("river", "soviet", "70 86 87"),
        ("pocket", "axis", "3 18 19 7 21 36 55 71 88 123"),
        ("pocket", "soviet", "8 22 37 56 72 89 121 124"),
        ("snow", "axis", "10 25 40 57 58 75 76 93 94 129 130 131"),
        ("snow", "soviet", "11 26 41 42 59 60 77 133 144"),
    ],
)
def test_forward_stacks_face_the_enemy(setup: str, side: str, names: str) -> None:
    for name in names.split():
        assert near(name) - held(setup, side), name


def test_the_axis_staging_area_opens_on_tarnopol_and_on_the_enemy() -> None:
    assert "14" in near("Axis") and near("Axis") & held("campaign", "soviet")


# ------------------------------------------------------------------ sense


def test_numbers_run_west_to_east_in_strips() -> None:
    for first, last in STRIPS:
        xs = [data().spot(str(n))[0] for n in range(first, last + 1)]
        late = sum(a >= b for a, b in pairwise(xs))
        assert late <= 1, (first, last)
    for first, last in STRIPS[:6]:
        for n in range(first, last):
            assert str(n + 1) in near(str(n)), n


def test_the_map_is_one_piece_and_nobody_has_too_many_neighbours() -> None:
    assert the_map().flood(1, the_map().valid, the_map().valid) == the_map().valid
    assert all(2 <= len(near(name)) <= 10 for name in data().areas)


def test_borders_are_the_lines_that_outlines_share() -> None:
    shared = {frozenset(areas) for areas in data().sides.values() if len(areas) == 2}
    listed = {frozenset((b["a"], b["b"])) for b in data().borders if b["kind"] != "strait"}
    assert shared == listed
    assert all(int(b["km"]) >= 5 for b in data().borders if b["kind"] != "strait"), "no border is a mere corner"
    assert all(bool(b["river"]) == (b["kind"] != "land") for b in data().borders)


def test_no_line_belongs_to_three_areas() -> None:
    assert max(len(areas) for areas in data().sides.values()) == 2


def test_spots_lie_inside_and_off_the_rim() -> None:
    for name, rings in data().rings.items():
        spot = data().spot(name)
        assert inside(rings, spot), name
        assert min(math.dist(spot, p) for ring in rings for p in ring) > 12, name


def test_towns_lie_in_or_beside_their_area() -> None:
    for name, rings in data().rings.items():
        if name not in STAGING:
            town = data().town(name)
            assert inside(rings, town) or min(math.dist(town, p) for ring in rings for p in ring) < 20, name


def test_terrain_leaves_room_for_panzers() -> None:
    share = Counter(row["colour"] for row in data().areas.values())
    assert 5 <= share["red"] <= 15 and 30 <= share["yellow"] <= 55 and share["green"] > 75


def test_frozen_files_name_their_sources() -> None:
    for name in ("areas", "borders", "polygons", "scenery"):
        assert (FOLDER / f"{name}.csv").read_text(encoding="utf-8").startswith("# source: ")
    assert "GSHHG" in data().attribution


# ------------------------------------------------------------------ the drawing


@cache
def sheet() -> str:
    return draw_areas(FOLDER)


def test_every_number_and_name_is_on_the_sheet() -> None:
    shown = {"".join(e.itertext()) for e in ElementTree.fromstring(sheet()).iter() if e.tag.endswith("}text")}
    assert set(data().areas) <= shown
    for row in data().areas.values():
        if row["colour"] != "staging":
            assert row["name"] in shown or row["name"].upper() in shown
    assert {"BLACK SEA", "SEA OF AZOV", "Dnieper", "THE ROAD TO TULA", "Nizhyn", "Tula", "MOSCOW", "150 km"} <= shown
    assert set(data().words.values()) <= shown


def test_the_picture_depends_on_the_data_only() -> None:
    assert draw_areas(FOLDER) == sheet()


def test_classes_differ_by_the_shape_of_the_badge() -> None:
    from ostfront.cartography.areas import area_style

    shapes = [look["shape"] for look in area_style()["badge"].values()]
    assert len(set(shapes)) == len(shapes) == 5
    letters = [look["letter"] for look in area_style()["supply"].values()]
    assert len(set(letters)) == len(letters)


def test_blocks_are_drawn_on_their_spot_and_a_style_can_be_laid_over() -> None:
    svg = draw_areas(
        data(), units=[("4", "<title>a block</title>")], style={"border": {"casing": "#123456", "line": "#000"}}
    )
    x, y = data().spot("4")
    assert f'translate({x:.1f} {y:.1f})"><title>a block' in svg and "#123456" in svg
