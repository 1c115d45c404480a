"""Who may attack what in a prepared assault (11.1 to 11.6, 11.12, 11.17 to 11.19), and who must (5.12)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import limits
from ostfront.games.barbarossa_deluxe.state import Battle, BDState

SIVASH_TURN = 7  # 11.18
MANDATORY_TURNS = 3  # 5.12
COUNTER_FIRE = "LCFC"  # 8.35


# ---- units that can attack --------------------------------------------------------------------------


def ready(facts: Facts, state: BDState, side: int) -> int:
    """Units of a side that may still attack in this phase."""
    units = facts.roster.ground[side] & state.on_map & armed(facts) & ~spent(state) & ~state.bound
    if side == GERMAN and limits.frontiers_closed(facts, state):
        units &= ~at_the_frontiers(facts, state)
    return units & ~held_back(facts, state, side)


@implements("BD 5.11a", "BD 5.11b")
def at_the_frontiers(facts: Facts, state: BDState) -> int:
    """Turn 1: units in Romania and Hungary do not attack."""
    return state.standing(facts.romania | facts.hungary)


def held_back(facts: Facts, state: BDState, side: int) -> int:
    """Units that a scenario keeps from attacking now."""
    if side == GERMAN:
        return state.stalingrad_bound
    return northerners(facts, state) if facts.scenario.only_assault(state.turn) else 0


@implements("BD 12.8a")
def northerners(facts: Facts, state: BDState) -> int:
    """In the first turn of The Road Back only Soviet units of the southern logistics area attack."""
    return state.standing(facts.north)


@implements("BD 11.12c", "BD 10.34d", "BD 8.33b")
def armed(facts: Facts) -> int:
    """A unit with attack 0 takes no part in an attack."""
    return facts.roster.armed


@implements("BD 11.4a", "BD 11.4b")
def spent(state: BDState) -> int:
    """A unit attacks once in a phase."""
    return state.spent


# ---- hexes that can be attacked ---------------------------------------------------------------------


def targets(facts: Facts, state: BDState, side: int) -> int:
    """Enemy hexes that have not been attacked in this phase."""
    return state.occupied[GROUND[1 - side]] & facts.valid & ~attacked_before(facts, state, side)


@implements("BD 11.4c")
def attacked_before(facts: Facts, state: BDState, side: int) -> int:
    """Hexes whose units have been attacked in this phase, there or in the hex they retreated from."""
    found = state.attacked
    fled = state.fled & state.on_map & facts.roster.of_side[1 - side]
    for place in {state.place[unit] for unit in bits(fled)}:
        if not state.units_at(place) & facts.roster.ground[1 - side] & ~fled:
            found |= 1 << place
    return found


def reach(facts: Facts, state: BDState, unit: int) -> int:
    """The hexes a unit could attack from where it stands, whoever is there."""
    place = state.place[unit]
    found = next_to(facts, 1 << place) | across_kerch(facts, unit, place) | across_sivash(facts, state, unit, place)
    found &= ~limits.closed_to(facts, state, unit)
    return found & ~no_cities(facts, unit)


@implements("BD 11.19")
def next_to(facts: Facts, hexes: int) -> int:
    """Neighbours of these hexes, but not across lakes, reservoirs and the Manych."""
    return facts.grid.step(hexes, facts.sides)


@implements("BD 11.17a", "BD 11.17b")
def across_kerch(facts: Facts, unit: int, place: int) -> int:
    """Units that are not mechanized attack over the Kerch Strait."""
    if place not in facts.kerch or facts.roster.mech >> unit & 1:
        return 0
    return mask(facts.kerch) & ~(1 << place)


@implements("BD 11.18a", "BD 11.18b")
def across_sivash(facts: Facts, state: BDState, unit: int, place: int) -> int:
    """From turn 7 Soviet units that are not mechanized attack over the Sivash."""
    if place not in facts.sivash or facts.roster.mech >> unit & 1:
        return 0
    if facts.roster.side[unit] != SOVIET or state.turn < SIVASH_TURN:
        return 0
    return mask(facts.sivash) & ~(1 << place)


@implements("BD 8.30f")
def no_cities(facts: Facts, unit: int) -> int:
    """Early cavalry groups never attack a city."""
    return facts.cities if facts.roster.cavalry_groups >> unit & 1 else 0


def attackable(facts: Facts, state: BDState, side: int) -> int:
    """Enemy hexes that some unit may attack now."""
    enemies = targets(facts, state, side)
    front = facts.grid.neighbours(enemies) & state.occupied[GROUND[side]]
    if not front:
        return 0
    units = ready(facts, state, side) & ~counter_fire(facts)
    hexes = found = 0
    bound = limits.bound(facts)
    for place in bits(front):
        here = state.units_at(place) & units
        special = here if place in facts.kerch or place in facts.sivash else here & bound
        if here != special:
            hexes |= 1 << place
        for unit in bits(special):
            found |= reach(facts, state, unit)
    found |= next_to(facts, hexes) & ~limits.closed(facts, state, side)
    return found & enemies


# ---- one attack -------------------------------------------------------------------------------------


@implements("BD 11.3", "BD 11.6")
def eligible(facts: Facts, state: BDState, local: Battle) -> int:
    """Units that may still join a prepared assault, from any hex around it; each by itself."""
    bit = 1 << local.target
    around = beside = next_to(facts, bit)
    for strait in (facts.kerch, facts.sivash):
        if local.target in strait:
            around |= mask(strait)
    units = state.standing(around & state.occupied[GROUND[local.side]])
    units &= ready(facts, state, local.side) & ~local.attackers
    if not units:
        return 0
    if bit & limits.closed(facts, state, local.side):
        return 0
    for unit in bits(units & limits.bound(facts) | units & state.standing(around & ~beside)):
        if not reach(facts, state, unit) & bit:
            units ^= 1 << unit
    return units & ~lonely(facts, local.attackers | units)


def counter_fire(facts: Facts) -> int:
    unit = facts.roster.unit(COUNTER_FIRE)
    return 1 << unit if unit >= 0 else 0


@implements("BD 8.35d")
def lonely(facts: Facts, units: int) -> int:
    """The Counter-Fire Corps, if no army could attack with it."""
    corps = counter_fire(facts) & units
    return corps if corps and not units & facts.roster.army_sized else 0


# ---- who must attack (5.12) -------------------------------------------------------------------------


@implements("BD 5.12a")
def mandatory(facts: Facts, state: BDState, side: int) -> bool:
    """Turns 1 to 3: the Soviets have to attack."""
    return side == SOVIET and state.turn <= MANDATORY_TURNS and facts.scenario.dated_1941


def obliged_at_start(facts: Facts, state: BDState, side: int) -> int:
    """Units that begin the phase next to an enemy and are not excused by their own hex."""
    if not mandatory(facts, state, side):
        return 0
    near = facts.grid.neighbours(targets(facts, state, side))
    units = ready(facts, state, side)
    return mask(unit for unit in bits(units) if near >> state.place[unit] & 1 and not excused(facts, state, unit))


@implements("BD 5.12b")
def excused(facts: Facts, state: BDState, unit: int) -> bool:
    """A unit in a city or in a fortified line need not attack."""
    lines = facts.lines[GERMAN] & ~state.broken | facts.lines[SOVIET] | state.wall
    return bool((facts.cities | lines) >> state.place[unit] & 1)


def duties(facts: Facts, state: BDState, unit: int) -> int:
    """The hexes around a unit that it would have to attack."""
    return reach(facts, state, unit) & ~rivers_excuse(facts, state.place[unit])


@implements("BD 5.12c")
def rivers_excuse(facts: Facts, place: int) -> int:
    """Nobody must attack across a river; a strait is as good as one."""
    return facts.across_river[place] | ~facts.near[place]


@implements("BD 5.12d")
def still_obliged(facts: Facts, state: BDState, side: int) -> int:
    """Units that have not attacked yet and still have a hex they must attack."""
    units = state.obliged & ready(facts, state, side)
    if not units:
        return 0
    enemies = targets(facts, state, side)
    found, alike = 0, {}  # by hex: whether units that are nothing special must attack out of it
    for unit in bits(units):
        place = state.place[unit]
        special = facts.roster.bound >> unit & 1
        if special or place not in alike:
            alike[place] = bool(duties(facts, state, unit) & enemies)
        found |= alike[place] << unit
        if special:
            del alike[place]
    return found


def must_join(facts: Facts, state: BDState, local: Battle) -> int:
    """Obliged units for which this attack is the last one left."""
    units = state.obliged & eligible(facts, state, local)
    if not units:
        return 0
    enemies, here = targets(facts, state, local.side), 1 << local.target
    return mask(unit for unit in bits(units) if duties(facts, state, unit) & enemies == here)
