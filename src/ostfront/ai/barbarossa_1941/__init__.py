"""What computer players know about Barbarossa 1941."""

from __future__ import annotations

from ostfront.ai.barbarossa_1941.adviser import Adviser
from ostfront.ai.game_players import GamePlayer

PLAYER = GamePlayer(Adviser)
