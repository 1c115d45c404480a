"""Data files: maps, counters, charts, scenarios. Everything is checked when loaded and names its source.

A game's numbers are TOML and CSV files in its `data` folder. Owners of a printed game put a folder of their
own over it: a TOML table there replaces the entries it names, a CSV row replaces the row with the same key
(see `KEYS`) or is added. Two head lines remove rows: `# remove: KEY` one of ours, `# replace: all` the whole
table. A game with changed numbers carries them in its record.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from ostfront.core.errors import BadFile, cut, either, suggestion
from ostfront.core.files.limits import check_csv, check_toml, read_file, read_toml

VARIABLE = "OSTFRONT_DATA"
WEIGHTS = "weights.toml"  # also allowed in an overlay: the weights of computer players, whose own file is elsewhere
T = TypeVar("T")
Cells = dict[str, str]
COMMANDS = ("remove", "replace")


class Key(NamedTuple):
    """The columns that identify a row of a table."""

    columns: tuple[str, ...]
    either_way: bool = False
    """The first two columns are the ends of a side, in any order."""
    repeats: bool = False
    """Several rows may share a key; those of an overlay replace all of ours with that key."""
    words: tuple[str, ...] = ()
    """Columns whose words the rules know: an overlay may only use words that our tables use."""

    def of(self, cells: Sequence[str]) -> tuple[str, ...]:
        """What to compare rows by, from the cells of the key's columns."""
        return (*sorted(cells[:2]), *cells[2:]) if self.either_way else tuple(cells)

    def of_row(self, row: Mapping[str, str]) -> tuple[str, ...]:
        """What to compare a row by."""
        return self.of([row.get(column, "") for column in self.columns])


KEYS = {
    "hexes.csv": Key(("hex",), words=("feature", "held")),
    "hexsides.csv": Key(("a", "b", "kind"), either_way=True, words=("kind",)),
    "lines.csv": Key(("id",), words=("kind",)),
    "sites.csv": Key(("name", "hex", "kind"), words=("kind",)),
    "areas.csv": Key(("area",), words=("colour",)),
    "borders.csv": Key(("a", "b", "kind"), either_way=True, words=("kind",)),
    "polygons.csv": Key(("area", "ring"), repeats=True, words=("ring",)),
    "scenery.csv": Key(("kind", "name"), repeats=True, words=("kind",)),
}
"""The key of a table by file name, in any folder; for a file not listed here it is the first column."""


class OverlayLine(int):
    """The line number of a row in an overlay file; messages say that it is one."""

    def __str__(self) -> str:
        return f"{int(self)} (overlay)"


class CsvTable(NamedTuple):
    """A CSV file: what its head lines say, its columns, and its rows by line number, empty cells left out."""

    source: str
    header: int
    """The line that names the columns."""
    columns: list[str]
    rows: list[tuple[int, Cells]]
    commands: list[tuple[int, str, str]]
    """Head lines that remove rows of ours: line number, "remove" or "replace" (or a misspelling), and the rest."""


class Sourced(NamedTuple):
    """A table and where its numbers come from."""

    file: str
    table: str
    source: str
    changed: bool = False


