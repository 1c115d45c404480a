"""11.1 to 11.7, 11.12, 11.17 to 11.19 Prepared assaults: which hex, with whom; who must (5.12); the drop (4.17)."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.mobile_assault import frontier_bar
from ostfront.games.barbarossa_deluxe.referee.movement import stands_fast
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    closed_hex,
    closed_side,
    german_lines,
    ground_at,
    hexes_in,
    is_cavalry_group,
    is_city,
    is_coastal_army,
    is_ground,
    is_mech,
    is_river,
    kind_of,
    may_attack_at_all,
    names,
    owner,
    soviet_lines,
    unit_of,
    units_in,
    zone,
)
from ostfront.games.barbarossa_deluxe.state import Battle
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

ATTACK, WITH, RESOLVE, DONE = ("attack",), ("with",), ("resolve",), ("done",)
SIVASH_FROM = 7  # 11.18
# every counter of army size (8.35, 8.36, 8.38); Group Popov, corps and cavalry groups are none
ARMIES = ("rifle", "oversized-rifle", "shock", "guards", "guards-tank", "tank", "militia")


# ---- who may attack what ----------------------------------------------------------------------------


def water_bar(position: Position, unit: int, a: int, b: int) -> Bar | None:
    """11.17 to 11.19: attacks across water that is no river."""
    kind, name, where = closed_side(position, a, b), position.unit_name(unit), position.hex_name(b)
    if kind == "kerch" and is_mech(position, unit):
        return Bar("11.17b", f"{name} is mechanized and does not attack over the Kerch Strait.")
    if kind == "sivash":
        if owner(position, unit) == GERMAN or is_mech(position, unit):
            return Bar("11.18b", f"{name} does not attack over the Sivash; only Soviet units on foot do.")
        if position.state.turn < SIVASH_FROM:
            return Bar("11.18a", f"Nobody attacks over the Sivash before turn {SIVASH_FROM}.")
    return Bar("11.19", f"The {kind} before {where} cannot be attacked across.") if kind in ("lake", "sea") else None


def unit_bars(position: Position, unit: int) -> list[Bar]:
    """Why a unit attacks nobody in this phase."""
    state, name, found = position.state, position.unit_name(unit), []
    if is_coastal_army(position, unit):
        found.append(Bar("10.34d", f"{name} never attacks."))
    elif not may_attack_at_all(position, unit):
        found.append(Bar("11.12c", f"{name} has no attack factor."))
    if among(state.spent, unit):
        found.append(Bar("11.4b", f"{name} has attacked in this phase."))
    if among(state.bound, unit):
        found.append(Bar("10.16b", f"{name} has gone by sea and does not attack in this player turn."))
    if stands_fast(position, unit):
        found.append(Bar("12.7a", f"{name} stands fast in Stalingrad this turn."))
    first_of_the_road_back = position.facts.scenario_name == "road-back" and state.turn == 13
    if first_of_the_road_back and owner(position, unit) == SOVIET and zone(position, state.place[unit]) != "S":
        found.append(Bar("12.8a", f"{name} is in the north; on turn 13 only units in the south attack."))
    return found


def bars(position: Position, unit: int, target: int) -> list[Bar]:
    """All that speaks against an attack of a unit on a neighbouring hex."""
    here = position.state.place[unit]
    found = unit_bars(position, unit)
    if is_cavalry_group(position, unit) and is_city(position, target):
        found.append(Bar("8.30f", f"{position.unit_name(unit)} attacks no city."))
    judged = (
        closed_hex(position, unit, target),
        water_bar(position, unit, here, target),
        frontier_bar(position, unit, here, target),
    )
    return found + [bar for bar in judged if bar]


def beside(position: Position, side: int, target: int) -> list[int]:
    """The ground units of a side next to a hex."""
    return [unit for n in position.plain.neighbours(target) for unit in ground_at(position, n, side)]


def candidates(position: Position, side: int, target: int) -> list[int]:
    """Those that may attack a hex now."""
    key = ("candidates", side, target)
    return position.once(
        key, lambda: [unit for unit in beside(position, side, target) if not bars(position, unit, target)]
    )


def is_army(position: Position, unit: int) -> bool:
    return kind_of(position, unit) in ARMIES


def needs_company(position: Position, units: list[int]) -> bool:
    """8.35: the Counter-Fire Corps among units without an army."""
    return any(kind_of(position, u) == "artillery" for u in units) and not any(is_army(position, u) for u in units)


def may_be_attacked(position: Position, side: int, hex: int) -> Bar | None:
    """11.4: why the units in a hex are not attacked any more in this phase."""
    if hex in hexes_in(position, position.state.attacked):
        return Bar("11.4c", f"{position.hex_name(hex)} has been attacked in this phase.")
    if all(among(position.state.fled, unit) for unit in ground_at(position, hex, 1 - side)):
        return Bar("11.4c", f"The units in {position.hex_name(hex)} retreated from an attack in this phase.")
    return None


def can_be_attacked(position: Position, side: int, hex: int) -> bool:
    """Whether an attack on a hex with enemies can be made."""
    if not ground_at(position, hex, 1 - side) or may_be_attacked(position, side, hex):
        return False
    able = candidates(position, side, hex)
    return bool(able) and not needs_company(position, able)


# ---- who must (5.12) --------------------------------------------------------------------------------


def is_excused(position: Position, unit: int) -> bool:
    """5.12: units in cities and fortified lines."""
    here = position.state.place[unit]
    return is_city(position, here) or here in soviet_lines(position) | german_lines(position)


def duties(position: Position, unit: int) -> list[int]:
    """5.12: the hexes one of which a bound unit has to attack."""
    here, side = position.state.place[unit], owner(position, unit)
    if not among(position.state.obliged, unit) or not position.on_map(unit) or is_excused(position, unit):
        return []
    return [
        n
        for n in position.plain.neighbours(here)
        if ground_at(position, n, 1 - side)
        and not is_river(position, here, n)
        and not closed_side(position, here, n)
        and not may_be_attacked(position, side, n)
        and not bars(position, unit, n)
    ]


# ---- which hex --------------------------------------------------------------------------------------


@section.clause("11.1a", "assault", verbs=ATTACK, tier=Tier.WORDS)
def a_hex_is_attacked(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("11.1a", "assault", verbs=ATTACK, tier=Tier.STANDING)
def somebody_is_there(case: Case) -> str | None:
    held = ground_at(case.position, case.hex, case.enemy)
    return None if held else f"There is no enemy unit in {case.where(case.hex)}."


@section.clause("11.4c", "assault", verbs=ATTACK)
def nobody_is_attacked_twice(case: Case) -> str | None:
    found = may_be_attacked(case.position, case.side, case.hex)
    return found.text if found else None


@section.clause("11.1a", "assault", verbs=ATTACK)
def an_own_unit_is_next_to_it(case: Case) -> str | None:
    if beside(case.position, case.side, case.hex):
        return None
    return f"No unit of yours is next to {case.where(case.hex)}."


def _nobody_able(case: Case, *numbers: str) -> str | None:
    """A bar of one of the units next to the hex, if none of them may attack it."""
    position, near = case.position, beside(case.position, case.side, case.hex)
    if candidates(position, case.side, case.hex):
        return None
    found = (bar for unit in near for bar in bars(position, unit, case.hex))
    return next((bar.text for bar in found if bar.rule in numbers), None)


@section.clause("3.6c", "assault", verbs=ATTACK)
def bulgaria_is_neutral(case: Case) -> str | None:
    return _nobody_able(case, "3.6c")


@section.clause("5.11a", "assault", verbs=ATTACK)
def not_out_of_romania_on_turn_1(case: Case) -> str | None:
    return _nobody_able(case, "5.11a")


@section.clause("5.11b", "assault", verbs=ATTACK)
def not_into_or_out_of_hungary_on_turn_1(case: Case) -> str | None:
    return _nobody_able(case, "5.11b")


@section.clause("5.11c", "assault", verbs=ATTACK)
def no_soviet_attack_into_two_countries_on_turn_1(case: Case) -> str | None:
    return _nobody_able(case, "5.11c")


@section.clause("8.3c", "assault", verbs=ATTACK)
def more_than_sixth_ss_outside_the_baltic_states(case: Case) -> str | None:
    return _nobody_able(case, "8.3c", "8.3e")


@section.clause("8.30b", "assault", verbs=ATTACK)
def more_than_a_cavalry_group_at_the_logistics_line(case: Case) -> str | None:
    return _nobody_able(case, "8.30b")


@section.clause("8.30f", "assault", verbs=ATTACK)
def more_than_a_cavalry_group_before_a_city(case: Case) -> str | None:
    return _nobody_able(case, "8.30f")


@section.clause("8.35d", "assault", verbs=ATTACK)
def an_army_beside_the_counter_fire_corps(case: Case) -> str | None:
    able = candidates(case.position, case.side, case.hex)
    if not needs_company(case.position, able):
        return None
    return "The Counter-Fire Corps attacks only together with an army."


@section.clause("10.16b", "assault", verbs=ATTACK)
def more_than_a_corps_from_the_sea(case: Case) -> str | None:
    return _nobody_able(case, "10.16b")


@section.clause("10.22a", "assault", verbs=ATTACK)
def more_than_satellites_before_the_north(case: Case) -> str | None:
    return _nobody_able(case, "10.22a")


@section.clause("11.4b", "assault", verbs=ATTACK)
def somebody_has_not_attacked(case: Case) -> str | None:
    return _nobody_able(case, "11.4b")


@section.clause("11.12c", "assault", verbs=ATTACK)
def somebody_has_an_attack_factor(case: Case) -> str | None:
    return _nobody_able(case, "11.12c", "10.34d")


@section.clause("11.17b", "assault", verbs=ATTACK)
def units_on_foot_at_kerch(case: Case) -> str | None:
    return _nobody_able(case, "11.17b")


@section.clause("11.18b", "assault", verbs=ATTACK)
def soviet_units_on_foot_at_the_sivash(case: Case) -> str | None:
    return _nobody_able(case, "11.18a", "11.18b")


@section.clause("11.19", "assault", verbs=ATTACK)
def no_lake_between(case: Case) -> str | None:
    return _nobody_able(case, "11.19")


@section.clause("12.7a", "assault", verbs=ATTACK)
def more_than_the_garrison_of_stalingrad(case: Case) -> str | None:
    return _nobody_able(case, "12.7a")


@section.clause("12.8a", "assault", verbs=ATTACK)
def somebody_in_the_south(case: Case) -> str | None:
    return _nobody_able(case, "12.8a")


@section.clause("5.12a", "assault", verbs=DONE)
def bound_units_attack(case: Case) -> str | None:
    position = case.position
    late = [unit for unit in units_in(position, case.state.obliged) if duties(position, unit)]
    if case.side != SOVIET or not late:
        return None
    target = case.where(duties(position, late[0])[0])
    return f"{case.name(late[0])} began the phase next to the enemy and must attack, {target} for one."


# ---- with whom --------------------------------------------------------------------------------------


def drops(position: Position, unit: int) -> bool:
    """4.17: 2nd Paratroop Corps, not yet entered, on the first turn of the Gambit."""
    state = position.state
    opening = position.facts.scenario_name == "gambit" and state.turn == position.facts.scenario.first_turn  # 14.9
    return (
        unit == unit_of(position, "2Para")
        and (opening or state.gambit == state.turn)
        and position.in_box(unit, "track")
        and 0 < state.due[unit] <= state.turn
    )


@section.clause("4.17d", "commit", verbs=WITH, tier=Tier.STANDING)
def paratroops_drop_on_the_first_turn_of_the_gambit(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if unit != unit_of(position, "2Para") or position.on_map(unit) or drops(position, unit):
        return None
    return f"{case.name(unit)} drops only on the first turn of Manstein's Gambit, if it has not entered yet."


@section.clause("4.17d", "commit", verbs=WITH)
def paratroops_join_an_attack_of_others(case: Case) -> str | None:
    if case.local.attackers or not drops(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} drops on a hex that other units attack; name them first."


@section.clause("11.1a", "commit", verbs=WITH, tier=Tier.STANDING)
def own_ground_units_attack(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if owner(position, unit) != case.side:
        return f"{case.name(unit)} is not yours."
    if not is_ground(position, unit):
        return f"{case.name(unit)} fights with the unit it supports."
    if position.on_map(unit) or unit == unit_of(position, "2Para"):
        return None
    return f"{case.name(unit)} is not on the map."


@section.clause("11.4a", "commit", verbs=WITH, tier=Tier.STANDING)
def joins_once(case: Case) -> str | None:
    battle: Battle = case.local
    if not among(battle.attackers, case.unit) and battle.drop != case.unit:
        return None
    return f"{case.name(case.unit)} is in this attack."


@section.clause("10.27", "commit", verbs=WITH)
def nobody_joins_a_mobile_assault(case: Case) -> str | None:
    if not case.local.mobile or drops(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} does not move with the units that make this mobile assault."


@section.clause("11.3", "commit", verbs=WITH)
def the_attacker_is_adjacent(case: Case) -> str | None:
    target = case.local.target
    if case.local.mobile or drops(case.position, case.unit):
        return None
    if case.state.place[case.unit] in case.position.plain.neighbours(target):
        return None
    return f"{case.name(case.unit)} is not next to {case.where(target)}."


def _unable(case: Case, *numbers: str) -> str | None:
    if case.local.mobile or not case.position.on_map(case.unit):
        return None
    target = case.local.target
    if case.state.place[case.unit] not in case.position.plain.neighbours(target):
        return None
    return next((bar.text for bar in bars(case.position, case.unit, target) if bar.rule in numbers), None)


@section.clause("3.6c", "commit", verbs=WITH)
def nobody_attacks_neutral_bulgaria(case: Case) -> str | None:
    return _unable(case, "3.6c")


@section.clause("5.11a", "commit", verbs=WITH)
def units_in_romania_do_not_attack_on_turn_1(case: Case) -> str | None:
    return _unable(case, "5.11a")


@section.clause("5.11b", "commit", verbs=WITH)
def hungary_is_closed_on_turn_1(case: Case) -> str | None:
    return _unable(case, "5.11b")


@section.clause("5.11c", "commit", verbs=WITH)
def soviets_do_not_attack_two_countries_on_turn_1(case: Case) -> str | None:
    return _unable(case, "5.11c")


@section.clause("8.3c", "commit", verbs=WITH)
def sixth_ss_attacks_in_the_baltic_states(case: Case) -> str | None:
    return _unable(case, "8.3c")


@section.clause("8.3e", "commit", verbs=WITH)
def the_straits_command_attacks_in_its_area(case: Case) -> str | None:
    return _unable(case, "8.3e")


@section.clause("8.30b", "commit", verbs=WITH)
def cavalry_groups_attack_in_their_area(case: Case) -> str | None:
    return _unable(case, "8.30b")


@section.clause("8.30f", "commit", verbs=WITH)
def cavalry_groups_attack_no_city(case: Case) -> str | None:
    return _unable(case, "8.30f")


@section.clause("10.16b", "commit", verbs=WITH)
def who_has_sailed_does_not_attack(case: Case) -> str | None:
    return _unable(case, "10.16b")


@section.clause("10.22a", "commit", verbs=WITH)
def satellites_do_not_attack_into_the_north(case: Case) -> str | None:
    return _unable(case, "10.22a")


@section.clause("10.34d", "commit", verbs=WITH)
def the_coastal_army_never_attacks(case: Case) -> str | None:
    return _unable(case, "10.34d")


@section.clause("11.4b", "commit", verbs=WITH)
def a_unit_attacks_once(case: Case) -> str | None:
    return _unable(case, "11.4b")


@section.clause("11.12c", "commit", verbs=WITH)
def an_attack_factor_of_zero_stays_out(case: Case) -> str | None:
    return _unable(case, "11.12c")


@section.clause("11.17b", "commit", verbs=WITH)
def mechanized_units_do_not_attack_over_kerch(case: Case) -> str | None:
    return _unable(case, "11.17b")


@section.clause("11.18a", "commit", verbs=WITH)
def over_the_sivash_from_turn_7(case: Case) -> str | None:
    return _unable(case, "11.18a")


@section.clause("11.18b", "commit", verbs=WITH)
def only_soviet_foot_over_the_sivash(case: Case) -> str | None:
    return _unable(case, "11.18b")


@section.clause("11.19", "commit", verbs=WITH)
def nobody_attacks_over_a_lake(case: Case) -> str | None:
    return _unable(case, "11.19")


@section.clause("12.7a", "commit", verbs=WITH)
def the_garrison_of_stalingrad_does_not_attack(case: Case) -> str | None:
    return _unable(case, "12.7a")


@section.clause("12.8a", "commit", verbs=WITH)
def only_the_south_attacks_on_turn_13(case: Case) -> str | None:
    return _unable(case, "12.8a")


# ---- the attack is complete -------------------------------------------------------------------------


@section.clause("11.1a", "commit", verbs=RESOLVE)
def somebody_attacks(case: Case) -> str | None:
    others = [unit for unit in units_in(case.position, case.local.attackers) if unit != case.local.drop]
    if others:
        return None
    return f"No unit attacks {case.where(case.local.target)} yet."


@section.clause("5.12d", "commit", verbs=RESOLVE)
def nobody_bound_is_left_without_an_attack(case: Case) -> str | None:
    battle: Battle = case.local
    if battle.mobile or case.side != SOVIET:
        return None
    left = [
        unit
        for unit in units_in(case.position, case.state.obliged)
        if not among(battle.attackers, unit) and duties(case.position, unit) == [battle.target]
    ]
    if not left:
        return None
    return f"{names(case.position, left)} must attack, and {case.where(battle.target)} is the last hex to do it."


@section.clause("8.35d", "commit", verbs=RESOLVE)
def the_counter_fire_corps_has_an_army_with_it(case: Case) -> str | None:
    if not needs_company(case.position, units_in(case.position, case.local.attackers)):
        return None
    return "The Counter-Fire Corps attacks only together with an army."
