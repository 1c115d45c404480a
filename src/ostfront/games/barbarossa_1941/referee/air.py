"""11.1 Air bases: rebasing."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    air_at,
    among,
    cities,
    closed_country,
    controls,
    country,
    majors,
)
from ostfront.games.barbarossa_1941.referee.supply_lines import hex_in_supply
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("B41")


# ---- the reasoning ----------------------------------------------------------------------------------


def range_of(position: Position, side: int) -> int:
    return int(position.charts["air"]["axis_range" if side == AXIS else "soviet_range"])


def holds(position: Position, hex: int) -> int:
    """11.1: how many air corps a city can base."""
    return int(position.charts["air"]["base_major" if hex in majors(position) else "base_minor"])


def crowded_base(position: Position, unit: int, hex: int) -> str | None:
    """11.1: a city whose places are taken by other air corps."""
    there = [other for other in air_at(position, hex, position.roster.side[unit]) if other != unit]
    if len(there) < holds(position, hex):
        return None
    return f"{position.hex_name(hex)} is full: it has room for {holds(position, hex)} air corps."


def own_city(position: Position, side: int, hex: int) -> bool:
    return hex in cities(position) and controls(position, side, hex) and not closed_country(position, hex)


def can_rebase(position: Position, unit: int, hex: int) -> bool:
    side, here = position.roster.side[unit], position.state.place[unit]
    if hex == here or not own_city(position, side, hex) or crowded_base(position, unit, hex):
        return False
    near = position.plain.distance(here, hex) <= range_of(position, side)
    return near and hex_in_supply(position, side, hex)


# ---- which air corps --------------------------------------------------------------------------------


@section.clause("11.1b", "rebase", verbs=("base",), tier=Tier.WORDS)
def an_air_corps(case: Case) -> str | None:
    return None if case.roster.is_air[case.unit] else f"{case.name(case.unit)} is no air corps."


@section.clause("11.1b", "rebase", verbs=("base",), tier=Tier.STANDING)
def an_own_air_corps_on_the_map(case: Case) -> str | None:
    if case.roster.side[case.unit] != case.side:
        return f"{case.name(case.unit)} is not yours."
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("11.1b", "rebase", verbs=("base",), tier=Tier.STANDING)
def each_rebases_once(case: Case) -> str | None:
    return f"{case.name(case.unit)} has changed its base." if among(case.state.moved, case.unit) else None


@section.clause("11.1b", "rebase", verbs=("base",))
def a_base_to_go_to(case: Case) -> str | None:
    if any(can_rebase(case.position, case.unit, hex) for hex in cities(case.position)):
        return None
    return f"No other base in its range is open to {case.name(case.unit)}."


# ---- where to ---------------------------------------------------------------------------------------


@section.clause("11.1b", "rebase at", tier=Tier.WORDS)
def rebases_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("11.1b", "rebase at", tier=Tier.STANDING)
def rebases_elsewhere(case: Case) -> str | None:
    unit = case.local.unit
    return f"{case.name(unit)} is based in {case.where(case.hex)}." if case.state.place[unit] == case.hex else None


@section.clause("11.1a", "rebase at")
def cities_are_bases(case: Case) -> str | None:
    if case.hex in cities(case.position):
        return crowded_base(case.position, case.local.unit, case.hex)
    return f"{case.where(case.hex)} is no city; air corps are based in cities."


@section.clause("11.1b", "rebase at")
def an_own_city(case: Case) -> str | None:
    if case.hex not in cities(case.position) or controls(case.position, case.side, case.hex):
        return None
    return f"{case.where(case.hex)} is not yours."


@section.clause("11.1b", "rebase at")
def within_range(case: Case) -> str | None:
    here, most = case.state.place[case.local.unit], range_of(case.position, case.side)
    distance = case.position.plain.distance(here, case.hex)
    if distance <= most:
        return None
    return f"{case.where(case.hex)} is {distance} hexes from {case.where(here)}; the range is {most}."


@section.clause("11.1b", "rebase at")
def a_supplied_city(case: Case) -> str | None:
    if not own_city(case.position, case.side, case.hex) or hex_in_supply(case.position, case.side, case.hex):
        return None
    return f"{case.where(case.hex)} is not in supply."


@section.clause("12.2d", "rebase at")
def no_base_in_a_neutral_country(case: Case) -> str | None:
    if not closed_country(case.position, case.hex):
        return None
    return f"{case.where(case.hex)} lies in {country(case.position, case.hex)}, which is not in the war."
