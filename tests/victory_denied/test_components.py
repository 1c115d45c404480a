"""The counters and chits of A Victory Denied, the rules index, and the sources of all numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from victory_denied.box import CHARTS, CHITS, DATA, UNITS, chart, face, ids, table, units

RULES = chart("rules.toml")
SOURCE = re.compile(r"(rulebook \d|published: |reconstructed: )")


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
