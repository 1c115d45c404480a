"""Assaults on cities: how near a side is to taking a victory area, with guns, bombers and the blocks around it."""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.ai.kiev_41.context import Aim
from ostfront.ai.kiev_41.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, SNOW
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.victory import enough

NEAR = 3  # areas from a victory area whose blocks and HQs count
KEPT = 2000  # the key of their nearness in a tally
SHARE = (1.0, 1.0, 0.55, 0.25)  # how much of a block counts, by areas between
GUNS = (0.0, 1.0, 0.7, 0.4)  # the same of an HQ's guns
LEAST, MOST = 0.25, 4.0  # how little and how hard a side may press
FLIGHT = 2  # areas a Luftwaffe HQ moves closer before it flies


def expected_gain(tally: Tally, side: int) -> float:
    """What assaults on cities are expected to gain for a side."""
    return _expected_gain(tally, side, _nearness_of_each(tally, side))


def hq_gain_at(tally: Tally, hq: int, there: int) -> float:
    """How much more its side could expect from assaults if an HQ were somewhere else."""
    side, here = tally.facts.roster.side[hq], tally.state.place[hq]
    near = _nearness_of_each(tally, side)
    before = _expected_gain(tally, side, near)
    for area in bits(tally.context.aims[side].goals & tally.state.controlled(1 - side)):
        more = _guns(tally, hq, there, area) - _guns(tally, hq, here, area)
        if more:
            near[area] = _nearness(tally, side, area, more)
    return _expected_gain(tally, side, near) - before


def _nearness_of_each(tally: Tally, side: int) -> dict[int, float]:
    """How near each assault is to success; an area taken since then keeps the value its assault had."""
    goals, theirs = tally.context.aims[side].goals, tally.state.controlled(1 - side)
    return {area: nearness(tally, side, area) if theirs >> area & 1 else 1.0 for area in bits(goals)}


def _expected_gain(tally: Tally, side: int, near: Mapping[int, float]) -> float:
    """The best assault counts in full, the next by a share."""
    w = tally.knowledge.weights["storm"]
    found = sorted([tally.knowledge.worth_at[area] * share for area, share in near.items()], reverse=True)
    return float(w["share"]) * tally.context.aims[side].urge * (sum(found[:1]) + float(w["second"]) * sum(found[1:2]))


def advance(tally: Tally, side: int) -> float:
    """How much nearer blocks and HQs are to the nearest victory area than they were."""
    aim = tally.context.aims[side]
    if not aim.goals:
        return 0.0
    far = tally.knowledge.nearest(aim.goals)
    return aim.march * sum([(aim.far - far[area]) * stack.blocks for area, stack in tally.at[side].items()])


def aims(tally: Tally) -> tuple[Aim, ...]:
    """The aims of both sides; the side that is ahead feels distance less."""
    return tuple(_aim(tally, side) for side in (AXIS, SOVIET))


def _aim(tally: Tally, side: int) -> Aim:
    knowledge, pressing = tally.knowledge, urge(tally, side)
    goals = knowledge.wanted & tally.state.controlled(1 - side)
    march = float(knowledge.weights["storm"]["ahead" if ahead(tally) == side else "march"]) * pressing
    blocks = sum([stack.blocks for stack in tally.at[side].values()])
    far = knowledge.nearest(goals)
    mean = sum([far[area] * stack.blocks for area, stack in tally.at[side].items()]) / max(1, blocks)
    return Aim(goals, pressing, march, mean)


def urge(tally: Tally, side: int) -> float:
    """How hard a side presses: the stronger one presses more, the weaker one stays together."""
    power = float(tally.knowledge.weights["storm"]["press"])
    mine, theirs = (sum([stack.worth for stack in tally.at[one].values()]) for one in (side, 1 - side))
    return min(MOST, max(LEAST, float((mine / max(1.0, theirs)) ** power)))


