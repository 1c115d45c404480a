"""The frozen map of A Victory Denied against the rulebook and against sense."""

from __future__ import annotations

import csv
import math
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from ostfront.cartography import MapData

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "src/ostfront/games/victory_denied/data/map"
TABLES = ROOT / "maps/victory_denied"
COMPASS = {n: math.radians(90 - 45 * i) for i, n in enumerate(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))}

# places where units stood in July 1941 that lie on the sheet
STOOD_AT = [
    "Bely", "Belynichi", "Berezino", "Bobruysk", "Bogushevsk", "Borisov", "Bryansk", "Bykhov", "Chausy",
    "Chechersk", "Disna", "Dorogobuzh", "Drissa", "Dubrovno", "Yelnya", "Glubokoye", "Gnezdovo", "Idritsa",
    "Kirov", "Klichev", "Kopys", "Krasny", "Krichev", "Krupki", "Lepel", "Liozno", "Maloyaroslavets", "Minsk",
    "Mogilev", "Molodechno", "Mozhaisk", "Nevel", "Orsha", "Polotsk", "Propoisk", "Rogachev", "Roslavl",
    "Rudnya", "Rzhev", "Sebezh", "Selizharovo", "Shklov", "Slutsk", "Smolensk", "Solovyevo", "Spas-Demensk",
    "Streshin", "Toropets", "Ulla", "Vitebsk", "Vyazma", "Yartsevo", "Zhlobin",
]  # fmt: skip


@cache
def the_map() -> MapData:
    return MapData.read(FOLDER)


@cache
def neighbours() -> dict[str, set[str]]:
    data = the_map()
    at: dict[tuple[int, int], set[str]] = {}
    for name in data.keys:
        for corner in data.corner_keys(name):
            at.setdefault(corner, set()).add(name)
    out: dict[str, set[str]] = {}
    for name in data.keys:
        near = Counter(other for corner in data.corner_keys(name) for other in at[corner])
        out[name] = {other for other, n in near.items() if n == 2}
    return out


def hexes(kind: str) -> set[str]:
    return {s.hex for s in the_map().of_kind(kind)}


def where(name: str) -> str:
    return next(s.hex for s in the_map().of_kind("city", "town", "village") if s.name == name)


