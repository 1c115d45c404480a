"""Overlays made of sets of places and units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ostfront.core.errors import BadAction, either
from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.core.play.actions import Vocabulary
from ostfront.core.play.view import View
from ostfront.kit.table.style import Styled, style


class Named(Protocol):
    """Facts with names for places and units."""

    @property
    def vocabulary(self) -> Vocabulary: ...


def must_exist(facts: Styled, name: str) -> None:
    known = [row["id"] for row in style(facts)["overlay"]]
    if name not in known:
        raise BadAction(f"There is no overlay '{name}'; there are {either(known, 20)}.")


def unit_named(facts: Named, about: str) -> int:
    return facts.vocabulary.nouns["unit"].index(about)


def places(facts: Named, found: int) -> tuple[str, ...]:
    """A set of hexes or areas by name; bits that are not places of this map are dropped."""
    names = facts.vocabulary.nouns["place"].names
    return tuple(names[i] for i in bits(found) if names[i])


def units(facts: Named, found: int) -> tuple[str, ...]:
    names = facts.vocabulary.nouns["unit"].names
    return tuple(names[u] for u in bits(found))


def areas(*found: Area) -> tuple[Area, ...]:
    """Those that are not empty."""
    return tuple(area for area in found if area.places)


def unit_areas(*found: UnitArea) -> tuple[UnitArea, ...]:
    return tuple(area for area in found if area.units)


def halves(points: int) -> str:
    """Half points as text: 3½."""
    return f"{points // 2 or ''}½" if points % 2 else str(points // 2)


# ---- moving ----------------------------------------------------------------------------------------------


class Legs(NamedTuple):
    """Where a unit can go next: sets of hexes, and the half points it has left, there and at present."""

    go: int
    stops: int
    road: int
    left: int
    cost: Callable[[int], int]


def reach(view: View, facts: Named, unit: int, legs: Legs, rule: str, *, in_hand: bool, by_road: str) -> Overlay:
    """Where a unit can go, with the points left there; `by_road` is how a unit not in hand is sent by road."""
    name = facts.vocabulary.nouns["unit"].names[unit]
    go, stops, road, left, cost = legs
    asked = bool(view.decisions) and view.decisions[0].kind in ("move", "march")
    offered = asked and (in_hand or f"pick {name}" in view.legal)
    labels, actions = {}, {}
    for i, hex in zip(bits(go), places(facts, go), strict=True):
        labels[hex] = "0" if stops >> i & 1 else halves(left - 2 * cost(i))
        actions[hex] = f"go {hex}" if in_hand else f"move {name} {hex}"
    for hex in places(facts, road):
        actions[hex] = f"road {hex}" if in_hand else by_road.format(unit=name, hex=hex)
    found = areas(
        Area("good", "can go on", places(facts, go & ~stops)),
        Area("warning", "must stop", places(facts, stops)),
        Area("info", "by strategic movement", places(facts, road)),
    )
    legend = "movement points left there"
    return Overlay("reach", f"Reach of {name}", legend, rule, found, labels, (), actions if offered else {})


def no_reach(facts: Named, unit: int, why: str, rule: str) -> Overlay:
    return Overlay("reach", f"Reach of {units(facts, 1 << unit)[0]}", why, rule)


# ---- of a side -------------------------------------------------------------------------------------------


def of_side(
    id: str, side: str, title: str, legend: str, rule: str, area: Area, marked: tuple[UnitArea, ...] = ()
) -> Overlay:
    """An overlay that exists for each side: `zoc-german`."""
    return Overlay(f"{id}-{side}", title, legend, rule, (area,), {}, marked)


def zoc(facts: Named, side: str, title: str, found: int, rule: str) -> Overlay:
    area = Area(side, "zone of control", places(facts, found))
    return of_side("zoc", side, f"{title} ZOC", "zones of control", rule, area)


def cut_off(members: int, place: Any, reached: int) -> int:
    """The units, by their places, that are where nothing reaches."""
    return sum(1 << unit for unit in bits(members) if not reached >> place[unit] & 1)


# ---- command ---------------------------------------------------------------------------------------------


def no_command(facts: Named, unit: int, rule: str) -> Overlay:
    return Overlay("command", f"Range of {units(facts, 1 << unit)[0]}", "not an HQ on the map", rule)


def command(facts: Named, hq: int, side: str, found: int, commanded: int, rule: str) -> Overlay:
    """The range of one HQ."""
    return Overlay(
        "command", f"Range of {units(facts, 1 << hq)[0]}", "within range", rule,
        (Area(side, "in range", places(facts, found)),), {},
        (UnitArea("good", "commanded", units(facts, commanded)),),
    )  # fmt: skip
