"""5 Reaction: who may try it when a hex is attacked, and where the move may go."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import CAVALRY, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.ground import closed_step
from ostfront.games.barbarossa_1941.referee.position import (
    DEEP_FREEZE,
    MUD,
    Position,
    allowance,
    among,
    count,
    is_combat,
    is_motorised,
    mobility,
    weather_at,
    weather_chart,
)
from ostfront.games.barbarossa_1941.referee.stacking import barred_from, no_room
from ostfront.games.barbarossa_1941.referee.ways import Walkers, slower_enemies, step_bar, step_cost
from ostfront.games.barbarossa_1941.referee.zoc import in_enemy_zoc
from ostfront.games.barbarossa_1941.state import Battle
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar, of_rule

section = Section[Case]("B41")

REACT, GO = ("react",), ("go",)
BEYOND = 4  # how far past its points a way is still worked out, to tell the player what it costs

# ---- the reasoning ----------------------------------------------------------------------------------


def half_allowance(position: Position, unit: int) -> int:
    """5: half of the present allowance, fractions up."""
    return -(-allowance(position, unit) // int(position.charts["movement"]["reaction_divisor"]))


def drop_hex(position: Position, battle: Battle) -> int:
    """12.5: the hex that airborne troops which dropped and support this attack close to retreats and reactions."""
    para = battle.para_attack
    if para < 0 or not among(position.state.dropped, para) or not position.on_map(para):
        return -1
    return position.state.place[para]


def walker(position: Position, unit: int) -> Walkers:
    """12.8 frees nobody from ZOCs in reaction."""
    side, weather = position.roster.side[unit], weather_at(position, position.state.place[unit])
    return Walkers(side, (unit,), weather, False, allowance(position, unit))


def reach(position: Position, unit: int, points: int, closed: int) -> Mapping[int, int]:
    """The hexes a reacting unit can enter in one leg, and what the cheapest way costs."""
    return position.once(("reaction", unit, points, closed), lambda: _reach(position, unit, points, closed))


def _reach(position: Position, unit: int, points: int, closed: int) -> Mapping[int, int]:
    start = position.state.place[unit]
    if not position.on_map(unit):
        return {}
    who = walker(position, unit)
    known, queue, done = {start: 0}, [(0, start)], set()
    while queue:
        spent, hex = heapq.heappop(queue)
        if hex in done:
            continue
        done.add(hex)
        if hex != start and in_enemy_zoc(position, who.side, hex):
            continue
        for n in position.plain.neighbours(hex):
            if n in done or n == closed or step_bar(position, who, hex, n):
                continue
            cost = spent + step_cost(position, who, hex, n)
            if cost <= points and cost < known.get(n, cost + 1):
                known[n] = cost
                heapq.heappush(queue, (cost, n))
    del known[start]
    return known


def can_go(position: Position, unit: int, points: int, closed: int) -> bool:
    """Whether a leg leads to any hex where the unit could stay."""
    return any(no_room(position, [unit], hex) is None for hex in reach(position, unit, points, closed))


# ---- who reacts -------------------------------------------------------------------------------------


@section.clause("5h", "reaction", verbs=REACT, tier=Tier.STANDING)
def an_own_unit_reacts(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return None if is_combat(case.position, unit) else f"{case.name(unit)} is no combat unit."


@section.clause("5h", "reaction", verbs=REACT, tier=Tier.STANDING)
def once_a_combat_phase(case: Case) -> str | None:
    if case.local.reacted:
        return "A reaction to this attack has been tried."
    return (
        f"{case.name(case.unit)} has reacted in this combat phase." if among(case.state.reacted, case.unit) else None
    )


@section.clause("5i", "reaction", verbs=REACT)
def motorised_or_cavalry(case: Case) -> str | None:
    if mobility(case.position, case.unit) in (CAVALRY, MOTORISED):
        return None
    return f"{case.name(case.unit)} is neither motorised nor cavalry."


@section.clause("5i", "reaction", verbs=REACT)
def at_most_two_hexes_away(case: Case) -> str | None:
    place, target = case.state.place[case.unit], case.local.target
    reach_of_it = int(case.position.charts["movement"]["reaction_range"])
    distance = case.position.plain.distance(place, target)
    if distance <= reach_of_it:
        return None
    return f"{case.name(case.unit)} is {distance} hexes from {case.where(target)}; {reach_of_it} is the limit."


@section.clause("5j", "reaction", verbs=REACT)
def not_under_attack_itself(case: Case) -> str | None:
    if case.state.place[case.unit] != case.local.target:
        return None
    return f"{case.name(case.unit)} is under attack itself."


@section.clause("5j", "reaction", verbs=REACT)
def no_soviet_unit_in_a_zoc(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if case.side != SOVIET or not in_enemy_zoc(case.position, SOVIET, place):
        return None
    return f"{case.name(case.unit)} in {case.where(place)} is in an enemy ZOC; Soviet units do not react from there."


@section.clause("7.2a", "reaction", verbs=REACT)
def no_reaction_to_an_overrun(case: Case) -> str | None:
    return "There is no reaction to an overrun." if case.local.overrun else None


def _bad_weather(case: Case, word: str) -> str | None:
    weather = weather_at(case.position, case.state.place[case.unit])
    if weather != word or weather_chart(case.position, weather)["reaction"]:
        return None
    return f"There is no reaction in {word}, as in {case.where(case.state.place[case.unit])}."


@section.clause("12.3e", "reaction", verbs=REACT)
def no_reaction_in_mud(case: Case) -> str | None:
    return _bad_weather(case, MUD)


@section.clause("12.3j", "reaction", verbs=REACT)
def no_reaction_in_deep_freeze(case: Case) -> str | None:
    return _bad_weather(case, DEEP_FREEZE)


@section.clause("5l", "reaction", verbs=REACT)
def somewhere_to_go(case: Case) -> str | None:
    position, unit = case.position, case.unit
    points = half_allowance(position, unit)
    if can_go(position, unit, points, drop_hex(position, case.local)):
        return None
    return f"{case.name(unit)} has {count(points, 'movement point')} for a reaction, which lead nowhere."


# ---- the move ---------------------------------------------------------------------------------------


def _closed(case: Case) -> int:
    battle = case.below("battle")
    return drop_hex(case.position, battle) if battle else -1


def _barred(case: Case) -> Bar | None:
    """Why the hex is not entered at all."""
    return barred_from(case.position, [case.local.unit], case.hex, walker(case.position, case.local.unit).weather)


def _step(case: Case) -> Bar | None:
    """Why a neighbouring hex that is not reached by another way is closed."""
    unit, start = case.local.unit, case.state.place[case.local.unit]
    if case.hex in reach(case.position, unit, case.local.left, _closed(case)):
        return None
    if not case.position.on_map(unit) or case.hex not in case.position.plain.neighbours(start):
        return None
    who = walker(case.position, unit)
    closed = closed_step(case.position, case.side, is_motorised(case.position, unit), start, case.hex, who.weather)
    zocs = in_enemy_zoc(case.position, case.side, start) and in_enemy_zoc(case.position, case.side, case.hex)
    return closed or (slower_enemies(case.position, who, case.hex) if zocs else None)


@section.clause("5l", "reaction move", verbs=GO, tier=Tier.WORDS)
def goes_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("5l", "reaction move", verbs=GO, tier=Tier.STANDING)
def goes_elsewhere(case: Case) -> str | None:
    if case.hex != case.state.place[case.local.unit]:
        return None
    return f"{case.name(case.local.unit)} stands in {case.where(case.hex)}; 'stop' ends its move there."


@section.clause("5a", "reaction move", verbs=GO)
def not_into_sea_or_enemies(case: Case) -> str | None:
    return of_rule(_barred(case), "5a")


@section.clause("5d", "reaction move", verbs=GO)
def not_from_zoc_to_zoc(case: Case) -> str | None:
    return None if _barred(case) else of_rule(_step(case), "5d")


@section.clause("5l", "reaction move", verbs=GO)
def within_half_the_allowance(case: Case) -> str | None:
    position, unit, left, closed = case.position, case.local.unit, case.local.left, _closed(case)
    if case.hex in reach(position, unit, left, closed) or case.hex == closed or _barred(case) or _step(case):
        return None
    cost = reach(position, unit, left + BEYOND, closed).get(case.hex)
    needs = f"takes {cost}" if cost else "cannot be made in one leg"
    return f"{case.name(unit)} has {count(left, 'movement point')} left; the way to {case.where(case.hex)} {needs}."


@section.clause("3a", "reaction move", verbs=GO)
def keeps_to_stacking(case: Case) -> str | None:
    return of_rule(no_room(case.position, [case.local.unit], case.hex), "3a")


@section.clause("12.2a", "reaction move", verbs=GO)
def romanians_and_hungarians_apart(case: Case) -> str | None:
    return of_rule(no_room(case.position, [case.local.unit], case.hex), "12.2a")


@section.clause("12.2d", "reaction move", verbs=GO)
def neutral_ground_is_closed(case: Case) -> str | None:
    return of_rule(_barred(case), "12.2d")


@section.clause("12.3d", "reaction move", verbs=GO)
def mud_closes_ground(case: Case) -> str | None:
    return None if _barred(case) else of_rule(_step(case), "12.3d")


@section.clause("12.5d", "reaction move", verbs=GO)
def lesser_units_do_not_scatter_airborne(case: Case) -> str | None:
    return of_rule(_barred(case), "12.5d")


@section.clause("12.5j", "reaction move", verbs=GO)
def not_into_the_drop_hex(case: Case) -> str | None:
    if case.hex != _closed(case):
        return None
    return f"Airborne troops have dropped in {case.where(case.hex)}: nobody reacts into that hex."


@section.clause("12.10b", "reaction move", verbs=GO)
def lakes_are_closed(case: Case) -> str | None:
    return of_rule(_barred(case) or _step(case), "12.10b")


@section.clause("12.10c", "reaction move", verbs=GO)
def estuaries_are_closed(case: Case) -> str | None:
    return None if _barred(case) else of_rule(_step(case), "12.10c")


@section.clause("12.10d", "reaction move", verbs=GO)
def nobody_stops_on_a_lake(case: Case) -> str | None:
    return of_rule(no_room(case.position, [case.local.unit], case.hex), "12.10d")


@section.clause("12.10e", "reaction move", verbs=GO)
def kerch_needs_superiority(case: Case) -> str | None:
    return None if _barred(case) else of_rule(_step(case), "12.10e")
