"""5.0 Stacking: what may share a hex, judged where a unit would end up."""

from __future__ import annotations

from ostfront.core.play.referee import Section
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Position, combat_units_at, hqs_at
from ostfront.kit.referee.stacking import full, not_shared

section = Section[Case]("AVD")

COMBAT_UNITS, HQS, TAN_UNITS = 2, 1, 1  # 5.1, 5.3


def too_many_combat_units(position: Position, unit: int, hex: int) -> str | None:
    """5.1: the two combat units that are there before this one."""
    if position.roster.is_hq[unit]:
        return None
    there = [u for u in combat_units_at(position, hex, position.roster.side[unit]) if u != unit]
    if len(there) < COMBAT_UNITS:
        return None
    return full(position, hex, there, "two combat units")


def second_hq(position: Position, unit: int, hex: int) -> str | None:
    if not position.roster.is_hq[unit]:
        return None
    there = [u for u in hqs_at(position, hex, position.roster.side[unit]) if u != unit]
    if len(there) < HQS:
        return None
    return f"{position.unit_name(there[0])} is in {position.hex_name(hex)}, and a hex holds one HQ."


def second_tan(position: Position, unit: int, hex: int) -> str | None:
    tan = position.roster.tan
    if not tan[unit]:
        return None
    there = [u for u in combat_units_at(position, hex, position.roster.side[unit]) if u != unit and tan[u]]
    if len(there) < TAN_UNITS:
        return None
    return (
        f"{position.unit_name(unit)} cannot stay with {position.unit_name(there[0])} in {position.hex_name(hex)}: "
        "both are tan."
    )


def enemy_there(position: Position, unit: int, hex: int, *, overruns: bool) -> str | None:
    """5.2: an enemy unit in the hex; a lone HQ can be overrun by a combat unit that moves."""
    enemy = 1 - position.roster.side[unit]
    if overruns and not position.roster.is_hq[unit]:
        there = combat_units_at(position, hex, enemy)
    else:
        there = position.at(hex, enemy)
    return not_shared(position, hex, there)


def has_room(position: Position, unit: int, hex: int) -> bool:
    """Whether a unit could stay in a hex as far as its own side is concerned."""
    judges = (too_many_combat_units, second_hq, second_tan)
    return not any(judge(position, unit, hex) for judge in judges)


def newcomer(case: Case) -> int:
    """The unit that would end up in the named hex."""
    kind, local = case.decision.kind, case.local
    if kind in ("march", "arrive", "place"):
        unit: int = local.unit
        return unit
    if kind == "elite":
        elite: int = local.elite
        return elite
    return case.unit


def from_the_box(case: Case) -> bool:
    """Whether a unit enters from the Timoshenko box, where it may pass a full hex: see `strategic.py`."""
    return case.decision.kind == "march" and bool(case.local.may_enter)


PLACING = ("march", "arrive", "elite", "advance", "place")
HQ_PLACING = ("march", "arrive", "advance", "place", "relocate")
WHERE = ("go", "road", "join", "advance", "place", "relocate")


@section.clause("5.1a", *PLACING, verbs=WHERE)
def at_most_two_combat_units(case: Case) -> str | None:
    return None if from_the_box(case) else too_many_combat_units(case.position, newcomer(case), case.hex)


@section.clause("5.1b", *HQ_PLACING, verbs=WHERE)
def at_most_one_hq(case: Case) -> str | None:
    return None if from_the_box(case) else second_hq(case.position, newcomer(case), case.hex)


@section.clause("5.1b", "follow")
def hq_follows_to_no_other_hq(case: Case) -> str | None:
    return second_hq(case.position, case.local.hq, case.state.place[case.unit])


@section.clause("5.2", "march", "advance", verbs=("go", "road", "advance"))
def no_entry_on_enemies(case: Case) -> str | None:
    unit = newcomer(case)
    for hex in case.path:
        found = enemy_there(case.position, unit, hex, overruns=True)
        if found:
            return found
    return None


@section.clause("5.2", "arrive", "place", "relocate", verbs=("road", "place", "relocate"))
def no_placement_on_enemies(case: Case) -> str | None:
    # ruling 5.2: an HQ is overrun by moving, retreating and advancing, not by placing a unit on it
    return enemy_there(case.position, newcomer(case), case.hex, overruns=False)


@section.clause("5.3", *PLACING, verbs=WHERE)
def tan_units_do_not_stack(case: Case) -> str | None:
    return None if from_the_box(case) else second_tan(case.position, newcomer(case), case.hex)


@section.clause("5.4", "march", verbs=("stop",))
def stops_where_there_is_room(case: Case) -> str | None:
    unit = case.local.unit
    here = case.state.place[unit]
    if from_the_box(case) or has_room(case.position, unit, here):
        return None
    return f"{case.name(unit)} cannot stop in {case.where(here)}, which is full; it must continue."
