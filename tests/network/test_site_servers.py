"""A site of several processes on one PostgreSQL: what one does, the others know; computer players are workers."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep, time
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, select, text

from network.playing import against_computer
from network.real_site import RealPerson, RealSite, RealWorker, free_port
from network.site_client import Person, SiteClient
from network.test_matches import play
from ostfront.core.play.game import Game
from ostfront.network import logs
from ostfront.network.facts import note_letters
from ostfront.network.launch import run_worker, start_players
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.settings import MailSettings, Settings
from ostfront.network.tables import notices, turns
from ostfront.network.terms import Terms
from ostfront.server import catching_up, database_server, game_library, live_game
from ostfront.server.game_rows import GameRows
from ostfront.server.game_store import GameStore, OpenedGame
from ostfront.server.jobs import JobRunner
from ostfront.server.local_client import actions_of
from server.postgres import Postgres

FIGURES = f"127.0.0.1:{free_port()}"


def client_of(folder: Path, address: str) -> SiteClient:
    return SiteClient(folder, database_server.connect(address))


def elsewhere(client: SiteClient, person: Person) -> Person:
    """The same person at another server."""
    return Person(client, person.account, person.session)


def view_of(person: Person, game: str) -> Any:
    return person.told("GET", f"/api/games/{game}/view", token=person.seat(game))


# ---- games in the memory of several servers --------------------------------------------------------------


@pytest.mark.parametrize("name", ["victory-denied", "kiev-41"])
def test_what_another_server_has_played_is_played_on(
    tmp_path: Path, postgres: Postgres, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory, without reading the whole game again; the outcome is what a server sees that reads it."""
    address, random = postgres.database(), Random(4)
    caught: list[bool] = []
    catch_up = catching_up.catch_up

    def noted(game: Game, rows: GameRows) -> bool:
        caught.append(catch_up(game, rows))
        return caught[-1]

    monkeypatch.setattr(live_game, "catch_up", noted)
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        people = [one.member("Anna"), one.member("Boris")]
        game = one.match(*people, game=name)
        for step in range(60):
            at = one if step % 2 else two
            here = [elsewhere(at, person) for person in people]
            assert any(play(person, game, random) for person in here)
            if step % 7 == 3:  # and taken back
                for person in here:
                    view = view_of(person, game)
                    if view["draft"]["actions"]:
                        person.told("POST", f"/api/games/{game}/undo", {"moment": view["moment"]}, person.seat(game))
        views = [view_of(elsewhere(two, person), game) for person in people]
        assert [view_of(elsewhere(one, person), game) for person in people] == views
        assert sum(caught) > 30 and all(caught)
    with client_of(tmp_path / "c", address) as three:
        assert [view_of(elsewhere(three, person), game) for person in people] == views


