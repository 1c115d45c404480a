"""8.0 Movement: who may move, and how far normal movement goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.plain import Situation
from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Position, fought_for, pocket, zoc
from ostfront.games.victory_denied.referee.stacking import has_room
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, March
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import NORMAL, STRATEGIC, goes_nowhere, has_moved, inactive, major_river_later

section = Section[Case]("AVD")

LIFTED = ("8.1.2b", "8.1.3a", "8.1.3b", "8.2.1a", "8.2.1b", "8.2.2")  # rules that can be ignored
BEYOND = 4  # how far beyond its points a unit's route is still computed, to tell the player what it costs


# ---- the reasoning ----------------------------------------------------------------------------------


def allowance(position: Position, unit: int) -> int:
    """10.3: halved for a combat unit out of supply or isolated, rounded down, once for both."""
    points, status = position.roster.move[unit], position.state.status[unit]
    if position.roster.is_hq[unit]:
        return points
    supply = position.charts["supply"]
    if status & ISOLATED:
        return points // int(supply["isolated_move_divisor"])
    if status & OUT_OF_SUPPLY:
        return points // int(supply["out_of_supply_move_divisor"])
    return points


def picked_up(position: Position, unit: int) -> March:
    """A unit just picked up."""
    return March(unit, 2 * allowance(position, unit), 0, may_enter=position.in_box(unit, "timoshenko"))


def move_costs(charts: Mapping[str, Any], mobility: str, lifted: str = "") -> MoveCosts:
    """The movement columns of the terrain chart, with one rule ignored."""
    ground = {name: kind[mobility] for name, kind in charts["terrain"].items() if not kind.get("feature")}
    if lifted == "8.1.2b":
        ground = dict.fromkeys(ground, 1)
    extra = 0 if lifted == "8.1.3a" else charts["hexside"]["minor_river"][mobility]
    first_step = lifted != "8.1.3b"
    if lifted == "8.2.2":
        unbridged, bridged = Crossing(start_only=True), Crossing()
    else:
        unbridged, bridged = Crossing(start_only=first_step, barred="both"), Crossing(barred="both")
    return MoveCosts(
        terrain=ground,
        hexsides={"minor": Crossing(extra=extra), "major": unbridged},
        bridges={"minor": ("road",), "major": ("road",)},
        bridged={"major": bridged},
    )


def closed_hexes(position: Position, unit: int) -> set[int]:
    """5.2, 12.1: enemy combat units close a hex, for an HQ any enemy unit does; 14: the Pocket for Germans."""
    side = position.roster.side[unit]
    enemies = position.held if position.roster.is_hq[unit] else fought_for(position)
    return enemies[1 - side] | (pocket(position) if side == GERMAN else set())


def entry_hexes(position: Position) -> set[int]:
    return {site.hex for site in position.board.sites if site.kind == "timoshenko-entry"}


def costs_from(position: Position, march: March, points: int, lifted: str = "") -> Mapping[int, int]:
    """The hexes normal movement reaches with these points, and the cost of the cheapest route."""
    return position.once((march, points, lifted), lambda: _costs_from(position, march, points, lifted))


def _costs_from(position: Position, march: March, points: int, lifted: str, start: int = -1) -> Mapping[int, int]:
    unit = march.unit
    if start < 0:
        start = position.state.place[unit]
    roster = position.roster
    mobility = "motorized" if roster.motorized[unit] and not roster.is_hq[unit] else "foot"  # 2.3.2
    costs = move_costs(position.charts, mobility, lifted)
    chart = position.charts["zoc"]
    situation = Situation(
        zoc=zoc(position, 1 - position.roster.side[unit]),
        closed=closed_hexes(position, unit),
        zoc_in=0 if lifted == "8.2.1a" else chart["enter"],
        zoc_out=0 if lifted == "8.2.1b" else chart["leave"],
    )
    if march.may_enter:
        return _entry_costs(position, costs, situation, points)
    found = position.plain.move_range(costs, start, points, situation, fresh=march.mode == 0).costs()
    del found[start]
    return found


def _entry_costs(position: Position, costs: MoveCosts, situation: Situation, points: int) -> Mapping[int, int]:
    """11.2.2: the first hex, beside the box, at the cost of the hex and of its ZOC."""
    found = {}
    for hex in entry_hexes(position) - set(situation.closed):
        ground = costs.terrain[position.board.terrain_at[hex]]
        assert isinstance(ground, int)
        cost = ground + (situation.zoc_in if hex in situation.zoc else 0)
        if cost <= points:
            found[hex] = cost
    return found


def can_go(position: Position, march: March) -> bool:
    """Whether normal movement leads to any hex in which the unit could stay."""
    if march.mode == STRATEGIC:
        return False
    found = costs_from(position, march, march.left // 2)
    return any(has_room(position, march.unit, hex) or passes(position, march, hex) for hex in found)


def passes(position: Position, march: March, hex: int) -> bool:
    """5.4: whether a unit that enters from the Timoshenko box could continue from its first hex to one with room."""
    cost = costs_from(position, march, march.left // 2).get(hex)
    if not march.may_enter or cost is None:
        return False
    rest = March(march.unit, march.left - 2 * cost, NORMAL)
    found = _costs_from(position, rest, rest.left // 2, "", hex)
    return any(has_room(position, march.unit, other) for other in found)


def blamed(case: Case) -> set[str]:
    """Why the named hex is not reached: the rules that would each have to be ignored; otherwise the points."""
    march, hex = case.local, case.hex
    return case.position.once(("blamed", march, hex), lambda: _blamed(case.position, march, hex))


def _blamed(position: Position, march: March, hex: int) -> set[str]:
    points = march.left // 2
    if hex in costs_from(position, march, points) or hex in closed_hexes(position, march.unit):
        return set()
    if march.may_enter and hex not in entry_hexes(position):
        return set()  # 11.2.2a
    found = {number for number in LIFTED if hex in costs_from(position, march, points, number)}
    return found or {"8.1.2a"}


# ---- who may be picked up ---------------------------------------------------------------------------


@section.clause("8.0", "move", verbs=("pick",), tier=Tier.STANDING)
def active_units_move(case: Case) -> str | None:
    found, unit = inactive(case), case.unit
    if not found and not case.position.on_map(unit) and not case.position.in_box(unit, "timoshenko"):
        return f"{case.name(unit)} is not on the map."
    return found


@section.clause("8.1.1", "move", verbs=("pick",), tier=Tier.STANDING)
def each_unit_moves_once(case: Case) -> str | None:
    return has_moved(case)


@section.clause("8.1.6", "move", verbs=("pick",), tier=Tier.STANDING)
def pvo_do_not_move(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a PVO unit: it never moves." if case.roster.is_pvo[case.unit] else None


# ---- a leg of normal movement -----------------------------------------------------------------------


@section.clause("8.1.5", "march", "arrive", verbs=("go", "road"), tier=Tier.WORDS)
def no_move_off_the_map(case: Case) -> str | None:
    return None if case.hex == case.position.board.box("timoshenko") else not_a_hex(case)  # 11.2.2c


@section.clause("8.1.1", "march", verbs=("go", "road"), tier=Tier.STANDING)
def a_leg_leads_elsewhere(case: Case) -> str | None:
    return goes_nowhere(case)


@section.clause("8.1.2a", "march", verbs=("go",))
def enough_movement_points(case: Case) -> str | None:
    if "8.1.2a" not in blamed(case):
        return None
    march, points = case.local, case.local.left // 2
    cost = costs_from(case.position, march, points + BEYOND).get(case.hex)
    needs = f"{cost}" if cost else f"more than {points + BEYOND}"
    return f"{case.name(march.unit)} has {points} MP left; reaching {case.where(case.hex)} costs {needs}."


def _too_dear(case: Case, number: str, reason: str) -> str | None:
    """A part of the cost without which the hex would be in reach."""
    if number not in blamed(case):
        return None
    march, points = case.local, case.local.left // 2
    cost = costs_from(case.position, march, points + BEYOND).get(case.hex)
    needs = f"{cost}" if cost else f"more than {points + BEYOND}"
    return f"{case.where(case.hex)} takes {needs} MP, as {reason}; {case.name(march.unit)} has {points} left."


@section.clause("8.1.2b", "march", verbs=("go",))
def the_ground_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "8.1.2b", "woods and swamp cost a motorized unit 2")


@section.clause("8.1.3a", "march", verbs=("go",))
def the_minor_river_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "8.1.3a", "an unbridged minor river costs extra")


@section.clause("8.1.3b", "march", verbs=("go",))
def major_river_by_the_first_step(case: Case) -> str | None:
    return major_river_later(case) if "8.1.3b" in blamed(case) else None


@section.clause("8.2.1a", "march", verbs=("go",))
def entering_a_zoc_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "8.2.1a", "entering an enemy zone of control costs 2 more")


@section.clause("8.2.1b", "march", verbs=("go",))
def leaving_a_zoc_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "8.2.1b", "leaving an enemy zone of control costs 2 more")


@section.clause("8.2.2", "march", verbs=("go",))
def no_major_river_between_zocs(case: Case) -> str | None:
    if "8.2.2" not in blamed(case):
        return None
    return (
        f"The route to {case.where(case.hex)} crosses a major river between two hexes in enemy zones of control, "
        "which no bridge allows."
    )


# ---- 11.2.2: out of the Timoshenko box --------------------------------------------------------------


@section.clause("11.2.2c", "march", verbs=("go", "road"), tier=Tier.WORDS)
def the_box_is_not_entered(case: Case) -> str | None:
    if case.hex == case.position.board.box("timoshenko"):
        return "No unit may move into the Timoshenko box."
    return None


@section.clause("11.2.2a", "march", verbs=("go", "road"))
def first_hex_beside_the_box(case: Case) -> str | None:
    if not case.local.may_enter or case.hex in entry_hexes(case.position):
        return None
    return f"{case.where(case.hex)} is not next to the Timoshenko box; the first leg must go to a hex that is."


@section.clause("11.2.2a", "march", verbs=("stop",))
def must_enter(case: Case) -> str | None:
    return f"{case.name(case.local.unit)} must enter the map." if case.local.may_enter else None
