"""Accounts that change while something else about them is under way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from network.mail_sink import MailSink
from network.playing import Seat
from network.site_client import Person, SiteClient
from network.told import deliver, match, states, telling_site
from network.visiting import PASSWORD, Browser, newest, registered

Told = tuple[SiteClient, MailSink]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    with telling_site(tmp_path) as (client, mail):
        yield client, mail


def test_a_letter_to_the_old_address_opens_nothing_after_a_change(told: Told) -> None:
    """Whoever reads the old mailbox asked for a new password before; nor is one sent there afterwards."""
    client, mail = told
    anna = registered(client, mail, "Anna")
    anna.told("POST", "/api/forgot", {"email": "anna@example.org"})
    old = newest(client, mail, "anna@example.org")
    anna.told("PUT", "/api/account/address", {"email": "anna@new.example", "password": PASSWORD})
    anna.told("POST", "/api/forgot", {"email": "anna@example.org"})  # waits while the other link is followed
    client.site.letters.send_due()
    later = newest(client, mail, "anna@example.org")
    moving = newest(client, mail, "anna@new.example")
    Browser(client).told("POST", "/api/verify", {"token": moving})
    for token in (old, later):
        stolen = {"token": token, "password": "another horse"}
        assert Browser(client).refused("POST", "/api/reset", stolen)[0] == 410
    before = len(mail.to("anna@example.org"))
    Browser(client).told("POST", "/api/forgot", {"email": "anna@example.org"})
    client.site.letters.send_due()
    assert len(mail.to("anna@example.org")) == before
    assert Browser(client).log_in("anna@new.example").status == 200


def test_logging_in_while_the_password_changes_brings_the_old_one_not_back(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its digest is made anew at logging in when the settings of a site have changed."""
    client, mail = told
    registered(client, mail, "Anna")
    site = client.site
    digest, account = site.passwords.digest, site.accounts.named("Anna")
    monkeypatch.setattr(site.passwords, "is_outdated", lambda _: True)

    def meanwhile(password: str) -> str:
        monkeypatch.setattr(site.passwords, "digest", digest)
        site.accounts.change(account.id, password=digest("another horse"))
        return digest(password)

    monkeypatch.setattr(site.passwords, "digest", meanwhile)
    Browser(client).log_in("anna@example.org")
    assert Browser(client).log_in("anna@example.org").status == 403
    assert Browser(client).log_in("anna@example.org", "another horse").status == 200


def test_a_name_that_is_free_again_leads_to_nobody_else(told: Told) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, rated=True)
    anna.told("POST", f"/api/games/{game}/concede", {}, anna.seat(game))
    boris.told("POST", "/api/account/blocks", {"name": "Anna"})
    anna.told("PUT", "/api/account/name", {"name": "Annabel"})
    assert client.ask("GET", "/api/people/Anna").status == 404
    assert client.ask("GET", "/api/people/Annabel").json["ratings"]
    other = client.site.accounts.add("Anna", time(), email="other@example.org", verified=time())
    assert client.ask("GET", "/api/people/Anna").json["games"]["games"] == []
    assert boris.told("GET", "/api/account/blocks")["names"] == ["Annabel"]
    seats = boris.told("GET", f"/api/games/{game}")["seats"]
    assert [seat["name"] for seat in seats] == ["Annabel", "Boris"] and other.id != anna.account.id


def test_a_guest_who_becomes_a_member_is_told_by_mail_from_then_on(told: Told) -> None:
    """Of a game that began before, too."""
    client, mail = told
    guest, boris = client.member("Guste", "guest"), client.member("Boris")
    game = match(client, boris, guest)
    token = guest.seat(game)
    guest.told("POST", "/api/account/join", {"email": "guste@example.org", "password": PASSWORD})
    answer = guest.ask("POST", "/api/verify", {"token": newest(client, mail, "guste@example.org")})
    member = Person(client, guest.account, answer.headers["set-cookie"].partition("=")[2].partition(";")[0])
    assert member.told("GET", "/api/me")["me"]["kind"] == "member"
    seat = Seat(member, game)
    assert seat.token == token and seat.view["seat"]
    boris.told("POST", f"/api/games/{game}/proposals", {"kind": "draw"}, boris.seat(game))
    deliver(client)
    assert states(client, member, "proposal") == ["sent"]
    assert mail.to("guste@example.org")[-1]["Subject"] == "Boris offers a draw: A Victory Denied"
