"""Stacking (6): five units in a hex, one satellite army among them, and what happens to a stack that is too high.

Events: `excess` (unit): removed by the opponent.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GROUND, SATELLITES
from ostfront.games.barbarossa_deluxe.rules import losses
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Excess

LIMIT = 5  # 6.3


def with_support(facts: Facts, state: BDState, units: int) -> int:
    """These units with the Tiger battalions and cavalry-mechanized groups that support them (8.31, 8.32)."""
    found = units
    support = facts.roster.attached & state.on_map
    if not support:
        return found
    parent = state.parent
    for unit in bits(support):
        if parent[unit] >= 0 and units >> parent[unit] & 1:
            found |= 1 << unit
    return found


@implements("BD 3.3f")
def room(facts: Facts, state: BDState, side: int, units: int, hexes: int) -> int:
    """Those of the hexes that can take these units beside the ones that are there now (6.2 to 6.5)."""
    found = space(facts, state, side, units, hexes)
    if facts.roster.attached & state.on_map:
        found ^= found & barred_to_support(facts, state, units)
    return found


def space(facts: Facts, state: BDState, side: int, units: int, hexes: int) -> int:
    """The same for units that are driven there: a Tiger battalion or cavalry-mechanized group may meet another."""
    roster = facts.roster
    counted = units.bit_count() - (units & roster.free_stacking).bit_count()
    if counted:
        hexes ^= hexes & crowded_out(state, counted)
    if units & roster.satellites[side]:
        hexes ^= hexes & barred_to_satellites(facts, state, side, units)
    return hexes


@implements("BD 6.2a", "BD 6.3")
def crowded_out(state: BDState, counted: int) -> int:
    """Hexes without room for so many units more."""
    return state.least[max(0, LIMIT + 1 - counted)] if counted <= LIMIT else -1


@implements("BD 6.4")
def barred_to_satellites(facts: Facts, state: BDState, side: int, units: int) -> int:
    """Where a satellite army may not stack, because another is there or with it (6.4)."""
    armies = units & facts.roster.satellites[side]
    if not armies:
        return 0
    return facts.valid if armies & armies - 1 else state.occupied[SATELLITES[side]]


@implements("BD 8.31a", "BD 8.32a")
def barred_to_support(facts: Facts, state: BDState, units: int) -> int:
    """Where a Tiger battalion or cavalry-mechanized group among these units would meet another (8.31, 8.32)."""
    support = facts.roster.attached & state.on_map
    if not support:
        return 0
    coming = with_support(facts, state, units) & support
    if not coming:
        return 0
    if coming & coming - 1:
        return facts.valid
    kin = facts.roster.tigers if coming & facts.roster.tigers else facts.roster.cavalry_mechanized
    return mask(state.place[unit] for unit in bits(support & kin & ~coming))


def supported(facts: Facts, state: BDState) -> int:
    """Units with a Tiger battalion or cavalry-mechanized group."""
    support = facts.roster.attached & state.on_map
    return mask(state.parent[unit] for unit in bits(support)) if support else 0


def fits(facts: Facts, state: BDState, side: int, units: int, place: int) -> bool:
    """Whether these units may join those in a hex."""
    return bool(room(facts, state, side, units, 1 << place))


# ---- stacks over the limit (6.2) --------------------------------------------------------------------


def overfull(facts: Facts, state: BDState, side: int) -> int:
    """Hexes in which a side has more than it may have."""
    found = state.least[LIMIT + 1] | state.crowded[SATELLITES[side]]
    return found & state.occupied[GROUND[side]] & facts.valid


def single_kinds(facts: Facts) -> tuple[int, ...]:
    """Units of which a hex takes one: early cavalry groups, Tiger battalions, cavalry-mechanized groups."""
    roster = facts.roster
    return roster.cavalry_groups, roster.tigers, roster.cavalry_mechanized


@implements("BD 8.30d")
def doubled(facts: Facts, state: BDState) -> int:
    """Hexes in which a retreat has brought two of such units together."""
    found = 0
    for kind in single_kinds(facts):
        seen = 0
        for unit in bits(kind & state.on_map):
            bit = 1 << state.place[unit]
            found |= seen & bit
            seen |= bit
    return found


@implements("BD 6.2b")
def begin_excess(play: BDPlay) -> None:
    """Stacks over the limit are cut down by the opponent, one after another."""
    facts, state = play.facts, play.state
    twice = doubled(facts, state)
    for side in (0, 1):
        for place in bits(overfull(facts, state, side) | twice & state.occupied[GROUND[side]]):
            play.begin("excess", Excess(side, place))


def removable(facts: Facts, state: BDState, local: Excess) -> int:
    """Units the opponent may remove: those of a kind of which there may be one, otherwise any that count."""
    here = state.units_at(local.place) & facts.roster.of_side[local.side]
    for kind in (facts.roster.satellites[local.side], *single_kinds(facts)):
        if here & kind & (here & kind) - 1:
            return here & kind
    counted = here & ~facts.roster.free_stacking
    return counted if counted.bit_count() > LIMIT else 0


def next_excess(play: BDPlay, local: Excess) -> None:
    units = removable(play.facts, play.state, local)
    if units:
        play.ask("excess", 1 - local.side)


def ask_excess(play: BDPlay, _decision: Decision) -> str:
    local: Excess = play.state.top.local
    return f"The enemy stack in {play.facts.where(local.place)} is over the limit: remove a unit."


def excess_options(play: BDPlay, _decision: Decision) -> Options:
    units = removable(play.facts, play.state, play.state.top.local)
    return Options((), ((play.facts.vocabulary.table("remove"), units),))


def answer_excess(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    play.note("excess", action.arg)
    losses.eliminate(play, 1 << action.arg)
    play.goto("next")


EXCESS = Kind(
    "excess",
    "6.2",
    verbs=(Verb("remove", (UNIT,), "remove a unit of an enemy stack that is over the limit"),),
    prompt=ask_excess,
    options=excess_options,
    answer=answer_excess,
)

PROCEDURES = (Procedure("excess", (Step("next", next_excess, "6.2"),), Excess),)

__all__ = ["EXCESS", "PROCEDURES", "begin_excess", "fits", "overfull", "room", "space", "with_support"]
