"""Overlays of A Victory Awaits: reach, zones of control, lines of communications, command, railheads, control.

They are worked out in a world this seat could be in, so nothing it may not know can show in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ostfront.core.errors import BadAction, either
from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.rules.command import commanded, in_range
from ostfront.games.victory_awaits.rules.ground import zoc
from ostfront.games.victory_awaits.rules.movement import NOT_BEGUN, STRATEGIC, normal_legs, strategic_legs, ways
from ostfront.games.victory_awaits.rules.reinforcements import rail_hexes
from ostfront.games.victory_awaits.rules.supply_lines import supplied
from ostfront.games.victory_awaits.state import March
from ostfront.games.victory_awaits.table.look import looks

if TYPE_CHECKING:
    from ostfront.core.play.view import View
    from ostfront.games.victory_awaits.rules import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

NAMES = ("Axis", "Soviet")


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    rules = cast("VictoryAwaits", view.rules)
    state = cast("VaState", view.imagine("overlay").state)
    known: list[str] = [row["id"] for row in looks(rules)["overlay"]]
    if name not in known:
        raise BadAction(f"There is no overlay '{name}'; there are {either(known, 20)}.")
    if name == "reach":
        return _reach(view, rules, state, rules.vocabulary.nouns["unit"].index(about))
    if name == "command":
        return _command(rules, state, rules.vocabulary.nouns["unit"].index(about))
    if name == "control":
        return _control(rules, state)
    side = AXIS if name.endswith("axis") else SOVIET
    return {"zoc": _zoc, "supply": _supply, "rail": _rail}[name.partition("-")[0]](rules, state, side)


def _places(rules: VictoryAwaits, hexes: int) -> tuple[str, ...]:
    name = rules.facts.board.name
    return tuple(name(i) for i in bits(hexes & rules.facts.valid))


def _units(rules: VictoryAwaits, units: int) -> tuple[str, ...]:
    return tuple(rules.facts.roster.ids[u] for u in bits(units))


def _halves(points: int) -> str:
    return f"{points // 2 or ''}½" if points % 2 else str(points // 2)


def _reach(view: View, rules: VictoryAwaits, state: VaState, unit: int) -> Overlay:
    """Where a unit can go: with what it has left if it is in hand, else as if it moved now."""
    name = rules.facts.roster.ids[unit]
    title = f"Reach of {name}"
    if not state.on_map >> unit & 1 or rules.facts.roster.is_fort[unit]:
        return Overlay("reach", title, "does not move on the map", rules.rule("9.1"))
    top = state.top
    in_hand = top is not None and top.procedure == "march" and top.local.unit == unit
    local = top.local if in_hand else March(unit, 0, 2 * rules.facts.roster.move[unit], NOT_BEGUN)
    found = ways(rules.facts, state, local)
    go = normal_legs(rules.facts, state, unit, found) if local.left >= 2 and local.mode != STRATEGIC else 0
    road = strategic_legs(rules.facts, state, local) & ~go
    stops = go & found.stops
    mine = bool(view.decisions) and view.decisions[0].kind in ("move", "march")
    offered = mine and (in_hand or f"pick {name}" in view.legal)
    labels, actions = {}, {}
    for i in bits(go):
        hex_ = rules.facts.board.name(i)
        labels[hex_] = "0" if stops >> i & 1 else _halves(local.left - 2 * found.cost(i))
        actions[hex_] = f"go {hex_}" if in_hand else f"move {name} {hex_}"
    for i in bits(road):
        hex_ = rules.facts.board.name(i)
        actions[hex_] = f"road {hex_}" if in_hand else f"move {name} {hex_}"
    areas = [
        Area("good", "can go on", _places(rules, go & ~stops)),
        Area("warning", "must stop", _places(rules, stops)),
        Area("info", "by strategic movement", _places(rules, road)),
    ]
    areas = [area for area in areas if area.places]
    legend = "movement points left there"
    return Overlay("reach", title, legend, rules.rule("9.1"), tuple(areas), labels, (), actions if offered else {})


def _zoc(rules: VictoryAwaits, state: VaState, side: int) -> Overlay:
    area = Area(SIDES[side], "zone of control", _places(rules, zoc(rules.facts, state, side)))
    return Overlay(f"zoc-{SIDES[side]}", f"{NAMES[side]} ZOC", "zones of control", rules.rule("3.2"), (area,))


def _supply(rules: VictoryAwaits, state: VaState, side: int) -> Overlay:
    reached = supplied(rules.facts, state, side)
    units = rules.facts.roster.of_side[side] & state.on_map & ~rules.facts.roster.forts
    cut = sum(1 << u for u in bits(units) if not reached >> state.place[u] & 1)
    areas = (Area(SIDES[side], "lines reach", _places(rules, reached)),)
    found = (UnitArea("bad", "no line of communications", _units(rules, cut)),) if cut else ()
    legend = "a line of communications reaches this hex"
    name, title = f"supply-{SIDES[side]}", f"{NAMES[side]} lines"
    return Overlay(name, title, legend, rules.rule("3.3"), areas, {}, found)


def _rail(rules: VictoryAwaits, state: VaState, side: int) -> Overlay:
    area = Area(SIDES[side], "reinforcements can arrive", _places(rules, rail_hexes(rules.facts, state, side)))
    return Overlay(f"rail-{SIDES[side]}", f"{NAMES[side]} railheads", "linked by rail", rules.rule("12.1"), (area,))


def _command(rules: VictoryAwaits, state: VaState, unit: int) -> Overlay:
    name = rules.facts.roster.ids[unit]
    if not rules.facts.roster.is_hq[unit] or not state.on_map >> unit & 1:
        return Overlay("command", f"Range of {name}", "not an HQ on the map", rules.rule("8.2"))
    side = rules.facts.roster.side[unit]
    return Overlay(
        "command", f"Range of {name}", "within range", rules.rule("8.2"),
        (Area(SIDES[side], "in range", _places(rules, in_range(rules.facts, state.place[unit]))),), {},
        (UnitArea("good", "commanded", _units(rules, commanded(rules.facts, state, unit))),),
    )  # fmt: skip


def _control(rules: VictoryAwaits, state: VaState) -> Overlay:
    worth = rules.facts.major_cities | rules.facts.stars | rules.facts.sources[SOVIET]
    held = worth & state.axis_held
    fed = supplied(rules.facts, state, AXIS)
    areas = (
        Area("axis", "Axis, in communications", _places(rules, held & fed)),
        Area("warning", "Axis, cut off: scores half", _places(rules, held & ~fed)),
        Area("soviet", "Soviet", _places(rules, worth & ~held)),
    )
    labels = {rules.facts.board.name(i): "SF" for i in bits(state.stand_fast)}
    return Overlay("control", "Control", "where the points lie", rules.rule("16.1"), areas, labels)
