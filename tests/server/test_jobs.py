"""Computer moves: leases, crashes, and no move twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep, time

import pytest

from ostfront.server.jobs import JobRunner
from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def wait_for_person(game: Seated, seat: int = 0) -> None:
    end = monotonic() + 60
    while not game.view(seat)["asked"] and game.view(seat)["result"] is None:
        assert monotonic() < end, "the computer does not play"
        sleep(0.02)


def test_a_whole_stretch_of_play_against_the_computer(client: LocalClient) -> None:
    runner = JobRunner(client.library)
    runner.start()
    try:
        game = Seated(client, ("", "random"))
        random = Random(6)
        for _ in range(60):
            wait_for_person(game)
            view = game.view(0)
            assert view["thinking"] == ""
            game.act(0, view, random.choice(actions_of(view)))
        entries = client.library.live_game(game.id).game.entries or []
        assert any(getattr(entry, "seat", 0) == 1 for entry in entries)
    finally:
        runner.stop()


def test_a_job_is_there_as_long_as_the_computer_is_asked(client: LocalClient) -> None:
    game = Seated(client, ("", "random"))
    view = game.view(0)
    assert view["awaited"] == ["Soviet"] and view["thinking"] == "Soviet"
    (job,) = client.library.store.jobs.open_jobs()
    assert (job.game, job.seat, job.after) == (game.id, 1, view["moment"])
    runner = JobRunner(client.library)
    try:
        assert runner.work_once()
        assert client.library.store.jobs.open_jobs() == []
        assert game.view(0)["asked"]
        assert not runner.work_once()
    finally:
        runner.players.close()


def test_a_leased_job_is_not_taken_by_another(client: LocalClient) -> None:
    Seated(client, ("", "random"))
    store = client.library.store
    now = time()
    job = store.jobs.claim("one", now, 30)
    assert job is not None
    assert store.jobs.claim("two", now + 1, 30) is None
    later = store.jobs.claim("two", now + 31, 30)
    assert later is not None and later.id == job.id and later.attempts == 2
    store.jobs.free_leases()
    assert store.jobs.claim("three", now, 30) is not None


def test_an_answer_thought_out_twice_is_played_once(client: LocalClient) -> None:
    """As when a lease runs out while its owner still thinks."""
    game = Seated(client, ("", "random"))
    live = client.library.live_game(game.id)
    runner = JobRunner(client.library)
    try:
        reply, course = runner.players.choose(live, 1, "random")
        job = client.library.store.jobs.claim("one", time(), 30)
        assert job is not None
        assert live.play_computer_action(1, reply.action, course, job.id, time() + 30)
        assert not live.play_computer_action(1, reply.action, course, job.id, time() + 30)
        assert live.moment > len(course)
    finally:
        runner.players.close()


def test_two_workers_share_the_jobs(client: LocalClient) -> None:
    games = [Seated(client, ("", "random")) for _ in range(4)]
    runners = [JobRunner(client.library) for _ in range(2)]

    def work(runner: JobRunner) -> None:
        while runner.work_once():
            pass

    threads = [Thread(target=work, args=(runner,)) for runner in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for runner in runners:
        runner.players.close()
    assert client.library.store.jobs.open_jobs() == []
    for game in games:
        picked = [e for e in client.library.live_game(game.id).game.entries or [] if getattr(e, "seat", 0) == 1]
        assert len(picked) == 2  # two chits on turn 1, each selected once


def test_the_thinking_process_may_die(client: LocalClient) -> None:
    game = Seated(client, ("", "random"))
    runner = JobRunner(client.library)
    try:
        live = client.library.live_game(game.id)
        runner.players.choose(live, 1, "random")
        assert runner.players.process is not None
        runner.players.process.kill()
        runner.players.process.wait()
        assert runner.work_once()
        assert game.view(0)["asked"]
    finally:
        runner.players.close()


def test_a_job_left_behind_is_taken_up_after_a_restart(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client, ("", "random"))
        assert client.library.store.jobs.claim("someone who dies now", time(), 3600) is not None
    with LocalClient(tmp_path) as client:
        game.client = client
        runner = JobRunner(client.library)
        runner.start()
        try:
            wait_for_person(game)
        finally:
            runner.stop()


def test_the_computer_follows_what_was_taken_back(client: LocalClient) -> None:
    """Its process gets the game in pieces; an undone draft must not stay in its memory."""
    game = Seated(client, ("random", ""))
    live = client.library.live_game(game.id)
    runner = JobRunner(client.library)
    try:
        runner.work_once()
        random = Random(1)
        for _ in range(12):
            view = game.view(1)
            if not view["asked"]:
                runner.work_once()
                continue
            view = game.act(1, view, random.choice(actions_of(view)))
            if view["draft"]["actions"] and random.random() < 0.5:
                game.ask("POST", "undo", 1, {"moment": view["moment"]})
        assert live.moment == len(live.game.entries or ())
    finally:
        runner.players.close()
