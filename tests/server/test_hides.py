"""What two people at one screen have to hide from each other."""

from __future__ import annotations

from pathlib import Path
from random import Random

from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated


def test_nothing_where_everything_lies_open(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client, game="barbarossa-1941")
        for seat, _ in game.play(Random(3), 30):
            assert game.view(seat)["hides"] == {}


def test_chits_while_they_are_selected_and_in_the_cup(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        assert "selects its chits in secret" in game.view(0)["hides"]["Soviet"]
        assert "selects its chits in secret" in game.view(1)["hides"]["German"]
        seat, view = game.asked()
        game.act(seat, view, actions_of(view)[0])
        assert "selects its chits in secret" in game.view(seat)["hides"][("Soviet", "German")[seat]]
        _, view = game.until(Random(1), "march")
        assert all("in the cup" in why for why in view["hides"].values())


def test_blocks_all_the_time(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client, game="kiev-41", scenario="the-river")
        for seat, _ in game.play(Random(3), 5):
            assert list(game.view(seat)["hides"]) == [("Soviet", "Axis")[seat]]


def test_a_computer_does_not_look(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client, ("", "random"), game="kiev-41", scenario="the-river")
        assert game.view(0)["hides"] == {}
