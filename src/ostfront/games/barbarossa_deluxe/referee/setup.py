"""3 Set-up, with 13.7, 14.9 and 15.3: which units have a choice, and what every placement must keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.referee import attachment
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    bars_of,
    controls,
    count,
    ground_at,
    hexes_in,
    is_attached,
    land,
    owner,
)
from ostfront.games.barbarossa_deluxe.referee.room import closed_hex, crowded
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

PICK, AT = ("pick",), ("at",)
# the clause that gives each zone of scenarios.toml its hexes
CLAUSES = {
    "AGN": "3.3c", "AGC": "3.3d", "AGS": "3.3e", "Rom": "3.3b", "displaced": "3.7c", "poland": "3.7d",
    "front": "14.9c",
}  # fmt: skip
CLAUSES_BY_SCENARIO = {
    ("blue-kremlin", "west"): "13.7c", ("gambit", "east"): "14.9d", ("what-if", "west"): "15.3c",
    ("what-if", "east"): "15.3c", ("what-if", "port"): "15.3c",
}  # fmt: skip
# the clause that fixes a unit without a zone, by scenario: of the German and of the Soviet side
FIXED = {
    "grand-campaign": ("8.33a", "3.4b"), "blue-kremlin": ("13.7b", "13.6d"), "gambit": ("14.9a", "14.9a"),
    "what-if": ("8.33a", "15.3c"), "citadel": ("14.7b", "14.6c"), "road-back": ("12.15a", "12.14"),
}  # fmt: skip


# ---- the reasoning ----------------------------------------------------------------------------------


def zones(position: Position) -> Mapping[int, str]:
    """The zone of each unit that has a choice."""
    return position.once(
        "zones", lambda: {row.unit: row.zone for row in position.facts.scenario.placements if row.zone}
    )


def zone_table(position: Position, unit: int) -> Any:
    return position.facts.scenario.zones[zones(position)[unit]]


def zone_clause(position: Position, unit: int) -> str:
    name = zones(position)[unit]
    if name in ("AGN", "AGC") and position.facts.options.get("lithuania"):
        return "3.7a"
    return CLAUSES.get(name) or CLAUSES_BY_SCENARIO[position.facts.scenario_name, name]


def border(position: Position, side: int) -> set[int]:
    """15.3: the hexes of a side that touch the other side's ground."""

    def work_out() -> set[int]:
        ours = {hex for hex in land(position) if controls(position, side, hex)}
        theirs = {hex for hex in land(position) if controls(position, 1 - side, hex)}
        return {hex for hex in ours if any(n in theirs for n in position.plain.neighbours(hex))}

    return position.once(("border", side), work_out)


def bares_the_border(position: Position, unit: int) -> bool:
    """15.3: whether a unit is the only one of its side in a hex on the border."""
    hex, side = position.state.place[unit], owner(position, unit)
    guarded = zone_table(position, unit).border and not is_attached(position, unit)
    return guarded and hex in border(position, side) and ground_at(position, hex, side) == [unit]


def waiting_in_reserve(position: Position, unit: int) -> list[int]:
    """15.3: the other Soviet units that begin in the RVGK box."""
    return [
        other
        for other in range(position.roster.count)
        if other != unit and owner(position, other) == SOVIET and position.in_box(other, "rvgk")
    ]


def reserve_bars(position: Position, unit: int) -> list[Bar]:
    """15.3: why a unit does not begin in the RVGK box."""
    most = zone_table(position, unit).rvgk
    if len(waiting_in_reserve(position, unit)) < most:
        return []
    told = f"{count(most, 'unit')} may begin there" if most else "it begins on the map"
    return [Bar("15.3e", f"{position.unit_name(unit)} does not begin in the RVGK box: {told}.")]


def bars(position: Position, unit: int, place: int) -> list[Bar]:
    """Why a unit with a choice may not be set up in a place."""
    return position.once(("set up", unit, place), lambda: _bars(position, unit, place))


