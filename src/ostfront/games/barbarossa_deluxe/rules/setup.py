"""Set-up (3, 12 to 15), and what must hold in every position.

Every scenario begins from a ready placement. A player may move each unit that has a choice once, and every placement
on the way keeps the limits.

Events: `arranged` (unit, place).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision, Frame
from ostfront.games.barbarossa_deluxe.facts import PLACE, UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import arrivals, attachment, drop, fog, scenarios, stacking, works
from ostfront.games.barbarossa_deluxe.rules.stacking import overfull, room
from ostfront.games.barbarossa_deluxe.state import Arranging, BDPlay, BDState

# ---- the ready placement ----------------------------------------------------------------------------


def blank(facts: Facts) -> BDState:
    """Nothing on the map, nothing in the boxes."""
    return BDState(facts)


@implements("BD 1.7a", "BD 3.2a", "BD 3.2b", "BD 3.4b", "BD 12.3a")
def set_up(facts: Facts) -> BDState:
    """The ready placement; the first step is to change it."""
    state = blank(facts)
    scenario = facts.scenario
    state.turn = scenario.first_turn
    place_units(facts, state)
    state.german, state.neutral = scenario.german, scenario.neutral
    state.vp = scenario.vp
    give_markers(facts, state)
    scenarios.start(facts, state)
    state.start_cities = state.owned = state.german & facts.cities
    state.top = Frame("game", 0, None, None)
    return state


@implements("BD 3.3a", "BD 3.4a", "BD 3.5", "BD 12.9", "BD 12.14", "BD 12.15a", "BD 13.6a", "BD 13.6b", "BD 13.7a")
@implements("BD 12.10a", "BD 12.10b", "BD 12.11", "BD 12.12", "BD 14.6a", "BD 14.6c", "BD 14.7a")
@implements("BD 15.8a", "BD 15.8b", "BD 15.8c", "BD 15.8d", "BD 15.8f", "BD 15.8g")
def place_units(facts: Facts, state: BDState) -> None:
    """Every counter in its hex or box, with its turn if it is on the track and the corps that a Tiger supports."""
    for unit, place, _zone, turn, parent in facts.scenario.placements:
        state.put(unit, place)
        state.parent[unit] = parent
        if place == facts.track_box:
            state.due[unit] = turn or facts.roster.turn[unit]


@implements("BD 12.6", "BD 12.15b", "BD 13.6c", "BD 14.6b")
def give_markers(facts: Facts, state: BDState) -> None:
    """Hero and fortress cities, the Fortified Area and aerial supply at the start."""
    markers, board = facts.scenario.markers, facts.board
    state.hero = mask(board.index(name) for name in markers.get("hero", ()))
    state.hero_left = int(markers.get("hero_left", 0))
    state.fortress = mask(board.index(name) for name in markers.get("fortress", ()))
    state.fortress_anywhere = int(markers.get("fortress_left", 0))
    if "area" in markers:
        state.area, state.area_since = board.index(markers["area"]), int(markers["area_since"])
    if markers.get("aerial_supply"):
        state.airlift_from = facts.scenario.first_turn


# ---- changing it ------------------------------------------------------------------------------------


@implements("BD 13.3")
def begin_set_up(play: BDPlay, _local: None) -> None:
    """Each side in the order of its scenario, then Tigers and markers; the last one begun is the first to place."""
    scenario, roster = play.facts.scenario, play.facts.roster
    if "area_zone" in scenario.markers:
        works.begin_area(play)
    works.begin_wall(play, int(scenario.markers.get("east_wall", 0)))  # ruling on 14.2
    choose_corps(play, [roster.index[name] for name in scenario.attached])
    for side in reversed(play.facts.scenario.sides):
        play.begin("set-up", Arranging(side))


@implements("BD 14.7c")
def choose_corps(play: BDPlay, tigers: list[int]) -> None:
    """Tiger battalions that may support any corps of their hex."""
    for unit in tigers:
        attachment.begin_choice(play, GERMAN, unit)


def ask_unit(play: BDPlay, local: Arranging) -> None:
    units = arrangeable(play.facts, play.state, local.side)
    if units:
        play.ask("arrange", local.side, prepared=units)


def arrangeable(facts: Facts, state: BDState, side: int) -> int:
    """Units that may still be set up elsewhere."""
    roster, found = facts.roster, 0
    special = roster.attached | roster.satellites[side] | roster.free_stacking | stacking.supported(facts, state)
    left = 0  # units that are looked at one by one
    for name, units in facts.scenario.zone_units[side].items():
        units ^= units & state.moved
        hexes = _open_ground(facts, state, side, name) & ~state.least[stacking.LIMIT]
        if hexes & hexes - 1 and not facts.scenario.zones[name].border:
            found |= units & ~special  # any of them can go to one of two hexes
        left |= units & ~found
    for unit in bits(left):
        if corps_for(facts, state, unit) if roster.attached >> unit & 1 else sites(facts, state, unit):
            found |= 1 << unit
    return found


def _open_ground(facts: Facts, state: BDState, side: int, zone: str) -> int:
    """The hexes of a zone that are a side's own and free of enemies."""
    return facts.scenario.zones[zone].hexes & own_ground(facts, state, side) & ~state.occupied[GROUND[1 - side]]


