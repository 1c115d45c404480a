"""9.5 Retreat: a whole path, and why another one would have been better."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import (
    Position,
    combat_units_at,
    is_major,
    is_unbridged_major,
    pocket,
    zoc,
)
from ostfront.games.victory_denied.referee.stacking import has_room
from ostfront.games.victory_denied.referee.supply import valid_sources
from ostfront.kit.referee import retreat as kit
from ostfront.kit.referee.retreat import Path, Refusal, is_walk, named_path

section = Section[Case]("AVD")


class Rank(NamedTuple):
    """9.5.3: how bad a retreat is, most important first."""

    steps_lost: int
    not_closer: bool
    overstacked: bool


class Retreats(NamedTuple):
    """The stages of a unit's retreat: the best paths of the length asked for, then each hex more (9.5.5).

    If it cannot continue it ends where the best paths end, and the unit dies there (9.5.8).
    """

    stages: Sequence[tuple[Rank, Sequence[Path]]]
    length: int  # of the paths of the first stage
    wall: bool

    @property
    def legal(self) -> Sequence[Path]:
        return self.stages[-1][1] if self.stages else ()


# ---- the reasoning ----------------------------------------------------------------------------------


def forbidden(position: Position, unit: int, a: int, b: int, first: bool) -> Refusal | None:
    """Why a step of a retreat is not allowed at all: rule and sentence."""
    side = position.roster.side[unit]
    name, there = position.unit_name(unit), position.hex_name(b)
    enemies = combat_units_at(position, b, 1 - side)
    if enemies:
        return "9.5.8", f"{name} cannot retreat into {there}: {position.unit_name(enemies[0])} is there."
    if side == GERMAN and b in pocket(position):
        return "14.0h", f"{there} is in the Minsk Pocket, which no German unit may enter."
    if is_unbridged_major(position, a, b) and not first:
        return "9.5.6a", f"{name} crosses an unbridged major river into {there}, which only the first step may do."
    enemy = zoc(position, 1 - side)
    if is_major(position, a, b) and a in enemy and b in enemy:
        here = position.hex_name(a)
        return "9.5.6b", f"The major river between {here} and {there}, both in enemy zones of control, is closed."
    return None


def loses_step(position: Position, unit: int, hex: int) -> bool:
    """9.5.4: an enemy ZOC costs a step; a motorized German unit is safe where a German unit stands."""
    side = position.roster.side[unit]
    if hex not in zoc(position, 1 - side):
        return False
    along = position.state.top.local.hq if position.state.top else -1  # ruling: not the HQ that comes along
    friends = [other for other in position.at(hex, side) if other not in (unit, along)]
    return not (side == GERMAN and position.roster.motorized[unit] and friends)


def comes_closer(position: Position, unit: int, a: int, b: int) -> bool:
    """Ruling 9.5.3: closer to any friendly source that is good now."""
    distance = position.plain.distance
    sources = valid_sources(position, position.roster.side[unit])
    return any(distance(b, source) < distance(a, source) for source in sources)


def rank(position: Position, unit: int, path: Path, short: bool = False) -> Rank:
    """A path, its first hex being where the unit comes from; `short` when it does not lead to the end."""
    return Rank(
        sum(loses_step(position, unit, hex) for hex in path[1:]),
        not all(comes_closer(position, unit, a, b) for a, b in pairwise(path)),
        not short and not has_room(position, unit, path[-1]),
    )


def onward(position: Position, unit: int, path: Path) -> list[Path]:
    """A path extended by each allowed hex."""
    return kit.onward(position, path, partial(forbidden, position, unit))


def retreats(position: Position, unit: int, origin: int, hexes: int) -> Retreats:
    """9.5.3, 9.5.5: the best paths; while they end overstacked, one hex more by the same order of merit."""
    return position.once(("retreats", unit, origin, hexes), lambda: _retreats(position, unit, origin, hexes))


def _retreats(position: Position, unit: int, origin: int, hexes: int) -> Retreats:
    for length in range(hexes, 0, -1):
        paths = kit.of_length(origin, length, lambda path: onward(position, unit, path))
        if paths:
            break
    else:
        return Retreats([], 0, True)
    stages = []
    short = length < hexes  # its last hex is not the end of a retreat: it need not have room
    ranks = {path: rank(position, unit, path, short) for path in paths}
    while ranks:
        best = min(ranks.values())
        chosen = [path for path, merit in ranks.items() if merit == best]
        stages.append((best, chosen))
        if not best.overstacked:
            return Retreats(stages, length, short)
        further = [longer for path in chosen for longer in onward(position, unit, path)]
        ranks = {path: rank(position, unit, path[-2:]) for path in further}  # the further step is judged alone
    return Retreats(stages, length, True)


def retreat_of(case: Case) -> Retreats:
    return retreats(case.position, case.unit, case.local.origin, case.local.hexes)


def survives(case: Case, unit: int) -> bool:
    """Whether a unit has a retreat that does not eliminate it."""
    found = retreats(case.position, unit, case.local.origin, case.local.hexes)
    return not found.wall and sum(best.steps_lost for best, _ in found.stages) < case.state.steps[unit]


def example(case: Case) -> str:
    """A legal answer, to show in the sentence."""
    legal = retreat_of(case).legal
    return kit.in_words(case, legal[0] if legal else None)


def first_bad_step(case: Case) -> Refusal | None:
    return kit.first_bad_step(named_path(case), partial(forbidden, case.position, case.unit))


def first_difference(case: Case) -> tuple[int, Rank, Rank] | None:
    """The first stage in which the path is worse than the best: its number, its merit, the best merit."""
    path = named_path(case)
    if not is_walk(case) or first_bad_step(case):
        return None
    found = retreat_of(case)
    for i, (best, _) in enumerate(found.stages):
        end = 1 + found.length + i
        if len(path) < end:
            return None  # 9.4.1, 9.5.5
        part = path[:end] if i == 0 else path[end - 2 : end]
        merit = rank(case.position, case.unit, part, found.length < case.local.hexes)
        if merit != best:
            return i, merit, best
    return None


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("9.5.1b", "retreat", tier=Tier.WORDS)
def a_unit_retreats(case: Case) -> str | None:
    return kit.no_unit(case)


@section.clause("9.5.8", "retreat", tier=Tier.WORDS)
def a_path_of_hexes(case: Case) -> str | None:
    return kit.no_path(case)


@section.clause("9.5.1b", "retreat", tier=Tier.STANDING)
def one_of_those_retreating(case: Case) -> str | None:
    return None if case.roster.is_pvo[case.unit] else kit.must_not(case)  # 9.5.2a


@section.clause("9.5.2a", "retreat", tier=Tier.STANDING)
def pvo_do_not_retreat(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a PVO unit: it never retreats." if case.roster.is_pvo[case.unit] else None


@section.clause("9.5.8", "retreat", tier=Tier.STANDING)
def has_a_retreat(case: Case) -> str | None:
    if not case.local.units >> case.unit & 1 or survives(case, case.unit):
        return None
    others = [unit for unit in range(case.roster.count) if case.local.units >> unit & 1]
    if not any(survives(case, other) for other in others):
        return None  # it retreats as far as it survives
    return f"{case.name(case.unit)} has no retreat that it would survive; it must wait for the others."


@section.clause("9.4.1", "retreat")
def hex_by_hex(case: Case) -> str | None:
    return kit.jumps(case)


@section.clause("9.4.1", "retreat")
def as_far_as_the_result_says(case: Case) -> str | None:
    return kit.too_short(case, example) if len(case.path) < retreat_of(case).length else None


@section.clause("9.5.3b", "retreat")
def no_hex_twice(case: Case) -> str | None:
    return kit.comes_back(case)  # ruling 9.5.3


def _bad_step(case: Case, number: str) -> str | None:
    found = first_bad_step(case) if is_walk(case) else None
    return found[1] if found and found[0] == number else None


@section.clause("9.5.6a", "retreat")
def major_river_by_the_first_step(case: Case) -> str | None:
    return _bad_step(case, "9.5.6a")


@section.clause("9.5.6b", "retreat")
def no_major_river_between_zocs(case: Case) -> str | None:
    return _bad_step(case, "9.5.6b")


@section.clause("9.5.8", "retreat")
def not_into_enemy_units(case: Case) -> str | None:
    return _bad_step(case, "9.5.8")


@section.clause("14.0h", "retreat")
def no_retreat_into_the_pocket(case: Case) -> str | None:
    return _bad_step(case, "14.0h")


@section.clause("9.5.3a", "retreat")
def fewest_steps_lost(case: Case) -> str | None:
    found = first_difference(case)
    if found is None or found[1].steps_lost == found[2].steps_lost:
        return None
    return kit.loses_more(case, found[1].steps_lost, found[2].steps_lost, example(case))


@section.clause("9.5.3b", "retreat")
def closer_to_supply(case: Case) -> str | None:
    found = first_difference(case)
    if found is None or found[1].steps_lost != found[2].steps_lost or found[1].not_closer == found[2].not_closer:
        return None
    return f"Each hex must be closer to a supply source, as in {example(case)}."


@section.clause("9.5.3c", "retreat")
def room_in_the_last_hex(case: Case) -> str | None:
    found = first_difference(case)
    if found is None or found[1][:2] != found[2][:2]:
        return None
    return f"There is no room for {case.name(case.unit)} at the end; there would be, for instance by {example(case)}."


@section.clause("9.5.5", "retreat")
def goes_on_while_overstacked(case: Case) -> str | None:
    found = retreat_of(case)
    if not found.stages or first_difference(case) or not is_walk(case) or first_bad_step(case):
        return None
    last = found.length + len(found.stages) - 1
    if found.length <= len(case.path) < last:
        return f"There is no room in {case.where(case.hex)}: the retreat continues, for instance {example(case)}."
    if len(case.path) > last:
        return f"The retreat ends in {case.where(case.path[last - 1])}."
    return None
