"""Overlays of Kiev '41: front, reach, supply, command, victory areas.

They are worked out in a world this seat could be in, from what is the same in all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ostfront.core.errors import BadAction, either
from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules.command import beside, in_range
from ostfront.games.kiev_41.rules.control import contested, friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.movement import Ways, mode_of, ways
from ostfront.games.kiev_41.rules.supply import supplied
from ostfront.games.kiev_41.table.look import looks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ostfront.core.play.view import View
    from ostfront.games.kiev_41.rules import Kiev41
    from ostfront.games.kiev_41.state import K41State

NAMES = ("Axis", "Soviet")


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    rules = cast("Kiev41", view.rules)
    state = cast("K41State", view.imagine("overlay").state)
    known: list[str] = [row["id"] for row in looks(rules)["overlay"]]
    if name not in known:
        raise BadAction(f"There is no overlay '{name}'; there are {either(known, 20)}.")
    if name in ("reach", "command"):
        if about in cast("Mapping[str, Any]", view.known)["tokens"]:
            return Overlay(name, "A concealed block", "nobody but its owner knows")
        unit = rules.vocabulary.nouns["unit"].index(about)
        if about not in cast("Mapping[str, Any]", view.known)["units"]:
            return Overlay(name, f"{about} is concealed", "nobody but its owner knows where")
        return _reach(view, rules, state, unit) if name == "reach" else _range(view, rules, state, unit)
    if name == "control":
        return _control(rules, state)
    if name == "contested":
        return _contested(rules, state)
    if name == "victory":
        return _victory(rules, state)
    if name == "orders":
        return _orders(rules, state, view.seat)
    return _supply(view, rules, state, AXIS if name.endswith("axis") else SOVIET)


def _places(rules: Kiev41, areas: int) -> tuple[str, ...]:
    return tuple(rules.facts.place_names[i] for i in bits(areas))


def _areas(found: Iterable[Area]) -> tuple[Area, ...]:
    return tuple(area for area in found if area.places)


# ---- moving ----------------------------------------------------------------------------------------------


def _reach(view: View, rules: Kiev41, state: K41State, unit: int) -> Overlay:
    """The next legs of a block: with what it has left if it is in hand, else as if it moved now."""
    title, rule = f"Reach of {rules.facts.roster.ids[unit]}", rules.rule("10.9a")
    if not rules.facts.roster.movable >> unit & 1 or not 0 <= state.place[unit] < rules.facts.area_count:
        return Overlay("reach", title, "does not move on the map", rule)
    top = state.top
    in_hand = top is not None and top.procedure in ("march", "approach") and top.local.unit == unit
    left = top.local.left if in_hand else rules.facts.allowance[unit]
    mode = mode_of(state) if in_hand else _mode(state, unit, rules)
    found = ways(rules.facts, state, unit, left, mode)
    enemies = state.units_of(1 - rules.facts.roster.side[unit])
    full = state.full[rules.facts.roster.side[unit]] & found.legs & ~enemies
    costs = rules.facts.costs[state.weather][rules.facts.movers[unit]]
    labels = {rules.facts.place_names[i]: str(_left(found, costs, left, i)) for i in bits(found.legs & ~enemies)}
    on = _onward(rules, state, unit, left, mode, found)
    actions: dict[str, str] = {}
    if in_hand and view.decisions:
        actions = {place: f"go {place}" for place in _places(rules, found.legs)}
        actions |= {place: f"go {via}; go {place}" for place, via in on.items()}
    elif _may_pick(view, rules.facts.roster.ids[unit]):
        actions = _moves(
            view, rules.facts.roster.ids[unit], _places(rules, found.legs & ~full), _places(rules, full), on
        )
    areas = _areas((
        Area("good", "can go on", _places(rules, found.legs & ~enemies & ~full)),
        Area("warning", "full: must go on", _places(rules, full)),
        Area("bad", "enemy units: it stops and fights", _places(rules, found.legs & enemies)),
        Area("info", "in two steps", tuple(on)),
    ))  # fmt: skip
    return Overlay("reach", title, "movement points left there", rule, areas, labels, (), actions)


def _mode(state: K41State, unit: int, rules: Kiev41) -> str:
    """The kind of move it would be now."""
    top = state.top
    if top is not None and top.procedure == "command":
        return str(top.local.mode)
    return "approach" if rules.facts.roster.hqs >> unit & 1 else "tactical"


def _left(found: Ways, costs: tuple[int, int, int], left: int, area: int) -> int:
    if found.free >> area & 1:
        return left - found.cost(area)
    return left - next(n for n, areas in enumerate(costs, 1) if areas >> area & 1)


def _onward(rules: Kiev41, state: K41State, unit: int, left: int, mode: str, found: Ways) -> dict[str, str]:
    """Areas beyond a friendly one, each with the area to go by: dry feet first, then the cheapest."""
    here = state.place[unit]
    costs = rules.facts.costs[state.weather][rules.facts.movers[unit]]
    best: dict[int, tuple[bool, int, int]] = {}
    for via in bits(found.legs & found.free):
        rest = left - found.cost(via)
        if not rest:
            continue
        state.put(unit, via)
        onward = ways(rules.facts, state, unit, rest, mode)
        for goal in bits(onward.legs & ~found.legs & ~onward.free & ~(1 << here)):
            wet = (rules.facts.rivers[via] | rules.facts.strait[via]) >> goal & 1
            offer = (not wet, _left(onward, costs, rest, goal), via)
            best[goal] = max(best.get(goal, offer), offer)
    state.put(unit, here)
    return {rules.facts.place_names[goal]: rules.facts.place_names[via] for goal, (_, _, via) in sorted(best.items())}


def _may_pick(view: View, name: str) -> bool:
    kind = view.decisions[0].kind if view.decisions else ""
    return kind in ("command", "headquarters") and f"pick {name}" in view.legal


def _moves(
    view: View, name: str, stops: tuple[str, ...], full: tuple[str, ...], on: Mapping[str, str]
) -> dict[str, str]:
    """Each area with the whole move there."""
    verb = "move" if view.decisions[0].kind == "command" else "hq"
    moves = {place: f"{verb} {name} {place}" for place in stops}
    moves |= {place: f"pick {name}; go {place}" for place in full}
    return moves | {place: f"{verb} {name} {via} {place}" for place, via in on.items()}


# ---- command ---------------------------------------------------------------------------------------------


def _one_range(rules: Kiev41, state: K41State, hq: int) -> tuple[int, int]:
    """The areas in range of an HQ, and its side's blocks that it commands there."""
    side = rules.facts.roster.side[hq]
    if rules.facts.roster.luftwaffe >> hq & 1:
        return rules.facts.disks[state.place[hq]][attack_strength(rules.facts, state, hq)], 0
    areas = in_range(rules.facts, state, hq, friendly(state, side), contested(state))
    units = state.standing(areas) & rules.facts.obeying.get(hq, 0) | beside(state, hq)
    return areas, units & rules.facts.roster.movable & rules.facts.roster.of_side[side] & ~(1 << hq)


