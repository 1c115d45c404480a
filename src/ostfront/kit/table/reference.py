"""The reference beside the map: what the games' references have in common.

Words (story, purposes, steps of the sequence, titles of sections) are in a game's `reference.toml`; numbers come from
the charts the game plays by, so that an owner's numbers are shown where they replace ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ostfront.core.page.reference import (
    Briefing,
    ChartRow,
    Purpose,
    Reference,
    RuleChart,
    SequenceStep,
    sections,
)
from ostfront.core.play.rules import Rules

FILE = "reference.toml"
Words = Mapping[str, Any]  # what the texts of the file leave open, such as {turns}


def make_reference(rules: Rules, charts: Iterable[RuleChart], words: Words) -> Reference:
    """The reference of these charts and of `reference.toml`."""
    data = rules.facts.data.toml(FILE)
    return Reference(
        rules.info.mark,
        _briefing(rules, data, words),
        tuple(_step(rules, row) for row in data["step"]),
        tuple(charts),
        sections(rules, data["section"]),
    )


def _briefing(rules: Rules, data: Mapping[str, Any], words: Words) -> Briefing:
    """Of the scenario; what it does not say itself is the same for all."""
    mine = data["briefing"].get(rules.settings.scenario, {})
    every = data["briefing"]["all"]

    def told(key: str) -> Any:
        return mine.get(key, every.get(key))

    # the sides of the file, not those of the seats: who bids for a side does not have one yet
    sides = [key.removesuffix("_wins") for key in every if key.endswith("_wins")]
    return Briefing(
        str(told("story")).format_map(words),
        str(told("length")).format_map(words),
        tuple(
            Purpose(
                side,
                str(told(f"{side}_who")).format_map(words),
                tuple(line.format_map(words) for line in told(f"{side}_wins")),
            )
            for side in sides
        ),
        rules.rule(str(told("rule"))),
    )


def _step(rules: Rules, row: Mapping[str, Any]) -> SequenceStep:
    rule = rules.rule(row["rule"]) if row.get("rule") else ""
    return SequenceStep(
        row["id"], row["title"], rule, row.get("note", ""), row.get("side", ""), row.get("depth", 0),
        tuple(row.get("at", ())),
    )  # fmt: skip


# ---- charts ----------------------------------------------------------------------------------------------


def results_table(
    rules: Rules,
    columns: Sequence[str],
    rows: Sequence[str],
    *,
    rule: str,
    title: str = "Combat results",
    id: str = "crt",
    group: str = "combat",
    first: int = 1,
    notes: Iterable[str] = (),
) -> RuleChart:
    """A combat results table, written as in the charts: a line of cells for each roll."""
    body = tuple(ChartRow(str(roll), tuple(row.split())) for roll, row in enumerate(rows, first))
    return RuleChart(id, title, group, tuple(columns), body, "Die", rules.rule(rule), tuple(notes))


def chart(
    rules: Rules,
    id: str,
    title: str,
    group: str,
    columns: Sequence[str],
    rows: Iterable[tuple[str, Iterable[Any]]],
    *,
    rule: str = "",
    corner: str = "",
    notes: Iterable[str] = (),
) -> RuleChart:
    """Any other chart; what is not there is a dash."""
    body = tuple(ChartRow(label, tuple(map(_cell, cells))) for label, cells in rows)
    cited = rules.rule(rule) if rule else ""
    return RuleChart(id, title, group, tuple(columns), body, corner, cited, tuple(notes))


def keyed(
    rules: Rules,
    id: str,
    title: str,
    group: str,
    columns: Mapping[str, str],
    table: Mapping[str, Any],
    *,
    rule: str = "",
    corner: str = "",
    notes: Iterable[str] = (),
) -> RuleChart:
    """A chart of a table of tables: a row for each of them, a column for each of these keys; others are left out."""
    rows = (
        (plain(name), [row.get(key) for key in columns]) for name, row in table.items() if isinstance(row, Mapping)
    )
    return chart(rules, id, title, group, tuple(columns.values()), rows, rule=rule, corner=corner, notes=notes)


def _cell(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def plain(key: str) -> str:
    """The name of a table for people: heavy-woods is Heavy woods."""
    return key.replace("-", " ").replace("_", " ").capitalize()
