"""Reinforcements (9.1): who is due, where they may be placed.

Events:
    arrival(unit, place)
    at hand(unit)          an airborne corps is kept off the map, to drop later
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIR, AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.ground import closed_countries
from ostfront.games.barbarossa_1941.rules.options import arrival_turn
from ostfront.games.barbarossa_1941.rules.stacking import barred_to, full, unfriendly
from ostfront.games.barbarossa_1941.rules.supply import in_supply
from ostfront.games.barbarossa_1941.rules.supply_lines import cities_of
from ostfront.games.barbarossa_1941.state import MOST_STEPS, B41Play, B41State, Phase

# ---- who is due -------------------------------------------------------------------------------------


def due_units(facts: Facts, state: B41State, side: int) -> int:
    """The units of a side that may come now, whether there is a place for them or not."""
    roster, boxes = facts.roster, facts.boxes
    found = 0
    for unit in bits(state.units_at(boxes["waiting"]) & roster.of_side[side]):
        turn = turn_of(facts, state, unit)
        if 0 < turn <= state.turn:
            found |= 1 << unit
    return found | (returning_militia(facts, state) if side == SOVIET else 0)


def turn_of(facts: Facts, state: B41State, unit: int) -> int:
    """The turn on which a waiting unit comes, 0 if it is not set."""
    after = facts.roster.after_hungary[unit]
    if after:
        return hungarian_turn(state, after)
    return state.due[unit] or arrival_turn(facts, unit)


@implements("B41 13d")
def hungarian_turn(state: B41State, after: int) -> int:
    """So many turns after the third point."""
    return state.triggers[0] + after if state.triggers[0] else 0


@implements("B41 12.11d")
def returning_militia(facts: Facts, state: B41State) -> int:
    """Destroyed militia, from the turn after."""
    found = 0
    for unit in bits(facts.roster.militias & state.units_at(facts.boxes["eliminated"])):
        if 0 < state.due[unit] <= state.turn:
            found |= 1 << unit
    return found


# ---- where (9.1) ------------------------------------------------------------------------------------


def arrival_hexes(facts: Facts, state: B41State, unit: int, steps: int | None = None) -> int:
    """The hexes in which a unit may be placed now, with all its steps or with so many."""
    roster = facts.roster
    if roster.is_air[unit]:
        return air_hexes(facts, state, unit)
    if roster.guards_airborne >> unit & 1:
        return joinable(facts, state)
    if roster.militias >> unit & 1:
        return with_room(facts, state, unit, militia_cities(facts, state))
    entries = entry_hexes(facts, state, unit)
    friendly = entries ^ (entries & lost(facts, state, roster.side[unit]))
    if not friendly:
        return nearest_towns(facts, state, unit, entries, steps)
    if one_a_city(facts, unit):
        friendly ^= friendly & taken(facts, state)
    return with_room(facts, state, unit, friendly, steps)


@implements("B41 9.1b", "B41 12.11j", "B41 12.11a")
def entry_hexes(facts: Facts, state: B41State, unit: int) -> int:
    """Where a unit enters, in whosever hands: its country's cities, or the hexes noted for it."""
    roster = facts.roster
    words = roster.at[unit] or ENTRIES[roster.nation[unit]]
    if words == ("city",):
        return facts.cities ^ (facts.cities & closed_countries(facts, state))
    found = facts.entries.get(words)
    if found is None:
        found = facts.entries[words] = noted_hexes(facts, words)
    return found


def noted_hexes(facts: Facts, words: tuple[str, ...]) -> int:
    """The hexes that are noted for units: by number, or Soviet major cities, or German cities."""
    if words == ("major",):
        return facts.soviet_majors
    if words == ("german",):
        return mask(facts.city(name) for name in facts.charts["arrivals"]["german"])
    return mask(facts.board.place_index(word) for word in words)


ENTRIES = {  # of units that come back, having started on the map
    "German": ("german",),
    "Finnish": ("0804",),
    "Romanian": ("0431",),
    "Hungarian": ("0124",),
    "Italian": ("0131",),
    "Soviet": ("major",),
    "Slovak": ("german",),
}


