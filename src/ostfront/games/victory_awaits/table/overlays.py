"""Overlays of A Victory Awaits: reach, zones of control, lines of communications, command, railheads, control.

They are computed in a world this seat could be in, so they cannot show what it may not know.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.rules.command import commanded, in_range
from ostfront.games.victory_awaits.rules.ground import zoc
from ostfront.games.victory_awaits.rules.movement import NOT_BEGUN, STRATEGIC, normal_legs, strategic_legs, ways
from ostfront.games.victory_awaits.rules.reinforcements import rail_hexes
from ostfront.games.victory_awaits.rules.supply_lines import supplied
from ostfront.games.victory_awaits.state import March, VaState
from ostfront.kit.table import overlays as kit
from ostfront.kit.table.overlays import places, units

NAMES = ("Axis", "Soviet")


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    rules = view.rules
    facts: Facts = rules.facts
    kit.must_exist(facts, name)
    state: VaState = view.imagine("overlay").state
    side = AXIS if name.endswith("axis") else SOVIET
    match name.partition("-")[0]:
        case "reach":
            return _reach(view, facts, state, kit.unit_named(facts, about))
        case "command":
            return _command(rules, facts, state, kit.unit_named(facts, about))
        case "zoc":
            return kit.zoc(facts, SIDES[side], NAMES[side], zoc(facts, state, side), rules.rule("3.2"))
        case "supply":
            return _supply(rules, facts, state, side)
        case "rail":
            return _rail(rules, facts, state, side)
        case _:
            return _control(rules, facts, state)


def _reach(view: View, facts: Facts, state: VaState, unit: int) -> Overlay:
    """Where a unit can go: with what it has left if it is in hand, otherwise as if it moved now."""
    rule = view.rules.rule("9.1")
    if not state.on_map >> unit & 1 or facts.roster.is_fort[unit]:
        return kit.no_reach(facts, unit, "does not move on the map", rule)
    top = state.top
    in_hand = top is not None and top.procedure == "march" and top.local.unit == unit
    local = top.local if in_hand else March(unit, 0, 2 * facts.roster.move[unit], NOT_BEGUN)
    found = ways(facts, state, local)
    go = normal_legs(facts, state, unit, found) if local.left >= 2 and local.mode != STRATEGIC else 0
    road = strategic_legs(facts, state, local) & ~go
    legs = kit.Legs(go, go & found.stops, road, local.left, found.cost)
    return kit.reach(view, facts, unit, legs, rule, in_hand=in_hand, by_road="move {unit} {hex}")


def _supply(rules: Rules, facts: Facts, state: VaState, side: int) -> Overlay:
    reached = supplied(facts, state, side)
    members = facts.roster.of_side[side] & state.on_map & ~facts.roster.forts
    cut = kit.cut_off(members, state.place, reached)
    found = kit.unit_areas(UnitArea("bad", "no line of communications", units(facts, cut)))
    area = Area(SIDES[side], "lines reach", places(facts, reached))
    legend = "a line of communications reaches this hex"
    return kit.of_side("supply", SIDES[side], f"{NAMES[side]} lines", legend, rules.rule("3.3"), area, found)


def _rail(rules: Rules, facts: Facts, state: VaState, side: int) -> Overlay:
    area = Area(SIDES[side], "reinforcements can arrive", places(facts, rail_hexes(facts, state, side)))
    return kit.of_side("rail", SIDES[side], f"{NAMES[side]} railheads", "linked by rail", rules.rule("12.1"), area)


def _command(rules: Rules, facts: Facts, state: VaState, unit: int) -> Overlay:
    rule, side = rules.rule("8.2"), facts.roster.side[unit]
    if not facts.roster.is_hq[unit] or not state.on_map >> unit & 1:
        return kit.no_command(facts, unit, rule)
    led = commanded(facts, state, unit)
    return kit.command(facts, unit, SIDES[side], in_range(facts, state.place[unit]), led, rule)


def _control(rules: Rules, facts: Facts, state: VaState) -> Overlay:
    worth = facts.major_cities | facts.stars | facts.sources[SOVIET]
    held = worth & state.axis_held
    fed = supplied(facts, state, AXIS)
    areas = (
        Area("axis", "Axis, in communications", places(facts, held & fed)),
        Area("warning", "Axis, cut off: scores half", places(facts, held & ~fed)),
        Area("soviet", "Soviet", places(facts, worth & ~held)),
    )
    labels = {facts.board.name(i): "SF" for i in bits(state.stand_fast)}
    return Overlay("control", "Control", "where the points are", rules.rule("16.1"), areas, labels)
