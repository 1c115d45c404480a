"""The reference beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from ostfront.core.page.reference import Reference, RuleChart
from ostfront.core.play.rules import Rules
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.rules.ground import clear_cost, marsh_cost, river_cost, rough_cost, steppe_cost
from ostfront.games.barbarossa_deluxe.rules.shifts import SHIFTS
from ostfront.kit.table.reference import chart, make_reference, results_table

TRACK = {
    "german_mech": "German mech", "german_foot": "foot", "soviet_mech": "Soviet mech", "soviet_foot": "foot",
    "luftwaffe": "Luftwaffe",
}  # fmt: skip


def reference(rules: Rules) -> Reference:
    """The sequence, the charts, the briefing and the rules index."""
    facts: Facts = rules.facts
    scenario = facts.scenario
    rows = {int(row["turn"]): row for _, row in facts.data.raw_rows("track.csv")}
    words = {
        "turns": scenario.last_turn - scenario.first_turn + 1,
        "from": rows[scenario.first_turn]["date"],
        "to": rows[scenario.last_turn]["date"],
        "last": scenario.last_turn,
        "first_check": scenario.first_check,
    }
    return make_reference(rules, _charts(rules, facts), words)


def _charts(rules: Rules, facts: Facts) -> Iterator[RuleChart]:
    crt = facts.data.toml("crt.toml")
    meanings = [f"{code}: {words}." for code, words in crt["meaning"].items() if code != "source"]
    beyond = f"Above the table {crt['above']}, below it {crt['below']}, without a die."
    yield results_table(rules, crt["columns"], crt["rows"], rule="11.25", notes=(*meanings, beyond))
    shifts = ((text[0].upper() + text[1:], (rules.rule(rule),)) for rule, text, _ in SHIFTS)
    yield chart(rules, "shifts", "What shifts the odds", "combat", ("Rule",), shifts, rule="11.11")
    ground = (
        ("Clear", (clear_cost(), clear_cost())),
        ("Desert-steppe", (steppe_cost(), steppe_cost())),
        ("Rough", (rough_cost(True), rough_cost(False))),
        ("Marsh", (marsh_cost(True), marsh_cost(False))),
        ("River, added", (river_cost(True), river_cost(False))),
    )
    yield chart(
        rules, "terrain", "Terrain", "terrain", ("Mechanized", "Others"), ground, rule="10.8", corner="Ground"
    )
    turns = [row for _, row in facts.data.raw_rows("track.csv")]
    inside = [row for row in turns if facts.scenario.first_turn <= int(row["turn"]) <= facts.scenario.last_turn]
    rows = ((f"{row['turn']} {row['date']}", [row.get(key) for key in TRACK]) for row in inside)
    yield chart(rules, "turns", "Turn track", "turns", tuple(TRACK.values()), rows, rule="5.8", corner="Turn")
    if facts.scenario.first_check:
        limits = [
            row for _, row in facts.data.raw_rows("victory.csv") if int(row["turn"]) >= facts.scenario.first_check
        ]
        keys = ("german_wins_at_or_above", "soviet_wins_at_or_below", "historical_vp")
        found = ((row["turn"], [row.get(key) for key in keys]) for row in limits)
        names = ("German wins at", "Soviet wins at", "History")
        yield chart(rules, "limits", "Victory check", "victory", names, found, rule="4.14", corner="Turn")
