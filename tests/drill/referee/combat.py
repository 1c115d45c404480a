"""7.0 Combat: what may be attacked by whom."""

from __future__ import annotations

from collections.abc import Iterable

from drill.referee.case import Case
from ostfront.core.play.referee import Section, Tier
from ostfront.core.play.state import NOWHERE

section = Section[Case]("DRILL")


def strength(case: Case, target: int, units: Iterable[int]) -> int:
    """7.5, computed independently."""
    total = 0
    for unit in units:
        value = case.facts.units[unit].attack
        if case.state.steps[unit] < case.facts.units[unit].steps:
            value //= 2
        if not case.is_bridged(case.state.place[unit], target):
            value //= 2
        total += value
    return total


def may_attack(case: Case, unit: int, target: int) -> bool:
    at = case.state.place[unit]
    ours = case.facts.seat_of[unit] == case.seat and at != NOWHERE
    return ours and not case.state.fought[unit] and target in case.map.neighbours(at)


@section.clause("7.1", "attack", verbs=("attack",), tier=Tier.STANDING)
def enemy_hex(case: Case) -> str | None:
    if case.thing in case.hexes_of(1 - case.side):
        return None
    return f"There is no enemy in {case.place_name(case.thing)}."


@section.clause("7.2", "attack", verbs=("attack",))
def not_twice(case: Case) -> str | None:
    if case.local.attacked & 2**case.thing:
        return f"{case.place_name(case.thing)} has been attacked in this activation."
    return None


@section.clause("7.3", "attack", verbs=("attack",))
def enough_to_attack(case: Case) -> str | None:
    able = [unit for unit in case.facts.units_of[case.seat] if may_attack(case, unit, case.thing)]
    most = strength(case, case.thing, able)
    return None if most >= 3 else f"All who could attack {case.place_name(case.thing)} make {most}; 3 are needed."


@section.clause("7.4", "commit", verbs=("with",), tier=Tier.STANDING)
def able_to_attack(case: Case) -> str | None:
    if case.thing not in case.facts.units_of[case.seat] or not may_attack(case, case.thing, case.local.target):
        return f"{case.name(case.thing)} cannot attack {case.place_name(case.local.target)}."
    if case.local.attackers & 2**case.thing:
        return f"{case.name(case.thing)} is in the attack already."
    return None


@section.clause("7.3", "commit", verbs=("resolve",))
def enough_to_resolve(case: Case) -> str | None:
    committed = [unit for unit in range(len(case.facts.units)) if case.local.attackers & 2**unit]
    total = strength(case, case.local.target, committed)
    return None if total >= 3 else f"The attack has strength {total}; 3 are needed."
