"""9.2 Replacements, with 12.5, 12.8 and 12.11: who receives a step, who is rebuilt and where."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.combat import sentence
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    among,
    cities,
    controls,
    count,
    in_ussr,
    is_combat,
    is_isolated,
    partisans_at,
    points_at,
    rail_links,
)
from ostfront.games.barbarossa_1941.referee.reinforcements import crowding, not_there, turn_due
from ostfront.games.barbarossa_1941.referee.supply import friendly_rail
from ostfront.games.barbarossa_1941.state import Replacing
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("B41")

REFIT, REBUILD, SHOCK, POINT, DISBAND, AT = ("refit",), ("rebuild",), ("shock",), ("point",), ("disband",), ("at",)
REBUILT = ("army", "ersatz", "is-ersatz", "finnish", "romanian")  # who comes back, or has a stand-in

# kinds of replacement points: their names in a sentence, and the clause that grants them
GERMAN_INFANTRY, GERMAN_MOTORISED = "German infantry", "German motorised"
SOVIET_INFANTRY, SOVIET_MOTORISED = "Soviet infantry", "Soviet motorised"
GRANTED = {
    GERMAN_INFANTRY: "9.2d",
    GERMAN_MOTORISED: "9.2d",
    SOVIET_INFANTRY: "9.2f",
    SOVIET_MOTORISED: "9.2g",
    "Finnish": "9.2e",
    "Romanian": "9.2e",
    "": "9.2e",
}

# ---- points -----------------------------------------------------------------------------------------


def purse(position: Position, unit: int) -> str:
    """The kind of point a unit takes; none for Italians, Hungarians and Slovaks."""
    roster = position.roster
    nation = roster.nation[unit]
    if nation == "German":
        return GERMAN_MOTORISED if roster.track[unit] == "mot" else GERMAN_INFANTRY
    if nation == "Soviet":
        return SOVIET_MOTORISED if roster.rebuild[unit] == "mobile" else SOVIET_INFANTRY
    return nation if nation in GRANTED else ""


def at_hand(position: Position, local: Replacing, kind: str) -> int:
    """Points of a kind: those of this turn, of the loss marker and of the pool."""
    state, chart = position.state, position.charts["replacements"]
    german, soviet = int(chart["axis_losses_per_step"]), int(chart["soviet_losses_per_step"])
    basic = state.lost_soviet // soviet
    if state.turn == 1:
        basic = min(basic, int(chart["soviet_turn1_limit"]) - local.taken)  # 12.8
    return {
        GERMAN_INFANTRY: state.lost_infantry // german + state.pool_infantry,
        GERMAN_MOTORISED: state.lost_motorised // german + state.pool_motorised,
        SOVIET_INFANTRY: local.city_infantry + basic,
        SOVIET_MOTORISED: local.city_motorised,
        "Finnish": state.pool_finnish,
        "Romanian": state.pool_romanian,
    }.get(kind, 0)


def no_point(case: Case, unit: int) -> Bar | None:
    """Why a unit's point cannot be paid."""
    kind = purse(case.position, unit)
    if not kind:
        return Bar("9.2e", f"There are no {case.roster.nation[unit]} replacements.")
    if at_hand(case.position, case.local, kind) > 0:
        return None
    if kind == SOVIET_INFANTRY and case.state.turn == 1 and case.local.taken:
        return Bar("12.8e", "The Soviets take two replacement steps at most on turn 1.")
    return Bar(GRANTED[kind], f"No {kind} replacement point is left.")


# ---- railways ---------------------------------------------------------------------------------------


def rail_beside(position: Position, unit: int) -> set[int]:
    """The friendly rail hexes on or next to which a unit stands."""
    place = position.state.place[unit]
    return friendly_rail(position, position.roster.side[unit]) & {place, *position.plain.neighbours(place)}


def from_the_frontier(position: Position) -> Mapping[int, int]:
    """9.2: rail points along the Axis network from the frontier; the first hex in the USSR is 1, at home it is 0."""
    return position.once("from the frontier", lambda: _from_the_frontier(position))


def _from_the_frontier(position: Position) -> Mapping[int, int]:
    rail = friendly_rail(position, AXIS)
    found = {hex: 0 for hex in rail if not in_ussr(position, hex)}
    queue = [(0, hex) for hex in found]
    while queue:
        cost, hex = heapq.heappop(queue)
        for n in rail_links(position, hex):
            if n not in rail:
                continue
            more = cost + (int(position.charts["rail"]["partisan_cost"]) if partisans_at(position, n) else 1)
            if more < found.get(n, more + 1):
                found[n] = more
                heapq.heappush(queue, (more, n))
    return found


# ---- a step for a weakened unit ---------------------------------------------------------------------