def lost(facts: Facts, state: B41State, side: int) -> int:
    """Hexes in enemy hands: his cities, and where his units stand."""
    return cities_of(facts, state, 1 - side) | state.occupied[COMBAT[1 - side]]


@implements("B41 9.1c")
def nearest_towns(facts: Facts, state: B41State, unit: int, entries: int, steps: int | None) -> int:
    """The friendly towns nearest to the lost entry hexes, of those with room."""
    towns = with_room(facts, state, unit, cities_of(facts, state, facts.roster.side[unit]), steps)
    if not towns:
        return 0
    hexes = entries
    for distance in range(facts.grid.columns + facts.grid.rows):
        hexes = facts.grid.within(entries, distance)
        if hexes & towns:
            break
    return hexes & towns


def one_a_city(facts: Facts, unit: int) -> bool:
    """Whether the unit comes to the major cities of its country, and not to hexes noted for it alone."""
    return facts.roster.side[unit] == AXIS or facts.roster.at[unit] == ("major",)


@implements("B41 9.1a")
def taken(facts: Facts, state: B41State) -> int:
    """Major cities in which a unit has arrived in this phase."""
    return state.arrived & facts.majors


def with_room(facts: Facts, state: B41State, unit: int, hexes: int, steps: int | None = None) -> int:
    """Those of the hexes in which a unit can be placed; its own country is open to it even before it has come."""
    units = 1 << unit
    hexes ^= hexes & (barred_to(facts, state, units) | unfriendly(facts, state, units) | facts.neutral)
    if steps is None:
        return hexes ^ full(facts, state, units, hexes)
    return hexes ^ full_for(facts, state, hexes, steps)


@implements("B41 3a")
def full_for(facts: Facts, state: B41State, hexes: int, steps: int) -> int:
    """Those of the hexes in which so many steps would be too many."""
    if steps <= MOST_STEPS:
        return hexes & state.tight[steps]
    return mask(place for place in bits(hexes) if state.points[place] > facts.limit - steps)


@implements("B41 12.11d")
def militia_cities(facts: Facts, state: B41State) -> int:
    """Soviet major cities that have not had militia."""
    cities = facts.soviet_majors & cities_of(facts, state, SOVIET)
    return cities ^ (cities & state.raised)


@implements("B41 12.5f")
def joinable(facts: Facts, state: B41State) -> int:
    """Hexes with a Soviet combat unit that is not isolated."""
    found = 0
    for unit in bits(facts.roster.combat_units[SOVIET] & state.on_map):
        if in_supply(state, unit):
            found |= 1 << state.place[unit]
    return found


def air_hexes(facts: Facts, state: B41State, unit: int) -> int:
    """New air corps come to major cities, those that lost their base to any base."""
    side = facts.roster.side[unit]
    bases = free_bases(facts, state, side)
    if state.due[unit] == arrival_turn(facts, unit):
        bases &= new_air_cities(facts)
        bases ^= bases & taken(facts, state)
    return bases


@implements("B41 11b")
def new_air_cities(facts: Facts) -> int:
    """Major cities of any country."""
    return facts.majors


@implements("B41 11.1a")
def free_bases(facts: Facts, state: B41State, side: int) -> int:
    """Own cities with room for an air corps: one in a minor city, two in a major one."""
    cities = cities_of(facts, state, side)
    based = state.occupied[AIR[side]] & facts.minors | state.crowded[AIR[side]]
    return cities ^ (cities & based)


# ---- bringing them ----------------------------------------------------------------------------------


def placeable(facts: Facts, state: B41State, side: int) -> int:
    """Due units that have somewhere to go; a guards airborne corps can always be kept at hand."""
    found, roster = 0, facts.roster
    known: dict[tuple[tuple[str, ...], str, str, int, int], int] = {}  # like combat units come to the same hexes
    for unit in bits(due_units(facts, state, side)):
        if roster.guards_airborne >> unit & 1:
            found |= 1 << unit
            continue
        key = (roster.at[unit], roster.nation[unit], roster.type[unit], state.steps[unit], roster.quality[unit])
        if key not in known or roster.is_air[unit]:
            known[key] = arrival_hexes(facts, state, unit)
        if known[key]:
            found |= 1 << unit
    return found


