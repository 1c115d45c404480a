"""Advance after combat (9.6)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT
from ostfront.games.victory_denied.facts.roster import ANY
from ostfront.games.victory_denied.rules.ground import has_room
from ostfront.games.victory_denied.rules.movement import closed_to
from ostfront.games.victory_denied.rules.strength import attacking_side
from ostfront.games.victory_denied.rules.victory import enter_hex
from ostfront.games.victory_denied.state import Battle, VdPlay
from ostfront.kit.losses import alive


def next_advance(play: VdPlay, local: Battle) -> None:
    """9.6.1: when the attacked hex is empty, attackers may advance, one after the other."""
    side = attacking_side(play)
    if play.state.occupied[ANY[1 - side]] >> local.target & 1:
        return
    ways = advances(play)
    if ways:
        play.ask("advance", side, prepared=ways)


def advances(play: VdPlay) -> list[Action]:
    """Every advance that is possible now, whole paths."""
    local: Battle = play.state.top.local
    found = []
    for unit in alive(play, local.attackers & ~local.advanced & ~never_advance(play)):
        found += _unit_advances(play, unit, local.target)
    for escort in local.escorts:
        if not local.advanced >> escort.hq & 1 and play.state.on_map >> escort.hq & 1:
            found += _hq_advances(play, escort.hq, escort.mates & local.advanced)
    return found


@implements("AVD 9.6.6")
def never_advance(play: VdPlay) -> int:
    return play.facts.roster.pvos


def _unit_advances(play: VdPlay, unit: int, target: int) -> list[Action]:
    facts, state = play.facts, play.state
    here = state.place[unit]
    found = []
    if closed_to(facts, state, unit) >> target & 1:
        return []
    if has_room(facts, state, unit, target):
        found.append(Action("advance", (unit, target)))
    if facts.roster.motorized[unit] and not facts.across_unbridged_major[here] >> target & 1:
        second = facts.around[target] & ~closed_to(facts, state, unit) & ~facts.across_unbridged_major[target]
        found += [Action("advance", (unit, target, p)) for p in bits(second) if has_room(facts, state, unit, p)]
    return found


@implements("AVD 12.4", "AVD 9.6.1b")
def _hq_advances(play: VdPlay, hq: int, mates: int) -> list[Action]:
    """With a unit of its stack, as far as that unit went; only the hex where it ends is named."""
    facts, state = play.facts, play.state
    goals = {state.place[u] for u in alive(play, mates)} - {state.place[hq]}
    return [Action("advance", (hq, p)) for p in sorted(goals) if has_room(facts, state, hq, p)]


def advance_options(play: VdPlay, _decision: Decision) -> Options:
    return Options([*stay(play), *(play.prepared or advances(play))])


@implements("AVD 9.6.2")
def stay(play: VdPlay) -> tuple[Action, ...]:
    """Nobody has to advance."""
    return (play.facts.single["done"],)


def answer_advance(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, tuple)
    state = play.state
    unit, hexes = action.arg[0], action.arg[1:]
    play.note("advance", unit, hexes)
    play.change(advanced=state.top.local.advanced | 1 << unit)
    play.goto("advance")
    for place in hexes:
        state.put(unit, place)
        enter_hex(play, unit, place)
        if state.result is not None:
            return


ADVANCE = Kind(
    "advance",
    "9.6",
    verbs=(Verb("advance", (UNIT, "place*"), "advance a unit after combat, one or two hexes"), "done"),
    prompt="The hex is empty: advance, or stay.",
    options=advance_options,
    answer=answer_advance,
)
