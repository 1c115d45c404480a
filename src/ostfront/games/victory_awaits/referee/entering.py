"""15.3 and 15.4: the ways onto the map, for 19th Army and the Strategic Reserve."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.lines import source_hexes
from ostfront.games.victory_awaits.referee.movement import costs_from
from ostfront.games.victory_awaits.referee.position import Position
from ostfront.games.victory_awaits.referee.stacking import has_room
from ostfront.games.victory_awaits.referee.strategic import road_costs
from ostfront.games.victory_awaits.state import March

section = Section[Case]("AVA")

# ---- the reasoning ----------------------------------------------------------------------------------


def as_set(hexes: set[int]) -> int:
    return sum(1 << hex for hex in hexes)


def moscow_gates(position: Position) -> int:
    """15.4: the From Moscow sources."""
    board = position.board
    return as_set({board.index(str(name)) for name in position.charts["strategic_reserve"]["hexes"]})


def eastern_sources(position: Position) -> set[int]:
    """15.3: the Soviet sources on the eastern edge, which are those of its last two columns."""
    cells = position.plain.cells
    edge = max(column for column, _ in cells.values())
    return {hex for hex in source_hexes(position, SOVIET) if cells[hex][0] >= edge - 1}


def can_enter(position: Position, unit: int, gates: int) -> bool:
    """Whether a unit beside the map has a first leg to a hex in which it could stay."""
    points = 2 * position.roster.move[unit]
    march = March(unit, 0, points, 0, gates)
    reached = {*costs_from(position, march, points // 2), *road_costs(position, march)}
    return any(has_room(position, unit, hex) for hex in reached)


def waiting(position: Position) -> list[int]:
    """The units of 19th Army on the Turn Track."""
    box = f"turn-{position.charts['army_19']['turn']}"
    here = [unit for unit in range(position.roster.count) if position.in_box(unit, box)]
    mine = [unit for unit in here if position.roster.side[unit] == SOVIET]
    return [unit for unit in mine if not position.state.transferred >> unit & 1]  # 17.3b


# ---- 19th Army --------------------------------------------------------------------------------------


@section.clause("15.3a", "gate", tier=Tier.STANDING)
def a_source_on_the_eastern_edge(case: Case) -> str | None:
    if case.hex in eastern_sources(case.position):
        return None
    return f"{case.where(case.hex)} is not a Soviet supply source on the eastern edge."


@section.clause("3.1b", "gate")
def no_enemy_in_the_gate(case: Case) -> str | None:
    enemies = case.position.at(case.hex, case.enemy) if case.position.is_hex(case.hex) else []
    return f"{case.name(enemies[0])} is in {case.where(case.hex)}." if enemies else None


@section.clause("15.3b", "gate")
def somebody_can_enter(case: Case) -> str | None:
    if any(can_enter(case.position, unit, 1 << case.hex) for unit in waiting(case.position)):
        return None
    return f"No unit could enter at {case.where(case.hex)}: every hex around it is closed, full, or too expensive."


@section.clause("15.3b", "move", verbs=("pick",))
def picked_beside_the_map_it_can_enter(case: Case) -> str | None:
    gate = getattr(case.local, "gate", -1)
    if case.position.on_map(case.unit):
        return None
    if gate < 0:
        return f"{case.name(case.unit)} is not on the map."
    if can_enter(case.position, case.unit, 1 << gate):
        return None
    return f"{case.name(case.unit)} cannot enter: every route is closed, full, or too expensive."


@section.clause("15.3a", "move", verbs=("done",))
def all_enter_that_can(case: Case) -> str | None:
    gate = getattr(case.local, "gate", -1)
    if gate < 0:
        return None
    for unit in range(case.roster.count):
        waits = case.state.active >> unit & 1 and not case.state.moved >> unit & 1
        if waits and not case.position.on_map(unit) and can_enter(case.position, unit, 1 << gate):
            return f"{case.name(unit)} must still enter the map."
    return None


def _still_outside(case: Case, army_19: bool) -> str | None:
    if not case.local.gates or (case.below("reserves") is None) != army_19:
        return None
    return f"{case.name(case.local.unit)} must enter the map."


@section.clause("15.3b", "march", verbs=("stop",))
def army_19_must_enter(case: Case) -> str | None:
    return _still_outside(case, army_19=True)


@section.clause("15.4b", "march", verbs=("stop",))
def the_strategic_reserve_must_enter(case: Case) -> str | None:
    return _still_outside(case, army_19=False)
