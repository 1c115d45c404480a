"""The examples in the help: every one can be parsed, and those about a new game can be run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from cli.calling import run
from ostfront.cli import app

CHEAP = ("games", "new", "provenance", "show", "legal", "position", "check", "act", "concede", "replay")
IN_ORDER = {command: i for i, command in enumerate(CHEAP)}  # a game is made before it is shown
EXAMPLE = re.compile(r"^ +(ostfront .*?)(?:  .*)?$", re.MULTILINE)


def examples() -> list[list[str]]:
    group: Any = get_command(app)
    found = []
    waiting = [group]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        if command is not group:  # its own examples have placeholders
            found += [shlex.split(line.partition(" > ")[0])[1:] for line in EXAMPLE.findall(command.help or "")]
    return sorted(found, key=lambda words: IN_ORDER.get(words[0], len(CHEAP)))


def test_there_are_examples() -> None:
    assert {words[0] for words in examples()} >= {*CHEAP, "lab", "sim", "bench", "ladder", "map", "play", "rules"}


@pytest.mark.parametrize("words", examples(), ids=" ".join)
def test_an_example_can_be_parsed(words: list[str]) -> None:
    command: Any = get_command(app)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    command.make_context("ostfront", list(words))


def test_examples_about_a_new_game_can_be_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-numbers").mkdir()
    for words in examples():
        if words[0] not in CHEAP:
            continue
        made = Path("my.game").read_text() if words[0] == "act" else None
        answer = run(*words)
        allowed = (0, 1) if words[0] == "check" else (0,)  # it may teach by an illegal action
        assert answer.code in allowed, (words, answer)
        if made is not None:
            Path("my.game").write_text(made)  # the next example begins where this one began
