"""8.5 The East Wall, and 8.18 the Fortified Area: where their markers are placed."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import overland
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    controls,
    hexes_in,
    in_baltic_states,
    in_ussr,
    is_city,
)
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")

WALL, FORTIFY = ("wall",), ("fortify",)


@section.clause("8.5", "wall", verbs=WALL, tier=Tier.WORDS)
def a_wall_stands_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("8.5", "wall", verbs=WALL)
def where_the_east_wall_is_built(case: Case) -> str | None:
    position, hex, where = case.position, case.hex, case.where(case.hex)
    if not in_ussr(position, hex) and not in_baltic_states(position, hex):
        return f"{where} is not in the USSR or the Baltic states."
    if is_city(position, hex):
        return f"{where} is a city."
    if not controls(position, GERMAN, hex):
        return f"{where} is not under your control."
    if hex not in overland(position, GERMAN):
        return f"{where} has no overland supply."
    return f"{where} has an East Wall marker." if hex in hexes_in(position, case.state.wall) else None


def is_safe(position: Position, hex: int) -> bool:
    """8.18: Soviet-controlled and in overland supply."""
    return controls(position, SOVIET, hex) and hex in overland(position, SOVIET)


@section.clause("8.18a", "area", verbs=FORTIFY, tier=Tier.WORDS)
def an_area_lies_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("14.9d", "area", verbs=FORTIFY)
def set_up_with_the_armies(case: Case) -> str | None:
    """In the Gambit the marker is set up: any hex will do in which Soviet units are set up."""
    if not is_set_up(case.position):
        return None
    east = hexes_in(case.position, case.facts.scenario.zones["east"].hexes)
    open_hex = case.hex in east and controls(case.position, SOVIET, case.hex)
    return None if open_hex else f"{case.where(case.hex)} is no hex in which Soviet units are set up."


def is_set_up(position: Position) -> bool:
    """14.9: the marker is in play since turn 16, and has a place."""
    return position.is_hex(position.state.area)


@section.clause("8.18a", "area", verbs=FORTIFY)
def seven_safe_hexes(case: Case) -> str | None:
    position, where = case.position, case.where(case.hex)
    if is_set_up(position):
        return None
    if not is_safe(position, case.hex):
        return f"{where} is not under your control in overland supply."
    around = position.plain.neighbours(case.hex)
    weak = [hex for hex in around if not is_safe(position, hex)]
    if weak:
        return f"{case.where(weak[0])} beside it is not under your control in overland supply."
    return None if len(around) == 6 else f"{where} lies on the edge of the map: six such hexes must surround it."
