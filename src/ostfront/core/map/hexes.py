"""Hex grids as bitboards on Python ints: bit layout, set operations, distances.

A set of hexes is an int. Columns (rows, if pointy-top) follow one another with their shear kept
in the spacing, so that each of the six directions is one constant shift and a single `& valid` cleans up.
Sets are subtracted with `x ^ (x & y)`: `x & ~y` makes a negative int and costs three times as much.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Literal

from ostfront.core.map.numbering import Numbering, Sheet, UnknownHex

__all__ = ["Grid", "Numbering", "Sheet", "Sides", "UnknownHex", "bits", "lowest", "mask", "nth_bit"]

Sides = tuple[int, int, int, int, int, int]
"""One mask per direction: the hexes whose hexside in that direction has some property."""
Orientation = Literal["flat", "pointy"]
Parity = Literal["odd", "even"]

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("W", "SW", "SE", "E", "NE", "NW")
UNLIMITED = 1 << 30


class _Byte(dict[int, tuple[int, ...]]):
    """The bit indices in one byte of a bitboard, filled as values occur."""

    __slots__ = ("first",)

    def __init__(self, first: int) -> None:
        self.first = first

    def __missing__(self, value: int) -> tuple[int, ...]:
        found = self[value] = tuple(self.first + i for i in range(8) if value >> i & 1)
        return found


_BYTES: list[_Byte] = [_Byte(8 * k) for k in range(1024)]


def bits(x: int) -> list[int]:
    """The indices of the set bits, ascending."""
    out: list[int] = []
    length = x.bit_length()
    # taking the top bit passes over the whole int each time; bytes cost only their span
    if x.bit_count() <= 8 + (length >> 6):
        while x:
            top = x.bit_length() - 1
            out.append(top)
            x ^= 1 << top
        out.reverse()
        return out
    first = (x & -x).bit_length() - 1
    first >>= 3
    x >>= first << 3
    while len(_BYTES) << 3 < length:
        _BYTES.append(_Byte(8 * len(_BYTES)))
    for byte, value in zip(
        islice(_BYTES, first, None), x.to_bytes((x.bit_length() + 7) >> 3, "little"), strict=False
    ):
        if value:
            out += byte[value]
    return out


def nth_bit(x: int, n: int) -> int:
    """The index of the n-th set bit, counted from 0 and from the lowest."""
    if not 0 <= n < x.bit_count():
        raise IndexError(f"bit {n} of a set of {x.bit_count()}")
    low = 0
    width = x.bit_length()
    while width > 1:
        half = width >> 1
        lower = x & ((1 << half) - 1)
        count = lower.bit_count()
        if n < count:
            x = lower
            width = half
        else:
            n -= count
            x >>= half
            low += half
            width -= half
    return low


def mask(indices: Iterable[int]) -> int:
    """The set holding these indices."""
    x = 0
    for i in indices:
        x |= 1 << i
    return x


def lowest(x: int) -> int:
    """The lowest index in a set, -1 if it is empty."""
    return (x & -x).bit_length() - 1


class Grid:
    """A rectangle of hexes, possibly with holes. Columns and rows count from 0, from the north-west.

    `low` says which columns (counted from 0) of a flat-top grid sit half a hex lower, or which rows of a
    pointy-top grid sit half a hex further right. A pointy-top grid is the transpose of a flat-top one.
    Directions d and (d + 3) % 6 are opposite.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        orientation: Orientation = "flat",
        low: Parity = "odd",
        holes: Iterable[tuple[int, int]] = (),
    ) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"a grid needs at least one column and one row, not {columns} x {rows}")
        if orientation not in ("flat", "pointy") or low not in ("odd", "even"):
            raise ValueError(f"no such layout: orientation {orientation!r}, low {low!r}")
        self.columns = columns
        self.rows = rows
        self.orientation: Orientation = orientation
        self.low: Parity = low
        self.directions: tuple[str, ...] = FLAT if orientation == "flat" else POINTY
        self._flat = orientation == "flat"
        lines, length = (columns, rows) if self._flat else (rows, columns)
        even = low == "even"
        self.stride = stride = length + 2
        self.shift: Sides = (-1, stride - 1, stride, 1, 1 - stride, -stride)
        self._first = [stride * q - (q + even) // 2 + even for q in range(lines)]
        self.size = self._first[-1] + length
        self._axial: list[tuple[int, int]] = [(0, 0)] * self.size
        self._position: list[tuple[int, int]] = [(-1, -1)] * self.size
        missing = set(holes)
        self.frame = 0  # the rectangle without its holes, over which distances are measured
        self.valid = 0
        for q, first in enumerate(self._first):
            self.frame |= ((1 << length) - 1) << first
            for r in range(length):
                place = (q, r) if self._flat else (r, q)
                self._axial[first + r] = (q, r - (q + even) // 2)
                if place not in missing:
                    self._position[first + r] = place
                    self.valid |= 1 << (first + r)
        self.hexes: tuple[int, ...] = tuple(bits(self.valid))
        self._side = {delta: d for d, delta in enumerate(self.shift)}
        on_map = set(self.hexes)
        nowhere = (-1,) * 6
        self._links: list[tuple[int, ...]] = [
            tuple(i + s if i + s in on_map else -1 for s in self.shift) if i in on_map else nowhere
            for i in range(self.size)
        ]
        self._adjacent = [tuple(n for n in six if n >= 0) for six in self._links]
        self._disks: dict[tuple[int, int], int] = {}

    def __repr__(self) -> str:
        size = f"{self.columns} x {self.rows}"
        return f"<Grid {size}, {self.orientation}, low {self.low}, {len(self.hexes)} hexes>"

    # -- single hexes

    def index(self, column: int, row: int) -> int:
        """The bit of a hex, -1 if it is a hole or off the map."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return -1
        i = self._first[column] + row if self._flat else self._first[row] + column
        return i if self._position[i][0] >= 0 else -1

    def position(self, i: int) -> tuple[int, int]:
        """(column, row) of a bit, (-1, -1) if no hex is there."""
        return self._position[i]

    def neighbour(self, i: int, d: int) -> int:
        """The hex in direction d, -1 if there is none."""
        return self._links[i][d]

    def adjacent(self, i: int) -> tuple[int, ...]:
        """The neighbours of a hex, in the order of the directions."""
        return self._adjacent[i]

    def direction(self, a: int, b: int) -> int:
        """The direction from a to b, -1 if they are not adjacent."""
        d = self._side.get(b - a, -1)
        return d if d >= 0 and self._links[a][d] == b else -1

    def distance(self, a: int, b: int) -> int:
        """In hexes, over holes too."""
        qa, ra = self._axial[a]
        qb, rb = self._axial[b]
        q = qa - qb
        r = ra - rb
        return max(abs(q), abs(r), abs(q + r))

    def disk(self, i: int, n: int) -> int:
        """The hexes at distance n or less, by `distance`."""
        found = self._disks.get((i, n))
        if found is None:
            found = self._disks[i, n] = self.within(1 << i, n)
        return found

    def ring(self, i: int, n: int) -> int:
        """The hexes at distance n exactly."""
        return self.disk(i, n) ^ self.disk(i, n - 1) if n else 1 << i

    def line(self, i: int) -> int:
        """The column (the row, if pointy-top) of a hex: its bits lie together."""
        return self._axial[i][0]

    def band(self, i: int, n: int) -> tuple[int, int]:
        """The bits of the lines of hexes up to n before and after the line of a hex: from, to."""
        line = self._axial[i][0]
        first = self._first
        after = line + n + 1
        return first[line - n] if line > n else 0, first[after] if after < len(first) else self.size

    # -- sets

    def neighbours(self, x: int) -> int:
        """All neighbours of a set; a member is among them only if it borders another member."""
        s = self.stride
        h = x | x << 1  # two of the six shifts are shared
        return (x << 1 | x >> 1 | h << (s - 1) | h >> s) & self.valid

    def closed(self, x: int) -> int:
        """A set and all its neighbours."""
        s = self.stride
        h = x | x << 1
        return (h | x >> 1 | h << (s - 1) | h >> s) & self.valid

    def step(self, x: int, allow: Sequence[int]) -> int:
        """The neighbours of a set through hexsides open in `allow`."""
        s = self.stride
        t = s - 1
        a, b, c, d, e, f = allow
        return ((x & a) >> 1 | (x & b) << t | (x & c) << s | (x & d) << 1 | (x & e) >> t | (x & f) >> s) & self.valid

    def within(self, x: int, n: int) -> int:
        """All hexes at distance n or less from a set."""
        s = self.stride
        t = s - 1
        frame = self.frame
        for _ in range(n):
            h = x | x << 1
            grown = (h | x >> 1 | h << t | h >> s) & frame
            if grown == x:
                break
            x = grown
        return x & self.valid

    def flood(
        self,
        sources: int,
        enter: int,
        through: int,
        allow: Sequence[int] | None = None,
        limit: int | None = None,
    ) -> int:
        """The hexes of `enter` connected to the sources in `enter`, continuing only from hexes of `through`."""
        s = self.stride
        t = s - 1
        left = UNLIMITED if limit is None else limit
        enter &= self.valid
        edge = sources & enter
        todo = enter ^ edge
        edge &= through
        if allow is None:
            while edge and left > 0:
                left -= 1
                h = edge | edge << 1
                new = (h | edge >> 1 | h << t | h >> s) & todo
                todo ^= new
                edge = new & through
            return enter ^ todo
        n0, n1, n2, n3, n4, n5 = allow
        while edge and left > 0:
            left -= 1
            new = (
                (edge & n0) >> 1
                | (edge & n1) << t
                | (edge & n2) << s
                | (edge & n3) << 1
                | (edge & n4) >> t
                | (edge & n5) >> s
            ) & todo
            todo ^= new
            edge = new & through
        return enter ^ todo

    def rings(
        self,
        sources: int,
        enter: int,
        through: int,
        allow: Sequence[int] | None = None,
        limit: int | None = None,
    ) -> list[int]:
        """As `flood`, the hexes sorted by the number of steps from the sources."""
        left = UNLIMITED if limit is None else limit
        enter &= self.valid
        new = sources & enter
        todo = enter ^ new
        out = [new]
        while new and left > 0:
            left -= 1
            edge = new & through
            new = (self.neighbours(edge) if allow is None else self.step(edge, allow)) & todo
            if new:
                todo ^= new
                out.append(new)
        return out

    def everywhere(self) -> Sides:
        """The masks of a map without closed hexsides."""
        v = self.valid
        return (v, v, v, v, v, v)

    # -- drawing, in units where the side of a hex is 1

    def centre(self, i: int) -> tuple[float, float]:
        """The middle of a hex; y grows downwards, the map's box starts at (0, 0)."""
        column, row = self._position[i]
        q, r = (column, row) if self._flat else (row, column)
        lower = (q % 2 == 1) == (self.low == "odd")
        x = 1.5 * q + 1.0
        y = math.sqrt(3) * (r + (1.0 if lower else 0.5))
        return (x, y) if self._flat else (y, x)

    def corners(self, i: int) -> tuple[tuple[float, float], ...]:
        """Six corners; hexside d lies between corners d and d + 1."""
        x, y = self.centre(i)
        h = math.sqrt(3) / 2
        # clockwise from the left end of side N; transposed, that is the order of the pointy directions
        six = ((-0.5, -h), (0.5, -h), (1.0, 0.0), (0.5, h), (-0.5, h), (-1.0, 0.0))
        if self._flat:
            return tuple((x + dx, y + dy) for dx, dy in six)
        return tuple((x + dy, y + dx) for dx, dy in six)