class DataFolder:
    """The data of one game, with its overlay."""

    def __init__(self, game: str, folder: Path, overlay: Mapping[str, str] | None = None) -> None:
        """`overlay` maps file names to the text of the files that override ours."""
        self.game = game
        self.folder = folder
        self.overlay = dict(overlay or {})
        self.sources: list[Sourced] = []
        if self.overlay:
            self._check_overlay()

    @property
    def digest(self) -> str:
        """Identifies the changed tables; empty when nothing is changed."""
        return digest(self.overlay)

    def _check_overlay(self) -> None:
        # compared as text: a name that was looked up on disk could ask for any file there is
        known = [WEIGHTS, *(path.relative_to(self.folder).as_posix() for path in _data_files(self.folder))]
        for name, text in self.overlay.items():
            if name not in known:
                hint = suggestion(name, known)
                raise BadFile(f"{self.game} has no data file of this name.{hint}", file=cut(name))
            check = check_csv if name.endswith(".csv") else check_toml
            check(text, overlay_label(name))

    def toml(self, name: str) -> dict[str, Any]:
        """A TOML file; each of its tables must name its source, or the file has one for all."""
        table = read_toml(self._text(name), self._label(name))
        default = table.get("source")
        changed = read_toml(self.overlay[name], overlay_label(name)) if name in self.overlay else {}
        merged = _merge(table, changed)
        for key, value in merged.items():
            if isinstance(value, dict):
                source = value.get("source", default)
                if not source:
                    file, line = self._place(name, key)
                    raise BadFile(f"table [{key}] has no source.", file=file, line=line)
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
            file, line = self._place(name, field[-1] if field else key, after=key)
            where = f"[{key}]{path.rstrip('`')}" if path else f"[{key}]"
            raise BadFile(f"{where}: {text}.", file=file, line=line) from None

    def rows(self, name: str, kind: type[T]) -> list[T]:
        """The rows of a CSV file as checked structures; numbers are read from their digits."""
        out = []
        for line, row in self.raw_rows(name):
            try:
                out.append(msgspec.convert(row, kind, strict=False))
            except msgspec.ValidationError as wrong:
                text, _, path = str(wrong).partition(" - at `$.")
                file = overlay_label(name) if isinstance(line, OverlayLine) else self._label(name)
                raise BadFile(f"{path.rstrip('`') or 'row'}: {text}.", file=file, line=int(line)) from None
        return out

    def raw_rows(self, name: str) -> list[tuple[int, Cells]]:
        """The rows of a CSV file with their line numbers, overlay rows in place of ours; empty cells left out."""
        ours = read_csv(self._text(name), self._label(name))
        if not ours.source:
            missing = "the file has no source ('# source: ...' at the top)."
            raise BadFile(missing, file=self._label(name), line=1)
        if name not in self.overlay:
            self._note(Sourced(name, "", ours.source, False))
            return ours.rows
        theirs = read_csv(self.overlay[name], overlay_label(name))
        merged = _Merge(name, ours, theirs)
        for column in merged.key.words:
            merged.check_words(column, self._words(name, column))
        if not merged.replaces_all:
            self._note(Sourced(name, "", ours.source, False))
        self._note(Sourced(name, "overlay", theirs.source or "owner's own numbers", True))
        return merged.rows()

    def _words(self, name: str, column: str) -> set[str]:
        """The words in a column over all our files of this name: one map may lack what another has."""
        alike = (p.relative_to(self.folder).as_posix() for p in self.folder.rglob(name.rpartition("/")[2]))
        tables = (read_csv(self._text(file), self._label(file)) for file in alike)
        return {row.get(column, "") for table in tables if column in table.columns for _, row in table.rows}

    def _note(self, source: Sourced) -> None:
        if source not in self.sources:  # a file may be requested more than once
            self.sources.append(source)

    def _text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as wrong:
            raise BadFile(f"cannot be read: {wrong}.", file=self._label(name)) from None

    def _label(self, name: str) -> str:
        return f"{self.game}/{name}"

    def _place(self, name: str, word: str, after: str = "") -> tuple[str, int]:
        """The file and line that name a TOML table or key; the overlay's if it is there."""
        theirs = self.overlay.get(name, "")
        if theirs and line_of(theirs, word) and (not after or line_of(theirs, after)):
            return overlay_label(name), line_of(theirs, word, after)
        return self._label(name), line_of(self._text(name), word, after)


