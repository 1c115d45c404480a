"""Watch on the Rhine or on the Oder (4.18, 4.19): chosen in secret on turn 28, revealed on turn 30.

Events: `chosen` (1 Rhine, 2 Oder; to the Germans), `operation` (the same, to all).
"""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import arrivals, victory
from ostfront.games.barbarossa_deluxe.state import ODER, RHINE, BDPlay, BDState

DECISION_TURN, TURN = 28, 30
REPLACEMENTS = (4, 4)
MOVEMENT = 6
LUFTWAFFE = 2
FEW, MANY = 10, 20  # 4.19: Soviet units eliminated


def start_turn(play: BDPlay, _local: None) -> None:
    if not victory.by_points(play.facts):
        return
    if play.state.turn == DECISION_TURN:
        choose(play)
    elif play.state.turn == TURN:
        reveal(play)


@implements("BD 4.18a")
def choose(play: BDPlay) -> None:
    play.ask("operation", GERMAN)


@implements("BD 4.18b")
def reveal(play: BDPlay) -> None:
    """The counter is turned up; Oder brings its corps."""
    state = play.state
    play.reveal()
    play.note("operation", state.operation)
    if state.operation == ODER:
        arrivals.call_oder_units(play)


def operation_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["rhine"], play.facts.single["oder"]))


def answer_operation(play: BDPlay, _decision: Decision, action: Action) -> None:
    play.state.operation = ODER if action.verb == "oder" else RHINE
    play.note("chosen", play.state.operation, to=(GERMAN,))


OPERATION = Kind(
    "operation",
    "4.18",
    verbs=(
        Verb("rhine", (), "the last offensive is for the west", label="For the west"),
        Verb("oder", (), "the last offensive is for the east, and ends the game on turn 30", label="For the east"),
    ),
    prompt="Choose in secret: Watch on the Rhine, or Watch on the Oder, which decides the game on turn 30.",
    options=operation_options,
    answer=answer_operation,
    secrecy="secret",
)


def under_way(state: BDState) -> bool:
    """Whether this is the turn of Watch on the Oder."""
    return state.turn == TURN and state.operation == ODER


@implements("BD 4.18d")
def replacements(state: BDState) -> tuple[int, int] | None:
    return REPLACEMENTS if under_way(state) else None


@implements("BD 4.18d")
def luftwaffe(state: BDState) -> int:
    """Luftwaffe counters more than on the track."""
    return LUFTWAFFE if under_way(state) else 0


@implements("BD 4.18e")
def mechanized_movement(state: BDState) -> int | None:
    return MOVEMENT if under_way(state) else None


def start_player_turn(play: BDPlay, side: int) -> None:
    """Cities are counted from the start of the German player turn (4.19)."""
    if side == GERMAN and under_way(play.state):
        play.state.owned = play.state.german & play.facts.cities


@implements("BD 4.18c", "BD 4.19e")
def end_player_turn(play: BDPlay, side: int) -> None:
    """The end of the German player turn of turn 30 decides the game."""
    if side != GERMAN or not under_way(play.state) or play.state.result is not None:
        return
    if succeeded(play.facts, play.state):
        victory.win(play, GERMAN, "Watch on the Oder has succeeded", "4.19")
    else:
        victory.win(play, SOVIET, "Watch on the Oder has failed", "4.19")


def succeeded(facts: Facts, state: BDState) -> bool:
    held = state.german & facts.cities
    if held & state.owned != state.owned:
        return False
    taken = (held & ~state.owned).bit_count()
    return two_cities(taken) or one_city(taken, state.killed) or many_units(state.killed)


@implements("BD 4.19a")
def two_cities(taken: int) -> bool:
    return taken >= 2


@implements("BD 4.19b")
def one_city(taken: int, killed: int) -> bool:
    return taken >= 1 and killed >= FEW


@implements("BD 4.19c")
def many_units(killed: int) -> bool:
    return killed >= MANY
