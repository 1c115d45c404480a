"""Webhooks: what is sent, how it is signed, where it may go, and when one is left alone."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from hmac import new
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from network.http_sink import HttpSink
from network.mail_sink import MailSink
from network.site_client import Person, SiteClient
from network.told import deliver, match, states, telling_site
from ostfront.network import outbound
from ostfront.network.delivery import NotSent, Unsure
from ostfront.network.outbound import Answered, check_url, is_public, judged, post, resolved, target_of

Told = tuple[SiteClient, MailSink]
WEBHOOKS = "/api/notices/webhooks"


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    with telling_site(tmp_path) as (client, mail):
        yield client, mail


@pytest.fixture
def sink() -> Iterator[HttpSink]:
    with HttpSink() as sink:
        yield sink


def hook(person: Person, url: str, kind: str = "json") -> dict[str, Any]:
    found: dict[str, Any] = person.told("POST", WEBHOOKS, {"kind": kind, "url": url})["webhooks"][-1]
    return found


def test_plain_json_is_signed(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    secret = hook(anna, f"{sink.url}/mine?a=b")["secret"]
    game = match(client, anna, boris)
    deliver(client)
    [posted] = sink.posted
    assert posted.path == "/mine?a=b" and posted.headers["content-type"] == "application/json"
    expected = new(secret.encode(), posted.body, sha256).hexdigest()
    assert posted.headers["ostfront-signature"] == f"sha256={expected}"
    body = json.loads(posted.body)
    assert body["kind"] == "turn" and body["url"] == f"https://play.example/#/game/{game}"
    assert body["title"] == "Your turn: A Victory Denied" and "against Boris" in body["text"]
    assert states(client, anna) == ["sent", "sent"]  # and the letter


def test_the_documentation_says_how_to_check_it(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna = client.member("Anna")
    added = hook(anna, sink.url)
    anna.told("POST", f"{WEBHOOKS}/{added['id']}/test", {})
    [posted] = sink.posted
    page = (Path(__file__).parents[2] / "docs/notices.md").read_text(encoding="utf-8")
    example: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], example)
    header = posted.headers["ostfront-signature"]
    assert example["is_genuine"](added["secret"], posted.body, header)
    assert not example["is_genuine"]("another", posted.body, header)
    shown = json.loads(page.partition("```json\n")[2].partition("```")[0])
    assert shown.keys() == json.loads(posted.body).keys()


def test_discord_gets_a_message_with_an_embed(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    hook(anna, f"{sink.url}/api/webhooks/1/secret", "discord")
    match(client, anna, boris)
    deliver(client)
    body = json.loads(sink.posted[0].body)
    assert "Your turn in A Victory Denied against Boris" in body["content"]
    assert body["allowed_mentions"] == {"parse": []}, "a name must call nobody"
    assert body["embeds"][0]["url"].startswith("https://play.example/#/game/")
    assert "ostfront-signature" not in sink.posted[0].headers


def test_the_address_of_a_webhook_is_not_told_again(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    id = hook(anna, f"{sink.url}/very-secret-part")["id"]
    body = anna.ask("GET", "/api/notices/settings").body
    assert b"very-secret" not in body and b"127.0.0.1" in body
    assert boris.told("GET", "/api/notices/settings")["webhooks"] == []
    assert boris.ask("POST", f"{WEBHOOKS}/{id}/test", {}).status == 404
    boris.told("DELETE", f"{WEBHOOKS}/{id}")
    assert anna.told("GET", "/api/notices/settings")["webhooks"]
    assert not anna.told("DELETE", f"{WEBHOOKS}/{id}")["webhooks"]


def test_one_that_fails_again_and_again_is_left_alone_until_a_test_succeeds(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    id = hook(anna, sink.url)["id"]
    match(client, anna, boris)
    sink.answers += [500] * 20
    for _ in range(10):
        deliver(client)
    assert len(sink.posted) == 5
    [shown] = anna.told("GET", "/api/notices/settings")["webhooks"]
    assert shown["off"] and shown["failure"] == "127.0.0.1 answers 500."
    match(client, anna, boris)
    deliver(client)
    assert len(sink.posted) == 5
    assert anna.told("POST", f"{WEBHOOKS}/{id}/test", {})["failure"] == "127.0.0.1 answers 500."
    sink.answers.clear()
    assert anna.told("POST", f"{WEBHOOKS}/{id}/test", {}) == {"failure": ""}
    assert not anna.told("GET", "/api/notices/settings")["webhooks"][0]["off"]
    match(client, anna, boris)
    deliver(client)
    assert len(sink.posted) == 8


def test_one_that_is_gone_is_left_alone_at_once(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    hook(anna, sink.url)
    sink.answers += [404]
    match(client, anna, boris)
    deliver(client)
    deliver(client)
    assert len(sink.posted) == 1 and anna.told("GET", "/api/notices/settings")["webhooks"][0]["off"]


def test_what_may_have_arrived_is_not_sent_again(told: Told, sink: HttpSink, monkeypatch: pytest.MonkeyPatch) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    hook(anna, sink.url)
    match(client, anna, boris)
    sink.silent = True
    monkeypatch.setattr(outbound, "SECONDS", 0.2)
    for _ in range(3):
        deliver(client)
    assert len(sink.posted) == 1
    assert sorted(states(client, anna)) == ["failed", "sent"]


def test_a_pause_that_is_asked_for_is_kept(told: Told, sink: HttpSink) -> None:
    sink.answers += [429]
    sink.headers["retry-after"] = "777"
    answered = post(sink.url, b"{}", {}, local=True)
    assert answered == Answered(429, 777.0)
    with pytest.raises(NotSent) as wrong:
        judged(answered, "sink")
    assert wrong.value.after == 777 and not wrong.value.final


def test_a_redirect_is_not_followed(sink: HttpSink) -> None:
    with HttpSink() as elsewhere:
        sink.answers += [307]
        sink.headers["location"] = elsewhere.url
        answered = post(sink.url, b"{}", {}, local=True)
        assert answered.status == 307 and elsewhere.posted == []
        with pytest.raises(NotSent) as wrong:
            judged(answered, "sink")
        assert wrong.value.final


def test_an_answer_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A header line a byte at a time: each byte comes in time, the whole does not."""
    monkeypatch.setattr(outbound, "SECONDS", 0.6)
    done, to_the_end = Event(), Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.recv(10_000)
                connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                for _ in range(400):
                    if done.wait(0.05):
                        return
                    connection.sendall(b"x")
                to_the_end.set()

        thread = Thread(target=drip, daemon=True)
        thread.start()
        with suppress(Unsure):
            post(f"http://127.0.0.1:{server.getsockname()[1]}", b"{}", {}, local=True)
        done.set()
        thread.join(30)
        assert not to_the_end.is_set(), "it was waited for"


