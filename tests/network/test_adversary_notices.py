"""What people are told, where somebody wants them to be told too often, or what is not for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from network.mail_sink import MailSink
from network.offers import offer
from network.site_client import Person, SiteClient
from network.told import deliver, match, states, telling_site

NUMBERS = count(1)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SiteClient, MailSink]]:
    with telling_site(tmp_path_factory.mktemp("site")) as told:
        yield told


def people(client: SiteClient, number: int) -> list[Person]:
    return [client.member(f"Person{next(NUMBERS)}") for _ in range(number)]


def test_nobody_is_called_again_and_again_by_one_proposal(told: tuple[SiteClient, MailSink]) -> None:
    """Proposed, withdrawn once it was told, proposed again: who has not looked has been told already."""
    client, _ = told
    anna, boris = people(client, 2)
    game = match(client, anna, boris)
    path, token = f"/api/games/{game}/proposals", anna.seat(game)
    for n in range(1, 6):
        anna.told("POST", path, {"kind": "draw"}, token)
        deliver(client)
        assert states(client, boris, "proposal") == ["sent"]
        anna.told("DELETE", f"{path}/{n}", token=token)


def test_a_proposal_made_again_before_it_was_told_is_told(told: tuple[SiteClient, MailSink]) -> None:
    client, _ = told
    anna, boris = people(client, 2)
    game = match(client, anna, boris)
    path, token = f"/api/games/{game}/proposals", anna.seat(game)
    anna.told("POST", path, {"kind": "draw"}, token)
    anna.told("DELETE", f"{path}/1", token=token)
    anna.told("POST", path, {"kind": "draw"}, token)
    deliver(client)
    assert states(client, boris, "proposal") == ["sent"]


def test_nobody_is_called_again_and_again_by_challenges(told: tuple[SiteClient, MailSink]) -> None:
    """Each may be a letter; one who is not wanted should not have to be blocked before it is quiet."""
    client, _ = told
    anna, boris, carla = people(client, 3)
    made = 0
    for _ in range(30):
        answer = anna.ask("POST", "/api/challenges", offer("member", name=boris.account.name.upper()))
        if answer.status == 429:
            break
        made += 1
        anna.told("POST", f"/api/challenges/{answer.json['challenge']['id']}/withdraw")
    assert made <= 10
    assert anna.ask("POST", "/api/challenges", offer("member", name=carla.account.name)).status == 201
    assert carla.ask("POST", "/api/challenges", offer("member", name=boris.account.name)).status == 201


def test_rematches_are_not_asked_for_again_and_again(told: tuple[SiteClient, MailSink]) -> None:
    client, _ = told
    anna, boris = people(client, 2)
    game = match(client, anna, boris)
    anna.told("POST", f"/api/games/{game}/concede", {}, anna.seat(game))
    made = 0
    for _ in range(30):
        answer = anna.ask("POST", f"/api/matches/{game}/rematch")
        if answer.status == 429:
            break
        made += 1
        boris.told("POST", f"/api/challenges/{answer.json['challenge']}/decline")
    assert 0 < made <= 10