def table(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def reached(start: set[str], links: dict[str, set[str]]) -> set[str]:
    seen, edge = set(start), set(start)
    while edge:
        edge = {n for h in edge for n in links.get(h, ())} - seen
        seen |= edge
    return seen


def test_the_grid_is_a_full_rectangle_with_odd_rows_to_the_east() -> None:
    data = the_map()
    assert set(data.keys) == {f"{r:02d}{c:02d}" for r in range(15, 53) for c in range(1, 57)}
    assert neighbours()["3919"] == {"3918", "3920", "4019", "4020", "3819", "3820"}
    assert data.centre("3919")[1] < data.centre("2110")[1], "the first pair grows north"
    assert data.centre("3919")[0] > data.centre("2110")[0], "the second pair grows east"


def test_3_4_vitebsk_and_bobruysk() -> None:
    for name, number in (("Vitebsk", "3919"), ("Bobruysk", "2110")):
        assert where(name) == number
        assert the_map().feature[number] == "city"
        assert number in hexes("victory-gold") | hexes("victory-blue")


def test_3_4_seven_major_and_nine_minor_victory_hexes() -> None:
    gold, blue = hexes("victory-gold"), hexes("victory-blue")
    assert (len(gold), len(blue), len(gold | blue)) == (7, 9, 16)
    for number in gold | blue:
        assert the_map().feature[number] in ("city", "town")


def test_8_spas_demensk_is_a_victory_hex_on_a_road() -> None:
    number = where("Spas-Demensk")
    assert number in hexes("victory-blue")
    assert any(number in line.hexes for line in the_map().lines)


def test_3_14_and_11_1_2_entries_lie_beside_the_pocket_on_roads_out_of_it() -> None:
    pocket = hexes("pocket")
    roads = {frozenset(p) for line in the_map().lines for p in pairwise(line.hexes)}
    for kind, number in (("entry-9A", "3106"), ("entry-3PzG", "3902"), ("entry-2PzG", "2704")):
        assert hexes(kind) == {number}
        assert number not in pocket
        assert neighbours()[number] & pocket
        steps = {frozenset((number, n)) for n in neighbours()[number]} & roads
        assert any(step & pocket for step in steps) and any(not step & pocket for step in steps)


def test_10_2_2_the_gomel_source_lies_on_the_south_edge_until_turn_4() -> None:
    source = next(s for s in the_map().of_kind("soviet-supply") if s.hex == "1517")
    assert source.value == "until turn 4"
    assert [s.hex for s in the_map().of_kind("soviet-supply") if s.value] == ["1517"]
    assert len(neighbours()["1517"]) < 6


def test_14_the_pocket_is_one_piece_on_the_west_edge_and_supplies_the_germans() -> None:
    pocket = hexes("pocket")
    assert {h for h, t in the_map().terrain.items() if t == "pocket"} == pocket
    assert where("Minsk") in pocket
    assert reached({where("Minsk")}, {h: neighbours()[h] & pocket for h in pocket}) == pocket
    assert pocket <= hexes("german-supply")


def test_16_1_three_moscow_hexes_touch_each_other_at_the_east_end() -> None:
    moscow = hexes("moscow")
    assert len(moscow) == 3
    assert all(moscow - {h} <= neighbours()[h] for h in moscow)
    assert {h for h, f in the_map().feature.items() if f == "moscow"} == moscow
    assert all(int(h[2:]) >= 55 for h in moscow)


def test_11_2_2_the_timoshenko_box_opens_on_edge_hexes_with_a_road() -> None:
    opens = hexes("timoshenko-entry")
    assert opens and all(len(neighbours()[h]) < 6 for h in opens)
    assert any(h in opens for line in the_map().lines for h in line.hexes)


def test_hexes_of_the_published_game_report() -> None:
    data = the_map()
    assert (data.terrain["2620"], data.feature.get("2620")) == ("clear", None)
    assert data.feature["2717"] == "city" and where("Mogilev") == "2717"
    assert data.terrain["2518"] == "woods"
    assert data.terrain["1622"] != "pocket"


@pytest.mark.parametrize("name", STOOD_AT)
def test_places_where_units_stood_are_on_the_map(name: str) -> None:
    assert where(name) in the_map().keys


def test_no_two_towns_share_a_hex() -> None:
    towns = [s.hex for s in the_map().of_kind("city", "town", "village")]
    assert [h for h, n in Counter(towns).items() if n > 1] == []


def test_features_and_town_sites_agree() -> None:
    data = the_map()
    for kind in ("city", "town"):
        assert {h for h, f in data.feature.items() if f == kind} == hexes(kind)


def test_chains_are_adjacent_and_no_stretch_is_laid_twice() -> None:
    steps = Counter(frozenset(p) for line in the_map().lines for p in pairwise(line.hexes))
    for step in steps:
        a, b = sorted(step)
        assert b in neighbours()[a], f"{a}-{b}"
    assert max(steps.values()) == 1


def test_roads_join_every_victory_hex_and_entry_to_a_supply_source() -> None:
    links: dict[str, set[str]] = {}
    for line in the_map().lines:
        for a, b in pairwise(line.hexes):
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
    goals = hexes("victory-gold") | hexes("victory-blue") | hexes("moscow")
    goals |= hexes("entry-9A") | hexes("entry-2PzG") | hexes("entry-3PzG")
    for side in ("soviet-supply", "german-supply"):
        assert goals <= reached(hexes(side) & set(links), links)
    assert len(links) < 0.4 * len(the_map().keys), "a road net, not a carpet"


def test_rivers_are_continuous_and_end_somewhere() -> None:
    data = the_map()
    belongs = Counter(k for name in data.keys for k in data.corner_keys(name))
    courses: dict[str, dict[tuple[int, int], set[tuple[int, int]]]] = {}
    for side in data.sides:
        a, b = data.shared(side.a, side.b)
        links = courses.setdefault(side.name, {})
        links.setdefault(a, set()).add(b)
        links.setdefault(b, set()).add(a)
    assert "" not in courses, "every hexside belongs to a named river"
    for name, links in courses.items():
        whole = {str(k): {str(n) for n in near} for k, near in links.items()}
        assert len(reached({next(iter(whole))}, whole)) == len(whole), f"{name} is broken"
        ends = [k for k, near in links.items() if len(near) == 1]
        assert len(ends) == 2, f"{name} forks or runs in a circle"
        others = {k for other, near in courses.items() if other != name for k in near}
        assert any(belongs[k] < 3 or k in others for k in ends), f"{name} ends nowhere"


def test_one_kind_per_hexside_and_great_rivers_are_major() -> None:
    data = the_map()
    assert max(Counter(frozenset((s.a, s.b)) for s in data.sides).values()) == 1
    kinds = {s.name: {t.kind for t in data.sides if t.name == s.name} for s in data.sides}
    for name in ("Dnieper", "Western Dvina", "Berezina", "Volga", "Oka"):
        assert "major" in kinds[name]
    for name in ("Sozh", "Desna", "Drut", "Ugra", "Vop", "Luchesa", "Ula"):
        assert kinds[name] == {"minor"}


@pytest.mark.parametrize("row", table("banks.csv"), ids=lambda r: f"{r['town']} on the {r['river']}")
def test_towns_stand_on_their_own_bank(row: dict[str, str]) -> None:
    data = the_map()
    names = {r["town"]: r["name"] or r["town"] for r in table("towns.csv")}
    number = where(names[row["town"]])
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


def test_terrain_is_in_clumps_and_leaves_room_for_panzers() -> None:
    data = the_map()
    share = Counter(data.terrain.values())
    total = len(data.terrain)
    assert 0.28 < share["woods"] / total < 0.40
    assert 0.03 < share["swamp"] / total < 0.08
    assert 0.03 < share["hills"] / total < 0.08
    assert share["clear"] / total > 0.5
    alike = [
        sum(data.terrain[n] == "woods" for n in neighbours()[h]) for h, t in data.terrain.items() if t == "woods"
    ]
    assert sum(alike) / len(alike) > 3.5, "forests, not a chessboard"
    assert all(data.terrain[h] in ("clear", "hills", "pocket") for h in data.feature)


def test_overrides_cite_their_reason_and_hold() -> None:
    rows = table("overrides.csv")
    assert rows and all(r["reason"] for r in rows)
    for row in rows:
        if row["field"] == "terrain":
            assert {the_map().terrain[h] for h in row["hexes"].split()} == {row["value"]}


def test_frozen_files_name_their_sources() -> None:
    for name in ("hexes", "hexsides", "lines", "sites"):
        assert (FOLDER / f"{name}.csv").read_text(encoding="utf-8").startswith("# source: ")
    assert "GeoNames" in the_map().attribution
