"""Data files: maps, counters, charts, scenarios. Everything is checked at load and says where it comes from.

A game's numbers live in its `data` folder as TOML and CSV. Owners of a printed game lay a folder of their
own over it: a TOML table there replaces the entries it names, a CSV row replaces the row with the same first
column. A game played on changed numbers carries them in its record.
"""

from __future__ import annotations

import csv
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from ostfront.core.errors import BadFile, suggestion

VARIABLE = "OSTFRONT_DATA"
WEIGHTS = "weights.toml"  # may lie in an overlay too: what computer players value; their own file is not here
T = TypeVar("T")


class Sourced(NamedTuple):
    """A table and where its numbers come from."""

    file: str
    table: str
    source: str
    changed: bool = False


class DataFolder:
    """The data of one game, with what lies over it."""

    def __init__(self, game: str, folder: Path, overlay: Mapping[str, str] | None = None) -> None:
        """`overlay` maps file names to the text of the files that lie over ours."""
        self.game = game
        self.folder = folder
        self.overlay = dict(overlay or {})
        self.sources: list[Sourced] = []
        for name in self.overlay:
            if name != WEIGHTS and not (folder / name).is_file():
                known = [str(p.relative_to(folder)) for p in folder.rglob("*") if p.suffix in (".toml", ".csv")]
                hint = suggestion(name, [*known, WEIGHTS])
                raise BadFile(f"{game} has no data file of this name.{hint}", file=name)

    @property
    def digest(self) -> str:
        """Names the changed tables; empty when nothing is changed."""
        return digest(self.overlay)

    def toml(self, name: str) -> dict[str, Any]:
        """A TOML file; each of its tables must name its source, or the file one for all."""
        table = self._parse(name, self._text(name))
        default = table.get("source")
        changed = self._parse(name, self.overlay[name]) if name in self.overlay else {}
        merged = _merge(table, changed)
        for key, value in merged.items():
            if isinstance(value, dict):
                source = value.get("source", default)
                if not source:
                    line = line_of(self._text(name), key)
                    raise BadFile(f"table [{key}] has no source.", file=self._label(name), line=line)
                self._note(Sourced(name, key, str(source), key in changed))
        if default:
            self._note(Sourced(name, "", str(default), False))
        elif not any(isinstance(v, dict) for v in merged.values()):
            raise BadFile("the file has no source (source = '...').", file=self._label(name), line=1)
        return merged

    def table(self, name: str, key: str, kind: type[T]) -> T:
        """One table of a TOML file as a checked structure."""
        content = self.toml(name)
        if key not in content:
            raise BadFile(f"there is no [{key}].{suggestion(key, content)}", file=self._label(name))
        return self.check(content[key], kind, name, key)

    def check(self, value: Any, kind: type[T], name: str, key: str) -> T:
        """A value as a checked structure; the error names file, line and field."""
        try:
            return msgspec.convert(value, kind, strict=True)
        except msgspec.ValidationError as wrong:
            text, _, path = str(wrong).partition(" - at `$")
            field = re.findall(r"\.(\w+)", path)
            line = line_of(self._text(name), field[-1] if field else key, after=key)
            where = f"[{key}]{path.rstrip('`')}" if path else f"[{key}]"
            raise BadFile(f"{where}: {text}.", file=self._label(name), line=line) from None

    def rows(self, name: str, kind: type[T]) -> list[T]:
        """The rows of a CSV file as checked structures; numbers are read from their digits."""
        out = []
        for line, row in self.raw_rows(name):
            try:
                out.append(msgspec.convert(row, kind, strict=False))
            except msgspec.ValidationError as wrong:
                text, _, path = str(wrong).partition(" - at `$.")
                raise BadFile(f"{path.rstrip('`') or 'row'}: {text}.", file=self._label(name), line=line) from None
        return out

    def raw_rows(self, name: str) -> list[tuple[int, dict[str, str]]]:
        """The rows of a CSV file with their line numbers, overlay rows in place of ours; empty cells left out."""
        source, rows = _read_csv(self._text(name), self._label(name))
        if not source:
            missing = "the file has no source ('# source: ...' at the top)."
            raise BadFile(missing, file=self._label(name), line=1)
        self._note(Sourced(name, "", source, False))
        if name in self.overlay:
            own_source, own = _read_csv(self.overlay[name], f"overlay/{name}")
            self._note(Sourced(name, "overlay", own_source or "owner's own numbers", True))
            key = next(iter(rows[0][1])) if rows else ""
            changed = {row.get(key, ""): (line, row) for line, row in own}
            rows = [(line, changed.pop(row.get(key, ""), (line, row))[1]) for line, row in rows]
            rows += list(changed.values())
        return rows

    def _note(self, source: Sourced) -> None:
        if source not in self.sources:  # a file may be asked for more than once
            self.sources.append(source)

    def _text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as wrong:
            raise BadFile(f"cannot be read: {wrong}.", file=self._label(name)) from None

    def _label(self, name: str) -> str:
        return f"{self.game}/{name}"

    def _parse(self, name: str, text: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as wrong:
            found = re.search(r"line (\d+)", str(wrong))
            line = int(found.group(1)) if found else 0
            raise BadFile(f"not valid TOML: {wrong}.", file=self._label(name), line=line) from None


def digest(overlay: Mapping[str, str]) -> str:
    """Names a set of changed files; empty when there is none."""
    text = "\n".join(f"{name}\n{content}" for name, content in sorted(overlay.items()))
    return sha256(text.encode()).hexdigest()[:16] if overlay else ""


def _merge(ours: dict[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(ours)
    for key, value in theirs.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def line_of(text: str, word: str, after: str = "") -> int:
    """The line of a TOML file that names a table or key, for error messages; 0 if none does."""
    lines = text.splitlines()
    start = 0
    if after:
        start = next((i for i, l in enumerate(lines) if re.match(rf"\s*\[+\s*\"?{re.escape(after)}\b", l)), 0)
    for i in range(start, len(lines)):
        if re.match(rf"\s*(\[+[^\]]*\b{re.escape(word)}\b|\"?{re.escape(word)}\"?\s*=)", lines[i]):
            return i + 1
    return start + 1 if after else 0


def _read_csv(text: str, label: str) -> tuple[str, list[tuple[int, dict[str, str]]]]:
    """The source named at the top, and the rows by line number, empty cells left out."""
    source: list[str] = []
    content: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            words = line.lstrip("# ").strip()
            if words.lower().startswith("source:"):
                source.append(words[7:].strip())
        elif line.strip():
            content.append((number, line))
    if not content:
        raise BadFile("the file has no header line.", file=label, line=1)
    reader = csv.reader(line for _, line in content)
    header = next(reader)
    rows = []
    for (number, _), cells in zip(content[1:], reader, strict=False):
        if len(cells) != len(header):
            raise BadFile(f"{len(cells)} cells, but the header has {len(header)}.", file=label, line=number)
        rows.append((number, {k: v for k, v in zip(header, (c.strip() for c in cells), strict=True) if v}))
    return "; ".join(source), rows


def overlay_for(game: str, folders: Sequence[str | Path] | None) -> dict[str, str]:
    """The files that lie over a game's data: from these folders, or those of OSTFRONT_DATA."""
    if folders is None:
        folders = [p for p in os.environ.get(VARIABLE, "").split(os.pathsep) if p]
    found: dict[str, str] = {}
    for folder in folders:
        root = Path(folder)
        if not root.is_dir():
            raise BadFile("there is no such data folder.", file=str(folder))
        own = root / game if (root / game).is_dir() else root
        for path in _data_files(own):
            try:
                lines = path.read_text(encoding="utf-8").splitlines()
                found[path.relative_to(own).as_posix()] = "\n".join(lines) + "\n"
            except (OSError, UnicodeDecodeError) as wrong:
                raise BadFile(f"cannot be read: {wrong}.", file=str(path)) from None
    return found


def _data_files(folder: Path) -> Iterator[Path]:
    return (p for p in sorted(folder.rglob("*")) if p.suffix in (".toml", ".csv") and p.is_file())
