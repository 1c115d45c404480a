"""11.27, 11.28 Retreat after combat: where to, together or apart, and on through full hexes (with 8.30)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee import ways
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    ground_at,
    hexes_in,
    is_cavalry_group,
    is_city,
    names,
    owner,
    units_in,
)
from ostfront.games.barbarossa_deluxe.referee.room import (
    LIMIT,
    closed_hex,
    closed_side,
    stacked_at,
    stacks,
    stands_alone,
)
from ostfront.games.barbarossa_deluxe.state import Retreat
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

RETREAT = ("retreat",)
Path = tuple[int, ...]


# ---- directions -------------------------------------------------------------------------------------


def eastward(position: Position, hex: int) -> int:
    """How far east a hex lies, in half hexes: columns are counted to the west, even rows lie half a hex east."""
    number = position.board.name(hex)
    row, column = int(number[:2]), int(number[2:])
    return (row % 2 == 0) - 2 * column


def leads_home(position: Position, side: int, a: int, b: int) -> bool:
    """11.27: west, northwest or southwest for the German side, the other way for the Soviets."""
    east = eastward(position, b) > eastward(position, a)
    return east != (side == GERMAN)


def preferred(position: Position, side: int, a: int, hexes: Sequence[int]) -> list[int]:
    """11.27: of some hexes those that lead home, or all if none does."""
    return [hex for hex in hexes if leads_home(position, side, a, hex)] or list(hexes)


# ---- what is open -----------------------------------------------------------------------------------


def step_bars(position: Position, units: Collection[int], a: int, b: int, barred: Collection[int]) -> list[Bar]:
    """Why units do not retreat from a hex to the next, stacking apart."""
    where, side = position.hex_name(b), owner(position, next(iter(units)))
    if b not in position.plain.neighbours(a):
        return [Bar("11.27a", f"{where} is not next to {position.hex_name(a)}.")]
    found = []
    if ground_at(position, b, 1 - side):
        found.append(Bar("11.27a", f"{where} holds enemy units."))
    if b in barred:
        found.append(Bar("11.27d", f"The attack came from {where}."))
    water = closed_side(position, a, b)
    if water:
        number = {"kerch": "11.17c", "sivash": "11.18c"}.get(water, "11.19")
        found.append(Bar(number, f"Nobody retreats over the {water} before {where}."))
    for unit in units:
        closed = closed_hex(position, unit, b) or ways.frontier(position, unit, a, b)
        if closed:
            found.append(Bar("11.28a", closed.text))
    return found


def no_room(position: Position, units: Collection[int], hex: int) -> Bar | None:
    """6.3, 6.4, 8.30: why units do not stay in a hex; two Tigers or CM groups may meet, and one is then removed."""
    where = position.hex_name(hex)
    groups = [unit for unit in units if is_cavalry_group(position, unit)]
    if groups and is_city(position, hex):
        return Bar("8.30f", f"{position.unit_name(groups[0])} does not stay in a city, {where}.")
    coming = [unit for unit in units if stacks(position, unit)]
    there = stacked_at(position, hex, owner(position, next(iter(units))))
    if coming and len(there) + len(coming) > LIMIT:
        return Bar("11.28b", f"{where} has no room for {names(position, coming)}.")
    alone = [unit for unit in coming if stands_alone(position, unit)]
    if alone and sum(stands_alone(position, unit) for unit in (*there, *coming)) > 1:
        return Bar("11.28b", f"{where} takes one satellite army.")
    return None


def open_hexes(position: Position, units: Collection[int], a: int, barred: Collection[int]) -> list[int]:
    """The neighbouring hexes that units may enter, full or not."""
    return [n for n in position.plain.neighbours(a) if not step_bars(position, units, a, n, barred)]


# ---- the ways out -----------------------------------------------------------------------------------


def whole(position: Position, units: Collection[int], start: int, barred: Collection[int]) -> list[int]:
    """11.27: the hexes that take all of the units."""
    found = [n for n in open_hexes(position, units, start, barred) if no_room(position, units, n) is None]
    return preferred(position, owner(position, next(iter(units))), start, found)


def further(position: Position, unit: int, here: int, barred: Collection[int], seen: Path) -> list[Path]:
    """11.28: the ways on from a full hex, by the same preference, to the first hexes with room."""
    side = owner(position, unit)
    near = [n for n in open_hexes(position, (unit,), here, barred) if n not in seen]
    free = [n for n in near if no_room(position, (unit,), n) is None]
    if free:
        return [(n,) for n in preferred(position, side, here, free)]
    onward = {n: further(position, unit, n, barred, (*seen, n)) for n in near}
    leading = preferred(position, side, here, [n for n in near if onward[n]])
    return [(n, *rest) for n in leading for rest in onward[n]]


def through(position: Position, unit: int, start: int, barred: Collection[int]) -> list[Path]:
    """11.28: the ways of a surplus unit through the hexes around."""
    near = open_hexes(position, (unit,), start, barred)
    onward = {n: further(position, unit, n, barred, (start, n)) for n in near}
    leading = preferred(position, owner(position, unit), start, [n for n in near if onward[n]])
    return [(n, *rest) for n in leading for rest in onward[n]]


def placed(
    position: Position, units: Sequence[int], start: int, barred: Collection[int], *, homeward: bool = False
) -> int:
    """How many of some units find room in the hexes around, at best, or in those of them that lead home."""

    def around(unit: int) -> list[int]:
        found = open_hexes(position, (unit,), start, barred)
        return [n for n in found if not homeward or leads_home(position, owner(position, unit), start, n)]

    def best(rest: Sequence[int], taken: dict[int, list[int]]) -> int:
        if not rest:
            return 0
        first, *others = rest
        found = best(others, taken)
        for n in around(first):
            with_them = [*taken.get(n, ()), first]
            if no_room(position, with_them, n) is None:
                found = max(found, 1 + best(others, {**taken, n: with_them}))
            if found == len(rest):
                break
        return found

    return best(units, {})


def ways_out(position: Position, units: Sequence[int], start: int, barred: Collection[int]) -> list[Path]:
    """The retreats that are open: of the whole stack, or of the first unit if it has to break up.

    Room that leads home is filled first, then other room, then units go on; which units, the owner says.
    """
    together = whole(position, units, start, barred)
    if together:
        return [(hex,) for hex in together]
    first, *others = units
    alone = [n for n in open_hexes(position, (first,), start, barred) if no_room(position, (first,), n) is None]
    found: list[Path] = [(n,) for n in preferred(position, owner(position, first), start, alone)]

    def left_to_others(*, homeward: bool) -> bool:
        all_of_them = placed(position, units, start, barred, homeward=homeward)
        return placed(position, others, start, barred, homeward=homeward) == all_of_them

    if left_to_others(homeward=True):
        found = [(n,) for n in alone]
    if not alone or left_to_others(homeward=False):
        found += through(position, first, start, barred)
    return found


def all_have_a_way(position: Position, units: Sequence[int], start: int, barred: Collection[int]) -> bool:
    """13.9: whether every one of the units can retreat."""
    if whole(position, units, start, barred):
        return True
    return all(ways_out(position, (unit,), start, barred) for unit in units)


# ---- the clauses ------------------------------------------------------------------------------------


def force(case: Case) -> list[int]:
    """The units that are asked about: cavalry groups follow the others where they can, else by their own way."""
    units = units_in(case.position, case.local.units)
    return [unit for unit in units if not is_cavalry_group(case.position, unit)] or units


def _ways(case: Case) -> list[Path]:
    local: Retreat = case.local
    key = ("retreat", local)
    barred = hexes_in(case.position, local.barred)
    return case.position.once(key, lambda: ways_out(case.position, force(case), local.start, barred))


def reasons(case: Case) -> list[Bar]:
    """Why the way that is named is not open; nothing if it is."""
    local: Retreat = case.local
    position, open_ways = case.position, _ways(case)
    if case.path in open_ways:
        return []
    barred = hexes_in(position, local.barred)
    together = bool(whole(position, force(case), local.start, barred))
    units = force(case) if together else force(case)[:1]
    here = local.start
    for hex in case.path:
        found = step_bars(position, units, here, hex, barred)
        if found:
            return found
        here = hex
    last = case.path[-1]
    if len(case.path) == 1:
        full = no_room(position, units, last)
        if full:
            return [full]
        if not leads_home(position, local.side, local.start, last):
            home = "west" if local.side == GERMAN else "east"
            return [Bar("11.27c", f"{case.where(last)} does not lead {home}, and other hexes do.")]
        return [Bar("11.27b", f"{names(position, force(case))} retreat together.")]
    return [Bar("11.28b", "Units go on through full hexes only if no hex has room, and no farther than they must.")]


def _barred(case: Case, *numbers: str) -> str | None:
    return next((bar.text for bar in reasons(case) if bar.rule in numbers), None)


@section.clause("11.27a", "retreat", verbs=RETREAT, tier=Tier.WORDS)
def retreats_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case) if case.path else "A retreat names the hex it leads to."


@section.clause("8.30f", "retreat", verbs=RETREAT)
def cavalry_groups_go_past_cities(case: Case) -> str | None:
    return _barred(case, "8.30f")


@section.clause("10.31b", "retreat", verbs=RETREAT)
def not_into_the_launch_hex(case: Case) -> str | None:
    return _barred(case, "11.27d") if case.local.mobile else None


@section.clause("11.17c", "retreat", verbs=RETREAT)
def nobody_retreats_over_kerch(case: Case) -> str | None:
    return _barred(case, "11.17c")


@section.clause("11.18c", "retreat", verbs=RETREAT)
def nobody_retreats_over_the_sivash(case: Case) -> str | None:
    return _barred(case, "11.18c")


@section.clause("11.19", "retreat", verbs=RETREAT)
def nobody_retreats_over_a_lake(case: Case) -> str | None:
    return _barred(case, "11.19")


@section.clause("11.27a", "retreat", verbs=RETREAT)
def to_an_adjacent_hex_without_enemies(case: Case) -> str | None:
    return _barred(case, "11.27a")


@section.clause("11.27b", "retreat", verbs=RETREAT)
def a_stack_stays_together(case: Case) -> str | None:
    return _barred(case, "11.27b")


@section.clause("11.27c", "retreat", verbs=RETREAT)
def towards_home(case: Case) -> str | None:
    return _barred(case, "11.27c")


@section.clause("11.27d", "retreat", verbs=RETREAT)
def not_where_the_attack_came_from(case: Case) -> str | None:
    return None if case.local.mobile else _barred(case, "11.27d")


@section.clause("11.28a", "retreat", verbs=RETREAT)
def closed_hexes_stay_closed(case: Case) -> str | None:
    return _barred(case, "11.28a")


@section.clause("11.28b", "retreat", verbs=RETREAT)
def through_full_hexes_only_if_it_must(case: Case) -> str | None:
    return _barred(case, "11.28b")
