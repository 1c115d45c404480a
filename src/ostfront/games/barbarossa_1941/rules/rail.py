"""Railways (10): rail movement, rail markers, and railways cut. Who owns which hex is in rail_network.py.

Events:
    ride(unit, start, place)          a unit goes by rail
    railhead(marker, start, place)    a rail marker is put to work elsewhere; start is -1 if it was not on the map
    lay(marker, place)                a marker moves on and the hex turns Axis
    segment(hexes)                    the stretch between two Axis junctions turns Axis
    railway cut(hexes)                these hexes are Soviet again
    marker back(marker, start, place) a marker falls back; place is -1 if it leaves the map
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_1941.facts import PLACE, UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.ground import closed_countries
from ostfront.games.barbarossa_1941.rules.rail_network import (
    blocked,
    connected,
    free_rail,
    friendly_rail,
    own_rail,
    rail_range,
    slow_rail,
)
from ostfront.games.barbarossa_1941.rules.stacking import barred_to, room
from ostfront.games.barbarossa_1941.rules.supply import in_supply
from ostfront.games.barbarossa_1941.rules.supply_lines import axis_sources, network
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Laying, Phase

__all__ = ["LAY", "PROCEDURES", "RAIL", "RAILHEAD", "RIDE", "cut", "network", "own_rail"]


# ---- rail movement (10, 10.1) -----------------------------------------------------------------------


@implements("B41 10")
def rail_points(facts: Facts, side: int) -> int:
    return int(facts.charts["rail"]["axis_points" if side == AXIS else "soviet_points"])


@implements("B41 10.1a")
def fare(facts: Facts, state: B41State, unit: int) -> int:
    """One point a step; an airborne corps has none."""
    return state.steps[unit] * facts.fare


def points_left(facts: Facts, state: B41State, side: int) -> int:
    """Rail points less those of the units carried; nobody goes by sea before."""
    carried = state.carried & facts.roster.of_side[side]
    return rail_points(facts, side) - sum(fare(facts, state, unit) for unit in bits(carried))


def boarding(facts: Facts, state: B41State, side: int) -> int:
    """Units on free rail that could pay, whether they can get anywhere or not."""
    roster = facts.roster
    left = points_left(facts, state, side)
    movable = (roster.combat_units[side] & ~roster.static) | (roster.airborne & roster.of_side[side])
    units = movable & state.on_map & ~state.carried
    if left < facts.fare:
        units &= roster.airborne  # they pay nothing
    if not units:
        return 0
    rail, place, found = free_rail(facts, state, side), state.place, 0
    in_zoc = rail & zoc(facts, state, 1 - side)
    for unit in bits(units):
        here = place[unit]
        if (
            rail >> here & 1
            and may_board(state, unit)
            and fare(facts, state, unit) <= left
            and not (in_zoc >> here & 1 and not leaves_no_zoc(facts, state, unit))
        ):
            found |= 1 << unit
    return found


@implements("B41 10.1d")
def may_board(state: B41State, unit: int) -> bool:
    """Only units in supply go by rail."""
    return in_supply(state, unit)


@implements("B41 10.1d")
def leaves_no_zoc(facts: Facts, state: B41State, unit: int) -> bool:
    """The hex where the ride begins is in no enemy ZOC, or another unit cancels it there."""
    place, side = state.place[unit], facts.roster.side[unit]
    if not zoc(facts, state, 1 - side) >> place & 1:
        return True
    return bool(state.units_at(place) & facts.roster.combat_units[side] & ~(1 << unit))


def line_for(facts: Facts, state: B41State, unit: int) -> int:
    """The rail hexes a unit's train may use: not where the unit may not be."""
    side = facts.roster.side[unit]
    rail = free_rail(facts, state, side)
    rail ^= rail & barred_to(facts, state, 1 << unit)
    if facts.roster.finns >> unit & 1:  # 12.2
        rail ^= rail & zoc(facts, state, SOVIET) & ~facts.countries["Finland"]
    return rail


