"""The case before the referee of A Victory Denied."""

from __future__ import annotations

from ostfront.core.play.actions import Action
from ostfront.core.play.referee import position_of
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts.roster import Roster
from ostfront.games.victory_denied.referee.position import Facts, look
from ostfront.games.victory_denied.state import VdState
from ostfront.kit.referee.case import HexCase

Case = HexCase[Facts, Roster, VdState]


def open_case(play: Play[Facts, VdState], decision: Decision, action: Action) -> Case:
    return Case(play, decision, action, position_of(play, look), side=decision.seat)
