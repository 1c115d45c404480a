"""The reference beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ostfront.core.page.reference import Reference, RuleChart
from ostfront.core.play.rules import Rules
from ostfront.kit.table.reference import chart, keyed, make_reference, plain, results_table

CODES = (
    "A1, A2: the attacker loses steps. DR, DR2: the defender retreats one or two hexes.",
    "1DR2 to 3DR2: the defender loses steps, and what is left retreats two hexes.",
    "The German rolls a die of six, the Soviet one of ten: only Soviet attacks reach the rows past six.",
)
SHIFTS = {
    "stuka": "Stuka (left in defence)",
    "timoshenko": "Timoshenko's chit",
    "turn_one_german": "German attack on turn 1",
}
GROUND = {"motorized": "Motorized", "foot": "Foot", "shift": "Columns left"}
RIVERS = {"motorized": "Motorized", "foot": "Foot", "attack_divisor": "Attack divided by"}
RIVER = "Added to the hex where there is no bridge. A major river without one: start beside it, cross, stop."
TRACK = {
    "german_chits": "German chits", "soviet_chits": "Soviet chits", "points": "Points", "elite": "Elite",
    "out_of_supply": "Out of supply",
}  # fmt: skip


def reference(rules: Rules) -> Reference:
    """The sequence, the charts, the briefing and the rules index."""
    charts = rules.facts.data.toml("charts.toml")
    victory, directive = charts["victory"], charts["hitler_directive"]
    words = {
        "turns": max(directive["last_turn"].values()),
        "directive_turn": directive["turn"],
        "moscow_lost": victory["moscow_lost_motorized"],
        "distracted_lost": victory["distracted_lost_motorized"],
    }
    return make_reference(rules, _charts(rules, charts), words)


def _charts(rules: Rules, charts: Mapping[str, Any]) -> Iterator[RuleChart]:
    crt, minsk = charts["crt"], charts["minsk_escape"]
    yield results_table(rules, crt["columns"], crt["rows"], rule="9.4", notes=CODES)
    shifts = charts["shifts"]
    rows = ((title, (shifts[name],)) for name, title in SHIFTS.items())
    yield chart(rules, "shifts", "Shifts for the attacker", "combat", ("Columns right",), rows, rule="9.3")
    yield keyed(rules, "terrain", "Terrain", "terrain", GROUND, charts["terrain"], rule="8.1.2", corner="Ground")
    yield keyed(rules, "rivers", "Rivers", "terrain", RIVERS, charts["hexside"], rule="8.1.3", notes=(RIVER,))
    turns = ((str(row["turn"]), [_either(row[key]) for key in TRACK]) for row in charts["turn_track"]["turn"])
    yield chart(rules, "turns", "Turn track", "turns", tuple(TRACK.values()), turns, rule="2.1.1", corner="Turn")
    yield results_table(
        rules, minsk["columns"], minsk["rows"], rule="14.0", title="Escape from Minsk", id="minsk", group="other",
        notes=("Units that escape, by the value released this turn; V: the Soviets take a victory chit.",),
    )  # fmt: skip
    directive = enumerate(charts["hitler_directive"]["rows"], 1)
    rolls = ((str(roll), (plain(word),)) for roll, word in directive)
    yield chart(rules, "directive", "Hitler's directive", "other", ("Result",), rolls, rule="15.0", corner="Die")


def _either(value: Any) -> str:
    """A number of the track; where the directive decides, both."""
    return " or ".join(map(str, dict.fromkeys(value.values()))) if isinstance(value, Mapping) else str(value)
