"""What a side meets when it moves (4, 5, 12.2): enemy ZOCs, hexes closed to it, the ground in each weather."""

from __future__ import annotations

from typing import Any, NamedTuple

from ostfront.games.barbarossa_1941.facts import WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import COMBAT
from ostfront.games.barbarossa_1941.rules.ground import Ground, closed_countries, ground, kerch_open
from ostfront.games.barbarossa_1941.rules.zoc import owed_to_italians, zoc
from ostfront.games.barbarossa_1941.state import B41State


class Front(NamedTuple):
    """One for a side and a position of its enemies."""

    depends: tuple[Any, ...]
    zoc: int  # of the enemy
    closed: int  # enemy combat units, and countries that nobody enters
    on_foot: tuple[Ground, ...]  # by weather
    on_wheels: tuple[Ground, ...]


def front(facts: Facts, state: B41State, side: int) -> Front:
    """The front before a side; the last one is kept, for enemies seldom change while the side moves."""
    enemy = 1 - side
    two_any, two_foot = state.two_any[enemy], state.two_foot[enemy]
    countries, enemies = closed_countries(facts, state), state.occupied[COMBAT[enemy]]
    depends = (enemies, two_any, two_foot, countries, state.held, state.turn, owed_to_italians(facts, state, enemy))
    fronts = state.memo.fronts
    found: Front | None = fronts[side]
    if found is None or found.depends != depends:
        kerch = kerch_open(facts, state, side)
        on_foot = tuple(ground(facts, False, weather, kerch) for weather in range(len(WEATHER)))
        on_wheels = tuple(ground(facts, True, weather, kerch) for weather in range(len(WEATHER)))
        closed = (enemies | countries) & facts.valid
        found = fronts[side] = Front(depends, zoc(facts, state, enemy), closed, on_foot, on_wheels)
    return found
