"""The case before the referee of Barbarossa Deluxe."""

from __future__ import annotations

from ostfront.core.play.actions import Action
from ostfront.core.play.referee import position_of
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts.roster import Roster
from ostfront.games.barbarossa_deluxe.referee.position import Facts, look
from ostfront.games.barbarossa_deluxe.state import BDState
from ostfront.kit.referee.case import HexCase

Case = HexCase[Facts, Roster, BDState]


def open_case(play: Play[Facts, BDState], decision: Decision, action: Action) -> Case:
    return Case(play, decision, action, position_of(play, look), side=decision.seat)