class _Merge:
    """A CSV file that overrides one of ours."""

    def __init__(self, name: str, ours: CsvTable, theirs: CsvTable) -> None:
        self.label = overlay_label(name)
        self.ours, self.theirs = ours, theirs
        self.key = KEYS.get(name.rpartition("/")[2]) or Key((ours.columns[0],))
        self.known = {self.key.of_row(row) for _, row in ours.rows}
        self._check_header()
        self._check_commands()
        self.replaces_all = any(verb == "replace" for _, verb, _ in theirs.commands)
        self.removed = {self._removed(line, words) for line, verb, words in theirs.commands if verb == "remove"}
        self.changed = self._changed()

    def rows(self) -> list[tuple[int, Cells]]:
        """Our rows as the overlay changes them, in our order, then the rows it adds."""
        changed = dict(self.changed)
        seen: set[tuple[str, ...]] = set()
        out: list[tuple[int, Cells]] = []
        for line, row in () if self.replaces_all else self.ours.rows:
            key = self.key.of_row(row)
            if key in changed:
                out += changed.pop(key)
                seen.add(key)
            elif key not in seen and key not in self.removed:
                out.append((line, row))
        return out + [row for rows in changed.values() for row in rows]

    def check_words(self, column: str, known: set[str]) -> None:
        """Refuse a word that the rules do not know: a misspelled river would silently not be a river."""
        for line, row in self.theirs.rows if known else ():
            word = row.get(column, "")
            if word not in known:
                hint = suggestion(word, known) or f" Expected {either(sorted(k or 'an empty cell' for k in known))}."
                raise BadFile(f"there is no {column} {word!r}.{hint}", file=self.label, line=line)

    def _check_header(self) -> None:
        line = self.theirs.header
        expected = f"Expected the header {','.join(self.ours.columns)}."
        for column in self.theirs.columns:
            if column not in self.ours.columns:
                raise BadFile(f"there is no column {column!r}. {expected}", file=self.label, line=line)
            if self.theirs.columns.count(column) > 1:
                raise BadFile(f"there are two columns {column!r}. {expected}", file=self.label, line=line)
        for column in self.key.columns:
            if column not in self.theirs.columns:
                raise BadFile(f"the column {column!r} is missing. {expected}", file=self.label, line=line)

    def _check_commands(self) -> None:
        for line, verb, words in self.theirs.commands:
            if verb not in COMMANDS:
                message = f"'# {verb}:' is no head line.{suggestion(verb, COMMANDS)}"
            elif verb == "replace" and words != "all":
                message = f"'# replace: {words}' should be '# replace: all'."
            else:
                continue
            raise BadFile(message, file=self.label, line=line)

    def _removed(self, line: int, words: str) -> tuple[str, ...]:
        cells = _cells(words, self.label, line)
        what = ", ".join(self.key.columns)
        if len(cells) != len(self.key.columns):
            raise BadFile(f"'# remove: {words}' should name a row by {what}.", file=self.label, line=line)
        key = self.key.of(cells)
        if self.replaces_all:
            message = "nothing is left to remove after '# replace: all'."
        elif key not in self.known:
            hint = suggestion(", ".join(key), (", ".join(k) for k in self.known))
            message = f"'# remove: {words}' fits no row of ours by {what}.{hint}"
        else:
            return key
        raise BadFile(message, file=self.label, line=line)

    def _changed(self) -> dict[tuple[str, ...], list[tuple[int, Cells]]]:
        """The overlay's rows by key."""
        changed: dict[tuple[str, ...], list[tuple[int, Cells]]] = {}
        for line, row in self.theirs.rows:
            key = self.key.of_row(row)
            named = ", ".join(key)
            if key in self.removed:
                raise BadFile(f"the row {named} is given and removed.", file=self.label, line=line)
            if key in changed and not self.key.repeats:
                before = int(changed[key][0][0])
                what = ", ".join(self.key.columns)
                message = f"a second row {named} by {what}, as in line {before}."
                raise BadFile(message, file=self.label, line=line)
            changed.setdefault(key, []).append((OverlayLine(line), row))
        return changed


def digest(overlay: Mapping[str, str]) -> str:
    """Identifies a set of changed files; empty when there are none."""
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


def overlay_label(name: str) -> str:
    """The name of an overlay file in messages."""
    return f"overlay/{name}"


def read_csv(text: str, label: str) -> CsvTable:
    """A CSV file with its head lines; errors name the file as `label`."""
    source: list[str] = []
    commands: list[tuple[int, str, str]] = []
    header, columns = 0, list[str]()
    rows: list[tuple[int, Cells]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            word, _, words = (part.strip() for part in line.lstrip("# ").partition(":"))
            if word.lower() == "source":
                source.append(words)
            elif get_close_matches(word.lower(), COMMANDS, cutoff=0.8):
                commands.append((number, word.lower(), words))
        elif line.strip():
            cells = _cells(line, label, number)
            if not columns:
                header, columns = number, cells
            elif len(cells) != len(columns):
                raise BadFile(f"{len(cells)} cells, but the header has {len(columns)}.", file=label, line=number)
            else:
                rows.append((number, {k: v for k, v in zip(columns, cells, strict=True) if v}))
    if not columns:
        raise BadFile("the file has no header line.", file=label, line=1)
    return CsvTable("; ".join(source), header, columns, rows, commands)


def _cells(line: str, label: str, number: int) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader((line,), skipinitialspace=True, strict=True))]
    except (csv.Error, StopIteration):
        raise BadFile("a quote is not closed, or stands inside a cell.", file=label, line=number) from None


def overlay_for(game: str, folders: Sequence[str | Path] | None) -> dict[str, str]:
    """The files that override a game's data: from these folders, or those of OSTFRONT_DATA."""
    if folders is None:
        folders = [p for p in os.environ.get(VARIABLE, "").split(os.pathsep) if p]
    found: dict[str, str] = {}
    for folder in folders:
        root = Path(folder)
        if not root.is_dir():
            raise BadFile("there is no such data folder.", file=str(folder))
        own = root / game if (root / game).is_dir() else root
        for path in _data_files(own):
            lines = read_file(path).removeprefix("\ufeff").splitlines()  # spreadsheets begin with a BOM
            found[path.relative_to(own).as_posix()] = "\n".join(lines) + "\n"
    return found


def _data_files(folder: Path) -> Iterator[Path]:
    return (p for p in sorted(folder.rglob("*")) if p.suffix in (".toml", ".csv") and p.is_file())
