"""The counters, charts, chits and tracks of A Victory Awaits: known faces and cells, counts, sources."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from printed import Row, numbers_of

NUMBERS = numbers_of("victory_awaits")
DATA, table, chart = NUMBERS.folder, NUMBERS.table, NUMBERS.chart
CHARTS = chart("charts.toml")
TRACKS: dict[str, dict[str, Any]] = {name: t for name, t in CHARTS["track"].items() if isinstance(t, dict)}
UNITS = {row["id"]: row for row in table("units.csv")}
CHITS: list[dict[str, Any]] = chart("chits.toml")["chit"]
MARKERS = chart("markers.toml")
SCENARIOS = chart("scenarios.toml")
CRT: list[list[str]] = [row.split() for row in CHARTS["crt"]["rows"]]
COLUMNS: list[str] = CHARTS["crt"]["columns"]
SOURCE = re.compile(r"(rulebook[ ,]|published: |reconstructed: )")
GAMES = ("campaign", "leningrad", "smolensk-short", "smolensk", "kiev")


def units(**wanted: str) -> list[Row]:
    return [row for row in UNITS.values() if all(row[key] == value for key, value in wanted.items())]


def ids(**wanted: str) -> set[str]:
    return {row["id"] for row in units(**wanted)}


def face(unit: str) -> str:
    row = UNITS[unit]
    if row["mech"] == "yes":
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


INLINE = re.compile(
    r"\.(retreat_losses|two|three|at_start|hqs|victory\.(major_city|stand_fast|breakthrough|from_moscow))$"
)


@pytest.mark.parametrize("name", ["charts.toml", "chits.toml", "scenarios.toml", "markers.toml", "setup/zones.toml"])
def test_every_table_names_its_source(name: str) -> None:
    for path, values in tables_in(chart(name)):
        if not INLINE.search(path):
            assert SOURCE.match(values.get("source", "")), f"{name}{path}"


@pytest.mark.parametrize("name", ["units.csv", "setup/historical.csv"])
def test_every_line_names_its_source(name: str) -> None:
    assert (DATA / name).read_text(encoding="utf-8").startswith("# source: ")
    for row in table(name):
        assert SOURCE.match(row["source"]), row


# ------------------------------------------------------------------ counters


def test_ids_can_be_typed_and_say_the_nation() -> None:
    assert len(table("units.csv")) == len(UNITS)
    for unit, row in UNITS.items():
        assert re.fullmatch(r"[A-Za-z0-9-]+", unit)
        if row["type"] != "fortress":
            prefix = {"german": "", "romanian": "R-", "soviet": "S-"}[row["nation"]]
            assert unit.startswith(prefix)
            assert prefix or not re.match(r"[RS]-", unit)
            assert row["side"] == ("soviet" if prefix == "S-" else "axis")


def test_no_unit_looks_like_a_hex() -> None:
    assert not [unit for unit in UNITS if re.fullmatch(r"[LSK]?-?\d{4}", unit)]


def test_the_box_holds_840_counters() -> None:
    mix = {key: value for key, value in CHARTS["countermix"].items() if key != "source"}
    assert mix.pop("total") == sum(mix.values()) == 840
    hqs, forts = len(units(type="hq")), len(units(type="fortress"))
    assert (mix["hqs"], mix["fortresses"]) == (hqs, forts)
    assert mix["combat_units"] == len(UNITS) - hqs - forts
    assert mix["silhouettes"] == len(units(mech="yes"))
    assert mix["chits"] == sum(chit.get("copies", 1) for chit in CHITS if chit["kind"] != "dummy")
    assert mix["control"] == MARKERS["control"]["axis"] == MARKERS["control"]["soviet"]


def test_the_documents_count_as_the_data_does() -> None:
    mix = CHARTS["countermix"]
    text = (Path(__file__).parents[2] / "docs" / "games" / "victory-awaits.md").read_text("utf-8")
    assert f"{mix['combat_units']} + {mix['hqs']} + {mix['fortresses']} units" in text
    assert f"{mix['silhouettes']} silhouettes" in text
    assert f"{mix['out_of_command']} Out of Command markers" in text


def test_a_rifle_division_with_another_name_says_that_it_is_on_foot() -> None:
    named = [unit for unit in UNITS.values() if unit["type"] == "rifle" and unit["printed"][-1] in "TM"]
    assert len(named) == 6
    assert all(unit["name"].endswith("(on foot)") for unit in named)


def test_the_maps_have_the_known_sizes() -> None:
    """Published: about 120 units on the Leningrad map, about 250 on the Smolensk map."""
    count = Counter(row["map"] for row in UNITS.values() if row["type"] != "fortress")
    assert set(count) == {"L", "S", "K"}
    assert 110 <= count["L"] <= 130
    assert 220 <= count["S"] <= 260
    assert 200 <= count["K"] <= 260


@pytest.mark.parametrize(
    ("unit", "printed"),
    [
        ("8Pz", "8-4-10"),
        ("36M", "5-5-10"),
        ("Tot", "6-5-10"),
        ("21", "3-5"),
        ("217", "3-5"),
        ("251", "3-5"),
        ("291", "3-5"),
        ("285Sec", "2-3"),
        ("S-179", "2-4"),
        ("S-292", "2-4"),
    ],
)
def test_known_faces(unit: str, printed: str) -> None:
    assert face(unit) == printed


def test_units_of_the_examples_are_on_the_leningrad_map() -> None:
    named = ["S-11", "S-16", "S-188", "S-292", "S-179", "S-11M", "36M", "21", "217", "251", "291", "18A", "4PzG"]
    assert {UNITS[unit]["map"] for unit in [*named, "S-27A", "S-11A"]} == {"L"}


def test_the_combat_ratio_example_adds_up() -> None:
    attack = 2 * int(UNITS["36M"]["attack"]) + int(UNITS["21"]["attack"]) + int(UNITS["217"]["attack"])
    assert attack // 2 == 8
    assert int(UNITS["S-179"]["defense"]) == int(UNITS["4PzG"]["attack"]) == 2


def test_reduced_sides_are_weaker_and_alive() -> None:
    for row in UNITS.values():
        assert (row["attack2"] == "") == (row["defense2"] == "")
        if row["attack2"] and row["type"] != "fortress":
            assert 0 < int(row["attack2"]) < int(row["attack"])
            assert 0 < int(row["defense2"]) < int(row["defense"])
    assert all(row["attack2"] for row in units(nation="german", mech="yes"))
    assert all(row["attack2"] for row in units(type="infantry", nation="german"))


def test_mechanized_types() -> None:
    assert {row["type"] for row in units(mech="yes")} == {"panzer", "motorized", "tank"}
    assert {row["type"] for row in units(mech="no")} == {
        "infantry", "rifle", "cavalry", "marine", "mountain", "security", "hq", "fortress",
    }  # fmt: skip


def test_headquarters() -> None:
    hqs = units(type="hq")
    assert {row["range"] for row in hqs} == {str(CHARTS["command"]["range"])} == {"4"}
    assert {row["range"] for row in UNITS.values() if row["type"] != "hq"} == {""}
    assert all(row["formation"] == row["id"] for row in hqs)
    assert {row["formation"] for row in UNITS.values()} - {""} == {row["id"] for row in hqs}


def test_nineteenth_army_is_an_hq_and_ten_units() -> None:
    army = units(start="track-3")
    assert len(army) == CHARTS["army_19"]["units"] == 11
    assert {row["formation"] for row in army} == {"S-19A"} == {CHARTS["army_19"]["chit"]}
    assert [row["id"] for row in army if row["type"] == "hq"] == ["S-19A"]
    assert ids(formation="S-19A") == {row["id"] for row in army}


def test_the_transfer_from_third_panzergruppe() -> None:
    transfer = CHARTS["transfer_3PzG"]
    assert set(transfer["units"]) == ids(start="track-7") == ids(only="leningrad")
    assert f"track-{transfer['turn']}" == "track-7"
    twins = [UNITS[unit.removesuffix("-L")] for unit in transfer["units"]]
    assert {row["map"] for row in twins} == {"S"}
    assert sum(int(row["attack"]) for row in twins) == CHARTS["withdrawal"]["attack"] == 18


def test_fortress_markers() -> None:
    for sheet in "LSK":
        assert ids(type="fortress", map=sheet) == set(MARKERS["fortress"][sheet])
    assert {(row["defense"], row["defense2"], row["move"]) for row in units(type="fortress")} == {("2", "1", "0")}
    start = MARKERS["fortress"]["at_start"]
    assert (start["hex"], start["steps"]) == (CHARTS["brest"]["hex"], CHARTS["brest"]["steps"]) == ("S0927", 1)
    assert start["unit"] in MARKERS["fortress"]["S"]
    for name, sheet in (("leningrad", "L"), ("kiev", "K")):
        assert len(MARKERS["fortress"][sheet]) >= TRACKS[name]["fortress_hexes"]


def test_stand_fast_markers() -> None:
    hexes = [place for sheet in "LSK" for place in MARKERS["stand_fast"][sheet]]
    assert len(set(hexes)) == len(hexes) == CHARTS["countermix"]["stand_fast"] == 12
    assert all(place.startswith(sheet) for sheet in "LSK" for place in MARKERS["stand_fast"][sheet])
    assert MARKERS["stand_fast"]["L"] == CHARTS["zhukov"]["hexes"]


# ------------------------------------------------------------------ chits


def available(sheets: str, side: str, turn: int) -> set[str]:
    """Chits of HQs, interrupts among them, that can be selected on a turn without a player's choice."""
    return {
        chit["id"]
        for chit in CHITS
        if chit["kind"] in ("hq", "interrupt") and chit["side"] == side and chit["map"] in sheets
        if chit["turn"] <= turn and not chit.get("choice")
    }


