"""The options of a combat: aircraft (11.2), airborne troops (12.5), coups (12.6), guns (12.12), Joukov (12.13)."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.combat import defenders
from ostfront.games.barbarossa_1941.referee.fleet import air_range
from ostfront.games.barbarossa_1941.referee.position import (
    JOUKOV,
    among,
    combat_at,
    triggered,
    units_in,
    weather_at,
    weather_chart,
)
from ostfront.games.barbarossa_1941.referee.supply import friendly_rail

section = Section[Case]("B41")

FLY, GUNS, PARA, ZHUKOV, COUP = ("fly",), ("guns",), ("para",), ("joukov",), ("coup",)


def attacks(case: Case) -> bool:
    """Whether the seat that is asked is the attacker."""
    return bool(case.local.side == case.side)


def attackers(case: Case) -> list[int]:
    return units_in(case.position, case.local.attackers)


def taking_part(case: Case) -> list[int]:
    """The own units of the seat that is asked in this combat."""
    return attackers(case) if attacks(case) else defenders(case.position, case.local.target, case.side)


# ---- aircraft ---------------------------------------------------------------------------------------


@section.clause("11.2a", "air support", verbs=FLY, tier=Tier.STANDING)
def an_own_air_corps(case: Case) -> str | None:
    unit = case.unit
    if not case.roster.is_air[unit]:
        return f"{case.name(unit)} is no air corps."
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    return None if case.position.on_map(unit) else f"{case.name(unit)} has no base on the map."


@section.clause("11.2b", "air support", verbs=FLY, tier=Tier.STANDING)
def once_a_turn(case: Case) -> str | None:
    return f"{case.name(case.unit)} has flown this turn." if among(case.state.flown, case.unit) else None


@section.clause("11.2a", "air support", verbs=FLY)
def one_corps_a_side(case: Case) -> str | None:
    present = case.local.air_attack if attacks(case) else case.local.air_defence
    return (
        None if present < 0 else f"{case.name(present)} takes part in this combat; one air corps a side is the limit."
    )


@section.clause("11.2a", "air support", verbs=FLY)
def within_its_range(case: Case) -> str | None:
    base, target, reach = case.state.place[case.unit], case.local.target, air_range(case.position, case.side)
    distance = case.position.plain.distance(base, target)
    if distance <= reach:
        return None
    way = f"{case.where(target)} is {distance} hexes from {case.where(base)}"
    return f"{way}; {case.name(case.unit)} has a range of {reach}."


@section.clause("12.3f", "air support", verbs=FLY)
def no_aircraft_in_mud(case: Case) -> str | None:
    weather = weather_at(case.position, case.local.target)
    if weather_chart(case.position, weather)["air"]:
        return None
    return f"There is no air support in mud, as in {case.where(case.local.target)}."


# ---- airborne troops --------------------------------------------------------------------------------


def is_dropped(case: Case, unit: int) -> bool:
    """12.5: dropped in this operations phase, which is the attacker's."""
    return among(case.state.dropped, unit)


@section.clause("12.5b", "paratroops", verbs=PARA, tier=Tier.STANDING)
def an_own_airborne_corps(case: Case) -> str | None:
    unit = case.unit
    if not case.roster.is_airborne[unit]:
        return f"{case.name(unit)} is no airborne unit."
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    return None if case.position.on_map(unit) else f"{case.name(unit)} is not on the map."


@section.clause("7.2a", "paratroops", verbs=PARA)
def no_airborne_in_an_overrun(case: Case) -> str | None:
    return "Airborne troops take no part in an overrun." if case.local.overrun else None


@section.clause("12.5b", "paratroops", verbs=PARA)
def one_airborne_corps_a_side(case: Case) -> str | None:
    present = case.local.para_attack if attacks(case) else case.local.para_defence
    return (
        None
        if present < 0
        else f"{case.name(present)} takes part in this combat; one airborne corps a side is the limit."
    )


@section.clause("12.5b", "paratroops", verbs=PARA)
def it_stands_with_a_fighting_unit(case: Case) -> str | None:
    if is_dropped(case, case.unit):
        return None  # 12.5i, 12.5m
    place = case.state.place[case.unit]
    mates = attackers(case) if attacks(case) else combat_at(case.position, case.local.target, case.side)
    if any(case.state.place[unit] == place for unit in mates):
        return None
    role = "attacks" if attacks(case) else "defends"
    return f"No unit in {case.where(place)}, where {case.name(case.unit)} stands, {role} in this combat."


def _dropped_too_far(case: Case) -> str | None:
    place, target = case.state.place[case.unit], case.local.target
    if not is_dropped(case, case.unit) or case.position.plain.distance(place, target) <= 1:
        return None
    return f"{case.name(case.unit)} has dropped in {case.where(place)}, which is not next to {case.where(target)}."


