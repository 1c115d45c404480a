"""Campaign forts (12.4): where they are built, and how many. What they do in combat is in strength.py.

Events:
    fortify(side, place)
    dismantle(side, place)
"""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import PLACE, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules.ground import open_hexes
from ostfront.games.barbarossa_1941.rules.rail_network import enemy_units
from ostfront.games.barbarossa_1941.rules.supply import supplied_hexes
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Fortifying

MOBILISATION = 2  # the third trigger of 13


def forts_a_turn(facts: Facts, state: B41State, side: int) -> int:
    return german_forts(facts) if side == AXIS else soviet_forts(facts, mobilised(state))


@implements("B41 12.4g")
def german_forts(facts: Facts) -> int:
    return int(facts.charts["forts"]["german_per_turn"])


@implements("B41 12.4e")
def soviet_forts(facts: Facts, mobilised: bool) -> int:
    return int(facts.charts["forts"]["soviet_per_turn_mobilised" if mobilised else "soviet_per_turn"])


@implements("B41 13f")
def mobilised(state: B41State) -> bool:
    return bool(state.triggers[MOBILISATION])


@implements("B41 12.4f", "B41 12.4g")
def most_forts(facts: Facts, side: int) -> int:
    return int(facts.charts["forts"]["german_max" if side == AXIS else "soviet_max"])


def forts_of(state: B41State, side: int) -> int:
    return state.forts_axis if side == AXIS else state.forts_soviet


@implements("B41 12.4h")
def sites(facts: Facts, state: B41State, side: int) -> int:
    """In a city or next to one, in supply and in no enemy ZOC, where there is no fort yet."""
    hexes = facts.grid.closed(facts.cities) & open_hexes(facts, state, side) & supplied_hexes(facts, state, side)
    shut = zoc(facts, state, 1 - side) | enemy_units(facts, state, side) | state.forts_axis | state.forts_soviet
    return hexes ^ (hexes & shut)


def at_limit(facts: Facts, state: B41State, side: int) -> bool:
    return forts_of(state, side).bit_count() >= most_forts(facts, side)


@implements("B41 12.4f")
def removable(facts: Facts, state: B41State, side: int) -> int:
    """Soviet forts may be given up for others, which matters only when all are built."""
    return forts_of(state, side) if side == SOVIET and at_limit(facts, state, side) else 0


def begin_forts(play: B41Play, local: Fortifying) -> None:
    play.local(Fortifying(local.side, forts_a_turn(play.facts, play.state, local.side)))


def next_fort(play: B41Play, local: Fortifying) -> None:
    facts, state = play.facts, play.state
    if not local.left or (at_limit(facts, state, local.side) and not removable(facts, state, local.side)):
        return
    hexes = sites(facts, state, local.side)
    if hexes:
        play.again("fort", local)
        play.ask("fort", local.side, prepared=hexes)


def ask_fort(play: B41Play, _decision: Decision) -> str:
    local: Fortifying = play.state.top.local
    if at_limit(play.facts, play.state, local.side):
        return "All forts are built: dismantle one to build another."
    return f"Build {'a fort' if local.left == 1 else f'up to {local.left} forts'}."


def fort_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    side = state.top.local.side
    done, table = (facts.single["done"],), facts.vocabulary.table
    if at_limit(facts, state, side):
        return Options(done, ((table("dismantle"), removable(facts, state, side)),))
    return Options(done, ((table("fortify"), play.prepared or sites(facts, state, side)),))


def answer_fort(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state = play.state
    local: Fortifying = state.top.local
    bit = 1 << action.arg
    play.note(action.verb, local.side, action.arg)
    if action.verb == "dismantle":
        state.forts_soviet ^= bit
        state.manned &= ~bit
        return
    if local.side == AXIS:
        state.forts_axis |= bit
    else:
        state.forts_soviet |= bit
    state.manned |= bit & state.occupied[COMBAT[local.side]]
    play.local(Fortifying(local.side, local.left - 1))


FORT = Kind(
    "fort",
    "12.4",
    verbs=(
        Verb("fortify", (PLACE,), "build a fort"),
        Verb("dismantle", (PLACE,), "remove a fort, to build it elsewhere"),
        "done",
    ),
    prompt=ask_fort,
    options=fort_options,
    answer=answer_fort,
)


PROCEDURES = (
    Procedure("forts", (
        Step("begin", begin_forts, "12.4"),
        Step("fort", next_fort, "12.4"),
    ), Fortifying),
)  # fmt: skip
