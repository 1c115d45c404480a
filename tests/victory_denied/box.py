"""What is in the box of A Victory Denied, as its data files have it: read here without the game's own code."""

from __future__ import annotations

from typing import Any

from printed import Row, numbers_of

NUMBERS = numbers_of("victory_denied")
DATA, table, chart = NUMBERS.folder, NUMBERS.table, NUMBERS.chart
CHARTS = chart("charts.toml")
UNITS = {row["id"]: row for row in table("units.csv")}
CHITS: list[dict[str, Any]] = chart("chits.toml")["chit"]
SETUP = {row["unit"]: row["place"] for row in table("setup.csv")}


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
