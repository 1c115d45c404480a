"""9.1 Reinforcements, with 11, 12.5 and 12.11: who arrives, and where."""

from __future__ import annotations

from collections.abc import Iterable

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.combat import sentence
from ostfront.games.barbarossa_1941.referee.position import (
    HUNGARY,
    Position,
    air_at,
    cities,
    city,
    combat_at,
    controls,
    count,
    hexes_in,
    is_isolated,
    majors,
    points_at,
    soviet_majors,
)
from ostfront.games.barbarossa_1941.referee.stacking import allies_apart, enemy_there, italian_at_the_coast
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("B41")

BRING, AT, KEEP = ("bring",), ("at",), ("keep",)

# ---- the reasoning: where a unit arrives ------------------------------------------------------------


def is_friendly(position: Position, side: int, hex: int) -> bool:
    """A city the side controls, or another hex without enemies."""
    return controls(position, side, hex) if hex in cities(position) else not combat_at(position, hex, 1 - side)


def homes(position: Position, unit: int) -> set[int]:
    """9.1: the hexes in which a unit is due to arrive, whoever holds them."""
    words = position.roster.at[unit]
    if "german" in words:
        return {city(position, name) for name in position.charts["arrivals"]["german"]}
    if "major" in words:
        return soviet_majors(position)
    if "city" in words:
        return cities(position)
    if words:
        return {position.board.index(name) for name in words}
    return {"Finnish": {city(position, "Helsinki")}, "Romanian": {city(position, "Bucharest")}}.get(
        position.roster.nation[unit], set()
    )


def nearest_towns(position: Position, unit: int, points: int, lost: Iterable[int]) -> set[int]:
    """9.1: the friendly towns with room that are nearest to the places that are lost."""
    side, places = position.roster.side[unit], list(lost)
    far = {
        hex: min(position.plain.distance(hex, place) for place in places)
        for hex in cities(position)
        if controls(position, side, hex) and not crowding(position, unit, hex, points)
    }
    return {hex for hex, distance in far.items() if distance == min(far.values())}


def crowding(position: Position, unit: int, hex: int, points: int) -> list[Bar]:
    """Why a hex cannot take a unit that comes with so many stacking points."""
    side, limit = position.roster.side[unit], int(position.charts["stacking"]["limit"])
    there, where = points_at(position, hex, side), position.hex_name(hex)
    judged = [
        ("5a", enemy_there(position, side, hex)),
        ("12.2a", allies_apart(position, [unit], hex)),
        ("12.2e", italian_at_the_coast(position, [unit], hex)),
    ]
    if points and there + points > limit:
        full = f"{where} holds {count(there, 'stacking point')}; {position.unit_name(unit)} would bring {points} more"
        judged.append(("3a", f"{full}, and the limit is {limit}."))
    return [Bar(rule, text) for rule, text in judged if text]


def one_a_city(position: Position, unit: int, hex: int) -> bool:
    """9.1: whether the limit of one arrival holds; units that are directed to a place by the notes are free of it."""
    directed = position.roster.side[unit] == SOVIET and "major" not in position.roster.at[unit]
    return hex in majors(position) and not directed


def not_there(position: Position, unit: int, hex: int, points: int) -> list[Bar]:
    """Why a combat unit does not arrive in a hex."""
    side, name, where = position.roster.side[unit], position.unit_name(unit), position.hex_name(hex)
    due = homes(position, unit)
    open_homes = {home for home in due if is_friendly(position, side, home)}
    if hex not in due:
        if open_homes or hex not in cities(position) or not controls(position, side, hex):
            return [Bar("9.1b", f"{name} does not arrive in {where}.")]
        if hex not in nearest_towns(position, unit, points, due):
            return [Bar("9.1c", f"{where} is not the nearest friendly town that can take {name}.")]
    elif hex not in open_homes:
        return [Bar("9.1c", f"{where} is in enemy hands; {name} arrives elsewhere.")]
    found = crowding(position, unit, hex, points)
    if one_a_city(position, unit, hex) and hex in hexes_in(position, position.state.arrived):
        found.append(Bar("9.1a", f"A unit has arrived in {where} this turn; one a city is the limit."))
    return found