def ahead(tally: Tally) -> int:
    """Who would win if the game ended now."""
    victory = tally.facts.scenario.victory
    held = (tally.facts.victory_areas & tally.state.axis).bit_count()
    return AXIS if victory.kind != "axis-takes" and enough(held, victory.needed) else SOVIET


def nearness(tally: Tally, side: int, area: int) -> float:
    """From 0 to 1; cached where nothing has changed."""
    key = KEPT + area * 2 + side
    base = tally.base
    same = base is not None and not tally.facts.disks[area][NEAR] & tally.changed
    known = base.later if same and base is not None else tally.later
    found = known.get(key)
    if found is None:
        found = known[key] = _nearness(tally, side, area)
    return found


def _nearness(tally: Tally, side: int, area: int, more: float = 0.0) -> float:
    knowledge, foe = tally.knowledge, 1 - side
    there = tally.at[foe].get(area)
    line = tally.state.lines(foe) >> area & 1
    absorb = min(3, knowledge.rough[area] + line + knowledge.built[area]) + line
    left = there.steps if there is not None else 0.0
    fire = there.defense if there is not None else 0.0
    attack, steps = _blocks(tally, side, area)
    if not steps:
        return 0.0
    mean = attack * (1 - 0.5 * min(1.0, fire / steps)) + support(tally, side, area) + more
    need = absorb + left + 0.5
    part = min(1.0, mean / need)
    return 0.5 * knowledge.chance(mean, need) + 0.5 * part * part


def _blocks(tally: Tally, side: int, area: int) -> tuple[float, float]:
    """Hits and steps of the best blocks that there is room for."""
    knowledge, state = tally.knowledge, tally.state
    facts = knowledge.facts
    wet = 0 if state.weather >= SNOW or tally.occupied[side] >> area & 1 else facts.rivers[area]
    strengths = knowledge.strengths[state.weather]
    disks = facts.disks[area]
    inside: list[tuple[float, float]] = []
    around: list[tuple[float, float]] = []
    for other in bits(disks[NEAR] & tally.occupied[side]):
        far = next(n for n in range(NEAR + 1) if disks[n] >> other & 1)
        found = around if far else inside
        for unit in bits(state.standing(1 << other) & knowledge.fighting[side] & ~facts.roster.hqs & ~state.isolated):
            attack, _, steps, _ = strengths[unit][state.steps[unit]]
            share = SHARE[far - 1] if far > 1 and facts.roster.fast >> unit & 1 else SHARE[far]
            if wet >> other & 1:
                attack = min(attack, 0.5 * attack + 0.5 * knowledge.one_die[unit])
            found.append((attack * share, steps * share))
    around.sort(reverse=True)
    best = inside + around[: max(0, facts.limit[area] - len(inside))]
    return sum([one[0] for one in best]), sum([one[1] for one in best])


def support(tally: Tally, side: int, area: int) -> float:
    """Hits of guns and bombers that could be there."""
    return sum([_guns(tally, hq, tally.state.place[hq], area) for hq in tally.facts.roster.hqs_of[side]])


def _guns(tally: Tally, hq: int, at: int, area: int) -> float:
    """Hits that an HQ adds to an assault, if it stands somewhere."""
    state, facts = tally.state, tally.facts
    roster, disks = facts.roster, facts.disks
    if at >= facts.area_count or not state.on_map >> hq & 1 or state.isolated >> hq & 1 or hq == roster.guderian:
        return 0.0
    stars = attack_strength(facts, state, hq)
    if not stars:
        return 0.0
    if roster.luftwaffe >> hq & 1:
        if state.weather == BLIZZARD or not disks[at][min(4, stars + FLIGHT)] >> area & 1:
            return 0.0
        return 0.7 * stars * stars / 3 * (1.0 if disks[at][stars] >> area & 1 else 0.6)
    far = next((n for n in range(1, NEAR + 1) if disks[area][n] >> at & 1), 0)
    return GUNS[far] * stars * tally.knowledge.one_die[hq]
