"""The isolation check (8, 8.1), with Masters of Blitzkrieg (14.3). The lines are in supply_lines.py.

Events:
    fed(place, units)                   a cut-off city or port supplies these units
    isolation(side, new, again, still)  units that are marked, lose their marker, keep it
    blitzkrieg(unit, place)             a unit just isolated loses a step to the panzers next to it
    attrition(unit, place)              a stack still isolated loses a step
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_1941.facts import UNIT, WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import SOVIET
from ostfront.games.barbarossa_1941.rules.losses import take_step
from ostfront.games.barbarossa_1941.rules.supply_lines import (
    judged,
    limited_sources,
    ration,
    supplied_hexes,
    traced,
    tracing_to,
    untraced,
)
from ostfront.games.barbarossa_1941.rules.weather import weather_at
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Isolation

__all__ = ["ATTRITION", "PROCEDURES", "RATION", "in_supply", "isolated_units", "supplied_hexes", "traced"]


@implements("B41 8a")
def in_supply(state: B41State, unit: int) -> bool:
    """Whether a unit was in supply at its last isolation check, or has come since."""
    return not state.isolated[unit]


def isolated_units(state: B41State, units: int) -> int:
    """Those of the units that carry a marker."""
    return mask(unit for unit in bits(units) if not in_supply(state, unit))


def trace(play: B41Play, local: Isolation) -> None:
    """Which units of the side have no unlimited source."""
    play.local(Isolation(local.side, lacking=untraced(play.facts, play.state, local.side)))


# ---- limited sources (8.2) --------------------------------------------------------------------------


def share(play: B41Play, local: Isolation) -> None:
    """Let cut-off cities and ports supply all who ask if they can; else the owner chooses."""
    facts, state = play.facts, play.state
    if not local.lacking:
        return
    closed = limited_sources(facts, state, local.side)
    short = NOWHERE
    again = True
    while again:  # units fed by one source leave more of another
        again, short = False, NOWHERE
        for place in bits(closed & ~local.done):
            units = hungry(facts, state, local, place)
            if steps_of(state, units) > ration(facts, state, local.side, place):
                short = place if short == NOWHERE else short
                continue
            local = local._replace(fed=local.fed | units, done=local.done | 1 << place)
            if units:
                again = True
                play.note("fed", place, tuple(bits(units)))
    if short == NOWHERE:
        play.local(local)
        return
    play.again("share", local._replace(source=short, left=ration(facts, state, local.side, short)))
    offer_ration(play)


def hungry(facts: Facts, state: B41State, local: Isolation, place: int) -> int:
    """Units without supply that could trace to a limited source."""
    return tracing_to(facts, state, local.lacking & ~local.fed, place)


def steps_of(state: B41State, units: int) -> int:
    return sum(state.steps[unit] for unit in bits(units))


def served(facts: Facts, state: B41State, local: Isolation) -> int:
    """Units that the source at work can still supply."""
    units = hungry(facts, state, local, local.source)
    return mask(unit for unit in bits(units) if state.steps[unit] <= local.left)


def offer_ration(play: B41Play) -> None:
    """Ask whom the source at work supplies, as long as it can supply somebody."""
    local: Isolation = play.state.top.local
    units = served(play.facts, play.state, local)
    if units:
        play.ask("ration", local.side, prepared=units)
    else:
        play.local(local._replace(source=NOWHERE, left=0, done=local.done | 1 << local.source))


def ask_ration(play: B41Play, _decision: Decision) -> str:
    local: Isolation = play.state.top.local
    name = play.facts.city_name(local.source)
    return f"{name} is cut off and supplies {local.left} more step{'' if local.left == 1 else 's'}: choose a unit."


def ration_options(play: B41Play, _decision: Decision) -> Options:
    facts = play.facts
    units = play.prepared or served(facts, play.state, play.state.top.local)
    return Options((facts.single["done"],), ((facts.vocabulary.table("feed"), units),))


def answer_ration(play: B41Play, _decision: Decision, action: Action) -> None:
    state = play.state
    local: Isolation = state.top.local
    if action.verb == "done":
        play.local(local._replace(source=NOWHERE, left=0, done=local.done | 1 << local.source))
        return
    assert isinstance(action.arg, int)
    play.note("fed", local.source, (action.arg,))
    play.local(local._replace(fed=local.fed | 1 << action.arg, left=local.left - state.steps[action.arg]))
    offer_ration(play)


RATION = Kind(
    "ration",
    "8.2",
    verbs=(Verb("feed", (UNIT,), "let the city or port supply this unit", label="Supply"), "done"),
    prompt=ask_ration,
    options=ration_options,
    answer=answer_ration,
)


# ---- markers (8, 8.1) -------------------------------------------------------------------------------


def mark(play: B41Play, local: Isolation) -> None:
    """Change the markers; from here on `fed` are the newly isolated, `lacking` those still isolated."""
    facts, state = play.facts, play.state
    units = judged(facts, state, local.side)
    cut = local.lacking & ~local.fed
    marked = isolated_units(state, units)
    new, relieved, still = cut & ~marked, marked & ~cut, marked & cut
    place_markers(state, new)
    remove_markers(state, relieved)
    if new | relieved | still:
        play.note("isolation", local.side, tuple(bits(new)), tuple(bits(relieved)), tuple(bits(still)))
    play.local(Isolation(local.side, fed=new, lacking=losing(facts, still)))


@implements("B41 8e")
def place_markers(state: B41State, units: int) -> None:
    for unit in bits(units):
        state.isolated[unit] = 1


@implements("B41 8.1d")
def remove_markers(state: B41State, units: int) -> None:
    for unit in bits(units):
        state.isolated[unit] = 0


@implements("B41 8.1e")
def losing(facts: Facts, still: int) -> int:
    """The units of whose stacks each loses a step: those with steps that were isolated before."""
    return still & ~facts.roster.airborne


# ---- Masters of Blitzkrieg (14.3) -------------------------------------------------------------------


def strike_isolated(play: B41Play, local: Isolation) -> None:
    """One unit after the other, since each loss may open a window."""
    facts, state = play.facts, play.state
    units = local.fed & state.on_map
    if local.side != SOVIET or not units or not facts.option("masters-of-blitzkrieg"):
        return
    struck = pressed(facts, state, units)
    if struck:
        unit = lowest(struck)
        play.again("Blitzkrieg", local._replace(fed=struck ^ 1 << unit))
        play.note("blitzkrieg", unit, state.place[unit])
        take_step(play, unit)


@implements("B41 14.3f")
def pressed(facts: Facts, state: B41State, units: int) -> int:
    """Units just isolated, with steps, next to a panzer corps that is not isolated."""
    panzers = mask(state.place[unit] for unit in bits(facts.roster.panzers & state.on_map) if in_supply(state, unit))
    near = facts.grid.neighbours(panzers)
    return mask(
        unit
        for unit in bits(units & ~facts.roster.airborne)
        if near >> state.place[unit] & 1 and fast_weather(facts, state, state.place[unit])
    )


@implements("B41 14.3g")
def fast_weather(facts: Facts, state: B41State, place: int) -> bool:
    return WEATHER[weather_at(facts, state, place)] in facts.charts["option"]["blitzkrieg"]["weather"]


# ---- attrition (8.1) --------------------------------------------------------------------------------


def wear_down(play: B41Play, local: Isolation) -> None:
    """Each stack still isolated loses a step, of the owner's choice."""
    state = play.state
    for unit in bits(local.lacking & state.on_map):
        place = state.place[unit]
        if local.done >> place & 1:
            continue
        units = state.units_at(place) & local.lacking
        play.again("attrition", local._replace(source=place, done=local.done | 1 << place))
        if units == 1 << unit:
            lose_to_attrition(play, unit)
        else:
            play.ask("attrition", local.side)
        return


def lose_to_attrition(play: B41Play, unit: int) -> None:
    play.note("attrition", unit, play.state.place[unit])
    take_step(play, unit)


def ask_attrition(play: B41Play, _decision: Decision) -> str:
    place = play.facts.board.place_name(play.state.top.local.source)
    return f"The stack in {place} is still isolated: choose the unit that loses a step."


def attrition_options(play: B41Play, _decision: Decision) -> Options:
    local: Isolation = play.state.top.local
    units = play.state.units_at(local.source) & local.lacking
    return Options((), ((play.facts.vocabulary.table("lose"), units),))


def answer_attrition(play: B41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    lose_to_attrition(play, action.arg)


ATTRITION = Kind(
    "attrition",
    "8.1",
    verbs=("lose",),
    prompt=ask_attrition,
    options=attrition_options,
    answer=answer_attrition,
)


PROCEDURES = (
    Procedure("isolation", (
        Step("trace", trace, "8"),
        Step("share", share, "8.2"),
        Step("mark", mark, "8.1"),
        Step("Blitzkrieg", strike_isolated, "14.3"),
        Step("attrition", wear_down, "8.1"),
    ), Isolation),
)  # fmt: skip
