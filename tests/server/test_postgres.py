"""Games in PostgreSQL: the same table, several servers at once, a database that goes away and comes back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import time

import psycopg
import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from ostfront.core.errors import OstfrontError
from ostfront.server import database_server
from ostfront.server.database_listener import DatabaseListener
from ostfront.server.local_client import LocalClient, actions_of
from server.postgres import Postgres
from server.real_server import RealServer
from server.seated import Seated


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.database()


def client_of(folder: Path, address: str) -> LocalClient:
    return LocalClient(folder, engine=database_server.connect(address))


def other_server(game: Seated, client: LocalClient) -> Seated:
    """The same game, asked at another server."""
    same = object.__new__(Seated)
    same.client, same.id, same.tokens = client, game.id, game.tokens
    return same


def first_action(game: Seated) -> tuple[int, str]:
    seat, view = game.asked()
    return seat, actions_of(view)[0]


def test_a_game_is_played_and_opened_again(tmp_path: Path, address: str) -> None:
    with client_of(tmp_path, address) as client:
        game = Seated(client)
        for _ in game.play(Random(1), 60):
            pass
        before = [game.view(seat) for seat in (0, 1)]
    with client_of(tmp_path, address) as client:
        again = other_server(game, client)
        assert [again.view(seat) for seat in (0, 1)] == before
        assert [one["id"] for one in client.ask("GET", "/api/games").json["games"]] == [game.id]
        assert client.ask("DELETE", f"/api/games/{game.id}").status == 204
        with client.library.engine.connect() as base:
            assert base.execute(text("SELECT count(*) FROM entries")).scalar() == 0


def test_two_servers_play_one_game(tmp_path: Path, address: str) -> None:
    """Each sees what the other did, at every read, and neither loses a change."""
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        game = Seated(one)
        other = other_server(game, two)
        random = Random(2)
        for step in range(40):
            at, across = (game, other) if step % 2 else (other, game)
            seat, view = at.asked()
            after = at.act(seat, view, random.choice(actions_of(view)))
            assert across.view(seat) == after


def test_a_change_that_another_server_has_overtaken_is_refused(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        game = Seated(one)
        other = other_server(game, two)
        seat, action = first_action(game)
        monkeypatch.setattr(two.library.live_game(game.id).lock, "_look_again", lambda: None)
        view = other.view(seat)
        game.act(seat, game.view(seat), action)
        late = other.put(seat, view["draft"]["after"], [actions_of(view)[-1]])
        assert late.status == 409, late.body
        assert game.view(seat)["draft"]["actions"] == [action]


def test_a_draft_that_a_dying_server_still_saved_is_accepted_again(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same request goes to another server, which has looked at the game a moment too early."""
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        game = Seated(one)
        other = other_server(game, two)
        seat, action = first_action(game)
        monkeypatch.setattr(two.library.live_game(game.id).lock, "_look_again", lambda: None)
        start = other.view(seat)["draft"]["after"]
        assert game.put(seat, start, [action]).status == 200
        again = other.put(seat, start, [action])
        assert again.status == 200, again.body
        assert again.json == game.view(seat)


def test_the_database_goes_away_while_a_server_reads_what_another_did(tmp_path: Path, address: str) -> None:
    """Whichever question fails: afterwards the server knows all that the other did, and nothing of it is lost."""
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        game = Seated(one)
        other = other_server(game, two)
        random, left, failed = Random(5), -1, 0

        def fail(*_: object) -> None:
            nonlocal left, failed
            left -= 1
            if left == 0:
                failed += 1
                raise OperationalError("a question", None, psycopg.OperationalError("the connection is lost"))

        event.listen(two.library.engine, "before_cursor_execute", fail)
        other.view(0)
        for nth in range(1, 40):
            seat, view = game.asked()
            after = game.act(seat, view, random.choice(actions_of(view)))
            left, before = nth, failed
            with suppress(OperationalError):
                two.ask("GET", f"/api/games/{game.id}/view", None, other.tokens[seat])
            left = -1
            assert other.view(seat) == after, f"question {nth} failed"
            seat, view = other.asked()
            after = other.act(seat, view, random.choice(actions_of(view)))
            assert game.view(seat) == after
            if failed == before:
                break
        assert failed > 5


def test_taking_back_and_playing_again_is_seen_though_the_moment_is_the_same(tmp_path: Path, address: str) -> None:
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        game = Seated(one)
        other = other_server(game, two)
        seat, view = game.asked()
        choices = actions_of(view)
        game.act(seat, view, choices[0])
        assert other.view(seat)["draft"]["actions"] == [choices[0]]
        assert game.put(seat, view["draft"]["after"], [choices[1]]).status == 200
        assert other.view(seat)["draft"]["actions"] == [choices[1]]


