"""How far units can go (5, 12.10): a search on bitboards, one set of hexes per cost.

Enemy ZOCs stop a move, cost a point to leave, and open onto each other only for the faster; a river costs a point
into one. Recent ranges are kept with the ground they were found on.
"""

from __future__ import annotations

from typing import Protocol

from ostfront.core.map.hexes import bits
from ostfront.core.map.reach import cheapest_path
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED
from ostfront.games.barbarossa_1941.rules.front import front
from ostfront.games.barbarossa_1941.rules.ground import (
    Ground,
    closed_countries,
    ground,
    kerch_open,
    neighbours_open,
    open_hexes,
)
from ostfront.games.barbarossa_1941.rules.stacking import barred_to
from ostfront.games.barbarossa_1941.rules.weather import allowance_in, mobility, motorised_units, weather_at
from ostfront.games.barbarossa_1941.rules.zoc import exerted, projectors
from ostfront.games.barbarossa_1941.state import B41State

__all__ = ["Range", "Ways", "may_step", "neighbours_open", "open_hexes", "reach"]

KEPT = 4096  # ranges beside enemies on one ground
KEPT_FREE = 16  # ranges without enemies from one hex
SPARE = 8  # costs beyond the allowance, to save bounds tests


class Ways(Protocol):
    """Where a move can go."""

    reach: int

    def cost(self, i: int) -> int:
        """The points it takes to go to a hex of the reach."""

    def path(self, i: int, avoid: int = 0) -> list[int]:
        """The cheapest way, start and end included; of several one with the fewest hexes of `avoid`."""

    def way(self, i: int) -> Range:
        """The range in which that way lies."""


class Range:
    """Where one search came. `least` are the hexes that only the minimum move reaches, for all points."""

    __slots__ = ("_barred", "_ground", "_layers", "_out", "_start", "_zoc", "least", "reach")

    def __init__(
        self, over: Ground, start: int, layers: list[int], reach: int, zoc: int, barred: int, out: int, least: int
    ) -> None:
        self._ground, self._start, self._layers = over, start, layers
        self._zoc, self._barred, self._out = zoc, barred, out
        self.least, self.reach = least, reach

    def __repr__(self) -> str:
        return f"<Range of {self.reach.bit_count()} hexes>"

    def cost(self, i: int) -> int:
        layers = self._layers
        cost = len(layers) - 1  # most hexes lie far out
        if self.least >> i & 1:
            return cost
        while not layers[cost] >> i & 1:
            cost -= 1
        return cost

    def way(self, i: int) -> Range:
        return self

    def path(self, i: int, avoid: int = 0) -> list[int]:
        if self.least >> i & 1:
            return [self._start, i]
        return cheapest_path(self._start, i, self.cost(i), self._before, avoid)

    def _before(self, i: int, cost: int) -> list[tuple[int, int]]:
        """The hexes from which a cheapest way can step to a hex, with their costs."""
        over, layers, start = self._ground, self._layers, self._start
        cost -= over.cost[i]
        entered = self._zoc >> i & 1
        found = []
        for d in range(6):
            o = over.grid.neighbour(i, d)
            back = (d + 3) % 6
            if o < 0 or not over.open[back] >> o & 1:
                continue
            before = cost
            if not over.sides[back] >> o & 1:
                before -= over.strait_cost
            if entered and over.river[back] >> o & 1:
                before -= over.river_cost
            if o == start:
                if before == self._out and not self._barred >> i & 1:
                    found.append((o, 0))
            elif before > 0 and layers[before] >> o & 1 and not self._zoc >> o & 1:
                found.append((o, before))
        return found


class Twofold:
    """For units that enemy ZOCs do not stop: a way through them, or one clear of them with the strategic point.

    The cheaper one counts, of equal ones that which is clear of them.
    """

    __slots__ = ("_clear", "_through", "reach")

    def __init__(self, through: Range, clear: Range) -> None:
        self._through, self._clear = through, clear
        self.reach = through.reach | clear.reach

    def way(self, i: int) -> Range:
        through, clear = self._through, self._clear
        if not through.reach >> i & 1:
            return clear
        if not clear.reach >> i & 1:
            return through
        return through if through.cost(i) < clear.cost(i) else clear

    def cost(self, i: int) -> int:
        return self.way(i).cost(i)

    def path(self, i: int, avoid: int = 0) -> list[int]:
        return self.way(i).path(i, avoid)


