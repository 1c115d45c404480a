"""Roads free for strategic movement (9.3)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.rules.ground import crowded, enemies, zoc
from ostfront.games.victory_awaits.state import VaState


def strategic_hexes(facts: Facts, state: VaState, side: int) -> int:
    """Road hexes without enemies and out of their zones of control."""
    taken = enemies(facts, state, side) | strategic_fear(facts, state, side)
    return facts.road_hexes ^ (facts.road_hexes & taken)


@implements("AVA 9.3c")
def strategic_fear(facts: Facts, state: VaState, side: int) -> int:
    return zoc(facts, state, 1 - side)


@implements("AVA 9.3e")
def road_stops(facts: Facts, state: VaState, unit: int, reach: int) -> int:
    """Where there is room to end the move, as in normal movement."""
    return reach and reach ^ (reach & crowded(state, facts.roster.side[unit]))