def _bars(position: Position, unit: int, place: int) -> list[Bar]:
    if place == position.board.box("track") and held_for_the_drop(position, unit):
        return []
    if not position.is_hex(place):
        return reserve_bars(position, unit)
    side, where, name = owner(position, unit), position.hex_name(place), position.unit_name(unit)
    found = []
    open_hexes = hexes_in(position, zone_table(position, unit).hexes)
    if place not in open_hexes or not controls(position, side, place):
        found.append(Bar(zone_clause(position, unit), f"{name} may not be set up in {where}."))
    found += [bar for bar in (closed_hex(position, unit, place), crowded(position, [unit], place)) if bar]
    if ground_at(position, place, 1 - side):
        found.append(Bar("10.4", f"{where} holds enemy units."))
    return found


def held_for_the_drop(position: Position, unit: int) -> bool:
    """14.9, 4.17: 2nd Parachute Corps may be kept off the map for its drop on the first turn of the Gambit."""
    return position.facts.scenario_name == "gambit" and position.roster.ids[unit] == "2Para"


def new_corps(position: Position, tiger: int) -> list[int]:
    """14.9: the corps of the front to which a Tiger battalion may be given instead of its own."""
    front = hexes_in(position, zone_table(position, tiger).hexes)
    return [
        unit
        for unit in attachment.hosts(position, tiger)
        if unit != position.state.parent[tiger] and position.state.place[unit] in front
    ]


def places(position: Position) -> list[int]:
    return [*position.plain.cells, position.board.box("rvgk"), position.board.box("track")]


def has_another_place(position: Position, unit: int) -> bool:
    here = position.state.place[unit]
    if is_attached(position, unit):
        return bool(new_corps(position, unit))
    return any(place != here and not bars(position, unit, place) for place in places(position))


# ---- which unit -------------------------------------------------------------------------------------


@section.clause("3.1", "arrange", verbs=PICK, tier=Tier.STANDING)
def own_units_are_set_up(case: Case) -> str | None:
    if case.roster.side[case.unit] != case.side:
        return f"{case.name(case.unit)} is not yours."
    if case.position.on_map(case.unit) or case.unit in zones(case.position):
        return None
    return f"{case.name(case.unit)} is not on the map."


@section.clause("3.1", "arrange", verbs=PICK, tier=Tier.STANDING)
def each_is_placed_once(case: Case) -> str | None:
    return f"{case.name(case.unit)} has been placed." if among(case.state.moved, case.unit) else None


def _fixed(case: Case, number: str) -> str | None:
    own = case.roster.side[case.unit] == case.side and case.position.on_map(case.unit)
    if not own or case.unit in zones(case.position) or FIXED[case.facts.scenario_name][case.side] != number:
        return None
    return f"{case.name(case.unit)} has no choice: it starts where it stands."


@section.clause("3.4b", "arrange", verbs=PICK, tier=Tier.STANDING)
def soviet_units_start_in_their_hexes(case: Case) -> str | None:
    return None if case.facts.options.get("lithuania") else _fixed(case, "3.4b")


@section.clause("3.7d", "arrange", verbs=PICK, tier=Tier.STANDING)
def ninth_army_and_the_coastal_army_stay(case: Case) -> str | None:
    return _fixed(case, "3.4b") if case.facts.options.get("lithuania") else None


@section.clause("8.33a", "arrange", verbs=PICK, tier=Tier.STANDING)
def the_command_in_belgrade_stays(case: Case) -> str | None:
    return _fixed(case, "8.33a")


@section.clause("13.6d", "arrange", verbs=PICK, tier=Tier.STANDING)
def soviets_of_1942_start_by_the_list(case: Case) -> str | None:
    return _fixed(case, "13.6d")


@section.clause("13.7b", "arrange", verbs=PICK, tier=Tier.STANDING)
def corps_in_the_crimea_start_by_the_list(case: Case) -> str | None:
    return _fixed(case, "13.7b")


@section.clause("14.9a", "arrange", verbs=PICK, tier=Tier.STANDING)
def leningrad_and_the_taman_start_by_the_list(case: Case) -> str | None:
    return _fixed(case, "14.9a")


@section.clause("15.3c", "arrange", verbs=PICK, tier=Tier.STANDING)
def others_of_the_what_if_stay(case: Case) -> str | None:
    return _fixed(case, "15.3c")


@section.clause("15.3c", "arrange", verbs=PICK)
def the_border_stays_manned(case: Case) -> str | None:
    if not bares_the_border(case.position, case.unit):
        return None
    here = case.where(case.state.place[case.unit])
    return f"{case.name(case.unit)} is alone in {here}, and every hex on the border needs a unit."


