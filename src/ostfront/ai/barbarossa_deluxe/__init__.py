"""What computer players know about Barbarossa Deluxe."""

from __future__ import annotations

from ostfront.ai.barbarossa_deluxe.adviser import Adviser
from ostfront.ai.game_players import GamePlayer

PLAYER = GamePlayer(Adviser)
