"""A mistake in the rules is not taken for a game that cannot be replayed: it is logged, and the page hears of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ostfront.core.errors import BadFile
from ostfront.core.files import record
from ostfront.core.play.actions import Vocabulary
from ostfront.core.play.game import Game
from ostfront.server.jobs import ATTEMPTS, JobRunner
from ostfront.server.local_client import LocalClient
from server.seated import Seated


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def mistake(*_: Any, **__: Any) -> Any:
    raise ValueError("a mistake in the rules")


@pytest.mark.parametrize("path", ["history", "charts"])
def test_the_turns_of_a_game_hide_no_mistake(
    client: LocalClient, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Seated(client)
    for _ in game.play(Random(1), 5):
        pass
    monkeypatch.setattr(Game, "replay", mistake)
    answer = game.ask("GET", path, 0)
    assert answer.status == 500 and answer.json["error"]["kind"] == "broken"
    assert "a mistake in the rules" in capsys.readouterr().err


def test_reading_a_line_hides_no_mistake(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Seated(client)
    rules = client.library.live_game(game.id).game.rules
    with pytest.raises(BadFile, match="'six' is not a number"):
        record.parse_line(rules, "roll six", "", 1)
    monkeypatch.setattr(Vocabulary, "parse", mistake)
    with pytest.raises(ValueError, match="a mistake in the rules") as caught:
        record.parse_line(rules, "German: pass", "", 1)
    assert not isinstance(caught.value, BadFile)


def test_the_job_of_a_game_that_cannot_be_replayed_fails_with_its_reason(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        Seated(client, ("", "random"))
        with client.library.engine.begin() as base:
            base.exec_driver_sql("UPDATE entries SET line = 'nonsense' WHERE n = 0")
            base.exec_driver_sql("UPDATE games SET state = ''")
    with LocalClient(tmp_path) as client:
        runner = JobRunner(client.library)
        for _ in range(ATTEMPTS - 1):
            assert runner.work_once()
        with pytest.raises(Exception, match="cannot be continued"):
            runner.work_once()
        assert not runner.work_once()
