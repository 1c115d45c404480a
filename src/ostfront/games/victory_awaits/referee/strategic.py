"""9.3 Strategic movement: along the road, out of enemy zones of control."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.movement import NORMAL
from ostfront.games.victory_awaits.referee.position import Position
from ostfront.games.victory_awaits.state import March

section = Section[Case]("AVA")


class Bar(NamedTuple):
    """Why a hex is not entered by strategic movement, or not reached."""

    rule: str
    text: str


class Roads(NamedTuple):
    """Where a unit comes by road: half points to each hex, and the hex before it."""

    costs: Mapping[int, int]
    before: Mapping[int, int]

    def path(self, hex: int) -> list[int]:
        found = [hex]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return found[::-1]


# ---- the reasoning ----------------------------------------------------------------------------------


def bar(position: Position, unit: int, hex: int) -> Bar | None:
    """What keeps strategic movement out of a hex."""
    side = position.roster.side[unit]
    enemies = position.at(hex, 1 - side)
    if enemies:
        return Bar("3.1b", f"{position.unit_name(enemies[0])} is in {position.hex_name(hex)}.")
    if hex in position.zoc[side]:
        return Bar("9.3c", f"{position.hex_name(hex)} is in an enemy zone of control.")
    return None


def roads_from(position: Position, unit: int, starts: Mapping[int, int], *, barred: bool = True) -> Roads:
    """By road from the starting hexes, each with the half points it has cost; `barred`: zones are kept."""
    key = ("roads", unit, tuple(sorted(starts.items())), barred)
    return position.once(key, lambda: _roads_from(position, unit, starts, barred))


def _roads_from(position: Position, unit: int, starts: Mapping[int, int], barred: bool) -> Roads:
    costs, before = dict(starts), dict[int, int]()
    step = int(2 * Fraction(position.charts["road"]["strategic"]))  # a minor river adds nothing (ruling 9.3)
    edge = list(starts)
    while edge:
        beyond = []
        for hex in edge:
            for n in position.plain.neighbours(hex):
                if not position.has_road(hex, n) or (barred and bar(position, unit, n)):
                    continue
                if position.roster.side[unit] == SOVIET and position.is_start_line(hex, n):
                    continue
                if n not in costs:
                    costs[n] = costs[hex] + step
                    before[n] = hex
                    beyond.append(n)
        edge = beyond
    return Roads(costs, before)


def gates(position: Position, march: March, *, barred: bool = True) -> Mapping[int, int]:
    """Where the road begins: the unit's hex, or the gates on a road by which it enters, for half a point."""
    if not march.gates:
        return {position.state.place[march.unit]: 0}
    hexes = {hex for hex in position.hexes_on("road") if march.gates >> hex & 1}
    return {hex: 1 for hex in hexes if not (barred and bar(position, march.unit, hex))}


def road_costs(position: Position, march: March) -> Mapping[int, int]:
    """The hexes of strategic movement, with the half points each takes; the start itself is none of them."""
    return position.once(("road costs", march), lambda: _road_costs(position, march))


def _road_costs(position: Position, march: March) -> Mapping[int, int]:
    starts = gates(position, march)
    found = roads_from(position, march.unit, starts).costs
    here = position.state.place[march.unit]
    return {hex: cost for hex, cost in found.items() if cost <= march.left and hex != here}


def start_bar(position: Position, march: March) -> Bar | None:
    """What a move must fulfil where it starts; a move begun by road has fulfilled it."""
    unit = march.unit
    if march.mode != 0 or march.gates:
        return None
    here = position.state.place[unit]
    name, where = position.unit_name(unit), position.hex_name(here)
    if here not in position.hexes_on("road"):
        rail = " The railroad does not serve." if here in position.hexes_on("rail") else ""
        return Bar("9.3d" if rail else "9.3b", f"{name} does not start on a road: there is none in {where}.{rail}")
    if here in position.zoc[position.roster.side[unit]]:
        return Bar("9.3c", f"{name} starts in an enemy zone of control, in {where}.")
    return None


def blame(case: Case) -> Bar | None:
    """Why the named hex is not reached by road: the first thing that is wrong on the shortest way."""
    march, hex = case.local, case.hex
    return case.position.once(("blame", march, hex), lambda: _blame(case.position, march, hex))


def _blame(position: Position, march: March, hex: int) -> Bar | None:
    if hex in road_costs(position, march):
        return None
    ways = roads_from(position, march.unit, gates(position, march, barred=False), barred=False)
    if hex not in ways.costs:
        return Bar("9.3b", f"No road leads to {position.hex_name(hex)}; strategic movement follows the road.")
    for step in ways.path(hex):
        barred = None if ways.costs[step] == 0 else bar(position, march.unit, step)
        if barred:
            way = "" if step == hex else f"The road to {position.hex_name(hex)} is closed: "
            return Bar(barred.rule, way + barred.text)
    needed, left = ways.costs[hex] / 2, march.left / 2
    name = position.unit_name(march.unit)
    return Bar("9.2a", f"{name} has {left:g} MP left; {position.hex_name(hex)} takes {needed:g} by road.")


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("9.1b", "march", verbs=("go", "road"), tier=Tier.STANDING)
def a_move_is_all_of_one_kind(case: Case) -> str | None:
    name, march = case.name(case.local.unit), case.local
    by_road = case.action.verb == "road"
    if march.mode in (0, 2 if by_road else NORMAL):
        return None
    if by_road:
        return f"{name} has begun with normal movement; strategic movement is the whole of a move."
    return f"{name} has begun by road and must keep to it for its whole move."


@section.clause("17.2d", "march", verbs=("road",), tier=Tier.STANDING)
def out_of_command_no_strategic_movement(case: Case) -> str | None:
    if not case.state.out_of_command >> case.local.unit & 1:
        return None
    return f"{case.name(case.local.unit)} is out of every HQ's range: normal movement only."


def _at_the_start(case: Case, number: str) -> str | None:
    found = start_bar(case.position, case.local)
    return found.text if found and found.rule == number else None


@section.clause("9.3b", "march", verbs=("road",), tier=Tier.STANDING)
def starts_on_a_road(case: Case) -> str | None:
    return _at_the_start(case, "9.3b")


@section.clause("9.3c", "march", verbs=("road",), tier=Tier.STANDING)
def does_not_start_in_enemy_zoc(case: Case) -> str | None:
    return _at_the_start(case, "9.3c")


@section.clause("9.3d", "march", verbs=("road",), tier=Tier.STANDING)
def railroads_do_not_serve(case: Case) -> str | None:
    return _at_the_start(case, "9.3d")


def _by_road(case: Case, number: str) -> str | None:
    found = blame(case)
    return found.text if found and found.rule == number else None


@section.clause("9.2a", "march", verbs=("road",))
def enough_points_for_the_road(case: Case) -> str | None:
    return _by_road(case, "9.2a")


@section.clause("9.3b", "march", verbs=("road",))
def follows_the_road(case: Case) -> str | None:
    return _by_road(case, "9.3b")


@section.clause("9.3c", "march", verbs=("road",))
def keeps_out_of_enemy_zoc(case: Case) -> str | None:
    return _by_road(case, "9.3c")


@section.clause("3.1b", "march", verbs=("road",))
def no_enemy_on_the_road(case: Case) -> str | None:
    found = blame(case)
    if found is None or found.rule != "3.1b" or case.position.at(case.hex, case.enemy):
        return None  # judged with stacking
    return found.text
