"""Replacements (8.12 to 8.16): steps that reclaim units from the dead pile, and the German comb-outs.

Kinds: `replace`, `rebuild-at`, `comb-out`. Procedure: "replacements".

Events: `rebuild` (unit, place), `comb-out` (die, units).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import arrivals, entries, fog, gambit, oder, victory, withdrawals
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Replacing

COMB_OUT_YEARS = (1943, 1944)  # 8.16


def begin(play: BDPlay, side: int) -> None:
    """The replacement steps of a side on this turn."""
    mech, foot = allotment(play.facts, play.state, side)
    if mech or foot:
        play.begin("replacements", Replacing(side, mech, foot))


@implements("BD 8.12b", "BD 12.4", "BD 13.5", "BD 14.5", "BD 14.11", "BD 15.6a")
def allotment(facts: Facts, state: BDState, side: int) -> tuple[int, int]:
    """Steps for mechanized and for other units, from the track unless the scenario or an operation changes them."""
    if side == GERMAN:
        changed = gambit.replacements(state) or oder.replacements(state)
        if changed is not None:
            return changed
    return facts.scenario.replacements(facts.box(state.turn), side)


# ---- who can be reclaimed ---------------------------------------------------------------------------


def reclaimable(facts: Facts, state: BDState, local: Replacing) -> int:
    """Units of the dead pile for which there is a step and a place."""
    side, mech = local.side, facts.roster.mech
    units = state.units_at(facts.dead[side]) & payable(facts, local)
    units &= ~(facts.roster.dotted | facts.roster.attached)  # 8.12, 8.31, 8.32: lost for good, or back by a die
    units &= ~withdrawals.called_from_dead(facts, state)
    if side == SOVIET:
        return units  # the RVGK box takes them all
    known: dict[tuple[str, str, int], bool] = {}  # like units come to the same hexes
    found = 0
    for unit in bits(units):
        key = (facts.roster.entry[unit], facts.roster.entry_place[unit], mech >> unit & 1)
        if key not in known:
            known[key] = bool(entries.arrival_hexes(facts, state, unit))
        found |= known[key] << unit
    return found


def payable(facts: Facts, local: Replacing) -> int:
    """Units of the classes for which there are steps."""
    mech = facts.roster.mech
    every = facts.roster.of_side[local.side]
    found = every & mech if local.mech else 0
    if local.foot or (local.side == SOVIET and substitutes(local)):
        found |= every & ~mech
    return found


@implements("BD 8.12c")
def substitutes(local: Replacing) -> bool:
    """Soviet steps for mechanized units may reclaim others."""
    return local.mech > 0


@implements("BD 8.12a")
def spend(facts: Facts, local: Replacing, unit: int) -> Replacing:
    """What is left when a step has reclaimed a unit."""
    if facts.roster.mech >> unit & 1 or not local.foot:
        return Replacing(local.side, local.mech - 1, local.foot)
    return Replacing(local.side, local.mech, local.foot - 1)


# ---- the decisions ----------------------------------------------------------------------------------


def next_step(play: BDPlay, local: Replacing) -> None:
    units = reclaimable(play.facts, play.state, local)
    if units:
        play.goto("next")
        play.ask("replace", local.side, prepared=units)
    elif state_has_dead(play.facts, play.state, local.side):
        play.pass_over("replace", local.side)


def state_has_dead(facts: Facts, state: BDState, side: int) -> bool:
    return bool(state.units_at(facts.dead[side]))


def ask_replace(play: BDPlay, _decision: Decision) -> str:
    local: Replacing = play.state.top.local
    return f"Reclaim a unit from the dead pile: {local.mech} mechanized and {local.foot} other left."


def replace_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    units = play.prepared or reclaimable(facts, play.state, play.state.top.local)
    return Options((facts.single["done"],), ((facts.vocabulary.table("rebuild"), units),))


def answer_replace(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    unit, local = action.arg, play.state.top.local
    sites = rebuild_places(play.facts, play.state, unit)
    play.local(spend(play.facts, local, unit)._replace(unit=unit))
    if sites & sites - 1:
        play.ask("rebuild-at", local.side, prepared=sites)
    else:
        rebuild(play, unit, lowest(sites))


REPLACE = Kind(
    "replace",
    "8.12",
    verbs=(Verb("rebuild", (UNIT,), "reclaim a unit from the dead pile"), "done"),
    prompt=ask_replace,
    options=replace_options,
    answer=answer_replace,
)


@implements("BD 8.13")
def rebuild_places(facts: Facts, state: BDState, unit: int) -> int:
    """A reclaimed unit enters like a reinforcement of its kind; a Soviet one may go to the RVGK box (8.8)."""
    hexes = entries.arrival_hexes(facts, state, unit)
    return hexes | 1 << facts.rvgk if facts.roster.side[unit] == SOVIET else hexes


def ask_where(play: BDPlay, _decision: Decision) -> str:
    return f"Where does {play.facts.roster.names[play.state.top.local.unit]} come back?"


def where_options(play: BDPlay, _decision: Decision) -> Options:
    sites = play.prepared or rebuild_places(play.facts, play.state, play.state.top.local.unit)
    return Options((), ((play.facts.vocabulary.table("at"), sites),))


def answer_where(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    rebuild(play, play.state.top.local.unit, action.arg)


REBUILD_AT = Kind(
    "rebuild-at",
    "8.13",
    verbs=("at",),
    prompt=ask_where,
    options=where_options,
    answer=answer_where,
)


def rebuild(play: BDPlay, unit: int, place: int) -> None:
    play.note("rebuild", unit, place)
    if place == play.facts.rvgk:
        fog.shift(play, 1 << unit, place)
    else:
        arrivals.come(play, unit, place)


# ---- comb-outs (8.16) -------------------------------------------------------------------------------


def offer_comb_out(play: BDPlay) -> None:
    """At the start of a German player turn, if there is anybody to reclaim."""
    if may_comb(play.facts, play.state) and reclaimable(play.facts, play.state, Replacing(GERMAN, 0, 1)):
        play.ask("comb-out", GERMAN)


@implements("BD 8.16a")
def may_comb(facts: Facts, state: BDState) -> bool:
    """Once in the single-month turns of 1943, and once in those of 1944."""
    box = facts.box(state.turn)
    return box.single and box.year in COMB_OUT_YEARS and box.year not in state.comb_outs


def comb_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["decline"], play.facts.single["comb"]))


def answer_comb(play: BDPlay, _decision: Decision, action: Action) -> None:
    state = play.state
    if action.verb == "decline":
        return
    state.comb_outs += (play.facts.box(state.turn).year,)
    die = victory.roll(play, "comb-out")
    units = combed(die)
    play.note("comb-out", die, units)
    if units:
        play.begin("replacements", Replacing(GERMAN, 0, units))


@implements("BD 8.16b")
def combed(die: int) -> int:
    """Half the die, without the fraction: units on foot that come back at once."""
    return die // 2


COMB_OUT = Kind(
    "comb-out",
    "8.16",
    verbs=(
        Verb("comb", (), "comb out the rear area: half a die of units on foot come back", label="Comb out"),
        "decline",
    ),
    prompt="Comb out the rear area on this turn? You may do so once in this year.",
    options=comb_options,
    answer=answer_comb,
)

PROCEDURES = (Procedure("replacements", (Step("next", next_step, "8.12"),), Replacing),)

__all__ = ["COMB_OUT", "PROCEDURES", "REBUILD_AT", "REPLACE", "begin", "offer_comb_out"]
