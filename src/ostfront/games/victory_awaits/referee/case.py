"""The case before the referee of A Victory Awaits."""

from __future__ import annotations

from ostfront.core.play.actions import Action
from ostfront.core.play.referee import position_of
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import Roster
from ostfront.games.victory_awaits.referee.position import Facts, look, side_of
from ostfront.games.victory_awaits.state import VaState
from ostfront.kit.referee.case import HexCase

Case = HexCase[Facts, Roster, VaState]


def open_case(play: Play[Facts, VaState], decision: Decision, action: Action) -> Case:
    position = position_of(play, look)
    return Case(play, decision, action, position, side_of(position, decision.seat))
