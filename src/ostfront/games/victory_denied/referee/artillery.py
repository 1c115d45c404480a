"""13.0 Soviet artillery and rockets, the German bomber."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import combat_units_at

section = Section[Case]("AVD")

GUNS = ("bombard", "rockets")


@section.clause("13.2b", "bombard", verbs=GUNS, tier=Tier.WORDS)
def guns_fire_at_a_hex(case: Case) -> str | None:
    return f"{case.off_map} is not a hex of the map." if case.off_map else None


@section.clause("13.2a", "bombard", verbs=("bombard",), tier=Tier.STANDING)
def an_attack_is_left(case: Case) -> str | None:
    return None if case.local.attacks > 0 else "This ART chit has no artillery attacks left."


@section.clause("13.2d", "bombard", verbs=("rockets",), tier=Tier.STANDING)
def the_rocket_is_left(case: Case) -> str | None:
    return None if case.local.rocket and case.state.rocket else "The rocket has already been fired."


@section.clause("13.2a", "bombard", verbs=GUNS)
def there_is_a_target(case: Case) -> str | None:
    # ruling 13.2: neither empty hexes nor lone HQs
    if combat_units_at(case.position, case.hex, case.enemy):
        return None
    return f"There is no German combat unit in {case.where(case.hex)}."


@section.clause("13.2b", "bombard", verbs=GUNS)
def somebody_sees_it(case: Case) -> str | None:
    near, far = (case.position.charts["artillery"][key] for key in ("spotting", "hill_spotting"))
    for hex in case.position.held[case.side]:  # ruling 13.2: HQs too, also from hills
        hill = case.position.board.terrain_at[hex] == "hills"
        if case.position.plain.distance(hex, case.hex) <= (far if hill else near):
            return None
    return f"No Soviet unit is next to {case.where(case.hex)}, or two hexes away on a hill."


@section.clause("13.2c", "bombard", verbs=GUNS)
def no_hex_twice_a_turn(case: Case) -> str | None:
    if case.state.bombarded >> case.hex & 1:
        return f"{case.where(case.hex)} has already been shelled this turn."
    return None


@section.clause("13.3b", "air", verbs=("bomb",), tier=Tier.WORDS)
def the_bomber_attacks_a_hex(case: Case) -> str | None:
    return f"{case.off_map} is not a hex of the map." if case.off_map else None


@section.clause("13.3b", "air", verbs=("bomb",), tier=Tier.STANDING)
def the_bomber_is_left(case: Case) -> str | None:
    return None if case.state.bomber else "The bomber has already made its attack."


@section.clause("13.3b", "air", verbs=("bomb",))
def the_bomber_has_a_target(case: Case) -> str | None:
    if combat_units_at(case.position, case.hex, case.enemy):
        return None
    return f"There is no Soviet combat unit in {case.where(case.hex)}."
