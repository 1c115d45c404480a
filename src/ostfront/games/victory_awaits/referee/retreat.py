"""10.6 Retreats: a whole path, and why another one would have been better."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.lines import NO_LINE, lengths
from ostfront.games.victory_awaits.referee.position import Position, barred_to, is_unbridged_major, zoc
from ostfront.games.victory_awaits.referee.stacking import has_room
from ostfront.kit.referee import retreat as kit
from ostfront.kit.referee.retreat import Path, Refusal, is_walk, named_path

section = Section[Case]("AVA")


class Rank(NamedTuple):
    """10.6.6: how bad a retreat that the unit survives is, most important first."""

    steps_lost: int
    further: int  # hexes beyond those asked for, because of overstacking
    line: int  # of communications, from the last hex


class Retreats(NamedTuple):
    """The best retreats of a unit, none if it cannot survive."""

    rank: Rank
    paths: Sequence[Path]


# ---- the reasoning ----------------------------------------------------------------------------------


def forbidden(position: Position, unit: int, a: int, b: int, first: bool) -> Refusal | None:
    """Why a step of a retreat is not allowed at all: rule and sentence."""
    name, there = position.unit_name(unit), position.hex_name(b)
    enemies = position.at(b, 1 - position.roster.side[unit])
    if enemies:
        return "3.1b", f"{name} cannot retreat into {there}: {position.unit_name(enemies[0])} is there."
    found = barred_to(position, unit, a, b)
    if found:
        return "10.6b" if found[0] == "start" else "10.6.3a", found[1]
    if is_unbridged_major(position, a, b) and not first and not position.state.surprise:
        return "10.6.3b", f"{name} crosses an unbridged major river into {there}, which only the first hex may do."
    return None


def steps_lost(position: Position, unit: int, path: Path) -> int:
    """10.6.4: a step for each hex in an enemy zone of control that is entered."""
    enemy = zoc(position, 1 - position.roster.side[unit])
    return sum(hex in enemy for hex in path[1:])


def onward(position: Position, unit: int, path: Path) -> list[Path]:
    """A path extended by each allowed hex."""
    return kit.onward(position, path, partial(forbidden, position, unit))


def line_from(position: Position, unit: int, hex: int) -> int:
    """How long the line of communications of a hex is, as if the retreating unit were not there."""
    return lengths(position, position.roster.side[unit], unit).get(hex, NO_LINE)


def retreats(position: Position, unit: int, origin: int, hexes: int) -> Retreats:
    return position.once(("retreats", unit, origin, hexes), lambda: _retreats(position, unit, origin, hexes))


def _retreats(position: Position, unit: int, origin: int, hexes: int) -> Retreats:
    """All paths of the length asked for, and longer ones while they are overstacked; then the best of them."""
    paths = kit.of_length(origin, hexes, lambda path: onward(position, unit, path))
    limit = position.state.steps[unit]
    ranks: dict[Path, Rank] = {}
    further = 0
    while paths:
        paths = [path for path in paths if steps_lost(position, unit, path) < limit]
        crowded = []
        for path in paths:
            if has_room(position, unit, path[-1]):
                rank = Rank(steps_lost(position, unit, path), further, line_from(position, unit, path[-1]))
                ranks[path] = rank
            else:
                crowded.append(path)
        best = min((rank.steps_lost for rank in ranks.values()), default=limit)
        paths = [longer for path in crowded for longer in onward(position, unit, path)]
        paths = [path for path in paths if steps_lost(position, unit, path) < best]  # a longer path must save a step
        further += 1
    if not ranks:
        return Retreats(Rank(limit, 0, 0), ())
    least = min(ranks.values())
    return Retreats(least, [path for path, rank in ranks.items() if rank == least])


def best_retreats(case: Case) -> Retreats:
    return retreats(case.position, case.unit, case.local.origin, case.local.hexes)


def example(case: Case) -> str:
    """A legal answer, to show in the sentence."""
    paths = best_retreats(case).paths
    return kit.in_words(case, paths[0] if paths else None)


def first_bad_step(case: Case) -> Refusal | None:
    return kit.first_bad_step(named_path(case), partial(forbidden, case.position, case.unit))


def overstacked_on_the_way(case: Case) -> bool:
    """Whether the path is as long as it must be: each hex before the last, from the length asked for on, is full."""
    between = case.path[case.local.hexes - 1 : -1]
    return all(not has_room(case.position, case.unit, hex) for hex in between)


def named_rank(case: Case) -> Rank | None:
    """The merit of the named path, if it is a retreat at all."""
    if not is_walk(case) or first_bad_step(case) or len(case.path) < case.local.hexes:
        return None
    if not overstacked_on_the_way(case) or not has_room(case.position, case.unit, case.hex):
        return None
    path = named_path(case)
    lost = steps_lost(case.position, case.unit, path)
    return Rank(lost, len(case.path) - case.local.hexes, line_from(case.position, case.unit, case.hex))


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("10.6a", "retreat", tier=Tier.WORDS)
def a_unit_retreats(case: Case) -> str | None:
    return kit.no_unit(case)


@section.clause("10.6.3a", "retreat", tier=Tier.WORDS)
def a_path_of_hexes(case: Case) -> str | None:
    return kit.no_path(case)


@section.clause("10.6.2", "retreat", tier=Tier.STANDING)
def one_of_those_retreating(case: Case) -> str | None:
    return None if case.roster.is_fort[case.unit] else kit.must_not(case)  # 14.3a


@section.clause("14.3a", "retreat", tier=Tier.STANDING)
def fortresses_do_not_retreat(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a fortress: it never retreats." if case.roster.is_fort[case.unit] else None


@section.clause("10.6.7", "retreat", tier=Tier.STANDING)
def has_a_retreat(case: Case) -> str | None:
    if not case.local.units >> case.unit & 1 or best_retreats(case).paths:
        return None
    return kit.is_lost(case)


@section.clause("10.6a", "retreat")
def hex_by_hex(case: Case) -> str | None:
    return kit.jumps(case)


@section.clause("10.6a", "retreat")
def no_hex_twice(case: Case) -> str | None:
    return kit.comes_back(case)


@section.clause("10.6a", "retreat")
def as_far_as_the_result_says(case: Case) -> str | None:
    return kit.too_short(case, example)


def _bad_step(case: Case, number: str) -> str | None:
    found = first_bad_step(case) if is_walk(case) else None
    return found[1] if found and found[0] == number else None


@section.clause("3.1b", "retreat")
def not_into_enemy_units(case: Case) -> str | None:
    return _bad_step(case, "3.1b")


@section.clause("10.6b", "retreat")
def no_retreat_over_the_start_line(case: Case) -> str | None:
    return _bad_step(case, "10.6b")


@section.clause("10.6.3a", "retreat")
def no_retreat_into_the_water_or_bare_mountains(case: Case) -> str | None:
    return _bad_step(case, "10.6.3a")


@section.clause("10.6.3b", "retreat")
def major_river_by_the_first_hex(case: Case) -> str | None:
    return _bad_step(case, "10.6.3b")


@section.clause("10.6.5", "retreat")
def ends_where_there_is_room(case: Case) -> str | None:
    if not is_walk(case) or first_bad_step(case) or len(case.path) < case.local.hexes:
        return None
    if not has_room(case.position, case.unit, case.hex):
        return f"There is no room in {case.where(case.hex)}: retreat elsewhere or further, such as {example(case)}."
    if overstacked_on_the_way(case):
        return None
    return f"The retreat is {case.local.hexes} hexes long; it continues only from a hex without room."


@section.clause("10.6.6a", "retreat")
def fewest_steps_lost(case: Case) -> str | None:
    named, best = named_rank(case), best_retreats(case).rank
    if named is None or named.steps_lost <= best.steps_lost:
        return None
    return kit.loses_more(case, named.steps_lost, best.steps_lost, example(case))


@section.clause("10.6.6a", "retreat")
def fewest_further_hexes(case: Case) -> str | None:
    named, best = named_rank(case), best_retreats(case).rank
    if named is None or named.steps_lost != best.steps_lost or named.further <= best.further:
        return None
    return f"{case.name(case.unit)} would continue from a full hex; a shorter one has room, such as {example(case)}."


@section.clause("10.6.6b", "retreat")
def shortest_line(case: Case) -> str | None:
    named, best = named_rank(case), best_retreats(case).rank
    if named is None or named[:2] != best[:2] or named.line <= best.line:
        return None
    length = "no line of communications" if named.line == NO_LINE else f"a line of {named.line} hexes"
    return f"{case.where(case.hex)} has {length}; a line of {best.line} is possible, for instance by {example(case)}."