def reach(
    facts: Facts,
    state: B41State,
    units: int,
    points: int,
    *,
    bonus: int = 0,
    minimum: bool = False,
    weather: int = -1,
    unstopped: bool = False,
) -> Ways:
    """Where units that stand in one hex can go together with so many points, stacking apart.

    `bonus`: points for a way that enters no enemy ZOC. `minimum`: one hex can always be moved. `weather`: that of the
    hex where the move began, if not here. `unstopped`: enemy ZOCs have no effect (12.8).
    """
    unit = units.bit_length() - 1
    start, side = state.place[unit], facts.roster.side[unit]
    if weather < 0:
        weather = weather_at(facts, state, start)
    ahead = front(facts, state, side)
    over = (ahead.on_wheels if motorised_units(state, units) else ahead.on_foot)[weather]
    enemy_zoc = ahead.zoc
    closed = ahead.closed
    if side == AXIS:
        closed |= barred_to(facts, state, units)
    if unstopped:
        through = _range(over, start, points, 0, 0, closed, 0, 0, minimum)
        if not (bonus and enemy_zoc & facts.grid.disk(start, points + bonus)):
            return through if not bonus else _range(over, start, points, bonus, 0, closed, 0, 0, minimum)
        return Twofold(through, _range(over, start, points + bonus, 0, 0, closed | enemy_zoc, 0, 0, False))
    if over.lakes:
        closed |= no_stop(over, enemy_zoc)
    if units & facts.roster.finns:
        closed |= beyond_finland(facts, enemy_zoc)
    if not enemy_zoc >> start & 1:
        return _range(over, start, points, bonus, enemy_zoc, closed, 0, 0, minimum)
    beside = over.next_to[start] & enemy_zoc
    barred = beside and not_slipped_into(facts, state, units, start, beside, weather)
    return _range(over, start, points, bonus, enemy_zoc, closed, barred, leaving_cost(facts), minimum)


def doors(facts: Facts, state: B41State, unit: int, unstopped: bool) -> int:
    """The neighbours that a unit about to move may enter: with the minimum move points do not matter."""
    units, start, side = 1 << unit, state.place[unit], facts.roster.side[unit]
    weather = weather_at(facts, state, start)
    ahead = front(facts, state, side)
    over = (ahead.on_wheels if motorised_units(state, units) else ahead.on_foot)[weather]
    enemy_zoc, closed = ahead.zoc, ahead.closed
    if side == AXIS:
        closed |= barred_to(facts, state, units)
    near = minimum_move(over.next_to[start] & over.enterable)
    near ^= near & (closed | over.lakes)
    if unstopped:
        return near
    if units & facts.roster.finns:
        near ^= near & beyond_finland(facts, enemy_zoc)
    if enemy_zoc >> start & 1 and near & enemy_zoc:
        near ^= near & not_slipped_into(facts, state, units, start, near & enemy_zoc, weather)
    return near


def closed_to(facts: Facts, state: B41State, units: int) -> int:
    """The hexes that these units may not enter."""
    return barred_to(facts, state, units) | closed_countries(facts, state)


@implements("B41 12.10d")
def no_stop(over: Ground, enemy_zoc: int) -> int:
    """Frozen lakes in enemy ZOC: a unit would have to stop there and cannot."""
    return over.lakes & enemy_zoc


@implements("B41 12.2b")
def beyond_finland(facts: Facts, enemy_zoc: int) -> int:
    """The hexes in enemy ZOC that Finns do not enter."""
    return enemy_zoc ^ (enemy_zoc & facts.countries["Finland"])


@implements("B41 5c")
def leaving_cost(facts: Facts) -> int:
    return facts.leave_zoc


@implements("B41 5d")
def not_slipped_into(facts: Facts, state: B41State, units: int, start: int, beside: int, weather: int) -> int:
    """Of the neighbours in enemy ZOC, those covered by a hex with an enemy as fast as the slowest of these units."""
    unit = units.bit_length() - 1
    enemy = 1 - facts.roster.side[unit]
    pace = allowance_in(facts, state, unit, weather)
    if units & units - 1:
        pace = min(allowance_in(facts, state, unit, weather) for unit in bits(units))
    fast = 0
    for source in bits(facts.grid.disk(start, 2) & projectors(state, enemy)):
        if keeps_up(facts, state, source, pace):
            fast |= 1 << source
    return exerted(facts, state, enemy, fast) & beside if fast else 0


def keeps_up(facts: Facts, state: B41State, place: int, pace: int) -> bool:
    """Whether a unit in a hex has this allowance at least."""
    weather = weather_at(facts, state, place)
    combat, following = facts.roster.is_combat, state.next
    unit = state.first[place]
    while unit >= 0:
        if combat[unit] and allowance_in(facts, state, unit, weather) >= pace:
            return True
        unit = following[unit]
    return False


