"""The sequence of play (6, 13): the game and its turns."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.kiev_41.rules import (
    impulses,
    logistics,
    reinforcements,
    setup,
    victory,
    weather,
)
from ostfront.games.kiev_41.state import K41Play


def begin_turn(play: K41Play, _local: None) -> None:
    play.begin("turn")


@implements("K41 6.0a")
def next_month(play: K41Play, _local: None) -> None:
    play.state.turn += 1
    play.goto("turn")


@implements("K41 13.0", "K41 10.15.3a")
def final_phase(play: K41Play, _local: None) -> None:
    """Destroyed bombers come back; dice of the next turn have other names."""
    state = play.state
    impulses.bombers_back(play, "bombers-destroyed")
    state.impulse = state.battle = 0


def scenario_end(play: K41Play, _local: None) -> None:
    if play.state.turn >= play.facts.scenario.last_turn:
        victory.scenario_end(play)


GAME_STEPS = Procedure(
    "game",
    (
        Step("set up", setup.set_up, "SU.1"),
        Step("turn", begin_turn, "6.0a"),
        Step("next month", next_month, "13.0"),
    ),
)

TURN_STEPS = Procedure(
    "turn",
    (
        Step("join", reinforcements.join_pool, "5.1b"),
        Step("winter", weather.winter, "8.1c"),
        Step("logistics", logistics.begin_logistics, "7.0"),
        Step("impulses", impulses.begin_impulses, "6.0b"),
        Step("final phase", final_phase, "13.0"),
        Step("scenario end", scenario_end, "2.4.4.2b"),
    ),
)
