"""Tiger battalions and cavalry-mechanized groups: the corps or army that each supports (8.31, 8.32).

A support unit is attached when it arrives, by strategic movement (Tigers) or out of the RVGK box (groups). The
procedure "attach" asks for the unit to support among those in some hexes, or takes the only one.

Kind: `attach`. Events: `attached` (unit, supported unit).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.rules import fog, supply
from ostfront.games.barbarossa_deluxe.state import Attaching, BDPlay, BDState


def supportable(facts: Facts, state: BDState, unit: int, hexes: int | None = None, stay: bool = False) -> int:
    """The units a support unit could be attached to now, in these hexes if given; its present one if it may stay."""
    kin = facts.roster.tigers if facts.roster.tigers >> unit & 1 else facts.roster.cavalry_mechanized
    candidates = (corps(facts) if kin == facts.roster.tigers else armies(facts)) & state.on_map
    if state.parent[unit] >= 0 and not stay:
        candidates &= ~(1 << state.parent[unit])
    open_to = ~taken(state, kin & state.on_map & ~(1 << unit))
    if hexes is not None:
        open_to &= hexes
    found = mask(other for other in bits(candidates) if open_to >> state.place[other] & 1)
    return supply.supplied_overland(facts, state, found) if found else 0


@implements("BD 8.31a")
def corps(facts: Facts) -> int:
    """What a Tiger battalion may support: German corps of every kind, no satellites."""
    return facts.roster.tiger_corps


@implements("BD 1.6", "BD 8.32a")
def armies(facts: Facts) -> int:
    """What a cavalry-mechanized group may support: armies of the Red Army, the militia too, no satellites."""
    return facts.roster.army_sized & facts.roster.red_army


@implements("BD 8.31a", "BD 8.32a")
def taken(state: BDState, others: int) -> int:
    """The hexes that have one of its kind: no stack has two."""
    return mask(state.place[other] for other in bits(others))


def attach(play: BDPlay, unit: int, supported: int) -> None:
    state = play.state
    state.parent[unit] = supported
    state.due[unit] = 0
    place = state.place[supported]
    fog.tell_apart(play, "attached", (unit, supported), (unit, supported), (place,))
    if play.facts.roster.side[unit] == SOVIET:
        fog.shift(play, 1 << unit, place)
    else:
        state.put(unit, place)


# ---- the decision -----------------------------------------------------------------------------------


def begin_attach(play: BDPlay, side: int, unit: int, hexes: int | None = None) -> None:
    """Attach a support unit to a unit in one of these hexes; somebody has looked that there is one."""
    play.begin("attach", Attaching(side, unit, play.facts.valid if hexes is None else hexes))


def begin_choice(play: BDPlay, side: int, unit: int) -> None:
    """At set-up: a support unit may be attached to any unit of its hex (14.7)."""
    play.begin("attach", Attaching(side, unit, 1 << play.state.place[unit], stay=True))


def choose_unit(play: BDPlay, local: Attaching) -> None:
    units = supportable(play.facts, play.state, local.unit, local.hexes, local.stay)
    if units & units - 1:
        play.ask("attach", local.side, prepared=units)
    elif units:
        attach(play, local.unit, lowest(units))


def ask_attach(play: BDPlay, _decision: Decision) -> str:
    return f"Choose the unit that {play.facts.roster.names[play.state.top.local.unit]} supports."


def attach_options(play: BDPlay, _decision: Decision) -> Options:
    local: Attaching = play.state.top.local
    units = play.prepared or supportable(play.facts, play.state, local.unit, local.hexes, local.stay)
    return Options((), ((play.facts.vocabulary.table("attach"), units),))


def answer_attach(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    attach(play, play.state.top.local.unit, action.arg)


ATTACH = Kind(
    "attach",
    "8.31",
    verbs=(Verb("attach", (UNIT,), "attach the support unit in hand to a unit"),),
    prompt=ask_attach,
    options=attach_options,
    answer=answer_attach,
    secrecy="secret",
    secret_of=(SOVIET,),
)

PROCEDURES = (Procedure("attach", (Step("choose", choose_unit, "8.31"),), Attaching),)
