"""6.1 Retreat: the second loss turned into a hex of ground (with 4, 6, 12.2, 12.5, 12.8, 12.10)."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.combat import sentence
from ostfront.games.barbarossa_1941.referee.ground import closed_step, ground_cost, kerch_cost
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    combat_at,
    count,
    country,
    fought_for,
    is_motorised,
    majors,
    weather_at,
)
from ostfront.games.barbarossa_1941.referee.reaction import drop_hex
from ostfront.games.barbarossa_1941.referee.stacking import (
    allies_apart,
    enemy_there,
    italian_at_the_coast,
    on_a_lake,
    too_many_points,
    too_weak_to_scatter,
)
from ostfront.games.barbarossa_1941.referee.supply_lines import sources
from ostfront.games.barbarossa_1941.referee.zoc import barred_by_zoc
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("B41")

RETREAT = ("retreat",)

# ---- the reasoning ----------------------------------------------------------------------------------


def way_to_supply(
    position: Position, side: int, finnish: bool, motorised: bool, weather: str, leaving: int
) -> Mapping[int, int]:
    """6.1a: by hex, the movement points to the nearest source other than the hex left.

    Enemy-held hexes are closed, ZOCs do not matter.
    """
    key = ("way to supply", side, finnish, motorised, weather, leaving)
    return position.once(key, lambda: _way_to_supply(position, side, finnish, motorised, weather, leaving))


def _way_to_supply(
    position: Position, side: int, finnish: bool, motorised: bool, weather: str, leaving: int
) -> Mapping[int, int]:
    enemies = fought_for(position)[1 - side]
    found = dict.fromkeys(set(sources(position, side, finnish=finnish)) - {leaving}, 0)
    queue = [(0, hex) for hex in found]
    done: set[int] = set()
    while queue:  # from the sources back to the units
        cost, hex = heapq.heappop(queue)
        if hex in done:
            continue
        done.add(hex)
        onward = cost + ground_cost(position, motorised, hex)
        for n in position.plain.neighbours(hex):
            if n in done or n in enemies or position.ground(n) == "sea":
                continue
            if closed_step(position, side, motorised, n, hex, weather):
                continue
            total = onward + kerch_cost(position, n, hex)
            if total < found.get(n, total + 1):
                found[n] = total
                heapq.heappush(queue, (total, n))
    return found


def distances(position: Position, units: Sequence[int], hex: int) -> Mapping[int, int]:
    """For a stack: at the costs of its slowest class, which is motorised: no ground costs that class less."""
    roster = position.roster
    finnish = all(roster.nation[unit] == "Finnish" for unit in units)
    motorised = any(is_motorised(position, unit) for unit in units)
    return way_to_supply(position, roster.side[units[0]], finnish, motorised, weather_at(position, hex), hex)


def finns_abroad(position: Position, units: Sequence[int], hex: int) -> str | None:
    """12.2: Finns beyond their frontier and an enemy ZOC that is not cancelled."""
    finns = [unit for unit in units if position.roster.nation[unit] == "Finnish"]
    if not finns or country(position, hex) == "Finland":
        return None
    if hex not in barred_by_zoc(position, position.roster.side[finns[0]]):
        return None
    where = position.hex_name(hex)
    return (
        f"{position.unit_name(finns[0])} may not enter {where}: it is beyond the Finnish frontier, in an enemy ZOC."
    )


def closed_to(position: Position, units: Sequence[int], a: int, b: int) -> Bar | None:
    """Why the ground or the hexside keeps any of the units out."""
    side, weather = position.roster.side[units[0]], weather_at(position, a)
    for motorised in sorted({is_motorised(position, unit) for unit in units}):
        found = closed_step(position, side, motorised, a, b, weather)
        if found:
            return found
    return None


def bars(position: Position, units: Sequence[int], hex: int, closed: int) -> list[Bar]:
    """All that speaks against a retreat of a stack into a hex; `closed`: where airborne troops bar the way."""
    here, side = position.state.place[units[0]], position.roster.side[units[0]]
    name, where = position.hex_name(hex), position.hex_name(here)
    if hex not in position.plain.neighbours(here):
        return [Bar("6.1b", f"{name} is not next to {where}; a retreat is one hex.")]
    judged = [
        ("6.1b", enemy_there(position, side, hex)),
        ("3a", too_many_points(position, units, hex)),
        ("12.2a", allies_apart(position, units, hex)),
        ("12.2b", finns_abroad(position, units, hex)),
        ("12.2e", italian_at_the_coast(position, units, hex)),
        ("12.5d", too_weak_to_scatter(position, units, hex)),
        ("12.10d", on_a_lake(position, hex)),
    ]
    if hex == closed:
        judged.append(("12.5j", f"Airborne troops have dropped in {name}: nobody retreats there."))
    found = [Bar(rule, text) for rule, text in judged if text]
    step = closed_to(position, units, here, hex)
    if step:
        found.append(step)
    if not found and hex not in majors(position):  # 4g
        found += _farther(position, units, here, hex)
    return found


def _farther(position: Position, units: Sequence[int], here: int, hex: int) -> list[Bar]:
    way = distances(position, units, here)
    if here not in way:
        return []  # 6.1a: no source can be reached
    name = position.hex_name(hex)
    if hex not in way:
        return [Bar("6.1a", f"No supply source can be reached from {name}; a retreat goes towards supply.")]
    if way[hex] <= way[here]:
        return []
    there = f"{name} is {count(way[hex], 'movement point')} from the nearest supply source"
    return [Bar("6.1a", f"{there}, {position.hex_name(here)} only {way[here]}; a retreat goes towards supply.")]


# ---- the clauses ------------------------------------------------------------------------------------


def stack(case: Case) -> list[int]:
    """The units that would retreat."""
    return combat_at(case.position, case.local.target, case.side)


def _barred(case: Case, number: str) -> str | None:
    units = stack(case)
    if not units:
        return None
    return sentence(bars(case.position, units, case.hex, drop_hex(case.position, case.local)), number)


@section.clause("6.1b", "second loss", verbs=RETREAT, tier=Tier.WORDS)
def retreats_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("6o", "second loss", verbs=RETREAT, tier=Tier.STANDING)
def somebody_retreats(case: Case) -> str | None:
    return None if stack(case) else f"No defender is left in {case.where(case.local.target)}."


@section.clause("6q", "second loss", verbs=RETREAT, tier=Tier.STANDING)
def static_units_stay(case: Case) -> str | None:
    static = [unit for unit in stack(case) if case.roster.is_static[unit]]
    return f"{case.name(static[0])} is static: its stack takes all results as losses." if static else None


@section.clause("12.8a", "second loss", verbs=RETREAT, tier=Tier.STANDING)
def no_soviet_retreat_on_turn_one(case: Case) -> str | None:
    first = int(case.position.charts["crt"]["retreat"]["soviet_from_turn"])
    if case.side != SOVIET or case.state.turn >= first:
        return None
    return "Soviet units do not retreat on turn 1."


@section.clause("3a", "second loss", verbs=RETREAT)
def six_points_in_a_hex(case: Case) -> str | None:
    return _barred(case, "3a")


@section.clause("5a", "second loss", verbs=RETREAT)
def not_into_the_sea(case: Case) -> str | None:
    return _barred(case, "5a")


@section.clause("6.1a", "second loss", verbs=RETREAT)
def towards_supply(case: Case) -> str | None:
    return _barred(case, "6.1a")


@section.clause("6.1b", "second loss", verbs=RETREAT)
def one_hex_and_not_into_enemies(case: Case) -> str | None:
    return _barred(case, "6.1b")


@section.clause("12.2a", "second loss", verbs=RETREAT)
def romanians_and_hungarians_apart(case: Case) -> str | None:
    return _barred(case, "12.2a")


@section.clause("12.2b", "second loss", verbs=RETREAT)
def finns_keep_out_of_enemy_zocs(case: Case) -> str | None:
    return _barred(case, "12.2b")


@section.clause("12.2d", "second loss", verbs=RETREAT)
def neutral_ground_is_closed(case: Case) -> str | None:
    return _barred(case, "12.2d")


@section.clause("12.2e", "second loss", verbs=RETREAT)
def italians_keep_off_the_coast(case: Case) -> str | None:
    return _barred(case, "12.2e")


@section.clause("12.3d", "second loss", verbs=RETREAT)
def mud_closes_ground(case: Case) -> str | None:
    return _barred(case, "12.3d")


@section.clause("12.5d", "second loss", verbs=RETREAT)
def lesser_units_do_not_scatter_airborne(case: Case) -> str | None:
    return _barred(case, "12.5d")


@section.clause("12.5j", "second loss", verbs=RETREAT)
def not_into_the_drop_hex(case: Case) -> str | None:
    return _barred(case, "12.5j")


@section.clause("12.10b", "second loss", verbs=RETREAT)
def not_over_a_lake(case: Case) -> str | None:
    return _barred(case, "12.10b")


@section.clause("12.10c", "second loss", verbs=RETREAT)
def not_over_an_estuary(case: Case) -> str | None:
    return _barred(case, "12.10c")


@section.clause("12.10d", "second loss", verbs=RETREAT)
def not_onto_a_lake(case: Case) -> str | None:
    return _barred(case, "12.10d")


@section.clause("12.10e", "second loss", verbs=RETREAT)
def not_over_kerch_without_superiority(case: Case) -> str | None:
    return _barred(case, "12.10e")