def test_notes_are_seen_at_both_servers(tmp_path: Path, address: str) -> None:
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        game = Seated(one)
        other = other_server(game, two)
        assert other.ask("GET", "notes", 0).json == {"notes": []}
        note = {"kind": "game", "text": "hold the river", "place": "", "target": "", "shared": False}
        assert game.ask("POST", "notes", 0, note).status == 200
        assert [one["text"] for one in other.ask("GET", "notes", 0).json["notes"]] == ["hold the river"]
        seat, action = first_action(other)
        assert other.put(seat, other.view(seat)["draft"]["after"], [action]).status == 200


def test_a_server_hears_of_changes_elsewhere(tmp_path: Path, address: str) -> None:
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        heard: list[tuple[str, int]] = []
        told = Event()

        def hear(id: str, revision: int) -> None:
            heard.append((id, revision))
            told.set()

        listener = DatabaseListener(two.library.engine, hear)
        listener.start()
        try:
            assert listener.ready.wait(30)
            game = Seated(one)
            assert told.wait(30) and heard[0] == (game.id, 0)
        finally:
            listener.stop()


def test_a_job_is_claimed_once(tmp_path: Path, address: str) -> None:
    with client_of(tmp_path / "a", address) as one, client_of(tmp_path / "b", address) as two:
        games = {Seated(one, ("", "random")).id for _ in range(6)}
        claimed: list[str] = []

        def claim(client: LocalClient, owner: str) -> None:
            while job := client.library.store.jobs.claim(f"{owner}{len(claimed)}", time(), 60):
                claimed.append(f"{job.game} {job.seat}")

        threads = [Thread(target=claim, args=(c, o)) for c, o in ((one, "a"), (two, "b"), (one, "c"), (two, "d"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(claimed) == len(set(claimed)) and {line.split()[0] for line in claimed} == games
        one.library.store.jobs.free_leases()  # another server's leases stay
        assert two.library.store.jobs.claim("late", time(), 60) is None


def test_two_real_servers_and_one_of_them_is_killed(tmp_path: Path, address: str) -> None:
    """What one acknowledges the other has, and whoever waits there is told."""
    with RealServer(tmp_path / "a", database=address) as one, RealServer(tmp_path / "b", database=address) as two:
        first, second = one.start(), two.start()
        seats = [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "computer", "level": "random"}]
        made = first.post("/api/games", json={"game": "victory-denied", "seats": seats}).json()
        path, headers = f"/api/games/{made['id']}", {"Seat-Token": made["seats"][0]["token"]}
        view = second.get(f"{path}/view", headers=headers).json()
        while not view["asked"]:  # the computer of either server chooses its chits
            second.get(f"{path}/changes?etag={view['etag']}&wait=20", headers=headers)
            view = second.get(f"{path}/view", headers=headers).json()
        with ThreadPoolExecutor(1) as waiting:
            told = waiting.submit(second.get, f"{path}/changes?etag={view['etag']}&wait=30", headers=headers)
            draft = {"after": view["draft"]["after"], "actions": [actions_of(view)[0]]}
            after = first.put(f"{path}/draft", json=draft, headers=headers).json()
            one.kill()
            assert told.result().json()["changed"]
        assert second.get(f"{path}/view", headers=headers).json()["draft"] == after["draft"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_the_database_goes_away_and_comes_back(
    tmp_path: Path, postgres: Postgres, address: str, how: signal.Signals
) -> None:
    with client_of(tmp_path, address) as client:
        game = Seated(client)
        seat, view = game.asked()
        choices = actions_of(view)
        kept = game.act(seat, view, choices[0])
        postgres.stop(how)
        refused = game.put(seat, view["draft"]["after"], choices[:2])
        assert refused.status == 503 and "cannot be reached" in refused.json["error"]["message"]
        postgres.start()
        assert game.view(seat) == kept
        assert game.put(seat, view["draft"]["after"], [choices[1]]).status == 200


def test_servers_that_start_together_migrate_once(tmp_path: Path, address: str) -> None:
    engines = []
    threads = [Thread(target=lambda: engines.append(database_server.connect(address))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(engines) == 4
    for engine in engines:
        engine.dispose()


@pytest.mark.parametrize(
    ("given", "said"),
    [("nonsense", "not the address of a database"), ("mysql://a@b/c", "mysql is not supported"),
     ("postgresql://anna:secret@/nowhere?host=/nowhere", "cannot be used")],
)  # fmt: skip
def test_a_bad_address_gets_one_sentence_without_the_password(given: str, said: str) -> None:
    with pytest.raises(OstfrontError) as wrong:
        database_server.connect(given)
    assert said in str(wrong.value) and "secret" not in str(wrong.value) and "\n" not in str(wrong.value)


def test_other_databases_are_left_alone(address: str) -> None:
    engine = database_server.connect(address)
    with engine.begin() as base:
        base.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(OstfrontError, match="newer version"):
        database_server.connect(address)
    with engine.begin() as base:
        base.execute(text("DROP TABLE alembic_version"))
    engine.dispose()
    with pytest.raises(OstfrontError, match="other tables"):
        database_server.connect(address)
