"""Movement with a unit in hand, leg by leg: who may be picked up, and strategic movement by road."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ostfront.kit.referee.case import AnyCase, AnyPosition

NOT_BEGUN, NORMAL, STRATEGIC = 0, 1, 2  # the mode of a march

# ---- a unit in hand ---------------------------------------------------------------------------------


def inactive(case: AnyCase) -> str | None:
    """A unit of the other side, or one that is not activated."""
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    return None if case.state.active >> unit & 1 else f"{case.name(unit)} is not activated."


def has_moved(case: AnyCase) -> str | None:
    return f"{case.name(case.unit)} has already moved." if case.state.moved >> case.unit & 1 else None


def goes_nowhere(case: AnyCase) -> str | None:
    """A leg to the hex where the unit in hand already is."""
    if case.hex != case.state.place[case.local.unit]:
        return None
    return f"{case.name(case.local.unit)} is already in {case.where(case.hex)}; 'stop' ends its move there."


def major_river_later(case: AnyCase) -> str:
    return (
        f"The route to {case.where(case.hex)} crosses an unbridged major river, which only the first step of a move "
        "may do, and the move ends there."
    )


def changes_kind(case: AnyCase) -> str | None:
    """Normal movement after a leg by road, or vice versa."""
    name, march = case.name(case.local.unit), case.local
    by_road = case.action.verb == "road"
    if march.mode in (NOT_BEGUN, STRATEGIC if by_road else NORMAL):
        return None
    if by_road:
        return f"{name} has begun normal movement; strategic movement must be the whole move."
    return f"{name} has begun to move by road and must stay on the road for its whole move."


# ---- by road ----------------------------------------------------------------------------------------


class Bar(NamedTuple):
    """Why a hex cannot be entered or reached by strategic movement."""

    rule: str
    text: str


class Roads(NamedTuple):
    """Where a unit can go by road: half points to each hex, and the hex before it."""

    costs: Mapping[int, int]
    before: Mapping[int, int]

    def path(self, hex: int) -> list[int]:
        found = [hex]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return found[::-1]


def roads_from(
    position: AnyPosition, starts: Mapping[int, int], step: int, closed: Callable[[int, int], object]
) -> Roads:
    """By road from the starting hexes, each with the half points already spent; `closed`: forbidden steps."""
    costs = dict(starts)
    before: dict[int, int] = {}
    edge = list(starts)
    while edge:
        beyond = []
        for hex in edge:
            for n in position.plain.along("road", hex):
                if n in costs or closed(hex, n):
                    continue
                costs[n] = costs[hex] + step
                before[n] = hex
                beyond.append(n)
        edge = beyond
    return Roads(costs, before)


def first_bar(position: AnyPosition, ways: Roads, hex: int, bar: Callable[[int], Bar | None]) -> Bar | None:
    """The first thing wrong on the shortest route by road; nothing is wrong at its start."""
    for step in ways.path(hex):
        found = None if ways.costs[step] == 0 else bar(step)
        if found:
            way = "" if step == hex else f"The road to {position.hex_name(hex)} is closed: "
            return Bar(found.rule, way + found.text)
    return None


def no_road(position: AnyPosition, hex: int) -> str:
    return f"No road leads to {position.hex_name(hex)}; strategic movement follows the road."


def too_far_by_road(position: AnyPosition, unit: int, hex: int, needed: int, left: int) -> str:
    """In half points."""
    name = position.unit_name(unit)
    return f"{name} has {left / 2:g} MP left; {position.hex_name(hex)} takes {needed / 2:g} by road."


def of_rule(found: Bar | None, number: str) -> str | None:
    """The sentence of a bar, if it belongs to this clause."""
    return found.text if found and found.rule == number else None
