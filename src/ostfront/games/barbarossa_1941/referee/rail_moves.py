"""10.1 Rail movement: who goes by rail, and how far."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    airborne_at,
    among,
    closed_country,
    combat_at,
    count,
    is_isolated,
    is_mobile,
    lines_blocked,
    own_rail,
    partisans_at,
    rail_links,
    units_in,
)
from ostfront.games.barbarossa_1941.referee.stacking import italian_at_the_coast, no_room
from ostfront.games.barbarossa_1941.referee.zoc import in_enemy_zoc
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import of_rule

section = Section[Case]("B41")

ENTRAIN, RIDE = ("entrain",), ("ride",)

# ---- the reasoning ----------------------------------------------------------------------------------


def points_left(case: Case) -> int:
    """10: the rail points of the phase without those of the units that have been carried."""
    chart = case.position.charts["rail"]
    points = int(chart["axis_points" if case.side == AXIS else "soviet_points"])
    return points - sum(case.state.steps[unit] for unit in units_in(case.position, case.state.carried))


def in_zoc(position: Position, unit: int, hex: int) -> bool:
    """10.1: whether an enemy ZOC that no other unit of the side cancels covers a hex."""
    side = position.roster.side[unit]
    if not in_enemy_zoc(position, side, hex):
        return False
    return all(other == unit for other in combat_at(position, hex, side))


def enemies_in(position: Position, side: int, hex: int) -> list[int]:
    """Enemy units that stop a train: airborne corps too."""
    return combat_at(position, hex, 1 - side) or airborne_at(position, hex, 1 - side)


def is_open(position: Position, unit: int, hex: int) -> bool:
    """Whether a train with the unit may be in a hex."""
    side = position.roster.side[unit]
    return (
        hex in own_rail(position, side)
        and hex not in lines_blocked(position, 1 - side)
        and not closed_country(position, hex)
        and not in_zoc(position, unit, hex)
        and italian_at_the_coast(position, [unit], hex) is None
    )


def rides(position: Position, unit: int, limit: int) -> Mapping[int, int]:
    """The hexes a unit can be carried to within a length, and the length of the way."""
    return position.once(("rides", unit, limit), lambda: _rides(position, unit, limit))


def _rides(position: Position, unit: int, limit: int) -> Mapping[int, int]:
    start = position.state.place[unit]
    if not is_open(position, unit, start):
        return {}
    found, queue = {start: 0}, [(0, start)]
    while queue:
        length, hex = heapq.heappop(queue)
        for n in rail_links(position, hex):
            if not is_open(position, unit, n):
                continue
            more = length + (int(position.charts["rail"]["partisan_cost"]) if partisans_at(position, n) else 1)
            if more <= limit and more < found.get(n, more + 1):
                found[n] = more
                heapq.heappush(queue, (more, n))
    del found[start]
    return found


def longest(position: Position) -> int:
    return int(position.charts["rail"]["length"])


# ---- who ------------------------------------------------------------------------------------------


@section.clause("10.1a", "rail", verbs=ENTRAIN, tier=Tier.STANDING)
def an_own_mobile_unit(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return None if is_mobile(case.position, unit) else f"{case.name(unit)} cannot move."


@section.clause("10.1e", "rail", verbs=ENTRAIN, tier=Tier.STANDING)
def not_carried_yet(case: Case) -> str | None:
    return f"{case.name(case.unit)} has gone by rail." if among(case.state.carried, case.unit) else None


@section.clause("10.1a", "rail", verbs=ENTRAIN)
def enough_rail_points(case: Case) -> str | None:
    steps, left = case.state.steps[case.unit], points_left(case)
    if steps <= left:
        return None
    verb = "is" if left == 1 else "are"
    return f"{case.name(case.unit)} takes {count(steps, 'rail point')}; {left} {verb} left."


@section.clause("10.1c", "rail", verbs=ENTRAIN)
def on_the_own_network(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if place in own_rail(case.position, case.side):
        return None
    return f"{case.name(case.unit)} in {case.where(place)} is not on a railway of its network."


@section.clause("10.1d", "rail", verbs=ENTRAIN)
def in_supply_and_out_of_zocs(case: Case) -> str | None:
    unit, place = case.unit, case.state.place[case.unit]
    if is_isolated(case.position, unit):
        return f"{case.name(unit)} is isolated."
    if not in_zoc(case.position, unit, place):
        return None
    return f"{case.where(place)} is in an enemy ZOC, which no other unit there cancels for {case.name(unit)}."


@section.clause("10.1c", "rail", verbs=ENTRAIN)
def somewhere_to_go(case: Case) -> str | None:
    position, unit, place = case.position, case.unit, case.state.place[case.unit]
    if place not in own_rail(position, case.side) or in_zoc(position, unit, place):
        return None  # said above
    if any(no_room(position, [unit], hex) is None for hex in rides(position, unit, longest(position))):
        return None
    return f"No railway leads {case.name(unit)} to a hex where it could stay."


# ---- where ------------------------------------------------------------------------------------------


@section.clause("10.1c", "ride", tier=Tier.WORDS)
def rides_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("10.1c", "ride", tier=Tier.STANDING)
def rides_elsewhere(case: Case) -> str | None:
    if case.hex != case.state.place[case.local.unit]:
        return None
    return f"{case.name(case.local.unit)} stands in {case.where(case.hex)}."


def _reached(case: Case) -> bool:
    return case.hex in rides(case.position, case.local.unit, longest(case.position))


@section.clause("10.1b", "ride")
def twenty_hexes_at_most(case: Case) -> str | None:
    if _reached(case):
        return None
    limit = longest(case.position)
    length = rides(case.position, case.local.unit, 10 * limit).get(case.hex)
    if length is None:
        return None  # 10.1c
    return f"The way to {case.where(case.hex)} counts {length} hexes by rail; {limit} is the limit."


@section.clause("10.1c", "ride")
def along_the_own_network(case: Case) -> str | None:
    if case.hex in rides(case.position, case.local.unit, 10 * longest(case.position)):
        return None
    if is_open(case.position, case.local.unit, case.hex):
        return f"No open railway of your network leads to {case.where(case.hex)}."
    if case.hex in own_rail(case.position, case.side):
        return None  # 10.1d, 12.2d, 12.2e
    return f"{case.where(case.hex)} is not on a railway of your network."


@section.clause("10.1d", "ride")
def not_into_enemies_or_zocs(case: Case) -> str | None:
    position, unit = case.position, case.local.unit
    if case.hex not in own_rail(position, case.side):
        return None  # 10.1c
    if case.hex in lines_blocked(position, case.enemy):
        return f"Enemies are in {case.where(case.hex)}."
    return f"{case.where(case.hex)} is in an enemy ZOC." if in_zoc(position, unit, case.hex) else None


@section.clause("3a", "ride")
def six_points_in_a_hex(case: Case) -> str | None:
    return of_rule(no_room(case.position, [case.local.unit], case.hex), "3a")


@section.clause("12.2a", "ride")
def romanians_and_hungarians_apart(case: Case) -> str | None:
    return of_rule(no_room(case.position, [case.local.unit], case.hex), "12.2a")


@section.clause("12.2d", "ride")
def neutral_ground_is_closed(case: Case) -> str | None:
    if case.hex not in own_rail(case.position, case.side) or not closed_country(case.position, case.hex):
        return None
    return f"{case.where(case.hex)} lies in a country that is not in the war."


@section.clause("12.2e", "ride")
def italians_keep_off_the_coast(case: Case) -> str | None:
    return italian_at_the_coast(case.position, [case.local.unit], case.hex)
