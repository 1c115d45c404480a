"""Fortresses (14) and Stand Fast markers (16.2): what the Soviet player does at a Supply Check."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import PLACE
from ostfront.games.victory_awaits.facts.roster import FORTS, SOVIET
from ostfront.games.victory_awaits.rules.ground import enemies
from ostfront.games.victory_awaits.rules.seats import side_seat
from ostfront.games.victory_awaits.rules.supply_lines import supplied
from ostfront.games.victory_awaits.state import Abandoning, Fortifying, VaPlay, VaState

# ---- building (14.1) --------------------------------------------------------------------------------


@implements("AVA 11.3", "AVA 14.0")
def begin_fortifying(play: VaPlay, _local: None) -> None:
    steps = steps_to_build(play.facts, play.state.turn)
    if steps:
        play.begin("fortifying", Fortifying(steps))


@implements("AVA 14.1.3", "AVA 18.1c", "AVA 18.2d", "AVA 18.3d")
def steps_to_build(facts: Facts, turn: int) -> int:
    """At one Supply Check; none before turn 4, and none on the Smolensk map."""
    return facts.track.fortress_steps[turn]


def next_fortress(play: VaPlay, local: Fortifying) -> None:
    sites = fortress_sites(play.facts, play.state) if local.left else 0
    if sites:
        play.ask("fortify", side_seat(play.facts, play.state, SOVIET), prepared=sites)
    else:
        play.leave()


def fortress_sites(facts: Facts, state: VaState) -> int:
    """Major cities where a step can be built now: +1 on new ground, or +2 on a +1."""
    standing = state.occupied[FORTS] & facts.valid
    sites = held_cities(facts, state) & ~complete(facts, state, standing) & ~threatened(facts, state)
    for place in bits(sites & ~standing):
        if not spare_marker(facts, state, place) or built_up(facts, standing):
            sites &= ~(1 << place)
    return sites


@implements("AVA 14.1.6")
def complete(facts: Facts, state: VaState, standing: int) -> int:
    """Hexes whose fortress has both its steps."""
    return sum(1 << place for place in bits(standing) if state.steps[fort_at(facts, state, place)] > 1)


@implements("AVA 14.1.1")
def held_cities(facts: Facts, state: VaState) -> int:
    """Soviet major cities with a line of communications."""
    return facts.major_cities & ~state.axis_held & supplied(facts, state, SOVIET)


@implements("AVA 14.1.2")
def threatened(facts: Facts, state: VaState) -> int:
    """Hexes next to an Axis unit, whatever is between them."""
    return facts.grid.neighbours(enemies(facts, state, SOVIET))


@implements("AVA 14.0", "AVA 18.1c", "AVA 18.2d", "AVA 18.3d")
def built_up(facts: Facts, standing: int) -> bool:
    """Whether as many hexes hold a fortress as may; Brest is not counted."""
    return (standing & ~facts.brest).bit_count() >= facts.track.fortress_hexes


def fort_at(facts: Facts, state: VaState, place: int) -> int:
    return next(unit for unit in state.each_at(place) if facts.roster.is_fort[unit])


@implements("AVA 14.3c")
def spare_marker(facts: Facts, state: VaState, place: int) -> list[int]:
    """The markers of that hex's map that are not in use."""
    mine = facts.roster.of_map[facts.sheet_of(place)]
    return [unit for unit in state.at(facts.boxes["fortresses"]) if mine >> unit & 1]


def ask_fortify(play: VaPlay, _decision: Decision) -> str:
    left = play.state.top.local.left
    return f"Build {'a fortress step' if left == 1 else f'up to {left} fortress steps'}."


def fortify_options(play: VaPlay, _decision: Decision) -> Options:
    sites = play.prepared or fortress_sites(play.facts, play.state)
    return Options((play.facts.single["done"],), ((play.facts.vocabulary.table("fortify"), sites),))


def answer_fortify(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    build(play, action.arg)
    play.local(Fortifying(play.state.top.local.left - 1))
    play.goto("next step")


FORTIFY = Kind(
    "fortify",
    "14.1",
    verbs=(Verb("fortify", (PLACE,), "build a fortress step there"), "done"),
    prompt=ask_fortify,
    options=fortify_options,
    answer=answer_fortify,
)
FORTIFYING = Procedure("fortifying", (Step("next step", next_fortress, "14.1"),), Fortifying)


@implements("AVA 14.1.4", "AVA 14.1.5", "AVA 14.1.7")
def build(play: VaPlay, place: int) -> None:
    """A new marker shows +1; one that stands is turned to +2."""
    state, facts = play.state, play.facts
    if state.occupied[FORTS] >> place & 1:
        state.steps[fort_at(facts, state, place)] = 2
    else:
        state.put(spare_marker(facts, state, place)[0], place)
    play.note("fortify", place)


# ---- Stand Fast (16.2) ------------------------------------------------------------------------------


@implements("AVA 16.2c")
def begin_abandoning(play: VaPlay, _local: None) -> None:
    if play.facts.track.stand_fast[play.state.turn]:
        play.begin("abandoning", Abandoning())


def next_marker(play: VaPlay, local: Abandoning) -> None:
    markers = removable(play.facts, play.state, local)
    if markers:
        play.ask("abandon", side_seat(play.facts, play.state, SOVIET), prepared=markers)
    else:
        play.leave()


def removable(facts: Facts, state: VaState, local: Abandoning) -> int:
    """Markers in Soviet cities with a line, on maps where none was removed yet."""
    found = state.stand_fast & ~state.axis_held
    if found:
        found &= supplied(facts, state, SOVIET)
    for place in bits(found):
        if facts.sheet_of(place) in local.maps:
            found &= ~(1 << place)
    return found


def abandon_options(play: VaPlay, _decision: Decision) -> Options:
    markers = play.prepared or removable(play.facts, play.state, play.state.top.local)
    return Options((play.facts.single["done"],), ((play.facts.vocabulary.table("abandon"), markers),))


def answer_abandon(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    state.stand_fast &= ~(1 << action.arg)
    play.note("abandon", action.arg)
    play.local(Abandoning(state.top.local.maps + facts.sheet_of(action.arg)))
    play.goto("next marker")


ABANDON = Kind(
    "abandon",
    "16.2",
    verbs=(Verb("abandon", (PLACE,), "take the Stand Fast marker off this city"), "done"),
    prompt="Take a Stand Fast marker off a city, or keep them.",
    options=abandon_options,
    answer=answer_abandon,
)
ABANDONING = Procedure("abandoning", (Step("next marker", next_marker, "16.2"),), Abandoning)
