"""A hint: what the officer would do in a seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


@pytest.mark.parametrize("name", ["victory-denied", "kiev-41", "victory-awaits"])
def test_a_hint_is_a_legal_action_with_a_reason(client: LocalClient, name: str) -> None:
    game = Seated(client, game=name)
    random = Random(name)
    for _ in range(4):
        for _ in game.play(random, 5):
            pass
        seat, view = game.asked()
        answer = game.ask("POST", "hint", seat)
        assert answer.status == 200, answer.body
        hint = answer.json
        assert hint["by"] == "officer" and hint["moment"] == view["moment"]
        assert hint["hint"]["line"][0] == hint["action"] and hint["hint"]["says"].endswith(".")
        game.act(seat, view, hint["action"])


def test_a_hint_changes_nothing(client: LocalClient) -> None:
    game = Seated(client)
    seat, view = game.asked()
    game.ask("POST", "hint", seat)
    assert game.view(seat) == view


def test_no_hint_for_a_seat_that_is_not_asked(client: LocalClient) -> None:
    game = Seated(client)
    random = Random(3)
    seat, view = game.until(random, "march")
    assert actions_of(view)
    answer = game.ask("POST", "hint", 1 - seat)
    assert answer.status == 409 and "no decision to make" in answer.json["error"]["message"]
    assert game.client.ask("POST", f"/api/games/{game.id}/hint", None, "wrong").status == 403


def test_the_first_hint_is_thought_out_before_it_is_asked_for(client: LocalClient) -> None:
    game = Seated(client, ("", "random"), game="kiev-41")
    assert game.view(0)["asked"]
    client.library.prepare_hints()
    assert client.library.hint_players.sent_lines[game.id]
    process = client.library.hint_players.process
    client.library.prepare_hints()
    assert game.ask("POST", "hint", 0).status == 200
    assert client.library.hint_players.process is process
