"""What computer players know about Kiev '41."""

from __future__ import annotations

from ostfront.ai.game_players import GamePlayer, planned_in
from ostfront.ai.kiev_41 import plans
from ostfront.ai.kiev_41.adviser import Adviser
from ostfront.ai.kiev_41.officer_adviser import OfficerAdviser

PLAYER = GamePlayer(Adviser, planned_in(plans, OfficerAdviser), "a victory area counts about ten")
