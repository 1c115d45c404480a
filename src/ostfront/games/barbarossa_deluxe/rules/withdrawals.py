"""Withdrawals: 2nd SS Panzer Corps (8.17, 4.10), rifle armies (8.21, 4.9), the Italians (8.28), the VI Interceptor
Corps (8.37).

Kind: `withdraw`. Procedure: "withdrawals".

Events: `withdrawn` (unit, place, turn of return or 0), `declined` (side), `put off` (unit), `interceptors leave` ().
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import arrivals, conversions, fog, stacking, supply, victory
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Phase

SS_CORPS = "2SSPz"
SS_CALLS = {19: 24, 25: 31}  # 8.17: the turn of a withdrawal, the turn of the return
ARMY_TURNS = (6, 7, 8)  # 8.21
ARMIES_RETURN = 27
LAST_ARMY = 20  # 8.21: withdrawn for good
ITALIANS, ITALIANS_LEAVE = "8It", 16  # 8.28
INTERCEPTORS_LEAVE = 8  # 8.37; whether they are there is in support.py


def begin(play: BDPlay, side: int) -> None:
    """The last step of a side's administration."""
    if side == GERMAN:
        if ss_call(play.facts, play.state):
            call_ss(play)
    else:
        if play.state.turn == INTERCEPTORS_LEAVE:
            play.note("interceptors leave")
        if army_due(play.state):
            play.begin("withdrawals", Phase(side))


# ---- 2nd SS Panzer Corps (8.17) ---------------------------------------------------------------------


@implements("BD 8.17a", "BD 8.17c")
def ss_call(facts: Facts, state: BDState) -> int:
    """The turn whose withdrawal is called for now, 0 if none; the Gambit has called it off (4.17).

    A scenario that begins after the Administrative Phase of such a turn calls for it on the next.
    """
    if kept_by_gambit(facts, state):
        return 0
    first, turn = facts.scenario.first_turn, state.turn
    if turn in SS_CALLS:
        return turn
    return first if first in SS_CALLS and turn == first + 1 and not facts.scenario.administers(first) else 0


@implements("BD 4.17c")
def kept_by_gambit(facts: Facts, state: BDState) -> bool:
    """In the campaign once it is declared, in its scenario (14.8) from the start."""
    return state.gambit > 0 or facts.scenario_name == "gambit"


def called_from_dead(facts: Facts, state: BDState) -> int:
    """2nd SS in the dead pile at the start of the turn of its withdrawal: it cannot be reclaimed first."""
    unit = facts.roster.unit(SS_CORPS)
    if unit < 0 or state.place[unit] != facts.dead[GERMAN] or not ss_call(facts, state):
        return 0
    return 1 << unit


def call_ss(play: BDPlay) -> None:
    """The corps leaves from the map or the dead pile, or its withdrawal is put off, or refused."""
    facts, state = play.facts, play.state
    unit = facts.roster.unit(SS_CORPS)
    if unit < 0:
        return
    if state.place[unit] == facts.dead[GERMAN]:
        withdraw_ss(play, unit)
    elif not state.on_map >> unit & 1:
        missed(play, unit, state.place[unit] == facts.caucasus)
    elif not supplied(facts, state, unit):
        missed(play, unit, True)
    elif victory.by_points(facts):
        play.begin("withdrawals", Phase(GERMAN, unit))
    else:
        withdraw_ss(play, unit)  # where no points are counted, nothing buys it free


@implements("BD 8.17b")
def supplied(facts: Facts, state: BDState, unit: int) -> bool:
    """From the map it leaves in overland supply only."""
    return bool(supply.supplied_overland(facts, state, 1 << unit))


def missed(play: BDPlay, unit: int, later: bool) -> None:
    """The withdrawal cannot be made now: it costs its point, and the corps leaves when it can."""
    if later:
        play.state.withdrawals_due = 1
        play.note("put off", unit)
    pay_for_ss(play)


def pay_for_ss(play: BDPlay) -> None:
    if ss_call(play.facts, play.state) == max(SS_CALLS):
        second_penalty(play)
    else:
        first_penalty(play)


@implements("BD 4.10a")
def first_penalty(play: BDPlay) -> None:
    victory.adjust(play, -1, "4.10")


@implements("BD 4.10b")
def second_penalty(play: BDPlay) -> None:
    victory.adjust(play, -1, "4.10")


def withdraw_ss(play: BDPlay, unit: int) -> None:
    """Off the map, with its Tigers, until the turn of its return."""
    remove(play, unit, ss_return(play.state.turn))
    play.state.withdrawals_due = 0


@implements("BD 8.17c")
def ss_return(turn: int) -> int:
    """When a corps that leaves on a turn comes back."""
    return min((back for back in SS_CALLS.values() if back > turn), default=0)


