"""8.3 Strategic movement: along the road, away from the enemy; also how Germans enter the map (11.1.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.movement import allowance, can_go, entry_hexes, passes, picked_up
from ostfront.games.victory_denied.referee.position import Position, hostile_victory_hexes, pocket, zoc
from ostfront.games.victory_denied.referee.stacking import has_room, second_hq, second_tan, too_many_combat_units
from ostfront.games.victory_denied.state import March
from ostfront.kit.referee import movement as kit
from ostfront.kit.referee.movement import NORMAL, NOT_BEGUN, Bar, Roads, of_rule

section = Section[Case]("AVD")


# ---- the reasoning ----------------------------------------------------------------------------------


def bar(position: Position, unit: int, hex: int) -> Bar | None:
    """8.3.1: what keeps strategic movement out of a hex."""
    side = position.roster.side[unit]
    return position.once(("bar", side, hex), lambda: _bar(position, side, hex))


def _bar(position: Position, side: int, hex: int) -> Bar | None:
    name = position.hex_name(hex)
    if side == GERMAN and hex in pocket(position):
        return Bar("14.0h", f"{name} is in the Minsk Pocket, which no German unit may enter.")
    for place in (hex, *position.plain.neighbours(hex)):
        enemies = position.at(place, 1 - side)
        if enemies:
            where = position.hex_name(place)
            return Bar("8.3.1c", f"{name} is next to {position.unit_name(enemies[0])} in {where}.")
    for place in (hex, *position.plain.neighbours(hex)):  # ruling 8.3.1: the hex itself as well
        if place in hostile_victory_hexes(position, side):
            where = position.hex_name(place)
            return Bar("8.3.1d", f"{name} is in or next to {where}, an enemy-held victory hex.")
    return None


def roads_from(position: Position, unit: int, starts: Mapping[int, int], *, barred: bool = True) -> Roads:
    """By road from the starting hexes, each with the half points it has cost; `barred`: 8.3.1 is kept."""
    key = ("roads", position.roster.side[unit], tuple(sorted(starts.items())), barred)  # the same for all of a side

    def closed(_a: int, b: int) -> bool:
        return barred and bar(position, unit, b) is not None

    return position.once(key, lambda: kit.roads_from(position, starts, 1, closed))


def gates(position: Position, march: March, *, barred: bool = True) -> Mapping[int, int]:
    """Where the road begins: the unit's hex, or the hexes through which it enters the map, for half a point."""
    if position.on_map(march.unit):
        return {position.state.place[march.unit]: 0}
    if position.in_box(march.unit, "timoshenko"):
        hexes = {hex for hex in entry_hexes(position) if hex in position.hexes_on("road")}
    else:
        hexes = {german_entry(position, march.unit)}
    return {hex: 1 for hex in hexes if not (barred and bar(position, march.unit, hex))}


def german_entry(position: Position, unit: int) -> int:
    """11.1.2: the hex by which units of a German group enter."""
    entries = position.charts["reinforcements"]
    return position.board.index(str(entries[f"entry_{position.roster.group[unit]}"]))


def road_costs(position: Position, march: March) -> Mapping[int, int]:
    """The hexes of strategic movement, with the half points each takes; the start itself is none of them."""
    return position.once(("road costs", march), lambda: _road_costs(position, march))


def _road_costs(position: Position, march: March) -> Mapping[int, int]:
    unit = march.unit
    starts = gates(position, march)
    if march.may_enter and position.in_box(unit, "timoshenko"):
        return {hex: cost for hex, cost in starts.items() if cost <= march.left}  # the first leg ends there
    found = roads_from(position, unit, starts).costs
    here = position.state.place[unit]
    return {hex: cost for hex, cost in found.items() if cost <= march.left and hex != here}


def start_bar(position: Position, march: March) -> Bar | None:
    """8.3.1: what a move requires where it starts; a move begun by road has met it."""
    unit = march.unit
    if march.mode != NOT_BEGUN or not position.on_map(unit):
        return None
    here = position.state.place[unit]
    name, where = position.unit_name(unit), position.hex_name(here)
    if here not in position.hexes_on("road"):
        return Bar("8.3.1b", f"{name} is not on a road: there is none in {where}.")
    if here in zoc(position, 1 - position.roster.side[unit]):
        return Bar("8.3.1c", f"{name} starts in an enemy zone of control, in {where}.")
    return None


def can_go_by_road(position: Position, march: March) -> bool:
    if position.roster.motorized[march.unit] or march.mode == NORMAL or start_bar(position, march):
        return False
    found = road_costs(position, march)
    return any(has_room(position, march.unit, hex) or passes_by_road(position, march, hex) for hex in found)


def passes_by_road(position: Position, march: March, hex: int) -> bool:
    """5.4: whether a unit from the Timoshenko box could follow the road from its first hex to one with room."""
    if not march.may_enter or not position.in_box(march.unit, "timoshenko") or hex not in road_costs(position, march):
        return False
    found = roads_from(position, march.unit, {hex: 1}).costs
    return any(
        cost <= march.left and other != hex and has_room(position, march.unit, other) for other, cost in found.items()
    )


def blame(case: Case) -> Bar | None:
    """Why the named hex is not reached by road: the first obstacle on the shortest route."""
    march, hex = case.local, case.hex
    return case.position.once(("blame", march, hex), lambda: _blame(case.position, march, hex))


