"""14 and 15.1 Set-up: which units have a choice, and what every placement must keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import SOVIET
from ostfront.games.barbarossa_1941.referee.air import crowded_base
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    among,
    cities,
    country,
    fought_for,
    hexes_in,
    is_combat,
    look,
    points_at,
    points_of,
)
from ostfront.games.barbarossa_1941.referee.stacking import can_be_put
from ostfront.games.barbarossa_1941.referee.zoc import zoc
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar, of_rule

section = Section[Case]("B41")


# ---- the reasoning ----------------------------------------------------------------------------------


def choices(position: Position, unit: int) -> set[int]:
    """The hexes that the scenario leaves to a unit; none: it keeps its place."""
    listed: Mapping[int, int] = position.facts.deployment.choices
    return hexes_in(position, listed[unit]) if unit in listed else set()


def placed(position: Position, unit: int, hex: int) -> Position:
    """The position with a unit elsewhere."""
    state = position.state.clone()
    state.put(unit, hex)
    return look(position.facts, state)


def lacking(position: Position, side: int) -> set[tuple[str, int]]:
    """14.2: hexes of the frontier that are open and cities without their two points, each with its clause."""
    deployment: Any = position.facts.deployment
    if not deployment.free or side != SOVIET:
        return set()
    frontier, garrisons = hexes_in(position, deployment.frontier), hexes_in(position, deployment.garrisons)
    covered = fought_for(position)[SOVIET] | zoc(position, SOVIET)
    found = {("14.2a", hex) for hex in frontier - covered}
    return found | {("14.2b", hex) for hex in garrisons if points_at(position, hex, SOVIET) < deployment.city_points}


def lacking_without(position: Position, unit: int) -> set[tuple[str, int]]:
    """What is lacking with a unit lifted from the map."""
    side = position.roster.side[unit]
    off = position.board.box("off-map")
    return position.once(("without", unit), lambda: lacking(placed(position, unit, off), side))


def lacking_with(position: Position, unit: int, hex: int) -> set[tuple[str, int]]:
    """What is lacking with a unit moved to a hex: only what is in its reach can be made good there."""
    open_ones = lacking_without(position, unit)
    if not open_ones or any(position.plain.distance(hex, other) > 1 for _, other in open_ones):
        return open_ones
    side = position.roster.side[unit]
    return position.once(("with", unit, hex), lambda: lacking(placed(position, unit, hex), side))


def too_many_germans(position: Position, unit: int, hex: int) -> Bar | None:
    """14.2: German steps in Romania and Finland."""
    roster, where = position.roster, country(position, hex)
    if roster.nation[unit] != "German" or not is_combat(position, unit):
        return None
    for limited, most in position.facts.deployment.limits:
        inside = hexes_in(position, limited)
        if hex not in inside:
            continue
        there = [u for u in range(roster.count) if roster.nation[u] == "German" and position.state.place[u] in inside]
        steps = points_of(position, {*there, unit})
        if steps > most:
            return Bar("14.2d", f"{steps} German steps would be in {where}; at most {most} may start there.")
    return None


def setup_bar(position: Position, unit: int, hex: int) -> Bar | None:
    """Why a unit may not be set up in a hex that the scenario leaves to it."""
    if position.roster.is_air[unit]:
        if hex not in cities(position):
            return Bar("11.1a", f"{position.hex_name(hex)} is no city; air corps are based in cities.")
        full = crowded_base(position, unit, hex)
        return Bar("11.1a", full) if full else None
    found = too_many_germans(position, unit, hex)
    if found:
        return found
    for rule, other in sorted(lacking_with(position, unit, hex)):
        name, where = position.unit_name(unit), position.hex_name(other)
        need = "without a unit and outside Soviet ZOCs" if rule == "14.2a" else "with fewer than two stacking points"
        return Bar(rule, f"{name} in {position.hex_name(hex)} would leave {where} {need}.")
    return None


def can_be_set_up(position: Position, unit: int, hex: int) -> bool:
    if hex == position.state.place[unit] or not can_be_put(position, [unit], hex):
        return False
    return setup_bar(position, unit, hex) is None


# ---- which unit -------------------------------------------------------------------------------------


@section.clause("14.2e", "arrange", verbs=("pick",), tier=Tier.STANDING)
def own_units_are_arranged(case: Case) -> str | None:
    if case.roster.side[case.unit] != case.side:
        return f"{case.name(case.unit)} is not yours."
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("14.2e", "arrange", verbs=("pick",), tier=Tier.STANDING)
def each_is_moved_once(case: Case) -> str | None:
    return f"{case.name(case.unit)} has been placed." if among(case.state.moved, case.unit) else None


@section.clause("14.1", "arrange", verbs=("pick",), tier=Tier.STANDING)
def units_with_a_choice(case: Case) -> str | None:
    if choices(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} has no choice: it starts where it stands."


@section.clause("14.2e", "arrange", verbs=("pick",))
def somewhere_else_to_start(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if any(can_be_set_up(position, unit, hex) for hex in choices(position, unit)):
        return None
    return f"{case.name(unit)} can start nowhere else within the limits."


# ---- where ------------------------------------------------------------------------------------------


@section.clause("14.2e", "arrange at", tier=Tier.WORDS)
def set_up_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("14.2e", "arrange at", tier=Tier.STANDING)
def set_up_elsewhere(case: Case) -> str | None:
    unit = case.local.unit
    return f"{case.name(unit)} is in {case.where(case.hex)} already." if case.state.place[unit] == case.hex else None


def _not_among(case: Case) -> str | None:
    if case.hex in choices(case.position, case.local.unit):
        return None
    return f"{case.name(case.local.unit)} may not start in {case.where(case.hex)}."


@section.clause("15.1a", "arrange at")
def among_the_finnish_hexes(case: Case) -> str | None:
    listed = not case.facts.deployment.free and case.roster.nation[case.local.unit] == "Finnish"
    return _not_among(case) if listed else None


@section.clause("15.1b", "arrange at")
def within_a_hex_of_tilsit(case: Case) -> str | None:
    listed = not case.facts.deployment.free and case.roster.nation[case.local.unit] != "Finnish"
    return _not_among(case) if listed else None


@section.clause("14.2c", "arrange at")
def in_the_own_country(case: Case) -> str | None:
    return _not_among(case) if case.facts.deployment.free else None


def _set_up(case: Case, number: str) -> str | None:
    if case.hex not in choices(case.position, case.local.unit):
        return None
    return of_rule(setup_bar(case.position, case.local.unit, case.hex), number)


@section.clause("14.2a", "arrange at")
def the_frontier_is_covered(case: Case) -> str | None:
    return _set_up(case, "14.2a")


@section.clause("14.2b", "arrange at")
def the_cities_are_garrisoned(case: Case) -> str | None:
    return _set_up(case, "14.2b")


@section.clause("14.2d", "arrange at")
def germans_in_romania_and_finland(case: Case) -> str | None:
    return _set_up(case, "14.2d")


@section.clause("11.1a", "arrange at")
def air_corps_start_in_cities(case: Case) -> str | None:
    return _set_up(case, "11.1a")
