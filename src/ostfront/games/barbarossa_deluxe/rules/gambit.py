"""The German summer offensive of 1943 (4.4) and Manstein's Gambit (4.16, 4.17).

Events: `offensive` (1 with the Gambit, else 0), `offensive failed` (die), `offensive succeeded` ().
"""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import arrivals, victory
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState

TURNS = (17, 18, 19)
LAST = 20  # 4.16: the Gambit is judged at the end of this turn
REPLACEMENTS = (2, 2)  # 4.17


@implements("BD 4.4a", "BD 4.16a")
def offer(play: BDPlay, _local: None) -> None:
    """At the beginning of turns 17 to 19, once."""
    state = play.state
    if victory.by_points(play.facts) and state.turn in TURNS and not state.offensive:
        play.ask("offensive", GERMAN)


def offensive_options(play: BDPlay, _decision: Decision) -> Options:
    single = play.facts.single
    return Options((single["decline"], single["offensive"], single["gambit"]))


def answer_offensive(play: BDPlay, _decision: Decision, action: Action) -> None:
    state = play.state
    if action.verb == "decline":
        return
    state.offensive = state.turn
    if action.verb == "gambit":
        state.gambit = state.turn
        arrivals.call_gambit_units(play)
    play.note("offensive", int(action.verb == "gambit"))


OFFENSIVE = Kind(
    "offensive",
    "4.4",
    verbs=(
        Verb("offensive", (), "declare the summer offensive of 1943", label="Summer offensive"),
        Verb("gambit", (), "declare it as Manstein's Gambit", label="Manstein's Gambit"),
        "decline",
    ),
    prompt="Declare the summer offensive of 1943? Failure costs points; the Gambit ends the game on turn 20.",
    options=offensive_options,
    answer=answer_offensive,
)


@implements("BD 4.17a")
def replacements(state: BDState) -> tuple[int, int] | None:
    """German steps from the declaration of the Gambit to turn 20; None where it changes nothing."""
    return REPLACEMENTS if state.gambit and state.gambit <= state.turn <= LAST else None


# ---- the end of a turn ------------------------------------------------------------------------------


def end_of_turn(play: BDPlay) -> None:
    state = play.state
    if not victory.by_points(play.facts):
        return
    if state.gambit and state.turn == LAST:
        judge(play)
    elif not victory.set_aside(state) and state.turn in TURNS and not state.offensive_judged:
        judge_offensive(play)


@implements("BD 4.4c", "BD 4.4d")
def judge_offensive(play: BDPlay) -> None:
    """A failed offensive, or none by the end of turn 19, costs half a die, rounded up."""
    state = play.state
    if state.offensive == state.turn and succeeded(play.facts, state):
        state.offensive_judged = True
        play.note("offensive succeeded")
    elif state.offensive == state.turn or (not state.offensive and state.turn == TURNS[-1]):
        state.offensive_judged = True
        die = victory.roll(play, "offensive")
        play.note("offensive failed", die)
        victory.adjust(play, -((die + 1) // 2), "4.4")


@implements("BD 4.4b")
def succeeded(facts: Facts, state: BDState) -> bool:
    """Every city of the start of the turn is still German, and one more."""
    held = state.german & facts.cities
    return held & state.owned == state.owned and held != state.owned


@implements("BD 4.16b")
def judge(play: BDPlay) -> None:
    """The end of the Gambit is the end of the game."""
    facts, state = play.facts, play.state
    home = facts.home_points
    prizes = (facts.leningrad, facts.moscow, facts.kiev, facts.stalingrad)
    taken = sum(state.german >> place & 1 for place in prizes)
    if state.german & home == home and taken >= 2:
        victory.win(play, GERMAN, "Manstein's Gambit has succeeded", "4.16")
    else:
        victory.win(play, SOVIET, "Manstein's Gambit has failed", "4.16")
