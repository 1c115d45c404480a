"""Overlays of Kiev '41: front, reach, supply, command, victory areas.

They are computed in a world this seat could be in, from what is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules.command import beside, in_range
from ostfront.games.kiev_41.rules.control import contested, friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.movement import Ways, mode_of, ways
from ostfront.games.kiev_41.rules.supply import supplied
from ostfront.games.kiev_41.state import K41State
from ostfront.kit.table import overlays as kit
from ostfront.kit.table.look import kind_asked, known_to
from ostfront.kit.table.overlays import places, units

NAMES = ("Axis", "Soviet")


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    rules = view.rules
    facts: Facts = rules.facts
    kit.must_exist(facts, name)
    state: K41State = view.imagine("overlay").state
    if name in ("reach", "command"):
        if about in known_to(view)["tokens"]:
            return Overlay(name, "A concealed block", "nobody but its owner knows")
        unit = kit.unit_named(facts, about)
        if about not in known_to(view)["units"]:
            return Overlay(name, f"{about} is concealed", "nobody but its owner knows where")
        return _reach(view, facts, state, unit) if name == "reach" else _range(view, facts, state, unit)
    if name == "control":
        return _control(rules, facts, state)
    if name == "contested":
        return _contested(rules, facts, state)
    if name == "victory":
        return _victory(rules, facts, state)
    if name == "orders":
        return _orders(rules, facts, state, view.seat)
    return _supply(view, facts, state, AXIS if name.endswith("axis") else SOVIET)


# ---- moving ----------------------------------------------------------------------------------------------


def _reach(view: View, facts: Facts, state: K41State, unit: int) -> Overlay:
    """The next legs of a block: with what it has left if it is in hand, otherwise as if it moved now."""
    name, rule = facts.roster.ids[unit], view.rules.rule("10.9a")
    if not facts.roster.movable >> unit & 1 or not 0 <= state.place[unit] < facts.area_count:
        return kit.no_reach(facts, unit, "does not move on the map", rule)
    top = state.top
    in_hand = top is not None and top.procedure in ("march", "approach") and top.local.unit == unit
    left = top.local.left if in_hand else facts.allowance[unit]
    mode = mode_of(state) if in_hand else _mode(state, unit, facts)
    found = ways(facts, state, unit, left, mode)
    enemies = state.units_of(1 - facts.roster.side[unit])
    full = state.full[facts.roster.side[unit]] & found.legs & ~enemies
    costs = facts.costs[state.weather][facts.movers[unit]]
    labels = {facts.place_names[i]: str(_left(found, costs, left, i)) for i in bits(found.legs & ~enemies)}
    on = _onward(facts, state, unit, left, mode, found)
    actions: dict[str, str] = {}
    if in_hand and view.decisions:
        actions = {place: f"go {place}" for place in places(facts, found.legs)}
        actions |= {place: f"go {via}; go {place}" for place, via in on.items()}
    elif _may_pick(view, name):
        actions = _moves(view, name, places(facts, found.legs & ~full), places(facts, full), on)
    areas = kit.areas(
        Area("good", "can go on", places(facts, found.legs & ~enemies & ~full)),
        Area("warning", "full: must go on", places(facts, full)),
        Area("bad", "enemy units: it stops and fights", places(facts, found.legs & enemies)),
        Area("info", "in two steps", tuple(on)),
    )
    return Overlay("reach", f"Reach of {name}", "movement points left there", rule, areas, labels, (), actions)


def _mode(state: K41State, unit: int, facts: Facts) -> str:
    """The kind of move it would be now."""
    top = state.top
    if top is not None and top.procedure == "command":
        return str(top.local.mode)
    return "approach" if facts.roster.hqs >> unit & 1 else "tactical"


def _left(found: Ways, costs: tuple[int, int, int], left: int, area: int) -> int:
    if found.free >> area & 1:
        return left - found.cost(area)
    return left - next(n for n, areas in enumerate(costs, 1) if areas >> area & 1)


def _onward(facts: Facts, state: K41State, unit: int, left: int, mode: str, found: Ways) -> dict[str, str]:
    """Areas beyond a friendly one, each with the area to go through: without rivers first, then the cheapest."""
    here = state.place[unit]
    costs = facts.costs[state.weather][facts.movers[unit]]
    best: dict[int, tuple[bool, int, int]] = {}
    for via in bits(found.legs & found.free):
        rest = left - found.cost(via)
        if not rest:
            continue
        state.put(unit, via)
        onward = ways(facts, state, unit, rest, mode)
        for goal in bits(onward.legs & ~found.legs & ~onward.free & ~(1 << here)):
            wet = (facts.rivers[via] | facts.strait[via]) >> goal & 1
            offer = (not wet, _left(onward, costs, rest, goal), via)
            best[goal] = max(best.get(goal, offer), offer)
    state.put(unit, here)
    return {facts.place_names[goal]: facts.place_names[via] for goal, (_, _, via) in sorted(best.items())}


def _may_pick(view: View, name: str) -> bool:
    return kind_asked(view) in ("command", "headquarters") and f"pick {name}" in view.legal


def _moves(
    view: View, name: str, stops: tuple[str, ...], full: tuple[str, ...], on: Mapping[str, str]
) -> dict[str, str]:
    """Each area with the whole move there."""
    verb = "move" if view.decisions[0].kind == "command" else "hq"
    moves = {place: f"{verb} {name} {place}" for place in stops}
    moves |= {place: f"pick {name}; go {place}" for place in full}
    return moves | {place: f"{verb} {name} {via} {place}" for place, via in on.items()}


# ---- command ---------------------------------------------------------------------------------------------


def _one_range(facts: Facts, state: K41State, hq: int) -> tuple[int, int]:
    """The areas in range of an HQ, and its side's blocks that it commands there."""
    side = facts.roster.side[hq]
    if facts.roster.luftwaffe >> hq & 1:
        return facts.disks[state.place[hq]][attack_strength(facts, state, hq)], 0
    areas = in_range(facts, state, hq, friendly(state, side), contested(state))
    near = state.standing(areas) & facts.obeying.get(hq, 0) | beside(state, hq)
    return areas, near & facts.roster.movable & facts.roster.of_side[side] & ~(1 << hq)