def settle(play: BDPlay) -> None:
    """A withdrawal that was put off: made in supply or in the dead pile, pointless when the return is due."""
    facts, state = play.facts, play.state
    unit = facts.roster.unit(SS_CORPS)
    if kept_by_gambit(facts, state) or state.turn in SS_CALLS.values() or state.place[unit] == facts.gone:
        state.withdrawals_due = 0
    elif state.place[unit] == facts.dead[GERMAN] or (state.on_map >> unit & 1 and supplied(facts, state, unit)):
        withdraw_ss(play, unit)


# ---- rifle armies (8.21) ----------------------------------------------------------------------------


@implements("BD 8.21a", "BD 8.21c")
def army_due(state: BDState) -> bool:
    return state.turn in ARMY_TURNS or state.turn == LAST_ARMY


def withdrawable(facts: Facts, state: BDState) -> int:
    """Rifle armies of which one may leave: on the map in overland supply; for good, else from the boxes."""
    regular = conversions.regular_armies(facts)
    found = supply.supplied_overland(facts, state, regular & state.on_map)
    if found or state.turn != LAST_ARMY:
        return found
    in_box = regular & state.units_at(facts.rvgk)
    return in_box or regular & state.units_at(facts.dead[SOVIET])


def remove(play: BDPlay, unit: int, back: int) -> None:
    """A unit leaves with what supports it, to the turn of its return or for good."""
    facts, state = play.facts, play.state
    place, units = state.place[unit], stacking.with_support(facts, state, 1 << unit)
    play.note("withdrawn", unit, place, back)
    for each in bits(units):
        state.put(each, facts.track_box if back else facts.gone)
        state.due[each] = back
        state.parent[each] = NOWHERE
    fog.removed(play, units, 1 << place)
    state.fed &= ~(1 << unit)


@implements("BD 8.21b")
def army_return(state: BDState) -> int:
    """The turn on which an army that leaves now comes back; 0 on turn 20."""
    return ARMIES_RETURN if state.turn in ARMY_TURNS else 0


@implements("BD 4.9")
def refuse_army(play: BDPlay) -> None:
    """No army was withdrawn: the German gains a point."""
    play.note("declined", SOVIET)
    victory.adjust(play, 1, "4.9")


# ---- the decision -----------------------------------------------------------------------------------


def choose(play: BDPlay, local: Phase) -> None:
    if local.side == GERMAN or withdrawable(play.facts, play.state):
        play.ask("withdraw", local.side)
    elif optional(play.state):
        refuse_army(play)


@implements("BD 8.21c")
def optional(state: BDState) -> bool:
    """The army of turn 20 must go; every other withdrawal may be declined."""
    return state.turn != LAST_ARMY


def ask_withdraw(play: BDPlay, decision: Decision) -> str:
    if decision.seat == GERMAN:
        return "Withdraw 2nd SS Panzer Corps? To keep it costs a point."
    back = army_return(play.state)
    if back:
        return f"Choose a rifle army to withdraw until turn {back}. To decline gives the German a point."
    return "Choose a rifle army to withdraw for good."


def withdraw_options(play: BDPlay, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = 1 << state.top.local.unit if decision.seat == GERMAN else withdrawable(facts, state)
    singles = (facts.single["decline"],) if decision.seat == GERMAN or optional(state) else ()
    return Options(singles, ((facts.vocabulary.table("withdraw"), units),))


def answer_withdraw(play: BDPlay, decision: Decision, action: Action) -> None:
    if action.verb == "decline":
        if decision.seat == GERMAN:
            play.note("declined", GERMAN)
            pay_for_ss(play)
        else:
            refuse_army(play)
        return
    assert isinstance(action.arg, int)
    if decision.seat == GERMAN:
        withdraw_ss(play, action.arg)
    else:
        remove(play, action.arg, army_return(play.state))


WITHDRAW = Kind(
    "withdraw",
    "8.21",
    verbs=(Verb("withdraw", (UNIT,), "withdraw a unit from play"), "decline"),
    prompt=ask_withdraw,
    options=withdraw_options,
    answer=answer_withdraw,
    rule_now=lambda play, decision: "8.17" if decision.seat == GERMAN else "8.21",
)


# ---- others -----------------------------------------------------------------------------------------


def end_of_turn(play: BDPlay) -> None:
    italians_leave(play)
    arrivals.end_of_turn(play)


@implements("BD 8.28")
def italians_leave(play: BDPlay) -> None:
    """At the end of turn 16 the Italian 8th Army is out of play, wherever it is."""
    facts, state = play.facts, play.state
    unit = facts.roster.unit(ITALIANS)
    if state.turn == ITALIANS_LEAVE and unit >= 0 and state.place[unit] not in (facts.gone, NOWHERE):
        remove(play, unit, 0)


PROCEDURES = (Procedure("withdrawals", (Step("choose", choose, "8.17"),), Phase),)

__all__ = ["PROCEDURES", "WITHDRAW", "begin", "called_from_dead", "end_of_turn", "settle"]
