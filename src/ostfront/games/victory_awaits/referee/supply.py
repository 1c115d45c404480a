"""11.2 Moves to the Axis Available Box, and the withdrawal of 18.2; 11.1 has no decisions."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import AXIS
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.lines import unit_can_trace

section = Section[Case]("AVA")


@section.clause("11.2a", "recall", verbs=("recall",), tier=Tier.STANDING)
def an_axis_unit_on_the_map(case: Case) -> str | None:
    if case.roster.side[case.unit] != AXIS:
        return f"{case.name(case.unit)} is not an Axis unit; only Axis units go to the Axis Available Box."
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("11.2a", "recall", verbs=("recall",))
def with_a_line_of_communications(case: Case) -> str | None:
    if unit_can_trace(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} has no line of communications; it stays."


# ---- 18.2 -------------------------------------------------------------------------------------------


@section.clause("18.2e", "withdraw", tier=Tier.STANDING)
def a_mechanized_unit_of_the_axis(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != AXIS or not case.roster.mech[unit]:
        return f"{case.name(unit)} is not a mechanized unit of the Axis."
    return None if case.position.on_map(unit) else f"{case.name(unit)} is not on the map."


@section.clause("18.2e", "withdraw")
def until_enough_are_gone(case: Case) -> str | None:
    return None if case.local.strength > 0 else "Enough mechanized units have been withdrawn."