def test_nobody_there_may_be_tried_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(NotSent) as wrong:
        post(f"http://127.0.0.1:{port}", b"{}", {}, local=True)
    assert not wrong.value.final


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%2", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1",
     "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:1::1", "fec0::1", "192.0.2.1", "198.18.0.1"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["162.159.128.233", "8.8.8.8", "2606:4700::6810:1", "::ffff:8.8.8.8"])
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "ftp://example.org/", "https://", "https:///path", "https://a:b@example.org/",
     "https://user@example.org", "https://exa mple.org/", "https://example.org:99999/", "https://exämple.org/",
     "https://example.org/\r\nHost: x", "javascript:alert(1)", "", "https://example.org/" + "x" * 1000,
     "https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://127.1/", "https://2130706433/",
     "https://0x7f.1/", "https://0/", "https://[::ffff:10.0.0.1]/"],
)  # fmt: skip
def test_addresses_that_are_refused(tmp_path: Path, url: str) -> None:
    with SiteClient(tmp_path) as client:
        anna = client.member("Anna")
        answer = anna.ask("POST", WEBHOOKS, {"kind": "json", "url": url})
        assert answer.status == 400, answer.body
        keys = {"endpoint": url, "p256dh": "BA" + "A" * 85, "auth": "A" * 22}
        assert anna.ask("POST", "/api/notices/push", keys).status == 400


def test_a_name_that_changes_its_address_is_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that was checked is the one that is connected to; all that a name has are checked."""
    asked: list[str] = []
    answers = [["8.8.8.8", "127.0.0.1"], ["93.184.216.34"], ["127.0.0.1"]]

    def lookup(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        asked.append(host)
        return [(2, 1, 6, "", (address, port)) for address in answers.pop(0)]

    connected: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], *_: object) -> socket.socket:
        connected.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(NotSent):
        resolved(target_of("https://two-faced.example/"), local=False)
    with pytest.raises(NotSent):
        post("https://two-faced.example/", b"", {})
    assert connected == [("93.184.216.34", 443)] and len(asked) == 2
    with pytest.raises(NotSent):
        check_url("https://two-faced.example/")


def test_a_webhook_of_discord_leads_to_discord(tmp_path: Path) -> None:
    with SiteClient(tmp_path) as client:
        answer = client.member("Anna").ask("POST", WEBHOOKS, {"kind": "discord", "url": "https://example.org/x"})
        assert answer.status == 400 and b"discord.com" in answer.body


def test_guests_and_strangers_have_no_webhooks(told: Told, sink: HttpSink) -> None:
    client, _ = told
    body = {"kind": "json", "url": sink.url}
    assert client.member("Gerda", kind="guest").ask("POST", WEBHOOKS, body).status == 403
    assert client.ask("POST", WEBHOOKS, body).status == 401


def test_there_is_an_end_to_webhooks_and_tests(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna = client.member("Anna")
    for _ in range(5):
        id = hook(anna, sink.url)["id"]
    assert anna.ask("POST", WEBHOOKS, {"kind": "json", "url": sink.url}).status == 409
    answers = [anna.ask("POST", f"{WEBHOOKS}/{id}/test", {}).status for _ in range(40)]
    assert answers[0] == 200 and answers[-1] == 429
