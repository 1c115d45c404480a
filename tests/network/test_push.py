"""Push messages: what a browser gets is what was meant for it, and signed by the site."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from os import urandom
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from network.http_sink import HttpSink, Posted
from network.mail_sink import MailSink
from network.site_client import Person, SiteClient
from network.told import CONTACT, deliver, match, states, telling_site
from ostfront.network.push import Push

Told = tuple[SiteClient, MailSink]
PUSH = "/api/notices/push"


def encoded(given: bytes) -> str:
    return urlsafe_b64encode(given).rstrip(b"=").decode()


def decoded(given: str) -> bytes:
    return urlsafe_b64decode(given + "=" * (-len(given) % 4))


class Browser:
    """The keys of a browser's subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = generate_private_key(SECP256R1())
        self.auth = urandom(16)

    @property
    def request(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": encoded(point), "auth": encoded(self.auth)}

    def read(self, posted: Posted) -> Any:
        return json.loads(http_ece.decrypt(posted.body, private_key=self.key, auth_secret=self.auth))


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    with telling_site(tmp_path) as (client, mail):
        yield client, mail


@pytest.fixture
def sink() -> Iterator[HttpSink]:
    with HttpSink() as sink:
        yield sink


def subscribed(person: Person, sink: HttpSink, path: str = "/push") -> Browser:
    browser = Browser(sink.url + path)
    person.told("POST", PUSH, browser.request)
    return browser


def test_a_browser_reads_what_was_sent_to_it(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    browser = subscribed(anna, sink)
    game = match(client, anna, boris)
    deliver(client)
    [posted] = sink.posted
    message = browser.read(posted)
    assert message["title"] == "Your turn: A Victory Denied" and "against Boris" in message["body"]
    assert message["url"] == f"/#/game/{game}" and message["tag"] == game
    assert posted.headers["content-encoding"] == "aes128gcm" and int(posted.headers["ttl"]) > 0
    assert b"Victory" not in posted.body


def test_the_site_signs_with_the_key_that_the_browser_was_given(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    subscribed(anna, sink)
    match(client, anna, boris)
    deliver(client)
    key = anna.told("GET", "/api/notices/settings")["push_key"]
    given = dict(part.split("=", 1) for part in sink.posted[0].headers["authorization"][6:].split(","))
    assert sink.posted[0].headers["authorization"].startswith("vapid ") and given["k"] == key
    head, claims, signature = given["t"].split(".")
    raw = decoded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(key))
    public.verify(pair, f"{head}.{claims}".encode(), ECDSA(SHA256()))
    told_claims = json.loads(decoded(claims))
    assert told_claims["sub"] == CONTACT and told_claims["aud"] == sink.url


def test_all_processes_have_the_same_key(told: Told) -> None:
    client, _ = told
    key = client.site.push.public_key()
    assert Push(client.site.store, "https://play.example", CONTACT, True).public_key() == key
    assert len(decoded(key)) == 65


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(told: Told, sink: HttpSink, status: int) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    subscribed(anna, sink)
    other = subscribed(anna, sink, "/other")
    sink.answers += [status]
    match(client, anna, boris)
    deliver(client)
    assert len(anna.told("GET", "/api/notices/settings")["browsers"]) == 1
    assert other.read(sink.posted[1])["title"].startswith("Your turn")
    match(client, anna, boris)
    deliver(client)
    assert [posted.path for posted in sink.posted] == ["/push", "/other", "/other"]


def test_a_push_service_that_fails_is_tried_again(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    subscribed(anna, sink)
    match(client, anna, boris)
    sink.answers += [503, 429]
    for _ in range(4):
        deliver(client)
    assert len(sink.posted) == 3 and states(client, anna) == ["sent", "sent"]
    assert anna.told("GET", "/api/notices/settings")["browsers"]


def test_whoever_logs_in_at_a_browser_takes_it_over(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    browser = subscribed(anna, sink)
    boris.told("POST", PUSH, browser.request)
    assert not anna.told("GET", "/api/notices/settings")["browsers"]
    anna.told("POST", PUSH + "/end", {"endpoint": browser.endpoint})
    assert boris.told("GET", "/api/notices/settings")["browsers"], "it is not hers any more"
    boris.told("POST", PUSH + "/end", {"endpoint": browser.endpoint})
    assert not boris.told("GET", "/api/notices/settings")["browsers"]


def test_a_test_reaches_all_browsers(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna = client.member("Anna")
    assert "No browser" in anna.told("POST", PUSH + "/test", {})["failure"]
    browsers = [subscribed(anna, sink, f"/{n}") for n in range(2)]
    assert anna.told("POST", PUSH + "/test", {}) == {"failure": ""}
    assert [one.read(posted)["title"] for one, posted in zip(browsers, sink.posted, strict=True)] == ["A test"] * 2


@pytest.mark.parametrize(
    "changes", [{"p256dh": "x"}, {"p256dh": "B" * 87}, {"auth": "short"}, {"p256dh": ""}, {"auth": "é" * 22}]
)
def test_what_is_no_key_is_refused(told: Told, sink: HttpSink, changes: dict[str, str]) -> None:
    client, _ = told
    anna = client.member("Anna")
    assert anna.ask("POST", PUSH, {**Browser(sink.url).request, **changes}).status == 400


def test_without_a_contact_there_is_no_push(tmp_path: Path) -> None:
    with telling_site(tmp_path, push_contact="") as (client, _):
        assert client.member("Anna").told("GET", "/api/notices/settings")["push_key"] == ""
