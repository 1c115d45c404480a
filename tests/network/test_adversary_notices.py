"""What people are told, where somebody wants them to be told too often, or what is not for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import time

import pytest

from network.mail_sink import MailSink
from network.offers import offer
from network.site_client import Person, SiteClient
from network.test_push import Browser
from network.told import deliver, match, states, telling_site
from network.visiting import newest
from ostfront.network import reminders
from ostfront.network.moderation import suspend

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


@pytest.mark.parametrize("way", ["logout", "ended elsewhere", "all ended", "password", "suspended"])
def test_a_browser_that_is_logged_out_gets_no_more_messages(told: tuple[SiteClient, MailSink], way: str) -> None:
    """They have the chat in them, and what happened in the game."""
    client, _ = told
    [anna] = people(client, 1)
    site, account = client.site, anna.account
    stolen = Person(client, account, site.sessions.begin(account.id, time()))
    subscribed(anna, "mine")
    subscribed(stolen, "stolen")
    session = next(one["id"] for one in anna.told("GET", "/api/account/sessions")["sessions"] if not one["here"])
    if way == "logout":
        stolen.told("POST", "/api/logout", {})
    elif way == "ended elsewhere":
        anna.told("DELETE", f"/api/account/sessions/{session}")
    elif way == "all ended":
        anna.told("DELETE", "/api/account/sessions")
    elif way == "password":
        site.accounts.change(account.id, password=site.passwords.digest("a horse in the rain"))
        anna.told("PUT", "/api/account/password", {"old": "a horse in the rain", "new": "a cart in the snow"})
    else:
        suspend(site, account, 1, "Rude.", "root", time())
    left = [one.endpoint.rpartition("/")[2] for one in site.push.of(account.id)]
    assert left == ([] if way == "suspended" else ["mine"])


def test_a_guest_who_becomes_a_member_is_still_told(told: tuple[SiteClient, MailSink]) -> None:
    client, mail = told
    guest = client.member(f"Guest{next(NUMBERS)}", "guest")
    subscribed(guest, "guests")
    email = "guest@example.org"
    guest.told("POST", "/api/account/join", {"email": email, "password": "a horse in the rain"})
    answer = guest.ask("POST", "/api/verify", {"token": newest(client, mail, email)})
    assert answer.status == 200 and guest.told("GET", "/api/me")["me"] is None, "the session is another one"
    assert [one.endpoint.rpartition("/")[2] for one in client.site.push.of(guest.account.id)] == ["guests"]


def test_all_are_reminded_however_many_they_are(
    told: tuple[SiteClient, MailSink], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns of which all has been said do not stand in the way of others."""
    client, _ = told
    monkeypatch.setattr(reminders, "AT_ONCE", 2)
    pairs = [people(client, 2) for _ in range(5)]
    for pair in pairs:
        match(client, *pair, clock="move", seconds=24 * 3600)
    for _ in range(6):
        reminders.remind(client.site.store, client.site.notices, time() + 13 * 3600)
    assert [states(client, anna, "reminder") for anna, _ in pairs] == [["waiting"]] * 5


def subscribed(person: Person, name: str) -> None:
    person.told("POST", "/api/notices/push", Browser(f"http://127.0.0.1:9/{person.account.id}/{name}").request)
