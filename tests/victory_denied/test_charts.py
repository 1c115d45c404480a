"""The charts of A Victory Denied: known cells, and tables that never turn the wrong way."""

from __future__ import annotations

import re
from collections import Counter

from victory_denied.box import CHARTS, units

CRT: list[list[str]] = [row.split() for row in CHARTS["crt"]["rows"]]
COLUMNS: list[str] = CHARTS["crt"]["columns"]


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
