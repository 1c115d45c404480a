"""9.1, 9.2 Movement: who may move, and how far normal movement goes."""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.plain import Situation
from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import (
    MOUNTAIN_GROUND,
    PROHIBITED,
    START_LINE,
    WATER,
    Position,
    land,
    zoc,
)
from ostfront.games.victory_awaits.state import March
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import goes_nowhere, has_moved, inactive, major_river_later

section = Section[Case]("AVA")

# rules that can be ignored, to find the one that prevents a move
LIFTED = ("9.1c", "9.2b", "9.2c", "9.2e", "9.2f", "9.2g", "9.2i", "9.2j", "18.1j")
BEYOND = 6  # how far beyond its points a unit's route is still computed, to tell the player what it costs


# ---- the reasoning ----------------------------------------------------------------------------------


def ground_costs(position: Position, unit: int, lifted: str) -> dict[str, int | Crossing]:
    """The terrain column of the chart; lakes and sea are not in it."""
    column = "mech" if position.roster.mech[unit] else "foot"
    found: dict[str, int | Crossing] = {}
    for name, kind in position.charts["terrain"].items():
        if not kind.get("feature") and column in kind:
            found[name] = 1 if lifted == "9.2b" else kind[column]
    if position.roster.counters[unit].type == "mountain":
        found[MOUNTAIN_GROUND] = 1 if lifted == "9.2j" else Crossing(all_points=True, barred="either")
    elif lifted == "9.2i":
        found[MOUNTAIN_GROUND] = 1
    return found


def move_costs(position: Position, unit: int, lifted: str = "") -> MoveCosts:
    """What steps cost a unit, with one rule ignored; a railroad does not help over a minor river (ruling 2.1)."""
    if lifted == "9.2f":
        major = Crossing(barred="either")
    else:
        major = Crossing(all_points=True, barred="" if lifted == "9.2g" else "either")
    minor = 0 if lifted == "9.2c" else int(position.charts["hexside"]["minor_river"]["cost"])
    hexsides = {"minor": Crossing(extra=minor), "major": major}
    hexsides |= {kind: Crossing(closed=True) for kind in PROHIBITED}
    if position.roster.side[unit] == SOVIET and lifted != "9.1c":
        hexsides[START_LINE] = Crossing(closed=True)
    return MoveCosts(
        terrain=ground_costs(position, unit, lifted),
        hexsides=hexsides,
        lines={"road": Crossing(fixed=int(position.charts["road"]["cost"]))},
        bridges={"minor": ("road",), "major": ("road", "rail")},
    )


def closed_hexes(position: Position, unit: int, lifted: str = "") -> set[int]:
    """Hexes with enemies; lakes and sea, which no road makes passable; for a confined unit enemy ZOC (18.1)."""
    side = position.roster.side[unit]
    closed = position.held[1 - side] | (set(position.plain.cells) - land(position))
    if position.state.confined and lifted != "18.1j":
        closed |= zoc(position, 1 - side)
    return closed


def costs_from(position: Position, march: March, points: int, lifted: str = "") -> Mapping[int, int]:
    """The hexes normal movement reaches with these points, and the cost of the cheapest route."""
    return position.once((march, points, lifted), lambda: _costs_from(position, march, points, lifted))


def _costs_from(position: Position, march: March, points: int, lifted: str) -> Mapping[int, int]:
    unit, side = march.unit, position.roster.side[march.unit]
    chart = position.charts["zoc"]
    situation = Situation(
        zoc=zoc(position, 1 - side),
        closed=closed_hexes(position, unit, lifted),
        zoc_in=0 if lifted == "9.2e" else chart["enter"],
        zoc_out=0 if lifted == "9.2e" else chart["leave"],
    )
    costs = move_costs(position, unit, lifted)
    if march.gates:
        return entry_costs(position, march, costs, situation, points)
    start = position.state.place[unit]
    if position.state.confined and start in zoc(position, 1 - side) and lifted != "18.1j":
        return {}
    found = position.plain.move_range(costs, start, points, situation, fresh=march.mode == 0).costs()
    del found[start]
    return found


def entry_costs(
    position: Position, march: March, costs: MoveCosts, situation: Situation, points: int
) -> Mapping[int, int]:
    """15.3, 15.4: a gate at the cost of its hex and of an enemy ZOC, then on from there, the move having begun."""
    found: dict[int, int] = {}
    cells = position.plain.cells
    gates = position.once(("gates", march.gates), lambda: sorted(hex for hex in cells if march.gates >> hex & 1))
    for gate in gates:
        ground = costs.terrain.get(position.ground(gate))
        if gate in situation.closed or not isinstance(ground, int):
            continue
        cost = ground + (situation.zoc_in if gate in situation.zoc else 0)
        if cost <= points:
            onward = position.plain.move_range(costs, gate, points - cost, situation, fresh=False).costs()
            for hex, more in onward.items():
                found[hex] = min(cost + more, found.get(hex, points))
    return found


def blamed(case: Case) -> set[str]:
    """Why the named hex is not reached: the rules that would each have to be ignored; otherwise the points."""
    march, hex = case.local, case.hex
    return case.position.once(("blamed", march, hex), lambda: _blamed(case.position, march, hex))


