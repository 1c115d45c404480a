"""Guarding what must not fall, for players who look that far: who enters the Minsk Pocket or Moscow wins (16.1)."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.games.victory_denied.muster import Muster
from ostfront.games.victory_denied.roster import ANY, GERMAN


class Ways(NamedTuple):
    """How a keep can be reached."""

    rings: list[int]  # the hexes by their distance from it, up to the first enemy; none if he is far away
    guard: int  # how far the nearest unit or HQ of one's own is


def exposed(m: Muster, side: int) -> float:
    """Gates that nobody watches, how near the enemy is past every zone of control, and how far a guard."""
    w = m.look.officer[side]
    far = int(w["breach_far"])
    ways = _ways_in(m, side, far)
    near = 1 - len(ways.rings) / far if ways.rings else 0.0
    unguarded = unwatched(m, side).bit_count() * w["gate"] + ways.guard / far * w["alone"]
    return unguarded + near * w["breach"]  # type: ignore[no-any-return]


def unwatched(m: Muster, side: int) -> int:
    """Where a road enters the Pocket with nobody near; the hexes of Moscow with nobody in them."""
    own = m.occupied[side]
    return m.look.gates[side] & ~(m.look.rules.grid.closed(own) if side == GERMAN else own)


def bars(m: Muster, side: int) -> int:
    """Where one would stand in the way of the enemies who are nearest; and the hexes of those."""
    rings = _ways_in(m, side, int(m.look.officer[side]["breach_far"])).rings
    if not rings:
        return 0
    found = edge = rings[-1] & m.occupied[1 - side]
    for ring in reversed(rings[:-1]):
        edge = m.look.rules.grid.neighbours(edge) & ring
        found |= edge
    return found


def _ways_in(m: Muster, side: int, far: int) -> Ways:
    rules = m.look.rules
    neighbours, foes, own = rules.grid.neighbours, m.occupied[1 - side], m.occupied[side]
    through = rules.valid & ~own & ~m.zoc[side]
    guards = m.state.occupied[ANY[side]]  # an HQ will call others
    todo = rules.valid
    edge = rules.pocket if side == GERMAN else rules.moscow
    guard = 0 if edge & guards else far
    rings = []
    for steps in range(1, far + 1):
        edge = neighbours(edge) & todo
        if guard == far and edge & guards:
            guard = steps
        edge &= ~own
        rings.append(edge)
        if edge & foes:
            return Ways(rings, guard)
        todo &= ~edge
        edge &= through
    return Ways([], guard)
