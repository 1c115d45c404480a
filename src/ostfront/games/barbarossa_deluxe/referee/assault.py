"""11 Prepared assaults: which hex, with whom; who must (5.12); the air drop (4.17). Who may is in attackers.py."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.referee.attackers import (
    bars,
    beside,
    candidates,
    duties,
    may_be_attacked,
    needs_company,
)
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    ground_at,
    is_ground,
    names,
    owner,
    unit_of,
    units_in,
)
from ostfront.games.barbarossa_deluxe.state import Battle
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")

ATTACK, WITH, RESOLVE, DONE = ("attack",), ("with",), ("resolve",), ("done",)


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