@pytest.mark.parametrize(
    ("sheet", "side", "turn", "ids"),
    [
        ("L", "axis", 1, "4PzG Manstein 16A 18A"),
        ("L", "soviet", 1, "S-8A S-11A"),
        ("L", "soviet", 2, "S-8A S-11A S-27A"),
        ("L", "soviet", 3, "S-8A S-11A S-27A S-23A"),
        ("S", "axis", 1, "2PzG Guderian 3PzG-1 3PzG-2 4A 9A"),
        ("S", "axis", 4, "2PzG Guderian 3PzG-1 3PzG-2 4A 9A 2A"),
        ("S", "soviet", 1, "S-3A S-4A S-10A"),
        ("S", "soviet", 2, "S-3A S-4A S-10A S-13A S-20A S-21A"),
        ("S", "soviet", 3, "S-3A S-4A S-10A S-13A S-20A S-21A S-16A S-19A S-22A"),
        ("K", "axis", 1, "1PzG-1 1PzG-2 6A 17A"),
        ("K", "axis", 2, "1PzG-1 1PzG-2 6A 17A 11A R-3A R-4A"),
        ("K", "soviet", 1, "S-5A S-6A S-26A"),
        ("K", "soviet", 2, "S-5A S-6A S-26A S-9A S-12A S-18A"),
    ],
)
def test_chits_by_turn(sheet: str, side: str, turn: int, ids: str) -> None:
    assert available(sheet, side, turn) == set(ids.split())


