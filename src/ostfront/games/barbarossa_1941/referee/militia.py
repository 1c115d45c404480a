"""12.11 Militia: raised in a Soviet major city that an Axis unit comes next to for the first time."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    MILITIA,
    Position,
    controls,
    hexes_in,
    points_at,
    triggered,
)
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("B41")


def free_militia(position: Position) -> list[int]:
    """12.11: militia counters that have not been placed yet."""
    gone = (position.board.box("eliminated"), position.board.box("removed"))
    places = position.state.place
    return [
        unit
        for unit in range(position.roster.count)
        if position.roster.type[unit] == "militia" and not position.on_map(unit) and places[unit] not in gone
    ]


@section.clause("12.11b", "militia", verbs=("raise",), tier=Tier.WORDS)
def raised_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("12.11b", "militia", verbs=("raise",), tier=Tier.STANDING)
def a_city_just_approached(case: Case) -> str | None:
    if case.hex in hexes_in(case.position, case.local.cities):
        return None
    return f"{case.where(case.hex)} is not a major city that an Axis unit has just come next to for the first time."


@section.clause("13e", "militia", verbs=("raise",), tier=Tier.STANDING)
def militia_has_been_called_up(case: Case) -> str | None:
    if triggered(case.position, MILITIA):
        return None
    return "Militia comes into play when the Axis has 5 victory points."


@section.clause("12.11b", "militia", verbs=("raise",), tier=Tier.STANDING)
def militia_at_hand(case: Case) -> str | None:
    return None if free_militia(case.position) else "No militia is left to be raised."


@section.clause("12.11b", "militia", verbs=("raise",))
def a_soviet_city(case: Case) -> str | None:
    return None if controls(case.position, SOVIET, case.hex) else f"{case.where(case.hex)} is not in Soviet hands."


@section.clause("12.11d", "militia", verbs=("raise",))
def one_militia_a_city(case: Case) -> str | None:
    if case.hex not in hexes_in(case.position, case.state.raised):
        return None
    return f"{case.where(case.hex)} has had its militia."


@section.clause("3a", "militia", verbs=("raise",))
def room_for_the_militia(case: Case) -> str | None:
    free, limit = free_militia(case.position), int(case.position.charts["stacking"]["limit"])
    there = points_at(case.position, case.hex, SOVIET)
    if not free or there + case.roster.steps[free[0]] <= limit:
        return None
    return f"{case.where(case.hex)} holds {there} stacking points; there is no room for militia."
