"""The frozen maps of A Victory Awaits against the rulebook, against the terrain chart and against sense."""

from __future__ import annotations

import csv
import math
import tomllib
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from ostfront.cartography import MapData, draw_map, map_folder
from ostfront.core.board import Board
from ostfront.core.data import DataFolder
from ostfront.core.hexes import UnknownHex

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "src/ostfront/games/victory_awaits/data/map"
TABLES = ROOT / "maps/victory_awaits"
SCENARIOS = ("leningrad", "smolensk", "kiev")
MAPS = ("campaign", *SCENARIOS)
COMPASS = {n: math.radians(90 - 45 * i) for i, n in enumerate(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))}
WATER = ("sea", "lake")
STAND_FAST = {
    "Leningrad": {"L3602", "L3603", "L3702"}, "Vitebsk": {"S3510"}, "Smolensk": {"S4112"}, "Gomel": {"S3726"},
    "Rzhev": {"S5003"}, "Vyazma": {"S5009"}, "Bryansk": {"S5120"}, "Kiev": {"K3507", "K3607", "K3608"},
}  # fmt: skip
FROM_MOSCOW = {"S5504", "S5507", "S5513"}
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


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


@cache
def the_map(name: str = "campaign") -> MapData:
    return MapData.read(FOLDER / name)


@cache
def board(name: str = "campaign") -> Board:
    with (FOLDER / name / "map.toml").open("rb") as f:
        table = tomllib.load(f)
    return Board.from_rows(
        table, *(rows(FOLDER / name / f"{n}.csv") for n in ("hexes", "hexsides", "lines", "sites"))
    )


