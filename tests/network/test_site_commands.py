"""`ostfront site`: run beside a site that is being used."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from time import time
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from cli.calling import Answer, run
from network.real_site import RealSite
from network.site_client import SiteClient
from network.test_matches import play
from network.visiting import Browser
from ostfront.network import moderation
from ostfront.network.keeper import Keeper
from ostfront.network.tables import proposals
from ostfront.server import database_server
from ostfront.server.local_client import actions_of
from server.postgres import Postgres


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path / "site") as client:
        yield client


@pytest.fixture
def folder(client: SiteClient, tmp_path: Path) -> Path:
    return tmp_path / "site"


def site(folder: Path, *words: str) -> Answer:
    answer = run("site", *words, "--data-folder", folder)
    assert answer.code == 0, answer
    return answer


def test_people_are_listed_and_shown(client: SiteClient, folder: Path) -> None:
    client.member("Anna")
    client.member("Guste", "guest")
    found = site(folder, "users", "--json").json
    assert {(one["name"], one["kind"]) for one in found} == {("Anna", "member"), ("Guste", "guest")}
    assert "password" not in str(found)
    assert "Guste" not in site(folder, "users", "anna").out
    assert "1 session" in site(folder, "user", "anna").out
    wrong = run("site", "user", "Nemo", "--data-folder", folder)
    assert wrong.sentence == "There is nobody of that name here."


def test_somebody_is_suspended_and_released(client: SiteClient, folder: Path) -> None:
    anna = client.member("Anna")
    site(folder, "suspend", "Anna", "--days", "7", "--why", "Insults.")
    assert anna.ask("GET", "/api/account/sessions").status == 401
    assert "Anna" in site(folder, "users", "--suspended").out
    assert "Insults." in site(folder, "user", "Anna").out
    site(folder, "release", "Anna")
    assert "Anna" not in site(folder, "users", "--suspended").out
    assert run("site", "release", "Anna", "--data-folder", folder).code == 2
    deeds = [entry["deed"] for entry in site(folder, "audit", "--json").json]
    assert deeds == ["released", "suspended"]


def test_the_audit_log_names_the_administrator_and_not_the_user_of_the_site(
    client: SiteClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.member("Anna")
    monkeypatch.setenv("LOGNAME", "ostfront")
    for administrator, noted in (("alice", "alice"), ("", "ostfront")):
        monkeypatch.setenv("SUDO_USER", administrator)
        site(folder, "suspend", "Anna", "--days", "1", "--why", "Insults.")
        assert client.site.audit.latest(1)[0].actor == noted


def test_games_are_listed(client: SiteClient, folder: Path) -> None:
    anna, boris, carla = (client.member(name) for name in ("Anna", "Boris", "Carla"))
    game = client.match(anna, boris)
    other = client.match(boris, carla)
    assert {one["id"] for one in site(folder, "games", "--json").json} == {game, other}
    (found,) = site(folder, "games", "--of", "anna", "--running", "--json").json
    assert found["id"] == game and found["players"] == ["Anna", "Boris"]
    anna.told("POST", f"/api/games/{game}/concede", {}, anna.seat(game))
    assert game not in site(folder, "games", "--running").out


def test_a_rewind_is_proposed_to_the_players(client: SiteClient, folder: Path) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    live = client.library.live_game(game)
    random = Random(5)
    while len(live.decision_moments()) < 6:
        assert play(anna, game, random) or play(boris, game, random)
    target = live.decision_moments()[2]
    assert run("site", "rewind", game, "100000", "--data-folder", folder).code == 2
    site(folder, "rewind", game, str(target))
    with client.site.store.reader.begin() as base:
        (row,) = base.execute(select(proposals)).all()
    assert (row.game, row.kind, row.seat, row.target, row.state) == (game, "rewind", -1, target, "open")
    assert row.moment == live.moment
    assert "Another proposal" in run("site", "rewind", game, str(target), "--data-folder", folder).sentence
    assert client.site.audit.latest(1)[0].deed == "rewind proposed"
    for one in (anna, boris):
        assert client.library.live_game(game).moment > target
        one.told("POST", f"/api/games/{game}/proposals/{row.n}", {"agree": True}, one.seat(game))
    assert client.library.live_game(game).moment <= target + 1, "they agreed"


def test_a_running_server_sees_what_a_command_does(tmp_path: Path) -> None:
    """On SQLite nobody tells it. A page that waits hears of it, and a click just afterwards counts."""
    with RealSite(tmp_path) as real:
        anna, boris = real.member("Anna"), real.member("Boris")
        game = real.match(anna, boris)
        with anna.client() as one, boris.client() as two, ThreadPoolExecutor(1) as waiting:
            places = [Place(client, game) for client in (one, two)]
            first = places[0].view()["moment"]
            for n in range(4):
                mover, view = next((place, view) for place in places if (view := place.view())["asked"])
                waits = waiting.submit(mover.waits, view["etag"])
                if n:
                    site(tmp_path, "rewind", game, str(first))
                answer = mover.clicks(view)  # whether or not the server has looked by itself
                assert answer.status_code == 200, answer.text
                assert waits.result()["changed"]
                for proposal in mover.ask("GET", "company").json()["proposals"][:n]:
                    assert proposal["kind"] == "rewind"
                    if proposal["state"] == "open":
                        mover.ask("POST", f"proposals/{proposal['n']}", {"agree": False}).raise_for_status()


def test_whoever_waits_is_told_what_a_command_does(client: SiteClient, folder: Path) -> None:
    people = [client.member("Anna"), client.member("Boris")]
    game, random, told = client.match(*people), Random(5), Event()
    assert any(play(one, game, random) for one in people)
    live, keeper = client.library.live_game(game), Keeper(client.site.chores())
    seen = live.etag(0)
    live.listen(told.set)
    keeper.do_what_is_due(0.0)
    assert not told.is_set()
    site(folder, "rewind", game, str(live.decision_moments()[0]))
    keeper.do_what_is_due(10.0)
    assert told.is_set() and live.etag(0) != seen


class Place:
    """A seat, asked over the network."""

    def __init__(self, client: httpx.Client, game: str) -> None:
        self.client, self.path = client, f"/api/games/{game}"
        seats = client.get(self.path).json()["seats"]
        self.headers = {"seat-token": next(seat["token"] for seat in seats if seat["token"])}

    def ask(self, method: str, path: str, data: object = None) -> httpx.Response:
        return self.client.request(method, f"{self.path}/{path}", json=data, headers=self.headers)

    def view(self) -> Any:
        return self.ask("GET", "view").json()

    def clicks(self, view: Any) -> httpx.Response:
        actions = [*view["draft"]["actions"], actions_of(view)[0]]
        return self.ask("PUT", "draft", {"after": view["draft"]["after"], "actions": actions})

    def waits(self, etag: str) -> Any:
        return self.ask("GET", f"changes?etag={etag}&wait=30").json()


def test_reports_are_settled(client: SiteClient, folder: Path) -> None:
    anna, _ = client.member("Anna"), client.member("Boris")
    anna.told("POST", "/api/reports", {"name": "Boris", "text": "Swears."})
    assert "Anna about Boris" in site(folder, "reports").out and "Swears." in site(folder, "reports").out
    (number,) = [one.id for one in moderation.reports_of(client.site)]
    site(folder, "settle", str(number), "Warned.")
    assert site(folder, "reports").out == "" and "Warned." in site(folder, "reports", "--all").out
    assert run("site", "settle", str(number), "Again.", "--data-folder", folder).code == 2


def test_an_announcement_is_shown(client: SiteClient, folder: Path) -> None:
    site(folder, "announce", "Down on Sunday.")
    assert client.ask("GET", "/api/me").json["announcements"][0]["text"] == "Down on Sunday."


def test_a_closed_club_gets_members_by_links(client: SiteClient, folder: Path) -> None:
    url = ("--public-url", "https://play.example")
    link = site(folder, "add", "Anna", "anna@example.org", *url).out.strip()
    assert link.startswith("https://play.example/#/reset/")
    anna = Browser(client)
    secret = link.rpartition("/")[2]
    anna.told("POST", "/api/reset", {"token": secret, "password": "a horse in the rain"})
    assert anna.me()["name"] == "Anna" and anna.me()["verified"]
    again = site(folder, "link", "Anna", *url).out.strip().rpartition("/")[2]
    Browser(client).told("POST", "/api/reset", {"token": again, "password": "another horse"})
    assert anna.me() is None
    log = site(folder, "audit").out
    assert "link made" in log and again not in log and secret not in log
    assert run("site", "add", "Anne", "anna@example.org", *url, "--data-folder", folder).code == 2
    assert run("site", "link", "Anna", "--data-folder", folder).code == 2


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    assert "There is no site" in run("site", "users", "--data-folder", tmp_path).sentence
    assert list(tmp_path.iterdir()) == []


def test_it_works_on_postgresql(tmp_path: Path) -> None:
    server = Postgres()
    try:
        server.start()
        address = server.database()
        with SiteClient(tmp_path, database_server.connect(address)) as client:
            anna = client.member("Anna")
            words = ("--database", address, "--data-folder", str(tmp_path))
            assert run("site", "suspend", "Anna", "--days", "1", "--why", "Rude.", *words).code == 0
            assert anna.told("GET", "/api/me")["me"] is None
            client.match(client.member("Boris"), client.member("Carla"))
            assert "Boris, Carla" in run("site", "games", *words).out
            assert client.site.accounts.named("Anna").suspended_until > time()
    finally:
        server.close()
