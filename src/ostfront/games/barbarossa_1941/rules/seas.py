"""Superiority at sea (8.2), and who crosses at Kerch (12.10)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.state import B41State

SEAS = ("baltic", "black")


@implements("B41 8.2g")
def superiority(facts: Facts, state: B41State, side: int, sea: str) -> bool:
    """Two of the three Black Sea ports, three of the five Baltic ones."""
    return own_ports(facts, state, side, sea).bit_count() >= facts.ports_needed[sea]


@implements("B41 8.2h")
def own_ports(facts: Facts, state: B41State, side: int, sea: str) -> int:
    """The ports of a sea where a side's unit was the last."""
    ports = facts.ports[sea]
    held = ports & state.held
    return held if side == AXIS else ports ^ held


@implements("B41 12.10e")
def crossable_kerch(facts: Facts, state: B41State, side: int) -> bool:
    """Whoever rules the Black Sea crosses at Kerch."""
    return superiority(facts, state, side, facts.charts["hexside"]["kerch"]["sea"])
