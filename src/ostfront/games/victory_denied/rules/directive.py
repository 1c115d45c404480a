"""The end of the turn (4.2) and the Hitler Directive (15)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules.victory import reckon
from ostfront.games.victory_denied.state import DISTRACTED, MOSCOW, Count, VdPlay


@implements("AVD 15.0", "AVD 4.2b")
def roll_directive(play: VdPlay, _local: None) -> None:
    """At the end of turn 6; on Guderian's Choice the German player is asked."""
    state, table = play.state, play.facts.charts["hitler_directive"]
    if state.turn != table["turn"]:
        return
    die = play.roll(6, f"turn {state.turn} / directive")
    word = table["rows"][die - 1]
    play.note("directive", die, word)
    if word == "choice":
        play.ask("directive", GERMAN)
    else:
        state.directive = MOSCOW if word == "moscow" else DISTRACTED


def directive_options(play: VdPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["moscow"], play.facts.single["distract"]))


@implements("AVD 15.3")
def answer_directive(play: VdPlay, _decision: Decision, action: Action) -> None:
    play.state.directive = MOSCOW if action.verb == "moscow" else DISTRACTED
    play.state.chosen = True
    play.note("choice", action.verb)


DIRECTIVE = Kind(
    "directive",
    "15.3",
    verbs=(
        Verb("moscow", (), "Objective Moscow!", label="Objective Moscow"),
        Verb("distract", (), "Hitler Distracted", label="Hitler Distracted"),
    ),
    prompt="Guderian's Choice: Objective Moscow, or Hitler Distracted?",
    options=directive_options,
    answer=answer_directive,
)


@implements("AVD 15.2b")
def begin_withdrawal(play: VdPlay, _local: None) -> None:
    """Hitler Distracted: four motorized units leave before turn 7's chits are selected."""
    state, table = play.state, play.facts.charts["hitler_directive"]
    if state.turn == table["turn"] + 1 and state.directive == DISTRACTED:
        play.begin("withdrawal", Count(table["distracted_withdraws"]))


def motorized_on_map(play: VdPlay) -> int:
    roster = play.facts.roster
    return play.state.on_map & roster.combat_units[GERMAN] & roster.motorized_set


def next_withdrawal(play: VdPlay, local: Count) -> None:
    units = motorized_on_map(play)
    if not local.left or not units:
        play.leave()
    elif units.bit_count() <= local.left:
        for unit in bits(units):
            withdraw(play, unit)
        play.leave()
    else:
        play.ask("withdraw", GERMAN)


def ask_withdraw(play: VdPlay, _decision: Decision) -> str:
    left = play.state.top.local.left
    return f"Hitler is distracted: withdraw {left} more motorized unit{'' if left == 1 else 's'}."


def withdraw_options(play: VdPlay, _decision: Decision) -> Options:
    return Options((), ((play.facts.vocabulary.table("withdraw"), motorized_on_map(play)),))


def answer_withdraw(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    withdraw(play, action.arg)
    play.local(Count(play.state.top.local.left - 1))
    play.goto("next unit")


WITHDRAW = Kind(
    "withdraw",
    "15.2",
    verbs=(Verb("withdraw", (UNIT,), "this motorized unit leaves the game"),),
    prompt=ask_withdraw,
    options=withdraw_options,
    answer=answer_withdraw,
)


def withdraw(play: VdPlay, unit: int) -> None:
    play.note("withdraw", unit, play.state.place[unit])
    play.state.put(unit, play.facts.boxes["removed"])
    play.state.status[unit] = 0


def end_turn(play: VdPlay, _local: None) -> None:
    """Count at the end of the last turn, otherwise advance the marker."""
    if play.state.turn == last_turn(play):
        reckon(play)
    else:
        advance_marker(play)


@implements("AVD 4.2c")
def advance_marker(play: VdPlay) -> None:
    play.state.turn += 1
    play.note("turn", play.state.turn)


@implements("AVD 15.1", "AVD 15.2a", "AVD 4.0")
def last_turn(play: VdPlay) -> int:
    lasts = play.facts.charts["hitler_directive"]["last_turn"]
    return int(lasts["distracted" if play.state.directive == DISTRACTED else "moscow"])


PROCEDURES = (
    Procedure("withdrawal", (
        Step("next unit", next_withdrawal, "15.2"),
    ), Count),
)  # fmt: skip
