"""8.36 to 8.41, 11.23, 7.7, 13.9 What is committed to a battle before the die is rolled."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.referee.attackers import is_army
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    box,
    city,
    in_ussr,
    is_city,
    kind_of,
    units_in,
    what_if,
    year,
    zone,
)
from ostfront.games.barbarossa_deluxe.referee.retreat import all_have_a_way
from ostfront.games.barbarossa_deluxe.referee.supply import airlift_unready
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, ODER, Battle
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")

LUFTWAFFE, AIRLIFT, YIELD = ("luftwaffe",), ("airlift",), ("yield",)
GUNS, WINGS, ARMIES = ("guns",), ("wings",), ("guns", "wings")
INTERCEPTORS, PARTISANS, AIRBORNE = ("interceptors",), ("partisans",), ("airborne",)
FROM_TURN_6, INTERCEPTORS_LEAVE = 6, 8
RANGE_OF_MOSCOW = 5
AIRBORNE_YEARS = (1942, 1943)
ODER_COUNTERS = 2  # 4.18


# ---- the Luftwaffe (11.23) --------------------------------------------------------------------------


def luftwaffe_left(position: Position) -> int:
    """11.23, 4.18: counters not used in this game turn."""
    state = position.state
    found = int(position.facts.scenario.luftwaffe(box(position)))
    if state.turn == 30 and state.operation == ODER:
        found += ODER_COUNTERS
    return found - state.luftwaffe


@section.clause("11.23a", "luftwaffe", verbs=LUFTWAFFE)
def a_counter_is_left(case: Case) -> str | None:
    return None if luftwaffe_left(case.position) > 0 else "All Luftwaffe counters of this turn are used."


@section.clause("11.23b", "luftwaffe", verbs=LUFTWAFFE)
def one_counter_to_a_battle(case: Case) -> str | None:
    return "A Luftwaffe counter takes part in this battle." if case.local.luftwaffe else None


# ---- artillery corps and air armies (8.36, 8.38) ----------------------------------------------------


def is_fight_move(position: Position) -> bool:
    """5.4; the single phase of turn 13 in The Road Back counts as that (12.2)."""
    return position.state.order == FIGHT_MOVE or position.facts.scenario.only_assault(position.state.turn)


def in_the_first_blow(position: Position) -> bool:
    """8.36, 8.38: the assault phase of fight/move, or the first one of fight/fight."""
    return is_fight_move(position) or (position.state.order == FIGHT_FIGHT and position.state.nth == 1)


def _left(case: Case, kind: str, used: int) -> int:
    return case.facts.track.arrived(kind, case.state.turn) - used


def _too_late(case: Case) -> str | None:
    if case.local.mobile or not in_the_first_blow(case.position):
        return "This support is for the first assault phase of a fight/move or fight/fight turn."
    return None


@section.clause("8.36b", "support", verbs=GUNS, tier=Tier.STANDING)
def artillery_supports_an_attacking_army(case: Case) -> str | None:
    return _no_attacking_army(case)


@section.clause("8.38b", "support", verbs=WINGS, tier=Tier.STANDING)
def air_armies_support_an_attacking_army(case: Case) -> str | None:
    return _no_attacking_army(case)


def _no_attacking_army(case: Case) -> str | None:
    if not among(case.local.attackers, case.unit):
        return f"{case.name(case.unit)} does not attack in this battle."
    return None if is_army(case.position, case.unit) else f"{case.name(case.unit)} is no army."


@section.clause("8.36a", "support", verbs=GUNS)
def artillery_in_the_first_blow(case: Case) -> str | None:
    return _too_late(case)


@section.clause("8.36a", "support", verbs=GUNS)
def an_artillery_corps_is_left(case: Case) -> str | None:
    if _left(case, "artillery-corps", case.state.guns) > 0:
        return None
    return "No artillery corps is left in this phase."


@section.clause("8.36b", "support", verbs=GUNS)
def artillery_for_a_supplied_army_but_no_shock_army(case: Case) -> str | None:
    name = case.name(case.unit)
    if kind_of(case.position, case.unit) == "shock":
        return f"{name} is a shock army, which artillery corps do not support."
    if not among(case.local.supplied, case.unit):
        return f"{name} is not in overland supply."
    return f"{name} has an artillery corps." if among(case.local.guns, case.unit) else None


@section.clause("8.38a", "support", verbs=WINGS)
def air_armies_in_the_first_blow(case: Case) -> str | None:
    return _too_late(case)


@section.clause("8.38a", "support", verbs=WINGS)
def an_air_army_is_left(case: Case) -> str | None:
    return None if _left(case, "air-army", case.state.wings) > 0 else "No air army is left in this phase."


@section.clause("8.38b", "support", verbs=WINGS)
def one_air_army_to_an_army(case: Case) -> str | None:
    return f"{case.name(case.unit)} has an air army." if among(case.local.wings, case.unit) else None


@section.clause("8.38c", "support", verbs=WINGS)
def no_air_army_meets_the_luftwaffe(case: Case) -> str | None:
    return "The Luftwaffe takes part in this battle: no air armies." if case.local.luftwaffe else None


# ---- interceptors, partisans, paratroops (8.37, 8.39, 8.40) -----------------------------------------


def _not_fight_move(case: Case) -> bool:
    return case.local.mobile or not is_fight_move(case.position)


@section.clause("8.37a", "support", verbs=INTERCEPTORS)
def the_interceptors_serve_on_turns_6_and_7(case: Case) -> str | None:
    if FROM_TURN_6 <= case.state.turn < INTERCEPTORS_LEAVE:
        return None
    return "The VI Interceptor Corps is there on turns 6 and 7 only."


@section.clause("8.37b", "support", verbs=INTERCEPTORS)
def once_a_phase_of_fight_move(case: Case) -> str | None:
    if _not_fight_move(case):
        return "The VI Interceptor Corps serves in fight/move turns only."
    used = case.state.interceptors or case.local.interceptors
    return "The VI Interceptor Corps has been used in this phase." if used else None


@section.clause("8.37c", "support", verbs=INTERCEPTORS)
def within_five_hexes_of_moscow(case: Case) -> str | None:
    position, battle = case.position, case.local
    moscow = city(position, "Moscow")
    hexes = [battle.target, *(case.state.place[unit] for unit in units_in(position, battle.attackers))]
    far = [hex for hex in hexes if position.plain.distance(hex, moscow) > RANGE_OF_MOSCOW]
    return f"{case.where(far[0])} is more than {RANGE_OF_MOSCOW} hexes from Moscow." if far else None


@section.clause("8.39a", "support", verbs=PARTISANS)
def partisans_once_a_phase(case: Case) -> str | None:
    if case.state.turn < FROM_TURN_6:
        return f"The partisans come on turn {FROM_TURN_6}."
    if case.local.mobile:
        return "The partisans support prepared assaults."
    used = case.state.partisans or case.local.partisans
    return "The partisans have been used in this phase." if used else None


def _where_not(case: Case) -> str | None:
    where = case.where(case.local.target)
    if is_city(case.position, case.local.target):
        return f"{where} is a city."
    return None if in_ussr(case.position, case.local.target) else f"{where} is not in the Soviet Union."


@section.clause("8.39b", "support", verbs=PARTISANS)
def partisans_in_the_open_of_the_ussr(case: Case) -> str | None:
    return _where_not(case)


@section.clause("8.39b", "support", verbs=PARTISANS)
def partisans_against_supplied_enemies(case: Case) -> str | None:
    cut_off = [unit for unit in units_in(case.position, case.local.defenders) if not among(case.local.supplied, unit)]
    return f"{case.name(cut_off[0])} has no overland supply to disrupt." if cut_off else None


@section.clause("8.40a", "support", verbs=AIRBORNE)
def the_airborne_assault_once_a_year(case: Case) -> str | None:
    used, now = case.state.airborne_years, year(case.position)
    if case.local.airborne:
        return "The Airborne Assault takes part in this battle."
    if now not in AIRBORNE_YEARS:
        return "The Airborne Assault is for 1942 and 1943."
    if now in used:
        return f"The Airborne Assault has been used in {now}."
    return "The Airborne Assault serves in fight/move turns only." if _not_fight_move(case) else None


@section.clause("8.40b", "support", verbs=AIRBORNE)
def paratroops_in_the_open_of_the_ussr(case: Case) -> str | None:
    return _where_not(case)


@section.clause("15.8e", "support", verbs=AIRBORNE)
def what_if_has_one_drop_without_the_luftwaffe(case: Case) -> str | None:
    if not what_if(case.position):
        return None
    if case.state.airborne_years:
        return "The Airborne Assault has been used."
    return "The Luftwaffe takes part in this battle: no Airborne Assault." if case.local.luftwaffe else None


# ---- aerial supply in a battle (7.7) ----------------------------------------------------------------


@section.clause("7.7a", "aerial", verbs=AIRLIFT, tier=Tier.WORDS)
def flown_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("7.7a", "aerial", verbs=AIRLIFT, tier=Tier.STANDING)
def the_marker_is_ready(case: Case) -> str | None:
    return airlift_unready(case.position)


@section.clause("7.7e", "aerial", verbs=AIRLIFT)
def flown_to_the_defenders(case: Case) -> str | None:
    if case.hex == case.local.target:
        return None
    return f"The battle is for {case.where(case.local.target)}; there the marker can still be placed."


# ---- the announced retreat (13.9) -------------------------------------------------------------------


@section.clause("13.9a", "yield", verbs=YIELD)
def on_the_first_turn_of_blue(case: Case) -> str | None:
    position, battle = case.position, case.local
    scenario = position.facts.scenario
    if (
        case.side != SOVIET
        or position.facts.scenario_name != "blue-kremlin"
        or case.state.turn != scenario.first_turn
    ):
        return "The Soviets retreat at will only on the first turn of Blue and Kremlin."
    if zone(position, battle.target) != "S":
        return f"{case.where(battle.target)} is not in the south."
    return f"{case.where(battle.target)} is a city." if is_city(position, battle.target) else None


@section.clause("13.9b", "yield", verbs=YIELD)
def with_a_hex_to_retreat_to(case: Case) -> str | None:
    battle: Battle = case.local
    if all_have_a_way(case.position, units_in(case.position, battle.defenders), battle.target, _origin(case)):
        return None
    return f"The force in {case.where(battle.target)} has no hex to retreat to."


def _origin(case: Case) -> set[int]:
    """11.27: the hexes from which the attack comes."""
    battle: Battle = case.local
    if battle.mobile:
        return {battle.launch}
    return {case.state.place[unit] for unit in units_in(case.position, battle.attackers)}
