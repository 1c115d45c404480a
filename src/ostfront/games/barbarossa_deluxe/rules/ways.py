"""How far units can go (10.1 to 10.5, 10.14): where they may stop, and the way there.

A way leads through hexes that are free of enemies, open to every unit in hand, and have room for them all (6.2).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.reach import Range, move_range
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import LIMIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND
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


NOWHERE_TO_GO = Ways(None, 0, 0)


def ways(facts: Facts, state: BDState, side: int, units: int) -> Ways:
    """The ways of units that stand in one hex."""
    here = state.place[units.bit_length() - 1]
    left, unmoved = points.left(facts, state, units), points.unmoved(state, units)
    if not left and not unmoved:
        return NOWHERE_TO_GO
    shut = blocked(facts, state, side, units)
    found, go = None, 0
    if left:
        over = ground.costs(facts, state, units)
        found = move_range(over, here, left, closed=shut, stop=ground.arresting(facts, state, units))
        go = found.reach ^ 1 << here
    last = next_door(facts, state, units, here)
    if here in facts.kerch:
        last |= strait(facts, state, units, here)
    if last:
        last ^= last & (shut | go)
        go |= last
    if units & facts.roster.cavalry_groups:
        go ^= go & no_halt(facts, state, units)
    return Ways(found, go, last & go)


@implements("BD 6.2a")
def blocked(facts: Facts, state: BDState, side: int, units: int) -> int:
    """Hexes that units in hand cannot enter now."""
    crowded = facts.land ^ stacking.room(facts, state, side, units, facts.land)
    return enemies(state, side) | ground.closed(facts, state, units) | crowded


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
    sides, land, army = facts.sides, facts.land, facts.roster.satellites[side]
    free = land ^ (land & (limits.closed(facts, state, side) | enemies(state, side) | state.least[LIMIT]))
    hexes = state.occupied[GROUND[side]] & facts.valid
    doubtful = points.stirred(state) | (facts.roster.bound ^ facts.roster.satellites[GERMAN])
    doubtful |= stacking.supported(facts, state) | state.standing(hexes ^ (hexes & facts.grid.step(free, sides)))
    if side == GERMAN and limits.frontiers_closed(facts, state):
        doubtful |= state.standing(hexes & (facts.romania | facts.hungary))
    if units & army & ~doubtful:
        doubtful |= cramped(facts, state, side, free)
    for unit in bits(units & doubtful):
        if not can_go(facts, state, side, 1 << unit):
            units ^= 1 << unit
    return units


def cramped(facts: Facts, state: BDState, side: int, free: int) -> int:
    """Satellite armies that have none of these hexes, with room for any unit, beside them."""
    armies = facts.roster.satellites[side] & state.on_map
    shut = stacking.barred_to_satellites(facts, state, side, armies & -armies)
    if side == GERMAN:
        shut |= limits.closed_to_satellites(facts, state)
    easy = facts.grid.step(free ^ (free & shut), facts.sides)
    return mask(unit for unit in bits(armies) if not easy >> state.place[unit] & 1)


__all__ = ["Ways", "active", "can_go", "ways"]
