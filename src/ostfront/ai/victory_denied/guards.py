"""Guarding what must not fall, for players who look that far: who enters the Minsk Pocket or Moscow wins (16.1).

How soon the enemy could be there is counted in activations, past every zone of control as the units stand. What that
is to be feared, and guards who are not there yet, is in `data/weights.toml`.
"""

from __future__ import annotations

from typing import NamedTuple

from ostfront.ai.victory_denied.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS
from ostfront.games.victory_denied.rules.roads import strategic_hexes

SOON = 3  # activations that are looked ahead
GUARDS = 3  # units wanted in Moscow, one for each hex
UNLED = 1.0  # activations lost by those whom no HQ reaches
OTHERS = 0.25  # what each raider but the nearest counts
WADE = 2  # movement points a river without a bridge costs
NEVER = 99.0


class Raider(NamedTuple):
    """An enemy unit that could come."""

    place: int
    points: int  # movement points
    late: float  # activations before it can move
    on_foot: bool


class Raid(NamedTuple):
    """All who could come."""

    units: list[Raider]
    nearest: float  # activations over an empty map


class Peril(NamedTuple):
    """Who could be in a keep soon."""

    times: dict[int, float]  # activations by hex
    levels: list[int]  # the hexes by their movement points to the keep

    @property
    def risk(self) -> float:
        risks = sorted([risk(time) for time in self.times.values()], reverse=True)
        return risks[0] + OTHERS * sum(risks[1:]) if risks else 0.0


def risk(time: float) -> float:
    """How an enemy so many activations away is to be feared: one may be all he needs."""
    return 1.0 - 0.1 * time if time <= 1 else max(0.0, 0.25 * (SOON - time))


def exposed(m: Muster, side: int, raid: Raid | None = None) -> float:
    """The risk that the enemy enters soon; and guards who are not there yet, the more the nearer he is."""
    w = m.look.officer[side]
    raid = raid or raiders(m, side)
    found: float = peril(m, side, raid).risk * w["breach"]
    pressing = urgent(m, side, raid)
    return found + pressing * unguarded(m, side) if pressing else found


def urgent(m: Muster, side: int, raid: Raid) -> float:
    """How far it is time to see to guards: the nearer the enemy, over an empty map."""
    worry: float = m.look.officer[side]["worry"]
    return min(1.0, max(0.0, (worry - raid.nearest) / (worry - 2)))


def unguarded(m: Muster, side: int) -> float:
    """Gates that nobody watches; how far the guards are, and the nearest HQ that could call others."""
    w, rings = m.look.officer[side], m.look.guards[side]
    total: float = unwatched(m, side).bit_count() * w["gate"]
    own, hqs = m.occupied[side], m.state.occupied[HQS[side]]
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


def unwatched(m: Muster, side: int) -> int:
    """Where a road enters the Pocket with nobody near; the hexes of Moscow with nobody in them."""
    own = m.occupied[side]
    return m.look.gates[side] & ~(m.look.rules.grid.closed(own) if side == GERMAN else own)


def raiders(m: Muster, side: int) -> Raid:
    """The enemies of a keep's owner who could be there soon if nobody stood in the way."""
    look, state = m.look, m.state
    foe, roster, disk = 1 - side, look.rules.roster, look.rules.grid.disk
    far = look.distances[foe == GERMAN][look.pocket if side == GERMAN else look.moscow]
    roads = look.guarding[side]
    hqs = state.occupied[HQS[foe]] & look.rules.valid
    found = []
    nearest = NEVER
    for unit, place, *_ in m.units[foe]:
        points = roster.move[unit] // 2 if state.status[unit] else roster.move[unit]
        on_foot = not roster.motorized[unit]
        if points:
            across = far[place] / points
            nearest = min(nearest, across)
            if (roads[place] / (2 * points) if on_foot else across) < SOON:
                led = not look.by_hq >> unit & 1 or disk(place, 4) & hqs
                found.append(Raider(place, points, 0.0 if led else UNLED, on_foot))
    return Raid(found, nearest)


def peril(m: Muster, side: int, raid: Raid) -> Peril:
    """How soon each could be there: across country past zones of control, or along a road nobody watches."""
    if not raid.units:
        return Peril({}, [])
    wanted = marching = 0
    for place, _, _, on_foot in raid.units:
        wanted |= 1 << place
        marching |= on_foot << place
    most = SOON * max([raider.points for raider in raid.units])
    levels, across = _across(m, side, most, wanted)
    along = _along(m, side, 2 * most, marching)
    held, leave = m.zoc[side], m.look.rules.zoc_out
    times: dict[int, float] = {}
    for place, points, late, on_foot in raid.units:
        time = (across[place] + leave * (held >> place & 1)) / points if place in across else NEVER
        if on_foot and place in along:
            time = min(time, along[place] / (2 * points))
        time += late
        if time < SOON and time < times.get(place, NEVER):
            times[place] = time
    return Peril(times, levels)


def _across(m: Muster, side: int, most: int, wanted: int) -> tuple[list[int], dict[int, int]]:
    """The hexes by movement points to the keep, and the points of those that are wanted.

    A zone of control costs points in and points out (8.2.1).
    """
    look = m.look
    step, keep, enter = look.rules.grid.step, look.keeps[side], look.rules.zoc_in
    both = enter + look.rules.zoc_out
    held = m.zoc[side]
    todo = look.rules.valid & ~m.occupied[side]
    ahead = [0] * (most + both + 2 * WADE + 1)
    for cost, ground in keep.ground:
        inside = keep.hexes & todo & ground
        ahead[cost] |= step(inside & ~held, keep.open)
        ahead[cost + enter] |= step(inside & held, keep.open)
    todo &= ~keep.hexes
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
        for cost, ground in keep.ground:
            here = free & ground
            if here:
                ahead[far + cost] |= step(here, keep.open)
                here &= keep.banks
                if here:
                    ahead[far + cost + WADE] |= step(here, keep.fords)
            here = watched & ground
            if here:
                ahead[far + cost + both] |= step(here, keep.open)
                here &= keep.banks
                if here:
                    ahead[far + cost + both + WADE] |= step(here, keep.fords)
    return levels, found


def _along(m: Muster, side: int, most: int, wanted: int) -> dict[int, int]:
    """The hexes of those who want to come, by their way along roads that are free for strategic movement (8.3)."""
    rules = m.look.rules
    free = strategic_hexes(rules, m.state, 1 - side)
    wanted &= free
    edge = m.look.keeps[side].hexes & rules.road_hexes
    todo = free & ~edge
    found: dict[int, int] = {}
    for far in range(1, most + 1):
        if not (edge and wanted):
            break
        edge = rules.grid.step(edge, rules.roads) & todo
        todo ^= edge
        for place in bits(edge & wanted):
            found[place] = far
        wanted &= ~edge
    return found


def barring(found: Peril, m: Muster) -> int:
    """Where one would stand in the way of the enemies who could come soon; and the hexes of those."""
    neighbours = m.look.rules.grid.neighbours
    edge = 0
    for place in found.times:
        edge |= 1 << place
    way = edge
    for level in reversed(found.levels):
        edge = neighbours(way) & level
        way |= edge
    return way
