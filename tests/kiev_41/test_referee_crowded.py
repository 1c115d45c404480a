"""Generator and referee on crowded ground: blocks of both sides thrown together, and a decision made up for them.

Random play seldom brings bombers over fleets, Blitz HQs beside green areas or hunger to Sevastopol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.alphabet import letters
from harness.cases import scaled
from ostfront.core.files.data import DataFolder
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Settings
from ostfront.core.play.state import Decision, Frame
from ostfront.games.kiev_41 import INFO
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import Kiev41
from ostfront.games.kiev_41.state import (
    Arrival,
    Attrition,
    Blitz,
    Build,
    Combat,
    Command,
    Flak,
    Fleets,
    Impulse,
    K41State,
    Logistics,
    Losses,
    March,
    NavalAir,
    Side,
    Support,
)


def compiled(optional: str) -> Kiev41:
    settings = Settings(INFO.name, "southern-struggle", {"optional": optional, "placement": "random"})
    found = INFO.rules(INFO, settings, DataFolder(INFO.name, Path(INFO.data)))
    assert isinstance(found, Kiev41)
    return found


RULES = [compiled(optional) for optional in ("none", "14.3", "14.9")]
POSITIONS = 10


# ---- the ground -------------------------------------------------------------------------------------


def crowd(rules: Kiev41, random: Random) -> K41State:
    """Blocks of both sides in a few areas; control, lines, cubes and weather at random."""
    state = rules.blank()
    areas = random.sample(range(rules.facts.area_count), random.choice((10, 25, 50)))
    areas += random.sample(bits(rules.facts.black_coast), 3)
    state.weather = random.choice((0, 0, 1, 2, 3 if rules.facts.plays("14.5") else 2))
    for unit in range(rules.facts.roster.count):
        state.steps[unit] = random.randint(min(1, rules.facts.roster.full[unit]), rules.facts.roster.full[unit])
        state.put(unit, _somewhere(rules, state, unit, areas, random))
    for area in range(rules.facts.area_count):
        _settle(rules, state, area, random)
    for unit in bits(state.on_map & rules.facts.roster.blocks):
        state.isolated |= (random.random() < 0.1) << unit
        state.acted |= (random.random() < 0.1) << unit
    state.yellow, state.orange = random.random() < 0.5, random.random() < 0.5
    state.initiative = random.choice((AXIS, SOVIET))
    return state


def _somewhere(rules: Kiev41, state: K41State, unit: int, areas: list[int], random: Random) -> int:
    roster, boxes = rules.facts.roster, rules.facts.boxes
    side = roster.side[unit]
    if roster.leaders >> unit & 1:
        return boxes[("rastenburg", "moscow")[side]]
    if unit == roster.guderian:
        return random.choice(rules.facts.tula)
    if roster.bombers >> unit & 1:
        return boxes[random.choice(("bombers-available", "bombers-available", "bombers-aborted"))]
    if roster.fleets >> unit & 1:
        return random.choice((boxes["fleet-staging"], *random.sample(bits(rules.facts.black_coast), 2)))
    area = random.choice(areas)
    closed = rules.facts.staging_of[1 - side] | state.full[side]
    if closed >> area & 1 or random.random() < 0.25:
        return boxes[("axis-pool", "soviet-pool")[side]]
    apart = [u for u in state.each_at(area) if {roster.nation[u], roster.nation[unit]} == {"hungarian", "rumanian"}]
    return boxes["axis-pool"] if apart else area


def _settle(rules: Kiev41, state: K41State, area: int, random: Random) -> None:
    """Who controls an area, and perhaps a Defensive Line of his."""
    held = [bool(state.units_of(side) >> area & 1) for side in (AXIS, SOVIET)]
    side = random.choice((AXIS, SOVIET)) if held[AXIS] == held[SOVIET] else held.index(True)
    if rules.facts.staging >> area & 1:
        side = AXIS if rules.facts.staging_of[AXIS] >> area & 1 else SOVIET
    state.axis |= (side == AXIS) << area
    if random.random() < 0.1 and state.lines(side).bit_count() < rules.facts.line_count[side]:
        if side == AXIS:
            state.lines_axis |= 1 << area
        else:
            state.lines_soviet |= 1 << area
        state.isolated_lines |= (random.random() < 0.3) << area


# ---- the decisions ----------------------------------------------------------------------------------

Asked = Iterator[tuple[int, Any]]  # the seat, and the locals of the procedure that asks
Situation = Callable[[Kiev41, K41State, int, Random], Asked]


def _movable(rules: Kiev41, state: K41State, side: int) -> list[int]:
    return bits(rules.facts.roster.movable & rules.facts.roster.of_side[side] & state.on_map)


def _activate(rules: Kiev41, state: K41State, side: int, random: Random) -> None:
    """Some HQs that do not stand among enemies."""
    free = [u for u in _movable(rules, state, side) if not state.units_of(1 - side) >> state.place[u] & 1]
    state.active = mask(u for u in free if rules.facts.roster.hqs >> u & 1 and random.random() < 0.6)
    state.acted |= state.active


def _fights(state: K41State, side: int, random: Random) -> int:
    """Contested areas where somebody can attack, not all of them still to be fought for."""
    contested = state.units_of(AXIS) & state.units_of(SOVIET)
    able = [u for u in bits(state.on_map & ~state.isolated) if state.owner[u] == side]
    return mask({state.place[u] for u in able if contested >> state.place[u] & 1 and random.random() < 0.8})


def march(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    for unit in random.sample(_movable(rules, state, side), 4):
        mode = random.choice(("pass", "strategic", "tactical", "exploitation"))
        if mode == "exploitation" and state.units_of(1 - side) >> state.place[unit] & 1:
            continue  # such a block is not picked
        left = random.choice((rules.facts.allowance[unit], random.randint(0, 5)))
        state.top = Frame("command", 0, Command(side, mode, 3), None)
        yield side, March(unit, left, state.place[unit], random.choice((0, 0, 1)))


def approach(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    for hq in _movable(rules, state, side):
        if rules.facts.roster.hqs >> hq & 1:
            yield side, March(hq, rules.facts.allowance[hq], state.place[hq])


def headquarters(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    state.acted = 0
    yield side, Side(side)
    _activate(rules, state, side, random)
    state.acted = state.active
    yield side, Side(side)


def command(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    for mode in ("pass", "strategic", "exploitation"):
        yield side, Command(side, mode, 2)
    _activate(rules, state, side, random)
    yield side, Command(side, "tactical", 99)


def salvage(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    yield side, Build(_movable(rules, state, side)[0])


def fleets(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    some = random.choice((0, 0, *(1 << fleet for fleet in bits(rules.facts.roster.fleets))))
    yield SOVIET, Fleets(random.randint(0, 2), some)


def _gather(rules: Kiev41, state: K41State, side: int, random: Random) -> None:
    """HQs of a side come next to battles, where there is room."""
    hqs = rules.facts.roster.hqs & rules.facts.roster.of_side[side] & ~(1 << rules.facts.roster.guderian)
    for hq in bits(hqs):
        battles = bits(state.to_fight)
        if battles and random.random() < 0.7:
            near = rules.facts.links[random.choice(battles)] & ~state.units_of(1 - side) & ~state.full[side]
            near &= ~rules.facts.staging_of[1 - side]
            if near and state.isolated >> hq & 1 == 0:
                state.put(hq, random.choice(bits(near)))


def support(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    state.to_fight = _fights(state, side, random)
    _gather(rules, state, side, random)
    _activate(rules, state, side, random)
    state.to_fight = _fights(state, side, random)
    if state.weather != 3:
        for bomber in bits(rules.facts.roster.bombers):
            if state.to_fight and random.random() < 0.2:
                state.put(bomber, random.choice(bits(state.to_fight)))
    guns = [hq for hq in bits(state.active & rules.facts.roster.tactical) if random.random() < 0.3]
    state.guns = tuple((hq, bits(rules.facts.links[state.place[hq]])[0]) for hq in guns)
    yield side, Support(side, random.random() < 0.3)


def battle(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    state.to_fight = _fights(state, side, random)
    state.contested_before = mask(area for area in bits(state.to_fight) if random.random() < 0.6)
    yield side, Combat(side)
    state.contested_before = state.to_fight
    yield side, Combat(side)


def engage(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    area = random.choice(bits(rules.facts.black_coast))
    flying = random.sample(bits(rules.facts.roster.bombers), random.randint(1, 5))
    for unit in (*flying, *bits(rules.facts.roster.fleets)):
        if unit in flying or random.random() < 0.8:
            state.put(unit, area)
    off = [fleet for fleet in bits(rules.facts.roster.fleets) if state.place[fleet] == area]
    if off:
        met = tuple((bomber, random.choice(off)) for bomber in flying[: random.randint(0, len(flying) - 1)])
        waiting = set(off) - {fleet for _, fleet in met}
        if len(flying) - len(met) >= len(waiting):
            yield AXIS, NavalAir(area, -1, met)


def flak(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    area = random.choice(bits(rules.facts.black_coast))
    flying = random.sample(bits(rules.facts.roster.bombers), random.randint(1, 4))
    for unit in flying:
        state.put(unit, area)
    yield AXIS, Flak(area, random.randint(1, 4), -1, mask(flying[: random.randint(1, len(flying))]))


def loss(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    for area in bits(state.units_of(side))[:6]:
        if any(state.owner[u] == side for u in state.each_at(area)):
            yield side, Losses(side, area, 1)


def siege(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    if not rules.facts.plays("14.4"):
        return
    inside = random.sample(_movable(rules, state, SOVIET), 2)
    for unit in inside:
        state.put(unit, rules.facts.sevastopol)
    state.isolated |= mask(inside[: random.randint(1, 2)])
    state.axis &= ~(1 << rules.facts.sevastopol)
    yield SOVIET, Attrition(SOVIET)


def blitz(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    state.weather = 0
    _activate(rules, state, side, random)
    contested = state.units_of(AXIS) & state.units_of(SOVIET)
    fast = rules.facts.roster.fast & rules.facts.roster.combat & rules.facts.roster.of_side[side] & state.on_map
    state.blitzers = mask(u for u in bits(fast) if not contested >> state.place[u] & 1)
    yield side, Blitz(side, mask(area for area in bits(contested) if random.random() < 0.7))


def place(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    waiting = [
        u for u in bits(rules.facts.roster.of_side[SOVIET]) if state.place[u] == rules.facts.boxes["soviet-pool"]
    ]
    used = mask(area for area in bits(rules.facts.arrival_cities) if random.random() < 0.2)
    yield SOVIET, Arrival(SOVIET, 6, 0, (waiting[0],), used)


def call(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    yield side, Arrival(side, random.randint(1, 20))


def privilege(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    pool = rules.facts.boxes[("axis-pool", "soviet-pool")[side]]
    yield side, Arrival(side, 6, 1, tuple(u for u in bits(rules.facts.roster.blocks) if state.place[u] == pool)[:2])


def restore(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    yield side, Logistics(side, 9, random.randint(1, 9))


def impulse(rules: Kiev41, state: K41State, side: int, random: Random) -> Asked:
    state.acted = 0
    yield side, Impulse(side)


SITUATIONS: dict[str, Situation] = {
    "march": march, "approach": approach, "headquarters": headquarters, "command": command, "salvage": salvage,
    "fleets": fleets, "support": support, "battle": battle, "engage": engage, "flak": flak, "loss": loss,
    "siege": siege, "blitz": blitz, "place": place, "call": call, "privilege": privilege, "restore": restore,
    "replace": restore, "impulse": impulse,
}  # fmt: skip


@pytest.mark.parametrize("kind", SITUATIONS)
def test_generator_and_referee_agree_on_crowded_ground(kind: str) -> None:
    random = Random(f"crowd {kind}")
    asked = refused = given = 0
    for number in range(scaled(POSITIONS)):
        rules = RULES[number % len(RULES)]
        state = crowd(rules, random)
        game = Game(rules, Seeded.of("crowd"), state)
        for seat, local in SITUATIONS[kind](rules, state, random.choice((AXIS, SOVIET)), random):
            state.top = Frame(kind, 0, local, state.top if kind == "march" else None)
            decision, game.prepared = Decision(seat, kind), None
            state.pending = (decision,)
            offered = set(game.options(decision))
            asked += 1
            given += sum(action.arg is not None for action in offered)
            for action in letters(game, decision, random):
                objections = game.objections(decision, action)
                refused += bool(objections)
                assert (action in offered) == (not objections), (
                    f"{game.text(action)}: {objections or 'nothing'}; {local}"
                )
            game.prepared = None
    assert asked and refused and (given or kind == "impulse")


def test_every_kind_of_decision_is_made_up() -> None:
    """Except for two one-word questions that are asked only when both answers are legal."""
    assert set(RULES[0].kinds) - set(SITUATIONS) == {"logistics", "exploit"}
