"""8.31, 8.32 Tiger battalions and cavalry-mechanized groups: the unit that each supports."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import overland
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    bars_of,
    is_german,
    is_satellite,
    kind_of,
    may_attack_at_all,
    owner,
    support_at,
)
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

ATTACH = ("attach",)
ARMIES = ("rifle", "oversized-rifle", "shock", "guards", "guards-tank", "tank", "militia")  # of army size (8.35)


# ---- the reasoning ----------------------------------------------------------------------------------


def is_corps(position: Position, unit: int) -> bool:
    """8.31: a German unit with an attack factor, but for 12th Army."""
    return is_german(position, unit) and may_attack_at_all(position, unit) and position.roster.ids[unit] != "Wenck"


def is_army(position: Position, unit: int) -> bool:
    """8.32: an army of the Red Army."""
    return kind_of(position, unit) in ARMIES


def bars(position: Position, support: int, unit: int) -> list[Bar]:
    """Why a support unit may not be given to a unit on the map."""
    side, name = owner(position, support), position.unit_name(unit)
    number, what = ("8.31a", "a German corps") if side == GERMAN else ("8.32a", "an army")
    hex = position.state.place[unit]
    found = []
    if is_satellite(position, unit):
        found.append(Bar(number, f"{name} is a satellite army; {position.unit_name(support)} supports {what}."))
    elif not (is_corps(position, unit) if side == GERMAN else is_army(position, unit)):
        found.append(Bar(number, f"{name} is not {what}."))
    if hex not in overland(position, side):
        found.append(Bar(number, f"{name} is not in overland supply."))
    others = [other for other in support_at(position, hex, side) if other != support]
    if others:
        found.append(Bar(number, f"{position.unit_name(others[0])} is in the stack of {name}: one to a stack."))
    return found


def hosts(position: Position, support: int) -> list[int]:
    """The units that a support unit may be given to when it arrives."""
    side = owner(position, support)
    return position.once(
        ("hosts", support),
        lambda: [
            unit
            for unit in range(position.roster.count)
            if owner(position, unit) == side and position.on_map(unit) and not bars(position, support, unit)
        ],
    )


# ---- whom it supports -------------------------------------------------------------------------------


@section.clause("8.31a", "attach", verbs=ATTACH, tier=Tier.STANDING)
def tigers_join_own_units_on_the_map(case: Case) -> str | None:
    return _not_own(case) if case.side == GERMAN else None


@section.clause("8.32a", "attach", verbs=ATTACH, tier=Tier.STANDING)
def groups_join_own_units_on_the_map(case: Case) -> str | None:
    return _not_own(case) if case.side == SOVIET else None


def _not_own(case: Case) -> str | None:
    if owner(case.position, case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("8.31a", "attach", verbs=ATTACH)
def a_corps_without_tigers_in_supply(case: Case) -> str | None:
    return bars_of(bars(case.position, case.local.unit, case.unit), "8.31a")


@section.clause("8.32a", "attach", verbs=ATTACH)
def an_army_without_a_group_in_supply(case: Case) -> str | None:
    return bars_of(bars(case.position, case.local.unit, case.unit), "8.32a")


@section.clause("14.7c", "attach", verbs=ATTACH)
def at_set_up_a_corps_of_its_hex(case: Case) -> str | None:
    """The choice that Citadel leaves: the battalion stays in its hex."""
    if not case.local.stay or case.state.place[case.unit] == case.state.place[case.local.unit]:
        return None
    return f"{case.name(case.local.unit)} joins a corps of its own hex."
