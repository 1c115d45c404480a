"""2.0 The sequence of play."""

from __future__ import annotations

from typing import Any

from drill.facts import LEFT, RED_SEAT, RIGHT, Facts
from drill.rules.aftermath import Aftermath
from drill.rules.combat import Combat
from drill.rules.command import Command, Turn
from drill.rules.movement import Activation, Movement
from drill.rules.setup import SettingUp, SetUp
from drill.rules.victory import last_turn_over
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Play, Procedure, Step


class Sequence:
    def __init__(
        self,
        facts: Facts,
        setting_up: SettingUp,
        command: Command,
        movement: Movement,
        combat: Combat,
        aftermath: Aftermath,
    ) -> None:
        self.facts = facts
        game = [
            Step("surprises", movement.deal_surprises, "8.1"),
            Step("Red sets up", lambda play, _: play.begin("set-up", SetUp(RED_SEAT)), "3.1"),
            Step("Left sets up", lambda play, _: play.begin("set-up", SetUp(LEFT)), "3.1"),
            Step("Right sets up", lambda play, _: play.begin("set-up", SetUp(RIGHT)), "3.1"),
            Step("turn", lambda play, _: play.begin("turn", Turn()), "2.1"),
            Step("next turn", self.next_turn, "2.1"),
        ]
        activation = [
            Step("move", movement.ask_unit, "6.1"),
            Step("leg", movement.ask_leg, "6.2"),
            Step("combat", combat.ask_target, "7.1"),
            Step("next", lambda play, _: play.goto("combat")),
        ]
        self.procedures = {
            procedure.name: procedure
            for procedure in [
                Procedure("game", game),
                *setting_up.procedures,
                *command.procedures,
                Procedure("activation", activation, Activation),
                *combat.procedures,
                *aftermath.procedures,
            ]
        }

    def next_turn(self, play: Play[Any, Any], local: None) -> None:
        if self.is_over(play):
            last_turn_over(play, self.facts)
        else:
            play.goto("turn")

    @carries_out("DRILL 2.1", otherwise=True)
    def is_over(self, play: Play[Any, Any]) -> bool:
        """The scenario says how many turns there are."""
        turn: int = play.state.turn
        return turn > self.facts.scenario.turns