@implements("BD 14.9c")
def corps_for(facts: Facts, state: BDState, tiger: int) -> int:
    """The corps to which a Tiger battalion may be given instead, in the hexes of its zone."""
    return attachment.supportable(facts, state, tiger, facts.scenario.zones[zone_of(facts, tiger)].hexes)


def zone_of(facts: Facts, unit: int) -> str:
    return facts.scenario.zone_of.get(unit, "")


def sites(facts: Facts, state: BDState, unit: int) -> int:
    """The places where a unit may be set up instead: hexes of its zone with room, or the RVGK box."""
    name = zone_of(facts, unit)
    if not name:
        return 0
    zone, side, here = facts.scenario.zones[name], facts.roster.side[unit], state.place[unit]
    if zone.border and _alone_on_border(facts, state, unit):
        return 0
    hexes = _open_ground(facts, state, side, name) & ~(1 << here if here < facts.grid.size else 0)
    found = room(facts, state, side, 1 << unit, hexes) & scenarios.set_up_ground(facts, state, unit)
    if zone.rvgk and here != facts.rvgk and state.boxed[facts.rvgk - state.hexes].bit_count() < zone.rvgk:
        found |= 1 << facts.rvgk
    return found | kept_for_the_drop(facts, state, unit)


@implements("BD 14.9c")
def kept_for_the_drop(facts: Facts, state: BDState, unit: int) -> int:
    """2nd Parachute Corps may be held back for its drop on the first turn of the Gambit (4.17)."""
    if facts.roster.ids[unit] != drop.CORPS or state.place[unit] == facts.track_box:
        return 0
    return 1 << facts.track_box if drop.is_first_turn(facts, state) else 0


def own_ground(facts: Facts, state: BDState, side: int) -> int:
    """Hexes that are a side's own during set-up."""
    return facts.land & (state.german if side == GERMAN else ~state.german & ~state.neutral)


def border(facts: Facts, state: BDState, side: int) -> int:
    """The hexes of a side along the frontier (15.3)."""
    mine, theirs = own_ground(facts, state, side), own_ground(facts, state, 1 - side)
    return mask(i for i in bits(mine & facts.grid.neighbours(theirs)) if facts.near[i] & theirs)


@implements("BD 15.3c")
def _alone_on_border(facts: Facts, state: BDState, unit: int) -> bool:
    """Whether a hex of the border would be empty without this unit (15.3)."""
    side, here = facts.roster.side[unit], state.place[unit]
    if here >= facts.grid.size or not border(facts, state, side) >> here & 1:
        return False
    return not state.units_at(here) & facts.roster.ground[side] & ~(1 << unit)


def arrange_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = play.prepared or arrangeable(facts, state, state.top.local.side)
    among = [(facts.vocabulary.table("pick"), units)]
    if state.top.local.side == SOVIET:
        among.append((facts.vocabulary.table("show"), fog.showable(facts, state)))
    return Options((facts.single["done"],), among)


