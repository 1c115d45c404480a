"""The numbers of a game as its data files give them, for tests that hold them against the rulebook."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import ostfront

Row = dict[str, str]


class Numbers(NamedTuple):
    """The data of one game."""

    folder: Path

    def table(self, name: str) -> list[Row]:
        lines = (self.folder / name).read_text(encoding="utf-8").splitlines()
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))

    def chart(self, name: str) -> dict[str, Any]:
        return tomllib.loads((self.folder / name).read_text(encoding="utf-8"))


def numbers_of(game: str) -> Numbers:
    return Numbers(Path(ostfront.__file__).parent / "games" / game / "data")
