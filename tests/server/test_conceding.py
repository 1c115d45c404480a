"""Conceding at the table: for a seat, at any time, on disk before it is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ostfront.server.local_client import LocalClient
from server.seated import Seated

WORDS = "The German player concedes."


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def under_way(client: LocalClient) -> Seated:
    game = Seated(client)
    for _ in game.play(Random(8), 25):
        pass
    return game


def test_both_seats_see_it_and_it_is_kept(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = under_way(client)
        moment = game.view(0)["moment"]
        answer = game.ask("POST", "concede", 0, {})
        assert answer.status == 200, answer.body
        views = [game.view(seat) for seat in (0, 1)]
        assert answer.json == views[0]
    with LocalClient(tmp_path) as client:
        game.client = client
        assert [game.view(seat) for seat in (0, 1)] == views
        for view in views:
            assert (view["result"]["winner"], view["result"]["reason"]) == ("soviet", WORDS)
            assert view["headline"] == WORDS
            assert (view["awaited"], view["asked"], view["draft"]["actions"]) == ([], [], [])
        listed = client.ask("GET", f"/api/games/{game.id}").json
        assert listed["result"] == {"winner": "soviet", "reason": WORDS}
        assert game.ask("GET", "verify", 1).json["ok"] is True
        assert "\nconcede German\n---\n" in game.ask("GET", "record", 1).body.decode()
        log = game.ask("GET", "log?from=0", 1).json["lines"]
        assert log[-1]["spans"][0]["text"] == WORDS
        assert log[-1]["entry"] == moment + 1
        assert game.ask("GET", "charts", 1).status == 200


def test_the_moment_before_can_be_looked_at_and_played_on(client: LocalClient) -> None:
    game = under_way(client)
    seat, view = game.asked()
    game.ask("POST", "concede", 0, {})
    stops = game.ask("GET", "history", seat).json["stops"]
    assert stops[-2:] == [view["moment"], view["moment"] + 1]
    then = game.ask("GET", f"view?at={view['moment']}", seat).json
    assert then["result"] is None
    assert then["pieces"] == view["pieces"]
    assert game.ask("POST", "whatif", seat, {"moment": view["moment"]}).status == 201
    assert game.ask("POST", "whatif", seat, {"moment": view["moment"] + 1}).status == 409


def test_nothing_follows_it(client: LocalClient) -> None:
    game = under_way(client)
    seat, before = game.asked()
    other = 1 - seat
    assert game.ask("POST", "concede", other, {}).status == 200  # it was not his turn
    after = game.view(seat)
    assert after["result"]["winner"] == ("german" if other else "soviet")
    for path, data in (("concede", {}), ("undo", {"moment": after["moment"]})):
        answer = game.ask("POST", path, seat, data)
        assert (answer.status, answer.json["error"]["kind"]) == (409, "conflict")
        assert answer.json["view"] == after
    late = game.put(seat, before["draft"]["after"], [*before["draft"]["actions"], "pass"])
    assert late.status == 409
    assert game.view(seat) == after


def test_it_needs_the_token_of_a_seat(client: LocalClient) -> None:
    game = under_way(client)
    answer = client.ask("POST", f"/api/games/{game.id}/concede", {}, "somebody")
    assert answer.status == 403
    assert game.view(0)["result"] is None


def test_a_computer_whose_turn_it_was_has_nothing_to_do(client: LocalClient) -> None:
    game = Seated(client, ("", "recruit"))
    assert client.library.store.jobs.open_jobs()
    assert game.ask("POST", "concede", 0, {}).status == 200
    assert client.library.store.jobs.open_jobs() == []


def test_a_concession_that_cannot_be_saved_is_not_made(client: LocalClient) -> None:
    game = under_way(client)
    before = [game.view(seat) for seat in (0, 1)]
    with client.library.engine.begin() as base:
        base.exec_driver_sql("UPDATE games SET moment = moment + 1")  # it has moved on elsewhere
    live = client.library.live_game(game.id)
    assert game.ask("POST", "concede", 0, {}).status == 409
    with client.library.engine.begin() as base:
        base.exec_driver_sql("UPDATE games SET moment = moment - 1")
    live.forget()
    assert [game.view(seat) for seat in (0, 1)] == before
