"""Movement range on bitboards: one set of hexes per cost, ints in and ints out.

This is the seam at which a compiled kernel could be put in. `core/plain.py` gives the same answers slowly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import cast

from ostfront.core.board import Board
from ostfront.core.costs import Crossing, MoveCosts
from ostfront.core.hexes import Grid, Sides, bits

FREE, BOTH, ENTERED, EITHER = range(4)  # hexsides closed by enemy ZOC; each closes more than the last
_BARS = {"": FREE, "both": BOTH, "entered": ENTERED, "either": EITHER}
_ALL = -1  # the cost of a step that takes the whole allowance

_Class = tuple[int, bool, int, int, Sides]  # bar, fixed cost, cost, hexes concerned, hexsides
_First = tuple[int, int, int]  # hex entered, bar, cost


def _merge(crossings: Iterable[Crossing]) -> Crossing:
    """All that one hexside asks."""
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


class Profile:
    """The movement of one mobility class over a board, compiled once.

    `base`: hexes by ordinary entry cost. `touch`: hexes with an unusual hexside; the others take the short way.
    """

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
        self.first: dict[int, list[_First]] = {}
        self.touch = 0
        self._plain = [0] * 6
        self._classes: dict[tuple[int, bool, int], list[int]] = {}
        self._compile(self._crossings())
        self.plain: Sides = cast(Sides, tuple(p & self.touch for p in self._plain))
        self.classes: tuple[_Class, ...] = tuple(
            (*key, reduce(or_, six), cast(Sides, tuple(six))) for key, six in sorted(self._classes.items())
        )
        self.longest = max(1, *self.step_cost)

    def __repr__(self) -> str:
        return f"<Profile of {self.board!r}, {len(self.classes)} classes of hexsides>"

    def _crossings(self) -> Mapping[tuple[int, int], Crossing]:
        """What unusual hexsides ask, by the hexes left and entered."""
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
                    if all(c.fixed is None for c in found):  # a road makes the terrain not matter
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
            return  # nothing says what entering would cost
        bar = _BARS[crossing.barred]
        cost = crossing.extra + (hex_cost if crossing.fixed is None else crossing.fixed)
        if crossing.closed:
            self.touch |= 1 << i
        elif crossing.ends_move:
            self.touch |= 1 << i
            self.first.setdefault(i, []).append((n, bar, _ALL if crossing.all_points else cost))
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


class Range:
    """Where a move can go. A hex reached cheapest by a crossing that ends the move is in `stops`.

    `onward` holds the hexes reached by ordinary steps alone, from which (stop hexes apart) the move can go on;
    `cost` and `path` take `onward=True` to ask for that way even where a crossing is cheaper.
    """

    __slots__ = (
        "_crossed", "_layers", "_stop", "_zoc", "_zoc_in", "_zoc_out",
        "onward", "profile", "reach", "start", "stops",
    )  # fmt: skip

    def __init__(
        self,
        profile: Profile,
        start: int,
        layers: list[int],
        onward: int,
        crossed: dict[int, int],
        zoc: tuple[int, int, int],
        stop: int,
    ) -> None:
        self.profile = profile
        self.start = start
        self._layers = layers
        self._stop = stop
        self._zoc, self._zoc_in, self._zoc_out = zoc
        self.onward = onward
        self.reach = onward
        self.stops = onward & stop
        self._crossed: dict[int, int] = {}
        for i, cost in crossed.items():
            other = self.cost(i, onward=True)
            if other < 0 or cost < other:
                self._crossed[i] = cost
                self.reach |= 1 << i
                self.stops |= 1 << i

    def __repr__(self) -> str:
        return f"<Range of {self.reach.bit_count()} hexes>"

    def cost(self, i: int, *, onward: bool = False) -> int:
        """The cheapest cost of going to a hex, -1 if it cannot be reached."""
        if not onward and i in self._crossed:
            return self._crossed[i]
        if self.onward >> i & 1:
            for cost, layer in enumerate(self._layers):
                if layer >> i & 1:
                    return cost
        return -1

    def costs(self) -> dict[int, int]:
        """The cost of every hex reached."""
        out = {i: cost for cost, layer in enumerate(self._layers) for i in bits(layer)}
        out.update(self._crossed)
        return out

    def path(self, i: int, *, avoid: int = 0, onward: bool = False) -> list[int]:
        """A cheapest path from the start to a hex, both included; [] if it cannot be reached.

        Of several, one with the fewest hexes of `avoid`, then, from the end, the first by direction back.
        """
        if not onward and i in self._crossed:
            return [self.start, i]
        cost = self.cost(i, onward=True)
        if cost < 0:
            return []
        burden = self._burdens(i, cost, avoid) if avoid else {}
        out = [i]
        while i != self.start:
            i, cost = min(self._before(i, cost), key=lambda step: burden.get(step[0], 0))
            out.append(i)
        out.reverse()
        return out

    def _before(self, i: int, cost: int) -> list[tuple[int, int]]:
        """The hexes from which a cheapest path can step to a hex, with their costs."""
        profile = self.profile
        layers, zoc, stop = self._layers, self._zoc, self._stop
        entered = zoc >> i & 1
        if entered:
            cost -= self._zoc_in
        out = []
        for d in range(6):
            o = profile.grid.neighbour(i, d)
            side = 6 * o + (d + 3) % 6
            if o < 0 or not profile.step_cost[side] or stop >> o & 1:
                continue
            left = zoc >> o & 1
            bar = profile.step_bar[side]
            if bar and ((entered and (left or bar >= ENTERED)) or (left and bar == EITHER)):
                continue
            before = cost - profile.step_cost[side] - (self._zoc_out if left else 0)
            if before >= 0 and layers[before] >> o & 1:
                out.append((o, before))
        return out

    def _burdens(self, i: int, cost: int, avoid: int) -> dict[int, int]:
        """The fewest hexes of `avoid` on a cheapest path to each hex that could lie on the way."""
        steps: dict[int, list[tuple[int, int]]] = {}
        costs = {i: cost}
        todo = [i]
        while todo:
            n = todo.pop()
            steps[n] = self._before(n, costs[n]) if n != self.start else []
            for o, c in steps[n]:
                if o not in costs:
                    costs[o] = c
                    todo.append(o)
        burden: dict[int, int] = {}
        for n in sorted(costs, key=costs.__getitem__):
            burden[n] = (avoid >> n & 1) + min((burden[o] for o, _ in steps[n]), default=0)
        return burden


def move_range(
    profile: Profile,
    start: int,
    allowance: int,
    *,
    zoc: int = 0,
    closed: int = 0,
    stop: int = 0,
    zoc_in: int = 2,
    zoc_out: int = 2,
    fresh: bool = True,
) -> Range:
    """Where a unit can go with so many movement points (in the profile's scale).

    `zoc`: hexes in enemy ZOC, with what it costs to enter and leave them. `closed`: hexes not to be entered.
    `stop`: hexes that end the move. `fresh`: the unit has not moved yet, so it may use start-only crossings.
    """
    here = 1 << start
    stop ^= stop & here
    valid = profile.grid.valid
    todo = (valid ^ (valid & closed)) | here
    layers: list[int] = []
    rest = _spread(profile, here, max(0, allowance), zoc, todo, stop, zoc_in, zoc_out, layers)
    crossed: dict[int, int] = {}
    if fresh and start in profile.first:
        left = zoc & here
        for n, bar, cost in profile.first[start]:
            entered = zoc >> n & 1
            if closed >> n & 1 or (bar and ((entered and (left or bar >= ENTERED)) or (left and bar == EITHER))):
                continue
            if cost == _ALL:
                cost = max(1, allowance)
            else:
                cost += (zoc_out if left else 0) + (zoc_in if entered else 0)
            if cost <= allowance:
                crossed[n] = cost
    return Range(profile, start, layers, todo ^ rest, crossed, (zoc, zoc_in, zoc_out), stop)


def _spread(
    profile: Profile,
    here: int,
    allowance: int,
    zoc: int,
    todo: int,
    stop: int,
    zoc_in: int,
    zoc_out: int,
    layers: list[int],
) -> int:
    """Fill `layers` with the hexes at each cost; returns the part of `todo` that was not reached."""
    s = profile.grid.stride
    t = s - 1
    base, touch, classes = profile.base, profile.touch, profile.classes
    p0, p1, p2, p3, p4, p5 = profile.plain
    room = allowance + profile.longest + zoc_in + zoc_out + 1  # beyond the allowance, to save bounds tests
    arrived = [0] * room  # ZOC entry not yet paid
    settled = [0] * room  # paid in full
    leaving = [0] * room  # ZOC exit paid too
    settled[0] = here
    for cost in range(allowance):
        new = arrived[cost]
        in_zoc = new & zoc
        if in_zoc:
            settled[cost + zoc_in] |= in_zoc
            new ^= in_zoc
        new = (new | settled[cost]) & todo
        layers.append(new)
        if new:
            todo ^= new
            in_zoc = new & zoc
            if in_zoc:
                leaving[cost + zoc_out] |= in_zoc
                new ^= in_zoc
            new |= leaving[cost]
        else:
            new = leaving[cost]
        if stop:
            new ^= new & stop
        if not new:
            continue
        x = new & touch
        if x:
            new ^= x
            out = (x & p0) >> 1 | (x & p1) << t | (x & p2) << s | (x & p3) << 1 | (x & p4) >> t | (x & p5) >> s
            for bar, fixed, k, concerned, sides in classes:
                u = x & concerned
                if u:
                    found = _cross(s, u, sides, zoc, bar) & todo if bar else _shift(s, u, sides) & todo
                    if fixed:
                        arrived[cost + k] |= found
                    elif found:
                        for kb, hexes in base:
                            if cost + k + kb > allowance:
                                break
                            arrived[cost + k + kb] |= found & hexes
            if new:
                h = new | new << 1
                out |= new >> 1 | h | h << t | h >> s
        else:
            h = new | new << 1
            out = new >> 1 | h | h << t | h >> s
        out &= todo
        for kb, hexes in base:
            if cost + kb > allowance:
                break
            arrived[cost + kb] |= out & hexes
    last = arrived[allowance]
    if zoc_in:
        last ^= last & zoc
    last = (last | settled[allowance]) & todo
    layers.append(last)
    return todo ^ last


def _shift(s: int, x: int, sides: Sides) -> int:
    """The neighbours through these hexsides, not yet cut to the map."""
    a, b, c, d, e, f = sides
    t = s - 1
    return (x & a) >> 1 | (x & b) << t | (x & c) << s | (x & d) << 1 | (x & e) >> t | (x & f) >> s


def _cross(s: int, x: int, sides: Sides, zoc: int, bar: int) -> int:
    """As `_shift`, less the hexsides that enemy ZOC closes."""
    inside = x & zoc
    if bar == EITHER:
        x ^= inside
    elif bar == BOTH and inside:
        found = _shift(s, inside, sides)
        return found ^ (found & zoc) | _shift(s, x ^ inside, sides)
    found = _shift(s, x, sides)
    return found ^ (found & zoc) if bar >= ENTERED else found