def answer_arrange(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.state.moved = play.state.shown = 0
        play.leave()
        return
    if action.verb == "show":
        assert isinstance(action.arg, int)
        play.goto("unit")
        fog.show(play, action.arg)
        return
    unit = action.arg
    assert isinstance(unit, int)
    if play.facts.roster.attached >> unit & 1:
        play.state.moved |= 1 << unit
        play.goto("unit")
        attachment.begin_attach(play, GERMAN, unit, play.facts.scenario.zones[zone_of(play.facts, unit)].hexes)
        return
    play.change(unit=unit)
    play.goto("place")


ARRANGE = Kind(
    "arrange",
    "3.1",
    verbs=(Verb("pick", (UNIT,), "take a unit in hand"), Verb("done", (), "finish", ends="segment"), fog.SHOW),
    prompt="Choose a unit to set up elsewhere, or finish the set-up.",
    options=arrange_options,
    answer=answer_arrange,
    secrecy="secret",
    secret_of=(SOVIET,),
)


def ask_place(play: BDPlay, local: Arranging) -> None:
    if local.unit >= 0:
        play.ask("arrange-at", local.side)


def prompt_place(play: BDPlay, _decision: Decision) -> str:
    return f"Choose where to set up {play.facts.roster.names[play.state.top.local.unit]}."


def place_options(play: BDPlay, _decision: Decision) -> Options:
    found = sites(play.facts, play.state, play.state.top.local.unit)
    return Options((), ((play.facts.vocabulary.table("at"), found),))


def answer_place(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state = play.state
    local: Arranging = state.top.local
    fog.tell(play, "arranged", local.unit, action.arg)
    units = stacking.with_support(play.facts, state, 1 << local.unit)
    if local.side == SOVIET:
        fog.shift(play, units, action.arg)
    else:
        for unit in bits(units):
            state.put(unit, action.arg)
    if action.arg == play.facts.track_box:
        state.due[local.unit] = state.turn
    state.moved |= 1 << local.unit
    play.again("unit", local._replace(unit=NOWHERE))


ARRANGE_AT = Kind(
    "arrange-at",
    "3.1",
    verbs=(Verb("at", (PLACE,), "put it there", label="Place"),),
    prompt=prompt_place,
    options=place_options,
    answer=answer_place,
    secrecy="secret",
    secret_of=(SOVIET,),
)

PROCEDURES = (
    Procedure("set-up", (
        Step("unit", ask_unit, "3.1"),
        Step("set up", lambda play, local: play.leave(), "3.1"),
        Step("place", ask_place, "3.1"),
    ), Arranging),
)  # fmt: skip


# ---- what must hold ---------------------------------------------------------------------------------


def faults(facts: Facts, state: BDState) -> list[str]:
    """What is wrong with a position."""
    found = []
    roster = facts.roster
    both = state.occupied[GROUND[GERMAN]] & state.occupied[GROUND[SOVIET]] & facts.valid
    if both:
        found.append(f"both sides stand in {facts.place_names[bits(both)[0]]}")
    wet = (state.occupied[GROUND[GERMAN]] | state.occupied[GROUND[SOVIET]]) & facts.valid & ~facts.land
    if wet:
        found.append(f"a unit stands in water in {facts.place_names[bits(wet)[0]]}")
    for side in (GERMAN, SOVIET):
        full = overfull(facts, state, side)
        if full and not (state.top is not None and arrivals.may_be_overfull(state)):
            found.append(f"too many units in {facts.place_names[bits(full)[0]]}")
    for unit in bits(roster.attached & state.on_map):
        parent = state.parent[unit]
        if parent < 0 or state.place[parent] != state.place[unit]:
            found.append(f"{roster.ids[unit]} is not with the unit it supports")
    return found


__all__ = ["ARRANGE", "ARRANGE_AT", "PROCEDURES", "begin_set_up", "blank", "faults", "set_up"]
