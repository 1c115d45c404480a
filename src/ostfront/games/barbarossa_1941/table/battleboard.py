"""The battle board: the last combat of the phase step by step, with its dice, as the log tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ostfront.core.page.table import FactPanel, Row
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import View, line_text
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.table.log import tell
from ostfront.kit.table import look as kit
from ostfront.kit.table.look import Known

SUPPORT, REACTION, LEADS, DICE, LOSSES, AFTER = "Support", "Reaction", "Lead units", "Dice", "Losses", "Afterwards"
STEPS = ((SUPPORT, "6d"), (REACTION, "5h"), (LEADS, "6g"), (DICE, "6f"), (LOSSES, "6m"), (AFTER, "6.1e"))
TOLD = {
    "fly": SUPPORT, "fleet": SUPPORT, "guns": SUPPORT, "para": SUPPORT, "joukov": SUPPORT, "coup": SUPPORT,
    "reaction": REACTION, "reacts": REACTION, "lead": LEADS, "result": DICE, "step": LOSSES, "eliminated": LOSSES,
    "stand": LOSSES, "retreat": AFTER, "advance": AFTER, "follow": AFTER, "captured": AFTER,
}  # fmt: skip
ASKED = {
    "air support": SUPPORT, "naval support": SUPPORT, "guns": SUPPORT, "paratroops": SUPPORT, "joukov": SUPPORT,
    "coup": SUPPORT, "reaction": REACTION, "reaction move": REACTION, "lead": LEADS, "loss": LOSSES,
    "second loss": LOSSES, "advance": AFTER, "follow": AFTER,
}  # fmt: skip
PASSED_OVER = ("loss counted", "fort gone", "trigger", "scattered", "air lost", "partisans gone")


def battle_board(view: View, known: Known) -> Iterator[FactPanel]:
    """The combat under way, or the last one while nothing else has happened."""
    rules = view.rules
    facts: Facts = rules.facts
    told = _last_battle(view.events())
    if not told:
        return
    first = told[0]
    target = first.args[0] if first.kind == "attack" else first.args[2]
    texts: dict[str, list[str]] = {}
    dice: dict[str, tuple[int, ...]] = {}
    for event in told[1:]:
        if event.kind in TOLD:
            step = TOLD[event.kind]
            texts.setdefault(step, []).append(line_text(tell(facts, event), rules.vocabulary))
            dice[step] = dice.get(step, ()) + _rolled(event)
    asked = ASKED.get(kit.kind_asked(view), "")
    rows = tuple(
        Row(step, " ".join(texts.get(step, ())), "", rules.rule(rule), dice.get(step, ()), step == asked)
        for step, rule in STEPS
    )
    place = facts.board.name(target)
    title = f"{'Attack on' if first.kind == 'attack' else 'Overrun of'} {facts.city_name(target) or place}"
    note = line_text(tell(facts, first), rules.vocabulary)
    yield FactPanel("battle", title, "steps", rows=rows, note=note, at=place)


def _last_battle(events: Sequence[Event]) -> Sequence[Event]:
    """What was told of the combat begun last; nothing once play has gone on to something else."""
    for i in range(len(events) - 1, -1, -1):
        kind = events[i].kind
        if kind in ("attack", "overrun"):
            return events[i:]
        if kind not in TOLD and kind not in PASSED_OVER:
            break
    return ()


def _rolled(event: Event) -> tuple[int, ...]:
    if event.kind == "result":
        return tuple(event.args[0])
    if event.kind == "coup":
        return (event.args[0],)
    return (event.args[1],) if event.kind == "reaction" else ()
