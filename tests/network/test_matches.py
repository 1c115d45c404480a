"""A match between two members: each plays one seat and no other, and it is known whose turn it is since when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time

import pytest

from network.site_client import Person, SiteClient
from ostfront.network.turns import Turn, turns_of
from ostfront.server.local_client import actions_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def turns(client: SiteClient, game: str) -> list[Turn]:
    with client.site.store.reader.begin() as base:
        return turns_of(base, game)


def play(person: Person, game: str, random: Random) -> bool:
    """One action, if this person is asked."""
    token, path = person.seat(game), f"/api/games/{game}"
    view = person.told("GET", f"{path}/view", token=token)
    if not view["asked"]:
        return False
    draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], random.choice(actions_of(view))]}
    person.told("PUT", f"{path}/draft", draft, token)
    return True


def test_each_plays_one_seat_and_no_other(client: SiteClient) -> None:
    anna, boris, carla = (client.member(name) for name in ("Anna", "Boris", "Carla"))
    game = client.match(anna, boris)
    seats = anna.told("GET", f"/api/games/{game}")["seats"]
    assert [bool(seat["token"]) for seat in seats] == [True, False]
    assert [seat["name"] for seat in seats] == ["Anna", "Boris"]
    mine = anna.seat(game)
    assert anna.ask("GET", f"/api/games/{game}/view", token=mine).status == 200
    for other in (boris, carla):
        assert other.ask("GET", f"/api/games/{game}/view", token=mine).status == 403
    assert client.ask("GET", f"/api/games/{game}/view", token=mine).status == 403


@pytest.mark.parametrize("terms", [{}, {"clock": "move", "seconds": 3600}, {"clock": "bank", "seconds": 7200}])
def test_it_is_known_whose_turn_it_is_since_when_and_until_when(client: SiteClient, terms: dict[str, object]) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, **terms)
    random = Random(3)
    for _ in range(40):
        views = [one.told("GET", f"/api/games/{game}/view", token=one.seat(game)) for one in (anna, boris)]
        for view, turn in zip(views, turns(client, game), strict=True):
            assert bool(view["asked"]) == bool(turn.since) and turn.since <= time()
            assert bool(turn.deadline) == bool(turn.since and terms)
            if turn.deadline:
                assert turn.deadline == pytest.approx(turn.since + turn.left)
        assert play(anna, game, random) or play(boris, game, random)
    assert all(turn.left <= float(str(terms.get("seconds", 0))) for turn in turns(client, game))


def test_there_are_no_hints_in_rated_games(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, rated=True)
    answer = anna.ask("POST", f"/api/games/{game}/hint", {}, anna.seat(game))
    assert answer.status == 409 and "no hints in rated games" in answer.json["error"]["message"]