@section.clause("3.1", "arrange", verbs=PICK)
def somewhere_else_to_start(case: Case) -> str | None:
    if has_another_place(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} can start nowhere else within the limits."


# ---- where ------------------------------------------------------------------------------------------


@section.clause("3.1", "arrange-at", verbs=AT, tier=Tier.WORDS)
def set_up_on_the_map(case: Case) -> str | None:
    board = case.position.board
    dropping = case.hex == board.box("track") and held_for_the_drop(case.position, case.local.unit)
    if case.position.is_hex(case.hex) or case.hex == board.box("rvgk") or dropping:
        return None
    return f"{case.where(case.hex)} is not a hex of the map."


@section.clause("3.1", "arrange-at", verbs=AT, tier=Tier.STANDING)
def set_up_elsewhere(case: Case) -> str | None:
    unit = case.local.unit
    return f"{case.name(unit)} is in {case.where(case.hex)} already." if case.state.place[unit] == case.hex else None


def _barred(case: Case, *numbers: str) -> str | None:
    found = bars(case.position, case.local.unit, case.hex)
    return next((text for number in numbers if (text := bars_of(found, number))), None)


@section.clause("3.1", "arrange-at", verbs=AT)
def stacking_holds_during_set_up(case: Case) -> str | None:
    return _barred(case, "6.3", "6.4", "10.4", "10.13")


@section.clause("3.3b", "arrange-at", verbs=AT)
def romanian_set_up(case: Case) -> str | None:
    return _barred(case, "3.3b")


@section.clause("3.3c", "arrange-at", verbs=AT)
def army_group_north(case: Case) -> str | None:
    return _barred(case, "3.3c")


@section.clause("3.3d", "arrange-at", verbs=AT)
def army_group_center(case: Case) -> str | None:
    return _barred(case, "3.3d")


@section.clause("3.3e", "arrange-at", verbs=AT)
def army_group_south(case: Case) -> str | None:
    return _barred(case, "3.3e")


@section.clause("3.6c", "arrange-at", verbs=AT)
def nobody_starts_in_bulgaria(case: Case) -> str | None:
    return _barred(case, "3.6c")


@section.clause("3.7a", "arrange-at", verbs=AT)
def army_groups_with_lithuania(case: Case) -> str | None:
    return _barred(case, "3.7a")


@section.clause("3.7c", "arrange-at", verbs=AT)
def displaced_from_lithuania(case: Case) -> str | None:
    return _barred(case, "3.7c")


@section.clause("3.7d", "arrange-at", verbs=AT)
def into_the_polish_hexes(case: Case) -> str | None:
    return _barred(case, "3.7d")


@section.clause("8.31a", "arrange-at", verbs=AT)
def one_tiger_battalion_in_a_stack(case: Case) -> str | None:
    return _barred(case, "8.31a")


@section.clause("10.22a", "arrange-at", verbs=AT)
def satellites_start_in_the_south(case: Case) -> str | None:
    return _barred(case, "10.22a")


@section.clause("13.7c", "arrange-at", verbs=AT)
def anywhere_behind_the_front_of_1942(case: Case) -> str | None:
    return _barred(case, "13.7c")


@section.clause("14.9c", "arrange-at", verbs=AT)
def germans_next_to_the_front_of_1943(case: Case) -> str | None:
    return _barred(case, "14.9c")


@section.clause("14.9c", "attach", verbs=("attach",))
def tigers_join_another_corps_of_the_front(case: Case) -> str | None:
    if case.below("set-up") is None or case.local.unit not in zones(case.position):
        return None
    if case.unit in new_corps(case.position, case.local.unit):
        return None
    return f"{case.name(case.unit)} is no other corps on the front that {case.name(case.local.unit)} may join."


@section.clause("14.9d", "arrange-at", verbs=AT)
def soviets_on_or_behind_the_front_of_1943(case: Case) -> str | None:
    return _barred(case, "14.9d")


@section.clause("15.3c", "arrange-at", verbs=AT)
def own_ground_in_the_what_if(case: Case) -> str | None:
    return _barred(case, "15.3c")


@section.clause("15.3e", "arrange-at", verbs=AT)
def five_begin_in_the_rvgk_box(case: Case) -> str | None:
    return _barred(case, "15.3e")
