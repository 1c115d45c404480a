"""10 Regular movement: who is taken in hand, who moves together, where a leg goes; leaving by Bulgaria (8.26).

How far is in ways.py, mobile assaults in mobile_assault.py, the sea in naval.py.
"""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.referee import caucasus, mobile_assault, ways
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    count,
    is_cavalry_group,
    is_coastal_army,
    is_ground,
    is_static,
    names,
    owner,
    units_in,
)
from ostfront.games.barbarossa_deluxe.state import ENDED
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

PICK, WITH, TAKEN, DROP = ("pick",), ("with",), ("pick", "with"), ("drop",)
GO, LEAVE = ("go",), ("leave",)
BOTH = ("move", "march")


# ---- the reasoning ----------------------------------------------------------------------------------


def hand(case: Case) -> ways.Hand:
    """The units in hand."""
    return tuple(units_in(case.position, case.local.units))


def here(case: Case) -> int:
    """Where the units in hand stand."""
    return case.state.place[hand(case)[0]]


def stands_fast(position: Position, unit: int) -> bool:
    """12.7: of the German side, in Stalingrad since the turn began; units that came in later are free."""
    return unit in units_in(position, position.state.stalingrad_bound)


def exit_bars(position: Position, units: ways.Hand) -> list[Bar]:
    """8.26: why units do not leave the map by Bulgaria."""
    found = []
    where = position.state.place[units[0]]
    if owner(position, units[0]) != SOVIET:
        found.append(Bar("8.26a", "Only a Soviet unit leaves by Bulgaria."))
    elif where not in ways.leaves_by(position):
        found.append(Bar("8.26a", f"{position.hex_name(where)} is not on Bulgaria's south edge."))
    elif position.state.bulgarian_exit:
        found.append(Bar("8.26a", "A unit has left by Bulgaria; one does in a game."))
    elif len(units) > 1:
        found.append(Bar("8.26a", f"One unit leaves by Bulgaria, not {names(position, units)}."))
    elif ways.points_left(position, units) < 1:
        found.append(Bar("8.26a", f"{names(position, units)} has no point left to leave the map."))
    groups = [unit for unit in units if is_cavalry_group(position, unit)]
    if groups:
        found.append(Bar("8.30b", f"{position.unit_name(groups[0])} does not leave its logistics area."))
    return found


def can_act(position: Position, unit: int) -> bool:
    """Whether a unit that is taken in hand could move, assault or leave."""
    units = (unit,)
    return (
        bool(ways.goals(position, units))
        or bool(mobile_assault.targets(position, units))
        or not exit_bars(position, units)
    )


def is_free(position: Position, unit: int) -> bool:
    """Whether a unit of the stack that is moving has not finished, and moves at all."""
    state = position.state
    if is_static(position, unit) or is_coastal_army(position, unit) or not is_ground(position, unit):
        return False
    return not among(state.moved | state.bound, unit) and not stands_fast(position, unit)


def rest_of_the_stack(case: Case) -> list[int]:
    """10.6: the units that began the phase with those in hand."""
    position, units = case.position, hand(case)
    return [
        unit
        for unit in range(case.roster.count)
        if unit not in units
        and owner(position, unit) == case.side
        and position.on_map(unit)
        and case.state.began[unit] == case.state.began[units[0]]
    ]


# ---- who is taken in hand ---------------------------------------------------------------------------


