"""5 Movement and exploitation, with 12.2, 12.3, 12.8 and 12.10: who may be picked up, and where a leg may go."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.overrun import can_overrun, may_overrun
from ostfront.games.barbarossa_1941.referee.position import (
    CLEAR,
    DEEP_FREEZE,
    ICY,
    MUD,
    WEATHER,
    Position,
    allowance,
    among,
    count,
    is_isolated,
    is_mobile,
    is_motorised,
    names,
    units_in,
    weather_at,
    weather_chart,
)
from ostfront.games.barbarossa_1941.referee.stacking import no_room
from ostfront.games.barbarossa_1941.referee.ways import (
    blamed,
    can_go,
    reach,
    slower_enemies,
    walkers,
)
from ostfront.games.barbarossa_1941.state import March
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("B41")

BEYOND = 4  # how far past its points a unit's way is still worked out, to tell the player what it costs


# ---- the reasoning ----------------------------------------------------------------------------------


def exploitation_points(position: Position, unit: int) -> int:
    """5: half the allowance in clear weather, fractions up; two points in icy weather."""
    weather = weather_at(position, position.state.place[unit])
    fixed = int(weather_chart(position, weather)["exploitation_points"])
    divisor = int(position.charts["movement"]["exploitation_divisor"])
    return fixed or -(-allowance(position, unit) // divisor)


def picked_up(position: Position, units: tuple[int, ...], *, exploiting: bool) -> March:
    """Units just taken in hand, which go at the pace of the slowest."""
    points = exploitation_points if exploiting else allowance
    bits = sum(1 << unit for unit in units)
    weather = WEATHER.index(weather_at(position, position.state.place[units[0]]))
    return March(
        position.roster.side[units[0]],
        bits,
        min(points(position, unit) for unit in units),
        strategic=not exploiting,
        overruns=may_overrun(position, units),
        exploiting=exploiting,
        weather=weather,
    )


def can_act(position: Position, march: March) -> bool:
    return can_go(position, march) or can_overrun(position, march)


# ---- who may be picked up ---------------------------------------------------------------------------


@section.clause("5a", "move", "exploit", verbs=("pick",), tier=Tier.WORDS)
def a_unit_that_moves(case: Case) -> str | None:
    unit, kind = case.unit, case.roster.type[case.unit]
    if is_mobile(case.position, unit) or kind in ("militia", "partisan", "air", "paratroop"):
        return None
    return f"{case.name(unit)} has no movement allowance: it never moves."


@section.clause("11.1b", "move", "exploit", verbs=("pick",), tier=Tier.WORDS)
def air_corps_rebase(case: Case) -> str | None:
    if not case.roster.is_air[case.unit]:
        return None
    return f"{case.name(case.unit)} is an air corps: it changes its base in the rebasing step."


@section.clause("12.5l", "move", "exploit", verbs=("pick",), tier=Tier.WORDS)
def the_fallschirmjaeger_only_drop(case: Case) -> str | None:
    if case.roster.type[case.unit] != "paratroop":
        return None
    return f"{case.name(case.unit)} does not move on the ground: it drops."


@section.clause("12.7c", "move", "exploit", verbs=("pick",), tier=Tier.WORDS)
def partisans_stay(case: Case) -> str | None:
    kind = case.roster.type[case.unit]
    return f"{case.name(case.unit)} cannot move: partisans stay." if kind == "partisan" else None


@section.clause("12.11c", "move", "exploit", verbs=("pick",), tier=Tier.WORDS)
def militia_stays(case: Case) -> str | None:
    kind = case.roster.type[case.unit]
    return f"{case.name(case.unit)} is militia, which never moves." if kind == "militia" else None


@section.clause("5a", "move", "exploit", verbs=("pick",), tier=Tier.STANDING)
def own_units_on_the_map(case: Case) -> str | None:
    if case.roster.side[case.unit] != case.side:
        return f"{case.name(case.unit)} is not yours."
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("5a", "move", "exploit", verbs=("pick",), tier=Tier.STANDING)
def each_unit_moves_once(case: Case) -> str | None:
    return f"{case.name(case.unit)} has made its move." if among(case.state.moved, case.unit) else None


@section.clause("10.1e", "move", "exploit", verbs=("pick",), tier=Tier.STANDING)
def rail_and_sea_use_all_movement(case: Case) -> str | None:
    if not among(case.state.carried, case.unit):
        return None
    return f"{case.name(case.unit)} has gone by rail or sea, which takes its whole movement."


@section.clause("12.5j", "move", "exploit", verbs=("pick",), tier=Tier.STANDING)
def dropped_troops_stay(case: Case) -> str | None:
    if not among(case.state.dropped, case.unit):
        return None
    return f"{case.name(case.unit)} has dropped and stays in its drop hex."


def _nowhere(case: Case) -> str:
    name = case.name(case.unit)
    return f"{name} has nowhere to go: the hexes around it are closed, full, or held or controlled by the enemy."


@section.clause("5e", "move", verbs=("pick",))
def somewhere_to_move(case: Case) -> str | None:
    if can_act(case.position, picked_up(case.position, (case.unit,), exploiting=False)):
        return None
    return _nowhere(case)


# ---- exploitation -----------------------------------------------------------------------------------


@section.clause("5f", "exploit", verbs=("pick",), tier=Tier.STANDING)
def only_motorised_units_exploit(case: Case) -> str | None:
    if is_motorised(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} is not motorised; only motorised units exploit."


@section.clause("8.1a", "exploit", verbs=("pick",), tier=Tier.STANDING)
def isolated_units_do_not_exploit(case: Case) -> str | None:
    return (
        f"{case.name(case.unit)} is isolated and cannot exploit." if is_isolated(case.position, case.unit) else None
    )


def _weather_forbids(case: Case, weather: str) -> str | None:
    """Exploitation in weather that does not allow it; where the unit stands."""
    here = case.state.place[case.unit]
    if not case.position.on_map(case.unit) or weather_at(case.position, here) != weather:
        return None
    return f"There is no exploitation in {weather}, which lies over {case.where(here)}."


@section.clause("12.3e", "exploit", verbs=("pick",))
def no_exploitation_in_mud(case: Case) -> str | None:
    return _weather_forbids(case, MUD)


@section.clause("12.3j", "exploit", verbs=("pick",))
def no_exploitation_in_deep_freeze(case: Case) -> str | None:
    return _weather_forbids(case, DEEP_FREEZE)


@section.clause("5e", "exploit", verbs=("pick",))
def somewhere_to_exploit(case: Case) -> str | None:
    if weather_at(case.position, case.state.place[case.unit]) not in (CLEAR, ICY):
        return None
    if can_act(case.position, picked_up(case.position, (case.unit,), exploiting=True)):
        return None
    return _nowhere(case)


# ---- units that move together -----------------------------------------------------------------------


def in_hand(case: Case) -> list[int]:
    return units_in(case.position, case.local.units)


def start_of(case: Case) -> int:
    """The hex of the units in hand."""
    return case.state.place[in_hand(case)[0]]


@section.clause("7a", "march", verbs=("with",), tier=Tier.STANDING)
def joins_at_the_start(case: Case) -> str | None:
    return None if case.local.fresh else "A stack is formed before it moves."


@section.clause("7a", "march", verbs=("with",), tier=Tier.STANDING)
def joins_from_the_same_hex(case: Case) -> str | None:
    unit, here = case.unit, start_of(case)
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if among(case.local.units, unit):
        return f"{case.name(unit)} is in hand already."
    return None if case.state.place[unit] == here else f"{case.name(unit)} is not in {case.where(here)}."


@section.clause("5a", "march", verbs=("with",), tier=Tier.STANDING)
def joins_before_it_has_moved(case: Case) -> str | None:
    return f"{case.name(case.unit)} has made its move." if among(case.state.moved, case.unit) else None


@section.clause("10.1e", "march", verbs=("with",), tier=Tier.STANDING)
def joins_if_not_carried(case: Case) -> str | None:
    if not among(case.state.carried, case.unit):
        return None
    return f"{case.name(case.unit)} has gone by rail or sea, which takes its whole movement."


@section.clause("7a", "march", verbs=("with",))
def motorised_units_join(case: Case) -> str | None:
    slow = [unit for unit in (*in_hand(case), case.unit) if not is_motorised(case.position, unit)]
    if not slow:
        return None
    return f"Only motorised units move as a stack, to overrun; {case.name(slow[0])} is not motorised."


@section.clause("8.1a", "march", verbs=("with",))
def supplied_units_join(case: Case) -> str | None:
    cut_off = [unit for unit in (*in_hand(case), case.unit) if is_isolated(case.position, unit)]
    return f"{case.name(cut_off[0])} is isolated and cannot overrun, so it moves alone." if cut_off else None


# ---- a leg ------------------------------------------------------------------------------------------


@section.clause("5a", "march", verbs=("go",), tier=Tier.WORDS)
def no_move_off_the_map(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("5a", "march", verbs=("go",), tier=Tier.STANDING)
def a_leg_leads_elsewhere(case: Case) -> str | None:
    if case.hex != start_of(case):
        return None
    stands = "stands" if len(in_hand(case)) == 1 else "stand"
    return f"{names(case.position, in_hand(case))} {stands} in {case.where(case.hex)}; 'stop' ends the move there."


def _blames(case: Case, number: str) -> bool:
    return number in blamed(case.position, case.local, case.hex)


def _points(case: Case) -> int:
    march: March = case.local
    return max(0, march.allowance - march.used + march.strategic)


def _needs(case: Case) -> str:
    """What the way to the hex takes, as far as it is worked out."""
    for extra in range(1, BEYOND + 1):
        cost = reach(case.position, case.local, extra=extra).get(case.hex)
        if cost is not None:
            return f"{cost}"
    return f"more than {_points(case) + BEYOND}"


def _too_dear(case: Case, number: str, reason: str) -> str | None:
    """A part of the cost without which the hex would be in reach."""
    if not _blames(case, number):
        return None
    return f"{case.where(case.hex)} takes {count(_points(case) + 1, 'point')} or more, as {reason}."


@section.clause("5a", "march", verbs=("go",))
def enough_movement_points(case: Case) -> str | None:
    if not _blames(case, "5a"):
        return None
    who = names(case.position, in_hand(case))
    verb = "has" if len(in_hand(case)) == 1 else "have"
    left = count(_points(case), "movement point")
    return f"{who} {verb} {left} left; the way to {case.where(case.hex)} takes {_needs(case)}."


@section.clause("5b", "march", verbs=("go",))
def stops_in_an_enemy_zoc(case: Case) -> str | None:
    if not _blames(case, "5b"):
        return None
    if case.local.stopped:
        return f"{names(case.position, in_hand(case))} must stop: {case.where(start_of(case))} is in an enemy ZOC."
    return f"The way to {case.where(case.hex)} leads through an enemy ZOC, where a move must stop."


@section.clause("5c", "march", verbs=("go",))
def leaving_a_zoc_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "5c", "leaving an enemy ZOC costs one more")


@section.clause("5d", "march", verbs=("go",))
def only_the_faster_slip_through(case: Case) -> str | None:
    if not _blames(case, "5d"):
        return None
    found = slower_enemies(case.position, walkers(case.position, case.local), case.hex)
    return found.text if found else f"The way to {case.where(case.hex)} leads from one enemy ZOC into another."


@section.clause("12.3d", "march", verbs=("go",))
def mud_closes_the_way(case: Case) -> str | None:
    if not _blames(case, "12.3d"):
        return None
    return (
        "In mud motorised units enter no marsh or mountain, nor forest across a river; "
        f"that closes the way to {case.where(case.hex)}."
    )


@section.clause("12.10a", "march", verbs=("go",))
def the_river_costs_too_much(case: Case) -> str | None:
    return _too_dear(case, "12.10a", "crossing a river into an enemy ZOC costs one more")


@section.clause("12.10b", "march", verbs=("go",))
def the_lake_closes_the_way(case: Case) -> str | None:
    return (
        f"The way to {case.where(case.hex)} leads over a lake, which is not frozen."
        if _blames(case, "12.10b")
        else None
    )


@section.clause("12.10c", "march", verbs=("go",))
def the_estuary_closes_the_way(case: Case) -> str | None:
    if not _blames(case, "12.10c"):
        return None
    return f"The way to {case.where(case.hex)} leads across an estuary or a strait, which nobody crosses."


@section.clause("12.10e", "march", verbs=("go",))
def the_strait_of_kerch(case: Case) -> str | None:
    if not _blames(case, "12.10e"):
        return None
    where = case.where(case.hex)
    return f"The way to {where} crosses the strait of Kerch, which takes naval superiority in the Black Sea."


@section.clause("5a", "march", verbs=("go",))
def the_way_is_barred(case: Case) -> str | None:
    if not _blames(case, "on the way"):
        return None
    who = names(case.position, in_hand(case))
    return f"The way to {case.where(case.hex)} leads through hexes that {who} cannot enter."


# ---- the end of a move ------------------------------------------------------------------------------


@section.clause("3a", "march", verbs=("stop",))
def stops_where_there_is_room(case: Case) -> str | None:
    found = no_room(case.position, in_hand(case), start_of(case))
    return found.text if found else None
