"""7 Overruns: who may, into what, and for how many points; and the hex they clear."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.ground import closed_step, ground_cost
from ostfront.games.barbarossa_1941.referee.position import (
    WEATHER,
    Position,
    combat_at,
    count,
    is_isolated,
    is_motorised,
    majors,
    names,
    units_in,
)
from ostfront.games.barbarossa_1941.referee.stacking import allies_apart, too_many_points
from ostfront.games.barbarossa_1941.referee.ways import enemies_next_to, ignores_zocs
from ostfront.games.barbarossa_1941.referee.zoc import in_enemy_zoc
from ostfront.games.barbarossa_1941.state import March
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar, of_rule

section = Section[Case]("B41")


# ---- the reasoning ----------------------------------------------------------------------------------


def may_overrun(position: Position, units: tuple[int, ...]) -> bool:
    """7: supplied, all motorised, and not beginning in an enemy ZOC, which Germans on turn 1 may (12.8)."""
    if not all(is_motorised(position, unit) and not is_isolated(position, unit) for unit in units):
        return False
    side, hex = position.roster.side[units[0]], position.state.place[units[0]]
    return ignores_zocs(position, units) or not in_enemy_zoc(position, side, hex)


def overrun_cost(position: Position, hex: int) -> int:
    """7: the defender's ground and one point more."""
    return ground_cost(position, True, hex) + int(position.charts["movement"]["overrun_extra"])


def forbidden_ground(position: Position, here: int, hex: int) -> str | None:
    """7.1: major cities, marsh, arctic ground, and rivers in any weather."""
    chart, name = position.charts["terrain"], position.hex_name(hex)
    if hex in majors(position):
        return f"{name} is a major city, which cannot be overrun."
    ground = position.ground(hex)
    if not chart.get(ground, {}).get("overrun", False):
        return f"{name} is {ground}, where nothing can be overrun."
    if "river" in position.sides(here, hex):
        return f"{name} lies across a river, over which nothing can be overrun."
    return None


def overrun_bar(position: Position, march: March, hex: int) -> Bar | None:
    """Why the units in hand cannot overrun a hex."""
    units, side = units_in(position, march.units), march.side
    here = position.state.place[units[0]]
    where = position.hex_name(hex)
    if hex not in enemies_next_to(position, side, here):
        if combat_at(position, hex, 1 - side):
            return Bar("7a", f"{where} is not next to {position.hex_name(here)}; an overrun goes into the next hex.")
        return Bar("7a", f"There is no enemy to overrun in {where}.")
    ground = forbidden_ground(position, here, hex)
    if ground:
        return Bar("7.1", ground)
    closed = closed_step(position, side, True, here, hex, WEATHER[march.weather])
    if closed:
        return closed
    left, cost = max(0, march.allowance - march.used), overrun_cost(position, hex)
    if cost > left:
        return Bar("7c", f"An overrun of {where} takes {count(cost, 'point')}; {names(position, units)} "
                         f"{'has' if len(units) == 1 else 'have'} {left} left.")  # fmt: skip
    return None


def can_overrun(position: Position, march: March) -> bool:
    """Whether any hex can be overrun from where the units are."""
    if not march.overruns:
        return False
    here = position.state.place[units_in(position, march.units)[0]]
    return any(overrun_bar(position, march, hex) is None for hex in enemies_next_to(position, march.side, here))


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("7a", "march", verbs=("overrun",), tier=Tier.WORDS)
def overruns_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("7a", "march", verbs=("overrun",), tier=Tier.STANDING)
def only_motorised_units_overrun(case: Case) -> str | None:
    slow = [unit for unit in units_in(case.position, case.local.units) if not is_motorised(case.position, unit)]
    return f"{names(case.position, slow)} cannot overrun: only motorised units do." if slow else None


@section.clause("8.1a", "march", verbs=("overrun",), tier=Tier.STANDING)
def isolated_units_do_not_overrun(case: Case) -> str | None:
    cut_off = [unit for unit in units_in(case.position, case.local.units) if is_isolated(case.position, unit)]
    return f"{names(case.position, cut_off)} cannot overrun without supply." if cut_off else None


@section.clause("7b", "march", verbs=("overrun",), tier=Tier.STANDING)
def not_begun_in_an_enemy_zoc(case: Case) -> str | None:
    units = tuple(units_in(case.position, case.local.units))
    fit = all(is_motorised(case.position, unit) and not is_isolated(case.position, unit) for unit in units)
    if not fit or case.local.overruns:
        return None
    return f"{names(case.position, units)} began in an enemy ZOC and cannot overrun."


@section.clause("7a", "march", verbs=("overrun",))
def overruns_an_enemy_next_door(case: Case) -> str | None:
    return of_rule(overrun_bar(case.position, case.local, case.hex), "7a")


@section.clause("7c", "march", verbs=("overrun",))
def enough_points_to_overrun(case: Case) -> str | None:
    return of_rule(overrun_bar(case.position, case.local, case.hex), "7c")


@section.clause("7.1", "march", verbs=("overrun",))
def ground_that_can_be_overrun(case: Case) -> str | None:
    return of_rule(overrun_bar(case.position, case.local, case.hex), "7.1")


@section.clause("12.3d", "march", verbs=("overrun",))
def mud_closes_ground_to_overruns(case: Case) -> str | None:
    return of_rule(overrun_bar(case.position, case.local, case.hex), "12.3d")


@section.clause("12.10b", "march", verbs=("overrun",))
def no_overrun_across_a_lake(case: Case) -> str | None:
    return of_rule(overrun_bar(case.position, case.local, case.hex), "12.10b")


@section.clause("12.10c", "march", verbs=("overrun",))
def no_overrun_across_an_estuary(case: Case) -> str | None:
    return of_rule(overrun_bar(case.position, case.local, case.hex), "12.10c")


@section.clause("12.10e", "march", verbs=("overrun",))
def no_overrun_across_a_closed_strait(case: Case) -> str | None:
    return of_rule(overrun_bar(case.position, case.local, case.hex), "12.10e")


# ---- 7.2: into the hex that was cleared --------------------------------------------------------------


def target_of(case: Case) -> int:
    """The hex that was overrun."""
    hex: int = case.local.target
    return hex


@section.clause("7.2b", "follow", verbs=("enter",))
def enters_a_vacated_hex(case: Case) -> str | None:
    held = combat_at(case.position, target_of(case), case.enemy)
    if not held:
        return None
    return f"{case.where(target_of(case))} is not vacated: {names(case.position, held)} is still there."


@section.clause("3a", "follow", verbs=("enter",))
def follows_within_the_limit(case: Case) -> str | None:
    return too_many_points(case.position, units_in(case.position, case.local.units), target_of(case))


@section.clause("12.2a", "follow", verbs=("enter",))
def allies_follow_apart(case: Case) -> str | None:
    return allies_apart(case.position, units_in(case.position, case.local.units), target_of(case))
