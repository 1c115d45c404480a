"""9.5 Retreat: a whole path, and why another one would have been the right one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Position
from ostfront.games.victory_denied.referee.stacking import has_room
from ostfront.games.victory_denied.referee.supply import valid_sources

section = Section[Case]("AVD")

Path = tuple[int, ...]  # from the hex the unit leaves, which it names first


class Rank(NamedTuple):
    """9.5.3: how bad a retreat is, the weightiest thing first."""

    steps_lost: int
    not_closer: bool
    overstacked: bool


class Retreats(NamedTuple):
    """The stages of a unit's retreat: the best paths of the length asked for, then each hex more (9.5.5)."""

    stages: Sequence[tuple[Rank, Sequence[Path]]]

    @property
    def legal(self) -> Sequence[Path]:
        return self.stages[-1][1] if self.stages else ()


# ---- the reasoning ----------------------------------------------------------------------------------


def forbidden(position: Position, unit: int, a: int, b: int, *, first: bool) -> tuple[str, str] | None:
    """Why a step of a retreat is not allowed at all: rule and sentence."""
    side = position.roster.side[unit]
    name, there = position.unit_name(unit), position.hex_name(b)
    enemies = position.combat_units_at(b, 1 - side)
    if enemies:
        return "9.5.8", f"{name} cannot retreat into {there}: {position.unit_name(enemies[0])} is there."
    if side == GERMAN and b in position.pocket:
        return "14.0h", f"{there} is in the Minsk Pocket, which no German unit enters."
    if position.is_unbridged_major(a, b) and not first:
        return "9.5.6a", f"{name} crosses an unbridged major river into {there}, which only the first step may do."
    zoc = position.zoc[1 - side]
    if position.is_major(a, b) and a in zoc and b in zoc:
        here = position.hex_name(a)
        return "9.5.6b", f"The major river between {here} and {there}, both in enemy zones of control, is closed."
    return None


def loses_step(position: Position, unit: int, hex: int) -> bool:
    """9.5.4: an enemy ZOC costs a step; a motorized German unit is safe where a German unit stands."""
    side = position.roster.side[unit]
    if hex not in position.zoc[1 - side]:
        return False
    along = position.state.top.local.hq if position.state.top else -1  # ruling: not the HQ that comes along
    friends = [other for other in position.at(hex, side) if other not in (unit, along)]
    return not (side == GERMAN and position.roster.motorized[unit] and friends)


def comes_closer(position: Position, unit: int, a: int, b: int) -> bool:
    """Ruling 9.5.3: closer to any friendly source that is good now."""
    distance = position.plain.distance
    sources = valid_sources(position, position.roster.side[unit])
    return any(distance(b, source) < distance(a, source) for source in sources)


def rank(position: Position, unit: int, path: Path) -> Rank:
    """A path, its first hex being where the unit comes from."""
    return Rank(
        sum(loses_step(position, unit, hex) for hex in path[1:]),
        not all(comes_closer(position, unit, a, b) for a, b in pairwise(path)),
        not has_room(position, unit, path[-1]),
    )


def onward(position: Position, unit: int, path: Path) -> list[Path]:
    """A path with each hex more that is allowed; no hex is used twice."""
    last, first = path[-1], len(path) == 1
    return [
        (*path, n)
        for n in position.plain.neighbours(last)
        if n not in path and forbidden(position, unit, last, n, first=first) is None
    ]


def retreats(position: Position, unit: int, origin: int, hexes: int) -> Retreats:
    """9.5.3, 9.5.5: the best paths; while they end overstacked, one hex more by the same order of merit."""
    return position.once(("retreats", unit, origin, hexes), lambda: _retreats(position, unit, origin, hexes))


def _retreats(position: Position, unit: int, origin: int, hexes: int) -> Retreats:
    paths: list[Path] = [(origin,)]
    for _ in range(hexes):
        paths = [longer for path in paths for longer in onward(position, unit, path)]
    stages = []
    ranks = {path: rank(position, unit, path) for path in paths}
    while ranks:
        best = min(ranks.values())
        chosen = [path for path, merit in ranks.items() if merit == best]
        stages.append((best, chosen))
        if not best.overstacked:
            return Retreats(stages)
        further = [longer for path in chosen for longer in onward(position, unit, path)]
        ranks = {path: rank(position, unit, path[-2:]) for path in further}  # the further step is judged alone
    return Retreats([])


def survives(case: Case) -> bool:
    """Whether the unit has a retreat that does not eliminate it."""
    found = retreats(case.position, case.unit, case.local.origin, case.local.hexes)
    return bool(found.stages) and sum(best.steps_lost for best, _ in found.stages) < case.state.steps[case.unit]


