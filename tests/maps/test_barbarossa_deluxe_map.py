"""The map of Barbarossa Deluxe against the rulebook, and against its own tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from deluxe_map import FOLDER, board, data, fact, land, marked, near, numbers, sites, terrain
from ostfront.cartography import MapData, draw_map

ROOT = Path(__file__).resolve().parents[2]
WATER = {"sea", "lake", "kerch", "sivash"}
GERMAN = {"Greater Germany", "General Government", "Slovakia", "Hungary", "Romania", "Yugoslavia"}
SOVIET = {"USSR", "Lithuania", "Latvia", "Estonia"}
LITHUANIA = ["1515", "1516", "1615", "1616", "1715"]
POLAND = {"2116", "2216", "2217", "2315", "2316"}


@cache
def sides() -> dict[frozenset[str], set[str]]:
    found: dict[frozenset[str], set[str]] = {}
    for side in board().hexside_rows:
        found.setdefault(frozenset((board().name(side.a), board().name(side.b))), set()).add(side.kind)
    return found


def walked(start: str, without: Iterable[str] = ()) -> set[str]:
    """Land that can be reached over open hexsides."""
    seen = {start}
    queue = [start]
    for here in queue:
        for there in set(near(here)) & land() - seen - set(without):
            if not sides().get(frozenset((here, there)), set()) & WATER:
                seen.add(there)
                queue.append(there)
    return seen


# ------------------------------------------------------------------ the sheet


def test_rows_grow_south_and_columns_west() -> None:
    grid, index = board().grid, board().index
    found = {grid.directions[grid.direction(index("2403"), index(n))]: n for n in near("2403")}
    assert found == {"W": "2404", "NW": "2303", "NE": "2302", "E": "2402", "SE": "2502", "SW": "2503"}, "11.27"
    for far in ("2208", "2308", "2409"):
        assert grid.distance(index("2210"), index(far)) == 2, "7.11"
    for a, b in (("2907", "3008"), ("3105", "3106"), ("2709", "2609"), ("2709", "2708"), ("2809", "2908")):
        assert b in near(a)


def test_1_4_the_sides_and_the_cut_corners() -> None:
    assert len(numbers()) == 528
    east, west = [f"{r}00" for r in range(10, 33)], [f"{r}24" for r in range(16, 30)]
    assert {n for n in numbers() if "E" in fact(n, "edge")} == set(east)
    assert {n for n in numbers() if "W" in fact(n, "edge")} == set(west)
    for corner, edges in (("1000", "NE"), ("1624", "NW"), ("3200", "ES"), ("2924", "SW")):
        assert set(edges) == set(fact(corner, "edge"))
    assert not {"3024", "1524", "1018", "3123", "3223"} & set(numbers())


def test_frozen_files_come_from_the_workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "maps"))
    workshop = pytest.importorskip("workshop.ledger").LedgerWorkshop(ROOT / "maps/barbarossa_deluxe")
    for name, text in workshop.frozen_files().items():
        assert (FOLDER / "map" / name).read_text(encoding="utf-8") == text, name
    lines = workshop.report().splitlines()
    stated = [float(line.split()[-2]) for line in lines if line.startswith("stated")]
    assert len(stated) == 20 and max(stated) < 1.3, "even a plain fit is nowhere off by more than a hex and a third"


def test_the_drawer_shows_cities_countries_and_no_railways() -> None:
    found, svg = MapData.read(FOLDER / "map"), draw_map(FOLDER / "map")
    assert len(found.keys) == 528 and found.look["side"] == 48
    for words in ("Dnepropetrovsk", "SOVIET UNION", "Black Sea", "AGN", "Logistics line", "Oil field", "2403"):
        assert f">{words}</text>" in svg, words
    assert "Railway" not in svg and "Weather zones" not in svg


def test_boxes() -> None:
    boxes = {"rvgk", "dead-german", "dead-soviet", "caucasus", "bulgaria", "track", "aside", "gone"}
    assert {box.name for box in board().boxes} == boxes


# ------------------------------------------------------------------ ground


def test_numbered_terrain() -> None:
    assert terrain("desert-steppe") == {"2700", "2800", "2900", "3000"}, "7.9"
    assert {"3200", "3201", "3202", "3203", "3204"} <= terrain("rough"), "4.11"
    assert {"2013", "2014"} <= terrain("marsh"), "5.13"
    assert terrain("lake") == {"1010"} and set(near("1011")) & land() == {"1110", "1111"}, "12.13"
    assert set(sites("city").values()) <= terrain("clear"), "10.10"


def test_places_with_a_number() -> None:
    stated = {
        "Moscow": "1606", "Leningrad": "1011", "Kiev": "2311", "Stalingrad": "2501", "Rostov": "2804",
        "Sevastopol": "3108", "Odessa": "2911", "Riga": "1415", "Bucharest": "3114", "Budapest": "2820",
        "Belgrade": "3220", "Dnepropetrovsk": "2607", "Tula": "1806",
    }  # fmt: skip
    assert stated.items() <= sites("city").items()
    assert sites("oil") == {"Maikop": "3103", "Nagykanizsa": "2922", "Ploesti": "3015"}, "4.2"
    assert sites("industry") == {"USIR": "2419"}
    assert {"Konigsberg", "Danzig", "Berlin"} <= set(sites("city"))
    ports = set(sites("port").values())
    assert {"1011", "1415", "2911", "3108", "3213"} <= ports and all(fact(n, "coast") for n in ports), "10.16, 10.17"
    assert fact("3213", "feature") == "", "10.16 names a hex, not a city"


def test_4_2_what_is_worth_a_point() -> None:
    worth = sites("victory")
    assert worth == sites("city") | sites("oil") | sites("industry") and len(worth) == 37
    assert {site.facts["value"] for site in board().sites.of("victory")} == {"1"}
    west = [name for name, n in worth.items() if fact(n, "control") == "german"]
    assert len(west) == 14 and len(set(west) & set(sites("city"))) == 11


def test_9_1_9_2_cities_for_markers() -> None:
    where = {name: fact(n, "territory") for name, n in sites("city").items()}
    assert set(sites("hero")) == {name for name, land in where.items() if land == "USSR"}
    home = ("Greater Germany", "Hungary", "General Government")
    assert set(sites("fortress")) == {name for name, land in where.items() if land in home}


def test_3_6_territories_and_control() -> None:
    for n in land():
        owner = "german" if fact(n, "territory") in GERMAN else "soviet" if fact(n, "territory") in SOVIET else ""
        assert fact(n, "control") == owner, n
    assert sorted(marked("territory", "Lithuania")) == LITHUANIA, "3.7 counts five"
    assert {fact(n, "territory") for n in POLAND} == {"General Government"}, "3.7"
    assert marked("territory", "Bulgaria") == {"3215", "3216", "3217", "3218"}, "8.26"
    assert {fact(n, "territory") for n in ("3023", "3219", "3220")} == {"Yugoslavia"}, "8.3"
    assert marked("special", "caucasus-exit") == {"3200", "3201", "3202", "3203", "3204"}
    assert marked("special", "bulgaria-exit") == marked("territory", "Bulgaria")
    assert {"3023", "3219"} <= marked("special", "yugo-entry")


def test_3_3_army_group_hexes_touch_soviet_ground() -> None:
    groups = {"AGN": "1517 1617 1716", "AGC": "1817 1917 2017 2116", "AGS": "2216 2315 2416 2516"}
    for label, hexes in groups.items():
        assert marked("setup", label) == set(hexes.split())
        for n in hexes.split():
            assert fact(n, "control") == "german" and any(fact(m, "control") == "soviet" for m in near(n))
    assert fact("2314", "control") == "soviet", "2.5: the hex of 6th Army"


def test_7_3_7_9_supply_sources() -> None:
    assert marked("supply", "german") == {f"{r}24" for r in range(17, 30)} <= land()
    assert marked("supply", "soviet") == {f"{r}00" for r in range(10, 33) if not 27 <= r <= 30}


def test_7_4_supply_areas() -> None:
    dp, rostov, crimea = (marked(column, "yes") for column in ("dp", "r_area", "cs"))
    assert {"2200", "2806", "3100", "3004"} <= dp and "2607" not in dp, "Dnepropetrovsk is the gate"
    assert {"2904", "2803", "2802", "2801"} <= rostov and "2804" not in rostov, "Rostov is the gate"
    assert {"3005", "3104", "3105", "3106", "3108", "3008"} <= crimea
    assert rostov | crimea < dp and {fact(n, "zone") for n in dp} == {"S"}


def test_7_15_zones() -> None:
    assert {fact(n, "zone") for n in land()} == {"N", "S"}
    for n in ("2303", "2403", "2502", "2602", "2501", "2311", *sorted(marked("setup", "AGS"))):
        assert fact(n, "zone") == "S", "10.22: satellites of 12.15 stand in the south"
    for n in (*marked("setup", "AGN"), *marked("setup", "AGC")):
        assert fact(n, "zone") == "N"


def test_fortified_lines_lie_on_own_ground() -> None:
    for side in ("german", "soviet"):
        lines = marked("fortified", side)
        assert lines and {fact(n, "control") for n in lines} == {side}, "7.20"


def test_coasts() -> None:
    for n in land():
        assert set(fact(n, "coast").split("+")) - {""} == {fact(m, "sea") for m in near(n)} - {""}, n


# ------------------------------------------------------------------ hexsides


def test_10_14_10_15_kerch_and_the_sivash() -> None:
    assert [set(pair) for pair, kinds in sides().items() if "kerch" in kinds] == [{"3105", "3106"}]
    assert [set(pair) for pair, kinds in sides().items() if "sivash" in kinds] == [{"2907", "3008"}]
    assert land() <= walked("1606"), "all land hangs together"
    assert "3108" not in walked("1606", without=["2908"]), "the Crimea hangs on Perekop alone"


def test_lines_lie_between_unlike_hexes() -> None:
    columns = {"logistics-line": "zone", "dp-line": "dp", "r-line": "r_area", "cs-line": "cs"}
    for a in land():
        for b in set(near(a)) & land():
            kinds = sides().get(frozenset((a, b)), set())
            owners = {fact(a, "control"), fact(b, "control")}
            assert ("start-line" in kinds) == (owners == {"german", "soviet"}), (a, b)
            for kind, column in columns.items():
                assert (kind in kinds) == (fact(a, column) != fact(b, column)), (a, b, kind)
            unlike = fact(a, "territory") != fact(b, "territory")
            assert ("border" in kinds) == (unlike and "start-line" not in kinds), (a, b)
            assert len(kinds & (WATER | {"river"})) <= 1, "one kind of water to a hexside"


def corners(a: str, b: str) -> set[frozenset[str]]:
    """The corners of a hexside, each as its three hexes."""
    return {frozenset((a, b, c)) for c in set(near(a)) & set(near(b))}


def rivers() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for _, row in data().raw_rows("map/hexsides.csv"):
        if row.get("river") and row["kind"] in ("river", "lake"):
            found.setdefault(row["river"], []).append((row["a"], row["b"]))
    return found


def test_rivers_run_without_gaps() -> None:
    courses = rivers()
    great = ("Dnepr", "Don", "Volga", "Vistula", "Oder", "Danube", "Bug", "Neman", "Dniester", "Prut")
    assert set(great) <= set(courses)
    assert {"Volga Reservoir", "Manych Deep", "Lake Balaton", "Masurian Lakes"} <= set(courses), "10.9, 7.14"
    for name, course in courses.items():
        left, pieces = set(course), 0
        while left:
            pieces += 1
            queue = [left.pop()]
            for side in queue:
                joined = [other for other in left if corners(*other) & corners(*side)]
                left -= set(joined)
                queue += joined
        # the Volga has its reservoir in between, and leaves the sheet
        assert pieces == (3 if name == "Volga" else 1), name


def test_4_6_the_dnepr_line() -> None:
    course, line = {frozenset(side) for side in rivers()["Dnepr"]}, marked("dnepr", "yes")
    assert frozenset(("2809", "2908")) in course
    assert any("2311" in side for side in course) and any("2607" in side for side in course)
    assert {*near("2311"), *near("2607"), "2809", "2908"} <= line


def test_every_row_has_a_source() -> None:
    for name in ("hexes", "hexsides", "sites"):
        for line, row in data().raw_rows(f"map/{name}.csv"):
            assert row["source"].startswith(("rulebook", "reconstructed")), (name, line)
