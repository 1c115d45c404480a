"""What a player declares at the start of a game turn or of his player turn: the phase order (5.4 to 5.7), the zone of
1942 (5.6), the Paulus Pause (5.10).

The 1943 offensive and the Gambit are in gambit.py, Rhine or Oder in oder.py, the comb-out in replacements.py.

Events: `order` (side, 1 fight/move, 2 move/fight, 3 fight/fight), `zone` (0 north, 1 south), `pause` (0 or 1).
"""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import scenarios
from ostfront.games.barbarossa_deluxe.state import (
    FIGHT_FIGHT,
    FIGHT_MOVE,
    MOVE_FIGHT,
    NORTH,
    ODER,
    SOUTH,
    BDPlay,
    BDState,
    Phase,
)

PAUSE_TURN = 3  # 5.10
ZONE_TURN = 9  # 5.6
BOUND_TURNS = (1, 5)  # 5.4: the last turn on which the Germans, the Soviets must fight first
SOVIET_FIGHT_FIGHT = (31, 32)  # 5.5
ODER_TURN = 30
FIGHT_FIGHT_YEARS = (1942, 1943)  # 5.5
ORDERS = {"fight-move": FIGHT_MOVE, "move-fight": MOVE_FIGHT, "fight-fight": FIGHT_FIGHT}


# ---- the Paulus Pause (5.10) ------------------------------------------------------------------------


@implements("BD 5.10a")
def offer_pause(play: BDPlay, _local: None) -> None:
    if play.state.turn == PAUSE_TURN and play.facts.scenario.dated_1941:
        play.ask("pause", GERMAN)


def pause_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["decline"], play.facts.single["pause"]))


def answer_pause(play: BDPlay, _decision: Decision, action: Action) -> None:
    play.state.paused = action.verb == "pause"
    play.note("pause", int(play.state.paused))


PAUSE = Kind(
    "pause",
    "5.10",
    verbs=(
        Verb("pause", (), "take the Paulus Pause: no attacks this turn", label="Paulus Pause"),
        Verb("decline", (), "do not"),
    ),
    prompt="Take the Paulus Pause? No German attacks this turn, and no penalties on turns 4 and 5.",
    options=pause_options,
    answer=answer_pause,
)


def resting(state: BDState) -> bool:
    """The German player turn of the pause: no attack of any kind."""
    return state.paused and state.turn == PAUSE_TURN


# ---- the zone of 1942 (5.6, 13.8) -------------------------------------------------------------------


@implements("BD 5.6b", "BD 15.1b")
def offer_zone(play: BDPlay, local: Phase) -> None:
    if local.side == GERMAN and play.state.turn == ZONE_TURN and play.state.zone < 0:
        play.ask("zone", GERMAN)


@implements("BD 13.8")
def offer_first_zone(play: BDPlay, _local: None) -> None:
    """In Blue and Kremlin the zone is named before the Germans set up."""
    if play.facts.scenario_name == "blue-kremlin":
        play.ask("zone", GERMAN)


def zone_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["south"], play.facts.single["north"]))


def answer_zone(play: BDPlay, _decision: Decision, action: Action) -> None:
    play.state.zone = NORTH if action.verb == "north" else SOUTH
    play.note("zone", play.state.zone)


ZONE = Kind(
    "zone",
    "5.6",
    verbs=(
        Verb("south", (), "the southern logistics zone", label="Southern zone"),
        Verb("north", (), "the northern logistics zone", label="Northern zone"),
    ),
    prompt="Name the logistics zone of this summer's effort: fighting first, assaults there gain a column.",
    options=zone_options,
    answer=answer_zone,
)


# ---- the phase order (5.4, 5.5) ---------------------------------------------------------------------


def orders(facts: Facts, state: BDState, side: int) -> tuple[str, ...]:
    """The phase orders a side may declare now."""
    found = ["fight-move"]
    if not must_fight_first(facts, state, side):
        found.append("move-fight")
    if can_fight_twice(facts, state, side):
        found.append("fight-fight")
    return tuple(found)


@implements("BD 5.4b", "BD 5.4c")
def must_fight_first(facts: Facts, state: BDState, side: int) -> bool:
    return facts.scenario.dated_1941 and state.turn <= BOUND_TURNS[side]


def can_fight_twice(facts: Facts, state: BDState, side: int) -> bool:
    """Whether a side may declare fight/fight."""
    if facts.scenario.fight_fight_once:
        return once_in_what_if(state, side)
    if side == SOVIET:
        return last_soviet_blow(state)
    return oder_blow(state) or summer_blow(facts, state)


@implements("BD 15.3b")
def once_in_what_if(state: BDState, side: int) -> bool:
    return not (state.fight_fights if side == GERMAN else state.soviet_fight_fight)


@implements("BD 5.5c")
def last_soviet_blow(state: BDState) -> bool:
    """Once, on one of the last two turns."""
    return state.turn in SOVIET_FIGHT_FIGHT and not state.soviet_fight_fight


@implements("BD 5.5b", "BD 4.18f")
def oder_blow(state: BDState) -> bool:
    return state.turn == ODER_TURN and state.operation == ODER


@implements("BD 5.5a")
def summer_blow(facts: Facts, state: BDState) -> bool:
    """Once in the single-month turns of 1942, and of 1943."""
    box = facts.box(state.turn)
    return box.single and box.year in FIGHT_FIGHT_YEARS and box.year not in state.fight_fights


@implements("BD 5.4a")
def choose_order(play: BDPlay, local: Phase) -> None:
    single = scenarios.first_order(play.facts, play.state)
    if single is not None:
        declare(play, local.side, single)
        return
    found = orders(play.facts, play.state, local.side)
    if local.side == GERMAN and resting(play.state):
        declare(play, local.side, MOVE_FIGHT)  # the assault phase falls away (5.10)
    elif len(found) == 1:
        declare(play, local.side, ORDERS[found[0]])
    else:
        play.ask("order", local.side)


def declare(play: BDPlay, side: int, order: int) -> None:
    state = play.state
    state.order = order
    if order == FIGHT_FIGHT and side == SOVIET:
        state.soviet_fight_fight = True
    elif order == FIGHT_FIGHT and not (state.turn == ODER_TURN and state.operation == ODER):
        state.fight_fights += (play.facts.box(state.turn).year,)
    play.note("order", side, order)


def order_options(play: BDPlay, decision: Decision) -> Options:
    found = orders(play.facts, play.state, decision.seat)
    return Options(tuple(play.facts.single[word] for word in found))


def answer_order(play: BDPlay, decision: Decision, action: Action) -> None:
    declare(play, decision.seat, ORDERS[action.verb])


ORDER = Kind(
    "order",
    "5.4",
    verbs=(
        Verb("fight-move", (), "the assault phase first, then the movement phase", label="Fight, then move"),
        Verb("move-fight", (), "the movement phase first, then the assault phase", label="Move, then fight"),
        Verb("fight-fight", (), "two assault phases and no movement", label="Fight twice"),
    ),
    prompt="Declare the order of your two phases.",
    options=order_options,
    answer=answer_order,
)
