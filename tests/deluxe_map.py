"""The map of Barbarossa Deluxe as its tests read it: hexes by their number, facts by column, sites by kind."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.hexes import bits

FOLDER = Path(__file__).resolve().parents[1] / "src/ostfront/games/barbarossa_deluxe/data"


@cache
def data() -> DataFolder:
    return DataFolder("barbarossa-deluxe", FOLDER)


@cache
def board() -> Board:
    tables = [data().raw_rows(f"map/{name}.csv") for name in ("hexes", "hexsides", "lines", "sites")]
    return Board.from_rows(data().toml("map/map.toml"), *tables)


@cache
def numbers() -> list[str]:
    return [board().name(i) for i in board().grid.hexes]


@cache
def near(number: str) -> list[str]:
    return [board().name(n) for n in bits(board().grid.neighbours(1 << board().index(number)))]


def fact(number: str, column: str) -> str:
    return board().hex_facts[column].get(board().index(number), "")


def marked(column: str, word: str) -> set[str]:
    return {n for n in numbers() if fact(n, column) == word}


def terrain(kind: str) -> set[str]:
    return {n for n in numbers() if board().terrain_at[board().index(n)] == kind}


@cache
def land() -> set[str]:
    return set(numbers()) - terrain("sea") - terrain("lake")


def sites(kind: str) -> dict[str, str]:
    """Name to hex."""
    return {site.name: board().name(site.hex) for site in board().sites.of(kind)}
