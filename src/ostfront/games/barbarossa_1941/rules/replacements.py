"""Replacements (9.2), with shock armies and mobile groups (12.11), the point of the 7th Fallschirmjaeger division
(12.5) and militia destroyed at will (12.11). The points are in replacement_points.py.

Events:
    refit(unit, steps)          a unit receives a step
    rebuild(unit, dead, place)  a unit comes back with one step; dead is what it replaces, or itself
    shock(unit, army, place)    a shock army takes the place of an army
    paratroop point(unit)       the division becomes an infantry point
    disband(unit, place)        militia is destroyed at will
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_1941.facts import UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.losses import eliminate
from ostfront.games.barbarossa_1941.rules.rail_network import friendly_rail, rail_range, slow_rail
from ostfront.games.barbarossa_1941.rules.reinforcements import arrival_hexes, due_units, one_a_city, with_room
from ostfront.games.barbarossa_1941.rules.replacement_points import (
    INFANTRY,
    NAMES,
    POOLS,
    basic_only,
    city_infantry,
    city_motorised,
    kind_of,
    points,
    spend,
)
from ostfront.games.barbarossa_1941.rules.supply import in_supply
from ostfront.games.barbarossa_1941.rules.supply_lines import cities_of
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Replacing


def begin_replacements(play: B41Play, local: Replacing) -> None:
    """Count the city points; what is not used lapses."""
    facts, state = play.facts, play.state
    if local.side == SOVIET and not basic_only(state):
        play.local(Replacing(SOVIET, city_infantry(facts, state), city_motorised(facts, state)))


# ---- weakened units ---------------------------------------------------------------------------------


def refittable(facts: Facts, state: B41State, local: Replacing) -> int:
    """Units that can receive a step now."""
    roster = facts.roster
    steps, full = state.steps, roster.steps
    weak = 0
    for unit in bits(roster.combat_units[local.side] & state.on_map):
        if steps[unit] < full[unit] and receives(state, local, unit):
            weak |= 1 << unit
    if not weak:
        return 0
    known = {kind: points(facts, state, local, kind) for kind in ("", *POOLS)}
    if not any(known.values()):
        return 0
    rail, german = near_rail(facts, state, local.side), 0
    if weak & roster.germans:
        german = near(facts, rail_from_frontier(facts, state))
    return mask(
        unit
        for unit in bits(weak)
        if (german if roster.germans >> unit & 1 else rail) >> state.place[unit] & 1
        and has_room(facts, state, unit)
        and known[kind_of(facts, unit)] > 0
    )


@implements("B41 9.2a")
def receives(state: B41State, local: Replacing, unit: int) -> bool:
    """In supply, and one step a turn."""
    return in_supply(state, unit) and not local.refitted >> unit & 1


def has_room(facts: Facts, state: B41State, unit: int) -> bool:
    """3: one more step in the hex."""
    return state.points[state.place[unit]] < int(facts.charts["stacking"]["limit"])


@implements("B41 9.2b")
def near(facts: Facts, rail: int) -> int:
    """On or next to these rail hexes."""
    return facts.grid.closed(rail)


def near_rail(facts: Facts, state: B41State, side: int) -> int:
    return near(facts, friendly_rail(facts, state, side))


@implements("B41 9.2c")
def rail_from_frontier(facts: Facts, state: B41State) -> int:
    """The Axis rail hexes within 20 rail points of the frontier; the first hex in the USSR is 1, home ground is 0."""
    rail, slow = friendly_rail(facts, state, AXIS), slow_rail(facts, state)
    kept = state.memo.kept
    found = kept.get("rail from frontier")
    if found is None or found[0] != (rail, slow):
        points = int(facts.charts["replacements"]["german_rail_distance"])
        answer = rail_range(facts, rail & facts.axis_home, rail, slow, points)
        found = kept["rail from frontier"] = ((rail, slow), answer)
    return int(found[1])


def refit(play: B41Play, unit: int) -> None:
    state = play.state
    spend(play, kind_of(play.facts, unit))
    used(play, unit)
    state.set_steps(unit, state.steps[unit] + 1)
    play.note("refit", unit, state.steps[unit])


def used(play: B41Play, unit: int) -> None:
    """The unit has had its step of the turn."""
    play.change(refitted=play.state.top.local.refitted | 1 << unit)


# ---- destroyed units --------------------------------------------------------------------------------


def rebuildable(facts: Facts, state: B41State, local: Replacing) -> int:
    """Destroyed units of which one point brings back a step, with somewhere to go."""
    dead = state.units_at(facts.boxes["eliminated"]) & facts.roster.of_side[local.side]
    dead &= ~facts.roster.militias
    if not dead:
        return 0
    at_hand = {kind: points(facts, state, local, kind) for kind in ("", *POOLS)}
    known: dict[tuple[str, str, tuple[str, ...], int], bool] = {}  # like units go to the same hexes
    roster, found = facts.roster, 0
    for unit in bits(dead):
        if at_hand[kind_of(facts, unit)] <= 0:
            continue
        key = (roster.nation[unit], roster.rebuild[unit], roster.at[unit], roster.quality[unit])
        if key not in known:
            known[key] = bool(rebuild_hexes(facts, state, unit))
        if known[key]:
            found |= 1 << unit
    return found


def rebuild_hexes(facts: Facts, state: B41State, unit: int) -> int:
    """Where a destroyed unit, or the ersatz corps in its stead, may be placed."""
    new = newcomer(facts, state, unit)
    if new < 0:
        return 0
    if facts.roster.side[unit] == SOVIET:
        return with_room(facts, state, unit, army_towns(facts, state), 1) if is_army(facts, unit) else 0
    return arrival_hexes(facts, state, new, 1)


@implements("B41 9.2n")
def is_army(facts: Facts, unit: int) -> bool:
    return facts.roster.rebuild[unit] == "army"


@implements("B41 9.2n")
def army_towns(facts: Facts, state: B41State) -> int:
    """Any town the Soviets control."""
    return cities_of(facts, state, SOVIET)


def newcomer(facts: Facts, state: B41State, dead: int) -> int:
    """The counter that comes for a destroyed unit: the same, or an ersatz corps; NOWHERE if none is left."""
    if facts.roster.rebuild[dead] == "ersatz":
        return lowest(ersatz_at_hand(facts, state))
    return dead


@implements("B41 9.2o")
def ersatz_at_hand(facts: Facts, state: B41State) -> int:
    """Ersatz corps not yet used; if there are none, those that were destroyed."""
    boxes = facts.boxes
    unused = facts.roster.ersatz & (state.units_at(boxes["off-map"]) | state.units_at(boxes["waiting"]))
    return unused or facts.roster.ersatz & state.units_at(boxes["eliminated"])


def rebuild(play: B41Play, dead: int, place: int) -> None:
    """9.2: with one step; the present frame is where play goes on."""
    facts, state = play.facts, play.state
    unit = newcomer(facts, state, dead)
    spend(play, kind_of(facts, dead))
    used(play, unit)
    if unit != dead:
        state.put(dead, facts.boxes["removed"])
    state.set_steps(unit, 1)
    state.isolated[unit] = state.due[unit] = 0
    if one_a_city(facts, unit) and facts.roster.side[unit] == AXIS:
        state.arrived |= 1 << place
    play.note("rebuild", unit, dead, place)
    state.put(unit, place)
    control.entered(play, 1 << unit, place)


# ---- shock armies (12.11) ---------------------------------------------------------------------------


def shockable(facts: Facts, state: B41State, local: Replacing) -> int:
    """Armies that a shock army can replace."""
    if local.side != SOVIET or not may_shock(facts, state) or not shock_at_hand(facts, state):
        return 0
    if points(facts, state, local, INFANTRY) <= 0:
        return 0
    return mask(
        unit
        for unit in bits(facts.roster.combat_units[SOVIET] & state.on_map)
        if full_army(facts, state, unit) and has_room(facts, state, unit)
    )


@implements("B41 12.11h")
def may_shock(facts: Facts, state: B41State) -> bool:
    """One a turn, from turn 7."""
    return not state.shocked and state.turn >= int(facts.charts["shock_armies"]["first_turn"])


def shock_at_hand(facts: Facts, state: B41State) -> int:
    boxes = facts.boxes
    return facts.roster.shock_armies & (state.units_at(boxes["off-map"]) | state.units_at(boxes["waiting"]))


@implements("B41 12.11i")
def full_army(facts: Facts, state: B41State, unit: int) -> bool:
    """An army with its two steps, in supply."""
    steps = int(facts.charts["shock_armies"]["army_steps"])
    return facts.roster.type[unit] == "army" and state.steps[unit] == steps and in_supply(state, unit)


def make_shock_army(play: B41Play, army: int) -> None:
    facts, state = play.facts, play.state
    unit, place = lowest(shock_at_hand(facts, state)), state.place[army]
    spend(play, INFANTRY)
    used(play, unit)
    state.shocked = True
    play.note("shock", unit, army, place)
    state.put(army, facts.boxes["removed"])
    state.set_steps(unit, facts.roster.steps[unit])
    state.isolated[unit] = 0
    state.put(unit, place)


# ---- paratroops and militia -------------------------------------------------------------------------


@implements("B41 12.5k")
def paratroops_at_hand(facts: Facts, state: B41State) -> bool:
    """Whether the 7th Fallschirmjaeger division can become a point."""
    unit = facts.roster.fallschirmjaeger
    if unit < 0:
        return False
    return bool((state.units_at(facts.boxes["off-map"]) | due_units(facts, state, AXIS)) >> unit & 1)


def take_point(play: B41Play) -> None:
    facts, state = play.facts, play.state
    unit = facts.roster.fallschirmjaeger
    state.put(unit, facts.boxes["removed"])
    state.due[unit] = 0
    state.pool_infantry += int(facts.charts["airborne"]["fj_points"])
    play.note("paratroop point", unit)


@implements("B41 12.11c")
def disbandable(facts: Facts, state: B41State) -> int:
    """Militia may be destroyed at will."""
    return facts.roster.militias & state.on_map


def disband(play: B41Play, unit: int) -> None:
    place = play.state.place[unit]
    play.note("disband", unit, place)
    eliminate(play, unit)
    control.left(play, 1 << place)


# ---- the decision -----------------------------------------------------------------------------------


def choices(facts: Facts, state: B41State, local: Replacing) -> tuple[int, int, int, int, bool]:
    """Units to refit, to rebuild, to turn into a shock army, to disband; whether the paratroops are at hand."""
    soviet = local.side == SOVIET
    return (
        refittable(facts, state, local),
        rebuildable(facts, state, local),
        shockable(facts, state, local),
        disbandable(facts, state) if soviet else 0,
        not soviet and paratroops_at_hand(facts, state),
    )


def next_replacement(play: B41Play, local: Replacing) -> None:
    found = choices(play.facts, play.state, local)
    if any(found):
        play.again("replace", local)
        play.ask("replace", local.side, prepared=found)


def ask_replacement(play: B41Play, _decision: Decision) -> str:
    facts, state = play.facts, play.state
    at_hand = {kind: points(facts, state, state.top.local, kind) for kind in POOLS}
    found = ", ".join(f"{number} {NAMES.get(kind, kind)}" for kind, number in at_hand.items() if number)
    return f"Spend replacement points: {found} left." if found else "No replacement points are left."


def replace_options(play: B41Play, _decision: Decision) -> Options:
    facts = play.facts
    found = play.prepared or choices(facts, play.state, play.state.top.local)
    single, table = facts.single, facts.vocabulary.table
    singles = (single["done"], single["point"]) if found[4] else (single["done"],)
    words = ("refit", "rebuild", "shock", "disband")
    return Options(
        singles, tuple((table(word), units) for word, units in zip(words, found[:4], strict=True) if units)
    )


def answer_replace(play: B41Play, _decision: Decision, action: Action) -> None:
    unit = action.arg
    if action.verb == "done":
        play.leave()
    elif action.verb == "point":
        take_point(play)
    else:
        assert isinstance(unit, int)
        DONE_BY[action.verb](play, unit)


def ask_rebuild(play: B41Play, dead: int) -> None:
    """Place a unit that is rebuilt, or ask where."""
    state = play.state
    local: Replacing = state.top.local
    hexes = rebuild_hexes(play.facts, state, dead)
    if hexes & hexes - 1:
        play.local(local._replace(unit=dead))
        play.ask("rebuild at", local.side, prepared=hexes)
    else:
        rebuild(play, dead, lowest(hexes))


DONE_BY = {"refit": refit, "rebuild": ask_rebuild, "shock": make_shock_army, "disband": disband}

REPLACE = Kind(
    "replace",
    "9.2",
    verbs=(
        Verb("refit", (UNIT,), "give a unit a step back"),
        Verb("rebuild", (UNIT,), "bring back a destroyed unit, or an ersatz corps for it"),
        Verb("shock", (UNIT,), "put a shock army in the place of an army", label="Shock army"),
        Verb("point", (), "turn the 7th Fallschirmjaeger division into a replacement point", label="Break it up"),
        Verb("disband", (UNIT,), "destroy a militia unit"),
        "done",
    ),
    prompt=ask_replacement,
    options=replace_options,
    answer=answer_replace,
)


def ask_place(play: B41Play, _decision: Decision) -> str:
    facts, state = play.facts, play.state
    unit = newcomer(facts, state, state.top.local.unit)
    return f"Where is {facts.roster.names[unit]} placed?"


def place_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    hexes = play.prepared or rebuild_hexes(facts, state, state.top.local.unit)
    return Options((), ((facts.vocabulary.table("at"), hexes),))


def answer_place(play: B41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    dead = play.state.top.local.unit
    play.change(unit=NOWHERE)
    rebuild(play, dead, action.arg)


REBUILD_AT = Kind(
    "rebuild at",
    "9.2",
    verbs=("at",),
    prompt=ask_place,
    options=place_options,
    answer=answer_place,
)


PROCEDURES = (
    Procedure("replacements", (
        Step("begin", begin_replacements, "9.2"),
        Step("replace", next_replacement, "9.2"),
    ), Replacing),
)  # fmt: skip
