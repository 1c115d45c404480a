"""Set-up (14.1, 14.2, 15.1), and what must hold in every position.

Both scenarios begin from a ready placement; a player may move each unit that has a choice once, and every placement
on the way keeps the limits.

Events:
    arranged(unit, place)
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision, Frame
from ostfront.games.barbarossa_1941.facts import PLACE, UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIR, AIRBORNE, AXIS, COMBAT, PARTISANS, SOVIET
from ostfront.games.barbarossa_1941.rules.options import arrival_turn, no_fallschirmjaeger
from ostfront.games.barbarossa_1941.state import Arranging, B41Play, B41State

# ---- the ready placement ----------------------------------------------------------------------------------


def blank(facts: Facts) -> B41State:
    """Nothing on the map, nothing in the boxes."""
    return B41State(facts)


def set_up(facts: Facts) -> B41State:
    """The ready placement; the first step is to change it."""
    state = blank(facts)
    state.turn = facts.deployment.first_turn
    place_units(facts, state)
    fill_boxes(facts, state)
    give_means(facts, state)
    state.top = Frame("game", 0, None, None)
    return state


@implements("B41 14.1", "B41 15.1a", "B41 15.1b", "B41 12.5a")
def place_units(facts: Facts, state: B41State) -> None:
    """Units where the scenario has them."""
    for unit, place in facts.deployment.setup:
        state.put(unit, place)


def fill_boxes(facts: Facts, state: B41State) -> None:
    """Units that are to come wait for their turn; others are at hand until something calls them."""
    roster, boxes = facts.roster, facts.boxes
    out = {no_fallschirmjaeger(facts)} if facts.option("no-fallschirmjaeger") else set()
    if not facts.option("murmansk"):
        out.add(roster.index[facts.charts["option"]["murmansk"]["unit"]])
    for unit, when in enumerate(roster.arrives):
        if not when:
            continue
        if unit in out:
            box = "removed"
        elif when.isdigit() or when.startswith("hungary") or when == "murmansk":
            box = "waiting"
        else:
            box = "off-map"
        state.put(unit, boxes[box])
        state.due[unit] = arrival_turn(facts, unit)


def give_means(facts: Facts, state: B41State) -> None:
    """Cities, railways, replacement points and guns at the start."""
    state.held = facts.cities & facts.axis_home
    state.axis_rail = first_network(facts)
    pools, guns = facts.charts["replacements"], facts.charts["artillery"]
    state.pool_infantry = pools["german_pool_infantry"]
    state.pool_motorised = pools["german_pool_motorised"]
    state.pool_finnish = pools["finnish_points"]
    state.pool_romanian = pools["romanian_points"]
    state.guns_axis = guns["german_points"]
    state.guns_soviet = guns["soviet_points"]


@implements("B41 10.2a")
def first_network(facts: Facts) -> int:
    """The railways within the borders of the Axis countries."""
    return facts.railways.hexes & facts.axis_home


# ---- changing it ------------------------------------------------------------------------------------------


def begin_set_up(play: B41Play, _local: None) -> None:
    """Each side in the order of its scenario; the last one begun is the first to place."""
    for side in reversed(play.facts.deployment.sides):
        play.begin("set-up", Arranging(side))


def ask_unit(play: B41Play, local: Arranging) -> None:
    units = arrangeable(play.facts, play.state, local.side)
    if units:
        play.ask("arrange", local.side, prepared=units)
    else:
        end_set_up(play)


def end_set_up(play: B41Play) -> None:
    play.state.moved = 0
    play.leave()


def arrangeable(facts: Facts, state: B41State, side: int) -> int:
    """Units that may still be set up elsewhere."""
    units = facts.deployment.movable[side] & ~once(state)
    return sum(1 << unit for unit in bits(units) if sites(facts, state, unit))


@implements("B41 14.2e")
def once(state: B41State) -> int:
    """Units that have been set up anew."""
    return state.moved


def sites(facts: Facts, state: B41State, unit: int) -> int:
    """The hexes where a unit may be set up instead."""
    here = state.place[unit]
    hexes = facts.deployment.choices[unit] & ~(1 << here)
    roster = facts.roster
    if roster.is_air[unit]:
        return hexes & free_bases(facts, state, roster.side[unit])
    if facts.deployment.free:
        hexes &= soviet_sites(facts, state, unit) if roster.side[unit] == SOVIET else axis_sites(facts, state, unit)
    return hexes and with_room(facts, state, unit, hexes)


def with_room(facts: Facts, state: B41State, unit: int, hexes: int) -> int:
    """3: those of the hexes without enemies where the stack stays within six points."""
    side = facts.roster.side[unit]
    hexes ^= hexes & state.occupied[COMBAT[1 - side]]
    most = facts.charts["stacking"]["limit"] - state.steps[unit]
    points = state.points
    for place in bits(hexes & state.crowded[COMBAT[side]]):  # one counter leaves room for another
        if points[place] > most:
            hexes ^= 1 << place
    return hexes


def free_bases(facts: Facts, state: B41State, side: int) -> int:
    """Own cities with room for another air corps: minor ones have one, major ones two."""
    cities = facts.cities & (state.held if side == AXIS else ~state.held)
    full = state.occupied[AIR[side]] & facts.minors | state.crowded[AIR[side]]
    return cities & ~full


def soviet_sites(facts: Facts, state: B41State, unit: int) -> int:
    """Hexes for which the frontier stays covered and the cities keep their garrisons."""
    if leaves_garrison(facts, state, unit):
        return 0
    hexes = facts.valid
    for bare in bits(uncovered_without(facts, state, unit)):
        hexes &= covering(facts, state, unit, bare)
    return hexes


@implements("B41 14.2b")
def leaves_garrison(facts: Facts, state: B41State, unit: int) -> bool:
    """Whether a city that must be held would keep too few points."""
    deployment, here = facts.deployment, state.place[unit]
    if not deployment.garrisons >> here & 1:
        return False
    return state.points[here] - state.steps[unit] < deployment.city_points


@implements("B41 14.2a")
def uncovered_without(facts: Facts, state: B41State, unit: int) -> int:
    """Frontier hexes that would be neither occupied nor in a ZOC if the unit were not there."""
    here, steps = state.place[unit], state.steps[unit]
    bit = 1 << here
    occupied, strong = state.occupied[COMBAT[SOVIET]], state.two_any[SOVIET]
    if state.points[here] == steps:
        occupied ^= bit
    if strong & bit and state.foot[here] + state.wheels[here] - steps < facts.charts["stacking"]["zoc_points"]:
        strong ^= bit
    return uncovered(facts, occupied, strong)


def uncovered(facts: Facts, occupied: int, strong: int) -> int:
    """Frontier hexes without a unit, and outside the ZOC of hexes with two points."""
    frontier = facts.deployment.frontier
    covered = occupied | facts.grid.step(strong, facts.sides[False, False]) & ~facts.majors
    return frontier ^ (frontier & covered)


def covering(facts: Facts, state: B41State, unit: int, bare: int) -> int:
    """Hexes from which a unit would cover a bare hex of the frontier."""
    found = 1 << bare
    if facts.majors >> bare & 1:
        return found
    wanted = facts.charts["stacking"]["zoc_points"] - state.steps[unit]
    for place in bits(facts.near[False, False][bare]):
        if state.foot[place] + state.wheels[place] >= wanted:
            found |= 1 << place
    return found


def axis_sites(facts: Facts, state: B41State, unit: int) -> int:
    """Allies keep to their countries, which are all the choice they have; Germans are limited abroad."""
    return german_sites(facts, state, unit) if facts.roster.germans >> unit & 1 else facts.valid


@implements("B41 14.2d")
def german_sites(facts: Facts, state: B41State, unit: int) -> int:
    """Not more German steps in Romania and Finland than are allowed."""
    hexes, steps, here = facts.valid, state.steps[unit], state.place[unit]
    for (country, most), there in zip(facts.deployment.limits, germans_abroad(facts, state), strict=True):
        if there + steps > most and not country >> here & 1:
            hexes ^= hexes & country
    return hexes


def germans_abroad(facts: Facts, state: B41State) -> list[int]:
    """The steps of German combat units in each country that has a limit."""
    depends = state.place.tobytes()
    kept = state.memo.kept.get("germans abroad")
    if kept is None or kept[0] != depends:
        germans = facts.roster.germans & facts.roster.combat_units[AXIS]
        units = [
            state.standing(state.occupied[COMBAT[AXIS]] & country) & germans for country, _ in facts.deployment.limits
        ]
        kept = (depends, [sum(state.steps[u] for u in bits(there)) for there in units])
        state.memo.kept["germans abroad"] = kept
    found: list[int] = kept[1]
    return found


def arrange_options(play: B41Play, decision: Decision) -> Options:
    facts = play.facts
    units = play.prepared or arrangeable(facts, play.state, decision.seat)
    return Options((facts.single["done"],), ((facts.vocabulary.table("pick"), units),))


def answer_arrange(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        end_set_up(play)
        return
    assert isinstance(action.arg, int)
    play.change(unit=action.arg)
    play.goto("hex")


ARRANGE = Kind(
    "arrange",
    "14.2",
    verbs=(Verb("pick", (UNIT,), "take a unit in hand"), Verb("done", (), "finish this step", ends="segment")),
    prompt="Pick a unit to set it up elsewhere, or be done with the set-up.",
    options=arrange_options,
    answer=answer_arrange,
)


def ask_hex(play: B41Play, local: Arranging) -> None:
    play.ask("arrange at", local.side)


def arrange_at_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    return Options((), ((facts.vocabulary.table("at"), sites(facts, state, state.top.local.unit)),))


def answer_arrange_at(play: B41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state = play.state
    local = state.top.local
    state.put(local.unit, action.arg)
    state.moved |= 1 << local.unit
    play.note("arranged", local.unit, action.arg)
    play.again("unit", Arranging(local.side))


ARRANGE_AT = Kind(
    "arrange at",
    "14.2",
    verbs=(Verb("at", (PLACE,), "put it there", label="Place"),),
    prompt=lambda play, _: f"Where is {play.facts.roster.names[play.state.top.local.unit]} set up?",
    options=arrange_at_options,
    answer=answer_arrange_at,
)

PROCEDURES = (Procedure("set-up", (Step("unit", ask_unit, "14"), Step("hex", ask_hex, "14")), Arranging),)


# ---- what cannot be ---------------------------------------------------------------------------------------


def faults(facts: Facts, state: B41State) -> list[str]:
    """Everything that cannot be in a position, a sentence each."""
    return [
        *_shared_hexes(facts, state),
        *_overfull(facts, state),
        *_wrong_steps(facts, state),
        *_wrong_places(facts, state),
        *_wrong_hands(facts, state),
        *_wrong_voyage(facts, state),
        *_wrong_cities(facts, state),
        *_wrong_markers(facts, state),
        *_wrong_set_up(facts, state),
    ]


def _shared_hexes(facts: Facts, state: B41State) -> list[str]:
    name = facts.board.name
    axis, soviet = state.occupied[COMBAT[AXIS]] & facts.valid, state.occupied[COMBAT[SOVIET]] & facts.valid
    found = [f"Both sides are in {name(place)}." for place in bits(axis & soviet)]
    for side, enemies in ((AXIS, soviet), (SOVIET, axis)):
        beset = enemies & (state.occupied[AIRBORNE[side]] | state.occupied[AIR[side]])
        flyers = (facts.roster.airborne | facts.roster.air) & facts.roster.of_side[side] & ~state.dropped
        found += [
            f"{facts.roster.ids[unit]} is in {name(state.place[unit])} with enemies."
            for unit in bits(state.standing(beset) & flyers)
        ]
    caught = state.occupied[PARTISANS] & axis
    return found + [f"Partisans are in {name(place)} with Axis units." for place in bits(caught)]


def _in_hand(state: B41State) -> int:
    """Units on the move: limits count where they stop."""
    found = 0
    frame = state.top
    while frame is not None:
        if frame.procedure == "march":
            found |= frame.local.units
        elif frame.procedure == "reaction" and frame.local.unit >= 0:
            found |= 1 << frame.local.unit
        frame = frame.below
    return found


def _overfull(facts: Facts, state: B41State) -> list[str]:
    limit, name = facts.charts["stacking"]["limit"], facts.board.name
    moving = _in_hand(state)
    found = []
    for place in bits((state.occupied[COMBAT[AXIS]] | state.occupied[COMBAT[SOVIET]]) & facts.valid):
        at_rest = state.units_at(place) & ~moving
        combat = facts.roster.is_combat
        if sum(state.steps[u] for u in bits(at_rest) if combat[u]) > limit:
            found.append(f"Too many steps are in {name(place)}.")
        if at_rest & facts.roster.romanians and at_rest & facts.roster.hungarians:
            found.append(f"Romanians and Hungarians are together in {name(place)}.")
    for side in (AXIS, SOVIET):
        for place in bits(state.crowded[AIR[side]] & facts.valid):
            corps = (state.units_at(place) & facts.roster.air).bit_count()
            if corps > (2 if facts.majors >> place & 1 else 1):
                found.append(f"Too many air corps are in {name(place)}.")
    found += [f"Two partisans are in {name(place)}." for place in bits(state.crowded[PARTISANS] & facts.valid)]
    return found


def _wrong_steps(facts: Facts, state: B41State) -> list[str]:
    roster = facts.roster
    found = []
    for unit, steps in enumerate(state.steps):
        alive = roster.is_combat[unit] and state.on_map >> unit & 1
        if steps > roster.steps[unit] or (alive and not steps):
            found.append(f"{roster.ids[unit]} cannot have {steps} steps.")
        on_map = alive or (roster.is_airborne[unit] and state.on_map >> unit & 1)
        if state.isolated[unit] > 1 or (state.isolated[unit] and not on_map):
            found.append(f"{roster.ids[unit]} cannot be marked isolated.")
        if state.due[unit] > facts.turns + 2:
            found.append(f"{roster.ids[unit]} cannot be due on turn {state.due[unit]}.")
    return found


def _wrong_places(facts: Facts, state: B41State) -> list[str]:
    roster, name = facts.roster, facts.board.name
    found = []
    land = facts.land & ~facts.neutral
    moving = _in_hand(state)
    for unit in bits(state.on_map):
        bit = 1 << state.place[unit]
        frozen_lake = bool(facts.lakes & bit) and bool(moving >> unit & 1)
        if roster.fleet == unit or (not land & bit and not frozen_lake):
            found.append(f"{roster.ids[unit]} cannot be in {name(state.place[unit])}.")
        elif roster.is_air[unit] and not facts.cities & bit:
            found.append(f"{roster.ids[unit]} has no city for a base in {name(state.place[unit])}.")
        elif roster.italians >> unit & 1 and (facts.coast["black"] | facts.coast["azov"]) & bit:
            found.append(f"{roster.ids[unit]} cannot be on the coast in {name(state.place[unit])}.")
    return found


def _wrong_hands(facts: Facts, state: B41State) -> list[str]:
    """Units that are asked where they go stand on the map, in one hex."""
    if all(decision.kind != "march" for decision in state.pending):
        return []
    units = state.top.local.units
    found = [f"{facts.roster.ids[unit]} is in hand and not on the map." for unit in bits(units & ~state.on_map)]
    if len({state.place[unit] for unit in bits(units)}) > 1:
        found.append("The units in hand are not in one hex.")
    return found


def _wrong_voyage(facts: Facts, state: B41State) -> list[str]:
    """A unit that is asked where it sails stands in a port."""
    if all(decision.kind != "sail" for decision in state.pending):
        return []
    unit = state.top.local.unit
    in_port = state.on_map >> unit & 1 and facts.all_ports >> state.place[unit] & 1
    return [] if in_port else [f"{facts.roster.ids[unit]} sails and is not in a port."]


def _wrong_cities(facts: Facts, state: B41State) -> list[str]:
    name = facts.board.name
    axis, soviet = state.occupied[COMBAT[AXIS]], state.occupied[COMBAT[SOVIET]]
    wrong = (axis & ~state.held | soviet & state.held) & facts.cities
    wrong |= (
        state.occupied[AIR[AXIS]] & facts.valid & ~state.held | state.occupied[AIR[SOVIET]] & facts.valid & state.held
    )
    found = [f"{name(place)} belongs to the side that was last in it." for place in bits(wrong)]
    if state.held & ~facts.cities:
        found.append("Only cities are held.")
    if state.liberated & ~facts.russian_majors:
        found.append("Partisans free Russian major cities only.")
    if (state.approached | state.raised) & ~facts.soviet_majors:
        found.append("Militia is raised in Soviet major cities only.")
    return found


def _wrong_markers(facts: Facts, state: B41State) -> list[str]:
    name, forts = facts.board.name, facts.charts["forts"]
    axis, soviet = state.occupied[COMBAT[AXIS]], state.occupied[COMBAT[SOVIET]]
    both = state.forts_axis | state.forts_soviet
    wrong = state.forts_axis & (soviet | state.forts_soviet) | state.forts_soviet & axis | state.manned & ~both
    wrong |= both & ~facts.land
    found = [f"A fort cannot be in {name(place)}." for place in bits(wrong & facts.valid)]
    if state.forts_axis.bit_count() > forts["german_max"] or state.forts_soviet.bit_count() > forts["soviet_max"]:
        found.append("There are more forts than markers.")
    if state.axis_rail & ~facts.railways.hexes:
        found.append("The Axis network has hexes without a railway.")
    placed = [place for place in state.markers if place >= 0]
    if any(not state.axis_rail >> place & 1 for place in placed):
        found.append("A rail marker is outside the Axis network.")
    return found


def _wrong_set_up(facts: Facts, state: B41State) -> list[str]:
    """14.2 holds while units are set up."""
    top = state.top
    if top is None or top.procedure != "set-up" or not facts.deployment.free:
        return []
    found = []
    deployment, name = facts.deployment, facts.board.name
    bare = uncovered(facts, state.occupied[COMBAT[SOVIET]], state.two_any[SOVIET])
    found += [f"No Soviet unit covers {name(place)}." for place in bits(bare)]
    weak = [place for place in bits(deployment.garrisons) if state.points[place] < deployment.city_points]
    found += [f"{name(place)} needs a garrison of {deployment.city_points} points." for place in weak]
    for (_, most), there in zip(deployment.limits, germans_abroad(facts, state), strict=True):
        if there > most:
            found.append(f"{there} German steps are set up where {most} may be.")
    for unit, hexes in deployment.choices.items():
        if not hexes >> state.place[unit] & 1:
            found.append(f"{facts.roster.ids[unit]} cannot be set up in {name(state.place[unit])}.")
    return found
