"""An action to judge in a game on a hex map: whose it is, and the unit and places it names."""

from __future__ import annotations

from typing import Any, Generic

from ostfront.core.play.actions import Action
from ostfront.core.play.referee import Case
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.kit.referee.position import F, HexPosition, R, S


class HexCase(Case, Generic[F, R, S]):
    """An action to judge, taken apart."""

    position: HexPosition[F, R, S]

    def __init__(
        self, play: Play[Any, Any], decision: Decision, action: Action, position: HexPosition[F, R, S], side: int
    ) -> None:
        super().__init__(play, decision, action)
        self.facts: F = play.facts
        self.state: S = play.state
        self.position = position
        self.roster: R = position.roster
        self.side = side
        self.enemy = 1 - side

    @property
    def path(self) -> tuple[int, ...]:
        """The places that are named."""
        arg = self.action.arg
        if arg is None:
            return ()
        values = (arg,) if isinstance(arg, int) else arg
        takes = self.play.facts.vocabulary.verbs[self.action.verb].takes
        return values[1:] if takes and takes[0] == "unit" else values

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


AnyCase = HexCase[Any, Any, Any]  # for sentences that are the same in every game
AnyPosition = HexPosition[Any, Any, Any]


def not_a_hex(case: AnyCase) -> str | None:
    return f"{case.off_map} is not a hex of the map." if case.off_map else None
