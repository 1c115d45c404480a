"""What the referee takes from the state, computed a second time: values, cubes, battles, movement points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.cases import scaled
from ostfront.core.files.data import DataFolder
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Settings
from ostfront.games.kiev_41 import INFO
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.referee.battle import attackers
from ostfront.games.kiev_41.referee.movement import allowance
from ostfront.games.kiev_41.referee.position import BLOCKS, Position
from ostfront.games.kiev_41.referee.supply import has_line, sources

GAMES = [("southern-struggle", "none"), ("southern-struggle", "14.9"), ("the-pocket", "none"), ("the-snow", "none")]


# ---- computed again ---------------------------------------------------------------------------------


def logistics_value(position: Position, side: int) -> int:
    """7.2.1, with 7.2.1.1 and 3.1."""
    units = range(position.roster.count)
    leader = next(u for u in units if position.kind(u) == "leader" and position.side(u) == side)
    total = position.strength(leader)
    total += sum(
        position.is_hq(u) and position.side(u) == side and position.on_map(u) and not position.exhausted(u)
        for u in units
    )
    total += sum(position.controls(side, area) for area in position.ground.victory)
    lost = [u for u in position.in_box(f"{SIDES[1 - side]}-lost") if position.kind(u) != "bomber"]
    total += len(lost) // int(position.charts["logistics"]["eliminated_per_point"])
    if side == SOVIET:
        total += position.state.yellow + position.state.orange + len(position.seas)
    halved = SIDES[side] in position.charts["weather"][position.weather].get("logistics_halved", [])
    return max(1, total // 2) if halved else total


def in_supply(position: Position, side: int, area: int) -> bool:
    """9.2, 2.1.1: a line of communication, a source of one's own under one's feet, or the coast."""
    if has_line(position, side, area):
        return True
    ground = position.ground
    if position.controls(side, area) and area in _printed_sources(position, side):
        return True
    if side == AXIS or ground.plays("14.4"):
        return False
    coast = any(area in ground.coast[sea] for sea in position.seas) and position.controls(SOVIET, area)
    return coast or area == ground.sevastopol


def _printed_sources(position: Position, side: int) -> set[int]:
    chart, ground = position.charts["supply"], position.ground
    if side == AXIS:
        return ground.all_at(chart["axis"])
    names = [*chart["soviet_red"]]
    names += chart["soviet_yellow"] if position.state.yellow else []
    names += chart["soviet_orange"] if position.state.orange else []
    return ground.all_at(names)


# ---- while games are played -------------------------------------------------------------------------


def moments(scenario: str, optional: str, seed: str) -> Iterator[tuple[Game, Position, Any]]:
    """Every decision of a game of bold players."""
    options = {"optional": optional} if scenario == "southern-struggle" else {}
    rules: Any = INFO.rules(INFO, Settings(INFO.name, scenario, options), DataFolder(INFO.name, Path(INFO.data)))
    game = Game.started(rules, Seeded.of(seed))
    random = Random(seed)
    for _ in range(2500):
        if game.result is not None:
            return
        decision = game.state.pending[0]
        yield game, Position(rules.facts, game.state), decision
        offered = list(game.options(decision))
        bold = [action for action in offered if action.verb not in ("pass", "done", "stop", "recall")]
        game.push(random.choice(bold if bold and random.random() < 0.7 else offered), decision)


def check(position: Position, decision: Any, local: Any) -> str:
    """What was compared; the comparison itself is asserted."""
    state, side, kind = position.state, decision.seat, decision.kind
    first = kind == "restore" and local.points == local.value  # later HQs may have been restored
    if first or (kind == "call" and state.top.below.procedure != "logistics"):
        assert local.value == logistics_value(position, side)
    elif kind == "command" and not state.acted and local.mode in ("strategic", "exploitation"):
        assert local.left == logistics_value(position, side)
    elif kind == "march" and not local.legs:
        assert local.left == allowance(position, local.unit)
    elif kind == "fleets":
        active = [u for u in range(position.roster.count) if state.active >> u & 1]
        assert local.allowed == sum(not position.exhausted(u) for u in active)
    elif kind == "support" and not local.blitz:
        fights = {area for area in position.contested if attackers(position, side, area)}
        assert {area for area in position.ground.areas if state.to_fight >> area & 1} == fights
    elif kind == "impulse":
        check_cubes(position, side)
    else:
        return ""
    return kind if kind != "command" else f"{kind} {local.mode}"


def check_cubes(position: Position, side: int) -> None:
    """9.1: after the Supply Check whoever is cut off carries a cube, and nobody off the map does."""
    state = position.state
    for area, blocks in position.blocks_at.items():
        for unit in blocks:
            if position.side(unit) == side and not in_supply(position, side, area):
                assert state.isolated >> unit & 1, (position.unit_name(unit), position.ground.name(area))
    for area in position.lines(side):
        assert in_supply(position, side, area) or state.isolated_lines >> area & 1
    for unit in range(position.roster.count):
        on_map = position.ground.is_area(state.place[unit]) and position.kind(unit) in BLOCKS
        assert on_map or not state.isolated >> unit & 1
    assert sources(position, side) <= _printed_sources(position, side)


@pytest.mark.parametrize(("scenario", "optional"), GAMES)
def test_what_the_referee_relies_on(scenario: str, optional: str) -> None:
    compared: Counter[str] = Counter()
    for number in range(scaled(2)):
        for game, position, decision in moments(scenario, optional, f"facts {scenario} {optional} {number}"):
            compared[check(position, decision, game.state.top.local)] += 1
    assert compared["impulse"] and compared["march"]