def not_a_base(position: Position, unit: int, hex: int) -> list[Bar]:
    """11: why an air corps is not based in a city: at first Soviet ones come to major cities, lost ones anywhere."""
    side, name, where = position.roster.side[unit], position.unit_name(unit), position.hex_name(hex)
    first = position.roster.arrives[unit] == str(turn_due(position, unit))
    if hex not in (majors(position) if first else cities(position)):
        return [
            Bar("11b" if first else "11.1c", f"{name} comes to a {'major ' if first else ''}city; {where} is none.")
        ]
    if not controls(position, side, hex):
        return [Bar("11b" if first else "11.1c", f"{where} is not in your hands.")]
    if first and hex in hexes_in(position, position.state.arrived):
        return [Bar("9.1a", f"A unit has arrived in {where} this turn; one a city is the limit.")]
    chart = position.charts["air"]
    room = int(chart["base_major" if hex in majors(position) else "base_minor"])
    if len(air_at(position, hex, side)) < room:
        return []
    return [
        Bar("11.1a", f"{where} is full: it has room for {'one air corps' if room == 1 else f'{room} air corps'}.")
    ]


def not_with_a_unit(position: Position, unit: int, hex: int) -> list[Bar]:
    """12.5: a guards airborne corps joins a Soviet unit that is not isolated."""
    units = combat_at(position, hex, SOVIET)
    if any(not is_isolated(position, other) for other in units):
        return []
    what = "only isolated units are" if units else "no Soviet combat unit is"
    joins = f"{position.unit_name(unit)} joins a unit that is not isolated"
    return [Bar("12.5f", f"{joins}; {what} in {position.hex_name(hex)}.")]


def not_for_militia(position: Position, unit: int, hex: int) -> list[Bar]:
    """12.11: a destroyed militia comes back in a Soviet major city that has not had one."""
    where = position.hex_name(hex)
    if hex not in soviet_majors(position) or not controls(position, SOVIET, hex):
        return [Bar("12.11d", f"{position.unit_name(unit)} comes back in a Soviet major city; {where} is none.")]
    if hex in hexes_in(position, position.state.raised):
        return [Bar("12.11d", f"{where} has had its militia.")]
    return crowding(position, unit, hex, position.roster.start[unit])


def bars(position: Position, unit: int, hex: int) -> list[Bar]:
    """Why a unit that is due does not arrive in a hex."""
    kind = position.roster.type[unit]
    if kind == "air":
        return not_a_base(position, unit, hex)
    if kind == "militia":
        return not_for_militia(position, unit, hex)
    if "stack" in position.roster.at[unit]:
        return not_with_a_unit(position, unit, hex)
    return not_there(position, unit, hex, position.roster.start[unit])


def has_a_place(position: Position, unit: int) -> bool:
    """Whether a unit that is due can arrive anywhere; a guards airborne corps can always be kept."""
    if may_be_kept(position, unit):
        return True
    return position.once(
        ("has a place", unit), lambda: any(not bars(position, unit, hex) for hex in position.plain.cells)
    )


def may_be_kept(position: Position, unit: int) -> bool:
    return "stack" in position.roster.at[unit]


def turn_due(position: Position, unit: int) -> int:
    """The turn that is set for a unit, or else the printed one; Hungarians come after their trigger (13d)."""
    due, printed = position.state.due[unit], position.roster.arrives[unit]
    if due or not printed.startswith("hungary+"):
        return due or (int(printed) if printed.isdigit() else 0)
    joined = position.state.triggers[HUNGARY]
    return joined + int(printed.removeprefix("hungary+")) if joined else 0


def is_due(position: Position, unit: int) -> bool:
    """Whether a unit's turn has come and it waits beside the map, a destroyed militia among the dead."""
    due = turn_due(position, unit)
    if not 0 < due <= position.state.turn:
        return False
    if position.roster.type[unit] == "militia":
        return position.in_box(unit, "eliminated")
    return position.in_box(unit, "waiting") and position.roster.type[unit] not in ("partisan", "paratroop")


