"""Golden files: a game as it was when last reviewed, its log, and the number of legal actions along the way.

OSTFRONT_REWRITE_GOLDEN=1 pytest tests/harness/test_golden.py rewrites them; read the difference before
committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness.cases import Case, every_case
from harness.positions import moments
from ostfront import games
from ostfront.core.files import record
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.core.play.state import Decision

FOLDER = Path(__file__).parent.parent / "golden"
REWRITE = bool(os.environ.get("OSTFRONT_REWRITE_GOLDEN"))
DEEP = 12  # every n-th decision the counts go two deep


def golden(case: Case, kind: str, text: str) -> str:
    """The golden text; written first, when asked to."""
    path = FOLDER / f"{case.name}.{kind}"
    if REWRITE:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if not path.exists() and not case.rules.info.complete:
        pytest.skip("there are no golden files of a game that does not say it is complete")
    if not path.exists():
        pytest.fail(f"There is no {path.name}: write it with OSTFRONT_REWRITE_GOLDEN=1.")
    return path.read_text(encoding="utf-8")


def played(case: Case) -> Game:
    return list(moments(case, "golden"))[-1]


def log_text(game: Game) -> str:
    return "\n".join(game.view(0).log()) + "\n"


@every_case
def test_golden_record_replays_to_the_same_log(case: Case) -> None:
    game = played(case) if REWRITE else None
    text = golden(case, "record", record.write(game) if game else "")
    again = record.replay(record.read(text), games.rules, check=False)
    assert again.result is not None
    assert log_text(again) == golden(case, "log", log_text(game) if game else "")


@every_case
def test_counts_of_legal_actions(case: Case) -> None:
    """Like chess perft: the number of options of each decision along the golden game, here and there two deep."""
    read = record.read(golden(case, "record", record.write(played(case)) if REWRITE else ""))
    source = record.replay(read, games.rules, check=False)
    assert counts(source) == golden(case, "counts", counts(source) if REWRITE else "")


def counts(game: Game) -> str:
    """One line for each action of a game's history."""
    again = Game.started(game.rules, game.source)
    lines = []
    number = 0

    def count(position: Game) -> None:
        nonlocal number
        for decision in position.state.pending:
            options = position.options(decision)
            line = f"{number:5} {position.rules.seats[decision.seat].name} {decision.kind} {len(options)}"
            if number % DEEP == 0:
                line += f" {sum(after(position, action, decision) for action in options)}"
            lines.append(line)
        number += 1

    count(again)
    for entry in game.entries or ():
        if isinstance(entry, Act):
            again.push(entry.action, again.decision_for(entry.seat, entry.action.verb))
            count(again)
    assert again.state == game.state
    return "\n".join(lines) + "\n"


def after(position: Game, action: Action, decision: Decision) -> int:
    tried = position.clone(seed=0)
    tried.push(action, decision)
    return sum(len(tried.options(d)) for d in tried.state.pending)