def _blamed(position: Position, march: March, hex: int) -> set[str]:
    points = march.left // 2
    if hex in costs_from(position, march, points) or hex in position.held[1 - position.roster.side[march.unit]]:
        return set()
    if hex not in land(position):
        return set()  # judged as water
    found = {number for number in LIFTED if hex in costs_from(position, march, points, number)}
    return found or {"9.2a"}


# ---- who may be picked up ---------------------------------------------------------------------------


@section.clause("9.0", "move", verbs=("pick",), tier=Tier.STANDING)
def active_units_move(case: Case) -> str | None:
    return inactive(case)


@section.clause("9.1a", "move", verbs=("pick",), tier=Tier.STANDING)
def each_unit_moves_once(case: Case) -> str | None:
    return has_moved(case)


@section.clause("14.3a", "move", verbs=("pick",), tier=Tier.STANDING)
def fortresses_do_not_move(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a fortress: it never moves." if case.roster.is_fort[case.unit] else None


@section.clause("18.1j", "move", verbs=("pick",))
def the_reserve_does_not_leave_enemy_zoc(case: Case) -> str | None:
    if not case.state.confined or case.state.place[case.unit] not in zoc(case.position, case.enemy):
        return None
    return f"{case.name(case.unit)} is in an enemy zone of control, which Reserve units may not leave."


# ---- a leg of normal movement -----------------------------------------------------------------------


@section.clause("9.1a", "march", verbs=("go", "road"), tier=Tier.WORDS)
def no_move_off_the_map(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("9.1a", "march", verbs=("go", "road"), tier=Tier.STANDING)
def a_leg_leads_elsewhere(case: Case) -> str | None:
    return goes_nowhere(case)


@section.clause("9.2b", "march", verbs=("go", "road"), tier=Tier.STANDING)
def nobody_enters_water(case: Case) -> str | None:
    ground = case.position.ground(case.hex)
    return f"{case.where(case.hex)} is {ground}: no unit may enter it." if ground in WATER else None


@section.clause("9.2a", "march", verbs=("go",))
def enough_movement_points(case: Case) -> str | None:
    if "9.2a" not in blamed(case):
        return None
    march, points = case.local, case.local.left // 2
    return f"{case.name(march.unit)} has {points} MP left; reaching {case.where(case.hex)} costs {_needs(case)}."


def _needs(case: Case) -> str:
    points = case.local.left // 2
    cost = costs_from(case.position, case.local, points + BEYOND).get(case.hex)
    return f"{cost}" if cost else "more"


def _too_dear(case: Case, number: str, reason: str) -> str | None:
    """A part of the cost without which the hex would be in reach."""
    if number not in blamed(case):
        return None
    points = case.local.left // 2
    return f"{case.where(case.hex)} takes {_needs(case)} MP, as {reason}; {case.name(case.local.unit)} has {points}."


@section.clause("9.1c", "march", verbs=("go",))
def soviets_stay_behind_the_start_line(case: Case) -> str | None:
    if "9.1c" not in blamed(case):
        return None
    return f"The route to {case.where(case.hex)} crosses the start line, which is closed to Soviet units."


@section.clause("9.2b", "march", verbs=("go",))
def the_ground_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "9.2b", "woods and marsh cost more than one point")


@section.clause("9.2c", "march", verbs=("go",))
def the_minor_river_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "9.2c", "a minor river costs one more")


@section.clause("9.2e", "march", verbs=("go",))
def zones_of_control_cost_too_much(case: Case) -> str | None:
    return _too_dear(case, "9.2e", "an enemy zone of control costs 2 to enter and 2 to leave")


@section.clause("9.2f", "march", verbs=("go",))
def major_river_by_the_first_step(case: Case) -> str | None:
    return major_river_later(case) if "9.2f" in blamed(case) else None


@section.clause("9.2g", "march", verbs=("go",))
def no_major_river_in_enemy_zoc(case: Case) -> str | None:
    if "9.2g" not in blamed(case):
        return None
    return (
        f"The route to {case.where(case.hex)} crosses an unbridged major river from or into an enemy zone of "
        "control, which is not allowed."
    )


@section.clause("18.1j", "march", verbs=("go",))
def the_reserve_does_not_enter_enemy_zoc(case: Case) -> str | None:
    if "18.1j" not in blamed(case):
        return None
    return f"The route to {case.where(case.hex)} enters an enemy zone of control, which Reserve units may not enter."


@section.clause("9.2i", "march", verbs=("go",))
def mountains_by_road(case: Case) -> str | None:
    if "9.2i" not in blamed(case):
        return None
    return f"The route to {case.where(case.hex)} enters mountains without a road."


@section.clause("9.2j", "march", verbs=("go",))
def no_climbing_in_enemy_zoc(case: Case) -> str | None:
    if "9.2j" not in blamed(case):
        return None
    return (
        f"{case.where(case.hex)}: climbing a mountain takes the whole movement allowance, as the first step of the "
        "move, neither from nor into an enemy zone of control."
    )
