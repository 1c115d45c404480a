"""What follows from units entering and leaving hexes: cities, bases, forts, airborne corps, partisans, militia.

Events:
    captured(side, place)     a city changes hands
    air lost(unit, place)     an air corps loses its base and comes back in two turns
    scattered(unit, place)    an airborne corps alone in its hex is destroyed
    fort gone(place)
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AIR, AIRBORNE, AXIS, COMBAT, PARTISANS, SOVIET
from ostfront.games.barbarossa_1941.rules import militia, partisans
from ostfront.games.barbarossa_1941.rules.stacking import scatters
from ostfront.games.barbarossa_1941.rules.victory import reckon
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Window

# ---- entering ---------------------------------------------------------------------------------------------


def entered(play: B41Play, units: int, place: int) -> None:
    """Everything that follows from units of one side entering a hex.

    Windows open on top of the present frame, which must be where the caller wants to go on.
    """
    state, facts = play.state, play.facts
    side = facts.roster.side[units.bit_length() - 1]
    if not units & facts.roster.combat_units[side]:
        return  # airborne corps hold nothing
    bit, enemy = 1 << place, 1 - side
    if facts.cities & bit:
        take_city(play, side, place)
        if state.occupied[AIR[enemy]] & bit:
            lose_base(play, enemy, place)
    if state.occupied[AIRBORNE[enemy]] & bit:
        scatter(play, units, place)
    if (state.forts_axis | state.forts_soviet) & bit:
        enter_fort(play, side, place)
    if side == AXIS and state.occupied[PARTISANS] & facts.valid:
        partisans.flush(play)
    reckon(play)
    if side == AXIS and state.result is None:
        approach(play, place)


@implements("B41 8.2h")
def take_city(play: B41Play, side: int, place: int) -> None:
    """A city belongs to the side that was the last in it."""
    state, bit = play.state, 1 << place
    if bool(state.held & bit) == (side == SOVIET):
        state.held ^= bit
        play.note("captured", side, place)


@implements("B41 11.1c")
def lose_base(play: B41Play, side: int, place: int) -> None:
    """Air corps whose base is entered come back two turns later."""
    state, facts = play.state, play.facts
    for unit in bits(state.units_at(place) & facts.roster.air & facts.roster.of_side[side]):
        state.put(unit, facts.boxes["waiting"])
        state.due[unit] = state.turn + facts.charts["air"]["back_after_turns"]
        play.note("air lost", unit, place)


def scatter(play: B41Play, units: int, place: int) -> None:
    """12.5: airborne corps that are alone when enemies of some quality enter."""
    state, facts = play.state, play.facts
    side = facts.roster.side[lowest(units)]
    if state.occupied[COMBAT[1 - side]] >> place & 1 or not scatters(facts, units):
        return
    for unit in bits(state.units_at(place) & facts.roster.airborne & facts.roster.of_side[1 - side]):
        if not state.dropped >> unit & 1:
            state.put(unit, facts.boxes["removed"])
            state.isolated[unit] = 0
            play.note("scattered", unit, place)


def alone(facts: Facts, state: B41State, side: int) -> int:
    """Hexes where airborne corps of a side stand without any combat unit."""
    corps = state.occupied[AIRBORNE[side]] & facts.valid
    return corps ^ (corps & (state.occupied[COMBAT[0]] | state.occupied[COMBAT[1]])) if corps else 0


def enter_fort(play: B41Play, side: int, place: int) -> None:
    """An own fort is manned, an enemy one is gone."""
    state, bit = play.state, 1 << place
    own = state.forts_axis if side == AXIS else state.forts_soviet
    if own & bit:
        state.manned |= bit
    else:
        raze(play, bit)


@implements("B41 12.4d")
def raze(play: B41Play, places: int) -> None:
    """Forts that an enemy entered, or that all have left, are gone."""
    state = play.state
    for place in bits(places):
        play.note("fort gone", place)
    state.forts_axis ^= state.forts_axis & places
    state.forts_soviet ^= state.forts_soviet & places
    state.manned ^= state.manned & places


def approach(play: B41Play, place: int) -> None:
    """12.11: an Axis unit is next to a Soviet major city, perhaps for the first time."""
    state, facts = play.state, play.facts
    if not facts.beside_soviet_majors >> place & 1:
        return
    cities = facts.grid.neighbours(1 << place) & facts.soviet_majors
    cities ^= cities & (state.held | state.approached)
    if cities:
        offered = cities & militia.raisable(facts, state)
        state.approached |= cities
        if offered:
            play.begin("militia", Window(SOVIET, offered))


# ---- leaving ----------------------------------------------------------------------------------------------


def left(play: B41Play, places: int) -> None:
    """Everything that follows from units leaving hexes, or dying there."""
    state, facts = play.state, play.facts
    places &= facts.valid
    empty = state.manned & places
    if empty:
        empty ^= empty & (state.forts_axis & state.occupied[COMBAT[AXIS]])
        empty ^= empty & (state.forts_soviet & state.occupied[COMBAT[SOVIET]])
        if empty:
            raze(play, empty)
    reckon(play)
    if places & facts.russian_majors and state.result is None:
        cities = places & partisans.empty_cities(facts, state) & ~state.liberated  # a freed one can wait
        if cities and partisans.free(facts, state):
            play.begin("uprising", Window(SOVIET, cities))


# ---- on the way -------------------------------------------------------------------------------------------


def interesting(facts: Facts, state: B41State, side: int) -> int:
    """Hexes where a leg stops because entering them does something."""
    enemy = 1 - side
    found = facts.cities & state.held
    if side == AXIS:
        found ^= facts.cities
        cities = militia.raisable(facts, state)
        if cities:
            found |= facts.grid.neighbours(cities)
    forts = state.forts_soviet if side == AXIS else state.forts_axis
    if forts:
        found |= forts ^ (forts & state.occupied[COMBAT[enemy]])
    return found | alone(facts, state, enemy) if state.occupied[AIRBORNE[enemy]] else found