def _blame(position: Position, march: March, hex: int) -> Bar | None:
    if hex in road_costs(position, march):
        return None
    boxed = march.may_enter and position.in_box(march.unit, "timoshenko")
    if boxed and hex not in entry_hexes(position):
        return None  # 11.2.2a
    starts = gates(position, march, barred=False)
    ways = Roads(starts, {}) if boxed else roads_from(position, march.unit, starts, barred=False)
    if hex not in ways.costs:
        return Bar("8.3.1b", kit.no_road(position, hex))
    found = kit.first_bar(position, ways, hex, lambda step: bar(position, march.unit, step))
    return found or Bar("8.1.2a", kit.too_far_by_road(position, march.unit, hex, ways.costs[hex], march.left))


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("2.3.2b", "march", verbs=("road",), tier=Tier.STANDING)
def no_motorized_hq_by_road(case: Case) -> str | None:
    unit = case.local.unit
    if case.roster.is_hq[unit] and case.roster.motorized[unit]:
        return f"{case.name(unit)} is a motorized HQ, which may not use strategic movement; use 'go'."
    return None


@section.clause("8.3.1a", "march", verbs=("road",), tier=Tier.STANDING)
def no_motorized_unit_by_road(case: Case) -> str | None:
    unit = case.local.unit
    if case.roster.motorized[unit] and not case.roster.is_hq[unit]:
        return f"{case.name(unit)} is motorized; only other units may use strategic movement. Use 'go'."
    return None


@section.clause("8.3.1b", "march", verbs=("go", "road"), tier=Tier.STANDING)
def a_move_is_all_of_one_kind(case: Case) -> str | None:
    return kit.changes_kind(case)


@section.clause("8.3.1b", "march", verbs=("road",), tier=Tier.STANDING)
def starts_on_a_road(case: Case) -> str | None:
    return of_rule(start_bar(case.position, case.local), "8.3.1b")


@section.clause("8.3.1c", "march", verbs=("road",), tier=Tier.STANDING)
def does_not_start_in_enemy_zoc(case: Case) -> str | None:
    return of_rule(start_bar(case.position, case.local), "8.3.1c")


@section.clause("8.1.2a", "march", "arrive", verbs=("road",))
def enough_points_for_the_road(case: Case) -> str | None:
    return of_rule(blame(case), "8.1.2a")


@section.clause("8.3.1b", "march", "arrive", verbs=("road",))
def follows_the_road(case: Case) -> str | None:
    return of_rule(blame(case), "8.3.1b")


@section.clause("8.3.1c", "march", "arrive", verbs=("road",))
def keeps_away_from_enemy_units(case: Case) -> str | None:
    return of_rule(blame(case), "8.3.1c")


@section.clause("8.3.1d", "march", "arrive", verbs=("road",))
def keeps_away_from_enemy_victory_hexes(case: Case) -> str | None:
    return of_rule(blame(case), "8.3.1d")


@section.clause("14.0h", "march", "arrive", verbs=("road",))
def the_road_does_not_pass_the_pocket(case: Case) -> str | None:
    return of_rule(blame(case), "14.0h")


# ---- 11.2.2: Timoshenko's force must enter while it can ----------------------------------------------


def can_enter(position: Position, unit: int) -> bool:
    """Whether a unit in the Timoshenko box has a first leg."""
    march = picked_up(position, unit)
    return can_go(position, march) or can_go_by_road(position, march)


@section.clause("11.2.2a", "move", verbs=("pick",))
def picked_from_the_box_it_can_enter(case: Case) -> str | None:
    if not case.position.in_box(case.unit, "timoshenko") or can_enter(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} cannot enter: every hex next to the box is closed, full, or too expensive."


@section.clause("11.2.2a", "move", verbs=("done",))
def all_enter_that_can(case: Case) -> str | None:
    for unit in range(case.roster.count):
        waits = case.state.active >> unit & 1 and not case.state.moved >> unit & 1
        if waits and case.position.in_box(unit, "timoshenko") and can_enter(case.position, unit):
            return f"{case.name(unit)} must still enter the map."
    return None


def _full_gate(case: Case, judge: Callable[[Position, int, int], str | None]) -> str | None:
    """5.4: a first hex without room is open to a unit that can go on from it."""
    march, hex = case.local, case.hex
    if not march.may_enter:
        return None
    on = passes_by_road if case.action.verb == "road" else passes
    return None if on(case.position, march, hex) else judge(case.position, march.unit, hex)


@section.clause("5.1a", "march", verbs=("go", "road"))
def at_most_two_combat_units_at_the_box(case: Case) -> str | None:
    return _full_gate(case, too_many_combat_units)


@section.clause("5.1b", "march", verbs=("go", "road"))
def at_most_one_hq_at_the_box(case: Case) -> str | None:
    return _full_gate(case, second_hq)


@section.clause("5.3", "march", verbs=("go", "road"))
def tan_units_do_not_stack_at_the_box(case: Case) -> str | None:
    return _full_gate(case, second_tan)


# ---- 11.1.2: German reinforcements --------------------------------------------------------------------


def can_arrive(position: Position, unit: int) -> bool:
    return can_go_by_road(position, March(unit, 2 * allowance(position, unit), 0, may_enter=True))


@section.clause("11.1.2a", "enter", tier=Tier.STANDING)
def one_of_those_about_to_enter(case: Case) -> str | None:
    if not case.local.units >> case.unit & 1:
        return f"{case.name(case.unit)} is not among the units that enter now."
    return f"{case.name(case.unit)} is on the map." if case.position.on_map(case.unit) else None


@section.clause("11.1.2a", "enter")
def the_way_in_is_open(case: Case) -> str | None:
    if can_arrive(case.position, case.unit):
        return None
    gate = german_entry(case.position, case.unit)
    found = bar(case.position, case.unit, gate)
    why = found.text if found else "no hex of the road has room for it."
    return f"{case.name(case.unit)} cannot enter by {case.where(gate)}: {why}"