@section.clause("9.2a", "replace", verbs=REFIT, tier=Tier.STANDING)
def an_own_unit_with_losses(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.on_map(unit) or not is_combat(case.position, unit):
        return f"{case.name(unit)} is no combat unit on the map."
    return None if case.state.steps[unit] < case.roster.steps[unit] else f"{case.name(unit)} has no losses."


@section.clause("9.2p", "replace", verbs=REFIT, tier=Tier.STANDING)
def no_mechanised_corps(case: Case) -> str | None:
    if case.roster.rebuild[case.unit] != "never":
        return None
    return f"{case.name(case.unit)} is a mechanised corps, which is never replenished."


@section.clause("12.4b", "replace", verbs=REFIT, tier=Tier.STANDING)
def no_fortress(case: Case) -> str | None:
    if case.roster.type[case.unit] != "fort":
        return None
    return f"{case.name(case.unit)} is a fortification, which is not repaired."


@section.clause("9.2a", "replace", verbs=REFIT)
def one_step_a_turn(case: Case) -> str | None:
    if not among(case.local.refitted, case.unit):
        return None
    return f"{case.name(case.unit)} has received its step this turn."


@section.clause("9.2a", "replace", verbs=REFIT)
def in_supply(case: Case) -> str | None:
    return f"{case.name(case.unit)} is isolated." if is_isolated(case.position, case.unit) else None


@section.clause("9.2b", "replace", verbs=REFIT)
def at_a_railway(case: Case) -> str | None:
    if rail_beside(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} is neither on nor next to a friendly rail hex."


@section.clause("9.2c", "replace", verbs=REFIT)
def germans_near_the_frontier(case: Case) -> str | None:
    rail = rail_beside(case.position, case.unit)
    if case.roster.nation[case.unit] != "German" or not rail:
        return None
    limit, costs = int(case.position.charts["replacements"]["german_rail_distance"]), from_the_frontier(case.position)
    if any(costs.get(hex, limit + 1) <= limit for hex in rail):
        return None
    return f"{case.name(case.unit)} is more than {limit} rail points from the frontier."


@section.clause("3a", "replace", verbs=REFIT)
def room_for_the_step(case: Case) -> str | None:
    return _no_room_for_one(case, case.state.place[case.unit])


def _no_room_for_one(case: Case, hex: int) -> str | None:
    limit = int(case.position.charts["stacking"]["limit"])
    if points_at(case.position, hex, case.side) < limit:
        return None
    return f"{case.where(hex)} holds {count(limit, 'stacking point')}, which is the limit."


def _unpaid(case: Case, number: str) -> str | None:
    found = no_point(case, case.unit)
    return found.text if found and found.rule == number else None


@section.clause("9.2d", "replace", verbs=("refit", "rebuild"))
def a_german_point(case: Case) -> str | None:
    return _unpaid(case, "9.2d")


@section.clause("9.2e", "replace", verbs=("refit", "rebuild"))
def the_point_of_an_ally(case: Case) -> str | None:
    return _unpaid(case, "9.2e")


@section.clause("9.2f", "replace", verbs=("refit", "rebuild", "shock"))
def a_soviet_infantry_point(case: Case) -> str | None:
    return _unpaid(case, "9.2f")


@section.clause("9.2g", "replace", verbs=REFIT)
def a_soviet_motorised_point(case: Case) -> str | None:
    return _unpaid(case, "9.2g")


@section.clause("12.8e", "replace", verbs=("refit", "rebuild", "shock"))
def two_soviet_points_on_turn_one(case: Case) -> str | None:
    return _unpaid(case, "12.8e")


# ---- destroyed units --------------------------------------------------------------------------------


def free_ersatz(position: Position) -> list[int]:
    """9.2: ersatz corps that are neither on the map nor out of the game; a destroyed one serves again."""
    return [
        unit
        for unit in range(position.roster.count)
        if position.roster.rebuild[unit] == "is-ersatz"
        and any(position.in_box(unit, box) for box in ("off-map", "waiting", "eliminated"))
    ]


def newcomer(position: Position, unit: int) -> int:
    """Who comes for a destroyed unit: itself, or an ersatz corps for a German one; -1 if none is left."""
    if position.roster.rebuild[unit] != "ersatz":
        return unit
    free = free_ersatz(position)
    return free[0] if free else -1


def bars(position: Position, unit: int, hex: int) -> list[Bar]:
    """Why a destroyed unit, or its ersatz, does not come back in a hex; it has one step."""
    comer = newcomer(position, unit)
    if comer < 0:
        return [Bar("9.2o", "No ersatz corps is left.")]
    if position.roster.side[unit] == AXIS:
        return not_there(position, comer, hex, 1)
    if hex not in cities(position) or not controls(position, SOVIET, hex):
        where, name = position.hex_name(hex), position.unit_name(unit)
        return [Bar("9.2n", f"{name} is rebuilt in a town the Soviets control; {where} is none.")]
    return crowding(position, unit, hex, 1)


def has_a_place(position: Position, unit: int) -> bool:
    key = ("rebuilt somewhere", unit)
    return position.once(key, lambda: any(not bars(position, unit, hex) for hex in position.plain.cells))


@section.clause("9.2n", "replace", verbs=REBUILD, tier=Tier.STANDING)
def an_own_unit_that_was_destroyed(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.in_box(unit, "eliminated"):
        return f"{case.name(unit)} is not among the eliminated units."
    if case.roster.rebuild[unit] in REBUILT:
        return None
    return f"{case.name(unit)} does not come back once destroyed."


@section.clause("9.2n", "replace", verbs=REBUILD)
def a_soviet_army_with_a_town(case: Case) -> str | None:
    if case.side != SOVIET or has_a_place(case.position, case.unit):
        return None
    return f"No town that the Soviets control can take {case.name(case.unit)}."


@section.clause("9.2o", "replace", verbs=REBUILD)
def an_axis_unit_with_a_place(case: Case) -> str | None:
    if case.side != AXIS or has_a_place(case.position, case.unit):
        return None
    if newcomer(case.position, case.unit) < 0:
        return "All ersatz corps are on the map."
    return f"No arrival hex can take {case.name(case.unit)} or its ersatz this turn."


# ---- where ------------------------------------------------------------------------------------------


def _barred(case: Case, number: str) -> str | None:
    return sentence(bars(case.position, case.local.unit, case.hex), number)


@section.clause("9.2n", "rebuild at", verbs=AT, tier=Tier.WORDS)
def rebuilt_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("3a", "rebuild at", verbs=AT)
def six_points_in_a_hex(case: Case) -> str | None:
    return _barred(case, "3a")


@section.clause("5a", "rebuild at", verbs=AT)
def not_on_enemies(case: Case) -> str | None:
    return _barred(case, "5a")


@section.clause("9.1a", "rebuild at", verbs=AT)
def one_arrival_a_city(case: Case) -> str | None:
    return _barred(case, "9.1a")


@section.clause("9.1b", "rebuild at", verbs=AT)
def in_its_own_place(case: Case) -> str | None:
    return _barred(case, "9.1b")


@section.clause("9.1c", "rebuild at", verbs=AT)
def in_the_nearest_town_if_that_is_lost(case: Case) -> str | None:
    return _barred(case, "9.1c")


@section.clause("9.2n", "rebuild at", verbs=AT)
def armies_in_towns(case: Case) -> str | None:
    return _barred(case, "9.2n")


@section.clause("9.2o", "rebuild at", verbs=AT)
def an_ersatz_corps_is_left(case: Case) -> str | None:
    return _barred(case, "9.2o")


@section.clause("12.2a", "rebuild at", verbs=AT)
def romanians_and_hungarians_apart(case: Case) -> str | None:
    return _barred(case, "12.2a")


# ---- shock armies -----------------------------------------------------------------------------------


@section.clause("12.11i", "replace", verbs=SHOCK, tier=Tier.STANDING)
def a_full_soviet_army(case: Case) -> str | None:
    unit = case.unit
    if case.roster.type[unit] != "army" or not case.position.on_map(unit):
        return f"{case.name(unit)} is no Soviet army on the map."
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if case.state.steps[unit] == int(case.position.charts["shock_armies"]["army_steps"]):
        return None
    return f"{case.name(unit)} has losses; a shock army takes the place of a full one."


@section.clause("12.11h", "replace", verbs=SHOCK)
def one_a_turn_from_turn_seven(case: Case) -> str | None:
    first = int(case.position.charts["shock_armies"]["first_turn"])
    if case.state.turn < first:
        return f"Shock armies are made from turn {first} on."
    if case.state.shocked:
        return "A shock army has been made this turn."
    gone = (case.position.board.box("removed"), case.position.board.box("eliminated"))
    left = [
        unit
        for unit in range(case.roster.count)
        if case.roster.type[unit] == "shock_army"
        and not case.position.on_map(unit)
        and case.state.place[unit] not in gone
    ]
    return None if left else "All shock armies have been made."


@section.clause("12.11i", "replace", verbs=SHOCK)
def the_army_is_in_supply(case: Case) -> str | None:
    return f"{case.name(case.unit)} is isolated." if is_isolated(case.position, case.unit) else None


@section.clause("3a", "replace", verbs=SHOCK)
def room_for_the_third_step(case: Case) -> str | None:
    return _no_room_for_one(case, case.state.place[case.unit])


# ---- the Fallschirmjaeger, militia ------------------------------------------------------------------


@section.clause("12.5k", "replace", verbs=POINT)
def the_fallschirmjaeger_are_at_hand(case: Case) -> str | None:
    unit = case.roster.fallschirmjaeger
    if case.side != AXIS:
        return "Only the Germans have Fallschirmjaeger."
    due = turn_due(case.position, unit)
    waits = case.position.in_box(unit, "waiting") and 0 < due <= case.state.turn
    return None if waits or case.position.in_box(unit, "off-map") else f"{case.name(unit)} is not at hand."


@section.clause("12.11c", "replace", verbs=DISBAND, tier=Tier.STANDING)
def only_militia_is_disbanded(case: Case) -> str | None:
    unit = case.unit
    if case.roster.type[unit] != "militia":
        return f"{case.name(unit)} is no militia; only militia is destroyed at will."
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    return None if case.position.on_map(unit) else f"{case.name(unit)} is not on the map."
