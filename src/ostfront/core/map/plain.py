"""The same questions about a map, answered naively: step by step, with dictionaries and sets of hexes.

The geometry of the referees, and the reference that `hexes.py`, `areas.py` and `reach.py` are tested and
measured against. It shares the map's data with them but none of their reasoning: no bitboards here.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ostfront.core.map.areas import AreaMap
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts

# (column, row) offsets of the six neighbours in the order of the grid's directions
_FLAT_HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_FLAT_LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_POINTY_LEFT = ((-1, 0), (-1, 1), (0, 1), (1, 0), (0, -1), (-1, -1))
_POINTY_RIGHT = ((-1, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))

_NOTHING: list[str] = []


class Part(NamedTuple):
    """A part of a step's cost, in words: 2 'to leave an enemy ZOC'."""

    points: int
    reason: str


@dataclass(frozen=True)
class Step:
    """One step of a move: what it costs and why, or why it cannot be made."""

    parts: tuple[Part, ...] = ()
    ends_move: bool = False
    refusal: str = ""

    @property
    def cost(self) -> int:
        """The sum of the parts."""
        return sum(part.points for part in self.parts)

    def __str__(self) -> str:
        return self.refusal or " + ".join(f"{points} {reason}" for points, reason in self.parts)


@dataclass(frozen=True)
class Situation:
    """What the enemy and the rules do to a move: see `reach.move_range`."""

    zoc: Collection[int] = frozenset()
    closed: Collection[int] = frozenset()
    stop: Collection[int] = frozenset()
    zoc_in: int = 2
    zoc_out: int = 2


_State = tuple[int, bool]  # a hex, and whether the move has ended there


class PlainRange:
    """Where a move can go; gives the same answers as `reach.Range`."""

    def __init__(self, plain: PlainMap, costs: dict[_State, int], before: dict[_State, list[_State]]) -> None:
        self._plain = plain
        self._costs = costs
        self._before = before
        self._cheapest: dict[int, _State] = {}
        for state, cost in costs.items():
            i, ended = state
            other = costs.get((i, not ended))
            # in a tie, the path that can continue wins
            if other is None or cost < other or (cost == other and not ended):
                self._cheapest[i] = state

    @property
    def reach(self) -> set[int]:
        """All hexes reached, the start included."""
        return set(self._cheapest)

    @property
    def stops(self) -> set[int]:
        """Hexes whose cheapest path ends the move."""
        return {i for i, (_, ended) in self._cheapest.items() if ended}

    def cost(self, i: int) -> int:
        """The cheapest cost of going to a hex, -1 if it cannot be reached."""
        return self._costs[self._cheapest[i]] if i in self._cheapest else -1

    def costs(self) -> dict[int, int]:
        """The cost of every hex reached."""
        return {i: self._costs[state] for i, state in self._cheapest.items()}

    def path(self, i: int, *, avoid: Collection[int] = ()) -> list[int]:
        """A cheapest path, with as few hexes of `avoid` as possible; [] if the hex cannot be reached."""
        if i not in self._cheapest:
            return []
        burdens: dict[_State, int] = {}

        def burden(state: _State) -> int:
            if state not in burdens:
                rest = min((burden(b) for b in self._before[state]), default=0)
                burdens[state] = rest + (state[0] in avoid)
            return burdens[state]

        state = self._cheapest[i]
        out = [i]
        while self._before[state]:
            near = self._plain.neighbours(state[0])
            state = min(self._before[state], key=lambda b: (burden(b), near.index(b[0])))
            out.append(state[0])
        return out[::-1]


