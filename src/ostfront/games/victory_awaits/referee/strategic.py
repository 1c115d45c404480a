"""9.3 Strategic movement: along the road, out of enemy zones of control."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Position, is_prohibited, is_start_line, zoc
from ostfront.games.victory_awaits.state import March
from ostfront.kit.referee import movement as kit
from ostfront.kit.referee.movement import NOT_BEGUN, Bar, Roads, of_rule

section = Section[Case]("AVA")


# ---- the reasoning ----------------------------------------------------------------------------------


def bar(position: Position, side: int, hex: int) -> Bar | None:
    """What keeps a side's strategic movement out of a hex."""
    enemies = position.at(hex, 1 - side)
    if enemies:
        return Bar("3.1b", f"{position.unit_name(enemies[0])} is in {position.hex_name(hex)}.")
    if hex in zoc(position, 1 - side):
        return Bar("9.3c", f"{position.hex_name(hex)} is in an enemy zone of control.")
    return None


def roads_from(
    position: Position, side: int, starts: Mapping[int, int], *, barred: bool = True, lined: bool = True
) -> Roads:
    """By road from the starting hexes, each with the half points it has cost; the same for all units of a side.

    `barred`: zones are kept; `lined`: the start line stops Soviets (9.1)."""
    key = ("roads", side, tuple(sorted(starts.items())), barred, lined)
    step = int(2 * Fraction(position.charts["road"]["strategic"]))  # a minor river adds nothing (ruling 9.3)

    def closed(a: int, b: int) -> bool:
        start_line = lined and side == SOVIET and is_start_line(position, a, b)
        return start_line or is_prohibited(position, a, b) or (barred and bar(position, side, b) is not None)

    return position.once(key, lambda: kit.roads_from(position, starts, step, closed))


def gates(position: Position, march: March, *, barred: bool = True) -> Mapping[int, int]:
    """Where the road begins: the unit's hex, or the gates on a road by which it enters, for half a point."""
    if not march.gates:
        return {position.state.place[march.unit]: 0}
    hexes = {hex for hex in position.hexes_on("road") if march.gates >> hex & 1}
    side = position.roster.side[march.unit]
    return {hex: 1 for hex in hexes if not (barred and bar(position, side, hex))}


def road_costs(position: Position, march: March) -> Mapping[int, int]:
    """The hexes of strategic movement, with the half points each takes; the start itself is none of them."""
    return position.once(("road costs", march), lambda: _road_costs(position, march))


def _road_costs(position: Position, march: March) -> Mapping[int, int]:
    starts = gates(position, march)
    found = roads_from(position, position.roster.side[march.unit], starts).costs
    here = position.state.place[march.unit]
    return {hex: cost for hex, cost in found.items() if cost <= march.left and hex != here}


def start_bar(position: Position, march: March) -> Bar | None:
    """What a move requires where it starts; a move begun by road has met it."""
    unit = march.unit
    if march.mode != NOT_BEGUN or march.gates:
        return None
    here = position.state.place[unit]
    name, where = position.unit_name(unit), position.hex_name(here)
    if here not in position.hexes_on("road"):
        rail = " A railroad is not enough." if here in position.hexes_on("rail") else ""
        return Bar("9.3d" if rail else "9.3b", f"{name} is not on a road: there is none in {where}.{rail}")
    if here in zoc(position, 1 - position.roster.side[unit]):
        return Bar("9.3c", f"{name} starts in an enemy zone of control, in {where}.")
    return None


def blame(case: Case) -> Bar | None:
    """Why the named hex is not reached by road: the first obstacle on the shortest route."""
    march, hex = case.local, case.hex
    return case.position.once(("blame", march, hex), lambda: _blame(case.position, march, hex))


def _blame(position: Position, march: March, hex: int) -> Bar | None:
    if hex in road_costs(position, march):
        return None
    side, starts = position.roster.side[march.unit], gates(position, march, barred=False)
    ways = roads_from(position, side, starts, barred=False)
    if hex not in ways.costs:
        if hex in roads_from(position, side, starts, barred=False, lined=False).costs:
            where = position.hex_name(hex)
            return Bar("9.1c", f"The road to {where} crosses the start line, which is closed to Soviet units.")
        return Bar("9.3b", kit.no_road(position, hex))
    found = kit.first_bar(position, ways, hex, lambda step: bar(position, side, step))
    return found or Bar("9.2a", kit.too_far_by_road(position, march.unit, hex, ways.costs[hex], march.left))


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("9.1b", "march", verbs=("go", "road"), tier=Tier.STANDING)
def a_move_is_all_of_one_kind(case: Case) -> str | None:
    return kit.changes_kind(case)


@section.clause("17.2d", "march", verbs=("road",), tier=Tier.STANDING)
def out_of_command_no_strategic_movement(case: Case) -> str | None:
    if not case.state.out_of_command >> case.local.unit & 1:
        return None
    return f"{case.name(case.local.unit)} is out of every HQ's range: normal movement only."


@section.clause("9.3b", "march", verbs=("road",), tier=Tier.STANDING)
def starts_on_a_road(case: Case) -> str | None:
    return of_rule(start_bar(case.position, case.local), "9.3b")


@section.clause("9.3c", "march", verbs=("road",), tier=Tier.STANDING)
def does_not_start_in_enemy_zoc(case: Case) -> str | None:
    return of_rule(start_bar(case.position, case.local), "9.3c")


@section.clause("9.3d", "march", verbs=("road",), tier=Tier.STANDING)
def railroads_do_not_serve(case: Case) -> str | None:
    return of_rule(start_bar(case.position, case.local), "9.3d")


@section.clause("9.1c", "march", verbs=("road",))
def the_road_stays_behind_the_start_line(case: Case) -> str | None:
    return of_rule(blame(case), "9.1c")


@section.clause("9.2a", "march", verbs=("road",))
def enough_points_for_the_road(case: Case) -> str | None:
    return of_rule(blame(case), "9.2a")


@section.clause("9.3b", "march", verbs=("road",))
def follows_the_road(case: Case) -> str | None:
    return of_rule(blame(case), "9.3b")


@section.clause("9.3c", "march", verbs=("road",))
def keeps_out_of_enemy_zoc(case: Case) -> str | None:
    return of_rule(blame(case), "9.3c")


@section.clause("3.1b", "march", verbs=("road",))
def no_enemy_on_the_road(case: Case) -> str | None:
    found = blame(case)
    if found is None or found.rule != "3.1b" or case.position.at(case.hex, case.enemy):
        return None  # judged with stacking
    return found.text
