"""Guarding what must not fall, for players that look that far ahead: entering the Minsk Pocket or Moscow wins (16.1).

How soon the enemy could be there is counted in activations, around every zone of control as it is now. What that
costs, and what missing guards cost, is in `weights.toml`.
"""

from __future__ import annotations

from typing import NamedTuple

from ostfront.ai.victory_denied.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS
from ostfront.games.victory_denied.rules.roads import strategic_hexes

SOON = 3  # activations that are looked ahead
GUARDS = 3  # units wanted in Moscow, one for each hex
UNLED = 1.0  # activations lost by units that no HQ reaches
OTHERS = 0.25  # the weight of each raider except the nearest
WADE = 2  # movement points a river without a bridge costs
NEVER = 99.0


class Raider(NamedTuple):
    """An enemy unit that could come to a guarded place."""

    place: int
    points: int  # movement points
    late: float  # activations before it can move
    on_foot: bool


class Raiders(NamedTuple):
    """All the enemies who could come to a guarded place."""

    units: list[Raider]
    nearest: float  # activations over an empty map


class Breach(NamedTuple):
    """The units that could enter a guarded place soon."""

    times: dict[int, float]  # activations by hex
    levels: list[int]  # the hexes by their movement points to the place

    @property
    def risk(self) -> float:
        risks = sorted([risk(time) for time in self.times.values()], reverse=True)
        return risks[0] + OTHERS * sum(risks[1:]) if risks else 0.0


def risk(time: float) -> float:
    """How much to fear an enemy this many activations away: one may be all he needs."""
    return 1.0 - 0.1 * time if time <= 1 else max(0.0, 0.25 * (SOON - time))


def exposure(tally: Tally, side: int, raiders_near: Raiders | None = None) -> float:
    """The risk that the enemy enters soon; and missing guards, the more the nearer he is."""
    w = tally.knowledge.officer[side]
    raiders_near = raiders_near or raiders(tally, side)
    found: float = breach(tally, side, raiders_near).risk * w["breach"]
    pressing = urgency(tally, side, raiders_near)
    return found + pressing * guard_shortage(tally, side) if pressing else found


def urgency(tally: Tally, side: int, raiders_near: Raiders) -> float:
    """How urgent guards are: the nearer the enemy, over an empty map."""
    worry: float = tally.knowledge.officer[side]["worry"]
    return min(1.0, max(0.0, (worry - raiders_near.nearest) / (worry - 2)))


def guard_shortage(tally: Tally, side: int) -> float:
    """Unwatched entrances; how far the guards are, and the nearest HQ that could call others."""
    w, rings = tally.knowledge.officer[side], tally.knowledge.guard_rings[side]
    total: float = unguarded_gates(tally, side).bit_count() * w["gate"]
    own, hqs = tally.occupied[side], tally.state.occupied[HQS[side]]
    there, call = 0, len(rings)
    for far, ring in enumerate(rings):
        now = min(GUARDS, (own & ring).bit_count())
        total += (now - there) * far / len(rings) * w["garrison"]
        there = now
        if hqs & ring and far < call:
            call = far
        if there == GUARDS and call < len(rings):
            break
    total += (GUARDS - there) * w["garrison"] + call / len(rings) * w["alone"]
    return total


def unguarded_gates(tally: Tally, side: int) -> int:
    """Where a road enters the Pocket with nobody near; the hexes of Moscow with nobody in them."""
    own = tally.occupied[side]
    return tally.knowledge.gates[side] & ~(tally.facts.grid.closed(own) if side == GERMAN else own)


def raiders(tally: Tally, side: int) -> Raiders:
    """The enemies of a guarded place that could be there soon if nothing blocked them."""
    knowledge, state = tally.knowledge, tally.state
    foe, roster, disk = 1 - side, knowledge.facts.roster, knowledge.facts.grid.disk
    far = knowledge.distances[foe == GERMAN][knowledge.pocket if side == GERMAN else knowledge.moscow]
    roads = knowledge.guard_distance[side]
    hqs = state.occupied[HQS[foe]] & knowledge.facts.valid
    found = []
    nearest = NEVER
    for unit, place, *_ in tally.units[foe]:
        points = roster.move[unit] // 2 if state.status[unit] else roster.move[unit]
        on_foot = not roster.motorized[unit]
        if points:
            across = far[place] / points
            nearest = min(nearest, across)
            if (roads[place] / (2 * points) if on_foot else across) < SOON:
                led = not knowledge.by_hq >> unit & 1 or disk(place, 4) & hqs
                found.append(Raider(place, points, 0.0 if led else UNLED, on_foot))
    return Raiders(found, nearest)


