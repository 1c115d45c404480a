"""The log of Barbarossa 1941: every event that is noted has its sentence, and reads as English."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import ostfront
import ostfront.games.barbarossa_1941.rules as package
from barbarossa_1941.stage import FACTS
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import line_text
from ostfront.games.barbarossa_1941.table.log import SENTENCES, tell

OPTIONS = {"compulsory-attacks": True, "murmansk": True, "masters-of-blitzkrieg": True}
VERBS = ("fortify", "dismantle")  # forts.py notes its verb


class Noted(NamedTuple):
    """A `play.note(...)` in the source."""

    kind: str
    arguments: int
    where: str


def noted() -> Iterator[Noted]:
    for file in sorted(Path(package.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
                kind, *others = node.args
                kinds = (str(kind.value),) if isinstance(kind, ast.Constant) else VERBS
                for one in kinds:
                    yield Noted(one, len(others), f"{file.name}:{node.lineno}")


NOTED = list(noted())


@pytest.mark.parametrize("note", NOTED, ids=[f"{note.where}-{note.kind}" for note in NOTED])
def test_every_event_has_its_sentence(note: Noted) -> None:
    sentence = SENTENCES.get(note.kind)
    assert sentence is not None, f"{note.where} notes '{note.kind}', of which the log knows nothing"
    assert len(inspect.signature(sentence).parameters) == note.arguments


def test_no_sentence_is_left_without_an_event() -> None:
    assert set(SENTENCES) == {note.kind for note in NOTED}


def test_whole_games_are_told_in_sentences() -> None:
    kinds = set()
    for seed in range(3):
        game = ostfront.new("barbarossa-1941", "historical", seed=seed, options=OPTIONS)
        random = Random(seed)
        while game.pending:
            decision = game.state.pending[0]
            every = list(game.options(decision))
            doing = [action for action in every if action.verb not in ("pass", "done", "stop")]
            game.push(random.choice(doing if doing and random.random() < 0.7 else every), decision)
        for event in game.events or ():
            kinds.add(event.kind)
            text = line_text(tell(game.facts, event), game.rules.vocabulary)
            assert re.match(r"[A-Z0-9].*[^.]\.$", text), text
            assert not re.search(r"\b1 (?:steps|hexes|points|units|victory points)\b", text), text
            assert not re.search(r"  | ,| \.|:\.|\[|None|True|False", text), text
            assert "off-map" not in text and "waiting" not in text and "removed" not in text, text
    assert len(kinds) > 40


# ---- some of them ----------------------------------------------------------------------------------------


def told(kind: str, *args: object) -> str:
    return line_text(tell(FACTS, Event(0, kind, args, None)), FACTS.vocabulary)


def unit(name: str) -> int:
    return FACTS.roster.index[name]


def place(name: str) -> int:
    return FACTS.board.index(name)


LVI, XXXXI, ARMY, FLEET = (unit(name) for name in ("DE-LVI", "DE-XXXXI", "SU-8A", "SU-VMF"))
KAUNAS, FIELD = place("0512"), place("0511")


@pytest.mark.parametrize(
    ("told_as", "kind", "args"),
    [
        ("DE-LVI moves from 0511 to 0512 (Kaunas).", "go", ((LVI,), FIELD, KAUNAS)),
        ("DE-XXXXI and DE-LVI move from 0511 to 0512 (Kaunas).", "go", ((XXXXI, LVI), FIELD, KAUNAS)),
        ("DE-LVI overruns 0512 (Kaunas) from 0511.", "overrun", ((LVI,), FIELD, KAUNAS)),
        ("DE-XXXXI and DE-LVI attack 0512 (Kaunas).", "attack", (KAUNAS, (XXXXI, LVI))),
        ("A 4 on the 3:1 column: the attacker loses 1 step, the defender 2.", "result", ((4,), 0, "3:1", 1, 2)),
        ("A 4 and a 6, modified by -2 to 8, on the 1:1 column: no losses.", "result", ((4, 6), -2, "1:1", 0, 0)),
        ("A 6 on the 8:1 column: the defender loses 3 steps.", "result", ((6,), 0, "8:1", 0, 3)),
        ("The Axis takes 0512 (Kaunas).", "captured", (0, KAUNAS)),
        ("The Soviets take 0512 (Kaunas).", "captured", (1, KAUNAS)),
        ("The Axis spends an artillery point; 1 is left.", "guns", (0, 1)),
        ("The Soviets spend an artillery point; none are left.", "guns", (1, 0)),
        ("The Axis has 1 victory point.", "points", (1,)),
        (
            "Axis units isolated: DE-LVI; back in supply: DE-XXXXI.",
            "isolation",
            (0, (LVI,), (XXXXI,), ()),
        ),
        ("Soviet units still isolated: SU-8A.", "isolation", (1, (), (), (ARMY,))),
        ("DE-LVI tries to react: a 3, it may move.", "reaction", (LVI, 3, 1)),
        ("SU-VMF is out of the game.", "eliminated", (FLEET, FACTS.boxes["off-map"])),
        ("SU-8A is eliminated in 0511.", "eliminated", (ARMY, FIELD)),
        ("A rail marker is placed in 0512 (Kaunas).", "railhead", (0, -1, KAUNAS)),
        ("The rail marker in 0512 (Kaunas) leaves the map.", "marker back", (0, KAUNAS, -1)),
        ("Compulsory attacks: a 1, the Soviets need not attack this turn.", "compulsory", (1, 0)),
        ("Compulsory attacks: a 3, the Soviets must attack 1 hex this turn.", "compulsory", (3, 1)),
        ("The Soviets attacked no hex where 1 was demanded: a point for the Axis.", "missed", (0, 1)),
        ("Murmansk: a 6, the town falls; Dietl's corps comes.", "murmansk", (6,)),
    ],
)
def test_sentences(told_as: str, kind: str, args: tuple[object, ...]) -> None:
    assert told(kind, *args) == told_as
