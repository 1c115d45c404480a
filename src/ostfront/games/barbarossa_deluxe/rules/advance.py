"""Advance after combat (11.30 to 11.32): into the hex that was cleared, and for some a second hex beyond it.

Events: `advance` (unit, from, to).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import PLACE, UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND
from ostfront.games.barbarossa_deluxe.rules import control, fog, limits, stacking
from ostfront.games.barbarossa_deluxe.state import Advance, Battle, BDPlay, BDState

SOVIET_PUSHES_FROM = 13  # 11.32


# ---- who (11.30, 11.32) -----------------------------------------------------------------------------


@implements("BD 11.30a")
def vacated(state: BDState, side: int, target: int) -> bool:
    """No enemy ground unit is left in the hex."""
    return not state.occupied[GROUND[1 - side]] >> target & 1


def begin(play: BDPlay, local: Battle) -> None:
    """After a prepared assault: whoever may advance is asked."""
    found = victors(play.facts, play.state, local)
    if found is not None:
        play.begin("advance", found)


@implements("BD 11.31")
def victors(facts: Facts, state: BDState, local: Battle) -> Advance | None:
    """The surviving attackers, if the hex is clear; defenders hold their place."""
    units = local.attackers & state.on_map
    if not units or not vacated(state, local.side, local.target):
        return None
    second = units & pushers(facts, state, local)
    return Advance(local.side, local.target, units & ~facts.roster.static, second)


def pushers(facts: Facts, state: BDState, local: Battle) -> int:
    """Mechanized units that may go on for a second hex: in overland supply when the battle began."""
    if not (german_season(facts, state) if local.side == GERMAN else soviet_season(state)):
        return 0
    return facts.roster.mech & local.supplied


@implements("BD 11.32a")
def german_season(facts: Facts, state: BDState) -> bool:
    return facts.box(state.turn).single


@implements("BD 11.32b")
def soviet_season(state: BDState) -> bool:
    return state.turn >= SOVIET_PUSHES_FROM


@implements("BD 11.30b")
def advancing(facts: Facts, state: BDState, local: Advance) -> int:
    """Units that can enter the hex now: across an open hexside, where they may go and fit."""
    bit, found = 1 << local.target, 0
    near = facts.near[local.target]
    for unit in bits(local.first & state.on_map):
        if near >> state.place[unit] & 1 and not limits.closed_to(facts, state, unit) & bit:
            found |= 1 << unit
    if state.standing(bit) & facts.roster.cavalry_groups:
        found &= ~facts.roster.cavalry_groups  # 8.30
    return sum(1 << unit for unit in bits(found) if stacking.fits(facts, state, local.side, 1 << unit, local.target))


@implements("BD 11.32c")
def beyond(facts: Facts, state: BDState, local: Advance) -> int:
    """Hexes next to the one entered that were not next to the unit before, free of enemies, with room."""
    unit, here = local.unit, state.place[local.unit]
    hexes = facts.near[here] & ~facts.grid.closed(1 << local.start) & ~state.occupied[GROUND[1 - local.side]]
    hexes &= ~limits.closed_to(facts, state, unit)
    return stacking.room(facts, state, local.side, 1 << unit, hexes)


# ---- the first hex ----------------------------------------------------------------------------------


def next_advance(play: BDPlay, local: Advance) -> None:
    """One unit after another, as long as someone can and wants to."""
    if play.state.result is not None or not vacated(play.state, local.side, local.target):
        return
    found = advancing(play.facts, play.state, local)
    if found:
        play.ask("advance", local.side, prepared=found)


def ask_advance(play: BDPlay, _decision: Decision) -> str:
    return f"{play.facts.where(play.state.top.local.target)} is clear: advance a unit, or stay."


def advance_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    found = play.prepared or advancing(facts, play.state, play.state.top.local)
    return Options(enough(facts), ((facts.vocabulary.table("advance"), found),))


@implements("BD 11.30c")
def enough(facts: Facts) -> tuple[Action, ...]:
    """Nobody has to advance."""
    return (facts.single["done"],)


def answer_advance(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    local: Advance = play.state.top.local
    unit = action.arg
    start, bit = play.state.place[unit], 1 << unit
    local = local._replace(first=local.first & ~bit, unit=unit if local.second & bit else NOWHERE, start=start)
    play.again("second", local)
    fog.tell(play, "advance", unit, start, local.target)
    control.enter(play, bit, local.target, "advance")


ADVANCE = Kind(
    "advance",
    "11.30",
    verbs=(Verb("advance", (UNIT,), "advance a unit after combat"), "done"),
    prompt=ask_advance,
    options=advance_options,
    answer=answer_advance,
)


# ---- the second hex ---------------------------------------------------------------------------------


def next_push(play: BDPlay, local: Advance) -> None:
    """The unit that has just advanced may go on at once."""
    play.goto("first")
    if local.unit < 0 or play.state.result is not None or not play.state.on_map >> local.unit & 1:
        return
    found = beyond(play.facts, play.state, local)
    if found:
        play.ask("second", local.side, prepared=found)


def ask_push(play: BDPlay, _decision: Decision) -> str:
    unit = play.facts.roster.names[play.state.top.local.unit]
    return f"{unit} may advance a second hex, or stay."


def push_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    found = play.prepared or beyond(facts, play.state, play.state.top.local)
    return Options(enough(facts), ((facts.vocabulary.table("push"), found),))


def answer_push(play: BDPlay, _decision: Decision, action: Action) -> None:
    local: Advance = play.state.top.local
    play.change(unit=NOWHERE, start=NOWHERE)
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    fog.tell(play, "advance", local.unit, local.target, action.arg)
    control.enter(play, 1 << local.unit, action.arg, "advance")


SECOND = Kind(
    "second",
    "11.32",
    verbs=(Verb("push", (PLACE,), "advance the same unit a second hex", label="Second hex"), "done"),
    prompt=ask_push,
    options=push_options,
    answer=answer_push,
)

PROCEDURES = (
    Procedure("advance", (
        Step("first", next_advance, "11.30"),
        Step("finished", lambda play, local: play.leave(), "11.30"),
        Step("second", next_push, "11.32"),
    ), Advance),
)  # fmt: skip
