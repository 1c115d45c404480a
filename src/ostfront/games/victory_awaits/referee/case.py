"""The case before the referee of A Victory Awaits, and the referee himself; the clauses join in their files."""

from __future__ import annotations

from typing import Any, cast

from ostfront.core.play import referee as core
from ostfront.core.play.actions import Action
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.words import UNIT
from ostfront.games.victory_awaits.referee.position import Facts, Position
from ostfront.games.victory_awaits.state import VaState


class Case(core.Case):
    """An action on trial, taken apart."""

    position: Position

    def __init__(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        super().__init__(play, decision, action)
        self.facts = cast(Facts, play.facts)
        self.state: VaState = play.state
        self.position = core.position_of(play, Position)
        self.roster = self.facts.roster
        self.seat = decision.seat
        self.side = self.position.side_of(decision.seat)
        self.enemy = 1 - self.side

    @property
    def path(self) -> tuple[int, ...]:
        """The places that are named."""
        arg = self.action.arg
        if arg is None:
            return ()
        values = (arg,) if isinstance(arg, int) else arg
        return values[1:] if self.play.rules.vocabulary.verbs[self.action.verb].takes[0] == UNIT else values

    @property
    def hex(self) -> int:
        """The place that is named, the last one if there are several."""
        return self.path[-1]

    @property
    def off_map(self) -> str:
        """The name of the first place that is not a hex, if any."""
        for place in self.path:
            if not self.position.is_hex(place):
                return self.position.hex_name(place)
        return ""

    def where(self, place: int) -> str:
        return self.position.hex_name(place)

    def turn_track(self, column: str) -> int:
        """A number of this turn on the Turn Track."""
        return int(self.position.track[column][self.state.turn - 1])


referee: core.Referee[Case] = core.Referee("AVA", Case)
clause = referee.clause
