"""14.0 Fortress construction, and the Stand Fast markers of 16.2: what the Soviet player does in a Supply Check."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.lines import can_trace
from ostfront.games.victory_awaits.referee.position import Position, fort_at, turn_track

section = Section[Case]("AVA")

FORTIFY, ABANDON = ("fortify",), ("abandon",)


# ---- the reasoning ----------------------------------------------------------------------------------


def sheet(position: Position, hex: int) -> str:
    """The letter of the map on which a hex is printed."""
    return position.board.name(hex)[0]


def is_soviet_major_city(position: Position, hex: int) -> bool:
    return position.feature(hex) == "major-city" and not position.state.axis_held >> hex & 1


def constructed_hexes(position: Position) -> set[int]:
    """Hexes with a fortress; Brest, which was there at the start, does not count (ruling 4.0.7)."""
    brest = position.charts["brest"]["hex"]
    found = {hex for hex in position.units_at if fort_at(position, hex) >= 0}
    return {hex for hex in found if position.board.name(hex) != brest}


def unbuilt(position: Position, letter: str) -> list[int]:
    """14.3: fortress markers of a map that can still be built."""
    roster = position.roster
    mine = [unit for unit in range(roster.count) if roster.is_fort[unit] and roster.map[unit] == letter]
    return [unit for unit in mine if position.in_box(unit, "fortresses")]


# ---- fortresses -------------------------------------------------------------------------------------


@section.clause("14.1.1", "fortify", verbs=FORTIFY, tier=Tier.WORDS)
def a_fortress_is_built_in_a_hex(case: Case) -> str | None:
    return f"{case.off_map} is not a hex of the map." if case.off_map else None


@section.clause("14.0", "fortify", verbs=FORTIFY)
def in_so_many_hexes(case: Case) -> str | None:
    most = int(turn_track(case.position)["fortress_hexes"])
    there = constructed_hexes(case.position)
    if fort_at(case.position, case.hex) >= 0 or len(there) < most:
        return None
    return f"Fortresses stand in {len(there)} hexes already; {most} is the limit."


@section.clause("14.1.1", "fortify", verbs=FORTIFY)
def in_a_soviet_major_city(case: Case) -> str | None:
    if is_soviet_major_city(case.position, case.hex):
        return None
    return f"{case.where(case.hex)} is not a major city in Soviet hands."


@section.clause("11.3", "fortify", verbs=FORTIFY)
def where_a_line_leads(case: Case) -> str | None:
    if can_trace(case.position, SOVIET, case.hex):
        return None
    return f"No line of communications leads to {case.where(case.hex)}."


@section.clause("14.1.2", "fortify", verbs=FORTIFY)
def not_next_to_the_enemy(case: Case) -> str | None:
    for n in case.position.plain.neighbours(case.hex):
        enemies = case.position.at(n, AXIS)
        if enemies:
            return f"{case.name(enemies[0])} is next to {case.where(case.hex)}."
    return None


@section.clause("14.1.3", "fortify", verbs=FORTIFY)
def so_many_steps(case: Case) -> str | None:
    return None if case.local.left > 0 else "No more fortress steps can be built in this Supply Check."


@section.clause("14.1.6", "fortify", verbs=FORTIFY)
def at_most_two_steps(case: Case) -> str | None:
    fort = fort_at(case.position, case.hex)
    if fort < 0 or case.state.steps[fort] < case.position.charts["fortress"]["steps_per_hex"]:
        return None
    return f"The fortress in {case.where(case.hex)} has both its steps."


@section.clause("14.3c", "fortify", verbs=FORTIFY)
def a_marker_is_left(case: Case) -> str | None:
    letter = sheet(case.position, case.hex)
    if fort_at(case.position, case.hex) >= 0 or unbuilt(case.position, letter):
        return None
    return f"No fortress marker of this map ({letter}) is left."


# ---- Stand Fast markers -----------------------------------------------------------------------------


@section.clause("16.2c", "abandon", verbs=ABANDON, tier=Tier.STANDING)
def a_marker_lies_there(case: Case) -> str | None:
    if not case.off_map and case.state.stand_fast >> case.hex & 1:
        return None
    return f"No Stand Fast marker lies in {case.where(case.hex)}."


@section.clause("16.2c", "abandon", verbs=ABANDON)
def one_marker_a_map(case: Case) -> str | None:
    letter = sheet(case.position, case.hex)
    if letter not in case.local.maps:
        return None
    return f"A marker of this map ({letter}) has been removed in this Supply Check."


@section.clause("16.2c", "abandon", verbs=ABANDON)
def from_a_soviet_city(case: Case) -> str | None:
    if is_soviet_major_city(case.position, case.hex):
        return None
    return f"{case.where(case.hex)} is not in Soviet hands."


@section.clause("16.2c", "abandon", verbs=ABANDON)
def from_a_city_with_a_line(case: Case) -> str | None:
    if can_trace(case.position, SOVIET, case.hex):
        return None
    return f"No line of communications leads to {case.where(case.hex)}."


@section.clause("16.2c", "abandon", verbs=ABANDON)
def not_before_turn_six(case: Case) -> str | None:
    first = case.position.charts["track"]["stand_fast_from"]
    return None if case.state.turn >= first else f"Stand Fast markers are removed from turn {first} on."
