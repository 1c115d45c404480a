"""Overlays of A Victory Denied: reach, zones of control, supply, command, victory hexes.

They are worked out in a world this seat could be in, so nothing it may not know can show in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ostfront.core.errors import BadAction, either
from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.rules.activation import commanded, in_range
from ostfront.games.victory_denied.rules.ground import zoc
from ostfront.games.victory_denied.rules.movement import NOT_BEGUN, allowance, normal_legs, strategic_legs, ways
from ostfront.games.victory_denied.rules.supply_lines import supplied
from ostfront.games.victory_denied.state import March
from ostfront.games.victory_denied.table.look import looks

if TYPE_CHECKING:
    from ostfront.core.play.view import View
    from ostfront.games.victory_denied.rules import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

NAMES = ("German", "Soviet")


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    rules = cast("VictoryDenied", view.rules)
    state = cast("VdState", view.imagine("overlay").state)
    known: list[str] = [row["id"] for row in looks(rules)["overlay"]]
    if name not in known:
        raise BadAction(f"There is no overlay '{name}'; there are {either(known, 20)}.")
    if name == "reach":
        return _reach(view, rules, state, rules.vocabulary.nouns["unit"].index(about))
    if name == "command":
        return _one_command(rules, state, rules.vocabulary.nouns["unit"].index(about))
    if name == "victory":
        return _victory(rules, state)
    side = GERMAN if name.endswith("german") else SOVIET
    draw = {"zoc": _zoc, "supply": _supply, "command": _command}[name.partition("-")[0]]
    return draw(rules, state, side)


def _places(rules: VictoryDenied, hexes: int) -> tuple[str, ...]:
    name = rules.facts.board.name
    return tuple(name(i) for i in bits(hexes & rules.facts.valid))


def _units(rules: VictoryDenied, units: int) -> tuple[str, ...]:
    return tuple(rules.facts.roster.ids[u] for u in bits(units))


def _halves(points: int) -> str:
    return f"{points // 2 or ''}½" if points % 2 else str(points // 2)


def _reach(view: View, rules: VictoryDenied, state: VdState, unit: int) -> Overlay:
    """Where a unit can go: with what it has left if it is in hand, else as if it moved now."""
    name = rules.facts.roster.ids[unit]
    title = f"Reach of {name}"
    place = state.place[unit]
    if not 0 <= place < rules.facts.grid.size:
        return Overlay("reach", title, "not on the map", rules.rule("8.1"))
    top = state.top
    in_hand = top is not None and top.procedure == "march" and top.local.unit == unit
    local = top.local if in_hand else March(unit, 2 * allowance(rules.facts, state, unit), NOT_BEGUN)
    found = ways(rules.facts, state, local)
    go = normal_legs(rules.facts, state, unit, found) if local.left >= 2 and local.mode != 2 else 0
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
        actions[hex_] = f"road {hex_}" if in_hand else f"pick {name}; road {hex_}"
    areas = [
        Area("good", "can go on", _places(rules, go & ~stops)),
        Area("warning", "must stop", _places(rules, stops)),
        Area("info", "by strategic movement", _places(rules, road)),
    ]
    areas = [area for area in areas if area.places]
    legend = "movement points left there"
    return Overlay("reach", title, legend, rules.rule("8.1"), tuple(areas), labels, (), actions if offered else {})


def _zoc(rules: VictoryDenied, state: VdState, side: int) -> Overlay:
    area = Area(SIDES[side], "zone of control", _places(rules, zoc(rules.facts, state, side)))
    return Overlay(f"zoc-{SIDES[side]}", f"{NAMES[side]} ZOC", "zones of control", rules.rule("6.1"), (area,))


def _supply(rules: VictoryDenied, state: VdState, side: int) -> Overlay:
    reached = supplied(rules.facts, state, side)
    units = rules.facts.roster.combat_units[side] & state.on_map
    cut = sum(1 << u for u in bits(units) if not reached >> state.place[u] & 1)
    marked = sum(1 << u for u in bits(units & ~cut) if state.status[u])
    found = [
        UnitArea("bad", "no supply line", _units(rules, cut)),
        UnitArea("warning", "marked without supply", _units(rules, marked)),
    ]
    areas = (Area(SIDES[side], "supply reaches", _places(rules, reached)),)
    legend = "a supply line can be traced from here"
    name, title = f"supply-{SIDES[side]}", f"{NAMES[side]} supply"
    return Overlay(name, title, legend, rules.rule("10.2.2"), areas, {}, tuple(u for u in found if u.units))


def _command(rules: VictoryDenied, state: VdState, side: int) -> Overlay:
    hqs = bits(rules.facts.roster.hqs & rules.facts.roster.of_side[side] & state.on_map)
    reach = 0
    for hq in hqs:
        reach |= in_range(rules.facts, state, hq)
    units = commanded(rules.facts, state, side, hqs)
    idle = rules.facts.roster.combat_units[side] & state.on_map & ~units
    return Overlay(
        f"command-{SIDES[side]}", f"{NAMES[side]} command", "within range of an HQ", rules.rule("7.3.4"),
        (Area(SIDES[side], "in range of an HQ", _places(rules, reach)),), {},
        (UnitArea("good", "commanded", _units(rules, units)), UnitArea("muted", "no HQ", _units(rules, idle))),
    )  # fmt: skip


def _one_command(rules: VictoryDenied, state: VdState, unit: int) -> Overlay:
    name = rules.facts.roster.ids[unit]
    if not rules.facts.roster.is_hq[unit] or not 0 <= state.place[unit] < rules.facts.grid.size:
        return Overlay("command", f"Range of {name}", "not an HQ on the map", rules.rule("7.3.4"))
    side = rules.facts.roster.side[unit]
    units = commanded(rules.facts, state, side, [unit])
    return Overlay(
        "command", f"Range of {name}", "within range", rules.rule("7.3.4"),
        (Area(SIDES[side], "in range", _places(rules, in_range(rules.facts, state, unit))),), {},
        (UnitArea("good", "commanded", _units(rules, units)),),
    )  # fmt: skip


def _victory(rules: VictoryDenied, state: VdState) -> Overlay:
    held = rules.facts.victory_mask & ~state.with_chit
    areas = (
        Area("german", "held by the Germans", _places(rules, held)),
        Area("soviet", "held by the Soviets", _places(rules, state.with_chit)),
        Area("warning", "Moscow: a German combat unit here wins", _places(rules, rules.facts.moscow)),
        Area("muted", "the Pocket: a Soviet combat unit here wins", _places(rules, rules.facts.pocket)),
    )
    return Overlay("victory", "Victory hexes", "who holds them", rules.rule("16.0"), areas)
