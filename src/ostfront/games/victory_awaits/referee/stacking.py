"""3.1 Stacking: what may share a hex, judged where a unit would end up."""

from __future__ import annotations

from ostfront.core.play.referee import Section
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Position
from ostfront.kit.referee.stacking import full, not_shared

section = Section[Case]("AVA")


def others_there(position: Position, unit: int, hex: int) -> list[int]:
    """The friendly units in a hex that count for stacking: not fortresses (14.2), not the unit itself."""
    friends = position.at(hex, position.roster.side[unit])
    return [u for u in friends if u != unit and not position.roster.is_fort[u]]


def too_many(position: Position, unit: int, hex: int) -> str | None:
    """3.1: the two units that are there before this one."""
    there = others_there(position, unit, hex)
    if len(there) < position.charts["stacking"]["units"]:
        return None
    return full(position, hex, there, "two units, HQs included")


def enemy_there(position: Position, unit: int, hex: int) -> str | None:
    return not_shared(position, hex, position.at(hex, 1 - position.roster.side[unit]))


def has_room(position: Position, unit: int, hex: int) -> bool:
    """Whether a unit could stay in a hex as far as its own side is concerned."""
    return too_many(position, unit, hex) is None


def newcomer(case: Case) -> int:
    """The unit that would end up in the named hex: named itself, or in hand."""
    if case.action.verb == "advance":
        return case.unit
    unit: int = case.local.unit
    return unit


WHERE = ("go", "road", "advance", "place")


@section.clause("3.1a", verbs=("go", "road", "place"))
def at_most_two_units(case: Case) -> str | None:
    return too_many(case.position, newcomer(case), case.hex)


@section.clause("10.7h", verbs=("advance",))
def no_advance_into_a_full_hex(case: Case) -> str | None:
    return too_many(case.position, newcomer(case), case.hex)


@section.clause("3.1b", verbs=WHERE)
def no_entry_on_enemies(case: Case) -> str | None:
    unit = newcomer(case)
    for hex in case.path:
        found = enemy_there(case.position, unit, hex)
        if found:
            return found
    return None
