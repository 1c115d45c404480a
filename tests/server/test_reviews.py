"""The officer's view of a game: only when it is over, made once, in a process of its own that may fail."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ostfront.server import reviews
from ostfront.server.local_client import LocalClient
from ostfront.server.reviews import Reviews
from server.seated import Seated

RECORD = Path(__file__).parents[1] / "golden/victory-denied-smolensk.record"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def finished(client: LocalClient) -> tuple[str, list[str]]:
    made = client.ask("POST", "/api/import", {"text": RECORD.read_text(encoding="utf-8"), "seats": []})
    assert made.status == 201, made.body
    return f"/api/games/{made.json['id']}/review", [seat["token"] for seat in made.json["seats"]]


def test_a_game_in_progress_has_no_review(client: LocalClient) -> None:
    answer = Seated(client).ask("GET", "review", 0)
    assert (answer.status, answer.json["error"]["kind"]) == (409, "conflict")
    assert answer.json["error"]["message"] == "The officer's view is for games that are over."


def test_it_is_made_once_for_all_seats(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    path, tokens = finished(client)
    first = client.ask("GET", path, None, tokens[0])
    assert first.status == 200, first.body
    found = first.json
    assert found["sides"] == ["german", "soviet"] and len(found["points"]) > 50
    assert all(one["line"]["spans"] for one in found["turning"])
    stops = client.ask("GET", path.replace("review", "history"), None, tokens[0]).json["stops"]
    assert {one["moment"] for one in found["turning"]} <= set(stops)
    monkeypatch.setattr(Reviews, "exchange", lambda *_: pytest.fail("it is made again"))
    assert client.ask("GET", path, None, tokens[1]).body == first.body


@pytest.mark.parametrize("words", ["import sys; sys.exit(3)", "import time; time.sleep(60)"])
def test_a_process_that_fails_is_one_sentence(
    client: LocalClient, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    path, tokens = finished(client)
    broken = Reviews(2.0, (sys.executable, "-c", words))
    monkeypatch.setattr(client.library, "reviews", broken)
    answer = client.ask("GET", path, None, tokens[0])
    assert (answer.status, answer.json["error"]["kind"]) == (503, "busy")
    assert answer.json["error"]["message"].startswith("There is no review of this game: The review ")
    assert broken.process is None
    broken.command = reviews.COMMAND
    broken.time_limit = 120.0
    assert client.ask("GET", path, None, tokens[0]).status == 200