def named_path(case: Case) -> Path:
    return (case.local.origin, *case.path)


def example(case: Case) -> str:
    """A right answer, for the sentence."""
    legal = retreats(case.position, case.unit, case.local.origin, case.local.hexes).legal
    return " ".join(case.position.board.name(hex) for hex in legal[0][1:]) if legal else "none"


def first_bad_step(case: Case) -> tuple[str, str] | None:
    path = named_path(case)
    for i, (a, b) in enumerate(pairwise(path)):
        found = forbidden(case.position, case.unit, a, b, first=i == 0)
        if found:
            return found
    return None


def is_walk(case: Case) -> bool:
    """Whether the path goes from neighbour to neighbour, no hex twice."""
    path = named_path(case)
    return len(set(path)) == len(path) and all(b in case.position.plain.neighbours(a) for a, b in pairwise(path))


def first_difference(case: Case) -> tuple[int, Rank, Rank] | None:
    """The first stage in which the path is worse than the best: its number, its merit, the best merit."""
    path = named_path(case)
    if not is_walk(case) or first_bad_step(case):
        return None
    found = retreats(case.position, case.unit, case.local.origin, case.local.hexes)
    for i, (best, _) in enumerate(found.stages):
        end = 1 + case.local.hexes + i
        if len(path) < end:
            return None  # 9.4.1, 9.5.5
        merit = rank(case.position, case.unit, path[:end] if i == 0 else path[end - 2 : end])
        if merit != best:
            return i, merit, best
    return None


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("9.5.1b", "retreat", tier=Tier.WORDS)
def a_unit_retreats(case: Case) -> str | None:
    return None if case.position.is_unit(case.unit) else "Name the unit that retreats first."


@section.clause("9.5.8", "retreat", tier=Tier.WORDS)
def a_path_of_hexes(case: Case) -> str | None:
    if case.off_map:
        return f"{case.off_map} is not a hex of the map."
    return None if case.path else "Name the hexes of the whole retreat."


@section.clause("9.5.1b", "retreat", tier=Tier.STANDING)
def one_of_those_retreating(case: Case) -> str | None:
    if case.local.units >> case.unit & 1 or case.roster.is_pvo[case.unit]:
        return None  # 9.5.2a
    return f"{case.name(case.unit)} does not have to retreat now."


@section.clause("9.5.2a", "retreat", tier=Tier.STANDING)
def pvo_do_not_retreat(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a PVO unit: it never retreats." if case.roster.is_pvo[case.unit] else None


@section.clause("9.5.8", "retreat", tier=Tier.STANDING)
def has_a_retreat(case: Case) -> str | None:
    if not case.local.units >> case.unit & 1 or survives(case):
        return None
    return f"{case.name(case.unit)} has no retreat that it would survive; it is eliminated."


@section.clause("9.4.1", "retreat")
def hex_by_hex(case: Case) -> str | None:
    for a, b in pairwise(named_path(case)):
        if b not in case.position.plain.neighbours(a):
            return f"{case.where(b)} is not next to {case.where(a)}; name every hex of the retreat."
    return None


@section.clause("9.4.1", "retreat")
def as_far_as_the_result_says(case: Case) -> str | None:
    if len(case.path) >= case.local.hexes:
        return None
    return f"{case.name(case.unit)} retreats {case.local.hexes} hexes, for instance {example(case)}."


@section.clause("9.5.3b", "retreat")
def no_hex_twice(case: Case) -> str | None:
    # ruling 9.5.3: a path may not use a hex twice
    path = named_path(case)
    return "A retreat uses no hex twice." if len(set(path)) < len(path) else None


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
    return (
        f"{case.name(case.unit)} would lose {found[1].steps_lost} steps to enemy zones of control; "
        f"{found[2].steps_lost} is possible, by {example(case)}."
    )


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
    return f"There is no room for {case.name(case.unit)} at the end; there is by {example(case)}."


@section.clause("9.5.5", "retreat")
def goes_on_while_overstacked(case: Case) -> str | None:
    stages = retreats(case.position, case.unit, case.local.origin, case.local.hexes).stages
    if not stages or first_difference(case) or not is_walk(case) or first_bad_step(case):
        return None
    last = case.local.hexes + len(stages) - 1
    if case.local.hexes <= len(case.path) < last:
        return f"There is no room in {case.where(case.hex)}: the retreat goes on, for instance {example(case)}."
    if len(case.path) > last:
        return f"The retreat ends in {case.where(case.path[last - 1])}."
    return None