def _range(view: View, rules: Kiev41, state: K41State, unit: int) -> Overlay:
    name, rule = rules.facts.roster.ids[unit], rules.rule("10.3a")
    on_map = 0 <= state.place[unit] < rules.facts.area_count
    if not rules.facts.roster.hqs >> unit & 1 or not on_map:
        return Overlay("command", f"Range of {name}", "not an HQ on the map", rule)
    areas, units = _one_range(rules, state, unit)
    label = "in range of its bombers" if rules.facts.roster.luftwaffe >> unit & 1 else "in range"
    known = cast("Mapping[str, Any]", view.known)["units"]  # of an enemy HQ, who it commands is not known
    obeying = tuple(rules.facts.roster.ids[u] for u in bits(units) if rules.facts.roster.ids[u] in known)
    return Overlay(
        "command", f"Range of {name}", label, rule, (Area("good", label, _places(rules, areas)),), {},
        (UnitArea("good", "commanded", obeying),) if obeying else (),
    )  # fmt: skip


def _orders(rules: Kiev41, state: K41State, side: int) -> Overlay:
    mine = (
        rules.facts.roster.tactical
        & rules.facts.roster.of_side[side]
        & state.on_map
        & ~(1 << rules.facts.roster.guderian)
    )
    hqs = state.active & mine or mine & ~state.isolated
    areas = units = 0
    for hq in bits(hqs):
        found = _one_range(rules, state, hq)
        areas, units = areas | found[0], units | found[1]
    idle = rules.facts.roster.movable & rules.facts.roster.of_side[side] & state.on_map & ~units & ~hqs
    named = [
        UnitArea("good", "commanded", tuple(rules.facts.roster.ids[u] for u in bits(units))),
        UnitArea("muted", "no HQ reaches it", tuple(rules.facts.roster.ids[u] for u in bits(idle))),
    ]
    title = "Command of activated HQs" if state.active & mine else "Command if all HQs were activated"
    return Overlay(
        "orders", title, "in range of an HQ", rules.rule("10.3a"),
        _areas((Area("good", "in range", _places(rules, areas)),)), {}, tuple(u for u in named if u.units),
    )  # fmt: skip


# ---- the map ---------------------------------------------------------------------------------------------


def _control(rules: Kiev41, state: K41State) -> Overlay:
    areas = (Area("axis", "the Axis controls what lies behind it", _places(rules, state.axis), True),)
    return Overlay("control", "Front", "who controls what", rules.rule("2.5a"), _areas(areas))


def _contested(rules: Kiev41, state: K41State) -> Overlay:
    disputed = contested(state)
    areas = (
        Area("axis", "contested, controlled by the Axis", _places(rules, disputed & state.axis)),
        Area("soviet", "contested, controlled by the Soviets", _places(rules, disputed & ~state.axis)),
    )
    return Overlay("contested", "Contested areas", "units of both sides", rules.rule("2.5c"), _areas(areas))


def _supply(view: View, rules: Kiev41, state: K41State, side: int) -> Overlay:
    reached = supplied(rules.facts, state, side)
    inside = set(_places(rules, reached))
    known = cast("Mapping[str, Any]", view.known)
    cut = [
        unit
        for unit, (place, *_) in known["units"].items()
        if rules.facts.roster.blocks_of[side] >> rules.facts.roster.index[unit] & 1 and _outside(rules, place, inside)
    ]
    if side != view.seat:
        cut += [token for token in known["tokens"] if _outside(rules, token.rsplit(".", 2)[0], inside)]
    areas = (Area(SIDES[side], "in supply", _places(rules, reached)),)
    units = (UnitArea("bad", "out of supply", tuple(cut)),) if cut else ()
    title = f"{NAMES[side]} supply"
    return Overlay(f"supply-{SIDES[side]}", title, "in supply there", rules.rule("2.1a"), _areas(areas), {}, units)


def _outside(rules: Kiev41, place: str, inside: set[str]) -> bool:
    return place not in inside and place in rules.facts.place_names[: rules.facts.area_count]


def _victory(rules: Kiev41, state: K41State) -> Overlay:
    areas = (
        Area("axis", "controlled by the Axis", _places(rules, rules.facts.victory_areas & state.axis)),
        Area("soviet", "controlled by the Soviets", _places(rules, rules.facts.victory_areas & ~state.axis)),
    )
    return Overlay("victory", "Victory areas", "who controls them", rules.rule("2.4.4.1"), _areas(areas))
