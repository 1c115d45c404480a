"""The Supply Check (11), with the withdrawal of 18.2."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import UNIT
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, SOVIET
from ostfront.games.victory_awaits.rules.fortress import begin_abandoning, begin_fortifying
from ostfront.games.victory_awaits.rules.losses import lose_step
from ostfront.games.victory_awaits.rules.seats import side_seat
from ostfront.games.victory_awaits.rules.supply_lines import supplied
from ostfront.games.victory_awaits.rules.victory import end_game
from ostfront.games.victory_awaits.state import VaPlay, VaState, Withdrawal


def starving(facts: Facts, state: VaState, side: int) -> int:
    """The units in hexes of a side from which no line can be traced."""
    occupied = state.occupied[ANY[side]] & facts.valid
    found = 0
    for place in bits(occupied ^ (occupied & supplied(facts, state, side))):
        found |= state.units_at(place)
    return found


@implements("AVA 7.2c", "AVA 11.0", "AVA 11.1.2")
def check_soviets(play: VaPlay, _local: None) -> None:
    check_side(play, SOVIET)


@implements("AVA 7.2c", "AVA 11.0")
def check_axis(play: VaPlay, _local: None) -> None:
    if not exempt(play):
        check_side(play, AXIS)


@implements("AVA 15.1d")
def exempt(play: VaPlay) -> bool:
    """Axis units need no supply on the first turns."""
    return bool(play.state.turn < play.facts.charts["track"]["axis_supply_from"])


@implements("AVA 11.1.1")
def check_side(play: VaPlay, side: int) -> None:
    """Units without a line lose a step, all at once."""
    state, facts = play.state, play.facts
    units = facts.roster.of_side[side] & ~steadfast(facts)
    cut = bits(starving(facts, state, side) & units)
    play.note("supply", side, tuple(cut))
    for unit in cut:
        lose_step(play, unit, by_supply=True)


@implements("AVA 14.2d")
def steadfast(facts: Facts) -> int:
    """Fortresses need no supply."""
    return facts.roster.forts


# ---- moves to the Available Box (11.2) --------------------------------------------------------------


@implements("AVA 11.2a")
def offer_recall(play: VaPlay, _local: None) -> None:
    """The Axis player may redeploy units by rail."""
    units = recallable(play.facts, play.state)
    if units:
        play.ask("recall", side_seat(play.facts, play.state, AXIS), prepared=units)


@implements("AVA 14.3b")
def recallable(facts: Facts, state: VaState) -> int:
    units = facts.roster.of_side[AXIS] & state.on_map
    return units & ~starving(facts, state, AXIS)


def recall_options(play: VaPlay, _decision: Decision) -> Options:
    units = play.prepared or recallable(play.facts, play.state)
    return Options((play.facts.single["done"],), ((play.facts.vocabulary.table("recall"), units),))


def answer_recall(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.note("recall", action.arg, play.state.place[action.arg])
    play.state.put(action.arg, play.facts.boxes["axis-available"])
    play.goto("recall")


RECALL = Kind(
    "recall",
    "11.2",
    verbs=(Verb("recall", (UNIT,), "take this unit off the map into the Available Box"), "done"),
    prompt="Send units back to the Available Box, or keep them all.",
    options=recall_options,
    answer=answer_recall,
)


# ---- the withdrawal of turn 6 (18.2) ----------------------------------------------------------------


@implements("AVA 18.2e")
def begin_withdrawal(play: VaPlay, _local: None) -> None:
    order = play.facts.charts["withdrawal"]
    if play.facts.settings.scenario in order["scenarios"] and play.state.turn == order["turn"]:
        play.begin("withdrawal", Withdrawal(order["attack"]))


def next_withdrawal(play: VaPlay, local: Withdrawal) -> None:
    """Until the strength is reached; with too little of it, all go."""
    state, facts = play.state, play.facts
    units = withdrawable(facts, state)
    if local.strength <= 0 or not units:
        play.leave()
    elif sum(facts.roster.attack[u][state.steps[u]] for u in bits(units)) <= local.strength:
        for unit in bits(units):
            withdraw(play, unit)
        play.leave()
    else:
        play.ask("withdraw", side_seat(facts, state, AXIS))


def withdrawable(facts: Facts, state: VaState) -> int:
    return facts.roster.of_side[AXIS] & facts.roster.mechs & state.on_map


def ask_withdraw(play: VaPlay, _decision: Decision) -> str:
    return f"Withdraw mechanized units: {play.state.top.local.strength} more attack strength."


def withdraw_options(play: VaPlay, _decision: Decision) -> Options:
    return Options((), ((play.facts.vocabulary.table("withdraw"), withdrawable(play.facts, play.state)),))


def answer_withdraw(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    strength = facts.roster.attack[action.arg][state.steps[action.arg]]
    withdraw(play, action.arg)
    play.local(Withdrawal(state.top.local.strength - strength))
    play.goto("next unit")


WITHDRAW = Kind(
    "withdraw",
    "18.2",
    verbs=(Verb("withdraw", (UNIT,), "this mechanized unit leaves the game"),),
    prompt=ask_withdraw,
    options=withdraw_options,
    answer=answer_withdraw,
)
WITHDRAWAL = Procedure("withdrawal", (Step("next unit", next_withdrawal, "18.2"),), Withdrawal)


def withdraw(play: VaPlay, unit: int) -> None:
    play.note("withdraw", unit)
    play.state.put(unit, play.facts.boxes["withdrawn"])


# ---- the whole of it --------------------------------------------------------------------------------


SUPPLY_CHECK = Procedure(
    "supply check",
    (
        Step("Soviet units", check_soviets, "11.1"),
        Step("Axis units", check_axis, "11.1"),
        Step("withdrawal", begin_withdrawal, "18.2"),
        Step("recall", offer_recall, "11.2"),
        Step("fortresses", begin_fortifying, "11.3"),
        Step("Stand Fast", begin_abandoning, "16.2"),
        Step("end of the game", end_game, "16.4"),
    ),
)
