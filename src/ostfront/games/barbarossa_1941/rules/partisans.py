"""Partisans (12.7): two counters behind the front, and risings in empty cities.

Events:
    partisans(unit, place)        a counter is placed
    rising(unit, place)           partisans free an empty major city
    partisans gone(unit, place)   a counter is removed until the next turn
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import PLACE, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, PARTISANS
from ostfront.games.barbarossa_1941.rules.victory import partisans_in_play, reckon
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Phase, Window


@implements("B41 12.7c")
def free(facts: Facts, state: B41State) -> int:
    """Counters at hand: those on the map stay where they are."""
    found = facts.roster.partisans & state.units_at(facts.boxes["off-map"])
    return sum(1 << unit for unit in bits(found) if state.due[unit] <= state.turn) if found else 0


# ---- in the country ---------------------------------------------------------------------------------------


@implements("B41 12.7a")
def hideouts(facts: Facts, state: B41State) -> int:
    """Deep inside the country, outside Axis ZOCs, one counter a hex; in an empty Axis city they rise instead."""
    if not partisans_in_play(state):
        return 0
    taken = state.occupied[PARTISANS] | state.occupied[COMBAT[AXIS]] | zoc(facts, state, AXIS)
    taken |= empty_cities(facts, state)
    hexes = facts.partisan_ground & northern(facts, state)
    return hexes ^ (hexes & taken)


@implements("B41 12.7b")
def northern(facts: Facts, state: B41State) -> int:
    """Where a counter may go so that, of two on the map, one is in the north."""
    others = state.occupied[PARTISANS] & facts.valid
    return facts.partisan_north if others and not others & facts.partisan_north else facts.valid


def infiltrate(play: B41Play, place: int) -> None:
    unit = lowest(free(play.facts, play.state))
    play.state.put(unit, place)
    play.note("partisans", unit, place)


# ---- in empty cities --------------------------------------------------------------------------------------


@implements("B41 12.7f")
def empty_cities(facts: Facts, state: B41State) -> int:
    """Russian major cities of the Axis that it has left empty, freed before or not, without partisans."""
    cities = facts.russian_majors & state.held
    return cities ^ (cities & (state.occupied[COMBAT[AXIS]] | state.occupied[PARTISANS]))


def rise(play: B41Play, place: int) -> None:
    """The city is free at once, and its points are lost for good."""
    unit = lowest(free(play.facts, play.state))
    play.state.put(unit, place)
    play.state.liberated |= 1 << place
    play.note("rising", unit, place)
    reckon(play)


# ---- removal ----------------------------------------------------------------------------------------------


@implements("B41 12.7e")
def flush(play: B41Play) -> None:
    """Partisans in an Axis ZOC or with an Axis combat unit go until the next turn."""
    state, facts = play.state, play.facts
    found = state.occupied[PARTISANS] & facts.valid
    if not found:
        return
    for place in bits(found & (zoc(facts, state, AXIS) | state.occupied[COMBAT[AXIS]])):
        unit = lowest(state.units_at(place) & facts.roster.partisans)
        state.put(unit, facts.boxes["off-map"])
        state.due[unit] = state.turn + 1
        play.note("partisans gone", unit, place)


# ---- decisions --------------------------------------------------------------------------------------------


def ask_partisans(play: B41Play, local: Phase) -> None:
    flush(play)  # an Axis ZOC may have grown where nothing moved
    state, facts = play.state, play.facts
    if free(facts, state) and (hideouts(facts, state) or empty_cities(facts, state)):
        play.ask("partisans", local.side)


def partisans_options(play: B41Play, _decision: Decision) -> Options:
    state, facts = play.state, play.facts
    table = facts.vocabulary.table
    return Options(
        (facts.single["done"],),
        ((table("infiltrate"), hideouts(facts, state)), (table("rise"), empty_cities(facts, state))),
    )


def answer_partisans(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.goto("place")
    if action.verb == "rise":
        rise(play, action.arg)
    else:
        infiltrate(play, action.arg)


PLACING = Kind(
    "partisans",
    "12.7",
    verbs=(
        Verb("infiltrate", (PLACE,), "place partisans in a hex"),
        Verb("rise", (PLACE,), "free an empty major city with partisans", label="Free a city"),
        "done",
    ),
    prompt="Place partisans, or be done.",
    options=partisans_options,
    answer=answer_partisans,
)


def ask_uprising(play: B41Play, local: Window) -> None:
    if local.cities & empty_cities(play.facts, play.state) and free(play.facts, play.state):
        play.ask("uprising", local.side)


def uprising_options(play: B41Play, _decision: Decision) -> Options:
    state, facts = play.state, play.facts
    cities = state.top.local.cities & empty_cities(facts, state)
    return Options((facts.single["pass"],), ((facts.vocabulary.table("rise"), cities),))


def answer_uprising(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "rise":
        assert isinstance(action.arg, int)
        play.goto("offer")
        rise(play, action.arg)


def uprising_conditions(play: B41Play, _decision: Decision) -> list[str]:
    """The cities in question."""
    return [play.facts.city_name(place) for place in bits(play.state.top.local.cities)]


def city_names(facts: Facts) -> list[str]:
    """Every city where partisans could rise."""
    return [facts.city_name(place) for place in bits(facts.russian_majors)]


UPRISING = Kind(
    "uprising",
    "12.7",
    verbs=("rise", "pass"),
    prompt="A major city has no garrison: free it with partisans?",
    options=uprising_options,
    answer=answer_uprising,
    window=True,
    conditions=uprising_conditions,
    words=city_names,
)

PROCEDURES = (
    Procedure("partisans", (Step("place", ask_partisans, "12.7"),), Phase),
    Procedure("uprising", (Step("offer", ask_uprising, "12.7"),), Window),
)