def may_step(facts: Facts, state: B41State, unit: int, a: int, b: int) -> bool:
    """Whether a unit that begins to move in a hex could enter the next one, points and enemy ZOCs apart (12.10b)."""
    side = facts.roster.side[unit]
    wheels = mobility(state, unit) == MOTORISED
    over = ground(facts, wheels, weather_at(facts, state, a), kerch_open(facts, state, side))
    return bool(over.next_to[a] >> b & 1) and not closed_to(facts, state, 1 << unit) >> b & 1


# ---- the search -------------------------------------------------------------------------------------


def _range(
    over: Ground, start: int, points: int, bonus: int, zoc: int, closed: int, barred: int, out: int, minimum: bool
) -> Range:
    """A range, kept if possible: `barred` are hexes not entered by the first step, which costs `out` more."""
    total = points + bonus if points + bonus > 0 else 0
    free = over.unhindered[start].get(total << 1 | minimum if total < over.dearest else total << 1)
    if free is None:
        free = _unhindered(over, start, total, minimum)
    near, shut = free.reach & zoc, free.reach & closed
    if not (near or shut or out):
        return free
    key = (start, points, bonus, near, shut, barred, out, minimum)
    found = over.hindered.get(key)
    if found is None:
        if len(over.hindered) >= KEPT:
            over.hindered.clear()
        found = over.hindered[key] = _search(over, start, points, bonus, near, shut, barred, out, minimum)
    return found


def _unhindered(over: Ground, start: int, points: int, minimum: bool) -> Range:
    """The range where there is no enemy; those of late are kept."""
    kept = over.unhindered[start]
    if len(kept) >= KEPT_FREE:
        kept.clear()
    minimum = minimum and points < over.dearest  # else it adds nothing
    found = kept[points << 1 | minimum] = _search(over, start, points, 0, 0, 0, 0, 0, minimum)
    return found


def _search(
    over: Ground, start: int, points: int, bonus: int, zoc: int, closed: int, barred: int, out: int, minimum: bool
) -> Range:
    here = 1 << start
    enterable = todo = over.enterable ^ (over.enterable & (closed | here))
    total = points + bonus if points + bonus > 0 else 0
    arrived = [0] * (total + SPARE)
    first = todo ^ (todo & barred)
    if total > out:
        _spread(over, here, out, first, zoc, arrived)
    layers = [here]
    for cost in range(1, total + 1):
        new = arrived[cost] & todo
        in_zoc = new & zoc
        if in_zoc and cost > points:  # the strategic point is for others
            new ^= in_zoc
            in_zoc = 0
        layers.append(new)
        if new:
            todo ^= new
            if in_zoc:
                new ^= stopped_in(in_zoc)
            if new and cost < total:
                _spread(over, new, cost, todo, zoc, arrived)
    least = 0
    if minimum:
        least = minimum_move(over.next_to[start] & first & todo)
        least ^= least & over.lakes
    return Range(over, start, layers, enterable ^ todo | least, zoc, barred, out, least)


@implements("B41 5b", "B41 4d")
def stopped_in(in_zoc: int) -> int:
    """Of hexes just entered in enemy ZOC, those where the move ends; friends there make no difference."""
    return in_zoc


@implements("B41 5e")
def minimum_move(neighbours: int) -> int:
    """Of the neighbours out of reach, those that a unit may enter nevertheless, for all its points."""
    return neighbours


@implements("B41 5a")
def _spread(over: Ground, edge: int, cost: int, todo: int, zoc: int, arrived: list[int]) -> None:
    """Add the hexes that a step from the edge enters, each at the cost it has then."""
    s = over.stride
    t = s - 1
    n0, n1, n2, n3, n4, n5 = over.sides
    found = (
        (edge & n0) >> 1
        | (edge & n1) << t
        | (edge & n2) << s
        | (edge & n3) << 1
        | (edge & n4) >> t
        | (edge & n5) >> s
    ) & todo
    wet = found & zoc & over.riverside
    if wet:
        wet ^= over.grid.step(edge, over.dry) & wet
        if wet:
            found ^= wet
            for k, hexes in over.base:
                arrived[cost + k + over.river_cost] |= wet & hexes
    for k, hexes in over.base:  # most hexes cost a point
        if not found:
            break
        paid = found & hexes
        arrived[cost + k] |= paid
        found ^= paid
    if edge & over.strait_hexes:
        for a, b in over.strait.items():
            if edge >> a & 1 and todo >> b & 1:
                arrived[cost + over.cost[b] + over.strait_cost] |= 1 << b
