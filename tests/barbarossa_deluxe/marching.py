"""What tests of movement ask: points left, where the units in hand can go, who can be taken in hand."""

from __future__ import annotations

from barbarossa_deluxe.stage import FACTS, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import ground, movement_points
from ostfront.games.barbarossa_deluxe.state import BDState


def index(unit: str) -> int:
    found: int = FACTS.roster.index[unit]
    return found


def left(game: Game, *ids: str) -> int:
    """The points that units have left."""
    return movement_points.left(game.facts, game.state, units(*ids))


def reach(game: Game) -> set[str]:
    """Where the units in hand can go."""
    return {text.split()[1] for text in game.legal.texts if text.startswith("go ")}


def picks(game: Game) -> set[str]:
    """The units that can be taken in hand."""
    return {text.split()[1] for text in game.legal.texts if text.startswith("pick ")}


def targets(game: Game) -> set[str]:
    """The hexes that the units in hand can assault."""
    return {text.split()[1] for text in game.legal.texts if text.startswith("assault ")}


def cost(unit: str, here: str, there: str, side: str = "german", turn: int = 2) -> int:
    """What a unit alone on the map pays for a step; 0 if it is closed."""
    state: BDState = stage("movement", {unit: here}, side=side, turn=turn).state
    over = ground.profile(FACTS, ground.terms(FACTS, state, units(unit)))
    return ground.step_cost(over, FACTS.board.index(here), FACTS.board.index(there))
