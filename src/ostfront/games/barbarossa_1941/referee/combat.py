"""6 Combat, with 12.2, 12.4 and 12.10: which hex is attacked with whom, the lead units, the losses."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.ground import closed_side
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    airborne_at,
    among,
    combat_at,
    country,
    is_combat,
    is_motorised,
    units_in,
    weather_at,
)
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.combat import no_step_left, not_adjacent
from ostfront.kit.referee.movement import Bar

section = Section[Case]("B41")

# ---- the reasoning ----------------------------------------------------------------------------------


def sentence(bars: Sequence[Bar], number: str) -> str | None:
    """The sentence of the first bar that is of this clause."""
    return next((bar.text for bar in bars if bar.rule == number), None)


def defenders(position: Position, hex: int, side: int) -> list[int]:
    """6: everybody in the hex defends; airborne corps only if they are alone (12.5)."""
    return combat_at(position, hex, side) or airborne_at(position, hex, side)


def bars_to_attack(position: Position, unit: int, target: int) -> list[Bar]:
    """Why a combat unit in a neighbouring hex cannot attack: closed hexsides, Finns abroad, the fortress."""
    place, side, name = position.state.place[unit], position.roster.side[unit], position.unit_name(unit)
    found = []
    # 12.3b: a combat has the weather of the defender's hex
    closed = closed_side(position, side, place, target, weather_at(position, target))
    if closed:
        found.append(closed)
    if position.roster.nation[unit] == "Finnish" and country(position, place) != "Finland":
        where = position.hex_name(place)
        found.append(
            Bar("12.2c", f"{name} in {where} is outside Finland; Finns attack only from within their frontier.")
        )
    if position.roster.type[unit] == "fort":
        found.append(Bar("12.4a", f"{name} only defends its hex."))
    return found


def beside(case: Case, target: int) -> list[int]:
    """The own combat units next to a hex."""
    return [unit for n in case.position.plain.neighbours(target) for unit in combat_at(case.position, n, case.side)]


def reasons_not_to_attack(case: Case) -> list[Bar]:
    """Why nobody can attack the named hex; nothing if somebody can."""
    units = beside(case, case.hex)
    if not units:
        return [Bar("6b", f"No combat unit of yours is next to {case.where(case.hex)}.")]
    found: list[Bar] = []
    for unit in units:
        bars = bars_to_attack(case.position, unit, case.hex)
        if among(case.state.spent, unit):
            bars.append(
                Bar(
                    "6c", f"No unit next to {case.where(case.hex)} is free to attack: {case.name(unit)} has attacked."
                )
            )
        if not bars:
            return []
        found += bars
    return found


# ---- which hex --------------------------------------------------------------------------------------

ATTACK = ("attack",)


@section.clause("6b", "attack", verbs=ATTACK, tier=Tier.WORDS)
def a_hex_is_attacked(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("6b", "attack", verbs=ATTACK, tier=Tier.STANDING)
def somebody_is_there(case: Case) -> str | None:
    if defenders(case.position, case.hex, case.enemy):
        return None
    return f"There is no enemy unit to attack in {case.where(case.hex)}."


@section.clause("6c", "attack", verbs=ATTACK, tier=Tier.STANDING)
def each_hex_once(case: Case) -> str | None:
    if not case.state.attacked >> case.hex & 1:
        return None
    return f"{case.where(case.hex)} has been attacked in this combat phase."


@section.clause("6b", "attack", verbs=ATTACK)
def an_own_unit_is_next_to_it(case: Case) -> str | None:
    return sentence(reasons_not_to_attack(case), "6b")


@section.clause("6c", "attack", verbs=ATTACK)
def somebody_has_not_attacked(case: Case) -> str | None:
    return sentence(reasons_not_to_attack(case), "6c")


@section.clause("12.2c", "attack", verbs=ATTACK)
def finns_next_to_it_are_at_home(case: Case) -> str | None:
    return sentence(reasons_not_to_attack(case), "12.2c")


@section.clause("12.4a", "attack", verbs=ATTACK)
def more_than_the_fortress_is_next_to_it(case: Case) -> str | None:
    return sentence(reasons_not_to_attack(case), "12.4a")


@section.clause("12.10b", "attack", verbs=ATTACK)
def no_lake_between(case: Case) -> str | None:
    return sentence(reasons_not_to_attack(case), "12.10b")


@section.clause("12.10c", "attack", verbs=ATTACK)
def no_estuary_between(case: Case) -> str | None:
    return sentence(reasons_not_to_attack(case), "12.10c")


@section.clause("12.10e", "attack", verbs=ATTACK)
def no_closed_strait_between(case: Case) -> str | None:
    return sentence(reasons_not_to_attack(case), "12.10e")


# ---- with whom --------------------------------------------------------------------------------------

WITH = ("with",)


def reasons_not_to_join(case: Case) -> list[Bar]:
    """Why the named unit cannot join the attack; only of a unit next to the target."""
    if not_adjacent(case):
        return []  # 6b
    return bars_to_attack(case.position, case.unit, case.local.target)


@section.clause("6b", "commit", verbs=WITH, tier=Tier.STANDING)
def own_combat_units_attack(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return None if is_combat(case.position, unit) else f"{case.name(unit)} is no combat unit."


@section.clause("6c", "commit", verbs=WITH, tier=Tier.STANDING)
def a_unit_attacks_once(case: Case) -> str | None:
    if among(case.local.attackers, case.unit):
        return f"{case.name(case.unit)} is in this attack."
    return (
        f"{case.name(case.unit)} has attacked in this combat phase." if among(case.state.spent, case.unit) else None
    )


@section.clause("6b", "commit", verbs=WITH)
def the_attacker_is_adjacent(case: Case) -> str | None:
    return not_adjacent(case)


@section.clause("12.2a", "commit", verbs=WITH)
def no_romanians_with_hungarians(case: Case) -> str | None:
    other = {"Romanian": "Hungarian", "Hungarian": "Romanian"}.get(case.roster.nation[case.unit])
    mates = [u for u in units_in(case.position, case.local.attackers) if case.roster.nation[u] == other]
    if not mates:
        return None
    pair = f"{case.name(case.unit)} cannot attack with {case.name(mates[0])}"
    return f"{pair}: Romanians and Hungarians do not attack together."


@section.clause("12.2c", "commit", verbs=WITH)
def finns_attack_from_home(case: Case) -> str | None:
    return sentence(reasons_not_to_join(case), "12.2c")


@section.clause("12.4a", "commit", verbs=WITH)
def the_fortress_does_not_attack(case: Case) -> str | None:
    return sentence(reasons_not_to_join(case), "12.4a")


@section.clause("12.10b", "commit", verbs=WITH)
def nobody_attacks_across_a_lake(case: Case) -> str | None:
    return sentence(reasons_not_to_join(case), "12.10b")


@section.clause("12.10c", "commit", verbs=WITH)
def nobody_attacks_across_an_estuary(case: Case) -> str | None:
    return sentence(reasons_not_to_join(case), "12.10c")


@section.clause("12.10e", "commit", verbs=WITH)
def only_the_superior_attack_across_kerch(case: Case) -> str | None:
    return sentence(reasons_not_to_join(case), "12.10e")


@section.clause("6b", "commit", verbs=("resolve",))
def somebody_attacks(case: Case) -> str | None:
    return None if case.local.attackers else f"No unit attacks {case.where(case.local.target)} yet."


# ---- lead units -------------------------------------------------------------------------------------


def fighting(case: Case) -> list[int]:
    """The units of the seat that is asked which fight in this combat."""
    battle = case.local
    units = battle.attackers if battle.side == case.side else battle.defenders
    return units_in(case.position, units)


@section.clause("6g", "lead", tier=Tier.STANDING)
def a_unit_of_the_combat_leads(case: Case) -> str | None:
    if case.unit in fighting(case):
        return None
    role = "attacks" if case.local.side == case.side else "defends"
    return f"{case.name(case.unit)} is no unit of yours that {role} in this combat."


@section.clause("6h", "lead")
def motorised_units_lead_attacks(case: Case) -> str | None:
    if case.local.side != case.side or is_motorised(case.position, case.unit):
        return None
    motorised = [unit for unit in fighting(case) if is_motorised(case.position, unit)]
    if not motorised:
        return None
    return f"{case.name(motorised[0])} is motorised and takes part; {case.name(case.unit)} cannot lead in its place."


# ---- losses -----------------------------------------------------------------------------------------


@section.clause("6m", "loss", tier=Tier.STANDING)
def losses_fall_on_those_involved(case: Case) -> str | None:
    if among(case.local.units, case.unit):
        return None
    return f"{case.name(case.unit)} does not have to answer for this loss."


@section.clause("1c", "loss")
def a_step_is_left(case: Case) -> str | None:
    return no_step_left(case)


@section.clause("6g", "loss")
def the_lead_loses_first(case: Case) -> str | None:
    lead = case.local.lead
    if lead < 0 or case.unit == lead or not case.position.on_map(lead):
        return None
    return f"{case.name(lead)} leads and takes the first loss."
