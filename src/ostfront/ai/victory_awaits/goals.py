"""What each unit makes for: every goal wants so much strength and no more, the nearest units go first.

Goals are the hexes that give points; for the Axis also the enemies near it, who would cut its railroads if they
were left behind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.ground import around
from ostfront.kit.course import nearer

if TYPE_CHECKING:
    from ostfront.ai.victory_awaits.tally import Muster

Way = Callable[[int], float]  # by hex, the movement points that are left to go

AROUND = 8  # hexes in which one's own units tell whether an enemy was left behind


class Aim:
    """A goal or an enemy, the strength it asks for, the ways to it on foot and on wheels, and how far they seem."""

    def __init__(self, place: int, need: float, ways: tuple[Way, Way], seems: float = 1.0) -> None:
        self.place, self.need, self.ways, self.seems = place, need, ways, seems


def cities(m: Muster, side: int) -> list[Aim]:
    """The goals a side goes for."""
    look, w = m.look, m.look.weights["officer"]
    theirs = m.influence()[1 - side]
    found = []
    for goal in bits(m.wanted(side)):
        place = look.goals[goal]
        if m.holds(side, place):
            need = w["to_hold"] * theirs[goal]
        else:
            need = w["to_enter"] + w["to_beat"] * theirs[goal]
            if m.occupied[1 - side] >> place & 1:
                need += w["to_take"] * _hardness(m, place, w["garrison"])
        ways = _over(m, side, goal, False), _over(m, side, goal, True)
        found.append(Aim(place, need, ways, w["city"] if side == AXIS else 1.0))
    return found


def _over(m: Muster, side: int, goal: int, mech: bool) -> Way:
    """The way to a goal: to an enemy in it also over the river before him, which halves attacks (10.3)."""
    look, way = m.look, m.look.ways[mech][goal]
    place = look.goals[goal]
    banks = look.rules.across_river[place] if m.occupied[1 - side] >> place & 1 else 0
    if not banks:
        return way.__getitem__
    toll = look.weights["officer"]["bank"]
    return lambda here: way[here] + (toll if banks >> here & 1 else 0.0)


def _hardness(m: Muster, place: int, least: float = 0.0) -> float:
    return max(float(m.stack(place).defense), least) * (1 + m.look.rules.shift_at[place] / 3)


def enemies(m: Muster) -> list[Aim]:
    """Soviets near the Axis: first of all those it has passed by."""
    look, w = m.look, m.look.weights["officer"]
    home, grid = look.home, look.rules.grid
    found = []
    for place in bits(m.occupied[SOVIET]):
        near = bits(grid.disk(place, AROUND) & m.occupied[AXIS])
        if not near:
            continue
        ahead = sum([home[h] > home[place] + 2 for h in near])
        behind = ahead and ahead >= w["behind"] * len(near)
        foot = _straight(m, place, w["hunt"] if behind else w["meet"])
        wheels = _straight(m, place, w["ride"])
        seems = w["rear"] if behind else 1.0
        found.append(Aim(place, w["to_kill"] * _hardness(m, place), (foot, wheels), seems))
    return found


def openings(m: Muster, stay: int) -> list[Aim]:
    """Where railroads lead Soviet reinforcements behind the front (12.1), if only those who stay stand by them.

    One division beside each is enough. Where Soviets stand on them, others go for these.
    """
    rules, w, foes = m.look.rules, m.look.weights["officer"], m.occupied[SOVIET]
    if not w["opening"] or m.state.turn + 1 < rules.charts["track"]["reinforcements_from"]:
        return []
    free = rules.rail_hexes & ~(foes | stay | around(rules, stay))
    net = rules.rail_floods[SOVIET].fill(free, free)
    ours = nearer(rules.grid, rules.valid, m.occupied[AXIS], foes)
    found, shut = [], 0
    for place in bits(net & ours & rules.grid.step(net & ~ours, rules.rail_lines[SOVIET])):
        if not shut >> place & 1:
            shut |= rules.grid.disk(place, 1)
            way = _straight(m, place, w["meet"])
            found.append(Aim(place, 1.0, (way, way), w["opening"]))
    return found


def _straight(m: Muster, place: int, detour: float) -> Way:
    distance = m.look.rules.grid.distance
    return lambda here: detour * distance(here, place)


def aims(m: Muster, side: int, stay: int = 0) -> dict[int, Aim]:
    """By unit, what it makes for; nothing if all have enough. Those in `stay` do not move now."""
    return allotted(m, side, stay)[0]


def allotted(m: Muster, side: int, stay: int = 0) -> tuple[dict[int, Aim], dict[int, float]]:
    """The same, and by hex the strength that is still missing."""
    look, state = m.look, m.state
    mech, sources = look.rules.roster.mech, look.rules.sources[SOVIET]
    wanted = cities(m, side)
    if side == AXIS:
        wanted += enemies(m) + openings(m, stay)
    left = [aim.need for aim in wanted]
    units = bits(look.units[side] & state.on_map)
    abroad = look.weights["officer"]["abroad"] if side == AXIS else 1.0
    home, sheets = look.rules.roster.map, [look.sheet[aim.place] for aim in wanted]
    far = [
        [
            aim.seems * aim.ways[mech[u]](state.place[u]) * (1.0 if sheet == home[u] else abroad)
            for aim, sheet in zip(wanted, sheets, strict=True)
        ]
        for u in units
    ]
    pairs = sorted((way, u, i) for u, ways in zip(units, far, strict=True) for i, way in enumerate(ways))
    found: dict[int, Aim] = {}
    for _, unit, i in pairs:
        if unit in found or left[i] <= 0:
            continue
        found[unit] = wanted[i]
        left[i] -= look.weight(unit, state.steps[unit])
        if side == AXIS and sources >> wanted[i].place & 1:
            for j, other in enumerate(wanted):  # one of them is enough (16.3)
                if j != i and sources >> other.place & 1:
                    left[j] = 0.0
    return found, {aim.place: need for aim, need in zip(wanted, left, strict=True) if need > 0}


def arrival(m: Muster, missing: dict[int, float]) -> int | None:
    """Where a Soviet reinforcement is needed: the held goal that misses most, else the lost one nearest to home."""
    look = m.look
    held = [place for place in missing if m.holds(SOVIET, place)]
    if held:
        return look.goal_at[max(held, key=lambda place: (missing[place] * m.values[look.goal_at[place]], -place))]
    gates = bits(look.rules.sources[SOVIET])
    lost = [look.goal_at[place] for place in missing]
    return min(lost, key=lambda goal: (min([look.ways[False][goal][gate] for gate in gates]), goal), default=None)
