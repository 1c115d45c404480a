"""12.7 Partisans: where they are placed, and where they rise."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    PARTISANS,
    Position,
    city,
    combat_at,
    controls,
    depth,
    hexes_in,
    is_water,
    names,
    partisans_at,
    russian_majors,
    triggered,
)
from ostfront.games.barbarossa_1941.referee.zoc import zoc
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("B41")


# ---- the reasoning ----------------------------------------------------------------------------------


def partisans(position: Position) -> list[int]:
    return [unit for unit in range(position.roster.count) if position.roster.type[unit] == "partisan"]


def free_counters(position: Position) -> list[int]:
    """Partisans off the map whose turn to come back has come."""
    state = position.state
    return [unit for unit in partisans(position) if not position.on_map(unit) and state.due[unit] <= state.turn]


def is_north(position: Position, hex: int) -> bool:
    """12.7: north of Bobruisk's hex row."""
    bobruisk = city(position, position.charts["partisans"]["north_of"])
    return position.plain.cells[hex][1] < position.plain.cells[bobruisk][1]


# ---- any placement ----------------------------------------------------------------------------------

PLACING = ("infiltrate", "rise")


@section.clause("12.7a", "partisans", "uprising", verbs=PLACING, tier=Tier.WORDS)
def partisans_stand_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("12.7e", "partisans", "uprising", verbs=PLACING, tier=Tier.STANDING)
def a_counter_at_hand(case: Case) -> str | None:
    return None if free_counters(case.position) else "No partisan counter is at hand this turn."


@section.clause("12.7a", "partisans", "uprising", verbs=PLACING)
def one_in_a_hex(case: Case) -> str | None:
    there = partisans_at(case.position, case.hex)
    return f"{names(case.position, there)} is in {case.where(case.hex)} already." if there else None


# ---- at the start of the Soviet phase ---------------------------------------------------------------


@section.clause("13h", "partisans", verbs=("infiltrate",), tier=Tier.STANDING)
def partisans_have_been_called_up(case: Case) -> str | None:
    if triggered(case.position, PARTISANS):
        return None
    return "Partisans come into play when the Axis has 18 victory points."


@section.clause("12.7a", "partisans", verbs=("infiltrate",))
def five_hexes_inside(case: Case) -> str | None:
    least = int(case.position.charts["partisans"]["depth"])
    if is_water(case.position, case.hex):
        return f"{case.where(case.hex)} is water."
    if depth(case.position, case.hex) >= least:
        return None
    return f"{case.where(case.hex)} is not {least} hexes inside the western frontier of the USSR."


@section.clause("12.7a", "partisans", verbs=("infiltrate",))
def out_of_axis_zocs(case: Case) -> str | None:
    return f"{case.where(case.hex)} is in an Axis ZOC." if case.hex in zoc(case.position, AXIS) else None


@section.clause("12.7e", "partisans", verbs=("infiltrate",))
def not_with_axis_units(case: Case) -> str | None:
    there = combat_at(case.position, case.hex, AXIS)
    if not there:
        return None
    return f"{names(case.position, there)} {'is' if len(there) == 1 else 'are'} in {case.where(case.hex)}."


@section.clause("12.7f", "partisans", verbs=("infiltrate",))
def they_rise_in_an_empty_city(case: Case) -> str | None:
    position = case.position
    if case.hex not in russian_majors(position) or not controls(position, AXIS, case.hex):
        return None
    if combat_at(position, case.hex, AXIS) or partisans_at(position, case.hex):
        return None
    return f"The Axis has left {case.where(case.hex)} empty: partisans placed there rise and free it."


@section.clause("12.7b", "partisans", verbs=("infiltrate",))
def one_north_of_bobruisk(case: Case) -> str | None:
    position = case.position
    others = [position.state.place[unit] for unit in partisans(position) if position.on_map(unit)]
    if not others or is_north(position, case.hex) or any(is_north(position, hex) for hex in others):
        return None
    return f"One of the partisans must be north of Bobruisk's hex row; {case.where(case.hex)} is not."


# ---- in empty cities --------------------------------------------------------------------------------


@section.clause("12.7f", "uprising", verbs=("rise",), tier=Tier.STANDING)
def in_a_city_just_left(case: Case) -> str | None:
    if case.hex in hexes_in(case.position, case.local.cities):
        return None
    return f"{case.where(case.hex)} is not a city that has just been left without a garrison."


@section.clause("12.7f", "partisans", "uprising", verbs=("rise",))
def in_a_russian_major_city(case: Case) -> str | None:
    if case.hex not in russian_majors(case.position):
        return f"{case.where(case.hex)} is no Russian major city; there partisans do not rise."
    if controls(case.position, AXIS, case.hex):
        return None
    return f"{case.where(case.hex)} is not in Axis hands."


@section.clause("12.7f", "partisans", "uprising", verbs=("rise",))
def in_a_city_without_garrison(case: Case) -> str | None:
    there = combat_at(case.position, case.hex, AXIS)
    if not there:
        return None
    return f"{case.where(case.hex)} has a garrison: {names(case.position, there)}."