class PlainMap:
    """A hex board, walked hex by hex."""

    def __init__(self, board: Board) -> None:
        self.board = board
        grid = board.grid
        self.flat = grid.orientation == "flat"
        self.low = 1 if grid.low == "odd" else 0
        self.cells: dict[int, tuple[int, int]] = {i: grid.position(i) for i in grid.hexes}
        self.at: dict[tuple[int, int], int] = {cell: i for i, cell in self.cells.items()}
        self.sides: dict[frozenset[int], list[str]] = {}
        for side in board.hexside_rows:
            self.sides.setdefault(frozenset((side.a, side.b)), []).append(side.kind)
        self.lines: dict[frozenset[int], list[str]] = {}
        for line in board.line_rows:
            for a, b in pairwise(line.hexes):
                kinds = self.lines.setdefault(frozenset((a, b)), [])
                if line.kind not in kinds:
                    kinds.append(line.kind)
        self._near: dict[int, tuple[int, ...]] = {}
        self._along: dict[tuple[str, int], tuple[int, ...]] = {}

    # -- distances and sets

    def neighbours(self, i: int) -> tuple[int, ...]:
        """The hexes next to a hex, in the order of the grid's directions."""
        found = self._near.get(i)
        if found is None:
            found = self._near[i] = self._neighbours(i)
        return found

    def _neighbours(self, i: int) -> tuple[int, ...]:
        column, row = self.cells[i]
        if self.flat:
            offsets = _FLAT_LOW if column % 2 == self.low else _FLAT_HIGH
        else:
            offsets = _POINTY_RIGHT if row % 2 == self.low else _POINTY_LEFT
        beside = (self.at.get((column + x, row + y)) for x, y in offsets)
        return tuple(n for n in beside if n is not None)

    def along(self, kind: str, i: int) -> tuple[int, ...]:
        """Those of them to which a line of a kind leads, such as a road."""
        found = self._along.get((kind, i))
        if found is None:
            near = self.neighbours(i)
            found = tuple(n for n in near if kind in self.lines.get(frozenset((i, n)), _NOTHING))
            self._along[kind, i] = found
        return found

    def distance(self, a: int, b: int) -> int:
        """In hexes: steps along the staggered axis, then what is left of the other in half hexes."""
        (c1, r1), (c2, r2) = self.cells[a], self.cells[b]
        if not self.flat:
            c1, r1, c2, r2 = r1, c1, r2, c2
        along = abs(c1 - c2)
        across = abs(2 * r1 + (c1 % 2 == self.low) - 2 * r2 - (c2 % 2 == self.low))
        return along + max(0, across - along) // 2

    def within(self, i: int, n: int) -> set[int]:
        """The hexes at distance n or less."""
        return {h for h in self.cells if self.distance(i, h) <= n}

    def is_open(self, a: int, b: int, closed: Collection[str], bridged_by: Collection[str] = ()) -> bool:
        """Whether a hexside is of no closed kind, or crossed by a line that bridges it."""
        side = frozenset((a, b))
        kinds = self.sides.get(side)
        if kinds is None or not any(kind in closed for kind in kinds):
            return True
        return any(kind in bridged_by for kind in self.lines.get(side, _NOTHING))

    def zoc(
        self, units: Iterable[int], *, onto: Collection[int] | None = None, closed: Collection[str] = ()
    ) -> set[int]:
        """The hexes next to units, through hexsides that are not closed; `onto`: only such hexes."""
        out = set()
        for unit in units:
            for n in self.neighbours(unit):
                if (onto is None or n in onto) and self.is_open(unit, n, closed):
                    out.add(n)
        return out

    def flood(
        self,
        sources: Iterable[int],
        enter: Collection[int],
        through: Collection[int],
        *,
        closed: Collection[str] = (),
        bridged_by: Collection[str] = (),
        limit: int | None = None,
    ) -> dict[int, int]:
        """The hexes of `enter` connected to the sources, with their distance; only `through` leads on."""
        found = {i: 0 for i in sources if i in enter}
        edge = list(found)
        steps = 0
        while edge and (limit is None or steps < limit):
            steps += 1
            beyond = []
            for i in edge:
                if i not in through:
                    continue
                for n in self.neighbours(i):
                    if n in enter and n not in found and self.is_open(i, n, closed, bridged_by):
                        found[n] = steps
                        beyond.append(n)
            edge = beyond
        return found

    # -- movement

    def _asks(self, costs: MoveCosts, a: int, b: int) -> list[tuple[str, Crossing]]:
        """What the chart charges for a step besides the ordinary cost of the hex: (kind, crossing)."""
        side = frozenset((a, b))
        lines = self.lines.get(side, _NOTHING)
        asks = [(kind, costs.lines[kind]) for kind in lines if kind in costs.lines]
        for kind in self.sides.get(side, _NOTHING):
            bridged = any(line in lines for line in costs.bridges.get(kind, ()))
            chart = costs.bridged if bridged else costs.hexsides
            if kind in chart:
                asks.append((kind, chart[kind]))
        terrain = self.board.terrain_at[b]
        special = costs.terrain.get(terrain)
        if isinstance(special, Crossing) and not any(ask.fixed is not None for _, ask in asks):
            asks.append((terrain, special))
        return asks

    def step(
        self, costs: MoveCosts, a: int, b: int, situation: Situation, *, allowance: int, first: bool = True
    ) -> Step:
        """The cost of going from a hex to the next, part by part. `first`: the unit has not moved yet."""
        if b not in self.neighbours(a):
            return Step(refusal=f"{self.board.name(a)} and {self.board.name(b)} are not adjacent")
        if b in situation.closed:
            return Step(refusal=f"{self.board.name(b)} may not be entered")
        asks = self._asks(costs, a, b)
        refusal = self._refusal(costs, a, b, asks, situation, allowance, first)
        if refusal:
            return Step(refusal=refusal[0].format(refusal[1]))
        parts = self._parts(costs, a, b, asks, situation, allowance)
        named = tuple(Part(points, reason.format(kind)) for points, reason, kind in parts)
        return Step(named, b in situation.stop or any(ask.ends_move for _, ask in asks))

    def _refusal(
        self,
        costs: MoveCosts,
        a: int,
        b: int,
        asks: list[tuple[str, Crossing]],
        situation: Situation,
        allowance: int,
        first: bool,
    ) -> tuple[str, str] | None:
        """Why a step cannot be made: a sentence, and the kind of thing it is about."""
        priced = isinstance(costs.terrain.get(self.board.terrain_at[b]), int)
        for kind, ask in asks:
            if ask.closed:
                return ("{} may not be crossed or entered", kind)
            if ask.barred:
                leaves, enters = a in situation.zoc, b in situation.zoc
                if (leaves and enters) if ask.barred == "both" else enters or (leaves and ask.barred == "either"):
                    return ("{} may not be crossed here, in enemy ZOC", kind)
            if ask.ends_move and not first:
                return ("{} may only be crossed by the first step of a move", kind)
            if ask.all_points and allowance < 1:
                return ("{} takes all movement points, and none are left", kind)
            priced = priced or ask.all_points or ask.fixed is not None
        return None if priced else ("{} may not be entered", self.board.terrain_at[b])

    def _parts(
        self,
        costs: MoveCosts,
        a: int,
        b: int,
        asks: list[tuple[str, Crossing]],
        situation: Situation,
        allowance: int,
    ) -> list[tuple[int, str, str]]:
        """What a step that can be made costs: points, the reason, and the kind of thing it is about."""
        for kind, ask in asks:
            if ask.all_points:
                return [(allowance, "for {}, which takes all movement points", kind)]
        terrain = self.board.terrain_at[b]
        fixed = [(ask.fixed, "by {}", kind) for kind, ask in asks if ask.fixed is not None]
        ordinary = costs.terrain.get(terrain)
        if fixed:
            parts = [min(fixed)]
        else:
            assert isinstance(ordinary, int)
            parts = [(ordinary, "for the {} hex", terrain)]
        for kind, ask in asks:
            if ask.extra:
                parts.append((ask.extra, "to cross {}", kind))
        if situation.zoc_out and a in situation.zoc:
            parts.append((situation.zoc_out, "to leave an enemy ZOC", ""))
        if situation.zoc_in and b in situation.zoc:
            parts.append((situation.zoc_in, "to enter an enemy ZOC", ""))
        return parts

    def move_range(
        self, costs: MoveCosts, start: int, allowance: int, situation: Situation, *, fresh: bool = True
    ) -> PlainRange:
        """Where a unit can go: Dijkstra over hexes, each with whether the move ended there."""
        origin: _State = (start, False)
        known: dict[_State, int] = {origin: 0}
        before: dict[_State, list[_State]] = {origin: []}
        queue: list[tuple[int, _State]] = [(0, origin)]
        done: set[_State] = set()
        while queue:
            spent, here = heapq.heappop(queue)
            if here in done:
                continue
            done.add(here)
            i, ended = here
            if ended:
                continue
            first = fresh and here == origin
            for n in self.neighbours(i):
                if n == start or n in situation.closed:
                    continue
                asks = self._asks(costs, i, n)
                if self._refusal(costs, i, n, asks, situation, allowance, first):
                    continue
                total = spent + sum(part[0] for part in self._parts(costs, i, n, asks, situation, allowance))
                there = (n, n in situation.stop or any(ask.ends_move for _, ask in asks))
                if total > allowance or total > known.get(there, total):
                    continue
                if total < known.get(there, total + 1):
                    known[there] = total
                    before[there] = []
                    heapq.heappush(queue, (total, there))
                before[there].append(here)
        return PlainRange(self, known, before)


