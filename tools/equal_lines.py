"""Finds runs of equal lines in two games: what both need belongs in the kit.

    python tools/equal_lines.py [--least N] [FOLDER ...]

Each FOLDER holds a package for each game (`src/ostfront/games`). Imports, blank lines and
comments do not count. Exits with 1 when a run of N equal lines (10) occurs in two packages of a folder.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "src/ostfront/games",)
LEAST = 10


class Line(NamedTuple):
    number: int
    text: str


class Run(NamedTuple):
    """A run of equal lines, in one file and in another."""

    length: int
    file: Path
    start: int
    other: Path
    other_start: int


def counted(path: Path) -> list[Line]:
    """The lines of a file that count."""
    text = path.read_text(encoding="utf-8")
    imports = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate((line.strip() for line in text.splitlines()), 1)
    return [Line(n, line) for n, line in lines if line and not line.startswith("#") and n not in imports]


def runs(folder: Path, least: int = LEAST) -> Iterator[Run]:
    """Every longest run of equal lines in files of two packages."""
    files = {path: counted(path) for path in sorted(folder.rglob("*.py")) if len(path.relative_to(folder).parts) > 1}
    found: dict[tuple[str, ...], list[tuple[Path, int]]] = defaultdict(list)
    for path, lines in files.items():
        for at in range(len(lines) - least + 1):
            found[tuple(line.text for line in lines[at : at + least])].append((path, at))
    seen: set[tuple[Path, int, Path, int]] = set()
    for places in found.values():
        for (one, a), (other, b) in combinations(places, 2):
            if one.relative_to(folder).parts[0] == other.relative_to(folder).parts[0] or (one, a, other, b) in seen:
                continue
            length = 0
            while (
                [line.text for line in files[one][a + length : a + length + 1]]
                == [line.text for line in files[other][b + length : b + length + 1]]
                != []
            ):
                seen.add((one, a + length, other, b + length))
                length += 1
            yield Run(length, one, files[one][a].number, other, files[other][b].number)


def main() -> int:
    parser = argparse.ArgumentParser(description="Find runs of equal lines in two games.")
    parser.add_argument("folders", nargs="*", type=Path, default=FOLDERS)
    parser.add_argument("--least", type=int, default=LEAST)
    given = parser.parse_args()
    found = [run for folder in given.folders for run in runs(folder, given.least)]
    for run in sorted(found, reverse=True):
        print(f"{run.length} equal lines: {run.file}:{run.start} and {run.other}:{run.other_start}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
