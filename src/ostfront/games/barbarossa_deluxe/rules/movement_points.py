"""Movement points (10.1 to 10.3, 10.7): what a unit has for the phase, what cuts it, and what is left of it."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import ground, oder, supply
from ostfront.games.barbarossa_deluxe.rules.declarations import PAUSE_TURN
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState

IN_SITU = ("in-situ", "cavalry")  # 8.27, 8.30: they arrive where others stand
SPENT = b"0" + b"1" * 255  # a column of numbers as binary digits: any but 0 is a 1
EITHER_WAY = ("kg", "emergency")  # 8.2, 8.4: there, or over the edge


# ---- the allowance ----------------------------------------------------------------------------------


@implements("BD 2.9a", "BD 2.11", "BD 10.1a", "BD 15.6b")
def factor(facts: Facts, state: BDState, unit: int) -> int:
    """The movement factor of the unit's side and class on this turn."""
    roster = facts.roster
    side, mech = roster.side[unit], bool(roster.mech >> unit & 1)
    if side == GERMAN and mech:
        fuelled = oder.mechanized_movement(state)
        if fuelled is not None:
            return fuelled
    return facts.scenario.movement(facts.box(state.turn), side, mech)


def allowance(facts: Facts, state: BDState, unit: int) -> int:
    """The points of a unit for this phase: halved first, then cut by the die of turn 3 and by its edge hex."""
    points = class_factor(facts, state, unit)
    if halved(facts, state, unit):
        points = half(points)
    if state.entry[unit] >= 0:
        points -= edge_cost(facts, state, unit)
    points -= state.slowed[unit]
    return points if points > 0 else 0


def class_factor(facts: Facts, state: BDState, unit: int) -> int:
    """The factor of a unit, which all of its side and class share as long as the turn and the operation last."""
    kept = state.memo.kept
    now, found = kept.get("factors", (None, None))
    if now != (state.turn, state.operation):
        now, found = kept["factors"] = (state.turn, state.operation), {}
    kind = facts.roster.kinds[unit]
    points: int | None = found.get(kind)
    if points is None:
        points = found[kind] = factor(facts, state, unit)
    return points


@implements("BD 7.16b")
def half(points: int) -> int:
    return points // 2


@implements("BD 7.17a")
def halved(facts: Facts, state: BDState, unit: int) -> bool:
    """Out of supply when its movement began; before that, as things are."""
    if state.used[unit] or state.moved >> unit & 1:
        return bool(state.halved >> unit & 1)
    if state.began[unit] >= facts.grid.size:
        return False  # it comes out of a box, where nobody lacks supply (4.13)
    return supply.slowed(facts, state, unit)


def edge_cost(facts: Facts, state: BDState, unit: int) -> int:
    """What a unit pays for the edge hex in which it arrived this turn."""
    place = state.entry[unit]
    if place < 0 or place != state.began[unit] or not edge(facts, unit) >> place & 1:
        return 0
    if out_of_the_rvgk(state) >> unit & 1:
        return 0
    return 0 if in_situ(facts, state, unit, place) else ground.entry_cost(facts, state, unit, place)


@implements("BD 8.10c")
def out_of_the_rvgk(state: BDState) -> int:
    """Units that have come out of the RVGK box in this turn, and pay nothing."""
    return state.shuffled


@implements("BD 8.1f")
def edge(facts: Facts, unit: int) -> int:
    """The edge hexes, but not cities, through which units of a side come."""
    if facts.roster.side[unit] == GERMAN:
        hexes = facts.sources[GERMAN] | facts.yugoslav_entries
    else:
        hexes = facts.sources[SOVIET] | facts.bulgarian_exits
    return hexes & ~facts.cities


def in_situ(facts: Facts, state: BDState, unit: int, place: int) -> bool:
    """Whether a unit came to others that were there, and not over the edge."""
    if facts.roster.entry[unit] not in EITHER_WAY:
        return facts.roster.entry[unit] in IN_SITU
    germans = bits(facts.roster.germans & facts.roster.ground[GERMAN])
    return any(state.began[other] == place and state.entry[other] != place for other in germans)


def begun_at(state: BDState, place: int) -> int:
    """The units that began the phase in a place."""
    kept, began = state.memo.kept, state.began.tobytes()
    before, found = kept.get("begun", (None, {}))
    if before != began:
        found = {}
        kept["begun"] = began, found
    units: int | None = found.get(place)
    if units is None:
        units, column = 0, state.began
        for _ in range(column.count(place)):
            units |= 1 << column.index(place, units.bit_length())
        found[place] = units
    return units


# ---- a stack ----------------------------------------------------------------------------------------


@implements("BD 10.7")
def pace(facts: Facts, state: BDState, units: int) -> int:
    """The points of the slowest."""
    return min(allowance(facts, state, unit) for unit in bits(units))


def left(facts: Facts, state: BDState, units: int) -> int:
    """What units that move together have left: the points of the slowest, less what any of them has spent."""
    if not units & units - 1:
        unit = units.bit_length() - 1
        points = allowance(facts, state, unit) - state.used[unit]
        return points if points > 0 else 0
    return max(0, pace(facts, state, units) - max(state.used[unit] for unit in bits(units)))


def unmoved(state: BDState, units: int) -> bool:
    """Whether none of the units has spent a point in this phase."""
    used = state.used
    if not units & units - 1:
        return not used[units.bit_length() - 1]
    return not any(used[unit] for unit in bits(units))


def stirred(state: BDState) -> int:
    """The units that have spent a point in this phase."""
    return int(state.used[::-1].translate(SPENT), 2)


def set_out(facts: Facts, state: BDState, units: int) -> None:
    """These units begin to move: what their supply is now holds for the phase (7.17)."""
    used = state.used
    for unit in bits(units):
        if not used[unit] and halved(facts, state, unit):
            state.halved |= 1 << unit


def spend(state: BDState, units: int, points: int) -> None:
    used = state.used
    for unit in bits(units):
        total = used[unit] + points
        used[unit] = total if total < 255 else 255


def spend_all(facts: Facts, state: BDState, units: int) -> None:
    """The minimum move takes the whole factor (10.3)."""
    for unit in bits(units):
        state.used[unit] = max(1, state.used[unit], allowance(facts, state, unit))


# ---- the die of turn 3 (5.10) -----------------------------------------------------------------------


@implements("BD 5.10e")
def slows_down(facts: Facts, state: BDState, units: int) -> int:
    """Those of the units for whose hex a die is still to be rolled, because the pause was declined."""
    if state.turn != PAUSE_TURN or state.paused or not facts.scenario.dated_1941:
        return 0
    found = units & facts.roster.mech & facts.roster.of_side[GERMAN]
    for unit in bits(found):
        if state.slowed[unit]:
            found ^= 1 << unit
    return found


def roll_for_pause(play: BDPlay, units: int) -> None:
    """One die for all mechanized units that began the phase in the hex of these, when the first is about to move."""
    facts, state = play.facts, play.state
    waiting = slows_down(facts, state, units)
    if not waiting:
        return
    place = state.began[waiting.bit_length() - 1]
    die = play.roll(6, f"turn {state.turn} / refit in {facts.place_names[place]}")
    for unit in bits(facts.roster.mech & facts.roster.of_side[GERMAN]):
        if state.began[unit] == place:
            state.slowed[unit] = die
    play.note("refit", place, die)
