"""Combat from hex to hex: targets, attackers, losses, and the advance after it."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.kit.referee.case import AnyCase


def ratio_column(ratios: Sequence[tuple[int, int]], attack: int, defense: int) -> int:
    """The highest column whose ratio is reached: -1 below the first, the last against nothing."""
    reached = [i for i, (a, d) in enumerate(ratios) if attack * d >= a * defense]
    return max(reached, default=-1)


def below_the_table(attack: int, defense: int, shift: int) -> str:
    """What is wrong with an attack that is too weak; the game says what happens to it."""
    moved = f", shifted {shift} left by terrain," if shift else ""
    return f"{attack} against {defense}{moved} is below 1-1"


def nobody_there(case: AnyCase) -> str | None:
    if case.position.at(case.hex, case.enemy):
        return None
    return f"There is no enemy unit in {case.where(case.hex)}."


def not_adjacent(case: AnyCase) -> str | None:
    """An attacker that is not next to the target."""
    target, place = case.local.target, case.state.place[case.unit]
    if not case.position.on_map(case.unit):
        return f"{case.name(case.unit)} is not on the map."
    if place in case.position.plain.neighbours(target):
        return None
    return f"{case.name(case.unit)} in {case.where(place)} is not next to {case.where(target)}."


def not_concerned(case: AnyCase) -> str | None:
    """A loss assigned to a unit that cannot take it."""
    if case.local.units >> case.unit & 1:
        return None
    return f"{case.name(case.unit)} cannot take this loss."


def no_step_left(case: AnyCase) -> str | None:
    if case.position.on_map(case.unit) and case.state.steps[case.unit]:
        return None
    return f"{case.name(case.unit)} has been eliminated."


# ---- advance after combat ---------------------------------------------------------------------------


def no_unit_to_advance(case: AnyCase) -> str | None:
    return None if case.position.is_unit(case.unit) else "Name the advancing unit first."


def not_one_or_two_hexes(case: AnyCase) -> str | None:
    if case.off_map:
        return f"{case.off_map} is not a hex of the map."
    return None if 1 <= len(case.path) <= 2 else "Name the attacked hex, and a second one if the unit continues."


def may_not_advance(case: AnyCase) -> str | None:
    """A unit that was not in the attack, or has already advanced."""
    unit = case.unit
    if not case.local.attackers >> unit & 1 or not case.position.on_map(unit):
        return f"{case.name(unit)} did not take part in the attack, or has been eliminated."
    return f"{case.name(unit)} has already advanced." if case.local.advanced >> unit & 1 else None


def not_into_the_target(case: AnyCase) -> str | None:
    target = case.local.target
    if case.path[0] == target:
        return None
    return f"The first hex of an advance is the attacked one, {case.where(target)}."


def second_hex_apart(case: AnyCase) -> str | None:
    if len(case.path) < 2 or case.path[1] in case.position.plain.neighbours(case.path[0]):
        return None
    return f"{case.where(case.path[1])} is not next to {case.where(case.path[0])}."
