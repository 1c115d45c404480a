"""Militia (12.11): raised in a major city when the enemy comes next to it for the first time.

Events:
    militia(unit, place)
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import PLACE, Facts
from ostfront.games.barbarossa_1941.rules.victory import militia_in_play
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Window


def waiting(facts: Facts, state: B41State) -> int:
    """Militia units that have not been raised yet; one that was destroyed comes back as a reinforcement."""
    return facts.roster.militias & state.units_at(facts.boxes["off-map"]) if militia_in_play(state) else 0


@implements("B41 12.11b")
def raisable(facts: Facts, state: B41State) -> int:
    """Soviet major cities not yet approached where militia could be raised if they were now."""
    if not waiting(facts, state):
        return 0
    cities = facts.soviet_majors
    cities ^= cities & (state.held | state.approached | state.raised)
    return with_room(facts, state, cities) if cities else 0


def with_room(facts: Facts, state: B41State, cities: int) -> int:
    """Those of the cities where two more steps can stand."""
    units = waiting(facts, state)
    if not units:
        return 0
    most = facts.charts["stacking"]["limit"] - facts.roster.steps[lowest(units)]
    return sum(1 << place for place in bits(cities) if state.points[place] <= most)


def ask_militia(play: B41Play, local: Window) -> None:
    if with_room(play.facts, play.state, local.cities):
        play.ask("militia", local.side)


def militia_options(play: B41Play, _decision: Decision) -> Options:
    state, facts = play.state, play.facts
    cities = with_room(facts, state, state.top.local.cities)
    return Options((facts.single["pass"],), ((facts.vocabulary.table("raise"), cities),))


def answer_militia(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "pass":
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    bit, local = 1 << action.arg, state.top.local
    play.again("offer", local._replace(cities=local.cities & ~bit))
    unit = lowest(waiting(facts, state))
    state.set_steps(unit, facts.roster.start[unit])
    state.put(unit, action.arg)
    state.raised |= bit
    state.manned |= state.forts_soviet & bit
    play.note("militia", unit, action.arg)


def militia_conditions(play: B41Play, _decision: Decision) -> list[str]:
    """The cities in question."""
    return [play.facts.city_name(place) for place in bits(play.state.top.local.cities)]


def city_names(facts: Facts) -> list[str]:
    """Every major city a standing order can name."""
    return [facts.city_name(place) for place in bits(facts.soviet_majors)]


RAISE = Kind(
    "militia",
    "12.11",
    verbs=(Verb("raise", (PLACE,), "raise militia in a major city"), Verb("pass", (), "let it be", ends="offer")),
    prompt="The enemy is next to a major city for the first time: raise militia in it?",
    options=militia_options,
    answer=answer_militia,
    window=True,
    conditions=militia_conditions,
    words=city_names,
)

PROCEDURES = (Procedure("militia", (Step("offer", ask_militia, "12.11"),), Window),)
