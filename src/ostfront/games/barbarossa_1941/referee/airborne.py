"""12.5 Airborne units: who drops, from where, and on what."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    cities,
    closed_country,
    controls,
    country,
    is_water,
    majors,
)
from ostfront.games.barbarossa_1941.referee.supply_lines import hex_in_supply
from ostfront.games.barbarossa_1941.referee.zoc import in_enemy_zoc
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("B41")


# ---- the reasoning ----------------------------------------------------------------------------------


def is_guards(position: Position, unit: int) -> bool:
    return position.roster.type[unit] == "guards_airborne"


def range_of(position: Position, unit: int) -> int:
    chart = position.charts["airborne"]
    return int(chart["guards_range"] if is_guards(position, unit) else chart["fj_range"])


def airfields(position: Position, side: int) -> set[int]:
    """Guards: own cities in supply and outside enemy ZOCs; 7th Fallschirmjaeger: any city the Axis holds."""
    return position.once(("airfields", side), lambda: _airfields(position, side))


def _airfields(position: Position, side: int) -> set[int]:
    own = {hex for hex in cities(position) if controls(position, side, hex)}
    if side != SOVIET:
        return own
    return {hex for hex in own if hex_in_supply(position, side, hex) and not in_enemy_zoc(position, side, hex)}


def in_range(position: Position, unit: int, hex: int) -> bool:
    fields, most = airfields(position, position.roster.side[unit]), range_of(position, unit)
    return any(position.plain.distance(city, hex) <= most for city in fields)


def can_drop_on(position: Position, unit: int, hex: int) -> bool:
    if is_water(position, hex) or closed_country(position, hex) or hex in majors(position):
        return False
    return in_range(position, unit, hex)


# ---- who drops --------------------------------------------------------------------------------------


@section.clause("12.5a", "move", verbs=("drop",), tier=Tier.WORDS)
def guards_and_fallschirmjaeger_drop(case: Case) -> str | None:
    kind = case.roster.type[case.unit]
    if kind in ("guards_airborne", "paratroop"):
        return None
    why = "it has no means to drop" if kind == "airborne" else "it is no airborne unit"
    return f"{case.name(case.unit)} cannot drop: {why}."


@section.clause("12.5g", "move", verbs=("drop",), tier=Tier.STANDING)
def own_troops_drop(case: Case) -> str | None:
    return None if case.roster.side[case.unit] == case.side else f"{case.name(case.unit)} is not yours."


@section.clause("12.5g", "move", verbs=("drop",), tier=Tier.STANDING)
def kept_off_the_map(case: Case) -> str | None:
    if case.position.in_box(case.unit, "off-map"):
        return None
    return f"{case.name(case.unit)} is not at hand off the map."


@section.clause("12.5g", "move", verbs=("drop",))
def somewhere_to_drop(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if any(can_drop_on(position, unit, hex) for hex in position.plain.cells):
        return None
    return f"{case.name(unit)} has no city from which it could drop."


# ---- where ------------------------------------------------------------------------------------------


@section.clause("12.5g", "drop", tier=Tier.WORDS)
def drops_on_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("12.5g", "drop")
def drops_on_land(case: Case) -> str | None:
    return f"{case.where(case.hex)} is water." if is_water(case.position, case.hex) else None


@section.clause("12.2d", "drop")
def no_drop_on_neutral_ground(case: Case) -> str | None:
    if not closed_country(case.position, case.hex):
        return None
    return f"{case.where(case.hex)} lies in {country(case.position, case.hex)}, which is not in the war."


@section.clause("12.5g", "drop")
def guards_within_range(case: Case) -> str | None:
    unit = case.local.unit
    if not is_guards(case.position, unit) or in_range(case.position, unit, case.hex):
        return None
    most = range_of(case.position, unit)
    return f"{case.where(case.hex)} is more than {most} hexes from any supplied Soviet city outside enemy ZOCs."


@section.clause("12.5l", "drop")
def fallschirmjaeger_within_range(case: Case) -> str | None:
    unit = case.local.unit
    if is_guards(case.position, unit) or in_range(case.position, unit, case.hex):
        return None
    return f"{case.where(case.hex)} is more than {range_of(case.position, unit)} hexes from any city the Axis holds."


@section.clause("12.5n", "drop")
def no_drop_on_a_major_city(case: Case) -> str | None:
    if case.hex not in majors(case.position):
        return None
    return f"{case.where(case.hex)} is a major city, on which nobody drops."
