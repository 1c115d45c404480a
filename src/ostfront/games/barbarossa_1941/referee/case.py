"""The case before the referee of Barbarossa 1941."""

from __future__ import annotations

from ostfront.core.play.actions import Action
from ostfront.core.play.referee import position_of
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts.roster import Roster
from ostfront.games.barbarossa_1941.referee.position import Facts, look
from ostfront.games.barbarossa_1941.state import B41State
from ostfront.kit.referee.case import HexCase

Case = HexCase[Facts, Roster, B41State]


def open_case(play: Play[Facts, B41State], decision: Decision, action: Action) -> Case:
    return Case(play, decision, action, position_of(play, look), side=decision.seat)
