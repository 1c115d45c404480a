"""Accounts: opened by a letter, changed by their owners, kept apart from each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from network.mail_sink import MailSink, text_of
from network.site_client import SiteClient
from network.visiting import PASSWORD, Browser, newest, registered


@pytest.fixture
def sink() -> Iterator[MailSink]:
    with MailSink() as sink:
        yield sink


@pytest.fixture
def client(tmp_path: Path, sink: MailSink) -> Iterator[SiteClient]:
    with SiteClient(tmp_path, mail=sink.settings, name="Club Zug") as client:
        yield client


@pytest.fixture
def club(tmp_path: Path) -> Iterator[SiteClient]:
    """A site that sends no letters."""
    with SiteClient(tmp_path / "club") as client:
        yield client


def test_an_account_is_opened_by_a_letter(client: SiteClient, sink: MailSink) -> None:
    anna = Browser(client)
    order = {"name": "Anna", "email": "Anna@Example.org", "password": PASSWORD}
    assert anna.told("POST", "/api/register", order) == {"letter": True, "me": None}
    assert anna.me() is None
    assert anna.log_in("anna@example.org").status == 403
    assert not sink.letters, "letters are sent outside of the request"
    token = newest(client, sink, "Anna@Example.org")
    assert "Club Zug" in sink.letters[0]["Subject"] and PASSWORD not in sink.letters[0].as_string()
    entered = anna.told("POST", "/api/verify", {"token": token})
    assert entered["me"] == {"name": "Anna", "kind": "member", "email": "Anna@Example.org", "verified": True}
    assert anna.me()["name"] == "Anna"
    assert anna.refused("POST", "/api/verify", {"token": token})[0] == 410
    other = Browser(client)
    assert other.log_in(" anna@EXAMPLE.org").status == 200 and other.me()["name"] == "Anna"
    other.told("POST", "/api/logout")
    assert other.me() is None and anna.me() is not None


def test_without_letters_addresses_are_taken_on_trust(club: SiteClient) -> None:
    anna = Browser(club)
    order = {"name": "Anna", "email": "anna@example.org", "password": PASSWORD}
    assert anna.told("POST", "/api/register", order)["me"]["name"] == "Anna"
    assert anna.me()["verified"]
    assert Browser(club).refused("POST", "/api/register", {**order, "name": "Bert"})[0] == 409
    assert "whoever runs it" in Browser(club).refused("POST", "/api/forgot", {"email": "anna@example.org"})[1]
    anna.told("PUT", "/api/account/address", {"email": "new@example.org", "password": PASSWORD})
    assert Browser(club).log_in("new@example.org").status == 200


def test_a_closed_site_takes_no_members(tmp_path: Path) -> None:
    with SiteClient(tmp_path, registration="closed") as client:
        order = {"name": "Anna", "email": "anna@example.org", "password": PASSWORD}
        assert Browser(client).refused("POST", "/api/register", order)[0] == 403
        assert client.member("Guste", "guest").ask("POST", "/api/account/join", order | {"name": ""}).status == 400
        order.pop("name")
        assert client.member("Gustav", "guest").ask("POST", "/api/account/join", order).status == 403


@pytest.mark.parametrize(
    "password", ["short", "x" * 257, "Annaanna1234", "password123", "aaaaaaaaaaaa", "anna@example.org"]
)
def test_passwords_that_are_guessed_are_refused(client: SiteClient, password: str) -> None:
    order = {"name": "Anna", "email": "anna@example.org", "password": password}
    assert Browser(client).refused("POST", "/api/register", order)[0] == 400


@pytest.mark.parametrize(
    "email", ["", "anna", "a b@c.org", "a@b@c", "a\r\nBcc: x@y.org", "ä@b.org", "x" * 250 + "@b.org"]
)
def test_what_is_no_address_is_refused(client: SiteClient, email: str) -> None:
    order = {"name": "Anna", "email": email, "password": PASSWORD}
    assert Browser(client).refused("POST", "/api/register", order)[0] == 400


def test_a_name_that_somebody_took_meanwhile_can_be_replaced(client: SiteClient, sink: MailSink) -> None:
    late = Browser(client)
    late.told("POST", "/api/register", {"name": "Anna", "email": "late@example.org", "password": PASSWORD})
    registered(client, sink, "Anna")
    token = newest(client, sink, "late@example.org")
    assert late.refused("POST", "/api/verify", {"token": token})[0] == 409
    assert late.told("POST", "/api/verify", {"token": token, "name": "Anna B"})["me"]["name"] == "Anna B"
    assert Browser(client).log_in("late@example.org").status == 200


def test_two_letters_to_one_address_open_one_account(client: SiteClient, sink: MailSink) -> None:
    browser, tokens = Browser(client), []
    for name in ("Anna", "Anne"):
        browser.told("POST", "/api/register", {"name": name, "email": "a@example.org", "password": PASSWORD})
        tokens.append(newest(client, sink, "a@example.org"))
    browser.told("POST", "/api/verify", {"token": tokens[0]})
    assert browser.refused("POST", "/api/verify", {"token": tokens[1]})[0] == 410


def test_a_forgotten_password_is_replaced_and_ends_all_sessions(client: SiteClient, sink: MailSink) -> None:
    anna, thief = registered(client, sink, "Anna"), Browser(client)
    thief.log_in("anna@example.org")
    there = Browser(client)
    assert there.told("POST", "/api/forgot", {"email": "anna@example.org"}) == {"letter": True, "me": None}
    token = newest(client, sink, "anna@example.org")
    assert there.refused("POST", "/api/reset", {"token": token, "password": "short"})[0] == 400
    assert there.told("POST", "/api/reset", {"token": token, "password": "another horse"})["me"]["name"] == "Anna"
    assert anna.me() is None and thief.me() is None and there.me()["name"] == "Anna"
    assert there.refused("POST", "/api/reset", {"token": token, "password": "a third horse"})[0] == 410
    assert Browser(client).log_in("anna@example.org").status == 403
    assert Browser(client).log_in("anna@example.org", "another horse").status == 200
    client.site.letters.send_due()
    assert "was changed" in sink.letters[-1]["Subject"]


def test_a_new_password_ends_the_other_sessions(client: SiteClient, sink: MailSink) -> None:
    anna, other = registered(client, sink, "Anna"), Browser(client)
    other.log_in("anna@example.org")
    change = {"old": "wrong wrong", "new": "another horse"}
    assert anna.refused("PUT", "/api/account/password", change) == (403, "The password is wrong.")
    anna.told("PUT", "/api/account/password", {**change, "old": PASSWORD})
    assert anna.me() is not None and other.me() is None
    assert other.log_in("anna@example.org", "another horse").status == 200


def test_another_address_needs_the_password_and_its_letter(client: SiteClient, sink: MailSink) -> None:
    anna = registered(client, sink, "Anna")
    change = {"email": "new@example.org", "password": PASSWORD}
    assert anna.refused("PUT", "/api/account/address", {**change, "password": "wrong wrong"})[0] == 403
    assert anna.told("PUT", "/api/account/address", change)["letter"]
    token = newest(client, sink, "new@example.org")
    assert "new@example.org" in text_of(sink.to("anna@example.org")[-1]), "the old address hears of it"
    assert anna.me()["email"] == "anna@example.org"
    stranger = Browser(client)
    stranger.told("POST", "/api/verify", {"token": token})
    assert anna.me()["email"] == "new@example.org" and stranger.me() is None
    assert Browser(client).log_in("anna@example.org").status == 403
    assert Browser(client).log_in("new@example.org").status == 200


def test_a_changed_password_stops_a_changed_address(client: SiteClient, sink: MailSink) -> None:
    anna = registered(client, sink, "Anna")
    anna.told("PUT", "/api/account/address", {"email": "thief@example.org", "password": PASSWORD})
    token = newest(client, sink, "thief@example.org")
    anna.told("PUT", "/api/account/password", {"old": PASSWORD, "new": "another horse"})
    assert Browser(client).refused("POST", "/api/verify", {"token": token})[0] == 410


def test_another_name_is_shown_at_the_tables_too(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    assert [seat["name"] for seat in boris.told("GET", f"/api/games/{game}")["seats"]] == ["Anna", "Boris"]
    assert anna.ask("PUT", "/api/account/name", {"name": "BORIS"}).status == 409
    assert anna.told("PUT", "/api/account/name", {"name": "Anna the Great"})["name"] == "Anna the Great"
    assert [seat["name"] for seat in boris.told("GET", f"/api/games/{game}")["seats"]] == ["Anna the Great", "Boris"]
    view = boris.told("GET", f"/api/games/{game}/view", token=boris.seat(game))
    assert "Anna the Great" in str(view)
    assert anna.ask("PUT", "/api/account/name", {"name": "Anna"}).status == 429, "once in thirty days"


def test_a_guest_becomes_a_member_with_all_games(client: SiteClient, sink: MailSink) -> None:
    guste, boris = client.member("Guste", "guest"), client.member("Boris")
    game = client.match(guste, boris)
    order = {"email": "guste@example.org", "password": PASSWORD}
    assert guste.told("POST", "/api/account/join", order)["letter"]
    entered = Browser(client)
    me = entered.told("POST", "/api/verify", {"token": newest(client, sink, "guste@example.org")})["me"]
    assert (me["kind"], me["name"]) == ("member", "Guste")
    again = Browser(client)
    assert again.log_in("guste@example.org").status == 200
    assert again.told("GET", f"/api/games/{game}")["seats"][0]["token"]
    assert guste.ask("POST", "/api/account/join", order).status == 409


def test_a_guest_at_a_club_becomes_a_member_at_once(club: SiteClient) -> None:
    guste = club.member("Guste", "guest")
    order = {"email": "guste@example.org", "password": PASSWORD}
    assert guste.told("POST", "/api/account/join", order)["me"]["kind"] == "member"
    assert Browser(club).log_in("guste@example.org").status == 200


def test_guests_get_names_that_are_free(client: SiteClient) -> None:
    names = [client.site.accounts.add_guest("Anna", 1.0).name for _ in range(3)]
    assert names == ["Anna", "Anna 2", "Anna 3"]


def test_sessions_are_listed_and_ended(client: SiteClient, sink: MailSink) -> None:
    anna, phone, third = registered(client, sink, "Anna"), Browser(client), Browser(client)
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    data = {"email": "anna@example.org", "password": PASSWORD}
    phone.cookie = client.ask("POST", "/api/login", data, headers={"user-agent": agent}).headers["set-cookie"]
    phone.cookie = phone.cookie.partition(";")[0]
    third.log_in("anna@example.org")
    found = anna.told("GET", "/api/account/sessions")["sessions"]
    assert len(found) == 3 and [one["here"] for one in found].count(True) == 1
    of_phone = next(one for one in found if one["browser"] == "Firefox on Linux")
    boris = client.member("Boris")
    assert boris.ask("DELETE", f"/api/account/sessions/{of_phone['id']}").status == 404, "another's session"
    anna.told("DELETE", f"/api/account/sessions/{of_phone['id']}")
    assert phone.me() is None and third.me() is not None
    anna.told("DELETE", "/api/account/sessions")
    assert third.me() is None and anna.me() is not None
    assert boris.told("GET", "/api/me")["me"] is not None
