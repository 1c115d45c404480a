"""6.1 Advance after combat (with 3, 12.2, 12.3, 12.5, 12.10)."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.ground import closed_by_mud
from ostfront.games.barbarossa_1941.referee.position import (
    among,
    combat_at,
    is_motorised,
    weather_at,
)
from ostfront.games.barbarossa_1941.referee.stacking import (
    allies_apart,
    italian_at_the_coast,
    on_a_lake,
    too_many_points,
    too_weak_to_scatter,
)
from ostfront.kit.referee.combat import not_adjacent

section = Section[Case]("B41")

ADVANCE = ("advance",)


@section.clause("6.1e", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def attackers_advance(case: Case) -> str | None:
    unit = case.unit
    if not among(case.local.attackers, unit) or not case.position.on_map(unit):
        return f"{case.name(unit)} did not take part in the attack, or is gone."
    return f"{case.name(unit)} has advanced." if case.state.place[unit] == case.local.target else None


@section.clause("6q", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def static_units_stay(case: Case) -> str | None:
    return f"{case.name(case.unit)} is static: it never leaves its hex." if case.roster.is_static[case.unit] else None


@section.clause("6.1e", "advance", verbs=ADVANCE)
def from_the_next_hex(case: Case) -> str | None:
    return not_adjacent(case)


@section.clause("6.1e", "advance", verbs=ADVANCE)
def the_hex_is_vacated(case: Case) -> str | None:
    there = combat_at(case.position, case.local.target, case.enemy)
    return f"{case.name(there[0])} still holds {case.where(case.local.target)}." if there else None


@section.clause("3a", "advance", verbs=ADVANCE)
def six_points_in_a_hex(case: Case) -> str | None:
    return too_many_points(case.position, [case.unit], case.local.target)


@section.clause("12.2a", "advance", verbs=ADVANCE)
def romanians_and_hungarians_apart(case: Case) -> str | None:
    return allies_apart(case.position, [case.unit], case.local.target)


@section.clause("12.2e", "advance", verbs=ADVANCE)
def italians_keep_off_the_coast(case: Case) -> str | None:
    return italian_at_the_coast(case.position, [case.unit], case.local.target)


@section.clause("12.3d", "advance", verbs=ADVANCE)
def mud_closes_ground(case: Case) -> str | None:
    position, place, target = case.position, case.state.place[case.unit], case.local.target
    motorised = is_motorised(position, case.unit)
    found = closed_by_mud(position, motorised, place, target, weather_at(position, place))
    return found.text if found else None


@section.clause("12.5d", "advance", verbs=ADVANCE)
def lesser_units_do_not_scatter_airborne(case: Case) -> str | None:
    return too_weak_to_scatter(case.position, [case.unit], case.local.target)


@section.clause("12.10d", "advance", verbs=ADVANCE)
def nobody_advances_onto_a_lake(case: Case) -> str | None:
    return on_a_lake(case.position, case.local.target)
