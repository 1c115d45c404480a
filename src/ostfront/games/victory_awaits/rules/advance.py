"""Advance after combat (10.7)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import UNIT
from ostfront.games.victory_awaits.facts.roster import ANY
from ostfront.games.victory_awaits.rules.ground import enter, has_room
from ostfront.games.victory_awaits.rules.movement import closed_to
from ostfront.games.victory_awaits.rules.strength import ignored
from ostfront.games.victory_awaits.state import Battle, VaPlay, VaState
from ostfront.kit.losses import alive


@implements("AVA 10.7a")
def next_advance(play: VaPlay, local: Battle) -> None:
    """When the attacked hex is empty, attackers may advance, one after the other."""
    if play.state.occupied[ANY[1 - local.side]] >> local.target & 1:
        return
    ways = advances(play)
    if ways:
        play.ask("advance", local.seat, prepared=ways)


def advances(play: VaPlay) -> list[Action]:
    """Every advance that is possible now, whole paths."""
    local: Battle = play.state.top.local
    found = []
    for unit in alive(play, local.attackers & ~local.advanced):
        found += unit_advances(play.facts, play.state, unit, local.target)
    return found


def unit_advances(facts: Facts, state: VaState, unit: int, target: int) -> list[Action]:
    """The attacked hex first; a mechanized unit may continue from open ground."""
    found = []
    if room_to_end(facts, state, unit, target):
        found.append(Action("advance", (unit, target)))
    if facts.roster.mech[unit] and two_hexes() and not held_up(facts, state, unit, target):
        second = onward(facts, unit, target) & ~closed_to(facts, state, facts.roster.side[unit])
        if not ignored(state):
            second &= ~facts.across_unbridged_major[target]
        found += [Action("advance", (unit, target, p)) for p in bits(second) if room_to_end(facts, state, unit, p)]
    return found


@implements("AVA 10.7h")
def room_to_end(facts: Facts, state: VaState, unit: int, place: int) -> bool:
    return has_room(facts, state, unit, place)


@implements("AVA 10.7g")
def onward(facts: Facts, unit: int, target: int) -> int:
    """The hexes around the first one that normal movement could enter."""
    return facts.steps_of(unit)[target]


@implements("AVA 10.7c")
def two_hexes() -> bool:
    return True


@implements("AVA 10.7e", "AVA 10.7d")
def held_up(facts: Facts, state: VaState, unit: int, target: int) -> bool:
    """Whether the first hex ends the advance: any ground but open, or a river crossed to it; no enemy's zone."""
    river = not ignored(state) and facts.across_river[target] >> state.place[unit] & 1
    return bool(facts.slow_ground >> target & 1 or river)


def advance_options(play: VaPlay, _decision: Decision) -> Options:
    return Options([play.facts.single["done"], *(play.prepared or advances(play))])


def answer_advance(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, tuple)
    state, facts = play.state, play.facts
    unit, hexes = action.arg[0], action.arg[1:]
    play.note("advance", unit, hexes)
    play.change(advanced=state.top.local.advanced | 1 << unit)
    state.put(unit, hexes[-1])
    enter(facts, state, facts.roster.side[unit], mask(hexes))
    play.goto("advance")


ADVANCE = Kind(
    "advance",
    "10.7",
    verbs=(Verb("advance", (UNIT, "place*"), "advance a unit after combat, one or two hexes"), "done"),
    prompt="The hex is empty: advance, or stay.",
    options=advance_options,
    answer=answer_advance,
)
