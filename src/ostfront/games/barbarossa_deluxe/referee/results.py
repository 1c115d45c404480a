"""5.14, 5.16, 11.26, 11.33 Results: a bloodbath turned into a retreat, and whom the attacker loses."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    ground_at,
    in_ussr,
    is_axis_satellite,
    is_city,
    is_dotted,
    single_month,
    units_in,
    year,
)

section = Section[Case]("BD")

DRIVE_BACK, LOSE = ("drive-back",), ("lose",)


# ---- a bloodbath or a retreat -----------------------------------------------------------------------


def is_time_of_superiority(position: Position) -> bool:
    """5.14, 5.16: 1941, and the single-month turns of 1942."""
    return year(position) == 1941 or (year(position) == 1942 and single_month(position))


def held_by_satellites(position: Position, hex: int) -> bool:
    """11.33: inside the USSR, Axis satellites alone."""
    there = ground_at(position, hex, GERMAN)
    return in_ussr(position, hex) and bool(there) and all(is_axis_satellite(position, unit) for unit in there)


@section.clause("5.16a", "conversion", verbs=DRIVE_BACK)
def the_german_drives_back_in_1941_and_1942(case: Case) -> str | None:
    if case.side != GERMAN or is_time_of_superiority(case.position):
        return None
    return "The German turns a bloodbath into a retreat only in 1941 and in single-month turns of 1942."


@section.clause("5.16a", "conversion", verbs=DRIVE_BACK)
def not_out_of_a_city(case: Case) -> str | None:
    if case.side != GERMAN or case.state.turn == 1 or not is_city(case.position, case.local.target):  # 5.14
        return None
    return f"{case.where(case.local.target)} is a city."


@section.clause("11.33b", "conversion", verbs=DRIVE_BACK)
def the_soviets_drive_back_a_lone_satellite(case: Case) -> str | None:
    if case.side == GERMAN or held_by_satellites(case.position, case.local.target):
        return None
    return f"{case.where(case.local.target)} is not held by an Axis satellite alone, inside the USSR."


# ---- losses -----------------------------------------------------------------------------------------


@section.clause("11.26d", "exchange", verbs=LOSE, tier=Tier.STANDING)
def an_attacker_of_this_battle(case: Case) -> str | None:
    if among(case.local.lost, case.unit):
        return f"{case.name(case.unit)} is given up."
    return None if among(case.local.units, case.unit) else f"{case.name(case.unit)} did not attack in this battle."


@section.clause("11.26f", "exchange", verbs=LOSE)
def dotted_units_go_first(case: Case) -> str | None:
    position, local = case.position, case.local
    if is_dotted(position, case.unit):
        return None
    others = [u for u in units_in(position, local.units) if is_dotted(position, u) and not among(local.lost, u)]
    return f"{case.name(others[0])} cannot be replaced and must be given up first." if others else None
