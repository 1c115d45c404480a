"""What the tests ask of a stage, in one word each."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from staging.asking import active, asked, legs, points, verdict
from victory_denied.stage import FACTS

__all__ = ["active", "asked", "chit", "chits", "legs", "played", "points", "verdict"]


def chits(members: int) -> set[str]:
    """Command chits by name."""
    return {FACTS.chits[i].id for i in bits(members)}


def chit(name: str) -> int:
    return 1 << FACTS.chit_index[name]


def played(game: Game) -> list[str]:
    """The chits played this turn, first first."""
    return [FACTS.chits[i].id for i in game.state.played]
