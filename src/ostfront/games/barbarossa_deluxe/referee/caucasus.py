"""4.11 to 4.13 The Caucasus expedition: the force, the Soviet answer, the way back."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import is_slowed, overland
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    city,
    controls,
    ground_at,
    is_german,
    is_mech,
    is_panzer,
    kind_of,
    marked,
    movement_factor,
    owner,
    support_at,
)
from ostfront.games.barbarossa_deluxe.referee.room import LIMIT, stacked_at
from ostfront.games.barbarossa_deluxe.state import ENDED, NONE, SUCCEEDED, UNDER_WAY
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")

SEND, DONE, WITHDRAW, REFUSE, AT, RECALL = ("send",), ("done",), ("withdraw",), ("refuse",), ("at",), ("recall",)
INFANTRY, PANZER = "infantry or mountain corps", "panzer corps"
FORCE = {INFANTRY: 1, PANZER: 2}  # 4.11


# ---- the reasoning ----------------------------------------------------------------------------------


def exit_hexes(position: Position) -> set[int]:
    """4.11: 3200 to 3204."""
    return marked(position, "special", "caucasus-exit")


def part(position: Position, unit: int) -> str:
    """What a German corps would be in the force; empty if it is not for it."""
    if not is_german(position, unit) or position.roster.ids[unit] == "Wenck":  # an army
        return ""
    if is_panzer(position, unit):
        return PANZER
    return INFANTRY if kind_of(position, unit) in ("infantry", "mountain") else ""


def sent(position: Position) -> list[int]:
    """The German corps in the Caucasus box."""
    return [
        unit for unit in range(position.roster.count) if position.in_box(unit, "caucasus") and part(position, unit)
    ]


def missing(position: Position) -> dict[str, int]:
    """How many corps of each kind the force still lacks."""
    there = [part(position, unit) for unit in sent(position)]
    return {kind: number - there.count(kind) for kind, number in FORCE.items()}


def points_left(position: Position, unit: int) -> int:
    """10.1, 7.16, 5.10: movement points a unit of the German side has left in this phase."""
    state = position.state
    factor = movement_factor(position, unit)
    began = state.used[unit] > 0 or among(state.moved, unit)
    if among(state.halved, unit) if began else is_slowed(position, unit):
        factor //= 2
    return (
        max(0, factor - state.slowed[unit] - state.used[unit])
        if is_mech(position, unit)
        else factor - state.used[unit]
    )


def ready(position: Position, unit: int) -> bool:
    """4.11: a corps in an exit hex with a point to leave the map."""
    return position.state.place[unit] in exit_hexes(position) and points_left(position, unit) > 0


def can_be_complete(position: Position) -> bool:
    """Whether the corps that are ready make the force whole."""
    able = [
        part(position, unit)
        for unit in range(position.roster.count)
        if part(position, unit) and ready(position, unit)
    ]
    return all(able.count(kind) >= number for kind, number in missing(position).items())


# ---- sending the force ------------------------------------------------------------------------------


@section.clause("4.11b", "expedition", verbs=SEND, tier=Tier.STANDING)
def a_german_corps(case: Case) -> str | None:
    if part(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} is neither a German {INFANTRY} nor a German {PANZER}."


@section.clause("4.11a", "expedition", verbs=SEND)
def the_oil_cities_are_secure(case: Case) -> str | None:
    if not case.state.expedition_ready:
        return "Maikop, Dnepropetrovsk and Rostov have not been secure at the start of a turn."
    lost = [
        name
        for name in ("Rostov", "Dnepropetrovsk")
        if not controls(case.position, GERMAN, city(case.position, name))
    ]
    return f"{lost[0]} is not under German control." if lost else None


@section.clause("4.11b", "expedition", verbs=SEND)
def from_an_exit_hex_with_a_point(case: Case) -> str | None:
    if case.state.place[case.unit] not in exit_hexes(case.position):
        return f"{case.name(case.unit)} is not in an exit hex (3200 to 3204)."
    return (
        None
        if ready(case.position, case.unit)
        else f"{case.name(case.unit)} has no movement point left to leave the map."
    )


@section.clause("4.11b", "expedition", verbs=SEND)
def one_infantry_and_two_panzer_corps(case: Case) -> str | None:
    kind = part(case.position, case.unit)
    if missing(case.position)[kind] < 1:
        return f"The force has its {kind}."
    return (
        None
        if can_be_complete(case.position)
        else "One infantry or mountain corps and two panzer corps are not at hand."
    )


@section.clause("4.13h", "expedition", verbs=SEND)
def one_expedition_a_game(case: Case) -> str | None:
    return None if case.state.expedition == NONE else "There has been an expedition."


@section.clause("4.13h", "expedition", verbs=DONE)
def all_in(case: Case) -> str | None:
    begun = case.state.expedition == NONE and sent(case.position) and any(missing(case.position).values())
    return "The force goes as a whole: the other corps must follow." if begun else None


# ---- the Soviet answer ------------------------------------------------------------------------------


@section.clause("4.12a", "response", verbs=WITHDRAW)
def rifle_armies_at_hand(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if owner(position, unit) != SOVIET or kind_of(position, unit) not in ("rifle", "oversized-rifle"):
        return f"{case.name(unit)} is not a rifle army."
    if position.in_box(unit, "rvgk") and not case.state.due[unit]:  # with a turn it has never been in play (8.25)
        return None
    if position.on_map(unit) and case.state.place[unit] in overland(position, SOVIET):
        return None
    return f"{case.name(unit)} is neither on the map in overland supply nor in the RVGK box."


@section.clause("4.12b", "response", verbs=REFUSE)
def refusal_loses_the_game(case: Case) -> str | None:
    """13.4d: in the scenarios of 14 and 15 nothing but their own conditions ends the game, so the armies must go."""
    if case.position.facts.scenario_name not in ("citadel", "gambit", "what-if"):
        return None
    return "In this scenario the armies must go: to refuse them does not end it."


# ---- the way back -----------------------------------------------------------------------------------


def open_exits(position: Position, side: int) -> list[int]:
    """4.13: the exit hexes without enemy units."""
    return [hex for hex in sorted(exit_hexes(position)) if not ground_at(position, hex, 1 - side)]


def returning(position: Position, side: int) -> list[int]:
    """The ground units of a side in the Caucasus box."""
    return [
        unit
        for unit in range(position.roster.count)
        if owner(position, unit) == side and position.in_box(unit, "caucasus") and kind_of(position, unit) != "tiger"
    ]


def with_tigers(position: Position, unit: int) -> bool:
    """Whether a Tiger battalion is with a corps in the box."""
    return any(
        position.state.parent[other] == unit and position.in_box(other, "caucasus")
        for other in range(position.roster.count)
        if kind_of(position, other) == "tiger"
    )


def all_fit(position: Position, units: list[int], room: dict[int, int], tigers: set[int]) -> bool:
    """Whether units find room in the exit hexes, Tigers apart; `tigers` are hexes that have a battalion."""
    if not units:
        return True
    first, *rest = units
    bears = with_tigers(position, first)
    for hex in room:
        if room[hex] < 1 or (bears and hex in tigers):
            continue
        if all_fit(position, rest, {**room, hex: room[hex] - 1}, tigers | ({hex} if bears else set())):
            return True
    return False


def fits_with_the_rest(position: Position, side: int, unit: int, hex: int) -> bool:
    """Whether a unit can come back in a hex so that the rest of the force follows."""
    gates = open_exits(position, side)
    room = {gate: LIMIT - len(stacked_at(position, gate, side)) for gate in gates}
    tigers = {gate for gate in gates if support_at(position, gate, side)}
    bears = with_tigers(position, unit)
    if hex not in room or room[hex] < 1 or (bears and hex in tigers):
        return False
    room[hex] -= 1
    rest = [other for other in returning(position, side) if other != unit]
    if side == SOVIET:
        return True  # they come unit by unit
    return all_fit(position, rest, room, tigers | ({hex} if bears else set()))


def whole_force_fits(position: Position) -> bool:
    force = returning(position, GERMAN)
    return bool(force) and any(fits_with_the_rest(position, GERMAN, force[0], hex) for hex in exit_hexes(position))


@section.clause("4.13f", "recall-at", verbs=AT, tier=Tier.WORDS)
def back_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("4.13f", "recall-at", verbs=AT)
def by_an_exit_hex_without_enemies(case: Case) -> str | None:
    if case.hex not in exit_hexes(case.position):
        return f"{case.where(case.hex)} is not an exit hex (3200 to 3204)."
    if ground_at(case.position, case.hex, 1 - case.side):
        return f"{case.where(case.hex)} holds enemy units."
    if fits_with_the_rest(case.position, case.side, case.local.unit, case.hex):
        return None
    return f"{case.where(case.hex)} has no room for {case.name(case.local.unit)} and the rest of the force."


@section.clause("4.13f", "move", verbs=RECALL)
def a_force_that_can_come_back(case: Case) -> str | None:
    if case.side != GERMAN:
        return None
    if case.state.expedition not in (UNDER_WAY, SUCCEEDED):
        return "No expedition is under way."
    return None if whole_force_fits(case.position) else "The exit hexes have no room for the whole force."


@section.clause("4.13j", "move", verbs=RECALL)
def after_the_breakthrough_it_stays(case: Case) -> str | None:
    stays = case.side == GERMAN and case.state.expedition == SUCCEEDED
    return "The expedition has broken through and stays." if stays else None


@section.clause("4.13g", "move", verbs=RECALL)
def soviet_armies_follow_one_by_one(case: Case) -> str | None:
    return "Soviet armies come back one by one: take an army in hand." if case.side == SOVIET else None


def may_follow(position: Position, army: int) -> bool:
    """4.13: whether a Soviet army in the Caucasus box may come back onto the map: the expedition is over."""
    if not position.in_box(army, "caucasus") or position.state.expedition != ENDED:
        return False
    return any(fits_with_the_rest(position, SOVIET, army, hex) for hex in exit_hexes(position))
