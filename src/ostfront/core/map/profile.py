"""The movement of a mobility class over a board, compiled to bitboards for `core/map/reach.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, cast

from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.hexes import Grid, Sides, bits

if TYPE_CHECKING:
    from ostfront.core.map.reach import Range

FREE, BOTH, ENTERED, EITHER = range(4)  # hexsides closed by enemy ZOC; each closes more than the last
_BARS = {"": FREE, "both": BOTH, "entered": ENTERED, "either": EITHER}
ALL = -1  # the cost of a step that takes the whole allowance

Class = tuple[int, bool, int, int, Sides]  # bar, fixed cost, cost, hexes concerned, hexsides
Step = tuple[int, int, int]  # hex entered (or a set of them), bar, cost


def _merge(crossings: Iterable[Crossing]) -> Crossing:
    """Everything that one hexside costs."""
    extra = 0
    fixed: int | None = None
    closed = start_only = all_points = False
    barred = FREE
    for c in crossings:
        extra += c.extra
        if c.fixed is not None:
            fixed = c.fixed if fixed is None else min(fixed, c.fixed)
        closed |= c.closed
        start_only |= c.start_only
        all_points |= c.all_points
        barred = max(barred, _BARS[c.barred])
    word = next(w for w, n in _BARS.items() if n == barred)
    return Crossing(extra, fixed, closed, start_only, all_points, word)  # type: ignore[arg-type]


class Window(NamedTuple):
    """The masks of a profile around a hex, as far as a move can go: cut out, and shifted down by `low`.

    `base`: hexes by ordinary entry cost. `touch`: hexes with an unusual hexside; the others use the fast path.
    `plain` and the hexsides of classes without a bar are given by the hexes entered, to be checked after the step.
    """

    low: int
    valid: int
    touch: int
    plain: Sides
    base: tuple[tuple[int, int], ...]
    classes: tuple[Class, ...]


class Profile:
    """The movement of one mobility class over a board, compiled once."""

    def __init__(self, board: Board, costs: MoveCosts) -> None:
        self.board = board
        self.costs = costs
        self.scale = costs.scale
        self.grid: Grid = board.grid
        size = self.grid.size
        entry = {i: costs.terrain.get(board.terrain_at[i]) for i in self.grid.hexes}
        self._entry: dict[int, int] = {i: k for i, k in entry.items() if isinstance(k, int)}
        by_cost: dict[int, int] = {}
        for i, k in self._entry.items():
            by_cost[k] = by_cost.get(k, 0) | 1 << i
        self.base: tuple[tuple[int, int], ...] = tuple(sorted(by_cost.items()))
        self.step_cost = [0] * (6 * size)  # 0: closed, or the first step of a move only
        self.step_bar = bytearray(6 * size)
        self.first: dict[int, list[Step]] = {}
        self._starts: list[tuple[int, tuple[Step, ...]] | None] = [None] * size
        self.unhindered: dict[tuple[int, int, bool], Range] = {}  # kept by `reach.move_range`
        self.hindered: dict[tuple[int, int, bool, int, int, int, int], Range] = {}  # likewise, by the enemies near
        self._windows: dict[tuple[int, int], Window] = {}
        self._steps_into: list[tuple[Step, ...] | None] = [None] * size
        self.touch = 0
        self._plain = [0] * 6
        self._classes: dict[tuple[int, bool, int], list[int]] = {}
        self._compile(self._crossings())
        self.plain = self._entered(self._plain)
        self.classes: tuple[Class, ...] = tuple(
            (*key, reduce(or_, six), cast(Sides, tuple(six)) if key[0] else self._entered(six))
            for key, six in sorted(self._classes.items())
        )
        self.longest = max(1, *self.step_cost)

    def __repr__(self) -> str:
        return f"<Profile of {self.board!r}, {len(self.classes)} classes of hexsides>"

    def _crossings(self) -> Mapping[tuple[int, int], Crossing]:
        """What unusual hexsides cost, by the hexes left and entered."""
        board, costs = self.board, self.costs
        lines: dict[tuple[int, int], set[str]] = {}
        for kind, six in board.lines.items():
            for d, hexes in enumerate(six):
                for i in bits(hexes):
                    lines.setdefault((i, board.grid.neighbour(i, d)), set()).add(kind)
        sides: dict[tuple[int, int], list[Crossing]] = {}
        for kind, six in board.hexsides.items():
            spans = set(costs.bridges.get(kind, ()))
            open_air, bridged = costs.hexsides.get(kind), costs.bridged.get(kind)
            for d, hexes in enumerate(six):
                for i in bits(hexes):
                    pair = (i, board.grid.neighbour(i, d))
                    crossing = bridged if spans & lines.get(pair, set()) else open_air
                    if crossing is not None:
                        sides.setdefault(pair, []).append(crossing)
        for pair, kinds in lines.items():
            along = [costs.lines[k] for k in kinds if k in costs.lines]
            if along:
                sides.setdefault(pair, []).extend(along)
        for i in self.grid.hexes:
            special = costs.terrain.get(board.terrain_at[i])
            if isinstance(special, Crossing):
                for n in self.grid.adjacent(i):
                    found = sides.setdefault((n, i), [])
                    if all(c.fixed is None for c in found):  # on a road the terrain does not matter
                        found.append(special)
        return {pair: _merge(found) for pair, found in sides.items()}

    def _compile(self, crossings: Mapping[tuple[int, int], Crossing]) -> None:
        for i in self.grid.hexes:
            for d in range(6):
                n = self.grid.neighbour(i, d)
                if n >= 0:
                    crossing = crossings.get((i, n))
                    if crossing is not None:
                        self._unusual(i, d, n, crossing)
                    elif n in self._entry:
                        self._plain[d] |= 1 << i
                        self.step_cost[6 * i + d] = self._entry[n]

    def _unusual(self, i: int, d: int, n: int, crossing: Crossing) -> None:
        hex_cost = self._entry.get(n, 0)
        if not hex_cost and crossing.fixed is None and not crossing.all_points:
            return  # the cost of entering is not given
        bar = _BARS[crossing.barred]
        cost = crossing.extra + (hex_cost if crossing.fixed is None else crossing.fixed)
        if crossing.closed:
            self.touch |= 1 << i
        elif crossing.ends_move:
            self.touch |= 1 << i
            self.first.setdefault(i, []).append((n, bar, ALL if crossing.all_points else cost))
        else:
            self.step_cost[6 * i + d] = cost
            self.step_bar[6 * i + d] = bar
            if bar == FREE and cost == hex_cost:
                self._plain[d] |= 1 << i
                return
            self.touch |= 1 << i
            fixed = crossing.fixed is not None
            key = (bar, fixed, cost if fixed else crossing.extra)
            self._classes.setdefault(key, [0] * 6)[d] |= 1 << i

    def _entered(self, sides: Iterable[int]) -> Sides:
        """Hexsides by the hexes they lead to, instead of the hexes they belong to."""
        steps = zip(sides, self.grid.shift, strict=True)
        return cast(Sides, tuple(hexes << by if by > 0 else hexes >> -by for hexes, by in steps))

    def _opening(self, start: int) -> tuple[Step, ...]:
        """The ordinary steps out of a hex: sets of hexes entered, each with its bar and cost."""
        by_kind: dict[tuple[int, int], int] = {}
        for d in range(6):
            cost = self.step_cost[6 * start + d]
            if cost:
                key = (self.step_bar[6 * start + d], cost)
                by_kind[key] = by_kind.get(key, 0) | 1 << self.grid.neighbour(start, d)
        return tuple((hexes, *key) for key, hexes in by_kind.items())

    def steps_into(self, i: int) -> tuple[Step, ...]:
        """The ordinary steps into a hex, by direction back: the hex left, the bar and the cost."""
        found = self._steps_into[i]
        if found is None:
            found = self._steps_into[i] = tuple(self._into(i))
        return found

    def _into(self, i: int) -> Iterator[Step]:
        for d in range(6):
            o = self.grid.neighbour(i, d)
            side = 6 * o + (d + 3) % 6
            if o >= 0 and self.step_cost[side]:
                yield o, self.step_bar[side], self.step_cost[side]

    def around(self, start: int, steps: int) -> tuple[Window, tuple[Step, ...]]:
        """What a move of so many steps from a hex can touch, and its first steps."""
        line, opening = self._starts[start] or self._start(start)
        window = self._windows.get((line, steps))
        if window is None:
            low, high = self.grid.band(start, steps)
            window = self._windows[line, steps] = self._cut(low, (1 << high - low) - 1)
        return window, opening

    def _start(self, start: int) -> tuple[int, tuple[Step, ...]]:
        found = self._starts[start] = (self.grid.line(start), self._opening(start))
        return found

    def _cut(self, low: int, whole: int) -> Window:
        def six(sides: Sides) -> Sides:
            return cast(Sides, tuple(hexes >> low & whole for hexes in sides))

        return Window(
            low,
            self.grid.valid >> low & whole,
            self.touch >> low & whole,
            six(self.plain),
            tuple((cost, hexes >> low & whole) for cost, hexes in self.base),
            tuple((*kind, hexes >> low & whole, six(sides)) for *kind, hexes, sides in self.classes),  # type: ignore[misc]
        )
