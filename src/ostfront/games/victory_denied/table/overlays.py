"""Overlays of A Victory Denied: reach, zones of control, supply, command, victory hexes.

They are computed in a world this seat could be in, so they cannot show what it may not know.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.rules.activation import commanded, in_range
from ostfront.games.victory_denied.rules.ground import triggers, zoc
from ostfront.games.victory_denied.rules.movement import (
    NOT_BEGUN,
    allowance,
    crosses,
    normal_legs,
    strategic_legs,
    ways,
)
from ostfront.games.victory_denied.rules.supply_lines import supplied
from ostfront.games.victory_denied.state import March, VdState
from ostfront.kit.table import overlays as kit
from ostfront.kit.table.overlays import places, units

NAMES = ("German", "Soviet")


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    rules = view.rules
    facts: Facts = rules.facts
    kit.must_exist(facts, name)
    state: VdState = view.imagine("overlay").state
    side = GERMAN if name.endswith("german") else SOVIET
    match name.partition("-")[0]:
        case "reach":
            return _reach(view, facts, state, kit.unit_named(facts, about))
        case "command" if name == "command":
            return _command_of(rules, facts, state, kit.unit_named(facts, about))
        case "command":
            return _command(rules, facts, state, side)
        case "zoc":
            return kit.zoc(facts, SIDES[side], NAMES[side], zoc(facts, state, side), rules.rule("6.1"))
        case "supply":
            return _supply(rules, facts, state, side)
        case _:
            return _victory(rules, facts, state)


def _reach(view: View, facts: Facts, state: VdState, unit: int) -> Overlay:
    """Where a unit can go: with what it has left if it is in hand, otherwise as if it moved now."""
    rule = view.rules.rule("8.1")
    if not 0 <= state.place[unit] < facts.grid.size:
        return kit.no_reach(facts, unit, "not on the map", rule)
    top = state.top
    in_hand = top is not None and top.procedure == "march" and top.local.unit == unit
    local = top.local if in_hand else March(unit, 2 * allowance(facts, state, unit), NOT_BEGUN)
    found = ways(facts, state, local)
    go = normal_legs(facts, state, unit, found) if local.left >= 2 and local.mode != 2 else 0
    road = strategic_legs(facts, state, local) & ~go
    doing = triggers(facts, state, unit)
    stops = mask(h for h in bits(go & found.stops) if crosses(found, h, doing))
    legs = kit.Legs(go, stops, road, local.left, lambda h: found.cost(h, onward=not stops >> h & 1))
    return kit.reach(view, facts, unit, legs, rule, in_hand=in_hand, by_road="pick {unit}; road {hex}")


def _supply(rules: Rules, facts: Facts, state: VdState, side: int) -> Overlay:
    reached = supplied(facts, state, side)
    members = facts.roster.combat_units[side] & state.on_map
    cut = kit.cut_off(members, state.place, reached)
    marked = sum(1 << u for u in bits(members & ~cut) if state.status[u])
    found = kit.unit_areas(
        UnitArea("bad", "no supply line", units(facts, cut)),
        UnitArea("warning", "marked without supply", units(facts, marked)),
    )
    area = Area(SIDES[side], "supply reaches", places(facts, reached))
    legend = "a supply line can be traced from here"
    return kit.of_side("supply", SIDES[side], f"{NAMES[side]} supply", legend, rules.rule("10.2.2"), area, found)


def _command(rules: Rules, facts: Facts, state: VdState, side: int) -> Overlay:
    hqs = bits(facts.roster.hqs & facts.roster.of_side[side] & state.on_map)
    reach = 0
    for hq in hqs:
        reach |= in_range(facts, state, hq)
    led = commanded(facts, state, side, hqs)
    idle = facts.roster.combat_units[side] & state.on_map & ~led
    return kit.of_side(
        "command", SIDES[side], f"{NAMES[side]} command", "within range of an HQ", rules.rule("7.3.4"),
        Area(SIDES[side], "in range of an HQ", places(facts, reach)),
        (UnitArea("good", "commanded", units(facts, led)), UnitArea("muted", "no HQ", units(facts, idle))),
    )  # fmt: skip


def _command_of(rules: Rules, facts: Facts, state: VdState, unit: int) -> Overlay:
    rule, side = rules.rule("7.3.4"), facts.roster.side[unit]
    if not facts.roster.is_hq[unit] or not 0 <= state.place[unit] < facts.grid.size:
        return kit.no_command(facts, unit, rule)
    led = commanded(facts, state, side, [unit])
    return kit.command(facts, unit, SIDES[side], in_range(facts, state, unit), led, rule)


def _victory(rules: Rules, facts: Facts, state: VdState) -> Overlay:
    held = facts.victory_mask & ~state.with_chit
    areas = (
        Area("german", "held by the Germans", places(facts, held)),
        Area("soviet", "held by the Soviets", places(facts, state.with_chit)),
        Area("warning", "Moscow: a German combat unit here wins", places(facts, facts.moscow)),
        Area("muted", "the Pocket: a Soviet combat unit here wins", places(facts, facts.pocket)),
    )
    return Overlay("victory", "Victory hexes", "who holds them", rules.rule("16.0"), areas)
