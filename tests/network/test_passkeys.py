"""Passkeys: added by members with their password, good for logging in, and nothing that a stranger sends is."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from time import time
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from sqlalchemy import func, select, update

from network.authenticator import Authenticator
from network.mail_sink import MailSink
from network.site_client import ADDRESS, SiteClient
from network.visiting import PASSWORD, Browser, newest, registered
from ostfront.network.limits import LIMITS
from ostfront.network.passkeys import MOST, decoded, encoded
from ostfront.network.settings import Settings
from ostfront.network.site_door import cookie_name
from ostfront.network.tables import accounts, passkey_challenges, passkeys
from ostfront.server import database_server
from server.postgres import Postgres

OWN, LOGIN = "/api/account/passkeys", "/api/login/passkey"


@pytest.fixture
def sink() -> Iterator[MailSink]:
    with MailSink() as sink:
        yield sink


@pytest.fixture
def client(tmp_path: Path, sink: MailSink) -> Iterator[SiteClient]:
    with SiteClient(tmp_path, mail=sink.settings) as client:
        yield client


def asked(browser: Browser, path: str, data: Any = None) -> dict[str, Any]:
    found: dict[str, Any] = browser.told("POST", f"{path}/begin", data or {})["options"]
    return found


def with_passkey(client: SiteClient, sink: MailSink, name: str) -> tuple[Browser, Authenticator]:
    """A new member with a passkey."""
    member, device = registered(client, sink, name), Authenticator(ADDRESS)
    made = device.make(asked(member, OWN, {"password": PASSWORD}), f"{name}'s key")
    member.told("POST", OWN, made)
    return member, device


def logged_in(client: SiteClient, device: Authenticator) -> Browser:
    browser = Browser(client)
    browser.told("POST", LOGIN, device.sign(asked(browser, LOGIN)))
    return browser


def deeds(client: SiteClient) -> list[tuple[str, str, str]]:
    return [(one.deed, one.subject, one.details) for one in client.site.audit.latest(20) if "passkey" in one.deed]


# ---- what they are for -----------------------------------------------------------------------------------


def added_and_used(client: SiteClient, sink: MailSink) -> None:
    anna, device = with_passkey(client, sink, "Anna")
    with_passkey(client, sink, "Boris")
    client.site.letters.send_due()
    assert "Anna's key" in sink.to("anna@example.org")[-1].as_string(), "its owner hears of it"
    assert len(asked(anna, OWN, {"password": PASSWORD})["excludeCredentials"]) == 1
    (listed,) = anna.told("GET", OWN)["passkeys"]
    assert listed["name"] == "Anna's key" and listed["used"] == 0 < listed["created"]
    again = logged_in(client, device)
    assert again.me()["name"] == "Anna" and again.cookie != anna.cookie
    assert again.told("GET", OWN)["passkeys"][0]["used"] > 0
    assert logged_in(client, device).me()["name"] == "Anna", "its count goes on"
    again.told("DELETE", f"{OWN}/{listed['id']}")
    assert again.told("GET", OWN)["passkeys"] == []
    stranger = Browser(client)
    assert stranger.refused("POST", LOGIN, device.sign(asked(stranger, LOGIN)))[0] == 403
    assert Browser(client).log_in("anna@example.org").status == 200, "the password remains"
    whose = [("passkey removed", "Anna"), ("passkey added", "Boris"), ("passkey added", "Anna")]
    assert [found[:2] for found in deeds(client)] == whose


def test_a_member_logs_in_with_a_passkey(client: SiteClient, sink: MailSink) -> None:
    added_and_used(client, sink)


def test_so_it_is_at_two_servers_on_postgresql(tmp_path: Path, sink: MailSink) -> None:
    server = Postgres()
    try:
        server.start()
        address = server.database()
        first, second = (database_server.connect(address) for _ in range(2))
        with SiteClient(tmp_path / "a", first, mail=sink.settings) as one, SiteClient(tmp_path / "b", second) as two:
            added_and_used(one, sink)
            _, device = with_passkey(one, sink, "Carla")
            with one.site.store.writing() as base:  # as often as a device can count
                base.execute(update(passkeys).values(sign_count=2**32 - 2))
            device.count = 2**32 - 2
            browser = Browser(one)
            signed = device.sign(asked(browser, LOGIN))
            tries = [Browser(site, browser.cookie) for site in (one, two)]
            with ThreadPoolExecutor(2) as pool:
                answers = list(pool.map(lambda each: each.ask("POST", LOGIN, signed).status, tries))
            assert sorted(answers) == [200, 410], "a challenge is good once, at whichever server"
    finally:
        server.close()


def test_a_device_that_counts_nothing_is_as_good(client: SiteClient, sink: MailSink) -> None:
    anna, device = registered(client, sink, "Anna"), Authenticator(ADDRESS, counts=False)
    anna.told("POST", OWN, device.make(asked(anna, OWN, {"password": PASSWORD})))
    assert [logged_in(client, device).me()["name"] for _ in range(2)] == ["Anna", "Anna"]


def test_a_planted_session_ends_when_somebody_logs_in(client: SiteClient, sink: MailSink) -> None:
    _, device = with_passkey(client, sink, "Anna")
    mallory = registered(client, sink, "Mallory").cookie
    victim = Browser(client)
    options = asked(victim, LOGIN)
    victim.cookie = f"{mallory}; {victim.cookie}"
    victim.told("POST", LOGIN, device.sign(options))
    assert victim.me()["name"] == "Anna" and victim.cookie not in mallory
    assert Browser(client, mallory).me() is None


def test_no_account_can_be_told_from_what_a_stranger_is_asked(client: SiteClient, sink: MailSink) -> None:
    before = asked(Browser(client), LOGIN)
    with_passkey(client, sink, "Anna")
    after = asked(Browser(client), LOGIN)
    assert {**before, "challenge": ""} == {**after, "challenge": ""} and after["allowCredentials"] == []
    assert before["challenge"] != after["challenge"] and after["userVerification"] == "preferred"


# ---- who may have them -----------------------------------------------------------------------------------


def test_only_who_knows_the_password_adds_one(client: SiteClient, sink: MailSink) -> None:
    anna = registered(client, sink, "Anna")
    assert anna.refused("POST", f"{OWN}/begin", {"password": "wrong wrong"}) == (403, "The password is wrong.")
    guste = client.member("Guste", "guest")
    assert guste.ask("POST", f"{OWN}/begin", {"password": ""}).status == 409
    for person in (anna, guste):  # nobody has asked the browser for anything
        answer = person.ask("POST", OWN, {"name": "", "id": "x", "client_data": "", "attestation": ""})
        assert answer.status == 410
    with client.site.store.reader.begin() as base:
        assert base.execute(select(func.count()).select_from(passkeys)).scalar_one() == 0


def test_one_cannot_have_any_number(client: SiteClient, sink: MailSink) -> None:
    anna, device = with_passkey(client, sink, "Anna")
    first = client.site.passkeys.find(encoded(device.kept[0].id))
    assert first is not None
    options = asked(anna, OWN, {"password": PASSWORD})
    with client.site.store.writing() as base:
        for i in range(MOST - 1):
            client.site.passkeys.add(base, first[0]._replace(credential=f"other {i}"))
    assert anna.refused("POST", OWN, Authenticator(ADDRESS).make(options))[0] == 409
    assert anna.refused("POST", f"{OWN}/begin", {"password": PASSWORD})[0] == 409


def test_whoever_is_suspended_hears_why_and_stays_out(client: SiteClient, sink: MailSink) -> None:
    _, device = with_passkey(client, sink, "Anna")
    with client.site.store.writing() as base:
        base.execute(update(accounts).values(suspended_until=time() + 3600, suspension="Rude."))
    browser = Browser(client)
    status, told = browser.refused("POST", LOGIN, device.sign(asked(browser, LOGIN)))
    assert status == 403 and "Rude." in told and browser.me() is None
    stranger = Browser(client)
    forged = {**device.sign(asked(stranger, LOGIN)), "signature": encoded(b"forged")}
    assert "Rude." not in stranger.refused("POST", LOGIN, forged)[1]


def test_a_new_password_by_letter_ends_passkeys_too(client: SiteClient, sink: MailSink) -> None:
    """Whoever knew the password may have added one."""
    anna, device = with_passkey(client, sink, "Anna")
    anna.told("POST", "/api/forgot", {"email": "anna@example.org"})
    token = newest(client, sink, "anna@example.org")
    Browser(client).told("POST", "/api/reset", {"token": token, "password": "another horse"})
    stranger = Browser(client)
    assert stranger.refused("POST", LOGIN, device.sign(asked(stranger, LOGIN)))[0] == 403


@pytest.mark.parametrize(
    ("public_url", "domain"),
    [
        ("https://Play.Example.org", "play.example.org"), ("https://play.example.org:8443", "play.example.org"),
        ("http://localhost:8000", "localhost"), ("http://play.example.org", ""), ("http://127.0.0.1:8000", ""),
        ("https://192.0.2.1", ""), ("https://[2001:db8::1]", ""), ("http://localhost.example.org", ""),
    ],
)  # fmt: skip
def test_passkeys_are_for_a_domain_with_tls(public_url: str, domain: str) -> None:
    assert Settings(public_url=public_url).passkey_domain == domain


def test_a_site_without_tls_offers_none(tmp_path: Path) -> None:
    with SiteClient(tmp_path, public_url="http://play.example") as client:
        client.headers = {"host": "play.example", "origin": "http://play.example"}
        assert client.ask("GET", "/api/me").json["site"]["passkeys"] is False
        anna = client.member("Anna")
        assert anna.ask("POST", f"{OWN}/begin", {"password": ""}).status == 409
        assert client.ask("POST", f"{LOGIN}/begin", {}).status == 409


# ---- what is no proof ------------------------------------------------------------------------------------


def test_one_passkey_signs_one_challenge_of_one_browser_once(client: SiteClient, sink: MailSink) -> None:
    anna, device = with_passkey(client, sink, "Anna")
    browser = Browser(client)
    signed = device.sign(asked(browser, LOGIN))
    assert Browser(client).refused("POST", LOGIN, signed)[0] == 410, "a browser without the cookie"
    other = Browser(client)
    asked(other, LOGIN)
    assert other.refused("POST", LOGIN, signed)[0] == 403, "the challenge of another browser"
    attempt = browser.cookie
    browser.told("POST", LOGIN, signed)
    assert Browser(client, attempt).refused("POST", LOGIN, signed)[0] == 410, "once"
    # neither is a challenge for one deed good for the other
    asked(anna, OWN, {"password": PASSWORD})
    session = anna.cookie.partition("=")[2]
    name = f"{cookie_name(client.site.settings)}-attempt"
    assert Browser(client, f"{name}={session}").refused("POST", LOGIN, signed)[0] == 410


def test_a_challenge_that_failed_is_spent(client: SiteClient, sink: MailSink) -> None:
    _, device = with_passkey(client, sink, "Anna")
    browser = Browser(client)
    signed = device.sign(asked(browser, LOGIN))
    assert browser.refused("POST", LOGIN, {**signed, "signature": encoded(b"no")})[0] == 403
    assert browser.refused("POST", LOGIN, signed)[0] == 410


@pytest.mark.parametrize("adding", [True, False])
def test_a_challenge_does_not_last(client: SiteClient, sink: MailSink, adding: bool) -> None:
    browser, device = with_passkey(client, sink, "Anna")
    if adding:
        device = Authenticator(ADDRESS)
        path, given = OWN, device.make(asked(browser, OWN, {"password": PASSWORD}))
    else:
        browser = Browser(client)
        path, given = LOGIN, device.sign(asked(browser, LOGIN))
    with client.site.store.writing() as base:
        expires = select(passkey_challenges.c.expires)
        assert 200 < base.execute(expires).scalar_one() - time() <= 300
        base.execute(update(passkey_challenges).values(expires=time() - 1))
    assert browser.refused("POST", path, given)[0] == 410
    client.site.sweep()
    with client.site.store.reader.begin() as base:
        assert base.execute(expires).first() is None


def test_another_site_gets_nothing(client: SiteClient, sink: MailSink) -> None:
    """A page that looks like this one, in front of whoever falls for it."""
    anna, device = with_passkey(client, sink, "Anna")
    phished = Authenticator("https://play.example.evil")
    given = phished.make(asked(anna, OWN, {"password": PASSWORD}))
    assert anna.refused("POST", OWN, given) == (400, "This passkey cannot be used here.")
    device.origin = phished.origin
    browser = Browser(client)
    assert browser.refused("POST", LOGIN, device.sign(asked(browser, LOGIN)))[0] == 403
    device.origin = ADDRESS
    device.kept[0] = device.kept[0]._replace(domain="play.example.evil")
    assert browser.refused("POST", LOGIN, device.sign(asked(browser, LOGIN)))[0] == 403


@pytest.mark.parametrize("wrong", ["challenge", "key", "count", "handle", "no handle", "deed", "unknown"])
def test_what_is_wrong_about_a_signature(client: SiteClient, sink: MailSink, wrong: str) -> None:
    _, device = with_passkey(client, sink, "Anna")
    logged_in(client, device)
    _, others = with_passkey(client, sink, "Boris")
    browser = Browser(client)
    options, kept = asked(browser, LOGIN), device.kept[0]
    if wrong == "challenge":
        options["challenge"] = encoded(bytes(32))
    if wrong == "key":
        kept = kept._replace(key=others.kept[0].key)
    if wrong == "count":  # as a copy of the device would
        device.count -= 1
    if wrong == "handle":
        kept = kept._replace(handle=others.kept[0].handle)
    if wrong == "no handle":
        kept = kept._replace(handle="")
    if wrong == "unknown":
        kept = kept._replace(id=bytes(32))
    given = device.sign(options, kept)
    if wrong == "deed":
        given["client_data"] = encoded(decoded(given["client_data"]).replace(b".get", b".create"))
    told = (403, "This passkey is not known here; log in with your password.")
    assert browser.refused("POST", LOGIN, given) == told and browser.me() is None
    assert (deeds(client)[0] == ("passkey refused", "Anna", "Anna's key")) == (wrong != "unknown")


def test_a_passkey_that_is_removed_just_then_lets_nobody_in(
    client: SiteClient, sink: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, device = with_passkey(client, sink, "Anna")
    kept, browser = client.site.passkeys, Browser(client)
    find = kept.find

    def found_before(credential: str) -> Any:
        found = find(credential)
        assert found is not None
        anna.told("DELETE", f"{OWN}/{found[0].id}")
        return found

    monkeypatch.setattr(kept, "find", found_before)
    assert browser.refused("POST", LOGIN, device.sign(asked(browser, LOGIN)))[0] == 403


def test_nobody_removes_the_passkey_of_somebody_else(client: SiteClient, sink: MailSink) -> None:
    anna, device = with_passkey(client, sink, "Anna")
    (listed,) = anna.told("GET", OWN)["passkeys"]
    boris = registered(client, sink, "Boris")
    for id in (listed["id"], "x", "9" * 30, "-1"):
        assert boris.refused("DELETE", f"{OWN}/{id}")[0] == 404
    assert logged_in(client, device).me()["name"] == "Anna"


def test_a_passkey_of_another_account_is_not_added_again(client: SiteClient, sink: MailSink) -> None:
    _, device = with_passkey(client, sink, "Anna")
    mallory = registered(client, sink, "Mallory")
    options = asked(mallory, OWN, {"password": PASSWORD})
    copied = Authenticator(ADDRESS)
    given = copied.make(options)
    stolen, own = device.kept[0].id, decoded(given["id"])
    attestation = decoded(given["attestation"]).replace(own, stolen)
    given |= {"id": encoded(stolen), "attestation": encoded(attestation)}
    assert mallory.refused("POST", OWN, given) == (409, "This passkey was added before.")
    assert logged_in(client, device).me()["name"] == "Anna"


def test_nothing_that_comes_breaks_the_server(client: SiteClient, sink: MailSink) -> None:
    anna, device = with_passkey(client, sink, "Anna")
    deep, long = encoded(b"\x81" * 4000), encoded(b"\x5b" + b"\xff" * 8)
    for attestation in (
        "",
        "?",
        "ä",
        "A",
        deep,
        long,
        encoded(b"\xa3cfmtdnonegattStmt\xa0hauthDataX\x25" + bytes(37)),
    ):
        given = Authenticator(ADDRESS).make(asked(anna, OWN, {"password": PASSWORD}))
        assert anna.refused("POST", OWN, {**given, "attestation": attestation})[0] == 400
    for field in ("client_data", "authenticator_data", "signature", "handle", "id"):
        for value in ("", "ä", "A", deep, encoded(b"[]"), encoded(b'{"type":1,"challenge":2,"origin":3}')):
            browser = Browser(client)
            given = device.sign(asked(browser, LOGIN))
            assert browser.refused("POST", LOGIN, {**given, field: value})[0] == 403, (field, value)


def test_there_is_an_end_to_trying(client: SiteClient, sink: MailSink) -> None:
    _, device = with_passkey(client, sink, "Anna")
    most = LIMITS["passkey"][0].most
    for _ in range(3):
        logged_in(client, device)  # these are not counted
    answers = [client.ask("POST", f"{LOGIN}/begin", {}).status for _ in range(most + 1)]
    assert answers == [200] * most + [429]


# ---- what is kept ----------------------------------------------------------------------------------------


def test_one_takes_them_along_and_leaves_nothing(client: SiteClient, sink: MailSink) -> None:
    anna, device = with_passkey(client, sink, "Anna")
    with ZipFile(BytesIO(anna.ask("GET", "/api/account/export").body)) as archive:
        text = archive.read("account.json").decode()
    (told,) = msgspec.json.decode(text)["passkeys"]
    assert told["name"] == "Anna's key" and told["created"] > 0
    with client.site.store.reader.begin() as base:
        public = base.execute(select(passkeys.c.public_key)).scalar_one()
    assert all(secret not in text for secret in (public, device.kept[0].handle, encoded(device.kept[0].id)))
    anna.told("POST", "/api/account/leave", {"name": "Anna", "password": PASSWORD})
    with client.site.store.reader.begin() as base:
        assert base.execute(select(passkeys.c.id)).first() is None
