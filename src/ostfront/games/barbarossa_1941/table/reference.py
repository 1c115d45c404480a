"""The reference beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ostfront.core.page.reference import Reference, RuleChart
from ostfront.core.play.rules import Rules
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.kit.table.reference import chart, keyed, make_reference, plain, results_table

CELLS = "Steps lost by the attacker / by the defender."
GROUND = {"motorised": "Motorised", "foot": "Others", "shift": "Shift", "overrun": "Overrun"}
SIDES = {"cost": "Cost", "shift": "Shift", "overrun": "Overrun"}
WEATHER = {
    "infantry": "Infantry", "cavalry": "Cavalry", "motorised": "Motorised", "exploitation": "Exploitation",
    "reaction": "Reaction", "german_air": "Axis air", "soviet_air": "Soviet air",
}  # fmt: skip


def reference(rules: Rules) -> Reference:
    """The sequence, the charts, the briefing and the rules index."""
    facts: Facts = rules.facts
    victory = facts.charts["victory"]
    draw = next(level for level in victory["level"] if not level["winner"])
    words = {
        "turns": facts.data.toml("scenarios.toml")[rules.settings.scenario]["last_turn"],
        "sudden": victory["sudden_death"],
        "sudden_turn": victory["sudden_death_last_turn"],
        "axis": min(level["from"] for level in victory["level"] if level["winner"] == "axis"),
        "draw": draw["from"],
        "draw_to": draw["to"],
        "major": victory["level"][0]["to"],
    }
    return make_reference(rules, _charts(rules, facts.data.toml("charts.toml"), words["turns"]), words)


def _charts(rules: Rules, charts: Mapping[str, Any], turns: int) -> Iterator[RuleChart]:
    crt = charts["crt"]
    for name, id in (("one_die", "crt"), ("two_dice", "crt-two")):
        limit = (
            f"up to {crt['one_die_up_to_steps']}" if name == "one_die" else f"{crt['two_dice_from_steps']} or more"
        )
        title = f"Combat results, {plain(name).lower()}: the larger side has {limit} steps"
        first = crt[f"{name}_rows"][0]
        yield results_table(
            rules, crt["columns"], crt[name], rule="6", title=title, id=id, first=first, notes=(CELLS,)
        )
    added = ((plain(name), (f"{n:+}",)) for name, n in crt["drm"].items() if name != "source")
    yield chart(rules, "drm", "Added to the die", "combat", ("Die",), added, rule="6l")
    note = "Below 0 for the defender. Cities: the shift that helps the defender more."
    ground = charts["terrain"]
    yield keyed(rules, "terrain", "Terrain", "terrain", GROUND, ground, rule="5a", corner="Ground", notes=(note,))
    yield keyed(rules, "hexsides", "Hexsides", "terrain", SIDES, charts["hexside"], rule="6k")
    weather = charts["weather"]
    states = {name: row for name, row in weather.items() if isinstance(row, Mapping)}
    zero = "Movement 0: as printed. The air columns are shifts."
    yield keyed(rules, "weather", "Weather", "other", WEATHER, states, rule="12.3", notes=(zero,))
    rows = ((str(turn), (weather["north"][turn - 1], weather["south"][turn - 1])) for turn in range(1, turns + 1))
    yield chart(rules, "turns", "Weather by turn", "turns", ("North", "South"), rows, rule="12.3", corner="Turn")
    levels = ((f"{level['from']} to {level['to']}", (level["result"],)) for level in charts["victory"]["level"])
    yield chart(rules, "levels", "Victory", "victory", ("After the last turn",), levels, rule="13k", corner="Points")
