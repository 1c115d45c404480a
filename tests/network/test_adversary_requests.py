"""Requests that no page sends, at a site on PostgreSQL, which is stricter about what it keeps; and odd numbers on the
command line. Whoever sends them gets a sentence, and the log no traceback."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.calling import run
from network.route_table import EXPECTED, GAME
from network.site_client import Person, SiteClient
from ostfront.server import database_server
from server.postgres import Postgres

ODD = ("%00", "a%00b", "%ff", "-1", "99999999999999999999", "0x1", "%D9%A3", "x" * 300, "..%2f..", "%7B%7D")
QUERIES = ("at", "after", "from", "etag", "game", "begins", "rank", "unit", "place")
TEXTS = ("\0", "a\0b", "\u202e", "x" * 3000, "-1", "1e400")


class Scene(NamedTuple):
    client: SiteClient
    person: Person
    game: str
    token: str


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    postgres = Postgres()
    try:
        postgres.start()
        with SiteClient(tmp_path_factory.mktemp("site"), database_server.connect(postgres.database())) as client:
            anna, boris = client.member("Anna"), client.member("Boris")
            game = client.match(anna, boris)
            yield Scene(client, anna, game, anna.seat(game))
    finally:
        postgres.close()


def asked(scene: Scene, method: str, path: str, body: Any = None, token: str = "") -> None:
    for who in (scene.person, scene.client):
        if path == "/api/logout" or "leave" in path:
            who = scene.client
        answer = who.ask(method, path, body, token)
        assert answer.status < 500, (method, path, body, answer.body)


@pytest.mark.parametrize("odd", ODD)
def test_odd_names_in_addresses(scene: Scene, odd: str) -> None:
    for entry, expected in EXPECTED.items():
        method, path = entry.split(" ")
        if "{" not in path:
            continue
        body = expected.body if method in ("POST", "PUT") else None
        asked(scene, method, re.sub(r"{\w+:str}", odd, path), body)
        if path.startswith(f"{GAME}/") and path.count("{") > 1:
            inside = path.replace("{game:str}", scene.game)
            asked(scene, method, re.sub(r"{\w+:str}", odd, inside), body, scene.token)


@pytest.mark.parametrize("odd", ["%00", "%ff", "-1", "99999999999999999999", "nan_1", "1_%00"])
def test_odd_questions(scene: Scene, odd: str) -> None:
    for entry in EXPECTED:
        method, path = entry.split(" ")
        if method != "GET":
            continue
        inside = re.sub(r"{\w+:str}", "1", path.replace("{game:str}", scene.game).replace("{name:str}", "Anna"))
        for name in QUERIES:
            answer = scene.person.ask(method, f"{inside}?{name}={odd}&wait=0", token=scene.token)
            assert answer.status < 500, (inside, name, answer.body)


def test_an_address_does_not_become_a_header(scene: Scene) -> None:
    for odd in ("%0d%0aset-cookie:%20a=b", "a%0aset-cookie:a=b", "%ff", "%E2%80%A8"):
        answer = scene.client.ask("GET", f"/unsubscribe/{odd}")
        location = answer.headers["location"]
        assert answer.status == 303 and location.isascii() and location.isprintable() and " " not in location
    assert scene.client.ask("GET", "/unsubscribe/12-abc").headers["location"] == "/#/unsubscribe/12-abc"


@pytest.mark.parametrize("text", TEXTS)
def test_odd_words(scene: Scene, text: str) -> None:
    """In each field of each request that has words."""
    for entry, expected in EXPECTED.items():
        method, path = entry.split(" ")
        if method not in ("POST", "PUT") or not isinstance(expected.body, dict) or path == "/api/account/leave":
            continue
        inside = re.sub(r"{\w+:str}", "1", path.replace("{game:str}", scene.game))
        for name, value in expected.body.items():
            if isinstance(value, str):
                asked(scene, method, inside, {**expected.body, name: text}, scene.token)
            if isinstance(value, list):
                asked(scene, method, inside, {**expected.body, name: [text]}, scene.token)
    asked(scene, "POST", "/api/reports", {"name": "Boris", "text": "Rude.", "game": text})


def test_odd_headers(scene: Scene) -> None:
    cookie = "__Host-ostfront="
    for value in ("", "a\0b", "x" * 5000, '"', "=;=;,", f"x; {cookie}y", "\xff"):
        answer = scene.client.ask("GET", "/api/me", headers={"cookie": f"{cookie}{value}"})
        assert answer.status == 200 and answer.json["me"] is None
    for value in ("a\0b", "\xff", "x" * 5000):
        path = f"/api/games/{scene.game}/view"
        for header in ("seat-token", "watch-seat", "if-none-match", "user-agent", "x-forwarded-for"):
            assert scene.person.ask("GET", path, headers={header: value}).status < 500


@pytest.mark.parametrize("other", ['seen={"a": 1}', "a b=c", "x", "=", "expires=1", 'a="', "a=[1, 2]", "\xe9=\xe9"])
def test_cookies_of_other_sites_log_nobody_out(scene: Scene, other: str) -> None:
    """They come along from other hosts of the same domain, whatever is in them."""
    mine = f"__Host-ostfront={scene.person.session}"
    for cookie in (f"{other}; {mine}", f"{mine}; {other}", f"{mine};{other}", f"{other};{mine}"):
        told = scene.client.ask("GET", "/api/me", headers={"cookie": cookie}).json
        assert told["me"] is not None
    for cookie in (f"X{mine}", f"{mine}x", mine.lower(), f"{other} {mine}"):
        assert scene.client.ask("GET", "/api/me", headers={"cookie": cookie}).json["me"] is None


@pytest.mark.parametrize(
    "words",
    [
        ("suspend", "Anna", "--days", "nan", "--why", "Rude."),
        ("suspend", "Anna", "--days", "inf", "--why", "Rude."),
        ("suspend", "Anna", "--days", "1e9", "--why", "Rude."),
        ("announce", "Hello", "--days", "nan"),
        ("announce", "Hello", "--days", "-1"),
        ("announce", "Hello", "--days", "1e300"),
        ("audit", "-n", "99999999999999999999"),
        ("settle", "99999999999999999999", "Done."),
        ("rewind", "GAME", "99999999999999999999"),
        ("rewind", "GAME", "-1"),
    ],
)
def test_odd_numbers_of_an_administrator(tmp_path: Path, words: tuple[str, ...]) -> None:
    with SiteClient(tmp_path) as client:
        anna, boris = client.member("Anna"), client.member("Boris")
        game = client.match(anna, boris)
        told = run("site", *(game if word == "GAME" else word for word in words), "--data-folder", tmp_path)
        assert told.code == 2 and "Traceback" not in str(told), told
        assert anna.ask("GET", "/api/account/sessions").status == 200
        assert client.ask("GET", "/api/me").json["announcements"] == []


def test_people_are_found_however_their_names_are_written(tmp_path: Path) -> None:
    with SiteClient(tmp_path) as client:
        for name in ("Łukasz", "Ödön"):
            client.member(name)
        for part, found in (
            ("łuk", "Łukasz"),
            ("lukasz", "Łukasz"),
            ("ÖDÖ", "Ödön"),
            ("%", ""),
            ("_", ""),
            ("@", "both"),
        ):
            told = run("site", "users", part, "--data-folder", tmp_path).out
            assert [name in told for name in ("Łukasz", "Ödön")] == [
                found in ("Łukasz", "both"),
                found in ("Ödön", "both"),
            ]
