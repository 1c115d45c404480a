"""Every route of a site: who gets how far, from which origin, with how large a body."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from network.route_table import AT_ONE_CLICK, EXPECTED
from network.site_client import Person, SiteClient
from ostfront.network.app import OF_TABLES, ROUTES
from ostfront.server.local_client import ClientResponse
from ostfront.server.routing import OF_A_GAME

FOREIGN = [
    {"origin": "https://elsewhere.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "", "sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]
UNKNOWN = "0123456789ab"


class Scene:
    """A match of Anna and Boris that others may watch once it is over; Carla is another member, Guste a guest.

    Hidden from others are one that nobody may watch, another that is over, and a board of Anna's own.
    """

    def __init__(self, client: SiteClient) -> None:
        self.client = client
        self.anna, self.boris, self.carla = (client.member(name) for name in ("Anna", "Boris", "Carla"))
        self.guste = client.member("Guste", "guest")
        self.game = client.match(self.anna, self.boris, watch="after")
        self.stolen = self.anna.seat(self.game)
        running, over = (client.match(self.anna, self.boris, watch="nobody") for _ in range(2))
        self.anna.told("POST", f"/api/games/{over}/concede", token=self.anna.seat(over))
        moment = {"moment": client.library.live_game(running).moment}
        board = self.anna.told("POST", f"/api/games/{running}/whatif", moment, self.anna.seat(running))["id"]
        self.hidden = [running, over, str(board)]

    def again(self, who: Person) -> Person:
        """In a new session: a route may have ended those before."""
        return Person(self.client, who.account, self.client.site.sessions.begin(who.account.id, 2e9))

    def ask(
        self,
        who: Person | None,
        entry: str,
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
        *,
        game: str = "",
    ) -> ClientResponse:
        """A request to a route about the match, with the token of Anna's seat, in a session of its own."""
        method, path = entry.split(" ", 1)
        path = re.sub(r"\{\w+:\w+\}", "1", path.replace("{game:str}", game or self.game))
        data = EXPECTED[entry].body
        if who is None:
            return self.client.ask(method, path, data, self.stolen, headers=headers, body=body)
        cookie = {"cookie": f"__Host-ostfront={self.again(who).session}", **(headers or {})}
        return self.client.ask(method, path, data, self.stolen, headers=cookie, body=body)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with SiteClient(tmp_path_factory.mktemp("site")) as client:
        yield Scene(client)


def entries() -> set[str]:
    return {
        f"{method} {path}"
        for handler in [*OF_TABLES, *ROUTES]
        for path in handler.paths
        for method in handler.http_methods
        if method not in ("HEAD", "OPTIONS")
    }


def changing() -> list[str]:
    return sorted(
        entry for entry in entries() & set(EXPECTED) if not entry.startswith("GET") and entry != AT_ONE_CLICK
    )


def test_every_route_is_in_the_table() -> None:
    assert entries() == set(EXPECTED), "say in tests/network/route_table.py whom a new route is for"


@pytest.mark.parametrize("entry", sorted(EXPECTED))
def test_each_gets_as_far_as_expected(scene: Scene, entry: str) -> None:
    whom = EXPECTED[entry].whom
    for who in (None, scene.guste, scene.carla):
        status = scene.ask(who, entry).status
        assert status not in (405, 500), status
        if whom == "seat":
            assert status == 403, "a stolen token opens no seat"
        elif whom in ("member", "player") and who is None:
            assert status == 401
        elif whom == "player":
            assert status in (400, 403, 404, 409)
        else:
            assert status != 401


@pytest.mark.parametrize("entry", sorted(one for one in EXPECTED if one.split(" ")[1].startswith(OF_A_GAME)))
def test_a_game_that_nobody_may_watch_is_none_to_others(scene: Scene, entry: str) -> None:
    """Over every route that names a game: the same answer as for an id that no game has."""
    for who in (None, scene.guste, scene.carla):
        for headers in ({}, {"watch-seat": "German"}, {"seat-token": ""}, {"seat-token": "x"}):
            expected = scene.ask(who, entry, headers, game=UNKNOWN)
            assert expected.status in (401, 404)
            for game in scene.hidden:
                answer = scene.ask(who, entry, headers, game=game)
                assert answer.status == expected.status
                assert answer.body == expected.body.replace(UNKNOWN.encode(), game.encode())


def test_its_players_are_shown_it(scene: Scene) -> None:
    anna = scene.again(scene.anna)
    for game in scene.hidden:
        assert anna.ask("GET", f"/api/games/{game}/view", token=scene.anna.seat(game)).status == 200


def test_a_report_does_not_tell_whether_there_is_such_a_game(scene: Scene) -> None:
    carla = scene.again(scene.carla)
    for game in (*scene.hidden, UNKNOWN):
        told = {"name": "Boris", "game": game, "text": "Who plays there?"}
        assert carla.ask("POST", "/api/reports", told).status == 404
    assert scene.again(scene.anna).ask("POST", "/api/reports", {**told, "game": scene.hidden[0]}).status < 300


@pytest.mark.parametrize("entry", sorted(one for one, expected in EXPECTED.items() if expected.whom == "seat"))
def test_the_player_of_the_seat_gets_further(scene: Scene, entry: str) -> None:
    assert scene.ask(scene.anna, entry).status not in (401, 403)


@pytest.mark.parametrize("entry", changing())
def test_no_other_site_changes_anything(scene: Scene, entry: str) -> None:
    for headers in FOREIGN:
        answer = scene.ask(scene.anna, entry, headers)
        assert answer.status == 403 and answer.json["error"]["kind"] == "origin", headers


@pytest.mark.parametrize("entry", [one for one in changing() if not one.startswith("DELETE")])
def test_a_form_of_another_site_is_no_request(scene: Scene, entry: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert scene.ask(scene.anna, entry, {"content-type": kind}).status == 400


@pytest.mark.parametrize("entry", [one for one in changing() if EXPECTED[one].body])
def test_a_body_has_an_end(scene: Scene, entry: str) -> None:
    answer = scene.ask(scene.anna, entry, body=b'{"text": "' + b"x" * 1_000_000 + b'"}')
    assert answer.status == 413 and len(answer.body) < 500


@pytest.mark.parametrize("entry", [one for one in changing() if EXPECTED[one].body])
def test_a_body_that_cannot_be_read_is_refused(scene: Scene, entry: str) -> None:
    for body in (b"", b"{", b"[" * 5000, b"null", b'{"no such field": 1}', b"\xff"):
        assert scene.ask(scene.anna, entry, body=body).status in (400, 422)


def test_no_secret_is_part_of_a_path() -> None:
    """Paths end up in logs. That of unsubscribing is an address for mail programs, and good for nothing else."""
    for entry in entries() - {AT_ONE_CLICK, AT_ONE_CLICK.replace("POST", "GET")}:
        assert not re.search(r"\{(token|secret|key|link|password)", entry), entry
