"""6 Stacking: what the opponent removes from a stack that is too high (6.2)."""

from __future__ import annotations

from itertools import combinations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    is_attached,
    is_cavalry_group,
    is_city,
    supports,
)
from ostfront.games.barbarossa_deluxe.referee.room import LIMIT, stacks, stands_alone

section = Section[Case]("BD")

REMOVE = ("remove",)


def is_over(position: Position, units: list[int], hex: int) -> bool:
    """6.3, 6.4, 8.30 to 8.32: whether units of one side are too many, or not fit, to stand in a hex."""
    if sum(stacks(position, unit) for unit in units) > LIMIT:
        return True
    if (
        sum(stands_alone(position, unit) for unit in units) > 1
        or sum(is_attached(position, unit) for unit in units) > 1
    ):
        return True
    groups = sum(is_cavalry_group(position, unit) for unit in units)
    return groups > 1 or (groups > 0 and is_city(position, hex))


def lost_with(position: Position, unit: int) -> set[int]:
    """A unit and what is attached to it."""
    return {unit, *supports(position, unit)}


def fewest(position: Position, units: list[int], hex: int) -> int:
    """6.2: the smallest number of units whose removal mends a stack; what is attached to them counts too."""
    for number in range(len(units) + 1):
        for some in combinations(units, number):
            lost = {other for unit in some for other in lost_with(position, unit)}
            if len(lost) == number and not is_over(position, [unit for unit in units if unit not in lost], hex):
                return number
    return len(units)


@section.clause("6.2b", "excess", verbs=REMOVE, tier=Tier.STANDING)
def a_unit_of_the_stack(case: Case) -> str | None:
    if case.unit in case.position.at(case.local.place, case.local.side):
        return None
    return f"{case.name(case.unit)} is not in the stack in {case.where(case.local.place)}."


@section.clause("6.2b", "excess", verbs=REMOVE)
def the_fewest_that_mend_it(case: Case) -> str | None:
    position, place = case.position, case.local.place
    there, lost = position.at(place, case.local.side), lost_with(case.position, case.unit)
    rest = [unit for unit in there if unit not in lost]
    if len(lost) + fewest(position, rest, place) == fewest(position, there, place):
        return None
    return f"{case.name(case.unit)} is not among the fewest units whose removal mends the stack."
