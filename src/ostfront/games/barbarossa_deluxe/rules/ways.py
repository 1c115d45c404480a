"""How far units can go (10.1 to 10.5, 10.14): where they may stop, and the way there.

A way leads through hexes that are free of enemies, open to every unit in hand, and have room for them all (6.2).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.reach import Range, move_range
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import LIMIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GROUND
from ostfront.games.barbarossa_deluxe.rules import control, ground, limits, mobile_assault, stacking
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.state import BDState


class Ways:
    """Where units in hand can go: `go`, and among these `last`, the moves of one hex that take all their points."""

    __slots__ = ("go", "last", "range")

    def __init__(self, found: Range | None, go: int, last: int) -> None:
        self.range, self.go, self.last = found, go, last

    def path(self, facts: Facts, state: BDState, side: int, goal: int) -> list[int]:
        """The cheapest way; of several one that takes the fewest hexes from the enemy."""
        assert self.range is not None
        foreign = self.range.reach & control.controlled(facts, state, 1 - side)
        return self.range.path(goal, avoid=foreign)


def ways(facts: Facts, state: BDState, side: int, units: int) -> Ways:
    """The ways of units that stand in one hex."""
    here = state.place[units.bit_length() - 1]
    shut = blocked(facts, state, side, units)
    left = points.left(facts, state, units)
    found, go = None, 0
    if left:
        over = ground.profile(facts, ground.terms(facts, state, units))
        found = move_range(over, here, left, closed=shut, stop=ground.arresting(facts, state, units))
        go = found.reach & ~(1 << here)
    last = next_door(facts, state, units, here) | strait(facts, state, units, here)
    last ^= last & (shut | go)
    go |= last
    if units & facts.roster.cavalry_groups:
        go ^= go & no_halt(facts, state, units)
    return Ways(found, go, last & go)


@implements("BD 6.2a")
def blocked(facts: Facts, state: BDState, side: int, units: int) -> int:
    """Hexes that units in hand cannot enter now."""
    free = stacking.room(facts, state, side, units, facts.land)
    return enemies(state, side) | ground.closed(facts, state, units) | facts.land ^ free


@implements("BD 10.4", "BD 1.7c")
def enemies(state: BDState, side: int) -> int:
    """Only the hexes in which enemies stand: there are no zones of control."""
    return state.occupied[GROUND[1 - side]]


@implements("BD 10.3")
def next_door(facts: Facts, state: BDState, units: int, here: int) -> int:
    """The neighbours that units which have not moved reach by spending all they have."""
    return ground.neighbours(facts, state, units, here) if points.unmoved(state, units) else 0


@implements("BD 10.14a")
def strait(facts: Facts, state: BDState, units: int, here: int) -> int:
    """The other side of the Kerch Strait, for the one stack of a phase that begins at it."""
    if here not in facts.kerch or state.crossed or not points.unmoved(state, units):
        return 0
    if any(state.began[unit] != here for unit in bits(units)):
        return 0
    return 1 << facts.kerch[here == facts.kerch[0]]


@implements("BD 8.30d", "BD 8.30f")
def no_halt(facts: Facts, state: BDState, units: int) -> int:
    """Where a leg of a cavalry group does not end: in a city, or beside another group."""
    groups = facts.roster.cavalry_groups & state.on_map & ~units
    return facts.cities | mask(state.place[unit] for unit in bits(groups))


# ---- who can move at all ----------------------------------------------------------------------------


def can_go(facts: Facts, state: BDState, side: int, units: int) -> bool:
    """Whether units in one hex have somewhere to go, or an enemy to assault."""
    here = state.place[units.bit_length() - 1]
    if points.unmoved(state, units) and not units & facts.roster.cavalry_groups:
        if next_door(facts, state, units, here) & ~blocked(facts, state, side, units):
            return True
    elif not points.left(facts, state, units):
        return False
    return bool(ways(facts, state, side, units).go or mobile_assault.targets(facts, state, side, units))


def active(facts: Facts, state: BDState, side: int, units: int) -> int:
    """Those of the units that can do something.

    Nearly all have a free neighbour, to which the minimum move takes them; the others are looked at one by one.
    """
    free = facts.land & ~(limits.closed(facts, state, side) | enemies(state, side) | state.least[LIMIT])
    easy = facts.grid.step(free, facts.sides)
    doubtful = units & ~_plain(facts, state)
    for place in bits(state.occupied[GROUND[side]] & facts.valid & ~easy):
        doubtful |= units & state.units_at(place)
    if limits.frontiers_closed(facts, state):
        doubtful = units
    for unit in bits(units):
        if state.used[unit]:
            doubtful |= 1 << unit
    for unit in bits(doubtful):
        if not can_go(facts, state, side, 1 << unit):
            units ^= 1 << unit
    return units


def _plain(facts: Facts, state: BDState) -> int:
    """Units that may enter every hex open to their side that has room for one."""
    roster = facts.roster
    special = limits.bound(facts) | roster.satellites[0] | roster.satellites[1]
    for unit in bits(roster.attached & state.on_map):
        special |= 1 << state.parent[unit]
    return (1 << roster.count) - 1 & ~special


__all__ = ["Ways", "active", "can_go", "ways"]