@implements("B41 10.1b")
def longest_ride(facts: Facts) -> int:
    return int(facts.charts["rail"]["length"])


def stations(facts: Facts, state: B41State, unit: int, rail: int) -> int:
    """Where a train takes a unit along this rail."""
    start = 1 << state.place[unit]
    hexes = rail_range(facts, start, rail, slow_rail(facts, state), longest_ride(facts))
    return room(facts, state, 1 << unit, hexes ^ start)


def entrainable(facts: Facts, state: B41State, side: int) -> int:
    """Units that can go somewhere by rail now."""
    units = boarding(facts, state, side)
    easy, place, found = facts.grid.step(stops_for_all(facts, state, side), facts.railways.sides), state.place, 0
    known: dict[tuple[int, str], tuple[int, int]] = {}  # units of one nation and size find the same room
    linked, plain = facts.railways.linked, facts.plain
    for unit in bits(units):
        if easy >> place[unit] & 1 and plain >> unit & 1:
            found |= 1 << unit
            continue
        key = (state.steps[unit], facts.roster.nation[unit])
        if key not in known:
            line = line_for(facts, state, unit)
            # its own hex is open to this unit, full or not, but perhaps not to the next
            known[key] = (line, room(facts, state, 1 << unit, line ^ (line & 1 << state.place[unit])))
        line, free = known[key]
        # next door is the usual answer, and any station is on the line
        if linked[state.place[unit]] & free or stations(facts, state, unit, line):
            found |= 1 << unit
    return found


def stops_for_all(facts: Facts, state: B41State, side: int) -> int:
    """Free rail hexes in which one counter more of the side, whose nation does not matter, surely has room."""
    rail = free_rail(facts, state, side)
    return rail ^ (rail & (state.crowded[COMBAT[side]] | closed_countries(facts, state)))


def next_train(play: B41Play, local: Phase) -> None:
    units = entrainable(play.facts, play.state, local.side)
    if units:
        play.again("train", local)
        play.ask("rail", local.side, prepared=units)


def ask_train(play: B41Play, _decision: Decision) -> str:
    left = points_left(play.facts, play.state, play.state.top.local.side)
    return f"{left} rail point{'' if left == 1 else 's'} left: choose a unit to go by rail."


def train_options(play: B41Play, _decision: Decision) -> Options:
    facts = play.facts
    units = play.prepared or entrainable(facts, play.state, play.state.top.local.side)
    return Options((facts.single["done"],), ((facts.vocabulary.table("entrain"), units),))


