"""A hex map compiled from its data: terrain, hexsides, roads and rails, sites, off-map boxes.

A board is built once and shared. Places are numbered: hexes by their bit in the grid, boxes after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ostfront.core.errors import BadFile, suggestion
from ostfront.core.map.hexes import Numbering, Sides, UnknownHex, mask

Row = Mapping[str, Any]
Rows = Iterable[Row | tuple[int, Row]]
"""The parsed rows of a table, each alone or with its line in the file."""
NO_SIDES: Sides = (0, 0, 0, 0, 0, 0)


class BoardError(BadFile):
    """The data of a map cannot be used; the message names the file and the place in it."""

    def __init__(self, file: str, where: int | str, message: str) -> None:
        self.where = where
        if isinstance(where, int):
            super().__init__(message, file=file, line=where)
        else:
            super().__init__(f"{where}: {message}" if where else message, file=file)


@dataclass(frozen=True)
class Site:
    """A named place with a purpose: a town, a victory hex, an entry hex, a supply source."""

    name: str
    hex: int
    kind: str
    facts: Mapping[str, str] = field(default_factory=dict)


class Sites(tuple[Site, ...]):
    """All sites of a board, in the order of their file."""

    __slots__ = ()

    def of(self, kind: str) -> Sites:
        """The sites of one kind."""
        return Sites(s for s in self if s.kind == kind)

    @property
    def hexes(self) -> int:
        """Their hexes, as a set."""
        return mask({s.hex for s in self})


@dataclass(frozen=True)
class Line:
    """A road, railroad or the like: a chain of adjacent hexes."""

    id: str
    kind: str
    hexes: tuple[int, ...]


@dataclass(frozen=True)
class Hexside:
    """One fact about the border of two adjacent hexes."""

    a: int
    b: int
    kind: str


@dataclass(frozen=True)
class Box:
    """An off-map holding place."""

    name: str
    place: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TerrainKind:
    """A kind of terrain the map declares."""

    name: str
    description: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class Board:
    """See `from_rows` for the tables a board is made of."""

    def __init__(
        self,
        numbering: Numbering,
        terrain_at: Mapping[int, str],
        *,
        kinds: Mapping[str, TerrainKind] | None = None,
        hex_facts: Mapping[str, Mapping[int, str]] | None = None,
        hexsides: Iterable[Hexside] = (),
        lines: Iterable[Line] = (),
        sites: Iterable[Site] = (),
        boxes: Sequence[Box] = (),
        source: str = "",
        attribution: str = "",
    ) -> None:
        self.numbering = numbering
        self.grid = grid = numbering.grid
        self.source = source
        self.attribution = attribution
        self.terrain_kinds: dict[str, TerrainKind] = dict(kinds or {})
        self.terrain_at: list[str] = [terrain_at.get(i, "") for i in range(grid.size)]
        self.terrain: dict[str, int] = dict.fromkeys(self.terrain_kinds, 0)
        for i in grid.hexes:
            kind = self.terrain_at[i]
            self.terrain[kind] = self.terrain.get(kind, 0) | 1 << i
        self.hex_facts: dict[str, dict[int, str]] = {k: dict(v) for k, v in (hex_facts or {}).items()}
        self.hexside_rows: tuple[Hexside, ...] = tuple(hexsides)
        self.line_rows: tuple[Line, ...] = tuple(lines)
        self.sites = Sites(sites)
        self.boxes: tuple[Box, ...] = tuple(boxes)
        self._boxes = {b.name: b for b in self.boxes}
        self._box_words = {b.name.strip().lower(): b.place for b in self.boxes}
        self.places = grid.size + len(self.boxes)
        self.hexsides: dict[str, Sides] = self._sides((h.kind, h.a, h.b) for h in self.hexside_rows)
        self.lines: dict[str, Sides] = self._sides(
            (line.kind, a, b) for line in self.line_rows for a, b in zip(line.hexes, line.hexes[1:], strict=False)
        )
        self.on_line: dict[str, int] = {}
        for line in self.line_rows:
            self.on_line[line.kind] = self.on_line.get(line.kind, 0) | mask(set(line.hexes))

    @classmethod
    def from_rows(
        cls,
        map_table: Mapping[str, Any],
        hexes: Rows,
        hexsides: Rows = (),
        lines: Rows = (),
        sites: Rows = (),
    ) -> Board:
        """From map.toml, hexes.csv, hexsides.csv, lines.csv and sites.csv, parsed but not yet checked."""
        from ostfront.core.map.maptables import read

        return read(map_table, hexes, hexsides, lines, sites)

    def _sides(self, facts: Iterable[tuple[str, int, int]]) -> dict[str, Sides]:
        found: dict[str, list[int]] = {}
        for kind, a, b in facts:
            d = self.grid.direction(a, b)
            six = found.setdefault(kind, [0] * 6)
            six[d] |= 1 << a
            six[(d + 3) % 6] |= 1 << b
        return {kind: cast(Sides, tuple(six)) for kind, six in found.items()}

    def __repr__(self) -> str:
        return f"<Board {len(self.grid.hexes)} hexes, {len(self.sites)} sites, {len(self.boxes)} boxes>"

    def name(self, i: int) -> str:
        """The printed number of a hex."""
        return self.numbering.name(i)

    def index(self, text: str) -> int:
        """The hex of a printed number."""
        return self.numbering.index(text)

    def box(self, name: str) -> int:
        """The place of an off-map box."""
        found = self._boxes.get(name)
        if found is None:
            raise UnknownHex(f"there is no box {name!r}.{suggestion(name, self._boxes)}")
        return found.place

    def place_name(self, i: int) -> str:
        """The printed number of a hex or the name of a box."""
        if i >= self.grid.size and i < self.places:
            return self.boxes[i - self.grid.size].name
        return self.numbering.name(i)

    def place_index(self, text: str) -> int:
        """The place of that name: a hex number or a box."""
        found = self._box_words.get(text.strip().lower())
        return self.numbering.index(text) if found is None else found

    def site(self, name: str, kind: str | None = None) -> Site:
        """The first site of that name (and kind)."""
        for site in self.sites:
            if site.name == name and kind in (None, site.kind):
                return site
        raise UnknownHex(f"there is no site {name!r}.{suggestion(name, {s.name for s in self.sites})}")

    def across(self, kinds: Iterable[str]) -> list[int]:
        """For each hex its neighbours across a hexside of these kinds, a river for instance."""
        wanted = set(kinds)
        found = [0] * self.grid.size
        for side in self.hexside_rows:
            if side.kind in wanted:
                found[side.a] |= 1 << side.b
                found[side.b] |= 1 << side.a
        return found

    def open_sides(self, closed: Iterable[str] = (), bridged_by: Iterable[str] | None = None) -> Sides:
        """The hexsides that are not of the `closed` kinds, or are crossed by a line of `bridged_by`."""
        shut = [self.hexsides.get(kind, NO_SIDES) for kind in closed]
        bridges = [self.lines.get(kind, NO_SIDES) for kind in bridged_by or ()]
        valid = self.grid.valid
        out = []
        for d in range(6):
            barred = 0
            for sides in shut:
                barred |= sides[d]
            for sides in bridges:
                barred ^= barred & sides[d]
            out.append(valid ^ (valid & barred))
        return cast(Sides, tuple(out))
