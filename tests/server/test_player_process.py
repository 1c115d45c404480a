"""A game continues when a computer player's process hangs, dies or forgets."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from ostfront.server import worker_process
from ostfront.server.game_rows import entry_lines, record_head
from ostfront.server.jobs import JobRunner
from ostfront.server.local_client import LocalClient
from ostfront.server.player_process import PlayerProcess
from ostfront.server.player_worker import ActionRequest, PlayerWorker
from ostfront.server.worker_process import WorkerDied, WorkerTimeout
from server.seated import Seated

HANGS = (sys.executable, "-c", "import time; time.sleep(600)")
HANGS_ONCE = """
import pathlib, runpy, sys, time
marker = pathlib.Path(sys.argv.pop())
if not marker.exists():
    marker.touch()
    time.sleep(600)
runpy.run_module("ostfront.server.player_worker", run_name="__main__")
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def test_a_player_that_never_answers_is_ended(client: LocalClient, capfd: pytest.CaptureFixture[str]) -> None:
    game = Seated(client, ("", "random"))
    players = PlayerProcess(time_limit=0.5, command=HANGS)
    start = monotonic()
    with pytest.raises(WorkerTimeout, match=r"longer than 0\.5 seconds"):
        players.choose(client.library.live_game(game.id), 1, "random")
    assert monotonic() - start < 30
    assert players.process is None
    logged = capfd.readouterr().err
    assert logged.count("\n") == 1 and "did not answer within 0.5 seconds" in logged


def test_the_job_of_a_hung_player_is_retried(client: LocalClient, tmp_path: Path) -> None:
    game = Seated(client, ("", "random"))
    command = (sys.executable, "-c", HANGS_ONCE, str(tmp_path / "hung"))
    runner = JobRunner(client.library, players=PlayerProcess(0.5, command))
    try:
        while not (tmp_path / "hung").exists():
            assert runner.work_once()
            assert not game.view(0)["asked"]
        runner.players.time_limit = 60
        assert runner.work_once()
        assert game.view(0)["asked"]
    finally:
        runner.players.close()


def test_a_hint_that_takes_too_long_is_refused(client: LocalClient) -> None:
    game = Seated(client)
    seat, view = game.asked()
    client.library.hint_players = PlayerProcess(time_limit=0.5, command=HANGS)
    answer = game.ask("POST", "hint", seat)
    assert answer.status == 503 and answer.json["error"]["kind"] == "busy"
    assert "longer than 0.5 seconds" in answer.json["error"]["message"]
    assert game.view(seat) == view


def test_a_stopped_process_is_not_started_again(client: LocalClient) -> None:
    game = Seated(client, ("", "random"))
    players = PlayerProcess()
    players.close()
    with pytest.raises(Exception, match="has been stopped"):
        players.choose(client.library.live_game(game.id), 1, "random")
    assert players.process is None


def test_a_process_that_is_stopped_while_it_starts_does_not_live_on(monkeypatch: pytest.MonkeyPatch) -> None:
    players, started = PlayerProcess(60, HANGS), list[subprocess.Popen[bytes]]()

    def start(*given: Any, **more: Any) -> subprocess.Popen[bytes]:
        started.append(popen(*given, **more))
        players.close()
        return started[0]

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(worker_process, "Timer", lambda *_: pytest.fail("its answer is waited for"))
    with pytest.raises(WorkerDied, match="has been stopped"):
        players.exchange(b"{}")
    assert started[0].wait(10) and players.process is None


def test_a_worker_that_forgot_a_game_asks_for_all_of_it(client: LocalClient) -> None:
    """Also when there are more new lines than it should have kept."""
    game = Seated(client, ("", "random"))
    live = client.library.live_game(game.id)
    lines, head = entry_lines(live.game), record_head(live.game)
    assert len(lines) > 1
    worker = PlayerWorker()
    request = ActionRequest(game.id, head, 1, lines[1:], 1, "random")
    assert worker.choose(request).forgotten
    reply = worker.choose(ActionRequest(game.id, head, 0, lines, 1, "random"))
    assert reply.action and not reply.forgotten
