"""10.23 to 10.33 Mobile assaults: who makes them, where, and what they cost."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee import ways
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import CRIMEA, GARRISON, OVERLAND, state_of
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    count,
    fortified_area,
    german_lines,
    ground_at,
    is_city,
    is_clear,
    is_fortress,
    is_hero,
    is_mech,
    may_attack_at_all,
    names,
    owner,
    single_month,
    soviet_lines,
    territory,
    units_in,
)
from ostfront.games.barbarossa_deluxe.referee.room import LIMIT, closed_hex, closed_side, stacked_at
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

ASSAULT = ("assault",)
SOVIETS_FROM = 25  # 10.23
EXTRA, EXTRA_FORTIFIED = 2, 3  # 10.24


# ---- the reasoning ----------------------------------------------------------------------------------


def price(position: Position, units: ways.Hand, a: int, b: int) -> int:
    """10.24: beyond the normal cost two points, three against a city or an enemy line."""
    lines = soviet_lines if owner(position, units[0]) == GERMAN else german_lines
    fortified = is_city(position, b) or b in lines(position)
    return ways.step_cost(position, units, a, b) + (EXTRA_FORTIFIED if fortified else EXTRA)


def turn_bar(position: Position, units: ways.Hand) -> Bar | None:
    """10.23, 5.10: whether the side makes mobile assaults in this turn."""
    if owner(position, units[0]) == SOVIET:
        if position.state.turn < SOVIETS_FROM:
            return Bar("10.23b", f"Soviet mobile assaults begin on turn {SOVIETS_FROM}.")
        return None
    if not single_month(position):
        return Bar("10.23a", "The German side makes mobile assaults in single-month turns only.")
    return None


def unit_bars(position: Position, units: ways.Hand) -> list[Bar]:
    """Why these units make no mobile assault at all from where they stand."""
    found = [bar for bar in (turn_bar(position, units),) if bar]
    side, here = owner(position, units[0]), position.state.place[units[0]]
    if side == GERMAN and position.state.turn == 3 and position.state.paused:
        found.append(Bar("5.10b", "In the Paulus Pause the German side makes no attack."))
    slow = [unit for unit in units if not is_mech(position, unit)]
    if slow:
        found.append(Bar("10.23a" if side == GERMAN else "10.23b", f"{names(position, slow)} is not mechanized."))
    unarmed = [unit for unit in units if not may_attack_at_all(position, unit)]
    if unarmed:
        found.append(Bar("11.12c", f"{names(position, unarmed)} has no attack factor."))
    again = [unit for unit in units if side == SOVIET and among(position.state.mobile, unit)]
    if again:
        found.append(Bar("10.24c", f"{names(position, again)} has made a mobile assault in this phase."))
    if len(stacked_at(position, here, side)) > LIMIT:
        found.append(Bar("10.24d", f"{position.hex_name(here)} holds more than {LIMIT} units."))
    cut_off = [unit for unit in units if state_of(position, unit) not in (OVERLAND, CRIMEA, GARRISON)]
    if cut_off:
        found.append(Bar("10.26a", f"{names(position, cut_off)} lacks the supply for a mobile assault."))
    return found


def ground_bar(position: Position, units: ways.Hand, hex: int) -> Bar | None:
    """10.25, 9.6, 5.13: what kind of hex is assaulted."""
    where = position.hex_name(hex)
    if is_hero(position, hex) or is_fortress(position, hex):
        return Bar("9.6b", f"{where} is a hero or fortress city; no mobile assault enters it.")
    if owner(position, units[0]) == GERMAN and hex in fortified_area(position):
        return Bar("10.25a", f"{where} belongs to the Fortified Area.")
    if is_clear(position, hex):
        return None
    if position.state.turn == 1 and all(ways.treats_as_clear(position, unit, hex) for unit in units):
        return None
    return Bar("10.25a", f"{where} is {position.ground(hex)}; mobile assaults go into clear hexes.")


def frontier_bar(position: Position, unit: int, a: int, b: int) -> Bar | None:
    """5.11: on turn 1 units in Romania do not attack; Hungary is closed."""
    if position.state.turn == 1 and owner(position, unit) == GERMAN and territory(position, a) == "Romania":
        return Bar("5.11a", f"{position.unit_name(unit)} in Romania does not attack on turn 1.")
    return ways.frontier(position, unit, a, b)


def bars(position: Position, units: ways.Hand, hex: int) -> list[Bar]:
    """All that speaks against a mobile assault on a neighbouring hex with enemies."""
    here = position.state.place[units[0]]
    found = unit_bars(position, units)
    ground = ground_bar(position, units, hex)
    if ground:
        found.append(ground)
    water = closed_side(position, here, hex)
    if water:
        found.append(
            Bar("10.25b", f"The {water} before {position.hex_name(hex)} is not crossed by a mobile assault.")
        )
    for unit in units:
        found += [bar for bar in (closed_hex(position, unit, hex), frontier_bar(position, unit, here, hex)) if bar]
    needs, left = price(position, units, here, hex), ways.points_left(position, units)
    if needs > left:
        text = f"The assault on {position.hex_name(hex)} takes {count(needs, 'point')}, and {left} are left."
        found.append(Bar("10.25d", text))
    return found


def targets(position: Position, units: ways.Hand) -> list[int]:
    """The hexes that units can assault from where they stand."""
    here, side = position.state.place[units[0]], owner(position, units[0])
    return [
        n
        for n in position.plain.neighbours(here)
        if ground_at(position, n, 1 - side) and not bars(position, units, n)
    ]


# ---- the clauses ------------------------------------------------------------------------------------


def hand(case: Case) -> ways.Hand:
    return tuple(units_in(case.position, case.local.units))


@section.clause("10.24a", "march", verbs=ASSAULT, tier=Tier.WORDS)
def a_hex_is_assaulted(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("10.24a", "march", verbs=ASSAULT, tier=Tier.STANDING)
def an_adjacent_hex_with_enemies(case: Case) -> str | None:
    here = case.state.place[hand(case)[0]]
    if case.hex not in case.position.plain.neighbours(here):
        return f"{case.where(case.hex)} is not next to {case.where(here)}."
    held = ground_at(case.position, case.hex, case.enemy)
    return None if held else f"There is no enemy unit in {case.where(case.hex)}."


def _barred(case: Case, number: str) -> str | None:
    found = bars(case.position, hand(case), case.hex)
    return next((bar.text for bar in found if bar.rule == number), None)


@section.clause("3.6c", "march", verbs=ASSAULT)
def bulgaria_is_neutral(case: Case) -> str | None:
    return _barred(case, "3.6c")


@section.clause("5.10b", "march", verbs=ASSAULT)
def no_attack_in_the_pause(case: Case) -> str | None:
    return _barred(case, "5.10b")


@section.clause("5.11a", "march", verbs=ASSAULT)
def units_in_romania_do_not_assault_on_turn_1(case: Case) -> str | None:
    return _barred(case, "5.11a")


@section.clause("5.11b", "march", verbs=ASSAULT)
def hungary_is_closed_to_assaults_on_turn_1(case: Case) -> str | None:
    return _barred(case, "5.11b")


@section.clause("8.3c", "march", verbs=ASSAULT)
def sixth_ss_assaults_in_the_baltic_states(case: Case) -> str | None:
    return _barred(case, "8.3c")


@section.clause("9.6b", "march", verbs=ASSAULT)
def no_mobile_assault_on_hero_or_fortress_cities(case: Case) -> str | None:
    return _barred(case, "9.6b")


@section.clause("10.22a", "march", verbs=ASSAULT)
def satellites_do_not_assault_into_the_north(case: Case) -> str | None:
    return _barred(case, "10.22a")


@section.clause("10.23a", "march", verbs=ASSAULT)
def german_mechanized_units_in_single_months(case: Case) -> str | None:
    return _barred(case, "10.23a")


@section.clause("10.23b", "march", verbs=ASSAULT)
def soviet_mechanized_units_from_turn_25(case: Case) -> str | None:
    return _barred(case, "10.23b")


@section.clause("10.24c", "march", verbs=ASSAULT)
def a_soviet_unit_assaults_once(case: Case) -> str | None:
    return _barred(case, "10.24c")


@section.clause("10.24d", "march", verbs=ASSAULT)
def stacking_holds_in_the_launch_hex(case: Case) -> str | None:
    return _barred(case, "10.24d")


@section.clause("10.25a", "march", verbs=ASSAULT)
def only_clear_hexes(case: Case) -> str | None:
    return _barred(case, "10.25a")


@section.clause("10.25b", "march", verbs=ASSAULT)
def no_water_but_rivers(case: Case) -> str | None:
    return _barred(case, "10.25b")


@section.clause("10.25d", "march", verbs=ASSAULT)
def paid_in_full(case: Case) -> str | None:
    return _barred(case, "10.25d")


@section.clause("10.26a", "march", verbs=ASSAULT)
def supplied_in_the_launch_hex(case: Case) -> str | None:
    return _barred(case, "10.26a")


@section.clause("11.12c", "march", verbs=ASSAULT)
def with_an_attack_factor(case: Case) -> str | None:
    return _barred(case, "11.12c")
