"""Positions, ranges and costs by name, for tests of movement."""

from __future__ import annotations

from barbarossa_1941.stage import FACTS, stage, units
from ostfront.core.map.hexes import bits, lowest
from ostfront.games.barbarossa_1941.rules import movement
from ostfront.games.barbarossa_1941.rules.ways import Ways
from ostfront.games.barbarossa_1941.state import B41State

CLEAR_TURN, MUD_TURN, ICY_TURN, FROST_TURN = 3, 7, 8, 10


def lay(where: dict[str, str], turn: int = CLEAR_TURN, **more: object) -> B41State:
    """A position."""
    return stage("movement", where, turn=turn, **more).state  # type: ignore[arg-type, no-any-return]


def index(unit: str) -> int:
    return FACTS.roster.index[unit]


def at(place: str) -> int:
    return FACTS.board.index(place)


def names(found: int) -> set[str]:
    return {FACTS.board.place_name(i) for i in bits(found)}


def march(state: B41State, *ids: str, exploiting: bool = False) -> tuple[Ways, set[str]]:
    """The ways of units in hand, and where they could stop."""
    chosen = units(*ids)
    local = movement.muster(FACTS, state, FACTS.roster.side[lowest(chosen)], chosen, exploiting)
    found, go = movement.legs(FACTS, state, local)
    assert found is not None
    return found, names(go)


def cost(state: B41State, unit: str, place: str) -> int:
    """What it costs a unit to go to a hex; -1 if it cannot."""
    found, _ = march(state, unit)
    return found.cost(at(place)) if found.reach >> at(place) & 1 else -1
