"""What is in the box of A Victory Denied, as its data files have it: read here without the game's own code."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

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