@cache
def neighbours(name: str = "campaign") -> dict[str, set[str]]:
    b = board(name)
    spots = {b.grid.position(i): b.name(i) for i in b.grid.hexes}
    out: dict[str, set[str]] = {n: set() for n in spots.values()}
    for (x, y), n in spots.items():
        near = [spots[x + dx, y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (x + dx, y + dy) in spots]
        out[n] = {m for m in near if m != n and b.grid.direction(b.index(n), b.index(m)) >= 0}
    return out


def num(printed: str, name: str = "campaign") -> str:
    """The number on the uppermost sheet of a printed one."""
    return board(name).name(board(name).index(printed))


def hexes(kind: str, name: str = "campaign") -> set[str]:
    return {s.hex for s in the_map(name).of_kind(kind)}


def where(town: str) -> str:
    return next(s.hex for s in the_map().of_kind("major-city", "city", "village") if s.name == town)


def table(name: str) -> list[dict[str, str]]:
    return rows(TABLES / name)


def sides(kind: str, name: str = "campaign") -> set[frozenset[str]]:
    return {frozenset((s.a, s.b)) for s in the_map(name).sides if s.kind == kind}


def steps(kind: str, name: str = "campaign") -> set[frozenset[str]]:
    return {frozenset(p) for line in the_map(name).lines if line.kind == kind for p in pairwise(line.hexes)}


def links(pairs: Iterable[frozenset[str]]) -> dict[str, set[str]]:
    out: dict[str, set[str]] = {}
    for pair in pairs:
        for a in pair:
            out.setdefault(a, set()).update(pair - {a})
    return out


def reached(start: set[str], net: dict[str, set[str]]) -> set[str]:
    seen, edge = set(start), set(start)
    while edge:
        edge = {n for h in edge for n in net.get(h, ())} - seen
        seen |= edge
    return seen


def land(name: str = "campaign") -> set[str]:
    return {h for h, t in the_map(name).terrain.items() if t not in WATER}


def open_land(name: str = "campaign", shut: Iterable[frozenset[str]] = ()) -> dict[str, set[str]]:
    """From land to land, not over closed hexsides."""
    barred = sides("prohibited", name) | set(shut)
    dry = land(name)
    return {h: {n for n in neighbours(name)[h] & dry if frozenset((h, n)) not in barred} for h in dry}


def touching(printed: str, kind: str) -> bool:
    return any(num(printed) in side for side in sides(kind))


# ------------------------------------------------------------------ sheets


def test_2_1_even_columns_stand_higher_and_sheets_lie_over_each_other() -> None:
    assert {n[3:] for n in neighbours()["S3510"] if n[1:3] == "35"} == {"09", "11"}
    assert {"S3610", "S3611", "S3410", "S3411"} < neighbours()["S3510"], "odd columns stand lower"
    assert num("L1524") == "S1504" and num("S1504") == "S1504" and num("L3602") == "L3602"
    assert {h[0] for h in the_map().keys} == {"L", "S", "K"}
    assert all(int(h[3:]) <= 20 for h in the_map().keys if h[0] == "L"), "Smolensk lies over Leningrad"
    assert all(int(h[3:]) <= 30 for h in the_map().keys if h[0] == "S"), "Kiev lies over Smolensk"


def test_18_2_the_border_between_smolensk_and_kiev() -> None:
    border = sides("scenario-border")
    for a, b in (("S2730", "K2701"), ("S2730", "K2801"), ("K2801", "S2830"), ("K2801", "S2930"), ("S2930", "K2901")):
        assert b in neighbours()[a]
        assert frozenset((a, b)) in border


def test_scenario_borders_part_the_campaign_into_the_three_areas() -> None:
    names = {s: {num(h) for h in the_map(s).keys} for s in SCENARIOS}
    assert set.union(*names.values()) == set(the_map().keys)
    assert sum(map(len, names.values())) == len(the_map().keys)
    area = {h: s for s, found in names.items() for h in found}
    parted = {frozenset((a, b)) for a in area for b in neighbours()[a] if area[a] != area[b]}
    assert parted == sides("scenario-border")
    assert not any(sides("scenario-border", s) for s in SCENARIOS)
    for s, found in names.items():
        near = {h: neighbours()[h] & found for h in found}
        assert reached({next(iter(sorted(found)))}, near) == found, f"{s} is one piece"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_cut_from_the_campaign(scenario: str) -> None:
    small, whole = the_map(scenario), the_map()
    assert {num(h): t for h, t in small.terrain.items()} == {h: whole.terrain[h] for h in map(num, small.keys)}
    assert all(whole.feature[num(h)] == f for h, f in small.feature.items())
    inside = {num(h) for h in small.keys}
    for kind in ("minor", "major", "prohibited", "start-line"):
        assert {frozenset(map(num, s)) for s in sides(kind, scenario)} == {s for s in sides(kind) if s <= inside}
    for kind in ("road", "rail"):
        assert {frozenset(map(num, s)) for s in steps(kind, scenario)} == {s for s in steps(kind) if s <= inside}
    assert {(s.name, num(s.hex), s.kind) for s in small.sites} == {
        (s.name, s.hex, s.kind) for s in whole.sites if s.hex in inside
    }


def test_scenarios_use_the_numbers_of_their_own_sheet() -> None:
    for scenario, letter in zip(SCENARIOS, "LSK", strict=True):
        assert {h[0] for h in the_map(scenario).keys} == {letter}
    assert num("S1504", "leningrad") == "L1524"
    with pytest.raises(UnknownHex):
        board("smolensk").index("K3507")


# ------------------------------------------------------------------ the terrain chart and the rules


@pytest.mark.parametrize(
    ("printed", "terrain"),
    [
        ("L3120", "plains"), ("L2723", "light-woods"), ("L2326", "heavy-woods"), ("L2327", "marsh"),
        ("L2709", "lake"), ("K0107", "mountain"),
    ],
)  # fmt: skip
def test_terrain_chart_terrain(printed: str, terrain: str) -> None:
    assert the_map().terrain[num(printed)] == terrain


def test_terrain_chart_cities_rivers_and_ways() -> None:
    assert the_map().feature["K4409"] == "city"
    assert the_map().feature["K3507"] == "major-city"
    assert touching("L2221", "minor")
    assert touching("L2123", "major")
    for printed, kind in (("L2126", "road"), ("L1925", "rail")):
        assert any(num(printed) in step for step in steps(kind))
    assert num("L1428") in land()
    for printed in ("L3120", "L2326", "L2327", "L2123", "L2221", "L2126", "L1925", "L1428"):
        assert board("leningrad").index(printed) in board("leningrad").grid.hexes, "in its scenario's area"


def test_10_3_to_10_7_the_examples_on_the_leningrad_sheet() -> None:
    """The defender stands in 1523: it touches 1522, 1524 and 1624, and the retreat to 1625 passes either."""
    defender = num("L1523")
    around = neighbours()[defender]
    assert {num(f"L{n}") for n in ("1522", "1524", "1624", "1423", "1424", "1623")} == around
    assert num("L1625") in neighbours()[num("L1624")] & neighbours()[num("L1524")]
    assert num("L1625") not in around
    assert the_map().terrain[defender] == "plains" and defender not in the_map().feature
    assert the_map().terrain[num("L1624")] == "heavy-woods"
    wet = sides("minor") | sides("major")
    across = {n for n in around if frozenset((n, defender)) in wet}
    assert {num("L1423"), num("L1424")} <= across, "two divisions attack across a river"
    attackers = {num(f"L{n}") for n in ("1522", "1423", "1424")}
    empty = around - attackers
    in_zone = {h for h in empty if neighbours()[h] & attackers}
    assert len(empty) == 3 and len(in_zone) == 2 and num("L1624") not in in_zone
    assert not across & {num("L1522"), num("L1624")}, "an HQ in 1522 adds its full strength; the advance goes on"
    assert {num(f"L{n}") for n in ("1522", "1524", "1624", "1625")} <= land()


def test_16_2_stand_fast_hexes_are_major_cities() -> None:
    found: dict[str, set[str]] = {}
    for site in the_map().of_kind("stand-fast"):
        found.setdefault(site.name, set()).add(site.hex)
    assert found == STAND_FAST
    assert sum(map(len, found.values())) == 12
    for name, numbers in STAND_FAST.items():
        assert {s.hex for s in the_map().of_kind("major-city") if s.name == name} == numbers


def test_21_major_city_hexes_east_of_the_start_line() -> None:
    """The count is published; nine hexes beside those of 16.2 are judgement."""
    cities = hexes("major-city")
    assert len(cities) == 21
    held = board().hex_facts["held"]
    assert {held[board().index(h)] for h in cities} == {"soviet"}
    assert [len(hexes("major-city", s)) for s in SCENARIOS] == [7, 8, 6]


def test_terrain_chart_adjacent_major_city_hexes_are_joined_and_bridged() -> None:
    cities = hexes("major-city")
    pairs = {frozenset((a, b)) for a in cities for b in neighbours()[a] & cities}
    assert len(pairs) == 6  # three in Leningrad, three in Kiev
    assert pairs <= steps("road") & steps("rail")


def test_4_brest_is_a_fortress_on_the_soviet_side_of_the_start_line() -> None:
    assert hexes("fortress") == {"S0927"} == {where("Brest")}
    assert any("S0927" in side for side in sides("start-line"))
    assert board().hex_facts["held"][board().index("S0927")] == "soviet"


def test_15_4_supply_from_moscow_on_the_east_edge_with_road_and_rail() -> None:
    assert hexes("from-moscow") == FROM_MOSCOW <= hexes("soviet-supply")
    for number in FROM_MOSCOW:
        assert any(number in step for step in steps("road"))
        assert any(number in step for step in steps("rail"))


def test_18_2_breakthrough_hexes_on_the_south_edge_of_smolensk() -> None:
    assert hexes("breakthrough") == {"S4230", "S4730"} <= land()
    assert all(any(h in side for side in sides("scenario-border")) for h in hexes("breakthrough"))


# ------------------------------------------------------------------ supply


@pytest.mark.parametrize("name", MAPS)
def test_every_scenario_has_sources_of_both_sides_on_rails_at_the_edge(name: str) -> None:
    rails = links(steps("rail", name))
    held = board(name).hex_facts["held"]
    for kind, side in (("axis-supply", "axis"), ("soviet-supply", "soviet")):
        found = hexes(kind, name)
        assert len(found) >= 2
        for h in found:
            assert h in rails, h
            assert held[board(name).index(h)] == side
            assert len(neighbours(name)[h]) < 6, h
            column, row = board(name).grid.position(board(name).index(h))
            assert column == (0 if side == "axis" else 54) or (side == "axis" and row == board(name).grid.rows - 1)


@pytest.mark.parametrize("name", MAPS)
def test_rails_join_every_major_city_to_sources_of_both_sides(name: str) -> None:
    rails, roads = links(steps("rail", name)), links(steps("road", name))
    for kind in ("axis-supply", "soviet-supply"):
        assert hexes("major-city", name) <= reached(hexes(kind, name), rails)
    for h in hexes("soviet-supply", name):
        assert hexes("major-city", name) & reached({h}, rails), f"{h} leads nowhere"
    for h in hexes("axis-supply", name):
        assert hexes("major-city", name) & reached({h}, rails), f"{h} leads nowhere"
    assert hexes("major-city", name) <= set(roads)


@pytest.mark.parametrize("name", MAPS)
def test_all_soviet_land_can_trace_to_a_soviet_source(name: str) -> None:
    """3.3: not across the start line, not into mountains but by road; the islands are cut off."""
    held, data = board(name).hex_facts["held"], the_map(name)
    roads = steps("road", name)
    net = {
        h: {
            n
            for n in near
            if frozenset((h, n)) not in sides("start-line", name)
            and ("mountain" not in (data.terrain[h], data.terrain[n]) or frozenset((h, n)) in roads)
        }
        for h, near in open_land(name).items()
    }
    found = reached(hexes("soviet-supply", name), net)
    cut = {h for h in land(name) if held.get(board(name).index(h)) == "soviet"} - found
    cut = {h for h in cut if data.terrain[h] != "mountain"}
    assert not {h for h in cut if h in data.feature}
    assert len(cut) <= 30, cut
    assert not any(held[board(name).index(h)] == "axis" for h in found)


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
