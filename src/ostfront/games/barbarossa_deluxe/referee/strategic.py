"""8.7 German strategic movement: who goes, what it costs, and the way there."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee import attachment
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    ground_at,
    held,
    is_attached,
    is_axis_satellite,
    is_mech,
    is_static,
    next_to_enemy,
    owner,
    units_in,
)
from ostfront.games.barbarossa_deluxe.referee.room import closed_hex, closed_side, crowded
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

TRANSFER, AT, ATTACH = ("transfer",), ("at",), ("attach",)
POINTS = 8  # a player turn


# ---- the reasoning ----------------------------------------------------------------------------------


def price(position: Position, unit: int) -> int:
    """8.7: how many of the eight a unit counts; a Tiger battalion that changes corps counts one."""
    if is_attached(position, unit):
        return 1
    return 4 if is_axis_satellite(position, unit) else 2 if is_mech(position, unit) else 1


def step_bar(position: Position, unit: int, a: int, b: int) -> Bar | None:
    """Why a unit does not go from a hex to the next (8.7, 6.2, 10.14)."""
    if closed_side(position, a, b):
        return Bar("8.7d", f"The water before {position.hex_name(b)} is not crossed.")
    if b in held(position)[1 - GERMAN]:
        return Bar("8.7d", f"{position.hex_name(b)} holds enemy units.")
    found = closed_hex(position, unit, b) or crowded(position, [unit], b)
    return Bar("8.7d", found.text) if found else None


def reach(position: Position, unit: int) -> set[int]:
    """8.7: where a unit can go; hexes next to enemies only begin or end a move."""
    return position.once(("strategic", unit), lambda: _reach(position, unit))


def _reach(position: Position, unit: int) -> set[int]:
    start = position.state.place[unit]
    found, edge = {start}, [start]
    while edge:
        beyond = []
        for hex in edge:
            if hex != start and next_to_enemy(position, GERMAN, hex):
                continue
            for n in position.plain.neighbours(hex):
                if n not in found and step_bar(position, unit, hex, n) is None:
                    found.add(n)
                    beyond.append(n)
        edge = beyond
    return found


def new_corps(position: Position, tiger: int) -> list[int]:
    """8.31: the corps to which a Tiger battalion can change."""
    old = position.state.parent[tiger]
    found = reach(position, tiger)
    return [unit for unit in attachment.hosts(position, tiger) if unit != old and position.state.place[unit] in found]


def stands_fast(position: Position, unit: int) -> bool:
    """12.7: a unit of the garrison of Stalingrad that is bound; those that came in this turn are free."""
    return unit in units_in(position, position.state.stalingrad_bound)


# ---- who --------------------------------------------------------------------------------------------


@section.clause("8.7b", "transfer", verbs=TRANSFER, tier=Tier.STANDING)
def a_unit_that_began_in_a_supplied_city(case: Case) -> str | None:
    if owner(case.position, case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    if among(case.local.ready, case.unit) and case.position.on_map(case.unit):
        return None
    return f"{case.name(case.unit)} did not begin the phase in a city of yours in overland supply, or has gone."


@section.clause("2.9b", "transfer", verbs=TRANSFER)
def static_units_stay(case: Case) -> str | None:
    return f"{case.name(case.unit)} never moves." if is_static(case.position, case.unit) else None


@section.clause("8.7e", "transfer", verbs=TRANSFER)
def eight_points_a_turn(case: Case) -> str | None:
    if not 9 <= case.state.turn <= 29:
        return "Strategic movement is for turns 9 to 29."
    left, counts = POINTS - case.state.shipped, price(case.position, case.unit)
    if counts <= left:
        return None
    return f"{case.name(case.unit)} counts {counts} units; strategic movement is left for {left}."


@section.clause("8.7d", "transfer", verbs=TRANSFER)
def somewhere_to_go(case: Case) -> str | None:
    if is_attached(case.position, case.unit) or len(reach(case.position, case.unit)) > 1:
        return None
    return f"{case.name(case.unit)} can go nowhere by strategic movement."


@section.clause("8.31b", "transfer", verbs=TRANSFER)
def tigers_change_corps(case: Case) -> str | None:
    if not is_attached(case.position, case.unit) or new_corps(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} can reach no other corps that may take it."


@section.clause("12.7a", "transfer", verbs=TRANSFER)
def the_garrison_of_stalingrad_stands_fast(case: Case) -> str | None:
    if not stands_fast(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} stands fast in Stalingrad this turn."


# ---- where ------------------------------------------------------------------------------------------


@section.clause("8.7b", "transfer-at", verbs=AT, tier=Tier.WORDS)
def goes_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("8.7b", "transfer-at", verbs=AT, tier=Tier.STANDING)
def goes_elsewhere(case: Case) -> str | None:
    unit = case.local.unit
    return f"{case.name(unit)} is in {case.where(case.hex)}." if case.state.place[unit] == case.hex else None


def blocked_for_good(case: Case) -> Bar | None:
    """Why nobody could end the move in a hex, whatever the way there."""
    position, unit = case.position, case.local.unit
    if ground_at(position, case.hex, 1 - GERMAN):
        return Bar("8.7d", f"{case.where(case.hex)} holds enemy units.")
    found = closed_hex(position, unit, case.hex) or crowded(position, [unit], case.hex)
    return Bar("8.7d", found.text) if found else None


@section.clause("8.7d", "transfer-at", verbs=AT)
def open_and_with_room(case: Case) -> str | None:
    found = blocked_for_good(case)
    return found.text if found else None


@section.clause("8.7c", "transfer-at", verbs=AT)
def a_way_clear_of_enemies(case: Case) -> str | None:
    if case.hex in reach(case.position, case.local.unit) or blocked_for_good(case):
        return None
    return f"No way to {case.where(case.hex)} has room and keeps away from enemy units."


@section.clause("8.31b", "attach", verbs=ATTACH)
def another_corps_within_reach(case: Case) -> str | None:
    tiger, position = case.local.unit, case.position
    if not position.on_map(tiger) or owner(position, tiger) != GERMAN or case.below("strategic") is None:
        return None
    if case.unit == case.state.parent[tiger]:
        return f"{case.name(tiger)} supports {case.name(case.unit)} already."
    if case.state.place[case.unit] in reach(position, tiger):
        return None
    return f"{case.name(tiger)} cannot reach {case.name(case.unit)} by strategic movement."
