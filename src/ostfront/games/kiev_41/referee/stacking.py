"""1.4 and 2.9: who may share an area, judged where a block would end its move."""

from __future__ import annotations

from ostfront.core.errors import counted
from ostfront.core.play.referee import Section
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.position import Position

section = Section[Case]("K41")


def full(position: Position, unit: int, area: int) -> bool:
    """2.9: as many blocks of its side as the area holds are there without this one."""
    limit: int = position.charts["terrain"][position.ground.colour[area]]["stacking"]
    if limit == 0:
        return False  # a staging area
    return len([u for u in position.at(area, position.side(unit)) if u != unit]) >= limit


def hostile_ally(position: Position, unit: int, area: int) -> int | None:
    """1.4: a block there with which this one never shares an area."""
    apart = position.charts["nations"]["apart"]
    nation = position.roster.nation[unit]
    if nation not in apart:
        return None
    for other in position.at(area, position.side(unit)):
        if other != unit and position.roster.nation[other] in apart and position.roster.nation[other] != nation:
            return other
    return None


def has_room(position: Position, unit: int, area: int) -> bool:
    return not full(position, unit, area) and hostile_ally(position, unit, area) is None


def ally_there(case: Case, unit: int, area: int) -> str | None:
    other = hostile_ally(case.position, unit, area)
    if other is None:
        return None
    return (
        f"{case.name(unit)} cannot end its move with {case.name(other)} in {case.where(area)}: "
        "Hungarian and Rumanian blocks never share an area."
    )


def too_many(case: Case, unit: int, area: int) -> str | None:
    if not full(case.position, unit, area):
        return None
    colour = case.ground.colour[area]
    limit = case.position.charts["terrain"][colour]["stacking"]
    there = [u for u in case.position.at(area, case.side) if u != unit]
    who = f"{case.names(there)} {'is' if len(there) == 1 else 'are'} there"
    return f"{case.where(area)} is full: {who}, and a {colour} area holds {counted(limit, 'block')} of a side."


def newcomer(case: Case) -> int:
    """The block that would end up in the named area."""
    if case.decision.kind == "blitz":
        return case.unit
    unit: int = case.local.units[0] if case.decision.kind == "place" else case.local.unit
    return unit


ENDING = ("march", "place", "blitz")
WHERE = ("rail", "sail", "land", "drop", "place", "blitz")  # legs and their ends are in movement.py


@section.clause("1.4a", *ENDING, verbs=WHERE)
def hungarians_and_rumanians_apart(case: Case) -> str | None:
    return ally_there(case, newcomer(case), case.area)


@section.clause("2.9a", *ENDING, verbs=WHERE)
def stacking_limit(case: Case) -> str | None:
    return too_many(case, newcomer(case), case.area)
