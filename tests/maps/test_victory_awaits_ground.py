"""The frozen maps of A Victory Awaits against sense; their drawing and their page."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from collections import Counter
from itertools import pairwise

import pytest

from awaits_maps import (
    FOLDER,
    MAPS,
    ROOT,
    WATER,
    board,
    hexes,
    land,
    links,
    neighbours,
    num,
    open_land,
    reached,
    sides,
    steps,
    table,
    the_map,
    where,
)
from ostfront.cartography import MapData, draw_map, map_folder
from ostfront.core.files.data import DataFolder

COMPASS = {n: math.radians(90 - 45 * i) for i, n in enumerate(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))}
# places that must lie on their side of the start line
GERMAN = [
    "Memel",
    "Tilsit",
    "Gumbinnen",
    "Suwalki",
    "Lyck",
    "Siedlce",
    "Lublin",
    "Chelm",
    "Zamosc",
    "Iasi",
    "Botosani",
]
SOVIET = [
    "Kretinga", "Taurage", "Kaunas", "Olita", "Augustow", "Grodno", "Lomza", "Bialystok", "Brest", "Sokal",
    "Rava-Russkaya", "Przemysl", "Lvov", "Chernovtsy", "Beltsy", "Kishinev",
]  # fmt: skip


# ------------------------------------------------------------------ sense


def test_the_start_line_runs_from_sea_to_sea_and_parts_the_land() -> None:
    held = board().hex_facts["held"]
    side_of = {h: held[board().index(h)] for h in land()}
    line = sides("start-line")
    for a, near in neighbours().items():
        for b in near & set(side_of):
            if a in side_of:
                assert (frozenset((a, b)) in line) == (side_of[a] != side_of[b])
    corners: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for side in line:
        p, q = the_map().shared(*sorted(side))
        corners.setdefault(p, set()).add(q)
        corners.setdefault(q, set()).add(p)
    ends = [k for k, near in corners.items() if len(near) == 1]
    assert len(ends) == 2, "one line without gaps or forks"
    assert all(len(near) <= 2 for near in corners.values())


@pytest.mark.parametrize(("towns", "side"), [(GERMAN, "axis"), (SOVIET, "soviet")])
def test_border_towns_are_held_by_their_side(towns: list[str], side: str) -> None:
    for town in towns:
        assert board().hex_facts["held"][board().index(where(town))] == side, town


def test_no_town_stands_in_the_water_or_shares_its_hex() -> None:
    towns = [s.hex for s in the_map().of_kind("major-city", "city", "village")]
    assert [h for h, n in Counter(towns).items() if n > 1] == []
    assert set(towns) <= land()
    for kind in ("major-city", "city"):
        assert {h for h, f in the_map().feature.items() if f == kind} == hexes(kind)


@pytest.mark.parametrize("kind", ["road", "rail"])
def test_ways_stay_on_land_and_are_laid_once(kind: str) -> None:
    laid = Counter(frozenset(p) for line in the_map().lines if line.kind == kind for p in pairwise(line.hexes))
    assert max(laid.values()) == 1
    shut = sides("prohibited")
    for step in laid:
        a, b = sorted(step)
        assert b in neighbours()[a], f"{a}-{b}"
        assert step <= land() and step not in shut
    assert len(set().union(*laid)) < 0.4 * len(land()), "a net, not a carpet"


def test_every_city_is_on_a_road_or_a_railway() -> None:
    on = set(links(steps("road"))) | set(links(steps("rail")))
    assert set(the_map().feature) <= on


def test_the_land_hangs_together() -> None:
    apart = land() - reached({where("Minsk")}, open_land())
    assert apart == {h for h in land() if h[0] == "L" and 7 <= int(h[3:]) <= 14 and int(h[1:3]) <= 12}, (
        "Dago and Osel"
    )


def test_rivers_are_continuous_and_end_somewhere() -> None:
    data = the_map()
    belongs = Counter(k for name in data.keys for k in data.corner_keys(name))
    shore = {k for h, t in data.terrain.items() if t in WATER for k in data.corner_keys(h)}
    courses: dict[str, dict[tuple[int, int], set[tuple[int, int]]]] = {}
    for side in data.sides:
        if side.kind in ("minor", "major"):
            a, b = data.shared(side.a, side.b)
            net = courses.setdefault(side.name, {})
            net.setdefault(a, set()).add(b)
            net.setdefault(b, set()).add(a)
    assert "" not in courses, "every river hexside belongs to a named river"
    for name, net in courses.items():
        whole = {str(k): {str(n) for n in near} for k, near in net.items()}
        assert len(reached({next(iter(whole))}, whole)) == len(whole), f"{name} is broken"
        ends = [k for k, near in net.items() if len(near) == 1]
        assert len(ends) == 2, f"{name} forks or runs in a circle"
        others = {k for other, near in courses.items() if other != name for k in near}
        assert any(belongs[k] < 3 or k in others or k in shore for k in ends), f"{name} ends nowhere"


def test_great_rivers_are_major_and_hexsides_have_one_kind_of_river() -> None:
    rivers = [s for s in the_map().sides if s.kind in ("minor", "major")]
    assert max(Counter(frozenset((s.a, s.b)) for s in rivers).values()) == 1
    kinds: dict[str, set[str]] = {}
    for s in rivers:
        kinds.setdefault(s.name, set()).add(s.kind)
    for name in (
        "Dnieper",
        "Western Dvina",
        "Neman",
        "Pripet",
        "Dniester",
        "Southern Bug",
        "Volkhov",
        "Neva",
        "Narva",
    ):
        assert "major" in kinds[name], name
    for name in ("Western Bug", "Prut", "San", "Luga", "Velikaya", "Sozh", "Teterev", "Psel", "Lielupe"):
        assert kinds[name] == {"minor"}, name


@pytest.mark.parametrize("row", table("banks.csv"), ids=lambda r: f"{r['town']} on the {r['river']}")
def test_towns_stand_on_their_own_bank(row: dict[str, str]) -> None:
    data = the_map()
    names = {r["town"]: r["name"] or r["town"] for r in table("towns.csv")}
    number = row["town"] if row["town"] in data.keys else where(names[row["town"]])
    x, y = data.centre(number)
    toward = []
    for side in data.sides:
        if side.name == row["river"] and number in (side.a, side.b):
            u, v = data.centre(side.b if side.a == number else side.a)
            angle = COMPASS[row["lies"]]
            toward.append((u - x) * math.cos(angle) - (v - y) * math.sin(angle))
    assert toward, "the river does not touch the town"
    assert sum(toward) / len(toward) > 0.3, "the river passes behind the town"
    assert min(toward) > -1, "the river runs round the town"


def test_terrain_is_in_clumps_and_mountains_are_on_the_kiev_sheet() -> None:
    data = the_map()
    total = len(land())
    share = {t: n / total for t, n in Counter(data.terrain[h] for h in land()).items()}
    assert 0.12 < share["light-woods"] < 0.25
    assert 0.06 < share["heavy-woods"] < 0.15
    assert 0.03 < share["marsh"] < 0.09
    assert share["plains"] > 0.5
    assert {h[0] for h, t in data.terrain.items() if t == "mountain"} == {"K"}
    woods = {h for h, t in data.terrain.items() if t.endswith("woods")}
    alike = [len(neighbours()[h] & woods) for h in woods]
    assert sum(alike) / len(alike) > 3.5, "forests, not a chessboard"


def test_no_reservoir_of_later_years() -> None:
    """Lakes are Peipus, Pskov, Ilmen, Ladoga and no others; the Dnieper is a river all the way."""
    assert Counter(h[0] for h, t in the_map().terrain.items() if t == "lake") == {"L": 13}


def test_overrides_cite_their_reason_and_hold() -> None:
    listed = table("overrides.csv")
    assert listed and all(r["reason"] for r in listed)
    for row in listed:
        if row["field"] == "terrain":
            assert {the_map().terrain[num(h)] for h in row["hexes"].split()} == {row["value"]}


@pytest.mark.parametrize("name", MAPS)
def test_frozen_files_name_their_sources(name: str) -> None:
    for file in ("hexes", "hexsides", "lines", "sites"):
        assert (FOLDER / name / f"{file}.csv").read_text(encoding="utf-8").startswith("# source: ")
    assert "GeoNames" in the_map(name).attribution


# ------------------------------------------------------------------ the drawing


def test_each_scenario_has_its_own_folder() -> None:
    data = DataFolder("victory-awaits", FOLDER.parent, {})
    assert map_folder(data) == map_folder(data, "campaign") == "map/campaign"
    assert map_folder(data, "smolensk-short") == map_folder(data, "smolensk") == "map/smolensk"
    assert map_folder(data, "kiev") == "map/kiev"


def test_the_sheet_shows_every_number_town_and_sign() -> None:
    svg = draw_map(FOLDER / "leningrad")
    shown = {"".join(e.itertext()) for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("}text")}
    data = the_map("leningrad")
    assert set(data.keys) <= shown
    assert {s.name for s in data.of_kind("major-city", "city") if s.name != "Leningrad"} <= shown
    assert {"LENINGRAD", "Neva", "Start line", "Closed hexside", "Railroad, bridge", "Stand Fast"} <= shown
    assert {"Axis supply source", "Soviet supply source", "Major city", "Heavy woods", "Sea"} <= shown


def test_joined_sheets_lie_where_the_core_puts_them() -> None:
    ours, theirs = the_map(), MapData.of(board())
    dx, dy = (theirs.keys["S3510"][i] - ours.keys["S3510"][i] for i in (0, 1))
    assert {h: (x + dx, y + dy) for h, (x, y) in ours.keys.items()} == theirs.keys


# ------------------------------------------------------------------ its page


def test_the_page_counts_what_is_there() -> None:
    page = (ROOT / "docs/maps/victory-awaits.md").read_text(encoding="utf-8")
    for label, counted in (
        ("hexes, of them land", [(len(the_map(m).keys), len(land(m))) for m in MAPS]),
        ("plains", [(_count(m, "plains"),) for m in MAPS]),
        ("light woods, heavy woods", [(_count(m, "light-woods"), _count(m, "heavy-woods")) for m in MAPS]),
        ("marsh, mountain", [(_count(m, "marsh"), _count(m, "mountain")) for m in MAPS]),
        ("major city hexes, cities", [(len(hexes("major-city", m)), len(hexes("city", m))) for m in MAPS]),
        ("minor, major river hexsides", [(len(sides("minor", m)), len(sides("major", m))) for m in MAPS]),
        ("road hexes, rail hexes", [(len(links(steps("road", m))), len(links(steps("rail", m)))) for m in MAPS]),
        ("start line, closed hexsides", [(len(sides("start-line", m)), len(sides("prohibited", m))) for m in MAPS]),
    ):
        cells = " | ".join(", ".join(map(str, pair)) for pair in counted)
        assert f"| {label} | {cells} |" in page, f"{label}: {cells}"


def _count(name: str, terrain: str) -> int:
    return Counter(the_map(name).terrain.values())[terrain]
