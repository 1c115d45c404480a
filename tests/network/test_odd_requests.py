"""Requests of programs that are no browser, or are a broken one: other methods, other numbers, other text; and what
every answer has, whatever it answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from network.offers import made
from network.playing import Seat, seats_of
from network.route_table import EXPECTED
from network.site_client import Person, SiteClient
from network.test_account_security import from_address
from ostfront.network.unsubscribing import unsubscribe_token
from ostfront.server import database_server
from ostfront.server.database import metadata
from ostfront.server.local_client import ClientResponse
from server.postgres import Postgres

NUMBERS = (-1, 2**31, 2**53, 10**17, -(10**17), 1.5, True)
FORGED = ("1.2.3.4", "::1", "[2001:db8:9::1]:443", "unknown", "127.0.0.1, 9.9.9.9", "")
METHODS = ("HEAD", "OPTIONS", "TRACE", "PATCH", "CONNECT", "BREW")
PUBLIC = ("GET /api/catalogue/{file:str}", "GET /api/catalogue/{game:str}/{file:str}")


class Scene(NamedTuple):
    """A rated match of Anna and Boris, that others may watch; both are ranked by another one."""

    client: SiteClient
    anna: Person
    seats: list[Seat]

    def path(self, path: str) -> str:
        path = path.replace("{game:str}", self.seats[0].game).replace("{name:str}", "Anna")
        return re.sub(r"{\w+:str}", "1", path)

    def ask(self, who: Person | SiteClient, method: str, path: str, body: Any = None) -> ClientResponse:
        return who.ask(method, self.path(path), body, self.seats[0].token if who is self.anna else "")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Scene]:
    """On PostgreSQL, which is stricter about what it keeps."""
    with SiteClient(tmp_path_factory.mktemp("site"), database_server.connect(postgres.database())) as client:
        anna, boris = client.member("Anna"), client.member("Boris")
        for loser in (anna, boris) * 3:
            game = client.match(anna, boris, rated=True)
            loser.told("POST", f"/api/games/{game}/concede", token=loser.seat(game))
        yield Scene(client, anna, seats_of(client, [anna, boris], rated=True))


def kept(client: SiteClient) -> dict[str, list[Any]]:
    """All that is in the database."""
    with client.site.store.reader.begin() as base:
        return {
            table.name: [tuple(row) for row in base.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }


def entries(*methods: str) -> list[tuple[str, str]]:
    split = [entry.split(" ") for entry in EXPECTED]
    return sorted({(method, path) for method, path in split if not methods or method in methods})


# ---- nothing changes --------------------------------------------------------------------------------------


def test_who_only_looks_changes_nothing(scene: Scene) -> None:
    """A program that follows the links of letters, say: it has no cookie."""
    client = scene.client
    token = unsubscribe_token(client.site.store, scene.anna.account.id)
    before = kept(client)
    for _, path in entries("GET"):
        assert scene.ask(client, "GET", path.replace("{token:str}", token)).status < 500
    assert kept(client) == before


def test_other_methods_do_nothing(scene: Scene) -> None:
    """Not even with everything that whoever plays has."""
    before = kept(scene.client)
    for path in sorted({path for _, path in entries()}):
        for method in METHODS:
            answer = scene.ask(scene.anna, method, path, {})
            assert answer.status in (404, 405) or (method == "OPTIONS" and answer.status == 204), (method, path)
            assert_strict(answer)
    assert kept(scene.client) == before


# ---- odd values -------------------------------------------------------------------------------------------


def bodies(body: Any, values: tuple[Any, ...], kinds: type | tuple[type, ...]) -> Iterator[Any]:
    """The same body with each of these values in the place of each number or text in it."""
    for name, value in body.items():
        if isinstance(value, dict):
            yield from ({**body, name: inner} for inner in bodies(value, values, kinds))
        elif isinstance(value, kinds):
            yield from ({**body, name: odd} for odd in values)


def test_odd_numbers(scene: Scene) -> None:
    terms = {"game": "victory-denied", "clock": "move", "seconds": 3600, "watch": "delay", "delay": 1}
    more = {
        "POST /api/challenges": {"terms": terms, "to": "open", "seat": "German"},
        "POST /api/games/{game:str}/proposals": {"kind": "takeback", "target": 1},
        "POST /api/games/{game:str}/undo": {"moment": 1, "along": {"log": 0}},
    }
    for entry, expected in EXPECTED.items():
        method, path = entry.split(" ")
        body = more.get(entry, expected.body)
        if isinstance(body, dict) and path != "/api/account/leave":
            for odd in bodies(body, NUMBERS, int):
                answer = scene.ask(scene.anna, method, path, odd)
                assert answer.status < 500 and (entry != "POST /api/challenges" or answer.status == 400), (entry, odd)


def test_half_of_a_character_is_no_text(scene: Scene) -> None:
    """A surrogate alone, which JSON can write and UTF-8 cannot."""
    for entry, expected in EXPECTED.items():
        method, path = entry.split(" ")
        if isinstance(expected.body, dict) and path != "/api/account/leave":
            for odd in bodies(expected.body, ("SURROGATE",), str):
                body = json.dumps(odd)
                for half in (r"\ud800", r"a\udfffb", r"\udc00\ud800"):
                    answer = scene.client.ask(
                        method, scene.path(path), token=scene.seats[0].token, headers=session(scene.anna),
                        body=body.replace("SURROGATE", half).encode(),
                    )  # fmt: skip
                    assert 400 <= answer.status < 500, (entry, odd, answer.status)


def session(person: Person) -> dict[str, str]:
    return {"cookie": f"__Host-ostfront={person.session}"}


@pytest.mark.parametrize(
    "body",
    [
        b'{"kind": "draw", "kind": "takeback"}', b'{"kind": "draw"} {"kind": "draw"}', b"{'kind': 'draw'}",
        b'\xef\xbb\xbf{"kind": "draw"}', '{"kind": "draw"}'.encode("utf-16"), b'{"kind": "dr\x00aw"}',
        b'{"kind": "draw", "target": NaN}', b'{"kind": "draw", "target": Infinity}', b'{"kind": "draw",}',
        b'{"kind": "draw", "target": 1e400}',
    ],
)  # fmt: skip
def test_what_is_nearly_json(scene: Scene, body: bytes) -> None:
    path = f"/api/games/{scene.seats[0].game}/proposals"
    answer = scene.client.ask("POST", path, token=scene.seats[0].token, headers=session(scene.anna), body=body)
    assert 400 <= answer.status < 500, answer.body


@pytest.mark.parametrize(
    "query",
    [
        "after=1500~99999999999999999999", "after=1500~2147483648", "after=nan~1", "after=inf~1", "after=-inf~",
        "after=1500~%00", "after=1500~%D9%A3", "after=1e999~1", "rank=99999999999999999999", "rank=-99999999999",
    ],
)  # fmt: skip
def test_odd_pages(scene: Scene, query: str) -> None:
    paths = (
        "/api/ratings/all", "/api/ratings/victory-denied", "/api/people/Anna/games", "/api/home/over",
        "/api/home/waiting", "/api/watch", "/api/challenges",
    )  # fmt: skip
    for path in paths:
        answer = scene.ask(scene.anna, "GET", f"{path}?{query}")
        assert answer.status < 500, (path, answer.body)


# ---- what every answer has --------------------------------------------------------------------------------


def assert_strict(answer: ClientResponse) -> None:
    """Of every answer, errors among them: nothing may frame it, guess its kind, or keep it for others."""
    headers = answer.headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
    assert headers["referrer-policy"] == "no-referrer" and headers["strict-transport-security"]
    assert headers["cache-control"] in ("no-store", "private, no-cache"), headers["cache-control"]
    assert not any(name.startswith("access-control") for name in headers)


def test_every_answer_is_strict(scene: Scene) -> None:
    number = len(kept(scene.client)["accounts"])
    client, carla, dora = scene.client, *(scene.client.member(f"Member {number + n}") for n in range(2))
    other = Scene(client, carla, seats_of(client, [carla, dora]))
    for method, path in entries():
        body = EXPECTED[f"{method} {path}"].body
        for data in (body, {"no such": "field"}):
            carla.session = client.site.sessions.begin(carla.account.id, 2e9)  # a route may have ended it
            for who in (client, carla):
                assert_strict(other.ask(who, method, path, data if method in ("POST", "PUT") else None))
    for headers in (
        {"host": "elsewhere.example"},
        {"origin": "https://elsewhere.example"},
        {"content-type": "text/plain"},
    ):
        assert_strict(scene.client.ask("POST", "/api/logout", {}, headers=headers))
    assert_strict(scene.client.ask("PUT", "/api/account/name", body=b"x" * 100_000))


def test_nobody_is_sent_elsewhere(scene: Scene) -> None:
    for path in (
        "//elsewhere.example", "//elsewhere.example/..", "/%2f%2felsewhere.example", "/%5celsewhere.example",
        "/assets/..%2f..%2fpyproject.toml", "/../pyproject.toml", "/api/me/", "/.well-known/change-password",
        "/unsubscribe/%2f%2felsewhere.example", "/unsubscribe/x?next=https://elsewhere.example",
        "/?next=//elsewhere.example",
    ):  # fmt: skip
        answer = scene.client.ask("GET", path)
        assert answer.status in (200, 303, 404) and b"[build-system]" not in answer.body, path
        assert answer.headers.get("location", "/#/unsubscribe/").startswith("/#/unsubscribe/")


# ---- answers that browsers keep ---------------------------------------------------------------------------


def test_what_one_seat_was_shown_is_news_to_another(scene: Scene) -> None:
    """Both are asked for by the same address, and the token is no part of it."""
    mine, his = scene.seats
    for path in ("view", f"view?at={mine.told('GET', 'history')['stops'][0]}"):
        shown = mine.ask("GET", path)
        etag = {"if-none-match": shown.headers["etag"]}
        address = f"/api/games/{mine.game}/{path}"
        again = scene.anna.ask("GET", address, token=mine.token, headers=etag)
        assert again.status == 304 and again.body == b""
        other = his.person.ask("GET", address, token=his.token, headers=etag)
        assert other.status == 200 and other.json["seat"] != shown.json["seat"]


def test_who_logged_out_is_shown_nothing_that_his_browser_kept(scene: Scene) -> None:
    mine, client = scene.seats[0], scene.client
    here = Person(client, scene.anna.account, client.site.sessions.begin(scene.anna.account.id, 2e9))
    address, shown = f"/api/games/{mine.game}/view", mine.ask("GET", "view")
    etag = {"if-none-match": shown.headers["etag"]}
    assert here.ask("GET", address, token=mine.token, headers=etag).status == 304
    here.told("POST", "/api/logout", {})
    assert here.ask("GET", address, token=mine.token, headers=etag).status == 403
    poll = f"/api/games/{mine.game}/changes?etag={shown.headers['etag'].strip(chr(34))}&wait=0"
    assert here.ask("GET", poll, token=mine.token).status == 403


def test_forged_addresses_do_not_reset_the_count(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The proxy puts the true address behind whatever was sent along."""
    with SiteClient(tmp_path_factory.mktemp("site"), proxies=("127.0.0.1", "::1")) as client:
        guess = {"email": "anna@example.org", "password": "wrong wrong"}
        found = [
            from_address(client, f"{forged}, 2001:db8::{n:x}", "/api/login", guess).status
            for n, forged in enumerate(FORGED * 2)
        ]
        assert found[:5] == [403] * 5 and set(found[5:]) == {429}, "one network of IPv6 is one address"


def test_one_challenge_by_its_id_is_nothing_to_others(scene: Scene) -> None:
    carla = scene.client.member(f"Carla{len(kept(scene.client)['accounts'])}")
    secret, link = made(scene.anna, "member", name="Boris")["challenge"]["id"], made(scene.anna, "link")
    before = kept(scene.client)["challenges"]
    for id in (secret, link["challenge"]["id"], "0123456789ab"):
        for what in ("look", "accept", "decline", "withdraw", "leave", "link"):
            for who in (carla, scene.client):
                answer = who.ask("POST", f"/api/challenges/{id}/{what}", {} if what in ("look", "accept") else None)
                assert answer.status in (401, 403, 404, 409), (what, answer.status)
                assert "Boris" not in answer.body.decode() and "Anna" not in answer.body.decode()
    assert kept(scene.client)["challenges"] == before