class PlainAreas:
    """An area map, walked area by area."""

    def __init__(self, areas: AreaMap) -> None:
        self.areas = areas
        self.links: dict[int, dict[int, set[str]]] = {i: {} for i in range(areas.size)}
        for border in areas.border_rows:
            self.links[border.a].setdefault(border.b, set()).add(border.kind)
            self.links[border.b].setdefault(border.a, set()).add(border.kind)

    def neighbours(self, i: int, kinds: Collection[str] | None = None) -> list[int]:
        """The areas next to an area, over borders of these kinds."""
        return sorted(n for n, found in self.links[i].items() if kinds is None or any(k in kinds for k in found))

    def flood(
        self,
        sources: Iterable[int],
        enter: Collection[int],
        through: Collection[int],
        *,
        kinds: Collection[str] | None = None,
        limit: int | None = None,
    ) -> dict[int, int]:
        """The areas of `enter` connected to the sources, with their distance; only `through` leads on."""
        found = {i: 0 for i in sources if i in enter}
        edge = list(found)
        steps = 0
        while edge and (limit is None or steps < limit):
            steps += 1
            beyond = []
            for i in edge:
                for n in self.neighbours(i, kinds) if i in through else ():
                    if n in enter and n not in found:
                        found[n] = steps
                        beyond.append(n)
            edge = beyond
        return found

    def distance(self, a: int, b: int, kinds: Collection[str] | None = None) -> int:
        """The number of borders crossed, -1 if there is no path."""
        return self.flood([a], self.links, self.links, kinds=kinds).get(b, -1)
