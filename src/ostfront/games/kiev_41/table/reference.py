"""The reference beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ostfront.core.errors import counted
from ostfront.core.page.reference import Reference, RuleChart
from ostfront.core.play.rules import Rules
from ostfront.games.kiev_41.facts import Facts
from ostfront.kit.table.reference import chart, keyed, make_reference

FIRE = {"name": "Class", "hits_from": "Hits on", "replacement": "Replacement points a step"}
GROUND = {"move": "Cost", "stacking": "Blocks a side", "absorb": "Hits absorbed"}
HITS = {6: "6"}  # what needs more than a 6 never hits
BATTLE = (
    ("1", "Showdown", "Both sides reveal their blocks."),
    ("2", "Fleets", "Bombers there must fight them; others fire at the ground."),
    ("3", "Artillery", "As many dice as the HQ has stars, hitting on 5 and 6."),
    ("4", "Anti-air", "A die for each defender: a hit aborts a bomber, two destroy it."),
    ("5", "Airstrike", "The bombers that are left roll."),
    ("6", "Ground combat", "The defender rolls first, unless under Tank Attack."),
)
NATURAL = "A dash: as in clear weather, by the colour of the area and the strength of the block."
WEATHER = {"move": "Cost of an area", "attack_at_most": "Attack at most", "rivers": "Rivers count"}


def reference(rules: Rules) -> Reference:
    """The sequence, the charts, the briefing and the rules index."""
    facts: Facts = rules.facts
    scenario, victory = facts.scenario, facts.data.toml("scenarios.toml")[rules.settings.scenario]["victory"]
    named = {area.name: area.facts["name"] for area in facts.areas.areas}
    names = [named[area] for area in victory.get("areas", ())]
    words = {
        "turns": counted(scenario.last_turn - scenario.first_turn + 1, "turn").capitalize(),
        "needed": victory.get("needed", ""),
        "areas": facts.victory_areas.bit_count(),
        "targets": " or ".join(", ".join(names).rsplit(", ", 1)),
    }
    return make_reference(rules, _charts(rules, facts, facts.charts), words)


def _charts(rules: Rules, facts: Facts, charts: Mapping[str, Any]) -> Iterator[RuleChart]:
    note = "A die for each point of strength. Rain leaves attackers one, snow halves those of the Axis."
    fire = {
        dots: {**row, "hits_from": f"{row['hits_from']} to 6" if row["hits_from"] < 6 else HITS.get(row["hits_from"])}
        for dots, row in charts["fire"].items()
        if isinstance(row, Mapping)
    }
    yield keyed(rules, "fire", "Fire", "combat", FIRE, fire, rule="4.2.2", corner="Dots", notes=(note,))
    order = ((number, (step, what)) for number, step, what in BATTLE)
    yield chart(rules, "battle", "Order of a battle", "combat", ("Step", "What happens"), order, rule="10.13")
    city = charts["absorb"]
    more = (
        f"A city absorbs {city['city']} more for the side that controls it, a Defensive Line {city['line']}; "
        f"never more than {city['most']}."
    )
    ground = charts["terrain"]
    yield keyed(rules, "terrain", "Areas", "terrain", GROUND, ground, rule="2.4.1", corner="Colour", notes=(more,))
    move = charts["movement"]
    points = ((key.capitalize(), (move[key],)) for key in ("fast", "slow"))
    leaving = f"Leaving an area with enemy units costs {move['disengage']} more."
    yield chart(
        rules, "movement", "Movement", "terrain", ("Points",), points, rule="2.8", corner="Block", notes=(leaving,)
    )
    weather = charts["weather"]
    yield keyed(
        rules, "weather", "Weather", "other", WEATHER, weather, rule="8.0", corner="Weather", notes=(NATURAL,)
    )
    calendar = charts["calendar"]
    months = range(facts.scenario.first_turn, facts.scenario.last_turn + 1)
    rows = ((calendar["months"][turn - 1], (_events(facts, turn),)) for turn in months)
    yield chart(rules, "months", "Months", "turns", ("What happens",), rows, rule="6.0a", corner="Month")


def _events(facts: Facts, turn: int) -> str:
    calendar, logistics = facts.charts["calendar"], facts.charts["logistics"]
    words = []
    if turn > facts.scenario.first_turn and logistics["first_turn"] <= turn <= logistics["last_turn"]:
        words.append("Logistics Phase")
    words += [f"Soviet blocks marked {letter} join" for letter, month in calendar["joins"].items() if month == turn]
    if turn == calendar["forecast_begins"]:
        words.append("the weather may change")
    if turn >= calendar["snow"]:
        words.append("snow")
    return ", ".join(words)
