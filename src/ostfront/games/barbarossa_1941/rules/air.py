"""Rebasing of air corps (11.1). Their support is in support.py.

Events:
    rebase(unit, start, place)
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.rules.reinforcements import free_bases
from ostfront.games.barbarossa_1941.rules.supply import supplied_hexes
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Phase


@implements("B41 11.1b")
def bases_in_range(facts: Facts, state: B41State, unit: int, supplied: int | None = None) -> int:
    """Where an air corps may rebase: another own city, supplied, with room, within its range."""
    side, here = facts.roster.side[unit], state.place[unit]
    if supplied is None:
        supplied = supplied_hexes(facts, state, side)
    reach = int(facts.charts["air"]["axis_range" if side == AXIS else "soviet_range"])
    near = facts.grid.disk(here, reach) & free_bases(facts, state, side) & supplied
    return near ^ (near & 1 << here)


def rebasable(facts: Facts, state: B41State, side: int) -> int:
    """Air corps that have not rebased in this step and could; those that have are in `moved`."""
    units, found = facts.roster.air & facts.roster.of_side[side] & state.on_map & ~state.moved, 0
    supplied = supplied_hexes(facts, state, side) if units else 0
    for unit in bits(units):
        if bases_in_range(facts, state, unit, supplied):
            found |= 1 << unit
    return found


def next_rebase(play: B41Play, local: Phase) -> None:
    units = rebasable(play.facts, play.state, local.side)
    if units:
        play.again("rebase", Phase(local.side))
        play.ask("rebase", local.side, prepared=units)
    else:
        end_rebasing(play)


def end_rebasing(play: B41Play) -> None:
    play.state.moved &= ~play.facts.roster.air
    play.leave()


def rebase_options(play: B41Play, _decision: Decision) -> Options:
    facts = play.facts
    units = play.prepared or rebasable(facts, play.state, play.state.top.local.side)
    return Options((facts.single["done"],), ((facts.vocabulary.table("base"), units),))


def answer_rebase(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        end_rebasing(play)
        return
    assert isinstance(action.arg, int)
    local: Phase = play.state.top.local
    play.local(Phase(local.side, action.arg))
    play.ask("rebase at", local.side)


REBASE = Kind(
    "rebase",
    "11.1",
    verbs=(Verb("base", (UNIT,), "move an air corps to another base"), "done"),
    prompt="Move air corps to other bases.",
    options=rebase_options,
    answer=answer_rebase,
)


def ask_base(play: B41Play, _decision: Decision) -> str:
    return f"Choose the new base of {play.facts.roster.names[play.state.top.local.unit]}."


def base_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    return Options((), ((facts.vocabulary.table("at"), bases_in_range(facts, state, state.top.local.unit)),))


def answer_base(play: B41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state = play.state
    local: Phase = state.top.local
    play.note("rebase", local.unit, state.place[local.unit], action.arg)
    state.put(local.unit, action.arg)
    state.moved |= 1 << local.unit
    play.local(Phase(local.side))


REBASE_AT = Kind(
    "rebase at",
    "11.1",
    verbs=("at",),
    prompt=ask_base,
    options=base_options,
    answer=answer_base,
)


PROCEDURES = (Procedure("rebase", (Step("rebase", next_rebase, "11.1"),), Phase),)
