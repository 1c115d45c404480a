"""What computer players know about Barbarossa 1941."""

from __future__ import annotations

from ostfront.ai.barbarossa_1941 import plans
from ostfront.ai.barbarossa_1941.adviser import Adviser, OfficerAdviser
from ostfront.ai.game_players import GamePlayer, planned_in

PLAYER = GamePlayer(Adviser, planned_in(plans, OfficerAdviser), "a victory point counts between one and two")
