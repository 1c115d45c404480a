"""The battle board: the last assault step by step, with its die, as the log tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ostfront.core.page.table import FactPanel, Row
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import View, line_text
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.rules.fog import UNSEEN
from ostfront.games.barbarossa_deluxe.table.log import tell
from ostfront.kit.table import look as kit
from ostfront.kit.table.look import Known

SUPPORT, ODDS, DIE, LOSSES, AFTER = "Support", "Odds", "Die", "Losses", "Afterwards"
STEPS = ((SUPPORT, "11.23b"), (ODDS, "11.8a"), (DIE, "11.25a"), (LOSSES, "11.26d"), (AFTER, "11.30a"))
BEGINS = ("attack", "mobile assault")
TOLD = {
    "drop": SUPPORT, "luftwaffe": SUPPORT, "guns": SUPPORT, "wings": SUPPORT, "interceptors": SUPPORT,
    "partisans": SUPPORT, "airborne": SUPPORT, "airlift": SUPPORT, "strength": ODDS, "odds": ODDS, "yield": DIE,
    "result": DIE, "converted": DIE, "lose": LOSSES, "eliminated": LOSSES, "retreat": AFTER, "advance": AFTER,
    "landed": AFTER, "control": AFTER,
}  # fmt: skip
ASKED = {
    "luftwaffe": SUPPORT, "support": SUPPORT, "aerial": SUPPORT, "yield": DIE, "conversion": DIE, "exchange": LOSSES,
    "retreat": AFTER, "advance": AFTER, "second": AFTER,
}  # fmt: skip
PASSED_OVER = ("points", "returns", "broken", "area lost", "airlift over", "siege", "coastal", "poles", "satellite")


def battle_board(view: View, _known: Known) -> Iterator[FactPanel]:
    """The assault under way, or the last one while nothing else has happened."""
    rules = view.rules
    facts: Facts = rules.facts
    told = _last_battle(view.events())
    if not told:
        return
    first = told[0]
    kind = _kind(first)
    target = _target(first)
    texts: dict[str, list[str]] = {}
    dice: dict[str, tuple[int, ...]] = {}
    for event in told[1:]:
        if _kind(event) in TOLD:
            step = TOLD[_kind(event)]
            texts.setdefault(step, []).append(line_text(tell(facts, event), rules.vocabulary))
            dice[step] = dice.get(step, ()) + _rolled(event)
    asked = ASKED.get(kit.kind_asked(view), "")
    rows = tuple(
        Row(step, " ".join(texts.get(step, ())), "", rules.rule(rule), dice.get(step, ()), step == asked)
        for step, rule in STEPS
    )
    place = facts.board.name(target)
    title = f"{'Attack on' if kind == 'attack' else 'Mobile assault on'} {facts.city_name(target) or place}"
    note = line_text(tell(facts, first), rules.vocabulary)
    yield FactPanel("battle", title, "steps", rows=rows, note=note, at=place)


def _last_battle(events: Sequence[Event]) -> Sequence[Event]:
    """What was told of the assault begun last; nothing once play has gone on to something else."""
    for i in range(len(events) - 1, -1, -1):
        kind = _kind(events[i])
        if kind in BEGINS:
            return events[i:]
        if kind not in TOLD and kind not in PASSED_OVER:
            break
    return ()


def _kind(event: Event) -> str:
    """What is told, also where units are not named (11.7)."""
    return str(event.args[0]) if event.kind == UNSEEN else event.kind


def _target(event: Event) -> int:
    """The hex that an assault is made on."""
    if event.kind == UNSEEN:
        return int(event.args[3][-1])
    return int(event.args[0] if event.kind == "attack" else event.args[2])


def _rolled(event: Event) -> tuple[int, ...]:
    return (event.args[0],) if event.kind == "result" and event.args[0] else ()
