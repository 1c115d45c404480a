"""The answer to a click brings what the page would ask for next, and nothing that those questions would not tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


@pytest.mark.parametrize("name", ["victory-denied", "barbarossa-1941"])
def test_a_click_brings_log_reach_and_overlays(client: LocalClient, name: str) -> None:
    game = Seated(client, game=name)
    seat, view = game.until(Random(5), "move")
    picked = next(a for a in actions_of(view) if a.startswith("pick"))

    def ask(path: str) -> Any:
        return game.ask("GET", path, seat).json

    table = ask("table")
    shown = next(one["id"] for one in table["overlays"] if not one["needs"])
    wanted = {"log": view["checkpoint"], "overlays": [{"id": shown}, {"id": "no-such-overlay"}]}
    draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], picked], "along": wanted}
    answer = game.ask("PUT", "draft", seat, draft).json
    along = answer.pop("along")
    assert answer == ask("view")
    unit = answer["asked"][0]["in_hand"]
    assert along["log"] == ask(f"log?from={view['checkpoint']}")
    assert along["reach"] == ask(f"overlays/reach?unit={unit}")
    assert along["overlays"] == [ask(f"overlays/{shown}")]

    undone = game.ask("POST", "undo", seat, {"moment": answer["moment"], "along": {"log": 0}}).json
    assert undone["along"]["reach"] is None
    assert undone["along"]["log"] == ask("log?from=0")


def test_who_asks_for_nothing_gets_the_view_alone(client: LocalClient) -> None:
    game = Seated(client)
    seat, view = game.until(Random(5), "move")
    picked = next(a for a in actions_of(view) if a.startswith("pick"))
    answer = game.put(seat, view["draft"]["after"], [*view["draft"]["actions"], picked])
    assert "along" not in answer.json
