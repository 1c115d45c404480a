"""Guarding the Minsk Pocket, for German players who look that far: a Soviet unit that marches in wins (16.1)."""

from __future__ import annotations

from ostfront.games.victory_denied.muster import Muster
from ostfront.games.victory_denied.roster import GERMAN, SOVIET


def exposed(m: Muster) -> float:
    """Gates that nobody watches, and how near the Soviets are, past every zone of control."""
    w = m.look.officer[GERMAN]
    far = int(w["breach_far"])
    steps = len(_ways_in(m, far))
    near = 1 - steps / far if steps else 0.0
    return unwatched(m).bit_count() * w["gate"] + near * w["breach"]  # type: ignore[no-any-return]


def unwatched(m: Muster) -> int:
    """Where a road enters the Pocket and no German unit is (8.3)."""
    return m.look.gates & ~m.look.rules.grid.closed(m.occupied[GERMAN])


def bars(m: Muster) -> int:
    """Where a German would stand in the way of whoever is nearest to the Pocket; and the hexes of those."""
    rings = _ways_in(m, int(m.look.officer[GERMAN]["breach_far"]))
    if not rings:
        return 0
    found = edge = rings[-1] & m.occupied[SOVIET]
    for ring in reversed(rings[:-1]):
        edge = m.look.rules.grid.neighbours(edge) & ring
        found |= edge
    return found


def _ways_in(m: Muster, far: int) -> list[int]:
    """Ring by ring the hexes from which the Pocket can be reached, up to the first Soviet unit; none if far away."""
    rules = m.look.rules
    neighbours, foes = rules.grid.neighbours, m.occupied[SOVIET]
    todo = rules.valid & ~m.occupied[GERMAN]
    through = todo & ~m.zoc[GERMAN]
    edge = rules.pocket
    rings = []
    for _ in range(far):
        edge = neighbours(edge) & todo
        rings.append(edge)
        if edge & foes:
            return rings
        todo &= ~edge
        edge &= through
    return []
