"""9.0 to 9.4 Combat: what may be attacked by whom, the ratio, the drawn division, step losses."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Position, combat_units_at
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY
from ostfront.kit.referee import combat as kit
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import inactive

section = Section[Case]("AVD")

# ---- the reasoning ----------------------------------------------------------------------------------


def attack_strength(position: Position, attackers: Iterable[int], target: int) -> int:
    """9.3.1, rulings 1.3: exact fractions are added up hex by hex; each hex is rounded down."""
    state, supply = position.state, position.charts["supply"]
    by_hex: dict[int, Fraction] = {}
    for unit in attackers:
        place, status = state.place[unit], state.status[unit]
        strength = Fraction(position.roster.attack[unit][state.steps[unit]])
        if status & ISOLATED:
            strength /= supply["isolated_attack_divisor"]
        elif status & OUT_OF_SUPPLY:
            strength /= supply["out_of_supply_attack_divisor"]
        for kind in position.sides(place, target):
            strength /= position.charts["hexside"][f"{kind}_river"]["attack_divisor"]
        by_hex[place] = by_hex.get(place, Fraction(0)) + strength
    return sum(int(strength) for strength in by_hex.values())


def defense_strength(position: Position, target: int, side: int) -> int:
    """9.3.1: the defenders' sum, isolated ones by half, rounded down."""
    state = position.state
    total = Fraction(0)
    for unit in combat_units_at(position, target, side):
        strength = Fraction(position.roster.defense[unit][state.steps[unit]])
        if state.status[unit] & ISOLATED:
            strength /= position.charts["supply"]["isolated_defense_divisor"]
        total += strength
    return int(total)


def terrain_shift(position: Position, hex: int) -> int:
    """9.3.3: columns to the left, ground and town together."""
    terrain = position.charts["terrain"]
    shift: int = terrain[position.ground(hex)]["shift"]
    feature = position.feature(hex)
    if feature:
        shift += terrain[feature]["shift"]
    return shift


def impossible(position: Position, attackers: Iterable[int], target: int, defender: int) -> str | None:
    """9.3.2, 9.3.6: below 1-1 after terrain shifts, which a defense of 0 can never be (9.3.7)."""
    attack = attack_strength(position, attackers, target)
    defense = defense_strength(position, target, defender)
    shift = terrain_shift(position, target)
    if defense == 0 or kit.ratio_column(position.charts["crt"]["ratios"], attack, defense) - shift >= 0:
        return None
    return f"{kit.below_the_table(attack, defense, shift)}; such an attack is not possible."


def may_attack(case: Case, unit: int, target: int) -> bool:
    """An active combat unit next to the target that has not attacked in this segment."""
    return (
        case.roster.side[unit] == case.side
        and not case.roster.is_hq[unit]
        and bool(case.state.active >> unit & 1)
        and not case.state.spent >> unit & 1
        and case.state.place[unit] in case.position.plain.neighbours(target)
    )


# ---- which hex --------------------------------------------------------------------------------------


