"""What computer players know about A Victory Awaits."""

from __future__ import annotations

from ostfront.ai.game_players import GamePlayer, planned_in
from ostfront.ai.victory_awaits import plans
from ostfront.ai.victory_awaits.adviser import Adviser
from ostfront.ai.victory_awaits.officer_adviser import OfficerAdviser

PLAYER = GamePlayer(Adviser, planned_in(plans, OfficerAdviser), "a victory point counts one")
