"""What computer players know about A Victory Denied."""

from __future__ import annotations

from ostfront.ai.game_players import GamePlayer, planned_in
from ostfront.ai.victory_denied import plans
from ostfront.ai.victory_denied.adviser import Adviser
from ostfront.ai.victory_denied.officer_adviser import OfficerAdviser

PLAYER = GamePlayer(Adviser, planned_in(plans, OfficerAdviser), "a victory point counts one")
