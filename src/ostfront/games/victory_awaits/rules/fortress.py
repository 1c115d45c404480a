"""Fortresses (14) and Stand Fast markers (16.2): what the Soviet player does at a Supply Check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import FORTS, SOVIET
from ostfront.games.victory_awaits.facts.seats import side_seat
from ostfront.games.victory_awaits.rules.ground import enemies
from ostfront.games.victory_awaits.rules.play import VaPlay
from ostfront.games.victory_awaits.rules.supply import supplied
from ostfront.games.victory_awaits.state import Abandoning, Fortifying

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState


# ---- building (14.1) --------------------------------------------------------------------------------


@carries_out("AVA 11.3", "AVA 14.0")
def begin_fortifying(play: VaPlay, _local: None) -> None:
    steps = steps_to_build(play.rules, play.state.turn)
    if steps:
        play.begin("fortifying", Fortifying(steps))


@carries_out("AVA 14.1.3", "AVA 18.1c", "AVA 18.2d", "AVA 18.3d", otherwise=5)
def steps_to_build(rules: VictoryAwaits, turn: int) -> int:
    """At one Supply Check; none before turn 4, and none on the Smolensk map."""
    return rules.track.fortress_steps[turn]


def next_fortress(play: VaPlay, local: Fortifying) -> None:
    sites = fortress_sites(play.rules, play.state) if local.left else 0
    if sites:
        play.ask("fortify", side_seat(play.rules, play.state, SOVIET), prepared=sites)
    else:
        play.leave()


def fortress_sites(rules: VictoryAwaits, state: VaState) -> int:
    """Major cities where a step can be built now: +1 on new ground, or +2 on a +1."""
    standing = state.occupied[FORTS] & rules.valid
    sites = held_cities(rules, state) & ~complete(rules, state, standing) & ~threatened(rules, state)
    for place in bits(sites & ~standing):
        if not spare_marker(rules, state, place) or built_up(rules, standing):
            sites &= ~(1 << place)
    return sites


@carries_out("AVA 14.1.6", otherwise=0)
def complete(rules: VictoryAwaits, state: VaState, standing: int) -> int:
    """Hexes whose fortress has both its steps."""
    return sum(1 << place for place in bits(standing) if state.steps[fort_at(rules, state, place)] > 1)


@carries_out("AVA 14.1.1", otherwise=lambda rules, state: rules.major_cities & ~enemies(rules, state, SOVIET))
def held_cities(rules: VictoryAwaits, state: VaState) -> int:
    """Soviet major cities with a line of communications."""
    return rules.major_cities & ~state.axis_held & supplied(rules, state, SOVIET)


@carries_out("AVA 14.1.2", otherwise=0)
def threatened(rules: VictoryAwaits, state: VaState) -> int:
    """Hexes next to an Axis unit, over whatever lies between."""
    return rules.grid.neighbours(enemies(rules, state, SOVIET))


@carries_out("AVA 14.0", "AVA 18.1c", "AVA 18.2d", "AVA 18.3d", otherwise=False)
def built_up(rules: VictoryAwaits, standing: int) -> bool:
    """Whether as many hexes hold a fortress as may; Brest is not counted."""
    return (standing & ~rules.brest).bit_count() >= rules.track.fortress_hexes


def fort_at(rules: VictoryAwaits, state: VaState, place: int) -> int:
    return next(unit for unit in state.each_at(place) if rules.roster.is_fort[unit])


@carries_out("AVA 14.3c", otherwise=lambda rules, state, place: [0])
def spare_marker(rules: VictoryAwaits, state: VaState, place: int) -> list[int]:
    """The markers of that hex's map that are not in use."""
    mine = rules.roster.of_map[rules.sheet_of(place)]
    return [unit for unit in state.at(rules.boxes["fortresses"]) if mine >> unit & 1]


def fortify_options(play: VaPlay, _decision: Decision) -> Options:
    sites = play.prepared or fortress_sites(play.rules, play.state)
    return Options((play.rules.words["done"],), ((play.rules.vocabulary.table("fortify"), sites),))


def answer_fortify(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    build(play, action.arg)
    play.local(Fortifying(play.state.top.local.left - 1))
    play.goto("next step")


@carries_out("AVA 14.1.4", "AVA 14.1.5", "AVA 14.1.7")
def build(play: VaPlay, place: int) -> None:
    """A new marker shows +1; one that stands is turned to +2."""
    state, rules = play.state, play.rules
    if state.occupied[FORTS] >> place & 1:
        state.steps[fort_at(rules, state, place)] = 2
    else:
        state.put(spare_marker(rules, state, place)[0], place)
    play.note("fortify", place)


# ---- Stand Fast (16.2) ------------------------------------------------------------------------------


@carries_out("AVA 16.2c")
def begin_abandoning(play: VaPlay, _local: None) -> None:
    if play.rules.track.stand_fast[play.state.turn]:
        play.begin("abandoning", Abandoning())


def next_marker(play: VaPlay, local: Abandoning) -> None:
    markers = removable(play.rules, play.state, local)
    if markers:
        play.ask("abandon", side_seat(play.rules, play.state, SOVIET), prepared=markers)
    else:
        play.leave()


def removable(rules: VictoryAwaits, state: VaState, local: Abandoning) -> int:
    """Markers in Soviet cities with a line, on maps where none was removed yet."""
    found = state.stand_fast & ~state.axis_held
    if found:
        found &= supplied(rules, state, SOVIET)
    for place in bits(found):
        if rules.sheet_of(place) in local.maps:
            found &= ~(1 << place)
    return found


def abandon_options(play: VaPlay, _decision: Decision) -> Options:
    markers = play.prepared or removable(play.rules, play.state, play.state.top.local)
    return Options((play.rules.words["done"],), ((play.rules.vocabulary.table("abandon"), markers),))


def answer_abandon(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, rules = play.state, play.rules
    state.stand_fast &= ~(1 << action.arg)
    play.note("abandon", action.arg)
    play.local(Abandoning(state.top.local.maps + rules.sheet_of(action.arg)))
    play.goto("next marker")
