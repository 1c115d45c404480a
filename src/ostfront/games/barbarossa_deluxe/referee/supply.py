"""7 Supply: Crimea supply (7.4), the aerial supply marker (7.7), offensive supply markers (7.12, 7.21).

Lines and states are in lines.py.
"""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import (
    COASTAL_USED,
    OFFENSIVE_SUPPLY,
    overland,
    reaches_sevastopol,
)
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    city,
    controls,
    ground_at,
    is_ground,
    owner,
    units_in,
)
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")

AT_ANY_TIME = ("interrupt", "move", "assault")  # kinds of decision in which these are declared
AIRLIFT, AT, CRIMEA, FEED = ("airlift",), ("at",), ("crimea",), ("feed",)
MOST_FED = 5  # 7.4


# ---- Crimea supply ----------------------------------------------------------------------------------


def places_left(position: Position) -> int:
    """7.4: how many more units may be named in this game turn; places of the dead stay empty."""
    return MOST_FED - len(units_in(position, position.state.fed))


def hungry(position: Position) -> list[int]:
    """7.4: units that could draw Crimea supply, need it and are not named."""
    fits = reaches_sevastopol(position) - overland(position, GERMAN)
    return [
        unit
        for hex in sorted(fits)
        for unit in ground_at(position, hex, GERMAN)
        if not among(position.state.fed, unit)
    ]


@section.clause("7.4c", *AT_ANY_TIME, verbs=CRIMEA)
def crimea_supply_needs_sevastopol(case: Case) -> str | None:
    if case.side != GERMAN:
        return "Crimea supply is for the German side."
    held = controls(case.position, GERMAN, city(case.position, "Sevastopol"))
    return None if held else "Crimea supply needs German control of Sevastopol."


@section.clause("7.4d", *AT_ANY_TIME, verbs=CRIMEA)
def not_beside_coastal_supply(case: Case) -> str | None:
    used = case.state.sea_supply == COASTAL_USED
    return "Coastal supply of the Black Sea or the Azov has been used this turn." if used else None


@section.clause("7.4e", *AT_ANY_TIME, verbs=CRIMEA)
def someone_to_feed(case: Case) -> str | None:
    if places_left(case.position) < 1:
        return f"{MOST_FED} units have been named for Crimea supply this turn."
    return (
        None if hungry(case.position) else "No further unit in the Crimea area needs Crimea supply and can trace it."
    )


@section.clause("7.4c", "feed", verbs=FEED, tier=Tier.STANDING)
def own_ground_units_are_fed(case: Case) -> str | None:
    if owner(case.position, case.unit) == GERMAN and is_ground(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} draws no supply of its own from you."


@section.clause("7.4c", "feed", verbs=FEED)
def fed_by_a_line_to_sevastopol(case: Case) -> str | None:
    if case.state.place[case.unit] in reaches_sevastopol(case.position):
        return None
    return f"{case.name(case.unit)} has no line to Sevastopol from within the Crimea area."


@section.clause("7.4e", "feed", verbs=FEED)
def five_are_fed(case: Case) -> str | None:
    if among(case.state.fed, case.unit):
        return f"{case.name(case.unit)} has been named for Crimea supply."
    if case.state.place[case.unit] in overland(case.position, GERMAN):
        return f"{case.name(case.unit)} has overland supply and needs no other."
    return None if places_left(case.position) > 0 else f"{MOST_FED} units have been named for Crimea supply."


@section.clause("7.4e", "feed", verbs=("done",))
def at_least_one_is_fed(case: Case) -> str | None:
    return None if case.local.left else "Name at least one unit that draws Crimea supply."


# ---- aerial supply ----------------------------------------------------------------------------------


def airlift_unready(position: Position) -> str | None:
    """7.7: why the aerial supply marker cannot be placed anywhere."""
    state = position.state
    if state.airlift_used:
        return "Aerial supply is used once a game turn."
    if not state.airlift_from:
        return "The aerial supply marker has not come yet."
    return f"Aerial supply is ready again on turn {state.airlift_from}." if state.turn < state.airlift_from else None


@section.clause("7.7a", *AT_ANY_TIME, verbs=AIRLIFT, tier=Tier.WORDS)
def flown_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("7.7a", *AT_ANY_TIME, verbs=AIRLIFT, tier=Tier.STANDING)
def the_marker_is_ready(case: Case) -> str | None:
    return airlift_unready(case.position) if case.side == GERMAN else "Aerial supply is for the German side."


@section.clause("7.7a", *AT_ANY_TIME, verbs=AIRLIFT)
def flown_to_own_units(case: Case) -> str | None:
    return (
        None if ground_at(case.position, case.hex, GERMAN) else f"{case.where(case.hex)} holds no unit of your side."
    )


# ---- offensive supply -------------------------------------------------------------------------------


@section.clause("7.12a", "depot", verbs=AT, tier=Tier.WORDS)
def placed_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("7.12a", "depot", verbs=AT)
def one_marker_in_a_hex(case: Case) -> str | None:
    if case.state.turn < OFFENSIVE_SUPPLY:
        return f"Offensive supply begins on turn {OFFENSIVE_SUPPLY}."
    return f"{case.where(case.hex)} has an offensive supply marker." if case.hex in case.state.depots else None


@section.clause("7.21a", "depot", verbs=AT)
def none_after_the_loss_of_moscow(case: Case) -> str | None:
    barred = case.state.depots_barred
    return "Moscow was German when the turn began: no offensive supply markers are placed." if barred else None
