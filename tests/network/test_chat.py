"""The chat of a game: players among themselves, watchers among themselves, until the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from network.playing import Seat, seats_of
from network.site_client import Person, SiteClient
from ostfront.server import database, database_server
from server.postgres import Postgres


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.close()


def said(seat: Seat) -> list[str]:
    return [one["text"] for one in seat.told("GET", "chat")["messages"]]


def watched(person: Person | SiteClient, game: str) -> list[Any]:
    answer = person.ask("GET", f"/api/games/{game}/chat")
    assert answer.status == 200, answer.body
    return list(answer.json["messages"])


def test_players_read_each_other_and_know_what_they_have_not_read(client: SiteClient) -> None:
    anna, boris = seats_of(client, [client.member("Anna"), client.member("Boris")])
    before = [seat.view["etag"] for seat in (anna, boris)]
    assert anna.ask("POST", "chat", {"text": "  Good luck!\nI shall need it. "}).status == 200
    assert boris.ask("POST", "chat", {"text": "http://evil.example <b>Ha</b>"}).status == 200
    (first, second) = boris.told("GET", "chat")["messages"]
    assert (first["text"], first["seat"], first["name"], first["mine"]) == (
        "Good luck!\nI shall need it.",
        "German",
        "Anna",
        False,
    )
    assert second["mine"] and second["text"] == "http://evil.example <b>Ha</b>"
    assert all(seat.view["etag"] != etag for seat, etag in zip((anna, boris), before, strict=True))
    assert anna.company["unread"] == boris.company["unread"] == 1
    etag = boris.view["etag"]
    assert boris.told("PUT", "chat/read", {"n": 99})["read"] == 2
    assert boris.company["unread"] == 0 and anna.company["unread"] == 1
    assert boris.view["etag"] == etag, "what one has read does not wake the others"


@pytest.mark.parametrize("text", ["", "   ", "x" * 501, "turned \u202e around", "a\x00b", "a\x1bb"])
def test_what_cannot_be_shown_plainly_is_refused(client: SiteClient, text: str) -> None:
    anna, _ = seats_of(client, [client.member("Anna"), client.member("Boris")])
    assert anna.ask("POST", "chat", {"text": text}).status == 400
    assert said(anna) == []


def test_there_is_a_limit(client: SiteClient) -> None:
    anna, _ = seats_of(client, [client.member("Anna"), client.member("Boris")])
    answers = [anna.ask("POST", "chat", {"text": f"{n}"}).status for n in range(40)]
    assert answers[:30] == [200] * 30 and set(answers[30:]) == {429}


def test_the_blocked_are_not_read_by_who_blocked_them(client: SiteClient) -> None:
    anna, boris = seats_of(client, [client.member("Anna"), client.member("Boris")])
    boris.ask("POST", "chat", {"text": "before"})
    client.site.blocks.add(anna.person.account.id, boris.person.account)
    etag = anna.view["etag"]
    boris.ask("POST", "chat", {"text": "after"})
    anna.ask("POST", "chat", {"text": "mine"})
    assert said(anna) == ["mine"] and said(boris) == ["before", "after", "mine"]
    assert anna.company["unread"] == 0 and boris.company["unread"] == 1
    assert etag != anna.view["etag"], "of one's own message"


def test_players_and_watchers_do_not_read_each_other_before_the_end(client: SiteClient) -> None:
    anna, boris = seats_of(client, [client.member("Anna"), client.member("Boris")], watch="public")
    carla, denis = client.member("Carla"), client.member("Denis", "guest")
    path = f"/api/games/{anna.game}/chat"
    anna.ask("POST", "chat", {"text": "of a player"})
    etags = [seat.view["etag"] for seat in (anna, boris)]
    assert carla.ask("POST", path, {"text": "Kibitz: attack Smolensk"}).status == 200
    assert [seat.view["etag"] for seat in (anna, boris)] == etags, "not even that something was written"
    assert said(anna) == said(boris) == ["of a player"]
    for person in (carla, denis, client):
        assert [one["text"] for one in watched(person, anna.game)] == ["Kibitz: attack Smolensk"]
    assert client.ask("POST", path, {"text": "a stranger"}).status == 401
    assert anna.person.ask("GET", path).status == 403, "a player does not watch his own game"
    assert anna.person.ask("POST", path, {"text": "as a watcher"}).status == 403
    boris.ask("POST", "concede", {})
    assert said(anna) == ["of a player", "Kibitz: attack Smolensk"]
    assert [one["text"] for one in watched(client, anna.game)] == said(boris)


def test_an_open_page_at_another_server_is_told_at_once(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.database()
    with (
        SiteClient(tmp_path / "1", database_server.connect(address)) as one,
        SiteClient(tmp_path / "2", database_server.connect(address)) as two,
    ):
        anna, boris = seats_of(one, [one.member("Anna"), one.member("Boris")])
        there = boris.at(two)
        etag = there.view["etag"]
        found: list[Any] = []
        waiting = Thread(target=lambda: found.append(there.told("GET", f"changes?etag={etag}&wait=20")))
        waiting.start()
        anna.ask("POST", "chat", {"text": "Are you there?"})
        two.library.heard(anna.game, database.GONE)  # as the listener of its database tells it
        waiting.join(30)
        assert found and found[0]["changed"] is True
        assert said(there) == ["Are you there?"]
