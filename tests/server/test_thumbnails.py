"""Pictures of saved games show what everybody at this screen may see, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.server.local_client import LocalClient, actions_of
from ostfront.server.map_pictures import MapPictures
from ostfront.server.setup_pictures import draw_position
from server.seated import Seated

FOGGED = [("kiev-41", "the-river"), ("barbarossa-deluxe", "citadel")]


def started(name: str, scenario: str, steps: int) -> Game:
    game, random = Game.started(games.rules(name, scenario), Seeded.of(3)), Random(7)
    for _ in range(steps):
        if game.result is None:
            game.push(random.choice(list(game.legal)))
    return game


@pytest.mark.parametrize(("name", "scenario"), FOGGED)
def test_a_picture_is_the_same_in_every_world_that_looks_the_same(name: str, scenario: str, tmp_path: Path) -> None:
    pictures = MapPictures(tmp_path)
    game = started(name, scenario, 60)
    differ = False
    for seats in ([0], [1], [0, 1]):
        real = draw_position(pictures, game, seats)
        for seat in seats:
            world = game.view(seat).imagine("other")
            differ |= world.state != game.state
            assert draw_position(pictures, world, seats) == real
    assert differ


def test_between_two_people_only_what_both_see_is_drawn(tmp_path: Path) -> None:
    """What one of them sees and the other does not is left out."""
    game = started("barbarossa-deluxe", "citadel", 0)
    both = draw_position(MapPictures(tmp_path), game, [0, 1])
    for seat in (0, 1):
        alone = draw_position(MapPictures(tmp_path), game, [seat])
        assert both.count(b"<circle ") <= alone.count(b"<circle ")


def test_it_is_drawn_once_for_a_position(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client, game="barbarossa-1941")
        where = f"/api/games/{game.id}/thumbnail.svg"
        first = client.ask("GET", where)
        assert first.status == 200 and first.body.startswith(b"<svg")
        assert client.ask("GET", where).body == first.body
        assert client.ask("GET", "/api/games/nothing/thumbnail.svg").status == 404


def test_a_what_if_knows_its_game_until_that_is_removed(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        seat, view = game.asked()
        game.act(seat, view, actions_of(view)[0])
        stop = game.ask("GET", "history", seat).json["stops"][0]
        board = game.ask("POST", "whatif", seat, {"moment": stop}).json
        assert board["parent"] == game.id
        assert client.ask("GET", f"/api/games/{board['id']}").json["parent"] == game.id
        assert client.ask("GET", f"/api/games/{game.id}").json["parent"] == ""
    with LocalClient(tmp_path) as client:
        assert client.ask("DELETE", f"/api/games/{game.id}").status == 204
        assert client.ask("GET", f"/api/games/{board['id']}").json["parent"] == ""
