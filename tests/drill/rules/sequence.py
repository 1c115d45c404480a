"""2.0 The sequence of play: the game and its turn."""

from __future__ import annotations

from drill.facts import LEFT, RED_SEAT, RIGHT
from drill.rules.command import activate, ask_orders, ask_reserve, draw, fill_cup
from drill.rules.movement import deal_surprises
from drill.rules.victory import last_turn_over
from drill.state import DrillPlay, DrillState, SetUp, Turn
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step


def end_turn(play: DrillPlay, _local: Turn) -> None:
    state = play.state
    state.dug_in = False
    new_rerolls(state)
    state.turn += 1


@implements("DRILL 2.2")
def new_rerolls(state: DrillState) -> None:
    state.rerolled = (False, False)


def next_turn(play: DrillPlay, _local: None) -> None:
    if is_over(play):
        last_turn_over(play)
    else:
        play.goto("turn")


@implements("DRILL 2.1")
def is_over(play: DrillPlay) -> bool:
    """The scenario says how many turns there are."""
    return play.state.turn > play.facts.scenario.turns


GAME = Procedure(
    "game",
    (
        Step("surprises", deal_surprises, "8.1"),
        Step("Red sets up", lambda play, _: play.begin("set-up", SetUp(RED_SEAT)), "3.1"),
        Step("Left sets up", lambda play, _: play.begin("set-up", SetUp(LEFT)), "3.1"),
        Step("Right sets up", lambda play, _: play.begin("set-up", SetUp(RIGHT)), "3.1"),
        Step("turn", lambda play, _: play.begin("turn", Turn()), "2.1"),
        Step("next turn", next_turn, "2.1"),
    ),
)

TURN = Procedure(
    "turn",
    (
        Step("orders", ask_orders, "4.1"),
        Step("fill the cup", fill_cup, "4.3"),
        Step("draw", draw, "5.1"),
        Step("reserve", ask_reserve, "5.2"),
        Step("activate", activate, "5.3"),
        Step("next", lambda play, _: play.goto("draw")),
        Step("end", end_turn, "2.2"),
    ),
    Turn,
)
