"""2.1, 9.0 and 14.4: lines of communication, and what isolated units may not do."""

from __future__ import annotations

from ostfront.core.play.referee import Section
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.ground import LAND
from ostfront.games.kiev_41.referee.position import Position

section = Section[Case]("K41")

# ---- the reasoning ----------------------------------------------------------------------------------


def sources(position: Position, side: int, *, discs: bool = True) -> set[int]:
    """2.1: the fully controlled supply sources of a side; without `discs` as if all of them were active."""
    chart = position.charts["supply"]
    if side == AXIS:
        names = list(chart["axis"])
    else:
        names = list(chart["soviet_red"])
        if position.state.yellow or not discs:
            names += chart["soviet_yellow"]
        if position.state.orange or not discs:
            names += chart["soviet_orange"]
    return position.ground.all_at(names) & position.friendly[side]


def linked_ports(position: Position) -> set[int]:
    """14.4: fully controlled ports of controlled seas, which are neighbours for lines of communication."""
    if not position.ground.plays("14.4"):
        return set()
    ports = {port for sea in position.seas for port in position.ground.ports[sea]}
    return ports & position.friendly[SOVIET]


def supplied(position: Position, side: int, *, discs: bool = True) -> set[int]:
    """9.2: the fully controlled areas with a line of communication to a source."""
    return position.once(("supplied", side, discs), lambda: _supplied(position, side, discs))


def _supplied(position: Position, side: int, discs: bool) -> set[int]:
    friendly = position.friendly[side]
    ports = linked_ports(position) if side == SOVIET else set()
    found: set[int] = set()
    edge = sources(position, side, discs=discs)
    while edge - found:
        found |= edge
        found |= set(position.plain.flood(found, friendly, friendly, kinds=LAND))
        edge = ports if found & ports else set()
    return found


def has_line(position: Position, side: int, area: int) -> bool:
    """9.2: whether a unit in an area has a line of communication, which may begin in a contested one."""
    found = supplied(position, side)
    return area in found or any(n in found for n in position.plain.neighbours(area, LAND))


def isolated(case: Case, unit: int) -> bool:
    """9.1, ruling 9.0: it carries a cube."""
    return bool(case.state.isolated >> unit & 1)


# ---- isolated units ---------------------------------------------------------------------------------


@section.clause("9.1b", "restore", "replace", verbs=("restore", "replace"))
def no_steps_for_isolated_blocks(case: Case) -> str | None:
    return f"{case.name(case.unit)} is isolated: it gains no steps." if isolated(case, case.unit) else None


@section.clause("9.1b", "headquarters", verbs=("pick",))
def isolated_hqs_stay_inactive(case: Case) -> str | None:
    return f"{case.name(case.unit)} is isolated: it cannot be activated." if isolated(case, case.unit) else None


@section.clause("9.1b", "command", verbs=("pick",))
def isolated_blocks_stay(case: Case) -> str | None:
    return f"{case.name(case.unit)} is isolated: it cannot move." if isolated(case, case.unit) else None


@section.clause("9.1b", "command", verbs=("build",))
def isolated_blocks_do_not_build(case: Case) -> str | None:
    return f"{case.name(case.unit)} is isolated: it cannot build." if isolated(case, case.unit) else None


@section.clause("4.1e", "salvage")
def isolated_lines_stay(case: Case) -> str | None:
    if not case.state.isolated_lines >> case.area & 1:
        return None
    return f"The Defensive Line in {case.where(case.area)} is isolated: it cannot be removed."


# ---- supplied areas for reinforcements --------------------------------------------------------------


def unsupplied(case: Case, *, discs: bool = True) -> bool:
    """Whether a city that is fully controlled has no line of communication."""
    area = case.area
    return case.position.fully_controls(SOVIET, area) and area not in supplied(case.position, SOVIET, discs=discs)


@section.clause("9.2b", "place")
def a_line_of_communication(case: Case) -> str | None:
    if not unsupplied(case, discs=False):
        return None
    return f"{case.where(case.area)} is not in supply: no line of communication leads from it to a supply source."


def _only_with_disc(case: Case, colour: str, active: bool) -> bool:
    """Whether there is no line because a disc was flipped."""
    if active or not unsupplied(case) or unsupplied(case, discs=False):
        return False
    lost = case.ground.all_at(case.position.charts["supply"][f"soviet_{colour}"]) & case.position.friendly[SOVIET]
    friendly = case.position.friendly[SOVIET]
    return case.area in case.position.plain.flood(lost, friendly, friendly, kinds=LAND)


@section.clause("2.1b", "place")
def yellow_sources_are_lost(case: Case) -> str | None:
    if not _only_with_disc(case, "yellow", case.state.yellow):
        return None
    return f"{case.where(case.area)} is not in supply: areas 1 to 6 lost their sources when Guderian reached Nizhyn."


@section.clause("2.1c", "place")
def orange_sources_are_lost(case: Case) -> str | None:
    if not _only_with_disc(case, "orange", case.state.orange):
        return None
    return f"{case.where(case.area)} is not in supply: areas 7 to 11 lost their sources when Guderian reached Tula."