def test_every_hq_has_its_chits() -> None:
    count = Counter(chit["hq"] for chit in CHITS if chit["kind"] in ("hq", "interrupt"))
    assert set(count) == ids(type="hq")
    for hq, chits in count.items():
        assert chits == (2 if hq.endswith("PzG") else 1)  # Panzergruppen are activated twice a turn (2.2)
    assert {chit["id"] for chit in CHITS if chit["kind"] == "interrupt"} == {"Manstein", "Guderian"}
    for chit in CHITS:
        if chit["kind"] in ("hq", "interrupt"):
            assert UNITS[chit["hq"]]["map"] == chit["map"]
            assert UNITS[chit["hq"]]["nation"] == chit["nation"]


def test_hqs_of_chosen_chits_wait_in_the_box() -> None:
    chosen = {chit["hq"] for chit in CHITS if chit.get("choice")}
    assert ids(type="hq", start="available") == chosen | {"2A"}
    assert {chit["turn"] for chit in CHITS if chit.get("choice")} == {CHARTS["track"]["choice_from"]} == {4}
    by_map = Counter(UNITS[hq]["map"] for hq in chosen)
    turns_left = CHARTS["track"]["turns"] - 3
    assert all(by_map[sheet] >= turns_left for sheet in "LSK")


def test_other_chits() -> None:
    assert len({chit["id"] for chit in CHITS}) == len(CHITS)
    kinds = Counter(chit["kind"] for chit in CHITS)
    assert kinds["reinforcements"] == kinds["master"] == 2
    assert kinds["supply"] == kinds["reserve"] == kinds["okh"] == 1
    assert {chit["turn"] for chit in CHITS if chit["kind"] == "reinforcements"} == {4}
    masters = [chit["copies"] for chit in CHITS if chit["kind"] == "master"]
    assert masters == [CHARTS["master"]["two"]["later"]] * 2 == [8, 8]


# ------------------------------------------------------------------ charts


def harm(result: str) -> tuple[int, int]:
    """How bad a result is for the defender: losses and retreat."""
    if result.startswith("A"):
        return (-int(result[1:]), 0)
    if result == "-":
        return (0, 0)
    steps, retreat = re.fullmatch(r"(\d?)(RR?)", result).groups()  # type: ignore[union-attr]
    return (int(steps or 0), len(retreat))


