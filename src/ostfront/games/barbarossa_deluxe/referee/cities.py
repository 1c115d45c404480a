"""9 Hero cities and fortress cities: where they may be declared."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    HOME,
    controls,
    in_ussr,
    is_city,
    is_fortress,
    is_hero,
    territory,
    what_if,
)
from ostfront.games.barbarossa_deluxe.referee.supply import AT_ANY_TIME
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")

HERO, FORTRESS, BOTH = ("hero",), ("fortress",), ("hero", "fortress")


@section.clause("9.1b", *AT_ANY_TIME, verbs=HERO, tier=Tier.WORDS)
def a_hero_city_is_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("9.2b", *AT_ANY_TIME, verbs=FORTRESS, tier=Tier.WORDS)
def a_fortress_city_is_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("15.8i", *AT_ANY_TIME, verbs=BOTH, tier=Tier.STANDING)
def none_in_the_what_if(case: Case) -> str | None:
    return "There are no hero or fortress cities in this scenario." if what_if(case.position) else None


# ---- hero cities ------------------------------------------------------------------------------------


@section.clause("9.1a", *AT_ANY_TIME, verbs=HERO, tier=Tier.STANDING)
def a_hero_marker_is_in_hand(case: Case) -> str | None:
    if case.side != SOVIET:
        return "Hero cities are Soviet."
    return None if case.state.hero_left else "No hero city marker is in hand."


@section.clause("9.1b", *AT_ANY_TIME, verbs=HERO)
def a_soviet_city_of_the_ussr(case: Case) -> str | None:
    position, where = case.position, case.where(case.hex)
    if not is_city(position, case.hex):
        return f"{where} is no city."
    if not in_ussr(position, case.hex):
        return f"{where} is not in the USSR."
    if not controls(position, SOVIET, case.hex):
        return f"{where} is not under your control."
    return f"{where} is a hero city already." if is_hero(position, case.hex) else None


# ---- fortress cities --------------------------------------------------------------------------------


@section.clause("9.2a", *AT_ANY_TIME, verbs=FORTRESS, tier=Tier.STANDING)
def a_fortress_marker_is_in_hand(case: Case) -> str | None:
    if case.side != GERMAN:
        return "Fortress cities are German."
    markers = case.state.fortress_anywhere + case.state.fortress_home
    return None if markers else "No fortress city marker is in hand."


@section.clause("9.2b", *AT_ANY_TIME, verbs=FORTRESS)
def a_german_city(case: Case) -> str | None:
    position, where = case.position, case.where(case.hex)
    if not is_city(position, case.hex):
        return None
    if not controls(position, GERMAN, case.hex):
        return f"{where} is not under your control."
    if is_fortress(position, case.hex):
        return f"{where} is a fortress city already."
    if case.state.fortress_anywhere or territory(position, case.hex) in HOME:
        return None
    return f"The markers left are for Germany, the General Government and Hungary; {where} lies outside."


@section.clause("9.2c", *AT_ANY_TIME, verbs=FORTRESS)
def no_city_no_fortress(case: Case) -> str | None:
    return None if is_city(case.position, case.hex) else f"{case.where(case.hex)} is no city."
