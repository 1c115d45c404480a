"""Roads free for strategic movement (8.3)."""

from __future__ import annotations

from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules.ground import enemy_any, enemy_victory_hexes
from ostfront.games.victory_denied.state import VdState


def strategic_hexes(facts: Facts, state: VdState, side: int) -> int:
    """Road hexes that are not next to an enemy unit, nor to (or) a victory hex in enemy hands (8.3.1).

    For Germans the roads end at the Pocket (14). The last answer for each side is kept.
    """
    enemies, hexes = enemy_any(facts, state, side), enemy_victory_hexes(facts, state, side)
    memo = state.memo.strategic
    before, beside, free = memo[side]
    if before == enemies and beside == hexes:
        return free
    roads = facts.road_hexes
    free = roads ^ (roads & facts.grid.closed(enemies | hexes))
    if side == GERMAN:
        free ^= free & facts.pocket
    memo[side] = (enemies, hexes, free)
    return free