def test_crt_has_six_rows_of_eleven_columns() -> None:
    assert len(CRT) == CHARTS["crt"]["die"] == 6
    assert COLUMNS == ["1", "1.5", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert {len(row) for row in CRT} == {len(CHARTS["crt"]["ratios"])} == {11}
    assert {result for row in CRT for result in row} <= {"A1", "A2", "-", "R", "RR", "1RR", "2RR", "3RR"}


def test_crt_known_cells() -> None:
    four = [row[COLUMNS.index("4")] for row in CRT]
    assert four[3] == "RR"
    assert {"-", "R"} <= set(four)
    assert any(harm(row[COLUMNS.index("8")])[0] >= 1 for row in CRT)
    assert any(row[COLUMNS.index("10")] == "3RR" for row in CRT)
    for known in CHARTS["crt"]["known"]:
        column = [row[COLUMNS.index(known["column"])] for row in CRT]
        assert known.get("contains", column[0]) in column
        if "row" in known:
            assert column[known["row"] - 1] == known["result"]


def test_crt_never_gets_worse_with_a_better_ratio_or_roll() -> None:
    for row in CRT:
        assert [harm(result) for result in row] == sorted(harm(result) for result in row)
    for column in zip(*CRT, strict=True):
        assert [harm(result) for result in column] == sorted(harm(result) for result in column)


@pytest.mark.parametrize(
    ("ground", "mech", "foot", "shift", "advance"),
    [
        ("plains", 1, 1, 0, 2),
        ("light-woods", 2, 1, 1, 1),
        ("heavy-woods", 3, 2, 2, 1),
        ("marsh", 3, 2, 1, 1),
        ("major-city", 1, 1, 2, 1),
    ],
)
def test_terrain(ground: str, mech: int, foot: int, shift: int, advance: int) -> None:
    row = CHARTS["terrain"][ground]
    assert (row["mech"], row["foot"], row["shift"], row["advance"]) == (mech, foot, shift, advance)


def test_other_terrain() -> None:
    terrain = CHARTS["terrain"]
    assert (terrain["city"]["shift"], terrain["mountain"]["shift"]) == (1, 2)
    assert {name for name, row in terrain.items() if row.get("closed")} == {"lake", "sea"}
    assert CHARTS["hexside"]["minor_river"]["cost"] == 1
    assert {row["attack_divisor"] for row in CHARTS["hexside"].values()} == {2}
    assert (CHARTS["road"]["cost"], CHARTS["road"]["strategic"]) == ("1", "1/2")
    assert (CHARTS["zoc"]["enter"], CHARTS["zoc"]["leave"]) == (2, 2)
    assert CHARTS["supply"]["axis_off_rail"] == 6


# ------------------------------------------------------------------ tracks

REINFORCEMENTS = ("reinforcements_su", "reinforcements_ger", "reinforcements_rum")
LISTS = ("su", "ger", "rum", "reserve", "fortress_steps", "stand_fast", *REINFORCEMENTS)


@pytest.mark.parametrize("name", ["campaign", "leningrad", "smolensk", "kiev"])
def test_the_axis_may_select_everything_it_has(name: str) -> None:
    track = TRACKS[name]
    assert all(len(track[key]) == CHARTS["track"]["turns"] == 9 for key in LISTS)
    sheets = "".join(track["maps"])
    for turn in range(1, 10):
        chits = available(sheets, "axis", turn)
        romanian = {chit for chit in chits if chit.startswith("R-")}
        assert track["rum"][turn - 1] == len(romanian)
        assert track["ger"][turn - 1] == len(chits - romanian) + (turn >= 4)  # the Reinforcements chit


@pytest.mark.parametrize("name", ["campaign", "leningrad", "smolensk", "kiev"])
def test_the_soviets_can_fill_their_number(name: str) -> None:
    track = TRACKS[name]
    sheets = "".join(track["maps"])
    for turn in range(1, 10):
        chosen = len(track["choice"]) * max(0, turn - 3)
        assert 1 <= track["su"][turn - 1] <= len(available(sheets, "soviet", turn)) + chosen + (turn >= 4)
    assert track["su"] == sorted(track["su"])


def test_soviet_reinforcements_are_twelve_for_leningrad_and_smolensk() -> None:
    leningrad, smolensk = (TRACKS[name]["reinforcements_su"] for name in ("leningrad", "smolensk"))
    assert [a + b for a, b in zip(leningrad, smolensk, strict=True)] == [0] * 3 + [12] * 6


def test_the_campaign_is_the_three_maps_together() -> None:
    maps = [TRACKS[name] for name in ("leningrad", "smolensk", "kiev")]
    for turn in range(9):
        spare = 2 if turn >= 3 else 0  # one Reinforcements chit instead of three (19.1)
        assert TRACKS["campaign"]["ger"][turn] == sum(track["ger"][turn] for track in maps) - spare
        assert TRACKS["campaign"]["su"][turn] <= sum(track["su"][turn] for track in maps) - spare
        for key in ("rum", *REINFORCEMENTS):
            assert TRACKS["campaign"][key][turn] == sum(track[key][turn] for track in maps)
    assert TRACKS["campaign"]["victory"] == sum(track["victory"] for track in maps) == 191


def test_limits_by_turn() -> None:
    assert TRACKS["campaign"]["reserve"] == [0] * 5 + [12] * 4
    assert TRACKS["smolensk"]["reserve"] == [0] * 5 + [6] * 4
    assert TRACKS["campaign"]["fortress_steps"] == [0] * 3 + [2] * 6
    assert TRACKS["leningrad"]["fortress_steps"] == TRACKS["kiev"]["fortress_steps"] == [0] * 3 + [1] * 6
    assert not any(TRACKS["smolensk"]["fortress_steps"])
    assert [TRACKS[name]["fortress_hexes"] for name in ("campaign", "leningrad", "smolensk", "kiev")] == [6, 3, 0, 3]
    for track in TRACKS.values():
        assert track["stand_fast"] == [0] * 5 + [1] * 4
        assert not any(track[key][turn] for key in REINFORCEMENTS for turn in range(3))


def test_the_boxes_last() -> None:
    """The units of the box are enough for the numbers of the track, or nearly, without any that come back."""
    for name, sheets in (("leningrad", "L"), ("smolensk", "S"), ("kiev", "K"), ("campaign", "LSK")):
        track = TRACKS[name]
        box = Counter(row["nation"] for row in units(start="available") if row["map"] in sheets)
        asked = sum(track["reinforcements_su"]) + sum(track["reserve"])
        assert box["soviet"] >= 0.9 * asked, name
        assert box["german"] <= sum(track["reinforcements_ger"]), name
        assert box["romanian"] <= sum(track["reinforcements_rum"]), name


def test_optional_tables() -> None:
    assert CHARTS["reserve_okh"]["rows"] == [3, 3, 3, 3, 4, 5]
    assert CHARTS["reserve_leningrad"]["rows"] == [1, 1, 2, 2, 3, 3]
    assert CHARTS["armor_limit"]["mech_per_activation"] == 10
    assert CHARTS["soviet_supply_limit"]["off_road"] == 12
    master = CHARTS["master"]
    assert (master["two"]["first_turn"], master["two"]["later"]) == (7, 8)
    assert (master["three"]["first_turn"], master["three"]["later"]) == (5, 6)


# ------------------------------------------------------------------ scenarios


@pytest.mark.parametrize(
    ("name", "last", "victory"),
    [("campaign", 9, 191), ("leningrad", 9, 54), ("smolensk-short", 6, 60), ("smolensk", 9, 85), ("kiev", 9, 52)],
)
def test_scenarios(name: str, last: int, victory: int) -> None:
    scenario = SCENARIOS[name]
    track = TRACKS[scenario["track"]]
    assert (scenario["last_turn"], scenario["victory"]) == (last, victory)
    assert scenario["maps"] == track["maps"]
    short = "short_" if name.endswith("-short") else ""
    assert (track[f"{short}last_turn"], track[f"{short}victory"]) == (last, victory)


def test_options_name_scenarios_that_exist() -> None:
    for option in SCENARIOS["options"].values():
        assert option["default"] in option["values"]
        assert set(option["scenarios"]) <= set(GAMES)
    assert SCENARIOS["options"]["players"]["scenarios"] == SCENARIOS["options"]["teams"]["scenarios"] == ["campaign"]
    assert not {"leningrad", "kiev"} & set(SCENARIOS["options"]["reserve"]["okh"])


def test_every_command_has_one_seat() -> None:
    hqs = ids(type="hq", side="axis")
    for players, seats in SCENARIOS["seats"].items():
        commands = [hq for group in seats["axis"] for hq in SCENARIOS["groups"][group]]
        assert sorted(commands) == sorted(hqs), players
        assert sorted(sheet for sheets in seats["soviet"] for sheet in sheets) == ["K", "L", "S"]
        assert len(seats["axis"]) + len(seats["soviet"]) == int(players)
        assert 1 <= seats["controller"] <= int(players)
    assert [*SCENARIOS["seats"]] == SCENARIOS["options"]["players"]["values"][1:]
