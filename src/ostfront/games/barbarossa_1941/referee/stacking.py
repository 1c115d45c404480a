"""3 Stacking, with 12.2 and 12.5: who may enter a hex, and who may stay in it."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.play.referee import Section
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.ground import closed_hex
from ostfront.games.barbarossa_1941.referee.position import (
    WEATHER,
    Position,
    airborne_at,
    combat_at,
    count,
    country,
    names,
    points_of,
    touches_sea,
    units_in,
    weather_at,
)
from ostfront.games.barbarossa_1941.referee.zoc import in_enemy_zoc
from ostfront.kit.referee.movement import Bar, of_rule
from ostfront.kit.referee.stacking import not_shared

section = Section[Case]("B41")


# ---- who may enter ----------------------------------------------------------------------------------


def enemy_there(position: Position, side: int, hex: int) -> str | None:
    """The two sides never share a hex; airborne corps, air corps and partisans hold none."""
    return not_shared(position, hex, combat_at(position, hex, 1 - side))


def alone_in(position: Position, hex: int) -> list[int]:
    """12.5: Soviet airborne corps in a hex without another Soviet unit."""
    return [] if combat_at(position, hex, SOVIET) else airborne_at(position, hex, SOVIET)


def too_weak_to_scatter(position: Position, units: Sequence[int], hex: int) -> str | None:
    """12.5: an Axis unit below quality 3 cannot enter the hex of a lone airborne corps."""
    there = alone_in(position, hex)
    if not there or position.roster.side[units[0]] != AXIS:
        return None
    needed = int(position.charts["airborne"]["scattered_by_quality"])
    if any(position.roster.quality[unit] >= needed for unit in units):
        return None
    return (
        f"{position.unit_name(there[0])} is in {position.hex_name(hex)}, and only a unit of quality {needed} or more "
        "can enter there; attack it instead."
    )


def italian_at_the_coast(position: Position, units: Sequence[int], hex: int) -> str | None:
    """12.2: Italians never enter a hex at the Black Sea or the Sea of Azov."""
    italians = [unit for unit in units if position.roster.nation[unit] == "Italian"]
    if not italians or not touches_sea(position, hex, "black", "azov"):
        return None
    return (
        f"{names(position, italians)} may not enter {position.hex_name(hex)}, "
        "which lies at the Black Sea or the Sea of Azov."
    )


def finn_in_enemy_zoc(position: Position, units: Sequence[int], hex: int) -> str | None:
    """12.2: Finns beyond their frontier do not enter an enemy ZOC."""
    finns = [unit for unit in units if position.roster.nation[unit] == "Finnish"]
    if not finns or country(position, hex) == "Finland" or not in_enemy_zoc(position, AXIS, hex):
        return None
    return (
        f"{names(position, finns)} may not enter {position.hex_name(hex)}: "
        "it is beyond the Finnish frontier and in an enemy ZOC."
    )


def barred_from(position: Position, units: Sequence[int], hex: int, weather: str) -> Bar | None:
    """Why units do not enter a hex by moving, wherever they come from; hexsides are judged apart."""
    side = position.roster.side[units[0]]
    found = closed_hex(position, hex, weather)
    if found:
        return found
    judged = (
        ("5a", enemy_there(position, side, hex)),
        ("12.2b", finn_in_enemy_zoc(position, units, hex)),
        ("12.2e", italian_at_the_coast(position, units, hex)),
        ("12.5d", too_weak_to_scatter(position, units, hex)),
    )
    return next((Bar(rule, text) for rule, text in judged if text), None)


# ---- who may stay -----------------------------------------------------------------------------------


def too_many_points(position: Position, units: Sequence[int], hex: int) -> str | None:
    """3: more than six stacking points in a hex, these units included."""
    side, limit = position.roster.side[units[0]], int(position.charts["stacking"]["limit"])
    there = [unit for unit in position.at(hex, side) if unit not in units]
    coming, full = points_of(position, units), points_of(position, there)
    if not coming or coming + full <= limit:
        return None
    return (
        f"{position.hex_name(hex)} holds {count(full, 'stacking point')}; with {names(position, units)} it would be "
        f"{coming + full}, and the limit is {limit}."
    )


def allies_apart(position: Position, units: Sequence[int], hex: int) -> str | None:
    """12.2: Romanians and Hungarians in one hex."""
    side, nation = position.roster.side[units[0]], position.roster.nation
    together = {*combat_at(position, hex, side), *units}
    romanians = sorted(unit for unit in together if nation[unit] == "Romanian")
    hungarians = sorted(unit for unit in together if nation[unit] == "Hungarian")
    if not romanians or not hungarians:
        return None
    return (
        f"{position.unit_name(romanians[0])} and {position.unit_name(hungarians[0])} may not be in one hex: "
        "Romanians and Hungarians do not stack."
    )


def on_a_lake(position: Position, hex: int) -> str | None:
    """12.10: nobody stays on a frozen lake."""
    return f"Nobody may stop on a lake, as in {position.hex_name(hex)}." if position.ground(hex) == "lake" else None


def no_room(position: Position, units: Sequence[int], hex: int) -> Bar | None:
    """Why units that may enter a hex cannot stay in it."""
    judged = (
        ("3a", too_many_points(position, units, hex)),
        ("12.2a", allies_apart(position, units, hex)),
        ("12.10d", on_a_lake(position, hex)),
    )
    return next((Bar(rule, text) for rule, text in judged if text), None)


def has_room(position: Position, units: Sequence[int], hex: int) -> bool:
    return no_room(position, units, hex) is None


def can_be_put(position: Position, units: Sequence[int], hex: int) -> bool:
    """Whether units may be in a hex at all: it is open to them and has room."""
    return barred_from(position, units, hex, weather_at(position, hex)) is None and has_room(position, units, hex)


# ---- the clauses ------------------------------------------------------------------------------------


def newcomers(case: Case) -> list[int]:
    """The units that would end up in the named hex."""
    local = case.local
    if case.decision.kind == "march":
        return units_in(case.position, local.units)
    return [local.unit]


STAYING = ("march", "sail", "arrange at")
WHERE = ("go", "at")


@section.clause("3a", *STAYING, verbs=WHERE)
def six_points_in_a_hex(case: Case) -> str | None:
    return too_many_points(case.position, newcomers(case), case.hex)


@section.clause("12.2a", *STAYING, verbs=WHERE)
def romanians_and_hungarians_apart(case: Case) -> str | None:
    return allies_apart(case.position, newcomers(case), case.hex)


@section.clause("12.10d", *STAYING, verbs=WHERE)
def nobody_stays_on_a_lake(case: Case) -> str | None:
    if barred_from(case.position, newcomers(case), case.hex, _weather(case)):
        return None  # closed altogether
    return on_a_lake(case.position, case.hex)


def _weather(case: Case) -> str:
    """12.3: of the hex where the units began their move; for placement of the hex named."""
    return WEATHER[case.local.weather] if case.decision.kind == "march" else weather_at(case.position, case.hex)


def _barred(case: Case, number: str) -> str | None:
    return of_rule(barred_from(case.position, newcomers(case), case.hex, _weather(case)), number)


@section.clause("5a", *STAYING, verbs=WHERE)
def nobody_enters_sea_or_enemies(case: Case) -> str | None:
    return _barred(case, "5a")


@section.clause("12.2b", *STAYING, verbs=WHERE)
def finns_keep_out_of_enemy_zocs(case: Case) -> str | None:
    return _barred(case, "12.2b")


@section.clause("12.2d", *STAYING, verbs=WHERE)
def neutral_ground_is_closed(case: Case) -> str | None:
    return _barred(case, "12.2d")


@section.clause("12.2e", *STAYING, verbs=WHERE)
def italians_keep_off_the_coast(case: Case) -> str | None:
    return _barred(case, "12.2e")


@section.clause("12.5d", *STAYING, verbs=WHERE)
def lesser_units_do_not_scatter_airborne(case: Case) -> str | None:
    return _barred(case, "12.5d")


@section.clause("12.10b", *STAYING, verbs=WHERE)
def lakes_are_closed(case: Case) -> str | None:
    return _barred(case, "12.10b")
