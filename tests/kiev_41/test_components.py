"""The blocks, charts, scenarios and set-ups of Kiev '41: counts, colours, printed Logistics Values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ostfront.core.files.data import DataFolder
from ostfront.core.files.rules_index import load_index
from printed import Row, numbers_of

SETUPS = ("campaign", "river", "pocket", "snow")
SOURCE = re.compile(r"(rulebook|published: |reconstructed: )")
NUMBERS = numbers_of("kiev_41")
DATA, table, chart = NUMBERS.folder, NUMBERS.table, NUMBERS.chart
CHARTS = chart("charts.toml")
SCENARIOS = chart("scenarios.toml")
PLAYED = {k: v for k, v in SCENARIOS.items() if isinstance(v, dict) and k not in ("check", "options")}
UNITS = {row["id"]: row for row in table("units.csv")}
BLOCKS = {i: row for i, row in UNITS.items() if row["type"] not in ("bomber", "fleet")}
AREAS = {row["area"]: row for row in table("map/areas.csv")}
BOXES = {box["name"] for box in chart("map/map.toml")["box"]}


def ids(**wanted: str) -> set[str]:
    return {i for i, row in UNITS.items() if all(row[key] == value for key, value in wanted.items())}


# ------------------------------------------------------------------ sources


def holds_tables(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def tables_in(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        if any(not holds_tables(inner) for inner in value.values()):
            yield path, value
        for key, inner in value.items():
            yield from tables_in(inner, f"{path}.{key}")


INLINE = re.compile(r"\.(joins|attack_divided|defense_divided|areas|better_fire|names|victory|soviet|axis)$")


@pytest.mark.parametrize("name", ["charts.toml", "scenarios.toml"])
def test_every_table_names_its_source(name: str) -> None:
    for path, values in tables_in(chart(name)):
        if not INLINE.search(path) or "source" in values:
            assert SOURCE.match(values.get("source", "")), f"{name}{path}"


@pytest.mark.parametrize("name", ["units.csv", "markers.csv", *(f"setup/{s}.csv" for s in SETUPS)])
def test_every_csv_names_its_source(name: str) -> None:
    assert (DATA / name).read_text(encoding="utf-8").startswith("# source: rulebook")


def test_every_unit_names_its_source() -> None:
    assert all(SOURCE.match(row["source"]) for row in UNITS.values())


def test_the_data_folder_reads_everything() -> None:
    folder = DataFolder("kiev-41", DATA)
    for path in sorted(DATA.rglob("*")):
        name = path.relative_to(DATA).as_posix()
        if path.suffix == ".csv":
            assert folder.raw_rows(name), name
        elif path.suffix == ".toml" and name != "rules.toml":
            assert folder.toml(name), name


# ------------------------------------------------------------------ the rules index


def test_the_index_covers_sections_1_to_14_and_the_scenarios() -> None:
    index = load_index(DATA)
    assert (index.game, index.mark, index.complete) == ("kiev-41", "K41", True)
    tops = {clause.number.partition(".")[0] for clause in index.clauses}
    assert tops == {*map(str, range(1, 15)), "SU", "SC"}
    for number in ("2.1.1", "2.4.4.2", "4.1", "7.2.1.1", "9.4", "10.2.1", "10.13.3.1", "10.13.6.2", "10.19", "14.9"):
        assert index.summary(number), number
    assert not index.summary("14.6")
    assert len(index.examples) == 15


def test_every_ruling_cites_a_clause_of_the_index() -> None:
    index = load_index(DATA)
    text = (Path(__file__).parents[2] / "docs/rulings/kiev-41.md").read_text(encoding="utf-8")
    known = {re.sub("[a-z]$", "", c.number) for c in index.clauses}
    cited = [
        number
        for line in text.splitlines()
        if line.startswith("| ") and not line.startswith(("| clause", "| ---", "| item"))
        for number in re.findall(r"\b(?:SC\.\d|\d+\.\d+(?:\.\d+)*)\b", line.split("|")[1])
    ]
    assert len(cited) > 100
    assert {number for number in cited if number not in known} == set()


# ------------------------------------------------------------------ blocks


def test_112_blocks_in_the_wood_colours_of_1_3() -> None:
    assert len(BLOCKS) == 112
    wood = Counter(row["wood"] for row in BLOCKS.values())
    assert wood == {"black": 33, "blue": 10, "green": 1, "tan": 1, "brown": 1, "red": 66}
    assert len({i.lower() for i in UNITS}) == 122
    assert all(re.fullmatch(r"[A-Za-z0-9]{1,8}", i) for i in UNITS)


def test_armies_have_the_sizes_of_the_front_matter() -> None:
    sizes = Counter((row["side"], row["army"]) for row in BLOCKS.values() if row["army"])
    assert sizes == {
        ("axis", "red"): 6, ("axis", "yellow"): 5, ("axis", "green"): 6, ("axis", "light-blue"): 5,
        ("axis", "orange"): 4, ("axis", "pink"): 5, ("axis", "white"): 11,
        ("soviet", "blue"): 3, ("soviet", "green"): 5, ("soviet", "orange"): 6, ("soviet", "light-blue"): 15,
        ("soviet", "yellow"): 18, ("soviet", "white"): 16,
    }  # fmt: skip


def test_marks_of_5_1() -> None:
    marks = Counter(row["mark"] for row in UNITS.values() if row["mark"])
    assert marks == {"diamond": 7, "dot": 12, "S": 10, "N": 2}
    assert UNITS["B"]["mark"] == "dot" and UNITS["T"]["mark"] == "N"


def test_headquarters_of_4_2_6() -> None:
    assert ids(type="hq", side="axis") == {"Guderian", "Kleist", "HQ6", "HQ17", "HQ11", "HQ3R", "HQ4R"}
    assert ids(type="luftwaffe") == {"FK4", "FK5"}
    assert ids(type="hq", side="soviet") == {"B", "T", "C", "K", "NC", "S", "SW"}
    assert ids(blitz="yes") == set(CHARTS["headquarters"]["blitz"]) == {"Kleist", "B", "T"}
    for unit in ids(type="hq") | ids(type="luftwaffe") | ids(type="leader"):
        assert UNITS[unit]["strength"] == "4 3 2 0"
    assert UNITS["T"]["fire"] == "red red red heart"
    assert {UNITS[u]["fire"] for u in ids(type="luftwaffe")} == {"blue blue blue heart"}
    others = ids(type="hq") - {"T"}
    assert {UNITS[u]["fire"] for u in others} == {"white white white heart"}


def test_speeds_of_4_2_1_and_10_11() -> None:
    slow = {"infantry", "mountain", "jager", "airborne", "marine", "luftwaffe"}
    for unit, row in BLOCKS.items():
        if row["type"] in slow:
            assert (row["speed"], row["move"]) == ("slow", "3"), unit
        elif row["type"] in ("tank", "cavalry", "motorized"):
            assert (row["speed"], row["move"]) == ("fast", "5"), unit
    assert ids(type="hq", speed="fast") == {"Kleist", "B", "T"}
    assert ids(speed="road") == {"Guderian"}


def test_sizes_of_4_2() -> None:
    steps = {unit: len(row["strength"].split()) for unit, row in BLOCKS.items()}
    for unit, row in BLOCKS.items():
        assert steps[unit] == len(row["fire"].split()) or row["type"] == "leader", unit
        if row["side"] == "soviet" and re.fullmatch(r"\d+A", unit):
            assert steps[unit] == 4
        elif row["side"] == "soviet" and re.fullmatch(r"\d+(C|MC|Cav|Abn|Mtn)", unit):
            assert steps[unit] == 3
        elif unit.endswith(("AK", "Pz")):
            assert steps[unit] == 4
    assert all(steps[u] == 2 for u in ("97J", "101J", "4Mtn", "60Mot", "1SS", "Wiking", "22LL", "LAHSS"))
    assert all(steps[u] == 3 for u in ids(nation="rumanian", type="infantry") | {"M"})


def test_types_that_the_options_name() -> None:
    assert {u for u in ids(type="mountain") if UNITS[u]["side"] == "axis"} == {"49Mtn", "4Mtn", "RMtn"}
    assert len({u for u in ids(type="mountain") if UNITS[u]["side"] == "soviet"}) == 2
    assert ids(type="jager") == {"97J", "101J"}
    assert ids(type="tank", side="axis") == {"3Pz", "14Pz", "48Pz", "LAHSS", "Fast", "RCav"}
    assert ids(type="marine") == {"M"}


def test_bombers_and_fleets() -> None:
    assert Counter(UNITS[u]["army"] for u in ids(type="bomber")) == {"FK4": 4, "FK5": 4}
    assert (UNITS["BB"]["strength"], UNITS["BB"]["fire"]) == ("1 1", "red white")
    assert (UNITS["CA"]["strength"], UNITS["CA"]["fire"]) == ("2 1", "white white")


def test_wooden_markers_of_1_1() -> None:
    count = {row["id"]: int(row["count"]) for row in table("markers.csv")}
    lines = count.pop("line-axis"), count.pop("line-soviet")
    assert lines == (CHARTS["lines"]["axis"], CHARTS["lines"]["soviet"]) == (10, 20)
    assert sum(count.values()) == 56


# ------------------------------------------------------------------ charts


def test_the_terrain_table_of_2_9() -> None:
    rows = {k: (v["absorb"], v["stacking"], v["move"]) for k, v in CHARTS["terrain"].items()}
    assert rows == {
        "green": (0, 4, 1), "yellow": (1, 2, 2), "red": (2, 2, 3), "victory": (2, 2, 2), "staging": (0, 0, 1),
    }  # fmt: skip
    assert CHARTS["absorb"] == {**CHARTS["absorb"], "city": 1, "line": 1, "most": 3}


def test_fire_and_replacement() -> None:
    assert {k: (v["hits_from"], v["replacement"]) for k, v in CHARTS["fire"].items()} == {
        "black": (6, 1), "white": (5, 2), "red": (4, 3), "blue": (7, 0),
    }  # fmt: skip
    assert {c for row in BLOCKS.values() for c in row["fire"].split()} <= {*CHARTS["fire"], "heart"}


def test_the_road_to_tula() -> None:
    boxes = CHARTS["tula"]["boxes"]
    assert len(boxes) == 10
    assert [boxes.index(name) for name in ("Minsk", "Gomel", "Nizhyn", "Kaluga", "Tula")] == [0, 2, 4, 8, 9]
    titles = {box["name"]: box["title"] for box in chart("map/map.toml")["box"]}
    assert [titles[f"tula-{n}"] for n in range(1, 11)] == boxes


def test_supply_lists_are_the_icons_of_the_map() -> None:
    supply = CHARTS["supply"]
    for kind in ("soviet-yellow", "soviet-orange", "soviet-red", "axis"):
        assert {a for a, row in AREAS.items() if row["supply"] == kind} == set(supply[kind.replace("-", "_")])
    victory = CHARTS["victory"]["areas"]
    assert {a for a, row in AREAS.items() if row["colour"] == "victory"} == set(victory.values())
    assert all(AREAS[a]["name"] == name for name, a in victory.items())


# ------------------------------------------------------------------ set-ups


def setup(name: str) -> list[Row]:
    return table(f"setup/{name}.csv")


def fits(unit: Row, row: Row) -> bool:
    return (
        unit["nation"] == row["nation"]
        and unit["army"] == row["army"]
        and unit["type"] in row["type"].split("/")
        and not (row["unmarked"] and unit["mark"] in ("dot", "S", "N"))
    )


def dealt(name: str, *, historical: bool = False) -> dict[str, tuple[str, str]]:
    """Every unit with its place and printed strength, draws settled by the order of the counter list."""
    rows = [row for row in setup(name) if row["type"] != "line"]
    out = {row["unit"]: (row["place"], row["strength"]) for row in rows if row["unit"]}
    for row in rows:
        if not row["unit"]:
            free = [u for u, unit in UNITS.items() if u not in out and fits(unit, row)]
            drawn = row["historical"].split() if historical else free[: int(row["count"])]
            assert len(drawn) == int(row["count"]) and set(drawn) <= set(free), row
            out |= dict.fromkeys(drawn, (row["place"], row["strength"]))
    return out


@pytest.mark.parametrize("name", SETUPS)
def test_every_unit_has_one_place_that_exists(name: str) -> None:
    places = dealt(name)
    assert set(places) == set(UNITS)
    assert {place for place, _ in places.values()} <= {*AREAS, *BOXES}
    named = [row["unit"] for row in setup(name) if row["unit"]]
    assert len(named) == len(set(named))
    for unit, (_, strength) in places.items():
        assert not strength or strength in UNITS[unit]["strength"].split(), unit


def test_historical_placement_is_complete_and_keeps_the_named_blocks() -> None:
    places = dealt("campaign", historical=True)
    assert set(places) == set(UNITS)
    assert [places[u][0] for u in ("44AK", "55AK", "3Pz", "14Pz")] == ["Axis"] * 4


@pytest.mark.parametrize("name", SETUPS)
def test_sides_stand_in_their_own_areas_within_stacking(name: str) -> None:
    stacks: Counter[tuple[str, str]] = Counter()
    nations: dict[str, set[str]] = {}
    for unit, (place, _) in dealt(name).items():
        if place in AREAS and unit in BLOCKS:
            assert AREAS[place][name] == BLOCKS[unit]["side"], unit
            stacks[place, BLOCKS[unit]["side"]] += 1
            nations.setdefault(place, set()).add(BLOCKS[unit]["nation"])
    for (place, _), n in stacks.items():
        limit = CHARTS["terrain"][AREAS[place]["colour"]]["stacking"]
        assert not limit or n <= limit, place
    assert all(not {"hungarian", "rumanian"} <= here for here in nations.values())


@pytest.mark.parametrize("name", SETUPS)
def test_defensive_lines(name: str) -> None:
    lines = [(row["side"], row["place"]) for row in setup(name) if row["type"] == "line"]
    assert len(set(lines)) == len(lines)
    assert all(AREAS[place][name] == side for side, place in lines)
    for side in ("axis", "soviet"):
        built = sum(who == side for who, _ in lines)
        assert [built, CHARTS["lines"][side] - built] == SCENARIOS["check"][name][f"{side}_lines"]


def value(name: str, side: str) -> tuple[dict[str, int], int]:
    """The parts of a Logistics Value (7.2.1), and the value in the scenario's weather."""
    places = dealt(name)
    leader = "Hitler" if side == "axis" else "Stalin"
    lost = sum(place == "soviet-lost" for place, _ in places.values()) if side == "axis" else 0
    scenario = next(s for s in PLAYED.values() if s["control"] == name)
    parts = {
        "leader": int(places[leader][1] or 4),
        "headquarters": sum(
            (place in AREAS or place.startswith("tula")) and strength != "0"
            for unit, (place, strength) in places.items()
            if UNITS[unit]["side"] == side and UNITS[unit]["type"] in ("hq", "luftwaffe")
        ),
        "areas": sum(AREAS[a][name] == side for a in CHARTS["victory"]["areas"].values()),
        "eliminated": lost // CHARTS["logistics"]["eliminated_per_point"],
    }
    if side == "soviet":
        seas = [CHARTS["discs"][disc]["full_control"] for disc in ("blue", "light-blue")]
        parts["discs"] = scenario["yellow_disc"] + scenario["orange_disc"]
        parts["discs"] += sum(all(AREAS[a][name] == "soviet" for a in sea) for sea in seas)
    total = sum(parts.values())
    halved = side in CHARTS["weather"][scenario["weather"]].get("logistics_halved", [])
    return parts, max(1, total // 2) if halved else total


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_printed_logistics_values(name: str, side: str) -> None:
    parts, total = value(name, side)
    printed = dict(SCENARIOS["check"][name][side])
    assert total == printed.pop("value")
    assert parts == printed


@pytest.mark.parametrize("name", SETUPS)
def test_pools_and_losses(name: str) -> None:
    where = Counter(place for unit, (place, _) in dealt(name).items() if unit in BLOCKS)
    check = SCENARIOS["check"][name]
    assert where["soviet-pool"] == check["soviet_pool"]
    assert where["axis-pool"] == check["axis_pool"]
    assert where["soviet-lost"] == check["soviet_lost"]
    assert where["waiting-S"] + where["waiting-N"] == check["soviet_waiting"]
    bombers = Counter(place for unit, (place, _) in dealt(name).items() if UNITS[unit]["type"] == "bomber")
    assert bombers["bombers-available"] == check["bombers"]


def test_the_campaign_counts_of_the_rulebook() -> None:
    in_play = [u for u, (p, _) in dealt("campaign").items() if u in BLOCKS and "pool" not in p and "waiting" not in p]
    on_map = Counter(BLOCKS[u]["side"] for u in in_play)
    assert on_map == {"soviet": 42, "axis": 27}


def test_the_kiev_pocket_has_nine_cubes() -> None:
    isolated = set(SCENARIOS["the-pocket"]["isolated"])
    blocks = sum(p in isolated for u, (p, _) in dealt("pocket").items() if u in BLOCKS)
    lines = sum(row["place"] in isolated for row in setup("pocket") if row["type"] == "line")
    assert (blocks, lines, blocks + lines) == (6, 3, SCENARIOS["check"]["pocket"]["cubes"])


def test_budyonny_is_lost_where_the_axis_holds_kiev() -> None:
    assert AREAS["4"]["snow"] == "axis" and dealt("snow")["B"][0] == "soviet-lost"


def test_no_tank_or_motorized_block_is_set_up_in_a_red_area() -> None:
    for name in SETUPS:
        for unit, (place, _) in dealt(name).items():
            if UNITS[unit]["type"] in ("tank", "motorized") and place in AREAS:
                assert AREAS[place]["colour"] != "red", (name, unit)


def test_scenarios_name_what_exists() -> None:
    scenarios = PLAYED
    assert list(scenarios) == ["les-preludes", "the-river", "the-pocket", "the-snow", "southern-struggle"]
    for scenario in scenarios.values():
        assert (DATA / scenario["setup"]).is_file()
        assert scenario["control"] in SETUPS
        assert 1 <= scenario["first_turn"] <= scenario["last_turn"] <= 6
        assert scenario["weather"] in CHARTS["weather"]
    assert [s["disc_once"] for s in scenarios.values()] == [True, True, True, True, False]
    assert [s["optional_rules"] for s in scenarios.values()] == [False, False, False, False, True]
