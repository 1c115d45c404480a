"""Storms: how near a side is to taking a victory area by assault, with guns, bombers and the blocks around it."""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.ai.kiev_41.context import Aim
from ostfront.ai.kiev_41.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, SNOW
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.victory import enough

NEAR = 3  # areas from a victory area whose blocks and HQs count
KEPT = 2000  # where storms are kept in a muster
SHARE = (1.0, 1.0, 0.55, 0.25)  # how much of a block counts, by areas between
GUNS = (0.0, 1.0, 0.7, 0.4)  # the same of an HQ's guns
LEAST, MOST = 0.25, 4.0  # how little, and how hard, a side presses
FLIGHT = 2  # areas a Luftwaffe HQ comes nearer before it flies


def hope(m: Muster, side: int) -> float:
    """What storms promise."""
    return _hope(m, side, _storms(m, side))


def drawn(m: Muster, hq: int, there: int) -> float:
    """How much more storms would promise its side if an HQ stood somewhere else."""
    side, here = m.look.rules.roster.side[hq], m.state.place[hq]
    near = _storms(m, side)
    before = _hope(m, side, near)
    for area in bits(m.moment.aims[side].goals & m.state.controlled(1 - side)):
        more = _guns(m, hq, there, area) - _guns(m, hq, here, area)
        if more:
            near[area] = _nearness(m, side, area, more)
    return _hope(m, side, near) - before


def _storms(m: Muster, side: int) -> dict[int, float]:
    """How near each storm is to success; an area taken since the position as it is keeps all that it promised."""
    goals, theirs = m.moment.aims[side].goals, m.state.controlled(1 - side)
    return {area: nearness(m, side, area) if theirs >> area & 1 else 1.0 for area in bits(goals)}


def _hope(m: Muster, side: int, near: Mapping[int, float]) -> float:
    """The best storm counts in full, the next by a share."""
    w = m.look.weights["storm"]
    found = sorted([m.look.worth_at[area] * share for area, share in near.items()], reverse=True)
    return float(w["share"]) * m.moment.aims[side].urge * (sum(found[:1]) + float(w["second"]) * sum(found[1:2]))


def advance(m: Muster, side: int) -> float:
    """How much nearer blocks and HQs are to the nearest victory area than they were."""
    aim = m.moment.aims[side]
    if not aim.goals:
        return 0.0
    far = m.look.nearest(aim.goals)
    return aim.march * sum([(aim.far - far[area]) * stack.blocks for area, stack in m.at[side].items()])


def aims(m: Muster) -> tuple[Aim, ...]:
    """What both sides are after, by side; who is ahead feels the way less."""
    return tuple(_aim(m, side) for side in (AXIS, SOVIET))


def _aim(m: Muster, side: int) -> Aim:
    look, pressing = m.look, urge(m, side)
    goals = look.wanted & m.state.controlled(1 - side)
    march = float(look.weights["storm"]["ahead" if ahead(m) == side else "march"]) * pressing
    blocks = sum([stack.blocks for stack in m.at[side].values()])
    far = look.nearest(goals)
    mean = sum([far[area] * stack.blocks for area, stack in m.at[side].items()]) / max(1, blocks)
    return Aim(goals, pressing, march, mean)


def urge(m: Muster, side: int) -> float:
    """How hard a side presses: the stronger one more, the weaker one keeps together."""
    power = float(m.look.weights["storm"]["press"])
    mine, theirs = (sum([stack.worth for stack in m.at[one].values()]) for one in (side, 1 - side))
    return min(MOST, max(LEAST, float((mine / max(1.0, theirs)) ** power)))


def ahead(m: Muster) -> int:
    """Who would win if the game ended now."""
    victory = m.look.rules.scenario.victory
    held = (m.look.rules.victory_areas & m.state.axis).bit_count()
    return AXIS if victory.kind != "axis-takes" and enough(held, victory.needed) else SOVIET


def nearness(m: Muster, side: int, area: int) -> float:
    """From nothing to one; known already where nothing has changed."""
    key = KEPT + area * 2 + side
    base = m.base
    same = base is not None and not m.look.rules.disks[area][NEAR] & m.changed
    known = base.later if same and base is not None else m.later
    found = known.get(key)
    if found is None:
        found = known[key] = _nearness(m, side, area)
    return found


def _nearness(m: Muster, side: int, area: int, more: float = 0.0) -> float:
    look, foe = m.look, 1 - side
    there = m.at[foe].get(area)
    line = m.state.lines(foe) >> area & 1
    absorb = min(3, look.rough[area] + line + look.built[area]) + line
    left = there.steps if there is not None else 0.0
    fire = there.defense if there is not None else 0.0
    attack, steps = _blocks(m, side, area)
    if not steps:
        return 0.0
    mean = attack * (1 - 0.5 * min(1.0, fire / steps)) + support(m, side, area) + more
    need = absorb + left + 0.5
    part = min(1.0, mean / need)
    return 0.5 * look.chance(mean, need) + 0.5 * part * part


def _blocks(m: Muster, side: int, area: int) -> tuple[float, float]:
    """Hits and steps of the best blocks that there is room for."""
    look, state = m.look, m.state
    rules = look.rules
    wet = 0 if state.weather >= SNOW or m.occupied[side] >> area & 1 else rules.rivers[area]
    facts = look.facts[state.weather]
    disks = rules.disks[area]
    inside: list[tuple[float, float]] = []
    around: list[tuple[float, float]] = []
    for other in bits(disks[NEAR] & m.occupied[side]):
        far = next(n for n in range(NEAR + 1) if disks[n] >> other & 1)
        found = around if far else inside
        for unit in bits(state.standing(1 << other) & look.fighting[side] & ~rules.roster.hqs & ~state.isolated):
            attack, _, steps, _ = facts[unit][state.steps[unit]]
            share = SHARE[far - 1] if far > 1 and rules.roster.fast >> unit & 1 else SHARE[far]
            if wet >> other & 1:
                attack = min(attack, 0.5 * attack + 0.5 * look.one_die[unit])
            found.append((attack * share, steps * share))
    around.sort(reverse=True)
    best = inside + around[: max(0, rules.limit[area] - len(inside))]
    return sum([one[0] for one in best]), sum([one[1] for one in best])


def support(m: Muster, side: int, area: int) -> float:
    """Hits of guns and bombers that could be there."""
    return sum([_guns(m, hq, m.state.place[hq], area) for hq in m.look.rules.roster.hqs_of[side]])


def _guns(m: Muster, hq: int, at: int, area: int) -> float:
    """Hits that an HQ adds to a storm, if it stands somewhere."""
    state, rules = m.state, m.look.rules
    roster, disks = rules.roster, rules.disks
    if at >= rules.area_count or not state.on_map >> hq & 1 or state.isolated >> hq & 1 or hq == roster.guderian:
        return 0.0
    stars = attack_strength(rules, state, hq)
    if not stars:
        return 0.0
    if roster.luftwaffe >> hq & 1:
        if state.weather == BLIZZARD or not disks[at][min(4, stars + FLIGHT)] >> area & 1:
            return 0.0
        return 0.7 * stars * stars / 3 * (1.0 if disks[at][stars] >> area & 1 else 0.6)
    far = next((n for n in range(1, NEAR + 1) if disks[area][n] >> at & 1), 0)
    return GUNS[far] * stars * m.look.one_die[hq]
