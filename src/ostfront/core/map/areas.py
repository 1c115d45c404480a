"""Maps of irregular areas with typed borders, with the set operations of `hexes.Grid`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ostfront.core.errors import suggestion
from ostfront.core.map.board import BoardError, Rows
from ostfront.core.map.hexes import UNLIMITED, UnknownHex
from ostfront.core.map.hexes import bits as bits_of
from ostfront.core.map.maptables import numbered

Links = Sequence[int]
"""For each area, the set of areas it is open to."""
Allow = Collection[str] | Links


class UnknownArea(UnknownHex):
    """A name that no area of the map has."""


@dataclass(frozen=True)
class Border:
    """Two areas touch over a border of some kind: land, river, strait, sea."""

    a: int
    b: int
    kind: str


@dataclass(frozen=True)
class Area:
    """An area: its name on the map, and what else its table says."""

    index: int
    name: str
    facts: Mapping[str, str] = field(default_factory=dict)


class AreaMap:
    """Areas are numbered from 0 in the order of their table; a set of areas is an int.

    `allow` is always either the kinds of border that are open, or a set of open neighbours per area.
    """

    def __init__(self, areas: Iterable[Area], borders: Iterable[Border]) -> None:
        self.areas: tuple[Area, ...] = tuple(areas)
        self.border_rows: tuple[Border, ...] = tuple(borders)
        self.size = len(self.areas)
        self.valid = (1 << self.size) - 1
        self._words = {a.name.upper(): a.index for a in self.areas}
        self.borders: dict[str, list[int]] = {}
        for border in self.border_rows:
            links = self.borders.setdefault(border.kind, [0] * self.size)
            links[border.a] |= 1 << border.b
            links[border.b] |= 1 << border.a
        self._links: dict[frozenset[str] | None, list[int]] = {}
        self._disks: dict[tuple[int, int, frozenset[str] | None], int] = {}

    @classmethod
    def from_rows(cls, areas: Rows, borders: Rows) -> AreaMap:
        """From areas.csv (`area`, and any other columns) and borders.csv (`a,b,kind`), parsed, not yet checked."""
        found: list[Area] = []
        index: dict[str, int] = {}
        for line, row in numbered(areas):
            name = _text(row, "area", "areas.csv", line)
            if name.upper() in index:
                raise BoardError("areas.csv", line, f"area {name} is listed twice")
            index[name.upper()] = len(found)
            facts = {}
            for key, value in row.items():
                if not isinstance(key, str) or not isinstance(value, str | None):
                    raise BoardError("areas.csv", line, "the row has more fields than the header")
                if key != "area":
                    facts[key] = (value or "").strip()
            found.append(Area(len(found), name, facts))
        if not found:
            raise BoardError("areas.csv", "", "no areas are listed")
        return cls(found, _borders(borders, index))

    def __repr__(self) -> str:
        return f"<AreaMap {self.size} areas, {len(self.border_rows)} borders>"

    # -- single areas

    def name(self, i: int) -> str:
        """What an area is called on the map."""
        if not 0 <= i < self.size:
            raise UnknownArea(f"there is no area with index {i}")
        return self.areas[i].name

    def index(self, text: str) -> int:
        """The area of that name."""
        found = self._words.get(text.strip().upper())
        if found is None:
            raise UnknownArea(f"there is no area {text!r}.{suggestion(text, (a.name for a in self.areas))}")
        return found

    def kinds(self, a: int, b: int) -> list[str]:
        """The kinds of border two areas share, none if they do not touch."""
        return [kind for kind, links in self.borders.items() if links[a] >> b & 1]

    def adjacent(self, i: int, allow: Allow | None = None) -> tuple[int, ...]:
        """The neighbours of an area."""
        return tuple(bits_of(self.links(allow)[i]))

    def distance(self, a: int, b: int, allow: Allow | None = None) -> int:
        """The number of borders crossed, -1 if there is no path."""
        for n, ring in enumerate(self.rings(1 << a, self.valid, self.valid, allow)):
            if ring >> b & 1:
                return n
        return -1

    def disk(self, i: int, n: int, allow: Collection[str] | None = None) -> int:
        """The areas at distance n or less."""
        key = (i, n, None if allow is None else frozenset(allow))
        found = self._disks.get(key)
        if found is None:
            found = self._disks[key] = self.flood(1 << i, self.valid, self.valid, allow, n)
        return found

    def ring(self, i: int, n: int, allow: Collection[str] | None = None) -> int:
        """The areas at distance n exactly."""
        return self.disk(i, n, allow) ^ self.disk(i, n - 1, allow) if n else 1 << i

    # -- sets

    def links(self, allow: Allow | None = None) -> Links:
        """The neighbours of each area over the open borders."""
        if allow is not None and isinstance(allow, Sequence) and len(allow) == self.size and _masks(allow):
            return allow
        key = None if allow is None else frozenset(str(kind) for kind in allow)
        found = self._links.get(key)
        if found is None:
            found = [0] * self.size
            for kind, links in self.borders.items():
                if key is None or kind in key:
                    found = [a | b for a, b in zip(found, links, strict=True)]
            self._links[key] = found
        return found

    def bits(self, x: int) -> list[int]:
        """The areas of a set."""
        return bits_of(x)

    def neighbours(self, x: int) -> int:
        """All neighbours of a set; a member is among them only if it borders another member."""
        return self.step(x, None)

    def closed(self, x: int) -> int:
        """A set and all its neighbours."""
        return x | self.step(x, None)

    def step(self, x: int, allow: Allow | None) -> int:
        """The neighbours of a set over open borders."""
        links = self.links(allow)
        out = 0
        for i in bits_of(x):
            out |= links[i]
        return out

    def within(self, x: int, n: int, allow: Allow | None = None) -> int:
        """All areas at distance n or less from a set."""
        return self.flood(x, self.valid, self.valid, allow, n)

    def flood(
        self, sources: int, enter: int, through: int, allow: Allow | None = None, limit: int | None = None
    ) -> int:
        """The areas of `enter` connected to the sources in `enter`, continuing only from areas of `through`."""
        links = self.links(allow)
        left = UNLIMITED if limit is None else limit
        enter &= self.valid
        new = out = sources & enter
        todo = enter ^ new
        while new and todo and left > 0:
            left -= 1
            new &= through
            grown = 0
            while new:
                top = new.bit_length() - 1
                new ^= 1 << top
                grown |= links[top]
            new = grown & todo
            todo ^= new
            out |= new
        return out

    def rings(
        self, sources: int, enter: int, through: int, allow: Allow | None = None, limit: int | None = None
    ) -> list[int]:
        """As `flood`, the areas sorted by the number of steps from the sources."""
        links = self.links(allow)
        left = UNLIMITED if limit is None else limit
        enter &= self.valid
        new = sources & enter
        todo = enter ^ new
        out = [new]
        while new and left > 0:
            left -= 1
            grown = 0
            for i in bits_of(new & through):
                grown |= links[i]
            new = grown & todo
            if new:
                todo ^= new
                out.append(new)
        return out


def _masks(allow: Sequence[Any]) -> bool:
    return not isinstance(allow[0], str)  # all are of one kind: this runs in every flood, so it must be cheap


def _text(row: Mapping[str, Any], key: str, file: str, line: int) -> str:
    value = row.get(key) if isinstance(row, Mapping) else None
    if not isinstance(value, str) or not value.strip():
        raise BoardError(file, line, f"'{key}' is missing")
    return value.strip()


def _borders(rows: Rows, index: Mapping[str, int]) -> Iterable[Border]:
    seen: dict[tuple[int, int, str], int] = {}
    for line, row in numbered(rows):
        ends = []
        for key in ("a", "b"):
            name = _text(row, key, "borders.csv", line)
            if name.upper() not in index:
                message = f"there is no area {name!r} in areas.csv.{suggestion(name, index)}"
                raise BoardError("borders.csv", line, message)
            ends.append(index[name.upper()])
        a, b = ends
        kind = _text(row, "kind", "borders.csv", line)
        if a == b:
            raise BoardError("borders.csv", line, "an area does not border itself")
        before = seen.setdefault((min(a, b), max(a, b), kind), line)
        if before != line:
            raise BoardError("borders.csv", line, f"the same border as line {before}")
        yield Border(a, b, kind)
