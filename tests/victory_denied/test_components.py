"""The counters, charts, chits and set-up of A Victory Denied: known cells, counts, a playable set-up."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ostfront

DATA = Path(ostfront.__file__).parent / "games" / "victory_denied" / "data"
Row = dict[str, str]


def table(name: str) -> list[Row]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def chart(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


CHARTS = chart("charts.toml")
UNITS = {row["id"]: row for row in table("units.csv")}
CHITS: list[dict[str, Any]] = chart("chits.toml")["chit"]
RULES = chart("rules.toml")
SETUP = {row["unit"]: row["place"] for row in table("setup.csv")}
CRT: list[list[str]] = [row.split() for row in CHARTS["crt"]["rows"]]
COLUMNS: list[str] = CHARTS["crt"]["columns"]
SOURCE = re.compile(r"(rulebook \d|published: |reconstructed: )")


def units(**wanted: str) -> list[Row]:
    return [row for row in UNITS.values() if all(row[key] == value for key, value in wanted.items())]


def ids(**wanted: str) -> set[str]:
    return {row["id"] for row in units(**wanted)}


def face(unit: str) -> str:
    row = UNITS[unit]
    if row["motorized"] == "yes":
        return f"{row['attack']}-{row['defense']}-{row['move']}"
    assert row["attack"] == row["defense"]
    return f"{row['attack']}-{row['move']}"


# ------------------------------------------------------------------ sources


def holds_tables(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def tables_in(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Tables that state facts: those with a value that is not itself a table."""
    if isinstance(value, dict):
        if any(not holds_tables(inner) for inner in value.values()):
            yield path, value
        for key, inner in value.items():
            yield from tables_in(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from tables_in(inner, f"{path}[{n}]")


INLINE = re.compile(r"\.(modifiers|last_turn|german_chits|out_of_supply|temporary_source)$")


@pytest.mark.parametrize("name", ["charts.toml", "chits.toml", "scenarios.toml"])
def test_every_table_names_its_source(name: str) -> None:
    for path, values in tables_in(chart(name)):
        if not INLINE.search(path):
            assert SOURCE.match(values.get("source", "")), f"{name}{path}"


@pytest.mark.parametrize("name", ["units.csv", "setup.csv"])
def test_every_line_names_its_source(name: str) -> None:
    assert (DATA / name).read_text(encoding="utf-8").startswith("# source: ")
    for row in table(name):
        assert SOURCE.match(row["source"]), row


# ------------------------------------------------------------------ counters


def test_ids_can_be_typed() -> None:
    rows = table("units.csv")
    assert len(rows) == len(UNITS)
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", unit) for unit in UNITS)


def test_the_box_holds_280_counters() -> None:
    mix = {key: value for key, value in CHARTS["countermix"].items() if key != "source"}
    assert mix.pop("total") == sum(mix.values()) == 280
    assert mix["combat_units"] == len(UNITS) - len(units(type="hq")) == 123
    assert mix["hqs"] == len(units(type="hq")) == 21
    assert mix["silhouettes"] == sum(row["motorized"] == "yes" and row["type"] != "hq" for row in UNITS.values())
    assert mix["command_chits"] + mix["special_chits"] == len(CHITS)


@pytest.mark.parametrize(
    ("unit", "printed"),
    [
        ("7Pz", "9-2-10"),
        ("18Pz", "9-2-10"),
        ("SSReich", "8-8-10"),
        ("28Inf", "2-5"),
        ("1Cav", "2-5"),
        ("45C", "3-4"),
        ("20C", "3-4"),
        ("20MC", "3-2-6"),
        ("23MC", "3-2-6"),
        ("KV-1", "3-4-6"),
        ("100ID", "3-4"),
    ],
)
def test_known_faces(unit: str, printed: str) -> None:
    assert face(unit) == printed


def test_ss_reich_reduced() -> None:
    assert (UNITS["SSReich"]["attack2"], UNITS["SSReich"]["defense2"]) == ("7", "7")


def test_units_of_one_kind_are_equal() -> None:
    assert {face(unit) for unit in ids(type="panzer")} == {"9-2-10"}
    assert {face(unit) for unit in ids(type="tank")} == {"3-4-6"}
    assert {face(unit) for unit in ids(type="mechanized")} == {"3-2-6"}
    assert {face(unit) for unit in ids(side="german", type="infantry")} == {"2-5"}


def test_reduced_sides_are_weaker_and_alive() -> None:
    for row in UNITS.values():
        assert (row["attack2"] == "") == (row["defense2"] == "")
        if row["attack2"]:
            assert 0 < int(row["attack2"]) < int(row["attack"])
            assert 0 < int(row["defense2"]) < int(row["defense"])
    one_step = {unit for unit, row in UNITS.items() if row["type"] != "hq" and not row["attack2"]}
    assert one_step == {"14Mot-57", "14Mot-39", "900Lehr"}


def test_motorized_divisions_hold_where_panzers_do_not() -> None:
    panzer = max(int(row["defense"]) for row in units(type="panzer"))
    assert all(int(row["defense"]) > panzer for row in units(side="german", type="motorized"))


def test_panzer_corps() -> None:
    assert ids(corps="XXXXVII") == {"17Pz", "18Pz", "29Mot"}
    assert ids(corps="XXIV") == {"3Pz", "4Pz", "10Mot"}
    assert ids(corps="XXXXVI") == {"10Pz", "SSReich"}
    assert ids(corps="LVII") == {"12Pz", "20Mot", "7Pz", "20Pz", "14Mot-57"}
    assert ids(corps="XXXIX") == {"900Lehr", "14Mot-39", "19Pz", "18Mot"}
    for row in units(side="german"):
        assert bool(row["corps"]) == (row["motorized"] == "yes" and row["type"] != "hq")
        if row["corps"]:
            assert row["group"] == ("3PzG" if row["corps"] in ("LVII", "XXXIX") else "2PzG")


def test_german_reinforcements_walk() -> None:
    """They come in by strategic movement (11.1.2), so none of them is motorized."""
    late = [row for row in units(side="german") if row["enters"] != "start"]
    assert {row["motorized"] for row in late} == {"no"}
    assert {row["group"] for row in late if row["enters"] == "M"} == {"2PzG", "9A"}
    assert {row["group"] for row in late if row["enters"] == "1"} == {"3PzG", "9A"}
    assert ids(side="german", enters="6") == {"Blue"}


def test_red_units() -> None:
    on_map = ids(colour="red", enters="start") - ids(type="pvo")
    assert on_map == {"1MRD", "172ID", "187ID"}
    assert len(units(type="pvo", enters="start")) == 5
    assert len(units(type="pvo", enters="pvo")) == 9
    assert {row["colour"] for row in units(type="pvo")} == {"red"}
    assert {row["move"] for row in units(type="pvo")} == {"0"}
    assert 16 <= len(units(enters="elite")) <= 20
    assert {row["colour"] for row in units(enters="elite")} == {"red"}
    assert all(row["colour"] == "tan" for row in units(side="soviet") if row["enters"] in ("M", "R", "*", "1"))
    assert all(row["colour"] in ("tan", "red") for row in units(side="soviet"))
    assert {row["colour"] for row in units(side="german")} == {""}


def test_star_units_and_timoshenko() -> None:
    assert ids(enters="*") == {"Rokssky", "Maslnn", "Kalin", "Kocholov", "Khmnko", "CavGr"}
    box = units(side="soviet", enters="1")
    assert [row["id"] for row in box if row["type"] == "hq"] == ["Tmshnko"]
    assert len(box) == 4


def test_headquarters() -> None:
    hqs = units(type="hq")
    assert {row["range"] for row in hqs} == {"4"}
    assert all(int(row["move"]) > 0 and not row["attack"] and not row["attack2"] for row in hqs)
    assert ids(type="hq", side="soviet", enters="start") == {"13A", "16A", "19A", "20A", "21A", "22A"}
    assert not ids(type="hq", side="german", enters="start")
    assert any(row["motorized"] == "yes" for row in hqs)


# ------------------------------------------------------------------ chits


def test_chits() -> None:
    assert len({chit["id"] for chit in CHITS}) == len(CHITS)
    kinds = Counter(chit["kind"] for chit in CHITS)
    assert kinds["9A"] == 3
    assert kinds["3PzG"] >= 2
    assert all(kinds[kind] == 1 for kind in ("guderian", "air", "art", "supply", "reinforcement", "timoshenko"))


def test_each_soviet_hq_has_its_chit() -> None:
    chits = {chit["hq"]: chit["available"] for chit in CHITS if "hq" in chit}
    assert chits == {row["id"]: row["enters"] for row in units(type="hq", side="soviet")}


def test_the_chits_of_turn_one_can_be_selected() -> None:
    first = CHARTS["turn_track"]["turn"][0]
    german = [chit for chit in CHITS if chit["side"] == "german" and chit["available"] == "start"]
    soviet = [chit for chit in CHITS if chit["side"] == "soviet" and chit["available"] == "start"]
    assert len(german) - 1 >= first["german_chits"]  # one 3rd Panzer Group chit is put aside
    assert len(soviet) >= first["soviet_chits"]


def test_art_stays_out_on_turn_one() -> None:
    mandatory = {chit["id"]: chit["turn_one"] for chit in CHITS if chit["available"] == "mandatory"}
    assert mandatory == {"Air": True, "Supply": True, "Reinf": True, "ART": False}


# ------------------------------------------------------------------ charts


def harm(result: str) -> tuple[int, int]:
    """How bad a result is for the defender: losses and retreat."""
    if result.startswith("A"):
        return (-int(result[1:]), 0)
    if result == "-":
        return (0, 0)
    steps, retreat = re.fullmatch(r"(\d?)DR(2?)", result).groups()  # type: ignore[union-attr]
    return (int(steps or 0), int(retreat or 1))


def test_crt_has_nine_rows_of_eleven_columns() -> None:
    assert len(CRT) == CHARTS["crt"]["last_row"] == 9
    assert COLUMNS == ["1", "1.5", "2", "3", "4", "5", "6", "7", "8", "9", "10+"]
    assert {len(row) for row in CRT} == {len(CHARTS["crt"]["ratios"])} == {11}
    assert {result for row in CRT for result in row} <= {"A1", "A2", "-", "DR", "DR2", "1DR2", "2DR2", "3DR2"}


def test_crt_known_cells() -> None:
    def cell(column: str, row: int) -> str:
        return CRT[row - 1][COLUMNS.index(column)]

    assert cell("4", 3) == "DR"
    assert cell("8", 4) == "2DR2"
    assert harm(cell("3", 1)) <= (0, 0)
    assert harm(cell("3", 2)) <= (0, 0)
    for known in CHARTS["crt"]["known"]:
        found = cell(known["column"], known["row"])
        assert found == known.get("result", found)
        if known.get("defender_unhurt"):
            assert harm(found) <= (0, 0)


def test_crt_never_gets_worse_with_a_better_ratio_or_roll() -> None:
    for row in CRT:
        assert [harm(result) for result in row] == sorted(harm(result) for result in row)
    for column in zip(*CRT, strict=True):
        assert [harm(result) for result in column] == sorted(harm(result) for result in column)


def test_terrain() -> None:
    terrain = CHARTS["terrain"]
    assert terrain["woods"]["shift"] == 1
    assert terrain["city"]["shift"] == 2
    ground = {name: row for name, row in terrain.items() if not row.get("feature")}
    assert {row["foot"] for row in ground.values()} == {1}
    assert {name for name, row in ground.items() if row["motorized"] == 2} == {"woods", "swamp"}
    assert (CHARTS["hexside"]["minor_river"]["foot"], CHARTS["hexside"]["minor_river"]["motorized"]) == (1, 2)
    assert CHARTS["road"]["strategic"] == "1/2"
    assert (CHARTS["zoc"]["enter"], CHARTS["zoc"]["leave"]) == (2, 2)


def test_turn_track() -> None:
    turns = CHARTS["turn_track"]["turn"]
    assert [turn["turn"] for turn in turns] == list(range(1, 11))
    assert [turn["pvo"] for turn in turns] == [True] * 9 + [False]
    first, seventh, eighth = turns[0], turns[6], turns[7]
    assert (first["german_chits"], first["soviet_chits"], first["out_of_supply"]) == (3, 2, 0)
    assert (seventh["german_chits"], seventh["soviet_chits"], seventh["out_of_supply"]) == (3, 3, 2)
    for key in ("german_chits", "out_of_supply"):
        assert set(eighth[key]) == {"distracted", "moscow"}
        assert all(isinstance(turn[key], int) for turn in turns if turn is not eighth)


def test_minsk_escape_table() -> None:
    escape = CHARTS["minsk_escape"]
    rows = [row.split() for row in escape["rows"]]
    assert len(rows) == 6
    assert {len(row) for row in rows} == {len(escape["columns"])} == {len(escape["from"])}
    assert set(escape["modifiers"]) == {"1", "2", "3"}
    seven = max(n for n, value in enumerate(escape["from"]) if value <= 7)
    assert "0" in [row[seven] for row in rows]
    escapees = [[int(cell.rstrip("V")) for cell in row] for row in rows]
    assert all(row == sorted(row) for row in escapees)
    assert all(list(column) == sorted(column) for column in zip(*escapees, strict=True))
    assert max(map(max, escapees)) <= len(units(side="soviet", enters="M"))


def test_hitler_directive_odds() -> None:
    assert Counter(CHARTS["hitler_directive"]["rows"]) == {"moscow": 1, "distracted": 2, "choice": 3}


def test_vp_chits() -> None:
    chits = CHARTS["vp_chits"]
    assert (len(chits["major"]), sum(chits["major"])) == (7, chits["major_total"]) == (7, 32)
    assert (len(chits["minor"]), sum(chits["minor"])) == (9, chits["minor_total"]) == (9, 18)


def test_artillery_and_air() -> None:
    assert CHARTS["artillery"]["column"] == "3"
    assert CHARTS["rockets"]["column"] == "7"
    assert CHARTS["air"]["bomber_column"] == "8"
    assert (CHARTS["air"]["stukas"], CHARTS["air"]["bombers"], CHARTS["rockets"]["count"]) == (3, 1, 1)


# ------------------------------------------------------------------ the rules index


def test_rules_index_names_every_clause() -> None:
    numbers = [clause["number"] for clause in RULES["clause"]]
    assert len(set(numbers)) == len(numbers)
    assert {clause["kind"] for clause in RULES["clause"]} == {"engine", "component", "advice"}
    whole = {re.sub(r"[a-z]$", "", number) for number in numbers}
    last = {
        "1": 3, "2.1": 3, "2.2": 3, "2.3": 3, "3": 14, "4.1": 2, "5": 4, "6": 3, "7.1": 3, "7.2": 2, "7.3": 6,
        "7.4": 2, "7.5": 1, "8.1": 6, "8.2": 2, "8.3": 1, "9.1": 7, "9.3": 7, "9.4": 3, "9.5": 8, "9.6": 6,
        "10.1": 4, "10.2": 4, "10.3": 4, "11.1": 4, "11.2": 3, "12": 6, "13": 3, "15": 3, "16": 3, "16.3": 2,
    }  # fmt: skip
    for section, count in last.items():
        assert {f"{section}.{n}" for n in range(1, count + 1)} <= whole, section
    assert {"2.4", "2.5", "4.2", "9.2", "10.4", "10.5", "11.3", "14.0"} <= whole


def test_lettered_clauses_are_complete() -> None:
    letters: dict[str, list[str]] = {}
    for clause in RULES["clause"]:
        if match := re.fullmatch(r"([\d.]+)([a-z])", clause["number"]):
            letters.setdefault(match[1], []).append(match[2])
    for number, found in letters.items():
        assert len(found) > 1, number
        assert found == [chr(ord("a") + n) for n in range(len(found))], number


# ------------------------------------------------------------------ set-up, on the map

HEXES = {row["hex"]: row for row in table("map/hexes.csv")}
SITES = table("map/sites.csv")
RIVERS = {frozenset((row["a"], row["b"])): row["kind"] for row in table("map/hexsides.csv")}
ROADS = {
    frozenset(pair)
    for line in table("map/lines.csv")
    if line["kind"] == "road"
    for pair in zip(line["hexes"].split(), line["hexes"].split()[1:], strict=False)
}
STACKS: dict[str, list[str]] = {}
for _unit, _place in SETUP.items():
    if _place.isdigit():
        STACKS.setdefault(_place, []).append(_unit)


def distance(a: str, b: str) -> int:
    """Rows count north; an odd row lies half a hex east of the even ones."""
    rows = abs(int(a[:2]) - int(b[:2]))
    halves = abs(2 * int(a[2:]) + int(a[:2]) % 2 - 2 * int(b[2:]) - int(b[:2]) % 2)
    return rows + max(0, (halves - rows) // 2)


def neighbours(number: str) -> list[str]:
    row, column = int(number[:2]), int(number[2:])
    near = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
    names = [f"{r:02}{c:02}" for r, c in near]
    return [name for name in names if name in HEXES and distance(number, name) == 1]


def side_of(place: str) -> str:
    return UNITS[STACKS[place][0]]["side"] if place in STACKS else ""


def combat_units(place: str) -> list[str]:
    return [unit for unit in STACKS[place] if UNITS[unit]["type"] != "hq"]


def zoc(side: str) -> set[str]:
    return {near for place in STACKS if side_of(place) == side and combat_units(place) for near in neighbours(place)}


def test_the_tests_geometry_is_the_maps() -> None:
    assert all(distance(*pair) == 1 for pair in [*RIVERS, *ROADS])


def test_every_counter_has_one_place() -> None:
    assert len(table("setup.csv")) == len(SETUP)
    assert set(SETUP) == set(UNITS)


def test_boxes() -> None:
    places = {"M": "minsk-pocket-box", "R": "soviet-reserve", "*": "stavka-stars", "elite": "elite-cup"}
    for unit, row in UNITS.items():
        enters, place = row["enters"], SETUP[unit]
        if enters == "start":
            assert place in HEXES
        elif enters == "pvo":
            assert re.fullmatch(r"track-[1-9]", place)
        elif enters == "6":
            assert place == "track-6"
        elif enters == "1":
            assert place == ("timoshenko" if row["side"] == "soviet" else f"german-entry-{row['group']}")
        else:
            assert place == places[enters]
    assert len({SETUP[unit] for unit in ids(enters="pvo")}) == 9


def test_stacking() -> None:
    for place, stack in STACKS.items():
        fighting = combat_units(place)
        assert len({UNITS[unit]["side"] for unit in stack}) == 1
        assert len(fighting) <= 2
        assert len(stack) - len(fighting) <= 1
        assert sum(UNITS[unit]["colour"] == "tan" for unit in fighting) <= 1


def test_nobody_starts_in_the_pocket_or_in_moscow() -> None:
    closed = {site["hex"] for site in SITES if site["kind"] in ("pocket", "moscow")}
    assert not closed & set(STACKS)


def test_vitebsk_and_bobruysk_are_german_and_the_rest_is_not() -> None:
    victory = {site["name"]: site["hex"] for site in SITES if site["kind"].startswith("victory")}
    assert len(victory) == 16
    assert (victory["Vitebsk"], victory["Bobruysk"]) == ("3919", "2110")
    for name, place in victory.items():
        assert side_of(place) in ("german" if name in ("Vitebsk", "Bobruysk") else "soviet", ""), name


def test_pvo_stand_in_victory_towns() -> None:
    victory = {site["hex"] for site in SITES if site["kind"].startswith("victory")}
    starting = {SETUP[unit] for unit in ids(type="pvo", enters="start")}
    assert len(starting) == 5
    assert starting <= victory - {"3919", "2110"}


def test_every_soviet_unit_but_pvo_has_an_hq_in_range() -> None:
    hqs = [SETUP[unit] for unit in ids(type="hq", side="soviet", enters="start")]
    for unit in ids(side="soviet", enters="start"):
        if UNITS[unit]["type"] not in ("hq", "pvo"):
            assert min(distance(SETUP[unit], hq) for hq in hqs) <= 4, unit


def test_no_hq_starts_alone_beside_the_enemy() -> None:
    for unit in ids(type="hq", enters="start"):
        assert combat_units(SETUP[unit]) or SETUP[unit] not in zoc("german"), unit


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_everybody_starts_in_supply(side: str) -> None:
    enemy = zoc("soviet" if side == "german" else "german")
    reached: set[str] = set()
    queue = [site["hex"] for site in SITES if site["kind"] == f"{side}-supply"]
    while queue:
        place = queue.pop()
        if place in reached or side_of(place) not in ("", side):
            continue
        if place in enemy and side_of(place) != side:
            continue
        reached.add(place)
        for near in neighbours(place):
            hexside = frozenset((place, near))
            if RIVERS.get(hexside) != "major" or hexside in ROADS:
                queue.append(near)
    assert {place for place in STACKS if side_of(place) == side} <= reached


def test_second_panzer_group_has_targets_for_the_special_combat() -> None:
    for corps in ("XXXXVII", "XXIV", "XXXXVI"):
        for unit in ids(corps=corps):
            assert any(side_of(near) == "soviet" for near in neighbours(SETUP[unit])), unit


def test_panzer_corps_can_be_activated_whole() -> None:
    for corps in ("XXXXVII", "XXIV", "XXXXVI", "LVII", "XXXIX"):
        left = sorted(ids(corps=corps))
        active = [left.pop()]
        while joined := [u for u in left if any(distance(SETUP[u], SETUP[a]) <= 3 for a in active)]:
            active += joined
            left = [u for u in left if u not in joined]
        assert not left, corps
