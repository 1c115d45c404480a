"""From the parsed tables of a map folder to a `Board`; every fault raises a BoardError that says where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from ostfront.core.errors import either, suggestion
from ostfront.core.map.board import Board, BoardError, Box, Hexside, Line, Row, Rows, Site, TerrainKind
from ostfront.core.map.hexes import Grid, Numbering, Orientation, Parity, Sheet, UnknownHex

Numbered = list[tuple[int, Row]]


def read(
    map_table: Mapping[str, Any],
    hexes: Rows,
    hexsides: Rows,
    lines: Rows,
    sites: Rows,
) -> Board:
    """The board these tables describe."""
    listed = numbered(hexes)
    numbers = _Numbers(map_table, listed)
    kinds = _terrain_kinds(map_table)
    terrain_at, facts = _hexes(numbers, kinds, listed)
    boxes = _boxes(map_table, numbers.numbering.grid.size)
    return Board(
        numbers.numbering,
        terrain_at,
        kinds=kinds,
        hex_facts=facts,
        hexsides=_hexsides(numbers, numbered(hexsides)),
        lines=_lines(numbers, numbered(lines)),
        sites=_sites(numbers, {b.name: b.place for b in boxes}, numbered(sites)),
        boxes=boxes,
        source=_text(map_table, "source", "map.toml", "", optional=True),
        attribution=_text(map_table, "attribution", "map.toml", "", optional=True),
    )


def numbered(rows: Iterable[Row | tuple[int, Row]]) -> list[tuple[int, Row]]:
    """Rows with their line in the file; where it is not given, the header is taken to be line 1."""
    return [row if isinstance(row, tuple) else (line, row) for line, row in enumerate(rows, 2)]


def _text(row: Row, key: str, file: str, where: int | str, *, optional: bool = False) -> str:
    if not isinstance(row, Mapping):
        raise BoardError(file, where, f"should be a row with the field '{key}', not {row!r}")
    value = row.get(key)
    if value is None or value == "":
        if optional:
            return ""
        raise BoardError(file, where, f"'{key}' is missing")
    if not isinstance(value, str):
        raise BoardError(file, where, f"'{key}' should be text, not {value!r}")
    return value.strip()


def _whole(table: Row, key: str, where: str, default: int | None = None) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BoardError("map.toml", where, f"'{key}' should be a whole number, not {value!r}")
    return value


def _choice(table: Row, key: str, options: tuple[Any, ...], default: Any = None) -> Any:
    value = table.get(key, default)
    if value not in options:
        words = either(str(o).lower() if isinstance(o, bool) else repr(o) for o in options)
        raise BoardError("map.toml", "[grid]", f"'{key}' should be {words}, not {value!r}")
    return value


def _tables(table: Row, key: str) -> list[Row]:
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(t, Mapping) for t in found):
        raise BoardError("map.toml", f"[[{key}]]", "should be a list of tables")
    return found


def _pair(table: Row, key: str, where: str) -> tuple[int, int]:
    value = table.get(key)
    if (
        not isinstance(value, list | tuple)
        or len(value) != 2
        or not all(isinstance(v, int) and not isinstance(v, bool) and v >= 0 for v in value)
    ):
        raise BoardError("map.toml", where, f"'{key}' should be two whole numbers, not {value!r}")
    return (value[0], value[1])


class _Numbers:
    """The grid and the hex numbers of a map, made from map.toml and the hexes listed."""

    def __init__(self, table: Row, rows: Numbered) -> None:
        grid = table.get("grid")
        if not isinstance(grid, Mapping):
            raise BoardError("map.toml", "[grid]", "the table is missing")
        self.columns = _whole(grid, "columns", "[grid]")
        self.rows = _whole(grid, "rows", "[grid]")
        if not 0 < self.columns * self.rows <= 100_000:
            raise BoardError("map.toml", "[grid]", f"{self.columns} x {self.rows} is not a valid map size")
        self.orientation: Orientation = _choice(grid, "orientation", ("flat", "pointy"))
        self.pattern = _text(grid, "pattern", "map.toml", "[grid]")
        self.east: bool = _choice(grid, "east", (True, False), True)
        self.south: bool = _choice(grid, "south", (True, False), True)
        self.sheets = self._sheets(table, grid)
        low: Parity = _choice(grid, "low", ("odd", "even"))
        self.low = self._parity(low)
        covered = {cell for sheet in self.sheets for cell in sheet.cells()}
        everything = [(x, y) for x in range(self.columns) for y in range(self.rows)]
        # the numbers give the listed hexes, and those give the holes
        self.numbering = self._number([cell for cell in everything if cell not in covered])
        listed = {self.hex(row, "hex", "hexes.csv", line) for line, row in rows}
        if not listed:
            raise BoardError("hexes.csv", "", "no hexes are listed")
        present = {self.numbering.grid.position(i) for i in listed}
        self.numbering = self._number([cell for cell in everything if cell not in present])

    def _sheets(self, table: Row, grid: Row) -> list[Sheet]:
        sheets = []
        for n, entry in enumerate(_tables(table, "sheet"), 1):
            where = f"[[sheet]] {n}"
            sheet = Sheet(
                _pair(entry, "columns", where),
                _pair(entry, "rows", where),
                _pair(entry, "at", where),
                _text(entry, "prefix", "map.toml", where, optional=True),
            )
            (left, top), (c0, c1), (r0, r1) = sheet.at, sheet.columns, sheet.rows
            if c1 < c0 or r1 < r0 or left + c1 - c0 >= self.columns or top + r1 - r0 >= self.rows:
                raise BoardError("map.toml", where, f"does not fit a grid of {self.columns} x {self.rows}")
            sheets.append(sheet)
        if not sheets:
            first_column = _whole(grid, "first_column", "[grid]", 1)
            first_row = _whole(grid, "first_row", "[grid]", 1)
            last = (first_column + self.columns - 1, first_row + self.rows - 1)
            sheets = [Sheet((first_column, last[0]), (first_row, last[1]))]
        return sheets

    def _parity(self, printed: Parity) -> Parity:
        """The low columns (or rows) counted from 0, given the printed ones; all sheets must agree."""
        axis = 0 if self.orientation == "flat" else 1
        found: dict[int, str] = {}
        for sheet in self.sheets:
            column, row = sheet.columns[0], sheet.rows[0]
            shown = (column, row)[axis]
            cell = sheet.cell(column, row, east=self.east, south=self.south)[axis]
            low = (cell % 2) if (shown % 2 == 1) == (printed == "odd") else 1 - cell % 2
            found.setdefault(low, sheet.prefix)
        if len(found) > 1:
            what = "columns" if axis == 0 else "rows"
            names = either(found.values())
            raise BoardError("map.toml", "[[sheet]]", f"the {printed} {what} of sheets {names} do not line up")
        return "odd" if next(iter(found)) else "even"

    def _number(self, holes: Iterable[tuple[int, int]]) -> Numbering:
        grid = Grid(self.columns, self.rows, orientation=self.orientation, low=self.low, holes=holes)
        try:
            return Numbering(grid, self.sheets, pattern=self.pattern, east=self.east, south=self.south)
        except ValueError as e:
            raise BoardError("map.toml", "[grid]", str(e)) from None

    def hex(self, row: Row, key: str, file: str, where: int) -> int:
        """The hex a row names under a key."""
        return self.named(_text(row, key, file, where), file, where)

    def named(self, text: str, file: str, where: int) -> int:
        """The hex of this number."""
        try:
            return self.numbering.index(text)
        except UnknownHex as e:
            raise BoardError(file, where, str(e)) from None

    def adjacent(self, a: int, b: int, file: str, where: int) -> None:
        """Refuse two hexes that share no hexside."""
        if self.numbering.grid.direction(a, b) < 0:
            names = f"{self.numbering.name(a)} and {self.numbering.name(b)}"
            raise BoardError(file, where, f"{names} are not adjacent")


def _terrain_kinds(table: Row) -> dict[str, TerrainKind]:
    found = table.get("terrain")
    if not isinstance(found, Mapping) or not found:
        raise BoardError("map.toml", "[terrain]", "no kind of terrain is declared")
    kinds = {}
    for name, entry in found.items():
        where = f"[terrain.{name}]"
        if isinstance(entry, str):
            entry = {"description": entry}
        if not isinstance(entry, Mapping):
            raise BoardError("map.toml", where, "should be a table with a 'description'")
        description = _text(entry, "description", "map.toml", where)
        facts = {k: v for k, v in entry.items() if k != "description"}
        kinds[name] = TerrainKind(name, description, facts)
    return kinds


def _boxes(table: Row, first: int) -> list[Box]:
    boxes: list[Box] = []
    for n, entry in enumerate(_tables(table, "box")):
        where = f"[[box]] {n + 1}"
        name = _text(entry, "name", "map.toml", where)
        if any(b.name.lower() == name.lower() for b in boxes):
            raise BoardError("map.toml", where, f"two boxes are called {name!r}")
        boxes.append(Box(name, first + n, {k: v for k, v in entry.items() if k != "name"}))
    return boxes


def _hexes(
    numbers: _Numbers, kinds: Mapping[str, TerrainKind], rows: Numbered
) -> tuple[dict[int, str], dict[str, dict[int, str]]]:
    """Terrain by hex, and the other columns by name and hex."""
    terrain: dict[int, str] = {}
    facts: dict[str, dict[int, str]] = {}
    for line, row in rows:
        i = numbers.hex(row, "hex", "hexes.csv", line)
        kind = _text(row, "terrain", "hexes.csv", line)
        if i in terrain:
            raise BoardError("hexes.csv", line, f"hex {numbers.numbering.name(i)} is listed twice")
        if kind not in kinds:
            message = f"terrain {kind!r} is not declared in map.toml.{suggestion(kind, kinds)}"
            raise BoardError("hexes.csv", line, message)
        terrain[i] = kind
        for key, value in _extra(row, ("hex", "terrain"), "hexes.csv", line).items():
            column = facts.setdefault(key, {})
            if value:
                column[i] = value
    return terrain, facts


def _extra(row: Row, known: tuple[str, ...], file: str, line: int) -> dict[str, str]:
    """The columns a table has beyond the known ones, as text."""
    out = {}
    for key, value in row.items():
        if not isinstance(key, str) or not isinstance(value, str | None):
            raise BoardError(file, line, "the row has more fields than the header")
        if key not in known:
            out[key] = (value or "").strip()
    return out


def _hexsides(numbers: _Numbers, rows: Numbered) -> Iterator[Hexside]:
    seen: dict[tuple[int, int, str], int] = {}
    for line, row in rows:
        a = numbers.hex(row, "a", "hexsides.csv", line)
        b = numbers.hex(row, "b", "hexsides.csv", line)
        kind = _text(row, "kind", "hexsides.csv", line)
        numbers.adjacent(a, b, "hexsides.csv", line)
        side = (min(a, b), max(a, b), kind)
        if side in seen:
            raise BoardError("hexsides.csv", line, f"the same hexside and kind as line {seen[side]}")
        seen[side] = line
        yield Hexside(a, b, kind)


def _lines(numbers: _Numbers, rows: Numbered) -> Iterator[Line]:
    seen: set[str] = set()
    for line, row in rows:
        name = _text(row, "id", "lines.csv", line)
        kind = _text(row, "kind", "lines.csv", line)
        if name in seen:
            raise BoardError("lines.csv", line, f"two lines are called {name!r}")
        seen.add(name)
        words = _text(row, "hexes", "lines.csv", line).split()
        chain = tuple(numbers.named(word, "lines.csv", line) for word in words)
        if len(chain) < 2:
            raise BoardError("lines.csv", line, "a line needs at least two hexes")
        for a, b in pairwise(chain):
            numbers.adjacent(a, b, "lines.csv", line)
        yield Line(name, kind, chain)


def _sites(numbers: _Numbers, boxes: Mapping[str, int], rows: Numbered) -> Iterator[Site]:
    seen: dict[tuple[str, int, str], int] = {}
    for line, row in rows:
        name = _text(row, "name", "sites.csv", line)
        where = _text(row, "hex", "sites.csv", line)
        kind = _text(row, "kind", "sites.csv", line)
        place = boxes[where] if where in boxes else numbers.named(where, "sites.csv", line)
        site = (name, place, kind)
        if site in seen:
            raise BoardError("sites.csv", line, f"the same site as line {seen[site]}")
        seen[site] = line
        yield Site(name, place, kind, _extra(row, ("name", "hex", "kind"), "sites.csv", line))
