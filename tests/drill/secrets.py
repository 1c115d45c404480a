"""What a seat may know of a position, and the other worlds that look the same to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from drill.facts import LEFT, RED_SEAT, SIDE_OF, TEAMS, Facts
from drill.rules.command import selectable
from drill.rules.fog import is_hidden
from drill.rules.setup import can_be_finished
from drill.state import DrillState, FaceDown, SetUp
from ostfront.core.files.fields import Plain
from ostfront.core.map.hexes import bits
from ostfront.core.play.state import NOWHERE, Frame

# ---- what a seat sees -----------------------------------------------------------------------------


def seen(facts: Facts, state: DrillState, seat: int) -> Plain:
    """All that a seat may know, as plain data."""
    name = facts.board.name
    on_map = [unit for side in facts.units_of_side for unit in state.living(side)]
    faces = [unit for unit in on_map if not is_hidden(facts, state, unit, seat)]
    blocks = Counter(name(state.place[unit]) for unit in on_map if unit not in faces)
    return {
        "turn": state.turn,
        "units": {facts.units[unit].name: _unit(facts, state, unit) for unit in faces},
        "blocks": dict(sorted(blocks.items())),
        "face down": [name(place) for place in bits(state.covered)],
        "turned up": [facts.surprises[chit].name for chit in bits(state.turned_up)],
        "cup": [facts.chits[chit].name for chit in bits(state.cup)],
        "chosen": [
            facts.chits[chit].name if chit != NOWHERE and SIDE_OF[who] == SIDE_OF[seat] else ""
            for who, chit in enumerate(state.chosen)
        ],
        "last turn": [facts.chits[chit].name if chit != NOWHERE else "" for chit in state.previous],
        "reserve": state.reserve,
        "re-rolled": list(state.rerolled),
        "dug in": state.dug_in,
        "going on": _going_on(facts, state, seat),
    }


def _unit(facts: Facts, state: DrillState, unit: int) -> Plain:
    return {
        "hex": facts.board.name(state.place[unit]),
        "steps": state.steps[unit],
        "moved": bool(state.moved[unit]),
        "fought": bool(state.fought[unit]),
        "known": bool(state.known[unit]),
    }


def _going_on(facts: Facts, state: DrillState, seat: int) -> Plain:
    """The stack, without the unit in a hand one may not see."""
    frames = []
    frame = state.top
    while frame is not None:
        local = dict(frame.local._asdict()) if frame.local is not None else {}
        mine = "seat" in local and local["seat"] != NOWHERE and SIDE_OF[local["seat"]] == SIDE_OF[seat]
        if not mine and facts.fog:
            for secret in ("unit", "left", "attackers"):
                local.pop(secret, None)
            if frame.procedure == "battle" and local["die"]:
                local["attackers"] = frame.local.attackers
        step = "" if not mine and frame.procedure in ("set-up", "activation") else frame.step
        frames.append([frame.procedure, step, local])
        frame = frame.below
    return frames


# ---- worlds that look the same --------------------------------------------------------------------


def imagine(facts: Facts, state: DrillState, seat: int, random: Random) -> DrillState:
    """Turn a state into another one that this seat could not distinguish from it."""
    _swap_blocks(facts, state, seat, random)
    _shuffle_surprises(facts, state, random)
    _reseal_orders(facts, state, seat, random)
    return state


def _swap_blocks(facts: Facts, state: DrillState, seat: int, random: Random) -> None:
    enemy = 1 - SIDE_OF[seat]
    hidden = [
        unit
        for unit in facts.units_of_side[enemy]
        if is_hidden(facts, state, unit, seat) and (state.steps[unit] == facts.units[unit].steps)
    ]
    local = state.top.local if state.top else None
    for command in TEAMS[enemy]:
        own = [unit for unit in hidden if facts.seat_of[unit] == command]
        spots = sorted(own, key=lambda unit: _spot(state, unit))
        for _ in range(20):
            world = _renamed(state, dict(zip(spots, random.sample(own, len(own)), strict=True)))
            if not isinstance(local, SetUp) or can_be_finished(facts, world, local.seat):
                break
        else:
            world = _renamed(state, _guns_in_cover(facts, state, spots, random.sample(own, len(own))))
        state.__dict__.update(world.__dict__)


def _spot(state: DrillState, unit: int) -> tuple[int, ...]:
    """All about a block but which it is: blocks are dealt over their spots in this order."""
    found = [state.place[unit], state.moved[unit], state.fought[unit]]
    frame = state.top
    while frame is not None:
        local: Any = frame.local
        found.append(getattr(local, "unit", NOWHERE) == unit)
        found += [getattr(local, group, 0) >> unit & 1 for group in ("attackers", "units")]
        frame = frame.below
    return tuple(found)


def _guns_in_cover(facts: Facts, state: DrillState, spots: list[int], units: list[int]) -> dict[int, int]:
    """A set-up that can be finished if any can: guns in cover first, then not set up yet."""
    units = sorted(units, key=lambda unit: facts.units[unit].kind != "gun")

    def order(spot: int) -> int:
        place = state.place[spot]
        return 1 if place == NOWHERE else 0 if facts.cover >> place & 1 else 2

    return dict(zip(sorted(spots, key=order), units, strict=True))


def _renamed(state: DrillState, names: Mapping[int, int]) -> DrillState:
    """The same position with other blocks in the same places."""
    world = state.clone()
    for unit in names:
        world.put(unit, NOWHERE)
    for unit, other in names.items():
        world.put(other, state.place[unit])
        world.moved[other], world.fought[other] = state.moved[unit], state.fought[unit]
    world.top = _renamed_frame(state.top, names)
    return world


def _renamed_frame(frame: Frame | None, names: Mapping[int, int]) -> Frame | None:
    if frame is None:
        return None
    local: Any = frame.local
    if hasattr(local, "unit"):
        local = local._replace(unit=names.get(local.unit, local.unit))
    for group in ("attackers", "units"):
        if hasattr(local, group):
            units: Iterable[int] = (names.get(unit, unit) for unit in bits(getattr(local, group)))
            local = local._replace(**{group: sum(1 << unit for unit in units)})
    return Frame(frame.procedure, frame.step, local, _renamed_frame(frame.below, names))


def _shuffle_surprises(facts: Facts, state: DrillState, random: Random) -> None:
    """Nobody knows these."""
    unknown = [chit for chit in range(len(facts.surprises)) if not state.turned_up >> chit & 1]
    dealt = random.sample(unknown, len(state.face_down))
    state.lay(tuple(FaceDown(old.place, chit) for old, chit in zip(state.face_down, dealt, strict=True)))


def _reseal_orders(facts: Facts, state: DrillState, seat: int, random: Random) -> None:
    chosen = list(state.chosen)
    for who in (LEFT, RED_SEAT):
        if chosen[who] != NOWHERE and SIDE_OF[who] != SIDE_OF[seat]:
            chosen[who] = random.choice(selectable(facts, state, who))
    state.chosen = tuple(chosen)
