"""Generator and referee on crowded ground: both sides thrown together at random, and a decision made up for them.

Random play seldom brings the armies to grips; here every hex has neighbours, zones of control overlap, supply
lines are cut, and retreats find little room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from harness.alphabet import letters
from harness.cases import scaled
from ostfront.core.map.plain import PlainMap
from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.state import Decision, Frame
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.state import (
    Activation,
    Battle,
    Entry,
    Escape,
    Escort,
    Guns,
    March,
    Purchase,
    Relocation,
    Retreat,
    VdState,
)  # fmt: skip
from victory_denied.stage import FACTS, RULES

PLAIN = PlainMap(FACTS.board)
ROSTER = FACTS.roster
UNITS = range(ROSTER.count)
CENTRES = [*FACTS.victory_hexes, *(FACTS.board.index(text) for text in ("3106", "2704", "1530", "3656"))]
POSITIONS = 12


# ---- the ground -------------------------------------------------------------------------------------


def crowd(random: Random) -> tuple[Game, list[int]]:
    """A game with units of both sides in a small part of the map, and the hexes of that part."""
    state: VdState = RULES.blank()
    area = sorted(PLAIN.within(random.choice(CENTRES), random.choice((3, 4, 6))))
    for unit in (
        random.sample(UNITS, random.randint(10, 40)) + [u for u in UNITS if ROSTER.is_hq[u]][:: random.randint(2, 6)]
    ):
        hex = random.choice(area)
        if has_room(state, unit, hex) and not (ROSTER.side[unit] == GERMAN and FACTS.pocket >> hex & 1):
            state.put(unit, hex)
            if not ROSTER.is_hq[unit]:
                state.steps[unit] = random.randint(1, ROSTER.steps[unit])
                state.status[unit] = random.choice((0, 0, 0, 1, 2) if ROSTER.side[unit] == GERMAN else (0, 0, 2))
    for chit, place in enumerate(FACTS.victory_hexes):
        if random.random() < 0.6:
            state.lay_chit(place, chit)
    state.turn = random.randint(1, 10)
    return Game(RULES, Seeded.of("crowd"), state), area


def has_room(state: VdState, unit: int, hex: int) -> bool:
    there = [other for other in UNITS if state.place[other] == hex]
    alike = [other for other in there if ROSTER.is_hq[other] == ROSTER.is_hq[unit]]
    if any(ROSTER.side[other] != ROSTER.side[unit] for other in there):
        return False
    if ROSTER.tan[unit] and any(ROSTER.tan[other] for other in alike):
        return False
    return len(alike) < (1 if ROSTER.is_hq[unit] else 2)


def on_map(state: VdState, side: int) -> list[int]:
    return [u for u in UNITS if ROSTER.side[u] == side and state.place[u] in PLAIN.cells]


def fighters(state: VdState, side: int) -> list[int]:
    return [u for u in on_map(state, side) if not ROSTER.is_hq[u]]


def some(units: list[int], random: Random, share: float = 0.5) -> int:
    return sum(1 << unit for unit in units if random.random() < share)


# ---- the decisions ----------------------------------------------------------------------------------

Asked = Iterator[tuple[int, Any]]  # the seat, and the locals of the procedure that asks
Situation = Callable[[VdState, list[int], int, Random], Asked]


def march(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    for unit in on_map(state, side):
        halved = state.status[unit] != 0 and not ROSTER.is_hq[unit]
        points = 2 * (ROSTER.move[unit] // (2 if halved else 1))
        if not ROSTER.is_pvo[unit] and random.random() < 0.3:
            begun = random.random() < 0.4
            left = random.randint(0, points) if begun else points
            yield side, March(unit, left, random.choice((1, 2)) if begun else 0)


def entering(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    for unit in random.sample(fighters(state, SOVIET), min(3, len(fighters(state, SOVIET)))):
        if not ROSTER.is_pvo[unit]:
            state.put(unit, FACTS.boxes["timoshenko"])
            state.status[unit] = 0
            yield SOVIET, March(unit, 2 * ROSTER.move[unit], 0, may_enter=True)


def attack(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    state.active = some(on_map(state, side), random, 0.8)
    state.spent = some(fighters(state, side), random, 0.2)
    state.attacked = some(area, random, 0.1)
    yield side, None


def commit(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    state.active = some(on_map(state, side), random, 0.8)
    state.spent = some(fighters(state, side), random, 0.2)
    for target in sorted({state.place[u] for u in fighters(state, 1 - side)}):
        beside = [u for u in fighters(state, side) if PLAIN.distance(state.place[u], target) == 1]
        able = [u for u in beside if state.active >> u & 1 and not state.spent >> u & 1]
        if able:
            yield side, Battle(target, some(able, random))


def retreat(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    for origin in sorted({state.place[u] for u in fighters(state, side)}):
        there = [u for u in on_map(state, side) if state.place[u] == origin]
        units = sum(1 << u for u in there if not ROSTER.is_hq[u] and not ROSTER.is_pvo[u])
        hqs = [u for u in there if ROSTER.is_hq[u]]
        if units:
            yield side, Retreat(side, units, random.randint(1, 2), origin, hq=hqs[0] if hqs else -1)


def advance(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    taken = {state.place[u] for u in (*on_map(state, GERMAN), *on_map(state, SOVIET))}
    empty = [hex for hex in area if hex not in taken and not (side == GERMAN and FACTS.pocket >> hex & 1)]
    for target in random.sample(empty, min(4, len(empty))):
        attackers = [u for u in fighters(state, side) if PLAIN.distance(state.place[u], target) == 1]
        if not attackers:
            continue
        hqs = [u for u in on_map(state, side) if ROSTER.is_hq[u]]
        mates = {q: sum(1 << u for u in attackers if state.place[u] == state.place[q]) for q in hqs}
        battle = Battle(
            target, sum(1 << u for u in attackers), escorts=tuple(Escort(q, m) for q, m in mates.items() if m)
        )
        yield side, battle
        first = random.choice(attackers)
        was = state.place[first]
        state.put(first, target)
        yield side, battle._replace(advanced=1 << first)
        state.put(first, was)


def relocate(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    for hq in (u for u in on_map(state, side) if ROSTER.is_hq[u]):
        yield side, Relocation(hq, state.place[hq])


def regroup(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    yield side, None


def bombard(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    state.bombarded, state.rocket = some(area, random, 0.1), True
    yield SOVIET, Guns(random.randint(0, 2), random.random() < 0.5)


def air(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    state.bomber = True
    yield GERMAN, None


def waiting(state: VdState, random: Random) -> list[int]:
    """Soviet units off the map, in the boxes where they may be; star units may have been placed."""
    found = [u for u in UNITS if ROSTER.side[u] == SOVIET and state.place[u] not in PLAIN.cells]
    found = [u for u in found if not ROSTER.is_pvo[u]]
    for unit in found:
        if not ROSTER.is_hq[unit] and not ROSTER.tan[unit]:
            box = "elite-cup"
        else:
            inside = random.random() < 0.3 and not ROSTER.is_hq[unit]
            box = "minsk-pocket-box" if inside else "soviet-reserve"
        state.put(unit, FACTS.boxes[box])
    for hq in (u for u in on_map(state, SOVIET) if ROSTER.is_hq[u]):
        if random.random() < 0.2:
            state.star_hexes |= 1 << random.choice(PLAIN.neighbours(state.place[hq]))
    return found


def reserve(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    waiting(state, random)
    yield SOVIET, Purchase(random.randint(0, 3), random.random() < 0.5)


def escape(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    waiting(state, random)
    yield SOVIET, Escape(2)


def place(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    for unit in random.sample(waiting(state, random), 4):
        yield SOVIET, Purchase(2, True, unit)


def enter(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    off = [u for u in UNITS if ROSTER.side[u] == GERMAN and state.place[u] not in PLAIN.cells]
    yield GERMAN, Entry(some([u for u in off if not ROSTER.motorized[u]], random))


def arrive(state: VdState, area: list[int], side: int, random: Random) -> Asked:
    off = [u for u in UNITS if ROSTER.side[u] == GERMAN and state.place[u] not in PLAIN.cells]
    foot = [u for u in off if not ROSTER.motorized[u]]
    for unit in random.sample(foot, 3):
        yield GERMAN, March(unit, 2 * ROSTER.move[unit], 2, may_enter=True)


SITUATIONS: dict[str, tuple[str, Situation]] = {
    "march": ("march", march), "out of the box": ("march", entering), "attack": ("attack", attack),
    "commit": ("commit", commit), "retreat": ("retreat", retreat), "advance": ("advance", advance),
    "relocate": ("relocate", relocate), "regroup": ("regroup", regroup), "bombard": ("bombard", bombard),
    "air": ("air", air), "reserve": ("reserve", reserve), "escape": ("escape", escape), "place": ("place", place),
    "enter": ("enter", enter), "arrive": ("arrive", arrive),
}  # fmt: skip


# ---- the comparison ---------------------------------------------------------------------------------


def walks(local: Retreat, random: Random) -> Iterator[Action]:
    """Ways for each retreating unit, a little longer than needed, most of them wrong."""
    for unit in (u for u in UNITS if local.units >> u & 1):
        found: list[tuple[int, ...]] = [(local.origin,)]
        for _ in range(local.hexes + 1):
            found = [(*walk, n) for walk in found for n in PLAIN.neighbours(walk[-1])]
            found = random.sample(found, min(60, len(found)))
            yield from (Action("retreat", (unit, *walk[1:])) for walk in found)


@pytest.mark.parametrize("name", SITUATIONS)
def test_generator_and_referee_agree_on_crowded_ground(name: str) -> None:
    kind, situation = SITUATIONS[name]
    random = Random(name)
    looked_at = legal = 0
    for _ in range(scaled(POSITIONS)):
        game, area = crowd(random)
        for seat, local in situation(game.state, area, random.randint(0, 1), random):
            decision = Decision(seat, kind)
            game.state.top = Frame(kind, 0, local, Frame("activation", 0, Activation(-1, seat), None))
            game.state.pending = (decision,)
            game.prepared = None
            options = game.options(decision)
            trials = [*letters(game, decision, random)]
            if isinstance(local, Retreat):
                trials += walks(local, random)
            for action in trials:
                looked_at += 1
                legal += action in options
                objections = game.objections(decision, action)
                assert (action in options) == (not objections), (
                    f"{game.text(action)}: {'offered' if action in options else 'not offered'}, "
                    f"the referee says {objections or 'nothing'}; {local}"
                )
    assert 0 < legal < looked_at