def compulsory(position: Position, side: int) -> list[int]:
    """The units that are due and can arrive; only militia may wait longer."""
    return [
        unit
        for unit in range(position.roster.count)
        if position.roster.side[unit] == side
        and position.roster.type[unit] != "militia"
        and is_due(position, unit)
        and has_a_place(position, unit)
    ]


# ---- who arrives ------------------------------------------------------------------------------------


@section.clause("9.1a", "bring", verbs=BRING, tier=Tier.STANDING)
def an_own_unit_that_is_due(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if is_due(case.position, unit):
        return None
    due = turn_due(case.position, unit)
    when = f" until turn {due}" if due > case.state.turn else ""
    return f"{case.name(unit)} is not due to arrive{when}."


def _placeless(case: Case) -> str | None:
    if has_a_place(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} has to wait: no place can take it this turn."


@section.clause("9.1a", "bring", verbs=BRING)
def a_unit_with_a_place(case: Case) -> str | None:
    return None if case.roster.type[case.unit] in ("air", "militia") else _placeless(case)


@section.clause("11.1a", "bring", verbs=BRING)
def an_air_corps_with_a_base(case: Case) -> str | None:
    return _placeless(case) if case.roster.type[case.unit] == "air" else None


@section.clause("12.11d", "bring", verbs=BRING)
def a_militia_with_a_city(case: Case) -> str | None:
    return _placeless(case) if case.roster.type[case.unit] == "militia" else None


@section.clause("9.1a", "bring", verbs=("done",))
def all_arrive_that_can(case: Case) -> str | None:
    left = compulsory(case.position, case.side)
    return f"{case.names(left)} {'has' if len(left) == 1 else 'have'} to arrive first." if left else None


# ---- where ------------------------------------------------------------------------------------------


def _barred(case: Case, number: str) -> str | None:
    return sentence(bars(case.position, case.local.unit, case.hex), number)


@section.clause("9.1b", "bring at", verbs=AT, tier=Tier.WORDS)
def arrives_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("3a", "bring at", verbs=AT)
def six_points_in_a_hex(case: Case) -> str | None:
    return _barred(case, "3a")


@section.clause("5a", "bring at", verbs=AT)
def not_on_enemies(case: Case) -> str | None:
    return _barred(case, "5a")


@section.clause("9.1a", "bring at", verbs=AT)
def one_arrival_a_city(case: Case) -> str | None:
    return _barred(case, "9.1a")


@section.clause("9.1b", "bring at", verbs=AT)
def in_its_own_place(case: Case) -> str | None:
    return _barred(case, "9.1b")


@section.clause("9.1c", "bring at", verbs=AT)
def in_the_nearest_town_if_that_is_lost(case: Case) -> str | None:
    return _barred(case, "9.1c")


@section.clause("11b", "bring at", verbs=AT)
def soviet_air_corps_in_major_cities(case: Case) -> str | None:
    return _barred(case, "11b")


@section.clause("11.1a", "bring at", verbs=AT)
def a_base_with_room(case: Case) -> str | None:
    return _barred(case, "11.1a")


@section.clause("11.1c", "bring at", verbs=AT)
def lost_air_corps_in_any_city(case: Case) -> str | None:
    return _barred(case, "11.1c")


@section.clause("12.2a", "bring at", verbs=AT)
def romanians_and_hungarians_apart(case: Case) -> str | None:
    return _barred(case, "12.2a")


@section.clause("12.2e", "bring at", verbs=AT)
def italians_keep_off_the_coast(case: Case) -> str | None:
    return _barred(case, "12.2e")


@section.clause("12.5f", "bring at", verbs=AT)
def airborne_with_a_unit_in_supply(case: Case) -> str | None:
    return _barred(case, "12.5f")


@section.clause("12.11d", "bring at", verbs=AT)
def militia_in_another_city(case: Case) -> str | None:
    return _barred(case, "12.11d")


@section.clause("12.5g", "bring at", verbs=KEEP)
def only_airborne_corps_are_kept(case: Case) -> str | None:
    if may_be_kept(case.position, case.local.unit):
        return None
    return f"{case.name(case.local.unit)} cannot be kept off the map; it has to be placed."
