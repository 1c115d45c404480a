"""What is true of a kept game, checked only through the public interface: `ostfront`, its games, its command line.

Sentences are not compared: prompts, reasons and log lines may be reworded.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tomllib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from ostfront import Game
from ostfront.cli import main

HERE = Path(__file__).parent
POSITION = ("game", "scenario", "state", "units", "stack", "asked")


class Answer(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def ostfront(*words: str | Path) -> Answer:
    """A command of `ostfront`, given in this process."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        patch.object(sys, "argv", ["ostfront", *map(str, words)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Answer(code, out.getvalue(), err.getvalue())


def digest(value: Any) -> str:
    """Names plain data, in whatever order its tables are written."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def position_facts(text: str) -> dict[str, Any]:
    """A position without the version of the rules and the options, which may become more."""
    table = tomllib.loads(text)
    return {key: table.get(key) for key in POSITION}


def seen_facts(game: Game, seats: Iterable[str]) -> dict[str, Any]:
    """The open decisions, every legal answer, and what each seat knows."""
    asked = [[question.seat, question.kind] for question in game.pending]
    return {
        "asked": asked,
        "legal": {seat: sorted(game.legal_of(seat).texts) for seat in sorted({seat for seat, _ in asked})},
        "known": {seat: digest(game.view(seat).known) for seat in seats},
    }


def game_facts(game: Game, seats: Iterable[str], position: str) -> dict[str, Any]:
    """All that a kept game is held to. `position` is its position as `ostfront position` writes it."""
    result = game.result
    return {
        **seen_facts(game, seats),
        "entries": len(game.entries or ()),
        "position": digest(position_facts(position)),
        "orders": sorted([seat, window, *order] for (seat, window), order in game.orders.items()),
        "result": None if result is None else {"winner": result.winner, "score": list(result.score)},
    }


def moment_facts(game: Game, at: int, seats: Iterable[str]) -> dict[str, Any]:
    """The game after this many entries, in short."""
    past = game.clone(history=True)
    past.rewind(at)
    seen = seen_facts(past, seats)
    return {"at": at, "asked": seen["asked"], "seen": digest(seen)}


def play_on(game: Game, decisions: int, seed: str) -> int:
    """Play at random, every action checked by the referee; how many decisions there were before the end."""
    random = Random(seed)
    for done in range(decisions):
        if game.result is not None:
            return done
        seat = random.choice(game.pending).seat
        game.play(random.choice(sorted(game.legal_of(seat).texts)), seat)
    return decisions