@section.clause("10.1c", *BOTH, verbs=TAKEN, tier=Tier.STANDING)
def own_units_on_the_map(case: Case) -> str | None:
    if owner(case.position, case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    if case.position.on_map(case.unit) or case.position.in_box(case.unit, "caucasus"):
        return None
    return f"{case.name(case.unit)} is not on the map."


@section.clause("4.13g", "move", verbs=PICK, tier=Tier.STANDING)
def back_from_the_caucasus(case: Case) -> str | None:
    """Soviet armies come back one by one; the German force is recalled as a whole (4.13f)."""
    position, unit = case.position, case.unit
    if not position.in_box(unit, "caucasus"):
        return None
    if case.side != SOVIET or case.state.expedition != ENDED:
        return f"{case.name(unit)} is in the Caucasus, and the expedition is not over."
    if any(caucasus.fits_with_the_rest(position, SOVIET, unit, hex) for hex in caucasus.exit_hexes(position)):
        return None
    return f"{case.name(unit)} cannot come back: no exit hex is free of enemies and has room."


@section.clause("8.31b", *BOTH, verbs=TAKEN, tier=Tier.STANDING)
def tigers_move_with_their_corps(case: Case) -> str | None:
    if case.roster.type[case.unit] != "tiger":
        return None
    return f"{case.name(case.unit)} moves only with the corps it supports."


@section.clause("8.32b", *BOTH, verbs=TAKEN, tier=Tier.STANDING)
def groups_move_with_their_army(case: Case) -> str | None:
    if case.roster.type[case.unit] != "cavalry-mechanized":
        return None
    return f"{case.name(case.unit)} moves only with the army it supports."


@section.clause("10.1a", *BOTH, verbs=TAKEN, tier=Tier.STANDING)
def static_units_have_no_factor(case: Case) -> str | None:
    return f"{case.name(case.unit)} never moves." if is_static(case.position, case.unit) else None


@section.clause("10.34a", *BOTH, verbs=TAKEN, tier=Tier.STANDING)
def the_coastal_army_goes_by_sea(case: Case) -> str | None:
    if not is_coastal_army(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} does not march: it goes from port to port ('sail')."


@section.clause("10.2b", *BOTH, verbs=TAKEN)
def a_finished_move_is_over(case: Case) -> str | None:
    """By its own 'stop', or because a unit of another stack was taken in hand since (10.6)."""
    if not among(case.state.moved, case.unit) or among(case.state.bound, case.unit):
        return None
    return f"{case.name(case.unit)} has finished its move."


@section.clause("10.16b", *BOTH, verbs=TAKEN)
def who_has_sailed_does_not_march(case: Case) -> str | None:
    return f"{case.name(case.unit)} has gone by sea." if among(case.state.bound, case.unit) else None


@section.clause("12.7a", *BOTH, verbs=TAKEN)
def the_garrison_of_stalingrad_stays(case: Case) -> str | None:
    if not stands_fast(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} stands fast in Stalingrad this turn."


@section.clause("10.1b", "move", verbs=PICK)
def somewhere_to_go(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if not position.on_map(unit) or not is_free(position, unit) or can_act(position, unit):
        return None
    return f"{case.name(unit)} has nowhere to go with the points it has left."


# ---- moving together --------------------------------------------------------------------------------


@section.clause("10.5", "march", verbs=WITH, tier=Tier.STANDING)
def joins_in_the_same_hex(case: Case) -> str | None:
    if among(case.local.units, case.unit):
        return f"{case.name(case.unit)} is in hand."
    if case.state.place[case.unit] == here(case):
        return None
    return f"{case.name(case.unit)} is not in {case.where(here(case))}."


@section.clause("10.5", "march", verbs=WITH)
def began_the_phase_together(case: Case) -> str | None:
    first = hand(case)[0]
    if case.state.began[case.unit] == case.state.began[first]:
        return None
    return f"{case.name(case.unit)} and {case.name(first)} did not begin the phase in the same hex."


@section.clause("10.6", "march", verbs=WITH)
def put_down_for_this_leg(case: Case) -> str | None:
    if not among(case.local.dropped, case.unit):
        return None
    return f"{case.name(case.unit)} was put down here; it joins again after the next leg at the earliest."


@section.clause("10.7", "march", verbs=WITH)
def the_slowest_can_still_go_on(case: Case) -> str | None:
    position, units = case.position, (*hand(case), case.unit)
    if not is_free(position, case.unit) or case.state.began[case.unit] != case.state.began[units[0]]:
        return None
    if ways.goals(position, units) or mobile_assault.targets(position, units):
        return None
    return f"Together with {case.name(case.unit)} the units in hand can go nowhere."


@section.clause("10.6", "march", verbs=DROP, tier=Tier.STANDING)
def puts_down_a_unit_in_hand(case: Case) -> str | None:
    return None if among(case.local.units, case.unit) else f"{case.name(case.unit)} is not in hand."


@section.clause("10.6", "march", verbs=DROP)
def the_last_one_stops(case: Case) -> str | None:
    if len(hand(case)) > 1:
        return None
    if case.local.fresh:
        return f"{case.name(case.unit)} is the only one in hand and has not moved; 'stop' ends its move."
    if any(is_free(case.position, unit) for unit in rest_of_the_stack(case)):
        return None
    return f"Nobody else of the stack can move while {case.name(case.unit)} waits; 'stop' ends its move."


# ---- a leg ------------------------------------------------------------------------------------------


@section.clause("10.21", "march", verbs=GO, tier=Tier.WORDS)
def no_move_off_the_map(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("10.1b", "march", verbs=GO, tier=Tier.STANDING)
def a_leg_leads_elsewhere(case: Case) -> str | None:
    if case.hex != here(case):
        return None
    return f"{names(case.position, hand(case))} is in {case.where(case.hex)}; 'stop' ends the move there."


def _blames(case: Case, number: str) -> bool:
    return number in ways.blamed(case.position, hand(case), case.hex)


def _closed(case: Case, number: str, reason: str) -> str | None:
    """The sentence for a hex that is closed itself, or lies behind what is closed."""
    if not _blames(case, number):
        return None
    units = hand(case)
    for found in (ways.rest_bar(case.position, units, case.hex), ways.of_the_hex(case.position, units, case.hex)):
        if found and found.rule == number:
            return found.text
    return f"The way to {case.where(case.hex)} is closed: {reason}."


@section.clause("3.6c", "march", verbs=GO)
def bulgaria_is_neutral(case: Case) -> str | None:
    return _closed(case, "3.6c", "Bulgaria is neutral")


@section.clause("5.11a", "march", verbs=GO)
def nobody_leaves_romania_on_turn_1(case: Case) -> str | None:
    return _closed(case, "5.11a", "units in Romania move inside it on turn 1")


@section.clause("5.11b", "march", verbs=GO)
def nobody_enters_or_leaves_hungary_on_turn_1(case: Case) -> str | None:
    return _closed(case, "5.11b", "units of the German side neither enter nor leave Hungary on turn 1")


@section.clause("5.11c", "march", verbs=GO)
def soviets_stay_out_of_two_countries_on_turn_1(case: Case) -> str | None:
    return _closed(case, "5.11c", "Soviet units do not enter Hungary or Romania on turn 1")


@section.clause("6.2a", "march", verbs=GO)
def full_hexes_are_not_entered(case: Case) -> str | None:
    return _closed(case, "6.3", "full hexes are not passed through")


@section.clause("6.4", "march", verbs=GO)
def one_satellite_army_in_a_hex(case: Case) -> str | None:
    return _closed(case, "6.4", "a satellite army does not pass another")


@section.clause("8.3c", "march", verbs=GO)
def sixth_ss_stays_in_the_baltic_states(case: Case) -> str | None:
    return _closed(case, "8.3c", "6th SS Corps stays in the Baltic states")


@section.clause("8.3e", "march", verbs=GO)
def the_straits_command_stays_in_the_crimea(case: Case) -> str | None:
    return _closed(case, "8.3e", "the Kerch Straits Command stays in its area")


@section.clause("8.30b", "march", verbs=GO)
def cavalry_groups_stay_in_their_area(case: Case) -> str | None:
    return _closed(case, "8.30b", "cavalry groups stay in their logistics area")


@section.clause("8.30d", "march", verbs=GO)
def one_cavalry_group_in_a_hex(case: Case) -> str | None:
    return _closed(case, "8.30d", "one cavalry group to a hex")


@section.clause("8.30f", "march", verbs=GO)
def cavalry_groups_do_not_end_in_cities(case: Case) -> str | None:
    return _closed(case, "8.30f", "cavalry groups do not end a move in a city")


@section.clause("8.31a", "march", verbs=GO)
def one_tiger_battalion_in_a_hex(case: Case) -> str | None:
    return _closed(case, "8.31a", "Tiger battalions do not meet")


@section.clause("8.32a", "march", verbs=GO)
def one_cavalry_mechanized_group_in_a_hex(case: Case) -> str | None:
    return _closed(case, "8.32a", "cavalry-mechanized groups do not meet")


@section.clause("10.1b", "march", verbs=GO)
def enough_movement_points(case: Case) -> str | None:
    if not _blames(case, "10.1b"):
        return None
    position, units = case.position, hand(case)
    left = ways.points_left(position, units)
    takes = ways.reach(position, units, more=ways.ENDLESS).get(case.hex)
    has = "has" if len(units) == 1 else "have"
    if takes is None:
        return f"No way leads {names(position, units)} to {case.where(case.hex)}."
    return f"{names(position, units)} {has} {count(left, 'point')} left; {case.where(case.hex)} takes {takes}."


@section.clause("10.4", "march", verbs=GO)
def enemies_close_a_hex(case: Case) -> str | None:
    return _closed(case, "10.4", "enemies stand in the way")


@section.clause("10.13", "march", verbs=GO)
def lakes_and_seas_are_closed(case: Case) -> str | None:
    return _closed(case, "10.13", "it leads over water")


@section.clause("10.14a", "march", verbs=GO)
def one_stack_crosses_kerch(case: Case) -> str | None:
    if not _blames(case, "10.14a"):
        return None
    if case.state.crossed:
        return "A stack has crossed the Kerch Strait in this phase."
    return "The Kerch Strait is crossed by a whole move, from the hex in which the units began the phase."


@section.clause("10.15a", "march", verbs=GO)
def the_sivash_opens_on_turn_7(case: Case) -> str | None:
    return _closed(case, "10.15a", "the Sivash is not crossed before turn 7")


@section.clause("10.15b", "march", verbs=GO)
def the_sivash_is_for_soviet_foot(case: Case) -> str | None:
    return _closed(case, "10.15b", "only Soviet units on foot move across the Sivash")


@section.clause("10.22a", "march", verbs=GO)
def satellites_stay_in_the_south(case: Case) -> str | None:
    return _closed(case, "10.22a", "Axis satellites do not go north of the logistics line")


# ---- leaving the map --------------------------------------------------------------------------------


def _stays(case: Case, number: str) -> str | None:
    found = exit_bars(case.position, hand(case))
    return next((bar.text for bar in found if bar.rule == number), None)


@section.clause("8.26a", "march", verbs=LEAVE)
def one_soviet_unit_leaves_by_bulgaria(case: Case) -> str | None:
    return _stays(case, "8.26a")


@section.clause("8.30b", "march", verbs=LEAVE)
def no_cavalry_group_leaves_the_map(case: Case) -> str | None:
    return _stays(case, "8.30b")
