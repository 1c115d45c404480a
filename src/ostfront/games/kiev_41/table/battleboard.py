"""The battle board: the last battle of the impulse step by step (10.13), with its dice, from the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ostfront.core.page.table import FactPanel, Row
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Event, Outcome
from ostfront.core.play.view import View
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import SIDES
from ostfront.games.kiev_41.table.log import hits
from ostfront.kit.table.look import Known

NAMES = ("Axis", "Soviet")
STEPS = (
    ("showdown", "Showdown", "10.13.1", ""), ("fleets", "Fleets", "10.13.2a", ""),
    ("artillery", "Artillery", "10.13.3", ""), ("anti-air", "Anti-air", "10.13.4a", ""),
    ("airstrike", "Airstrike", "10.13.5", ""),
)  # fmt: skip
FIRED = {"fleets": "fleets", "fleet flak": "fleets", "artillery": "artillery", "anti-air": "anti-air",
         "bombers": "airstrike"}  # fmt: skip
STREAMS = {"gunfire": "fleets", "fleet": "fleets", "strike": "fleets", "artillery": "artillery",
           "anti-air": "anti-air", "airstrike": "airstrike", "ground axis": "ground 0",
           "ground soviet": "ground 1"}  # fmt: skip

OVER = ("impulse", "turn", "cut off", "siege", "starve", "surrender")


def battle_board(view: View, known: Known) -> Iterator[FactPanel]:
    """The battle in progress, or the last one of this impulse or the one before: its dice may have ended that."""
    rules = view.rules
    facts: Facts = rules.facts
    told = _last_battle(view.events())
    if not told:
        return
    area, side = told[0].args
    texts, order = _story(facts, told, side)
    dice = _dice(view, told[0].entry)
    frame = next((f for f in known["stack"] if f[0] == "battle"), None)
    now = _step_now(rules, frame, order)
    rows = []
    grounds = order or (f"ground {1 - side}", f"ground {side}")
    fires = [(key, f"{NAMES[int(key[-1])]} fire", "10.13.6", SIDES[int(key[-1])]) for key in grounds]
    for key, title, rule, whose in (*STEPS, *fires):
        told_of = "; ".join(texts.get(key, ()))
        rows.append(Row(title, told_of, whose, rules.rule(rule), dice.get(key, ()), key == now))
    place = facts.place_names[area]
    name = facts.areas.areas[area].facts["name"]
    title = f"Battle of {name}: {NAMES[side]} attack" if name else f"Battle of {place}"
    note = "in progress" if frame else "over"
    yield FactPanel("battle", title, "steps", rows=tuple(rows), note=note, at=place)


def _last_battle(events: list[Event]) -> list[Event]:
    """The log of the latest battle, in this impulse or the one before."""
    begun = 0
    end = len(events)
    for i in range(len(events) - 1, -1, -1):
        kind = events[i].kind
        if kind == "battle":
            return events[i:end]
        if kind in OVER:
            end = i
        if kind in ("impulse", "turn"):
            begun += 1
            if begun == 2:
                break
    return []


def _story(facts: Facts, told: list[Event], side: int) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """What happened in each step, in a few words; and the order in which the sides fired."""
    ids = facts.roster.ids
    texts: dict[str, list[str]] = {"showdown": [f"{NAMES[side]} attacks"]}
    order: list[str] = []
    key = "showdown"
    for kind, args in ((event.kind, event.args) for event in told[1:]):
        if kind == "fire at":
            key = FIRED[args[0]]
            text = hits(args[1])
        elif kind == "ground":
            key = f"ground {args[0]}"
            order.append(key)
            text = hits(args[2])
        elif kind in ("engage", "strike"):
            key = "fleets"
            text = ids[args[0]] + (f" at {ids[args[1]]}" if kind == "engage" else f" takes {hits(args[1])}")
        elif kind == "absorbed":
            text = f"{args[0]} absorbed"
        elif kind in ("step", "destroyed", "abort", "down", "sunk"):
            text = ids[args[0]] + {"step": " −1", "destroyed": " destroyed", "abort": " turns back",
                                   "down": " shot down", "sunk": " sunk"}[kind]  # fmt: skip
        elif kind == "line lost":
            text = "line destroyed"
        elif kind == "control":
            text = f"{NAMES[args[0]]} control"
        else:
            continue
        texts.setdefault(key, []).append(text)
    if len(order) == 1:
        order.append(f"ground {1 - int(order[0][-1])}")
    return texts, tuple(order)


def _dice(view: View, start: int) -> dict[str, tuple[int, ...]]:
    """The dice of the battle by step: those that were rolled since it began."""
    found: dict[str, list[int]] = {}
    for entry in view.entries()[start:]:
        if isinstance(entry, Outcome) and " / battle " in entry.stream:
            what = entry.stream.rpartition(" / ")[2]
            key = STREAMS.get(what) or STREAMS.get(what.partition(" ")[0], "")
            found.setdefault(key, []).append(entry.value)
    return {key: tuple(values) for key, values in found.items()}


def _step_now(rules: Rules, frame: Any, order: tuple[str, ...]) -> str:
    """The row that the battle has reached; empty when it is over."""
    if frame is None:
        return ""
    step: str = rules.procedures["battle"].steps[max(0, frame[1] - 1)].name
    if step == "second fire" and len(order) > 1:
        return order[1]
    if step == "ground" and order:
        return order[0]
    return step
