"""The case before the referee of Kiev '41."""

from __future__ import annotations

from typing import Any, cast

from ostfront.core.play import referee as core
from ostfront.core.play.actions import Action
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.referee.ground import Facts
from ostfront.games.kiev_41.referee.position import Position
from ostfront.games.kiev_41.state import K41State


class Case(core.Case):
    """An action to judge, taken apart."""

    position: Position

    def __init__(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        super().__init__(play, decision, action)
        self.facts = cast(Facts, play.facts)
        self.state: K41State = play.state
        self.position = core.position_of(play, Position)
        self.ground = self.position.ground
        self.roster = self.facts.roster
        self.side = decision.seat
        self.enemy = 1 - decision.seat

    @property
    def area(self) -> int:
        """The place that is named."""
        arg = self.action.arg
        assert arg is not None
        return arg if isinstance(arg, int) else arg[-1]

    def where(self, place: int) -> str:
        return self.ground.name(place)

    def whereabouts(self, unit: int) -> str:
        """Where an own unit is, for a sentence that says it is not where it should be."""
        return self.ground.name(self.state.place[unit])
