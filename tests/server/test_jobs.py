"""Computer moves: leases, crashes, and no move twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep, time

import pytest

from ostfront.server.inside import Inside, actions_of
from ostfront.server.jobs import Worker
from server.seated import Seated


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path) as inside:
        yield inside


def wait_for_person(game: Seated, seat: int = 0) -> None:
    end = monotonic() + 60
    while not game.view(seat)["asked"] and game.view(seat)["result"] is None:
        assert monotonic() < end, "the computer does not play"
        sleep(0.02)


def test_a_whole_stretch_of_play_against_the_computer(table: Inside) -> None:
    worker = Worker(table.house)
    worker.start()
    try:
        game = Seated(table, ("", "random"))
        random = Random(6)
        for _ in range(60):
            wait_for_person(game)
            view = game.view(0)
            assert view["thinking"] == ""
            game.act(0, view, random.choice(actions_of(view)))
        entries = table.house.sitting(game.id).game.entries or []
        assert any(getattr(entry, "seat", 0) == 1 for entry in entries)
    finally:
        worker.stop()


def test_a_job_is_there_as_long_as_the_computer_is_asked(table: Inside) -> None:
    game = Seated(table, ("", "random"))
    view = game.view(0)
    assert view["awaited"] == ["Soviet"] and view["thinking"] == "Soviet"
    (job,) = table.house.store.open_jobs()
    assert (job.game, job.seat, job.after) == (game.id, 1, view["moment"])
    worker = Worker(table.house)
    try:
        assert worker.work_once()
        assert table.house.store.open_jobs() == []
        assert game.view(0)["asked"]
        assert not worker.work_once()
    finally:
        worker.brain.close()


def test_a_leased_job_is_not_taken_by_another(table: Inside) -> None:
    Seated(table, ("", "random"))
    store = table.house.store
    now = time()
    job = store.claim("one", now, 30)
    assert job is not None
    assert store.claim("two", now + 1, 30) is None
    later = store.claim("two", now + 31, 30)
    assert later is not None and later.id == job.id and later.attempts == 2
    store.free_leases()
    assert store.claim("three", now, 30) is not None


def test_an_answer_thought_out_twice_is_played_once(table: Inside) -> None:
    """As when a lease runs out while its owner still thinks."""
    game = Seated(table, ("", "random"))
    sitting = table.house.sitting(game.id)
    worker = Worker(table.house)
    try:
        answer, moment = worker.brain.answer(sitting, 1, "random")
        job = table.house.store.claim("one", time(), 30)
        assert job is not None
        assert sitting.computer_plays(1, answer.action, moment, job.id, time() + 30)
        assert not sitting.computer_plays(1, answer.action, moment, job.id, time() + 30)
        assert sitting.moment >= moment + 1
    finally:
        worker.brain.close()


def test_two_workers_share_the_jobs(table: Inside) -> None:
    games = [Seated(table, ("", "random")) for _ in range(4)]
    workers = [Worker(table.house) for _ in range(2)]

    def work(worker: Worker) -> None:
        while worker.work_once():
            pass

    threads = [Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for worker in workers:
        worker.brain.close()
    assert table.house.store.open_jobs() == []
    for game in games:
        picked = [e for e in table.house.sitting(game.id).game.entries or [] if getattr(e, "seat", 0) == 1]
        assert len(picked) == 2  # two chits on turn 1, each selected once


def test_the_thinking_process_may_die(table: Inside) -> None:
    game = Seated(table, ("", "random"))
    worker = Worker(table.house)
    try:
        sitting = table.house.sitting(game.id)
        worker.brain.answer(sitting, 1, "random")
        assert worker.brain.process is not None
        worker.brain.process.kill()
        worker.brain.process.wait()
        assert worker.work_once()
        assert game.view(0)["asked"]
    finally:
        worker.brain.close()


def test_a_job_left_behind_is_taken_up_after_a_restart(tmp_path: Path) -> None:
    with Inside(tmp_path) as table:
        game = Seated(table, ("", "random"))
        assert table.house.store.claim("someone who dies now", time(), 3600) is not None
    with Inside(tmp_path) as table:
        game.table = table
        worker = Worker(table.house)
        worker.start()
        try:
            wait_for_person(game)
        finally:
            worker.stop()


def test_the_computer_follows_what_was_taken_back(table: Inside) -> None:
    """Its process is told of the game in pieces; an undone draft must not stay in its memory."""
    game = Seated(table, ("random", ""))
    sitting = table.house.sitting(game.id)
    worker = Worker(table.house)
    try:
        worker.work_once()
        random = Random(1)
        for _ in range(12):
            view = game.view(1)
            if not view["asked"]:
                worker.work_once()
                continue
            view = game.act(1, view, random.choice(actions_of(view)))
            if view["draft"]["actions"] and random.random() < 0.5:
                game.ask("POST", "undo", 1, {"moment": view["moment"]})
        assert sitting.moment == len(sitting.game.entries or ())
    finally:
        worker.brain.close()
