"""What computer players know about Barbarossa Deluxe."""

from __future__ import annotations

from ostfront.ai.barbarossa_deluxe import plans
from ostfront.ai.barbarossa_deluxe.adviser import Adviser
from ostfront.ai.barbarossa_deluxe.officer_adviser import OfficerAdviser
from ostfront.ai.game_players import GamePlayer, planned_in

PLAYER = GamePlayer(Adviser, planned_in(plans, OfficerAdviser), "a victory point counts between one and two")
