"""The reference beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ostfront.core.page.reference import Reference, RuleChart
from ostfront.core.play.rules import Rules
from ostfront.games.victory_awaits.facts import Facts
from ostfront.kit.table.reference import chart, keyed, make_reference, results_table

CODES = (
    "A1, A2: the attacker loses steps. R, RR: the defender retreats one or two hexes.",
    "1RR to 3RR: the defender loses steps, and what is left retreats two hexes.",
)
GROUND = {"mech": "Mechanized", "foot": "Foot", "shift": "Columns left", "advance": "Advance"}
RIVERS = {"cost": "Cost", "attack_divisor": "Attack divided by"}
CITY = "A city costs what the ground around it costs, a road hex 1. Mountains are entered along a road, water is not."
RIVER = "A major river without a bridge takes the whole allowance: start beside it, cross, stop."
TRACK = {
    "su": "Soviet chits", "ger": "German chits", "rum": "Romanian chits", "reinforcements_su": "Soviet units",
    "reinforcements_ger": "German units", "fortress_steps": "Fortress steps",
}  # fmt: skip


def reference(rules: Rules) -> Reference:
    """The sequence, the charts, the briefing and the rules index."""
    facts: Facts = rules.facts
    charts = facts.data.toml("charts.toml")
    words = {"turns": facts.last_turn, "victory": facts.victory, "days": charts["track"]["days"]}
    return make_reference(rules, _charts(rules, facts, charts), words)


def _charts(rules: Rules, facts: Facts, charts: Mapping[str, Any]) -> Iterator[RuleChart]:
    crt = charts["crt"]
    yield results_table(rules, crt["columns"], crt["rows"], rule="10.4", notes=CODES)
    ground = charts["terrain"]
    yield keyed(rules, "terrain", "Terrain", "terrain", GROUND, ground, rule="9.1", corner="Ground", notes=(CITY,))
    yield keyed(rules, "rivers", "Rivers", "terrain", RIVERS, charts["hexside"], rule="9.1", notes=(RIVER,))
    track = charts["track"][facts.scenario["track"]]
    turns = ((str(turn), [track[key][turn - 1] for key in TRACK]) for turn in range(1, facts.last_turn + 1))
    yield chart(rules, "turns", "Turn track", "turns", tuple(TRACK.values()), turns, rule="6.1", corner="Turn")