def test_a_game_that_was_caught_up_wrongly_is_read_again(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, random = postgres.database(), Random(5)
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        people = [one.member("Anna"), one.member("Boris")]
        game = one.match(*people)
        view_of(elsewhere(two, people[0]), game)
        monkeypatch.setattr(catching_up, "_played", lambda game, lines: [])  # nothing of it is played
        for _ in range(6):
            assert any(play(person, game, random) for person in people)
            for person in people:
                assert view_of(elsewhere(two, person), game) == view_of(person, game)


def test_games_that_rest_answer_those_who_wait(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They leave memory, are not read for a question whether they changed, and are when they have."""
    monkeypatch.setattr(game_library, "GAMES_IN_MEMORY", 1)
    address, random = postgres.database(), Random(6)
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        people = [one.member("Anna"), one.member("Boris")]
        games = [one.match(*people) for _ in range(4)]
        etags = {game: view_of(people[0], game)["etag"] for game in games}
        assert one.library.live_count() == 1
        opened: list[str] = []

        def noted(store: GameStore, id: str) -> OpenedGame:
            opened.append(id)
            return store.open(id, time())

        monkeypatch.setattr(live_game, "open_game", noted)
        for game in games[:3]:
            asked = people[0].told(
                "GET", f"/api/games/{game}/changes?etag={etags[game]}&wait=0", token=people[0].seat(game)
            )
            assert asked == {"changed": False, "etag": etags[game]}
        assert opened == []
        while not play(elsewhere(two, people[0]), games[0], random):
            assert play(elsewhere(two, people[1]), games[0], random)
        opened.clear()
        path = f"/api/games/{games[0]}/changes?etag={etags[games[0]]}&wait=0"
        assert people[0].told("GET", path, token=people[0].seat(games[0]))["changed"]
        assert opened == [games[0]] and one.library.live_count() == 1


# ---- processes -------------------------------------------------------------------------------------------


def at(site: RealSite, person: RealPerson) -> httpx.Client:
    return RealPerson(site, person.account, person.session).client()


def test_whoever_waits_at_one_server_is_told_what_happens_at_another(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.database()
    with (
        RealSite(tmp_path / "a", database=address) as one,
        RealSite(tmp_path / "b", "--metrics", FIGURES, database=address) as two,
    ):
        people = one.member("Anna"), one.member("Boris")
        game = one.match(*people)
        path = f"/api/games/{game}"
        for person in people:
            with at(one, person) as here, at(two, person) as there, ThreadPoolExecutor(1) as waiting:
                headers = {"seat-token": next(s["token"] for s in here.get(path).json()["seats"] if s["token"])}
                view = there.get(f"{path}/view", headers=headers).json()
                if not view["asked"]:
                    continue
                told = waiting.submit(there.get, f"{path}/changes?etag={view['etag']}&wait=30", headers=headers)
                while waiting_at(two) == 0:
                    sleep(0.02)
                draft = {"after": view["draft"]["after"], "actions": [actions_of(view)[0]]}
                after = here.put(f"{path}/draft", json=draft, headers=headers)
                assert after.status_code == 200, after.text
                assert told.result().json() == {"changed": True, "etag": after.json()["etag"]}
                return
        raise AssertionError("nobody is asked")


def waiting_at(site: RealSite) -> int:
    """How many wait there, by its own figures."""
    assert "--metrics" in site.options
    for line in httpx.get(f"http://{FIGURES}/metrics").text.splitlines():
        if line.startswith("ostfront_long_polls "):
            return int(float(line.split()[1]))
    return 0


def computer_match(site: RealSite, person: RealPerson, level: str) -> str:
    client = site.library()
    try:
        names = [seat.name for seat in rules_of(Terms(game="victory-denied")).seats]
        players = [Player(names[0], person.account), Player(names[1], level=level)]
        return begin(client, Terms(game="victory-denied"), players).id
    finally:
        client.close()


def test_a_worker_plays_for_the_computer_and_gives_back_its_job_when_stopped(
    tmp_path: Path, postgres: Postgres
) -> None:
    address = postgres.database()
    with RealSite(tmp_path, "--players", "workers", database=address) as site:
        anna = site.member("Anna")
        game = computer_match(site, anna, "random")
        with anna.client() as client:
            token = next(s["token"] for s in client.get(f"/api/games/{game}").json()["seats"] if s["token"])
            headers = {"seat-token": token}
            view = client.get(f"/api/games/{game}/view", headers=headers).json()
            assert not view["asked"], "nobody plays for the computer yet"
            worker = RealWorker(address)
            with worker:
                end = monotonic() + 60
                while not view["asked"]:
                    assert monotonic() < end, "the worker does not play"
                    client.get(f"/api/games/{game}/changes?etag={view['etag']}&wait=5", headers=headers)
                    view = client.get(f"/api/games/{game}/view", headers=headers).json()
                assert worker.end() == 0
    engine = database_server.connect(address)
    with engine.connect() as base:
        assert base.execute(text("SELECT count(*) FROM jobs WHERE lease_until > :now"), {"now": time()}).scalar() == 0
    engine.dispose()


def test_whoever_is_awaited_after_a_worker_has_played_is_told(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a worker that knows the database only: the clock runs, and a letter waits, which the servers will send."""
    monkeypatch.setattr(logs, "set_up", lambda form: None)  # of this process
    address = postgres.database()
    mail = MailSettings(server="127.0.0.1", sender="site@play.example")
    with SiteClient(tmp_path, database_server.connect(address), mail=mail) as client:
        note_letters(client.site.store, client.site.settings)
        anna = client.member("Anna")
        game = against_computer(client, anna, clock="move", seconds=3600).game
        engine = client.library.engine
        assert deadline(engine, game) == 0, "the computer begins"

        def watch() -> None:
            end = monotonic() + 60
            while not deadline(engine, game) and monotonic() < end:
                sleep(0.05)
            os.kill(os.getpid(), signal.SIGTERM)

        run_worker(Settings(public_url="", database=address), say=lambda _: Thread(target=watch).start())
        assert 0 < deadline(engine, game) - 3600 <= time()
        with engine.connect() as base:
            told = base.execute(select(notices.c.account, notices.c.way, notices.c.kind, notices.c.state)).all()
    assert [tuple(row) for row in told] == [(anna.account.id, "mail", "turn", "waiting")]


def deadline(engine: Engine, game: str) -> float:
    """Until when the person in a game is awaited."""
    with engine.connect() as base:
        return float(base.execute(select(turns.c.deadline).where(turns.c.game == game)).scalar_one())


def test_a_job_in_progress_is_free_when_its_worker_is_stopped(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.database()
    with client_of(tmp_path, address) as client:
        anna = client.member("Anna")
        names = [seat.name for seat in rules_of(Terms(game="victory-denied")).seats]
        players = [Player(names[0], anna.account), Player(names[1], level="officer")]
        begin(client.library, Terms(game="victory-denied"), players)
        runner = JobRunner(client.library, hints=False)
        thinking = Event()
        choose = runner.players.choose

        def slow(*given: Any) -> Any:
            thinking.set()
            runner._stop.wait(60)
            return choose(*given)

        monkeypatch.setattr(runner.players, "choose", slow)
        runner.start()
        assert thinking.wait(30)
        (job,) = client.library.store.jobs.open_jobs()
        assert client.library.store.jobs.claim("other", time(), 60) is None
        runner.stop()
        taken = client.library.store.jobs.claim("other", time(), 60)
        assert taken is not None and taken.id == job.id


def test_a_lease_is_kept_while_its_owner_thinks_and_runs_out_when_it_is_dead(
    tmp_path: Path, postgres: Postgres
) -> None:
    with client_of(tmp_path, postgres.database()) as client:
        anna = client.member("Anna")
        names = [seat.name for seat in rules_of(Terms(game="victory-denied")).seats]
        begin(
            client.library,
            Terms(game="victory-denied"),
            [Player(names[0], anna.account), Player(names[1], level="officer")],
        )
        store, now = client.library.store, time()
        job = store.jobs.claim("one", now, 10)
        assert job is not None and store.jobs.claim("two", now + 9, 10) is None
        store.jobs.renew_lease(job.id, "one", now + 20)
        assert store.jobs.claim("two", now + 19, 10) is None
        other = store.jobs.claim("two", now + 21, 10)
        assert other is not None and other.id == job.id
        store.jobs.renew_lease(job.id, "one", now + 99)
        assert store.jobs.claim("three", now + 40, 10) is not None, "the lease is not the first one's any more"


def test_several_think_at_once(tmp_path: Path, postgres: Postgres) -> None:
    with client_of(tmp_path, postgres.database()) as client, ExitStack() as things:
        anna = client.member("Anna")
        names = [seat.name for seat in rules_of(Terms(game="victory-denied")).seats]
        terms = Terms(game="victory-denied")
        games = [
            begin(client.library, terms, [Player(names[0], anna.account), Player(names[1], level="random")]).id
            for _ in range(4)
        ]
        start_players(client.library, 2, things)
        end = monotonic() + 60
        while client.library.store.jobs.open_jobs():
            assert monotonic() < end
            sleep(0.05)
        assert all(view_of(anna, game)["asked"] for game in games)


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT], ids=lambda sig: sig.name)
def test_a_server_ends_cleanly_though_people_wait(tmp_path: Path, postgres: Postgres, sig: signal.Signals) -> None:
    with RealSite(tmp_path, "--metrics", FIGURES, database=postgres.database()) as site:
        anna, boris = site.member("Anna"), site.member("Boris")
        game = site.match(anna, boris)
        with anna.client() as client, ThreadPoolExecutor(1) as waiting:
            token = next(s["token"] for s in client.get(f"/api/games/{game}").json()["seats"] if s["token"])
            headers = {"seat-token": token}
            view = client.get(f"/api/games/{game}/view", headers=headers).json()
            path = f"/api/games/{game}/changes?etag={view['etag']}&wait=30"
            told = waiting.submit(client.get, path, headers=headers)
            while waiting_at(site) == 0:
                sleep(0.02)
            assert site.process is not None
            site.process.send_signal(sig)
            assert told.result().json() == {"changed": False, "etag": view["etag"]}
            assert site.process.wait(30) == (130 if sig == signal.SIGINT else 0)