@section.clause("9.0", "attack", verbs=("attack",), tier=Tier.WORDS)
def a_hex_is_attacked(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("9.0", "attack", verbs=("attack",), tier=Tier.STANDING)
def someone_is_there(case: Case) -> str | None:
    return kit.nobody_there(case)


@section.clause("12.1", "attack", verbs=("attack",), tier=Tier.STANDING)
def lone_hqs_are_not_attacked(case: Case) -> str | None:
    there = case.position.at(case.hex, case.enemy)
    if not there or combat_units_at(case.position, case.hex, case.enemy):
        return None
    return f"{case.name(there[0])} is alone in {case.where(case.hex)}: an HQ is overrun, not attacked."


@section.clause("9.1.4", "attack", verbs=("attack",), tier=Tier.STANDING)
def each_hex_once(case: Case) -> str | None:
    if case.state.attacked >> case.hex & 1:
        return f"{case.where(case.hex)} has already been attacked in this combat segment."
    return None


@section.clause("9.0", "attack", verbs=("attack",))
def an_own_unit_is_next_to_it(case: Case) -> str | None:
    beside = case.position.plain.neighbours(case.hex)
    if any(combat_units_at(case.position, n, case.side) for n in beside):
        return None
    return f"No combat unit of yours is next to {case.where(case.hex)}."


@section.clause("9.1.1", "attack", verbs=("attack",))
def an_active_unit_is_next_to_it(case: Case) -> str | None:
    beside = [
        u for n in case.position.plain.neighbours(case.hex) for u in combat_units_at(case.position, n, case.side)
    ]
    if not beside or any(may_attack(case, unit, case.hex) for unit in beside):
        return None
    tail = "has attacked or is not activated" if len(beside) == 1 else "have attacked or are not activated"
    return f"No unit next to {case.where(case.hex)} may attack: {case.names(beside)} {tail}."


@section.clause("9.3.6a", "attack", verbs=("attack",))
def enough_units_are_next_to_it(case: Case) -> str | None:
    attackers = [unit for unit in range(case.roster.count) if may_attack(case, unit, case.hex)]
    if not attackers:
        return None  # 9.0, 9.1.1
    found = impossible(case.position, attackers, case.hex, case.enemy)
    return f"Even with all units that may attack {case.where(case.hex)}: {found}" if found else None


# ---- with whom --------------------------------------------------------------------------------------


@section.clause("2.3.1", "commit", verbs=("with",), tier=Tier.WORDS)
def hqs_do_not_fight(case: Case) -> str | None:
    return f"{case.name(case.unit)} is an HQ, not a combat unit." if case.roster.is_hq[case.unit] else None


@section.clause("9.1.1", "commit", verbs=("with",), tier=Tier.STANDING)
def active_units_attack(case: Case) -> str | None:
    return inactive(case)


@section.clause("9.1.3", "commit", verbs=("with",), tier=Tier.STANDING)
def a_unit_attacks_one_hex(case: Case) -> str | None:
    if case.local.attackers >> case.unit & 1 or not case.state.spent >> case.unit & 1:
        return None
    return f"{case.name(case.unit)} has already attacked in this combat segment."


@section.clause("9.2a", "commit", verbs=("with",), tier=Tier.STANDING)
def a_unit_is_named_once(case: Case) -> str | None:
    return f"{case.name(case.unit)} is already in this attack." if case.local.attackers >> case.unit & 1 else None


@section.clause("9.0", "commit", verbs=("with",))
def the_attacker_is_adjacent(case: Case) -> str | None:
    return kit.not_adjacent(case)


@section.clause("9.2a", "commit", verbs=("resolve",))
def somebody_attacks(case: Case) -> str | None:
    return None if case.local.attackers else f"No unit attacks {case.where(case.local.target)} yet."


@section.clause("9.3.6a", "commit", verbs=("resolve",))
def the_attack_is_strong_enough(case: Case) -> str | None:
    attackers = [unit for unit in range(case.roster.count) if case.local.attackers >> unit & 1]
    if not attackers:
        return None  # 9.2a
    return impossible(case.position, attackers, case.local.target, case.enemy)


# ---- Stukas -----------------------------------------------------------------------------------------


@section.clause("9.3.4b", "stuka", verbs=("stuka",))
def one_stuka_in_an_attack(case: Case) -> str | None:
    return "A Stuka is already taking part in this attack; one is the limit." if case.local.stuka else None


@section.clause("9.3.7", "stuka", verbs=("stuka",))
def a_stuka_that_changes_something(case: Case) -> str | None:
    # ruling 9.3.4: not where the defense is 0
    sides = {case.roster.side[unit] for unit in case.position.units_at.get(case.local.target, ())}
    if all(defense_strength(case.position, case.local.target, side) for side in sides):
        return None
    return "The defense is 0: the last column is used regardless of shifts."


@section.clause("13.3a", "stuka", verbs=("stuka",))
def a_stuka_is_left(case: Case) -> str | None:
    return None if case.state.stukas else "No Stuka is available."


# ---- the drawn division -----------------------------------------------------------------------------


@section.clause("9.4.3a", "elite", tier=Tier.WORDS)
def the_division_joins_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("9.4.3a", "elite", tier=Tier.STANDING)
def the_division_joins_an_attacker(case: Case) -> str | None:
    attackers: int = case.local.attackers
    if any(attackers >> unit & 1 for unit in combat_units_at(case.position, case.hex, case.side)):
        return None
    return f"{case.name(case.local.elite)} must join an attacking unit; there is none in {case.where(case.hex)}."


# ---- losses -----------------------------------------------------------------------------------------


@section.clause("12.2", "loss", tier=Tier.WORDS)
def hqs_have_no_steps(case: Case) -> str | None:
    return f"{case.name(case.unit)} is an HQ; HQs take no losses." if case.roster.is_hq[case.unit] else None


@section.clause("9.4.2a", "loss", tier=Tier.STANDING)
def losses_fall_on_those_involved(case: Case) -> str | None:
    return kit.not_concerned(case)


@section.clause("2.2.3a", "loss")
def a_step_is_left(case: Case) -> str | None:
    return kit.no_step_left(case)
