"""The ground (5, 12.3, 12.10): where anybody may be at all, what hexes cost and which hexsides are open."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ostfront.core.map.board import NO_SIDES
from ostfront.core.map.hexes import Sides, mask
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import DEEP_FREEZE, MUD, WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import INFANTRY, MOTORISED
from ostfront.games.barbarossa_1941.rules.seas import crossable_kerch
from ostfront.games.barbarossa_1941.state import B41State

if TYPE_CHECKING:
    from ostfront.games.barbarossa_1941.rules.ways import Range

COSTS = (1, 2, 3)  # of entering a hex
FAR = 20  # hexes from the strait of Kerch at which it makes no difference to a move


class Ground:
    """The map as motorised units or units on foot meet it in one weather.

    Ranges over it that were asked for of late are kept here by `ways.py`; grounds that differ in nothing but rivers,
    or in the strait of Kerch and far from it, share those without an enemy.
    """

    def __init__(self, facts: Facts, wheels: bool, weather: int, kerch: bool) -> None:
        self.grid, self.stride = facts.grid, facts.grid.stride
        frozen = lakes_frozen(weather)
        sides = facts.sides[frozen, kerch]
        if wheels and weather == MUD:
            sides = firm_sides(facts, sides)
        strait = facts.board.hexsides.get("kerch", NO_SIDES)
        river = facts.river if river_costs(facts, weather) else NO_SIDES
        self.open = sides  # with the strait of Kerch, if it can be crossed
        self.sides = _less(sides, strait)  # open, and nothing but the hex entered is paid
        self.dry = _less(self.sides, river)  # so in enemy ZOC too
        self.river = cast(Sides, tuple(a & b for a, b in zip(self.sides, river, strict=True)))
        self.lakes = frozen_lakes(facts) if frozen else 0
        self.enterable = facts.land | self.lakes
        self.cost = facts.cost[MOTORISED if wheels else INFANTRY]
        self.base = tuple((k, mask(i for i in facts.grid.hexes if self.cost[i] == k) & self.enterable) for k in COSTS)
        self.strait: dict[int, int] = {}  # the hexes of Kerch, if the strait can be crossed, each with the other
        if kerch:
            for d, hexes in enumerate(strait):
                for i in facts.grid.hexes:
                    if hexes >> i & 1:
                        self.strait[i] = facts.grid.neighbour(i, d)
        self.strait_hexes = mask(self.strait)
        self.strait_cost = strait_cost(facts)
        self.river_cost = int(facts.charts["hexside"]["river"]["cost"])
        self.next_to = [
            mask(facts.grid.neighbour(i, d) for d in range(6) if self.sides[d] >> i & 1)
            | (1 << self.strait[i] if i in self.strait else 0)
            for i in range(facts.grid.size)
        ]
        self.back = _backwards(facts, self.sides)
        self.riverside = facts.grid.neighbours(self.river[0] | self.river[1] | self.river[2])
        self.riverside |= facts.grid.neighbours(self.river[3] | self.river[4] | self.river[5])
        self.dearest = COSTS[-1] + (self.strait_cost if kerch else 0)  # of all first steps without an enemy
        # by hex where a move begins, and there by points and whether one hex can always be moved
        self.unhindered: list[dict[int, Range]] = [{} for _ in range(facts.grid.size)]
        self.hindered: dict[tuple[int, ...], Range] = {}
        self.far = facts.grid.valid  # from the strait
        for hexes in strait:
            self.far &= ~facts.grid.within(hexes, FAR)

    def like(self, other: Ground) -> bool:
        """Whether units move alike on two grounds."""
        return self.inland_like(other) and (self.open, self.dry) == (other.open, other.dry)

    def inland_like(self, other: Ground) -> bool:
        """Whether they do far from the strait of Kerch and from enemies."""
        ours, theirs = (self.sides, self.enterable), (other.sides, other.enterable)
        return ours == theirs and self.cost == other.cost and self.strait_cost == other.strait_cost


def ground(facts: Facts, wheels: bool, weather: int, kerch: bool) -> Ground:
    """The ground for a class of units, compiled once."""
    found: Ground | None = facts.grounds.get((wheels, weather, kerch))
    if found is None:
        found = facts.grounds[wheels, weather, kerch] = _compiled(facts, wheels, weather, kerch)
    return found


def _compiled(facts: Facts, wheels: bool, weather: int, kerch: bool) -> Ground:
    new = Ground(facts, wheels, weather, kerch)
    compiled = facts.grounds.copy().values()  # games in other threads compile theirs meanwhile
    for old in compiled:
        if new.like(old):
            return cast(Ground, old)
    for old in compiled:
        if new.inland_like(old):
            everywhere = bool(new.strait) == bool(old.strait)
            for i in facts.grid.hexes:
                if everywhere or new.far >> i & 1:
                    new.unhindered[i] = old.unhindered[i]
    return new


def _less(sides: Sides, fewer: Sides) -> Sides:
    return cast(Sides, tuple(a ^ (a & b) for a, b in zip(sides, fewer, strict=True)))


def _backwards(facts: Facts, sides: Sides) -> Sides:
    """Open hexsides by the hex that is entered: in mud some are open one way only (12.3)."""
    one = [tuple(hexes if d == k else 0 for d, hexes in enumerate(sides)) for k in range(6)]
    return cast(Sides, tuple(facts.grid.step(facts.grid.valid, one[(d + 3) % 6]) for d in range(6)))


@implements("B41 12.3d")
def firm_sides(facts: Facts, sides: Sides) -> Sides:
    """In mud, the hexsides motorised units can cross: not into marsh or mountain, nor over a river into forest."""
    terrain, grid = facts.board.terrain, facts.grid
    soft = sum(terrain.get(kind, 0) for kind in facts.charts["weather"]["mud"]["motorised_closed"])
    woods = sum(terrain.get(kind, 0) for kind in facts.charts["weather"]["mud"]["motorised_closed_over_rivers"])
    soft, woods = soft & ~facts.majors, woods & ~facts.majors
    out = [0] * 6
    for d, hexes in enumerate(sides):
        for i in grid.hexes:
            if hexes >> i & 1:
                n = grid.neighbour(i, d)
                if not (soft >> n & 1 or (woods >> n & 1 and facts.river[d] >> i & 1)):
                    out[d] |= 1 << i
    return cast(Sides, tuple(out))


@implements("B41 12.10a")
def river_costs(facts: Facts, weather: int) -> bool:
    """Whether a river costs a point into an enemy ZOC: not when it is frozen."""
    return WEATHER[weather] in facts.charts["hexside"]["river"]["weather"]


@implements("B41 12.10c")
def lakes_frozen(weather: int) -> bool:
    """In deep freeze moves, attacks and ZOCs go across lake hexsides."""
    return weather == DEEP_FREEZE


@implements("B41 12.10d")
def frozen_lakes(facts: Facts) -> int:
    """Lake hexes that may be crossed in deep freeze."""
    return facts.lakes


@implements("B41 12.10e")
def strait_cost(facts: Facts) -> int:
    """What the strait of Kerch costs besides the hex."""
    return int(facts.charts["hexside"]["kerch"]["cost"])


def kerch_open(facts: Facts, state: B41State, side: int) -> bool:
    """Whether a side can cross the strait of Kerch; the answer is kept, it changes with the ports (12.10)."""
    ports = state.held & facts.black_ports
    kept = state.memo.kept
    found = kept.get(KERCH[side])
    if found is None or found[0] != ports:
        found = kept[KERCH[side]] = (ports, crossable_kerch(facts, state, side))
    answer: bool = found[1]
    return answer


KERCH = ("kerch axis", "kerch soviet")


@implements("B41 12.2d")
def closed_countries(facts: Facts, state: B41State) -> int:
    """Neutral countries, and Hungary until its first unit has come."""
    if state.on_map & facts.roster.hungarians:
        return facts.neutral
    return facts.neutral if state.triggers[0] and hungary_was_in(facts, state) else facts.closed_at_first


def hungary_was_in(facts: Facts, state: B41State) -> bool:
    """Whether a Hungarian unit has been on the map, after the points that bring them were reached (13)."""
    boxes = facts.boxes
    dead = state.units_at(boxes["eliminated"]) | state.units_at(boxes["removed"])
    return bool(dead & facts.roster.hungarians)


def open_hexes(facts: Facts, state: B41State, side: int) -> int:
    """The land a side's units may be in at all (12.2)."""
    land = facts.land
    return land ^ (land & closed_countries(facts, state))


def neighbours_open(facts: Facts, state: B41State, side: int, place: int, weather: int) -> int:
    """The neighbours of a hex across hexsides that a side could cross in this weather (12.10b)."""
    near = facts.near[lakes_frozen(weather), kerch_open(facts, state, side)][place]
    return near ^ (near & closed_countries(facts, state))
