"""What each unit heads for: every goal needs a certain strength and no more, and the nearest units go first.

Goals are the hexes that give points; for the Axis also nearby enemies, which would cut its railroads if they
were left behind.
"""

from __future__ import annotations

from collections.abc import Callable

from ostfront.ai.victory_awaits.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.ground import around
from ostfront.kit.course import nearer

Way = Callable[[int], float]  # by hex, the movement points that are left to go

AROUND = 8  # hexes in which one's own units tell whether an enemy was left behind


class Aim:
    """A goal or an enemy, the strength it needs, the distances to it on foot and motorized, and how far they seem."""

    def __init__(self, place: int, need: float, ways: tuple[Way, Way], seems: float = 1.0) -> None:
        self.place, self.need, self.ways, self.seems = place, need, ways, seems


def cities(tally: Tally, side: int) -> list[Aim]:
    """The goals a side goes for."""
    knowledge, w = tally.knowledge, tally.knowledge.weights["officer"]
    theirs = tally.influence()[1 - side]
    found = []
    for goal in bits(tally.wanted(side)):
        place = knowledge.goals[goal]
        if tally.holds(side, place):
            need = w["to_hold"] * theirs[goal]
        else:
            need = w["to_enter"] + w["to_beat"] * theirs[goal]
            if tally.occupied[1 - side] >> place & 1:
                need += w["to_take"] * _hardness(tally, place, w["garrison"])
        ways = _over(tally, side, goal, False), _over(tally, side, goal, True)
        found.append(Aim(place, need, ways, w["city"] if side == AXIS else 1.0))
    return found


def _over(tally: Tally, side: int, goal: int, mech: bool) -> Way:
    """The distance to a goal; to an enemy in it including the river in front of it, which halves attacks (10.3)."""
    knowledge, way = tally.knowledge, tally.knowledge.ways[mech][goal]
    place = knowledge.goals[goal]
    banks = knowledge.facts.across_river[place] if tally.occupied[1 - side] >> place & 1 else 0
    if not banks:
        return way.__getitem__
    toll = knowledge.weights["officer"]["bank"]
    return lambda here: way[here] + (toll if banks >> here & 1 else 0.0)


def _hardness(tally: Tally, place: int, least: float = 0.0) -> float:
    return max(float(tally.stack(place).defense), least) * (1 + tally.facts.shift_at[place] / 3)


def enemies(tally: Tally) -> list[Aim]:
    """Soviet units near the Axis: above all those it has bypassed."""
    knowledge, w = tally.knowledge, tally.knowledge.weights["officer"]
    home, grid = knowledge.home, knowledge.facts.grid
    found = []
    for place in bits(tally.occupied[SOVIET]):
        near = bits(grid.disk(place, AROUND) & tally.occupied[AXIS])
        if not near:
            continue
        ahead = sum([home[h] > home[place] + 2 for h in near])
        behind = ahead and ahead >= w["behind"] * len(near)
        foot = _straight(tally, place, w["hunt"] if behind else w["meet"])
        wheels = _straight(tally, place, w["ride"])
        seems = w["rear"] if behind else 1.0
        found.append(Aim(place, w["to_kill"] * _hardness(tally, place), (foot, wheels), seems))
    return found


def openings(tally: Tally, stay: int) -> list[Aim]:
    """Where railroads lead Soviet reinforcements behind the front (12.1), if only those who stay stand by them.

    One division beside each is enough. Where Soviets stand on them, others go for these.
    """
    facts, w, foes = tally.facts, tally.knowledge.weights["officer"], tally.occupied[SOVIET]
    if not w["opening"] or tally.state.turn + 1 < facts.charts["track"]["reinforcements_from"]:
        return []
    free = facts.rail_hexes & ~(foes | stay | around(facts, stay))
    net = facts.rail_floods[SOVIET].fill(free, free)
    ours = nearer(facts.grid, facts.valid, tally.occupied[AXIS], foes)
    found, shut = [], 0
    for place in bits(net & ours & facts.grid.step(net & ~ours, facts.rail_lines[SOVIET])):
        if not shut >> place & 1:
            shut |= facts.grid.disk(place, 1)
            way = _straight(tally, place, w["meet"])
            found.append(Aim(place, 1.0, (way, way), w["opening"]))
    return found


def _straight(tally: Tally, place: int, detour: float) -> Way:
    distance = tally.facts.grid.distance
    return lambda here: detour * distance(here, place)


def aims(tally: Tally, side: int, stay: int = 0) -> dict[int, Aim]:
    """By unit, what it heads for; nothing if all goals have enough. Units in `stay` do not move now."""
    return allotted(tally, side, stay)[0]


def allotted(tally: Tally, side: int, stay: int = 0) -> tuple[dict[int, Aim], dict[int, float]]:
    """The same, and by hex the strength that is still missing."""
    knowledge, state = tally.knowledge, tally.state
    mech, sources = knowledge.facts.roster.mech, knowledge.facts.sources[SOVIET]
    wanted = cities(tally, side)
    if side == AXIS:
        wanted += enemies(tally) + openings(tally, stay)
    left = [aim.need for aim in wanted]
    units = bits(knowledge.units[side] & state.on_map)
    abroad = knowledge.weights["officer"]["abroad"] if side == AXIS else 1.0
    home, sheets = knowledge.facts.roster.map, [knowledge.sheet[aim.place] for aim in wanted]
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
        left[i] -= knowledge.weight(unit, state.steps[unit])
        if side == AXIS and sources >> wanted[i].place & 1:
            for j, other in enumerate(wanted):  # one of them is enough (16.3)
                if j != i and sources >> other.place & 1:
                    left[j] = 0.0
    return found, {aim.place: need for aim, need in zip(wanted, left, strict=True) if need > 0}


def arrival(tally: Tally, missing: dict[int, float]) -> int | None:
    """Where a Soviet reinforcement is needed: the held goal that lacks most, or the lost one nearest to home."""
    knowledge = tally.knowledge
    held = [place for place in missing if tally.holds(SOVIET, place)]
    if held:
        return knowledge.goal_at[
            max(held, key=lambda place: (missing[place] * tally.values[knowledge.goal_at[place]], -place))
        ]
    gates = bits(knowledge.facts.sources[SOVIET])
    lost = [knowledge.goal_at[place] for place in missing]
    return min(
        lost, key=lambda goal: (min([knowledge.ways[False][goal][gate] for gate in gates]), goal), default=None
    )
