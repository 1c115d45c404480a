"""10.3 Rail markers: which of them work, from where, and which hexes they lay."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    lines_blocked,
    own_rail,
    rail_hexes,
    rail_links,
)
from ostfront.games.barbarossa_1941.referee.supply_lines import linked_by_rail, sources
from ostfront.games.barbarossa_1941.referee.zoc import barred_by_zoc
from ostfront.games.barbarossa_1941.state import Laying
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("B41")


# ---- the reasoning ----------------------------------------------------------------------------------


def soviet_ahead(position: Position, hex: int) -> list[int]:
    """The Soviet rail hexes next to a hex by rail."""
    return [n for n in rail_links(position, hex) if n in own_rail(position, SOVIET)]


def can_lay(position: Position, hex: int) -> bool:
    """10.3: a Soviet rail hex without Soviet units and Soviet ZOCs that are not cancelled."""
    if hex not in own_rail(position, SOVIET) or hex in lines_blocked(position, SOVIET):
        return False
    return hex not in barred_by_zoc(position, AXIS)


def way_on(position: Position, hex: int) -> bool:
    """Whether a marker in a hex could lay a rail hex."""
    return any(can_lay(position, n) for n in soviet_ahead(position, hex))


def is_free(position: Position, marker: int) -> bool:
    """10.3: a marker off the map, with no Soviet rail next to it, or the second one in its hex."""
    markers = position.state.markers
    place = markers[marker]
    return place < 0 or not soviet_ahead(position, place) or place in markers[:marker]


def working_at(position: Position, laying: Laying, hex: int) -> list[int]:
    """The markers in a hex that have hexes left to lay."""
    return [i for i, place in enumerate(position.state.markers) if place == hex and laying.left[i] > 0]


def spare_markers(position: Position, laying: Laying) -> list[int]:
    return [i for i, left in enumerate(laying.left) if left > 0 and is_free(position, i)]


def linked_to_a_source(position: Position) -> set[int]:
    """Axis rail hexes linked to a source by Axis rail on which no Soviet unit stands."""
    whole = own_rail(position, AXIS) - lines_blocked(position, SOVIET)
    starts = sources(position, AXIS, finnish=True)
    return position.once("linked to a source", lambda: linked_by_rail(position, starts, whole))


# ---- a marker is put to work ------------------------------------------------------------------------


@section.clause("10.3a", "railhead", verbs=("railhead",), tier=Tier.WORDS)
def a_railhead_is_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("10.3a", "railhead", verbs=("railhead",), tier=Tier.STANDING)
def a_railhead_on_axis_rail(case: Case) -> str | None:
    if case.hex not in rail_hexes(case.position):
        return f"No railway runs through {case.where(case.hex)}."
    if case.hex in own_rail(case.position, AXIS):
        return None
    return f"The railway in {case.where(case.hex)} is not part of the Axis network."


@section.clause("10.3a", "railhead", verbs=("railhead",))
def soviet_rail_ahead(case: Case) -> str | None:
    if soviet_ahead(case.position, case.hex):
        return None
    return f"No Soviet railway leads on from {case.where(case.hex)}."


@section.clause("10.3a", "railhead", verbs=("railhead",))
def linked_railhead(case: Case) -> str | None:
    if case.hex in linked_to_a_source(case.position):  # 10.2: what is not linked would not become Axis rail
        return None
    return f"{case.where(case.hex)} is not linked to an Axis supply source."


@section.clause("10.3a", "railhead", verbs=("railhead",))
def not_laid_in_this_phase(case: Case) -> str | None:
    laying: Laying = case.local
    new = case.state.axis_rail >> case.hex & 1 and not laying.before >> case.hex & 1
    if not new or working_at(case.position, laying, case.hex):
        return None
    return (
        f"The railway in {case.where(case.hex)} was laid in this phase; another marker can go on from it next turn."
    )


@section.clause("10.3b", "railhead", verbs=("railhead",))
def a_marker_with_hexes_left(case: Case) -> str | None:
    position, laying = case.position, case.local
    if working_at(position, laying, case.hex) or spare_markers(position, laying):
        return None
    return f"No rail marker is free for {case.where(case.hex)}: each works in its place or has laid its three hexes."


@section.clause("10.3c", "railhead", verbs=("railhead",))
def a_way_on_from_the_railhead(case: Case) -> str | None:
    if not soviet_ahead(case.position, case.hex) or way_on(case.position, case.hex):
        return None
    return f"Every Soviet rail hex next to {case.where(case.hex)} holds a Soviet unit or is in a Soviet ZOC."


# ---- laying -----------------------------------------------------------------------------------------


def head(case: Case) -> int:
    """The hex of the marker at work."""
    laying: Laying = case.local
    return case.state.markers[laying.marker]


@section.clause("10.3b", "lay", verbs=("lay",), tier=Tier.WORDS)
def a_hex_to_lay(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("10.3b", "lay", verbs=("lay",), tier=Tier.STANDING)
def next_by_rail(case: Case) -> str | None:
    if case.hex in rail_links(case.position, head(case)):
        return None
    return f"No railway leads from {case.where(head(case))} straight to {case.where(case.hex)}."


@section.clause("10.3b", "lay", verbs=("lay",), tier=Tier.STANDING)
def hexes_left_to_lay(case: Case) -> str | None:
    return None if case.local.left[case.local.marker] > 0 else "This marker has laid its three hexes."


@section.clause("10.2b", "lay", verbs=("lay",))
def a_soviet_rail_hex(case: Case) -> str | None:
    if case.hex in own_rail(case.position, SOVIET):
        return None
    return f"The railway in {case.where(case.hex)} is part of the Axis network already."


@section.clause("10.3c", "lay", verbs=("lay",))
def no_soviet_unit_there(case: Case) -> str | None:
    there = lines_blocked(case.position, SOVIET)
    return f"Soviet units are in {case.where(case.hex)}." if case.hex in there else None


@section.clause("10.3c", "lay", verbs=("lay",))
def no_soviet_zoc_there(case: Case) -> str | None:
    if case.hex not in barred_by_zoc(case.position, AXIS):
        return None
    return f"{case.where(case.hex)} is in a Soviet ZOC, and no Axis unit there cancels it."