def answer_train(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    local: Phase = play.state.top.local
    play.local(local._replace(unit=action.arg))
    play.ask("ride", local.side)


RAIL = Kind(
    "rail",
    "10",
    verbs=(Verb("entrain", (UNIT,), "take a unit by rail"), "done"),
    prompt=ask_train,
    options=train_options,
    answer=answer_train,
)


def ask_ride(play: B41Play, _decision: Decision) -> str:
    return f"Where does {play.facts.roster.names[play.state.top.local.unit]} go by rail?"


def ride_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    unit = state.top.local.unit
    hexes = stations(facts, state, unit, line_for(facts, state, unit))
    return Options((), ((facts.vocabulary.table("ride"), hexes),))


def answer_ride(play: B41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state = play.state
    local: Phase = state.top.local
    start = state.place[local.unit]
    play.again("train", Phase(local.side))
    play.note("ride", local.unit, start, action.arg)
    state.put(local.unit, action.arg)
    use_allowance(state, local.unit)
    control.entered(play, 1 << local.unit, action.arg)
    control.left(play, 1 << start)


@implements("B41 10.1e")
def use_allowance(state: B41State, unit: int) -> None:
    """A unit that went by rail does not move on."""
    state.carried |= 1 << unit


RIDE = Kind(
    "ride",
    "10.1",
    verbs=(Verb("ride", (PLACE,), "take the train there"),),
    prompt=ask_ride,
    options=ride_options,
    answer=answer_ride,
)


# ---- rail markers (10.3) ----------------------------------------------------------------------------


def begin_laying(play: B41Play, _local: Laying) -> None:
    each = hexes_a_phase(play.facts)
    join_segments(play)
    play.local(Laying((each,) * len(play.state.markers), before=play.state.axis_rail))


@implements("B41 10.3b")
def hexes_a_phase(facts: Facts) -> int:
    return int(facts.charts["rail"]["marker_hexes_per_turn"])


@implements("B41 10.3c")
def layable(facts: Facts, state: B41State) -> int:
    """Soviet rail hexes that a marker may enter: no Soviet unit, no Soviet ZOC that is not cancelled."""
    rail = own_rail(facts, state, SOVIET)
    return rail ^ (rail & blocked(facts, state, AXIS))


def linked_rail(facts: Facts, state: B41State) -> int:
    """Axis rail hexes linked to a source."""
    return connected(facts, axis_sources(facts, state), friendly_rail(facts, state, AXIS))


def railheads(facts: Facts, state: B41State, local: Laying) -> int:
    """Hexes from which a marker can lay now: its own, or any that a free marker can be put to."""
    heads = linked_rail(facts, state) & facts.grid.step(layable(facts, state), facts.railways.sides)
    own = mask(at for at, left in zip(state.markers, local.left, strict=True) if left and at >= 0)
    if any(local.left[marker] for marker in free_markers(facts, state)):
        own |= not_just_laid(facts, state, local)
    return heads & own


@implements("B41 10.3a")
def not_just_laid(facts: Facts, state: B41State, local: Laying) -> int:
    """Where a free marker may be put to work: not on rail laid in this phase, or markers would run on in a chain."""
    return facts.valid & ~(state.axis_rail & ~local.before)


@implements("B41 10.3a", "B41 10.3e")
def free_markers(facts: Facts, state: B41State) -> list[int]:
    """Markers not on the map, in a hex that no Soviet rail touches any more, or beside another in its hex."""
    soviet, linked, markers = own_rail(facts, state, SOVIET), facts.railways.linked, state.markers
    return [
        marker for marker, at in enumerate(markers) if at < 0 or not linked[at] & soviet or at in markers[:marker]
    ]


def marker_for(facts: Facts, state: B41State, local: Laying, place: int) -> int:
    """The marker that works from a hex: the one there, or a free one, the freshest first."""
    there = [marker for marker, at in enumerate(state.markers) if at == place and local.left[marker]]
    found = there or [marker for marker in free_markers(facts, state) if local.left[marker]]
    return max(found, key=lambda marker: (local.left[marker], -marker))


def next_railhead(play: B41Play, local: Laying) -> None:
    heads = railheads(play.facts, play.state, local)
    if heads:
        play.again("railhead", local)
        play.ask("railhead", AXIS, prepared=heads)


def railhead_options(play: B41Play, _decision: Decision) -> Options:
    facts = play.facts
    heads = play.prepared or railheads(facts, play.state, play.state.top.local)
    return Options((facts.single["done"],), ((facts.vocabulary.table("railhead"), heads),))


def answer_railhead(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state = play.state
    local: Laying = state.top.local
    marker = marker_for(play.facts, state, local, action.arg)
    if state.markers[marker] != action.arg:
        play.note("railhead", marker, state.markers[marker], action.arg)
        move_marker(state, marker, action.arg)
    play.local(local._replace(marker=marker))
    play.ask("lay", AXIS)


def move_marker(state: B41State, marker: int, place: int) -> None:
    state.markers = (*state.markers[:marker], place, *state.markers[marker + 1 :])


RAILHEAD = Kind(
    "railhead",
    "10.3",
    verbs=(Verb("railhead", (PLACE,), "lay rail from this hex"), "done"),
    prompt="Choose a railhead from which a rail marker moves on.",
    options=railhead_options,
    answer=answer_railhead,
)


def next_rail(facts: Facts, state: B41State, local: Laying) -> int:
    """The rail hexes that the marker at work can enter next."""
    if not local.left[local.marker]:
        return 0
    return facts.railways.linked[state.markers[local.marker]] & layable(facts, state)


def ask_lay(play: B41Play, _decision: Decision) -> str:
    local: Laying = play.state.top.local
    left = local.left[local.marker]
    return f"The marker can move {left} more hex{'' if left == 1 else 'es'}: choose the next one."


def lay_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    hexes = next_rail(facts, state, state.top.local)
    return Options((facts.single["stop"],), ((facts.vocabulary.table("lay"), hexes),))


def answer_lay(play: B41Play, _decision: Decision, action: Action) -> None:
    state = play.state
    local: Laying = state.top.local
    marker = local.marker
    if action.verb == "stop":  # for this phase
        play.local(local._replace(left=(*local.left[:marker], 0, *local.left[marker + 1 :]), marker=NOWHERE))
        return
    assert isinstance(action.arg, int)
    play.note("lay", marker, action.arg)
    move_marker(state, marker, action.arg)
    state.axis_rail |= 1 << action.arg
    local = local._replace(left=(*local.left[:marker], local.left[marker] - 1, *local.left[marker + 1 :]))
    play.local(local)
    join_segments(play)
    if next_rail(play.facts, state, local):
        play.ask("lay", AXIS)
    else:
        play.local(local._replace(marker=NOWHERE))


LAY = Kind(
    "lay",
    "10.3",
    verbs=(Verb("lay", (PLACE,), "move the rail marker there"), "stop"),
    prompt=ask_lay,
    options=lay_options,
    answer=answer_lay,
)


def join_segments(play: B41Play) -> None:
    """Turn short stretches between Axis junctions at once."""
    state = play.state
    hexes = joined(play.facts, state)
    if hexes:
        state.axis_rail |= hexes
        play.note("segment", tuple(bits(hexes)))


@implements("B41 10.3d")
def joined(facts: Facts, state: B41State) -> int:
    """Soviet hexes on stretches of up to three between two Axis junctions; a Soviet unit keeps its stretch."""
    axis, found = own_rail(facts, state, AXIS), 0
    enemies = state.occupied[COMBAT[SOVIET]]
    for ends, between in facts.short_segments:
        if axis & ends == ends and not between & enemies:
            found |= between
    return found & own_rail(facts, state, SOVIET)


# ---- railways cut (10.3) ----------------------------------------------------------------------------


def cut(play: B41Play) -> None:
    """At the end of the Soviet phase: Axis rail that is no longer linked to a source is Soviet again."""
    facts, state = play.facts, play.state
    linked = intact(facts, state)
    lost = state.axis_rail & facts.ussr & ~linked
    if not lost:
        return
    play.note("railway cut", tuple(bits(lost)))
    before = state.axis_rail
    state.axis_rail ^= lost
    for marker, at in enumerate(state.markers):
        if at >= 0 and lost >> at & 1:
            place = last_linked(facts, at, before, linked)
            move_marker(state, marker, place)
            play.note("marker back", marker, at, place)


@implements("B41 10.3f")
def intact(facts: Facts, state: B41State) -> int:
    """Axis rail that is linked to a source through no hex with a Soviet combat unit."""
    rail = own_rail(facts, state, AXIS)
    rail ^= rail & state.occupied[COMBAT[SOVIET]]
    return connected(facts, axis_sources(facts, state), rail)


def last_linked(facts: Facts, start: int, rail: int, linked: int) -> int:
    """The nearest linked hex along the line behind a marker, NOWHERE if there is none."""
    through = rail | linked
    for ring in facts.grid.rings(1 << start, through, through, facts.railways.sides):
        if ring & linked:
            return lowest(ring & linked)
    return NOWHERE


PROCEDURES = (
    Procedure("rail", (
        Step("train", next_train, "10"),
    ), Phase),
    Procedure("rail markers", (
        Step("begin", begin_laying, "10.3"),
        Step("railhead", next_railhead, "10.3"),
    ), Laying),
)  # fmt: skip