@section.clause("12.5i", "paratroops", verbs=PARA)
def a_dropped_corps_is_near(case: Case) -> str | None:
    return _dropped_too_far(case) if case.roster.side[case.unit] == SOVIET else None


@section.clause("12.5m", "paratroops", verbs=PARA)
def the_fallschirmjaeger_are_near(case: Case) -> str | None:
    return _dropped_too_far(case) if case.roster.side[case.unit] == AXIS else None


# ---- guns -------------------------------------------------------------------------------------------


@section.clause("7.2a", "guns", verbs=GUNS)
def no_guns_in_an_overrun(case: Case) -> str | None:
    return "There is no artillery support in an overrun." if case.local.overrun else None


def _no_points(case: Case, left: int, fired: int, limit: int) -> str | None:
    if not left:
        return "No artillery point is left."
    if fired < limit:
        return None
    spent = "One artillery point has" if limit == 1 else f"{limit} artillery points have"
    return f"{spent} been spent this turn, which is the limit."


@section.clause("12.12a", "guns", verbs=GUNS)
def the_germans_have_points(case: Case) -> str | None:
    if case.side != AXIS:
        return None  # 12.12b
    limit = int(case.position.charts["artillery"]["german_per_turn"])
    return _no_points(case, case.state.guns_axis, case.state.fired_axis, limit)


@section.clause("12.12b", "guns", verbs=GUNS)
def the_soviets_have_points(case: Case) -> str | None:
    if case.side != SOVIET:
        return None  # 12.12a
    chart = case.position.charts["artillery"]
    if case.state.turn < chart["soviet_first_turn"]:
        return f"The Soviets have artillery support from turn {chart['soviet_first_turn']} on."
    return _no_points(case, case.state.guns_soviet, case.state.fired_soviet, int(chart["soviet_per_turn"]))


@section.clause("12.12c", "guns", verbs=GUNS)
def one_point_a_side(case: Case) -> str | None:
    used = case.local.guns_attack if attacks(case) else case.local.guns_defence
    return "Your guns support this combat already; one point a side is the limit." if used else None


@section.clause("12.12d", "guns", verbs=GUNS)
def a_railway_is_near(case: Case) -> str | None:
    rail, plain = friendly_rail(case.position, case.side), case.position.plain
    for unit in taking_part(case):
        place = case.state.place[unit]
        if place in rail or not rail.isdisjoint(plain.neighbours(place)):
            return None
    return "None of your units in this combat is on or next to a railway of your network."


# ---- Joukov -----------------------------------------------------------------------------------------


@section.clause("12.13a", "joukov", verbs=ZHUKOV, tier=Tier.STANDING)
def joukov_is_soviet(case: Case) -> str | None:
    return None if case.side == SOVIET else "Only the Soviets have Joukov."


@section.clause("7.2a", "joukov", verbs=ZHUKOV)
def no_joukov_in_an_overrun(case: Case) -> str | None:
    return "Joukov takes no part in an overrun." if case.local.overrun else None


@section.clause("12.13a", "joukov", verbs=ZHUKOV)
def joukov_once_a_turn(case: Case) -> str | None:
    return "Joukov has been used this turn." if case.state.joukov else None


@section.clause("13g", "joukov", verbs=ZHUKOV)
def joukov_comes_at_ten_points(case: Case) -> str | None:
    if triggered(case.position, JOUKOV):
        return None
    return "Joukov comes into play when the Axis reaches 10 points."


# ---- coups de main ----------------------------------------------------------------------------------


@section.clause("12.6a", "coup", verbs=COUP, tier=Tier.STANDING)
def the_attacker_tries(case: Case) -> str | None:
    return None if case.side == AXIS and attacks(case) else "Only a German attack can try a coup de main."


@section.clause("7.2a", "coup", verbs=COUP)
def no_coup_in_an_overrun(case: Case) -> str | None:
    return "There is no coup de main in an overrun." if case.local.overrun else None


@section.clause("12.6a", "coup", verbs=COUP)
def germans_across_a_river(case: Case) -> str | None:
    target, units = case.local.target, attackers(case)
    dry = [u for u in units if "river" not in case.position.sides(case.state.place[u], target)]
    if dry:
        return f"{case.name(dry[0])} does not attack across a river, so the river does not count anyway."
    if any(case.roster.nation[unit] == "German" for unit in units):
        return None
    return "No German unit takes part in this attack."


@section.clause("12.6b", "coup", verbs=COUP)
def an_attempt_is_left(case: Case) -> str | None:
    limit = int(case.position.charts["coup_de_main"]["per_turn"][case.state.turn - 1])
    if case.local.coup:
        return "This attack has had its attempt."
    if case.state.coups < limit:
        return None
    if not limit:
        return "Coups de main are tried on turns 1 and 2 only."
    tried = "One coup de main has" if limit == 1 else f"{limit} coups de main have"
    return f"{tried} been tried this turn, which is the limit."
