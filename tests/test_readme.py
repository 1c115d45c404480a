"""What the README shows is true: its Python sessions run, its commands exist."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ostfront.cli import app

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)
BLOCKS = [match.groupdict() for match in BLOCK.finditer(README.read_text(encoding="utf-8"))]


def test_python_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    sessions = [b for b in BLOCKS if b["kind"] == "python"]
    assert sessions
    report: list[str] = []
    for session in sessions:
        test = parser.get_doctest(session["text"], names, "README", str(README), 0)
        failures = runner.run(test, out=report.append, clear_globs=False).failed
        assert not failures, "".join(report)
        names = test.globs


COMMANDS = [line for b in BLOCKS if b["kind"] == "console" for line in b["text"].splitlines() if "ostfront" in line]


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_exist(line: str) -> None:
    _, program, command, *words = shlex.split(line)
    assert program == "ostfront"
    path = [command, words.pop(0)] if command == "lab" else [command]
    shown = CliRunner().invoke(app, [*path, "--help"])
    assert shown.exit_code == 0
    for word in words:
        if word.startswith("-"):
            assert re.search(rf"(?<!\S){word}\b", shown.output), f"{command} has no {word}"
