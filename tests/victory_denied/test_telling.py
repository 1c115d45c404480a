"""The log of A Victory Denied: every event that is noted has its sentence, with as many words as it takes."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import ostfront.games.victory_denied as package
import ostfront.kit as kit
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import line_text
from ostfront.games.victory_denied.table.log import SENTENCES, tell
from victory_denied.stage import FACTS


class Noted(NamedTuple):
    """A `play.note(...)` in the source."""

    kind: str
    arguments: int
    where: str


def noted() -> Iterator[Noted]:
    for file in sorted([*Path(package.__file__).parent.rglob("*.py"), *Path(kit.__file__).parent.rglob("*.py")]):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
                kind, *others = node.args
                assert isinstance(kind, ast.Constant), f"{file.name}:{node.lineno}: the kind is not written out"
                yield Noted(str(kind.value), len(others), f"{file.name}:{node.lineno}")


NOTED = list(noted())


def test_there_are_events() -> None:
    assert len(NOTED) > 40


@pytest.mark.parametrize("note", NOTED, ids=[note.where for note in NOTED])
def test_every_event_has_its_sentence(note: Noted) -> None:
    sentence = SENTENCES.get(note.kind)
    assert sentence is not None, f"{note.where} notes '{note.kind}', of which the log knows nothing"
    assert len(inspect.signature(sentence).parameters) == note.arguments


def test_no_sentence_is_left_without_an_event() -> None:
    assert set(SENTENCES) == {note.kind for note in NOTED}


def told(kind: str, *args: object) -> str:
    return line_text(tell(FACTS, Event(0, kind, args, None)), FACTS.vocabulary)


def unit(name: str) -> int:
    return FACTS.roster.index[name]


def place(name: str) -> int:
    return FACTS.board.index(name)


@pytest.mark.parametrize(
    ("told_as", "kind", "args"),
    [
        ("7Pz attacks 2541 with 9.", "attack", (place("2541"), 1 << unit("7Pz"), 9)),
        ("12Pz and 7Pz attack 2541 with 18.", "attack", (place("2541"), 1 << unit("7Pz") | 1 << unit("12Pz"), 18)),
        ("61C retreats to 2541 and 2542.", "retreat", (unit("61C"), (place("2541"), place("2542")))),
        ("No unit is isolated.", "isolation", ((),)),
        ("Artillery: a 3 gives 1 attack.", "guns", (3, 1)),
        ("Hitler's directive: a 4, Guderian's Choice.", "directive", (4, "choice")),
        ("The Germans choose: Hitler Distracted.", "choice", ("distract",)),
    ],
)
def test_sentences(told_as: str, kind: str, args: tuple[object, ...]) -> None:
    assert told(kind, *args) == told_as