def _range(view: View, facts: Facts, state: K41State, unit: int) -> Overlay:
    name, rule = facts.roster.ids[unit], view.rules.rule("10.3a")
    on_map = 0 <= state.place[unit] < facts.area_count
    if not facts.roster.hqs >> unit & 1 or not on_map:
        return kit.no_command(facts, unit, rule)
    areas, near = _one_range(facts, state, unit)
    label = "in range of its bombers" if facts.roster.luftwaffe >> unit & 1 else "in range"
    known = known_to(view)["units"]  # which blocks an enemy HQ commands is not known
    obeying = tuple(unit for unit in units(facts, near) if unit in known)
    return Overlay(
        "command", f"Range of {name}", label, rule, (Area("good", label, places(facts, areas)),), {},
        kit.unit_areas(UnitArea("good", "commanded", obeying)),
    )  # fmt: skip


def _orders(rules: Rules, facts: Facts, state: K41State, side: int) -> Overlay:
    mine = facts.roster.tactical & facts.roster.of_side[side] & state.on_map & ~(1 << facts.roster.guderian)
    hqs = state.active & mine or mine & ~state.isolated
    reached = led = 0
    for hq in bits(hqs):
        areas, near = _one_range(facts, state, hq)
        reached, led = reached | areas, led | near
    idle = facts.roster.movable & facts.roster.of_side[side] & state.on_map & ~led & ~hqs
    found = kit.unit_areas(
        UnitArea("good", "commanded", units(facts, led)),
        UnitArea("muted", "no HQ reaches it", units(facts, idle)),
    )
    title = "Command of activated HQs" if state.active & mine else "Command if all HQs were activated"
    return Overlay(
        "orders", title, "in range of an HQ", rules.rule("10.3a"),
        kit.areas(Area("good", "in range", places(facts, reached))), {}, found,
    )  # fmt: skip


# ---- the map ---------------------------------------------------------------------------------------------


def _control(rules: Rules, facts: Facts, state: K41State) -> Overlay:
    areas = kit.areas(Area("axis", "the Axis controls what lies behind it", places(facts, state.axis), True))
    return Overlay("control", "Front", "who controls what", rules.rule("2.5a"), areas)


def _contested(rules: Rules, facts: Facts, state: K41State) -> Overlay:
    disputed = contested(state)
    areas = kit.areas(
        Area("axis", "contested, controlled by the Axis", places(facts, disputed & state.axis)),
        Area("soviet", "contested, controlled by the Soviets", places(facts, disputed & ~state.axis)),
    )
    return Overlay("contested", "Contested areas", "units of both sides", rules.rule("2.5c"), areas)


def _supply(view: View, facts: Facts, state: K41State, side: int) -> Overlay:
    reached = supplied(facts, state, side)
    inside = set(places(facts, reached))
    known = known_to(view)
    cut = [
        unit
        for unit, (place, *_) in known["units"].items()
        if facts.roster.blocks_of[side] >> facts.roster.index[unit] & 1 and _outside(facts, place, inside)
    ]
    if side != view.seat:
        cut += [token for token in known["tokens"] if _outside(facts, token.rsplit(".", 2)[0], inside)]
    areas = kit.areas(Area(SIDES[side], "in supply", places(facts, reached)))
    found = kit.unit_areas(UnitArea("bad", "out of supply", tuple(cut)))
    title, rule = f"{NAMES[side]} supply", view.rules.rule("2.1a")
    return Overlay(f"supply-{SIDES[side]}", title, "in supply there", rule, areas, {}, found)


def _outside(facts: Facts, place: str, inside: set[str]) -> bool:
    return place not in inside and place in facts.place_names[: facts.area_count]


def _victory(rules: Rules, facts: Facts, state: K41State) -> Overlay:
    areas = kit.areas(
        Area("axis", "controlled by the Axis", places(facts, facts.victory_areas & state.axis)),
        Area("soviet", "controlled by the Soviets", places(facts, facts.victory_areas & ~state.axis)),
    )
    return Overlay("victory", "Victory areas", "who controls them", rules.rule("2.4.4.1"), areas)