def breach(tally: Tally, side: int, raiders_near: Raiders) -> Breach:
    """How soon each could be there: across country past zones of control, or along a road nobody watches."""
    if not raiders_near.units:
        return Breach({}, [])
    wanted = marching = 0
    for place, _, _, on_foot in raiders_near.units:
        wanted |= 1 << place
        marching |= on_foot << place
    most = SOON * max([raider.points for raider in raiders_near.units])
    levels, across = _across(tally, side, most, wanted)
    along = _along(tally, side, 2 * most, marching)
    held, leave = tally.zoc[side], tally.facts.zoc_out
    times: dict[int, float] = {}
    for place, points, late, on_foot in raiders_near.units:
        time = (across[place] + leave * (held >> place & 1)) / points if place in across else NEVER
        if on_foot and place in along:
            time = min(time, along[place] / (2 * points))
        time += late
        if time < SOON and time < times.get(place, NEVER):
            times[place] = time
    return Breach(times, levels)


def _across(tally: Tally, side: int, most: int, wanted: int) -> tuple[list[int], dict[int, int]]:
    """The hexes by movement points to the guarded place, and the points of those that are wanted.

    A zone of control costs points in and points out (8.2.1).
    """
    knowledge = tally.knowledge
    step, goal, enter = knowledge.facts.grid.step, knowledge.guarded_places[side], knowledge.facts.zoc_in
    both = enter + knowledge.facts.zoc_out
    held = tally.zoc[side]
    todo = knowledge.facts.valid & ~tally.occupied[side]
    ahead = [0] * (most + both + 2 * WADE + 1)
    for cost, ground in goal.ground:
        inside = goal.hexes & todo & ground
        ahead[cost] |= step(inside & ~held, goal.open)
        ahead[cost + enter] |= step(inside & held, goal.open)
    todo &= ~goal.hexes
    levels = []
    found: dict[int, int] = {}
    for far in range(most + 1):
        new = ahead[far] & todo
        levels.append(new)
        if not new:
            continue
        todo ^= new
        if new & wanted:
            for place in bits(new & wanted):
                found[place] = far
            wanted &= ~new
            if not wanted:
                break
        watched = new & held
        free = new ^ watched
        for cost, ground in goal.ground:
            here = free & ground
            if here:
                ahead[far + cost] |= step(here, goal.open)
                here &= goal.banks
                if here:
                    ahead[far + cost + WADE] |= step(here, goal.fords)
            here = watched & ground
            if here:
                ahead[far + cost + both] |= step(here, goal.open)
                here &= goal.banks
                if here:
                    ahead[far + cost + both + WADE] |= step(here, goal.fords)
    return levels, found


def _along(tally: Tally, side: int, most: int, wanted: int) -> dict[int, int]:
    """The hexes of raiders, by their route along roads that are free for strategic movement (8.3)."""
    facts = tally.facts
    free = strategic_hexes(facts, tally.state, 1 - side)
    wanted &= free
    edge = tally.knowledge.guarded_places[side].hexes & facts.road_hexes
    todo = free & ~edge
    found: dict[int, int] = {}
    for far in range(1, most + 1):
        if not (edge and wanted):
            break
        edge = facts.grid.step(edge, facts.roads) & todo
        todo ^= edge
        for place in bits(edge & wanted):
            found[place] = far
        wanted &= ~edge
    return found


def blocking_hexes(found: Breach, tally: Tally) -> int:
    """Where a unit would block the enemies that could come soon; and their hexes."""
    neighbours = tally.facts.grid.neighbours
    edge = 0
    for place in found.times:
        edge |= 1 << place
    way = edge
    for level in reversed(found.levels):
        edge = neighbours(way) & level
        way |= edge
    return way
