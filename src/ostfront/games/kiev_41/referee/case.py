"""The case before the referee of Kiev '41, and the referee himself; the clauses join in their files."""

from __future__ import annotations

from typing import Any, cast

from ostfront.core import referee as core
from ostfront.core.actions import Action
from ostfront.core.sequence import Play
from ostfront.core.state import Decision, Frame
from ostfront.games.kiev_41.referee.ground import Facts
from ostfront.games.kiev_41.referee.position import Position, fingerprint
from ostfront.games.kiev_41.state import K41State


class _Desk:
    """The position looked at last: hundreds of actions are judged in the same one."""

    def __init__(self) -> None:
        self.print: tuple[object, ...] = ()
        self.position: Position | None = None

    def position_of(self, facts: Facts, state: K41State) -> Position:
        print_now = fingerprint(facts, state)
        if self.position is None or self.print != print_now:
            self.print, self.position = print_now, Position(facts, state)
        self.position.state = state
        return self.position


_desk = _Desk()


class Case(core.Case):
    """An action on trial, taken apart."""

    def __init__(self, play: Play, decision: Decision, action: Action) -> None:
        super().__init__(play, decision, action)
        self.facts = cast(Facts, play.rules)
        self.state: K41State = play.state
        self.position = _desk.position_of(self.facts, self.state)
        self.ground = self.position.ground
        self.roster = self.facts.roster
        self.side = decision.seat
        self.enemy = 1 - decision.seat

    @property
    def local(self) -> Any:
        """The locals of the procedure that asks."""
        assert self.state.top is not None
        return self.state.top.local

    def below(self, procedure: str) -> Any:
        """The locals of a procedure further down the stack, None if it is not running."""
        frame: Frame | None = self.state.top
        while frame is not None:
            if frame.procedure == procedure:
                return frame.local
            frame = frame.below
        return None

    @property
    def number(self) -> int:
        """The number that is named; also a unit or a place that stands alone."""
        assert isinstance(self.action.arg, int)
        return self.action.arg

    @property
    def unit(self) -> int:
        """The unit that is named, the first one if there are two."""
        arg = self.action.arg
        assert arg is not None
        return arg if isinstance(arg, int) else arg[0]

    @property
    def area(self) -> int:
        """The place that is named."""
        arg = self.action.arg
        assert arg is not None
        return arg if isinstance(arg, int) else arg[-1]

    def name(self, unit: int) -> str:
        return self.position.unit_name(unit)

    def names(self, units: list[int]) -> str:
        """Several units in a sentence."""
        words = [self.name(unit) for unit in units]
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

    def where(self, place: int) -> str:
        return self.ground.name(place)

    def whereabouts(self, unit: int) -> str:
        """Where a unit of one's own is, for a sentence that says it is not where it should be."""
        return self.ground.name(self.state.place[unit])


referee: core.Referee[Case] = core.Referee("K41", Case)
clause = referee.clause
