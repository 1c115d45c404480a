"""The command line as a test calls it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from typer.testing import CliRunner

import ostfront
from ostfront.cli import app


class Answer(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one sentence of a refusal: exit code 2, one line on stderr, nothing on stdout."""
        assert self.code == 2, self
        assert self.out == ""
        assert self.err.startswith("ostfront: ")
        assert self.err.count("\n") == 1, self.err
        return self.err.removeprefix("ostfront: ").rstrip("\n")


def run(*words: str | Path) -> Answer:
    result = CliRunner().invoke(app, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.exit_code, result.stdout, result.stderr)


def new_game(folder: Path) -> Path:
    """A drill at its first decision."""
    path = folder / "drill.game"
    assert run("new", "drill", "--seed", "1941", "-o", path).code == 0
    return path


def game_under_way(folder: Path, actions: int = 60) -> Path:
    """A drill after some actions, dice among them."""
    path = new_game(folder)
    game = ostfront.load(path)
    choose = Random(7).random
    for _ in range(actions):
        game.push(game.legal.options.choose(choose))
    assert game.result is None
    game.save(path)
    return path


def finished_game(folder: Path) -> Path:
    """A drill played at random to its end, with at least one die rolled."""
    path = new_game(folder)
    start = path.read_text()
    for seed in range(100):
        path.write_text(start)
        game = ostfront.load(path)
        choose = Random(seed).random
        while game.result is None:
            game.push(game.legal.options.choose(choose))
        game.save(path)
        if "\nroll " in path.read_text():
            return path
    raise AssertionError("no die was rolled in a hundred games")


def first_decision(path: Path) -> Any:
    return run("legal", path, "--json").json["decisions"][0]
