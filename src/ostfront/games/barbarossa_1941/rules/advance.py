"""Advance after combat (6.1).

Events: `advance` (unit, from, to).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import COMBAT
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.combat_windows import battle_of
from ostfront.games.barbarossa_1941.rules.stacking import room
from ostfront.games.barbarossa_1941.rules.ways import may_step
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle


def next_advance(play: B41Play, local: Battle) -> None:
    """When the hex is vacated, attackers may enter it one after the other; an overrun has its own way to go on."""
    if local.overrun:
        return
    found = advancing(play.facts, play.state, local)
    if found:
        play.ask("advance", local.side, prepared=found)


def advancing(facts: Facts, state: B41State, local: Battle) -> int:
    """Attackers that can enter the hex now."""
    found = 0
    if vacated(facts, state, local):
        target = 1 << local.target
        for unit in bits(local.attackers & state.on_map & ~facts.roster.static):
            place = state.place[unit]
            if place == local.target or not may_step(facts, state, unit, place, local.target):
                continue
            found |= 1 << unit if room(facts, state, 1 << unit, target) else 0
    return found


@implements("B41 6.1e")
def vacated(facts: Facts, state: B41State, local: Battle) -> bool:
    """No enemy combat unit is left in the hex."""
    return not state.occupied[COMBAT[1 - local.side]] >> local.target & 1


def ask_advance(play: B41Play, _decision: Decision) -> str:
    return f"{play.facts.board.place_name(battle_of(play).target)} is empty: advance, or stay."


def advance_options(play: B41Play, _decision: Decision) -> Options:
    found = play.prepared or advancing(play.facts, play.state, battle_of(play))
    return Options((play.facts.single["done"],), ((play.facts.vocabulary.table("advance"), found),))


def answer_advance(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    state, local = play.state, battle_of(play)
    unit, start = action.arg, state.place[action.arg]
    play.goto("advance")
    play.note("advance", unit, start, local.target)
    state.put(unit, local.target)
    control.left(play, 1 << start)
    if state.result is None:
        control.entered(play, 1 << unit, local.target)


ADVANCE = Kind(
    "advance",
    "6.1",
    verbs=(Verb("advance", (UNIT,), "advance a unit after combat"), "done"),
    prompt=ask_advance,
    options=advance_options,
    answer=answer_advance,
)