@implements("B41 12.5k")
def receive_paratroops(play: B41Play, local: Phase) -> None:
    """The 7th Fallschirmjaeger division is at hand from its turn on."""
    state, facts = play.state, play.facts
    unit = facts.roster.fallschirmjaeger
    if local.side == AXIS and unit >= 0 and due_units(facts, state, AXIS) >> unit & 1:
        keep(play, unit)


def keep(play: B41Play, unit: int) -> None:
    play.note("at hand", unit)
    play.state.put(unit, play.facts.boxes["off-map"])
    play.state.due[unit] = 0


def next_arrival(play: B41Play, local: Phase) -> None:
    units = placeable(play.facts, play.state, local.side)
    if not units:
        return
    play.again("arrival", Phase(local.side))
    if units & units - 1 == 0 and not optional(play.facts, units):
        bring(play, local.side, lowest(units))
    else:
        play.ask("bring", local.side, prepared=units)


def optional(facts: Facts, units: int) -> int:
    """Militia comes back when its owner likes; everybody else must be placed."""
    return units & facts.roster.militias


def bring_options(play: B41Play, _decision: Decision) -> Options:
    facts = play.facts
    units = play.prepared or placeable(facts, play.state, play.state.top.local.side)
    singles = (facts.single["done"],) if units == optional(facts, units) else ()
    return Options(singles, ((facts.vocabulary.table("bring"), units),))


def answer_bring(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    bring(play, play.state.top.local.side, action.arg)


def bring(play: B41Play, side: int, unit: int) -> None:
    """Place a unit, or ask where."""
    hexes = arrival_hexes(play.facts, play.state, unit)
    may_keep = play.facts.roster.guards_airborne >> unit & 1
    if hexes & hexes - 1 or (hexes and may_keep):
        play.local(Phase(side, unit))
        play.ask("bring at", side, prepared=hexes)
    elif hexes:
        place_arrival(play, unit, lowest(hexes))
    else:
        keep(play, unit)


BRING = Kind(
    "bring",
    "9.1",
    verbs=(Verb("bring", (UNIT,), "bring a reinforcement onto the map"), "done"),
    prompt="Choose a reinforcement to place.",
    options=bring_options,
    answer=answer_bring,
)


def ask_where(play: B41Play, _decision: Decision) -> str:
    return f"Where does {play.facts.roster.names[play.state.top.local.unit]} arrive?"


def where_options(play: B41Play, _decision: Decision) -> Options:
    facts = play.facts
    unit = play.state.top.local.unit
    hexes = play.prepared or arrival_hexes(facts, play.state, unit)
    singles = (facts.single["keep"],) if facts.roster.guards_airborne >> unit & 1 else ()
    return Options(singles, ((facts.vocabulary.table("at"), hexes),))


def answer_where(play: B41Play, _decision: Decision, action: Action) -> None:
    local: Phase = play.state.top.local
    play.local(Phase(local.side))
    if action.verb == "keep":
        keep(play, local.unit)
        return
    assert isinstance(action.arg, int)
    place_arrival(play, local.unit, action.arg)


BRING_AT = Kind(
    "bring at",
    "9.1",
    verbs=("at", Verb("keep", (), "keep the airborne corps off the map, to drop it later")),
    prompt=ask_where,
    options=where_options,
    answer=answer_where,
)


def place_arrival(play: B41Play, unit: int, place: int) -> None:
    """A unit comes onto the map, in supply; the present frame is where play goes on."""
    facts, state = play.facts, play.state
    roster, bit = facts.roster, 1 << place
    state.isolated[unit] = 0
    if roster.militias >> unit & 1:
        state.raised |= bit
    elif one_a_city(facts, unit) and not (roster.is_air[unit] and state.due[unit] != arrival_turn(facts, unit)):
        state.arrived |= bit
    state.due[unit] = 0
    play.note("arrival", unit, place)
    state.put(unit, place)
    if roster.is_combat[unit] or roster.is_airborne[unit]:
        control.entered(play, 1 << unit, place)


PROCEDURES = (
    Procedure("reinforcements", (
        Step("paratroops", receive_paratroops, "12.5"),
        Step("arrival", next_arrival, "9.1"),
    ), Phase),
)  # fmt: skip
