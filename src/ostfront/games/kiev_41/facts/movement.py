"""Printed facts of movement (2.4.5, 2.8, 8.0, 14.2, 14.3): MP of blocks, costs of areas, closed areas."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import Roster
from ostfront.games.kiev_41.facts.terrain import Terrain

Charts = Mapping[str, Any]
KINDS = ("", "cavalry", "mountain")  # of movers, by number


# ---- agility (14.2) ---------------------------------------------------------------------------------


def mover(roster: Roster, optional: Collection[str], unit: int) -> int:
    """The kind of mover a block is."""
    kind = roster.type[unit]
    if "14.2" not in optional:
        return 0
    return int(nimble()) if kind == "cavalry" else 2 if kind == "mountain" else 0


@implements("K41 14.2a")
def nimble() -> bool:
    """Soviet cavalry pays 2 MP where others pay 3."""
    return True


def allowance(roster: Roster, agility: Charts, optional: Collection[str], unit: int) -> int:
    """The MP of a block."""
    if "14.2" in optional and quick() and roster.type[unit] == "jager":
        return int(agility["jager_move"])
    if "14.2" in optional and quick() and unit == roster.luftlande:
        return int(agility["luftlande_move"])
    return roster.move[unit]


@implements("K41 14.2b")
def quick() -> bool:
    """Jager and Luftlande blocks have a point more."""
    return True


# ---- costs (2.8, 8.0) -------------------------------------------------------------------------------


def cost_of(charts: Charts, terrain: Mapping[str, Terrain], colour: str, weather: int, kind: str) -> int:
    """MP to enter an area of this colour."""
    cost = terrain[colour].move
    if colour != "staging":
        cost = int(charts["weather"][WEATHER[weather]].get("move", cost))
    agility = charts["agility"]
    if cost == 3 and kind == "cavalry":
        return int(agility["cavalry_instead_of_3"])
    if colour == "red" and kind == "mountain":
        return min(cost, int(agility["mountain_red"]))
    return cost


# ---- closed areas (2.4.5, 14.3) ---------------------------------------------------------------------


@implements("K41 2.4.5a", "K41 2.4.5b", "K41 2.1d")
def enemy_staging(staging_of: tuple[int, int], side: int) -> int:
    return staging_of[1 - side]


@implements("K41 14.3")
def restricted(roster: Roster, optional: Collection[str], unit: int) -> bool:
    """Tanks and motorized infantry under 14.3."""
    return "14.3" in optional and bool(roster.afvs >> unit & 1)
