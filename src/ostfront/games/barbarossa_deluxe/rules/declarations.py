"""What a player declares at the start of a game turn or of his player turn: the phase order (5.4 to 5.7), the zone of
1942 (5.6), the Paulus Pause (5.10).

The 1943 offensive and the Gambit are in gambit.py, Rhine or Oder in oder.py, the comb-out in replacements.py.

Events: `order` (side, 1 fight/move, 2 move/fight, 3 fight/fight), `zone` (0 north, 1 south), `pause` (0 or 1).
"""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
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
        Verb("pause", (), "take the Paulus Pause: no attacks this turn"),
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


def offer_zone(play: BDPlay, local: Phase) -> None:
    if local.side == GERMAN and play.state.turn == ZONE_TURN and play.state.zone < 0:
        play.ask("zone", GERMAN)


def zone_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["south"], play.facts.single["north"]))


def answer_zone(play: BDPlay, _decision: Decision, action: Action) -> None:
    play.state.zone = NORTH if action.verb == "north" else SOUTH
    play.note("zone", play.state.zone)


ZONE = Kind(
    "zone",
    "5.6",
    verbs=(Verb("south", (), "the southern logistics zone"), Verb("north", (), "the northern logistics zone")),
    prompt="Name the logistics zone of this summer's effort: prepared assaults there gain a column when you fight first.",
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


def must_fight_first(facts: Facts, state: BDState, side: int) -> bool:
    return facts.scenario.dated_1941 and state.turn <= BOUND_TURNS[side]


def can_fight_twice(facts: Facts, state: BDState, side: int) -> bool:
    """Fight/fight: once in 1942 and in 1943 for the Germans and with Oder; once in 1945 for the Soviets."""
    box = facts.box(state.turn)
    if facts.scenario.fight_fight_once:  # 15.3
        return not (state.fight_fights if side == GERMAN else state.soviet_fight_fight)
    if side == SOVIET:
        return state.turn in SOVIET_FIGHT_FIGHT and not state.soviet_fight_fight
    if state.turn == ODER_TURN and state.operation == ODER:
        return True
    return box.single and box.year in FIGHT_FIGHT_YEARS and box.year not in state.fight_fights


def choose_order(play: BDPlay, local: Phase) -> None:
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
        Verb("fight-move", (), "the assault phase first, then the movement phase"),
        Verb("move-fight", (), "the movement phase first, then the assault phase"),
        Verb("fight-fight", (), "two assault phases and no movement"),
    ),
    prompt="Declare the order of your two phases.",
    options=order_options,
    answer=answer_order,
)
