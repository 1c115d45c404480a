"""Requests no page of ours would send get one clear error and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ostfront.core.errors import OstfrontError
from ostfront.server.app import make_app
from ostfront.server.local_client import HOST, ClientResponse, LocalClient
from server.seated import Seated

NEW = {
    "game": "victory-denied",
    "seats": [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "friend"}],
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def refused(answer: ClientResponse, status: int, kind: str) -> None:
    assert (answer.status, answer.json["error"]["kind"]) == (status, kind), answer.body[:300]
    assert answer.json["error"]["message"].endswith(".")
    assert "Traceback" not in answer.body.decode()


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:1941", "127.0.0.1", "127.0.0.1:80", "localhost"])
def test_other_hosts(client: LocalClient, host: str) -> None:
    """A foreign name that was pointed at this machine (DNS rebinding)."""
    for path in ("/api/games", "/", "/api/health"):
        refused(client.ask("GET", path, headers={"host": host}), 421, "host")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:1941"},
        {"origin": "http://127.0.0.1:8000"},
        {"origin": f"http://{HOST}", "sec-fetch-site": "cross-site"},
        {"origin": "", "sec-fetch-site": "same-site"},
        {"origin": ""},
    ],
)
def test_other_origins_change_nothing(client: LocalClient, headers: dict[str, str]) -> None:
    refused(client.ask("POST", "/api/games", NEW, headers=headers), 403, "origin")
    assert client.ask("GET", "/api/games").json == {"games": []}


def test_forms_cannot_send_json(client: LocalClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        refused(client.ask("POST", "/api/games", NEW, headers={"content-type": kind}), 400, "malformed")


@pytest.mark.parametrize("cookie", ["", "ostfront_table_1941=", "ostfront_table_1941=wrong", "other=1", ";;;="])
def test_the_key_is_wanted(client: LocalClient, cookie: str) -> None:
    for method, path in (("GET", "/api/games"), ("POST", "/api/games"), ("GET", "/api/catalogue"), ("GET", "/api/x")):
        refused(client.ask(method, path, headers={"cookie": cookie}), 401, "key")
    assert client.ask("GET", "/api/health", headers={"cookie": cookie}).status == 200


def test_the_way_in(client: LocalClient) -> None:
    refused(client.ask("GET", "/open?key=wrong"), 401, "key")
    refused(client.ask("GET", "/open"), 401, "key")
    answer = client.ask("GET", f"/open?key={client.library.key}", headers={"cookie": ""})
    assert answer.status == 303 and answer.headers["location"] == "/"
    assert "HttpOnly" in answer.headers["set-cookie"] and "SameSite=Strict" in answer.headers["set-cookie"]
    bearer = {"cookie": "", "origin": "", "authorization": f"Bearer {client.library.key}"}
    assert client.ask("POST", "/api/games", NEW, headers=bearer).status == 201


def test_two_tables_have_cookies_of_their_own(client: LocalClient) -> None:
    """A browser sends a cookie to every port of a host."""
    key = client.library.key
    entered = client.ask("GET", f"/open?key={key}", headers={"cookie": ""})
    assert entered.headers["set-cookie"].startswith(f"ostfront_table_1941={key};")
    both = f"ostfront_table_1942={'x' * 32}; ostfront_table_1941={key}"
    assert client.ask("GET", "/api/games", headers={"cookie": both}).status == 200
    refused(client.ask("GET", "/api/games", headers={"cookie": f"ostfront_table_1942={key}"}), 401, "key")


def test_strict_headers_everywhere(client: LocalClient) -> None:
    game = Seated(client)
    answers = [
        client.ask("GET", "/api/games"),
        client.ask("GET", "/nowhere"),
        client.ask("GET", "/api/games", headers={"host": "x"}),
        game.ask("GET", "view", 0),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b'{"game": 1, "seats": []}', b'{"seats": []}',
        b'{"game": "victory-denied", "seats": [], "extra": 1}', b'{"game": "victory-denied", "seats": {}}',
        b'{"game": "victory-denied", "seats": [{"seat": null, "player": "human"}]}',
    ],
)  # fmt: skip
def test_malformed_bodies(client: LocalClient, body: bytes) -> None:
    refused(client.ask("POST", "/api/games", body=body), 400, "malformed")


@pytest.mark.parametrize(
    "value",
    [
        b"[" * 5000,
        b"[" * 5000 + b"]" * 5000,
        b"[" * 900 + b"]" * 900,
        b'{"a":' * 5000,
        b"9" * 5000,
        b"-" + b"9" * 5000,
    ],
    ids=["open", "lists", "lists a parser takes", "tables", "digits", "digits below zero"],
)
def test_bodies_that_are_too_deep_or_too_long(client: LocalClient, value: bytes) -> None:
    whole = msgspec.json.encode(NEW)[:-1] + b',"options":{"x":' + value + b"}}"
    refused(client.ask("POST", "/api/games", body=value), 422, "malformed")
    refused(client.ask("POST", "/api/games", body=whole), 422, "malformed")


@pytest.mark.parametrize(
    "request_body",
    [
        {**NEW, "game": "chess"},
        {**NEW, "game": "drill"},
        {**NEW, "scenario": "moon"},
        {**NEW, "options": {"cheat": True}},
        {**NEW, "options": {"x" * 50_000: True}},
        {**NEW, "seats": NEW["seats"][:1]},
        {**NEW, "seats": [NEW["seats"][0], NEW["seats"][0]]},
        {**NEW, "seats": [{"seat": "German", "player": "ghost"}, NEW["seats"][1]]},
        {**NEW, "seats": [{"seat": "German", "player": "computer", "level": "god"}, NEW["seats"][1]]},
    ],
)
def test_games_that_cannot_be(client: LocalClient, request_body: object) -> None:
    refused(client.ask("POST", "/api/games", request_body), 400, "words")
    assert client.ask("GET", "/api/games").json == {"games": []}


def test_large_bodies(client: LocalClient) -> None:
    game = Seated(client)
    large = b'{"after": 0, "actions": ["' + b"x" * 100_000 + b'"]}'
    answer = client.ask("PUT", f"/api/games/{game.id}/draft", None, game.tokens[0], body=large)
    refused(answer, 413, "size")
    refused(client.ask("POST", "/api/import", body=b'{"text": "' + b"x" * 5_000_000 + b'"}'), 413, "size")
    many = game.put(0, 0, ["pass"] * 5000)
    refused(many, 400, "malformed")
    refused(game.ask("POST", "odds", 0, {"actions": ["pass"] * 101}), 400, "malformed")
    refused(game.ask("POST", "odds", 0, {"actions": []}), 400, "malformed")
    refused(game.ask("POST", "why", 0, {"action": "x" * 3000}), 400, "malformed")


def test_numbers_that_are_none(client: LocalClient) -> None:
    game = Seated(client)
    for path in ("view?at=x", "view?at=1e9", "log?from=", "changes?wait=soon"):
        refused(game.ask("GET", path, 0), 400, "malformed")
    refused(game.ask("PUT", "draft", 0, {"after": 10**17, "actions": []}), 409, "conflict")
    refused(game.ask("PUT", "draft", 0, {"after": 10**30, "actions": []}), 422, "malformed")
    refused(game.ask("POST", "whatif", 0, {"moment": -3}), 404, "missing")


def test_pages_that_are_not_there(client: LocalClient) -> None:
    for path in ("/x", "/api/games/none", "/../key", "/assets/../../key", "/%2e%2e/key", "/api/catalogue/x.svg"):
        refused(client.ask("GET", path), 404, "missing")
    for method in ("DELETE", "PUT", "PATCH", "POST"):
        answer = client.ask(method, "/api/catalogue", {})
        assert answer.status in (404, 405), (method, answer.status)
    refused(client.ask("DELETE", "/api/games/none"), 404, "missing")


def test_overlays_and_orders_of_nothing(client: LocalClient) -> None:
    game = Seated(client)
    refused(game.ask("GET", "overlays/weather", 0), 400, "words")
    refused(game.ask("GET", "overlays/reach?unit=nobody", 0), 400, "words")
    refused(game.ask("GET", "overlays/reach", 0), 400, "words")
    refused(game.ask("PUT", "orders/stuka", 0, {"answer": "fly"}), 400, "words")
    refused(game.ask("PUT", "orders/stuka", 0, {"answer": "pass", "when": "sunday"}), 400, "words")
    assert game.ask("PUT", "orders/stuka", 0, {"answer": "pass", "when": "attack"}).status == 200
    refused(game.ask("POST", "why", 0, {"action": "fly home"}), 400, "words")


def test_names_are_text(client: LocalClient) -> None:
    """No user HTML: a name is sent back as it was, as JSON, and nowhere else."""
    seats = [{"seat": "German", "player": "human", "name": "<script>alert(1)</script>" * 20}, NEW["seats"][1]]
    answer = client.ask("POST", "/api/games", {**NEW, "seats": seats})
    assert answer.headers["content-type"] == "application/json"
    assert len(answer.json["seats"][0]["name"]) == 80


def test_the_page_must_be_built(client: LocalClient, tmp_path: Path) -> None:
    empty = tmp_path / "static"
    empty.mkdir()
    with pytest.raises(OstfrontError, match="page is not built"):
        make_app(client.library, [HOST], empty)
    (empty / "index.html").write_text("<!doctype html><title>table</title>")
    (empty / "assets").mkdir()
    (empty / "assets" / "a.js").write_text("1")
    with LocalClient(tmp_path / "other", empty) as other:
        page = other.ask("GET", "/", headers={"cookie": ""})
        assert page.status == 200 and page.headers["content-type"].startswith("text/html")
        asset = other.ask("GET", "/assets/a.js")
        assert asset.status == 200 and "immutable" in asset.headers["cache-control"]
        again = other.ask("GET", "/assets/a.js", headers={"if-none-match": asset.headers["etag"]})
        assert again.status == 304
        for path in ("/assets/../../other/key", "/../other/key", "/static/a.js"):
            assert other.ask("GET", path).status == 404
