"""A table shared in the local network: links to seats, and how far a guest gets."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from ostfront.server import file_routes, library_routes, note_routes, seat_routes, sharing_routes
from ostfront.server.local_client import HOST, ClientResponse, LocalClient
from ostfront.server.names import clean_name
from ostfront.server.table_door import GUEST_COOKIE, cookie_name

SHARED = "127.0.0.2:1941"  # stands for an address in the local network
ORDER = {
    "game": "victory-denied", "scenario": "", "options": {},
    "seats": [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "guest"}],
}  # fmt: skip


class Guest:
    """A browser in the local network."""

    def __init__(self, client: LocalClient) -> None:
        self.client = client
        self.token = ""

    def ask(self, method: str, path: str, data: Any = None, token: str = "", **headers: str) -> ClientResponse:
        cookie = f"{cookie_name(SHARED, GUEST_COOKIE)}={self.token}" if self.token else ""
        usual = {"host": SHARED, "origin": f"http://{SHARED}", "cookie": cookie}
        return self.client.ask(method, path, data, token, headers={**usual, **headers})

    def join(self, link: str, name: str = "Boris") -> ClientResponse:
        game, invitation = link.split("/")[-2:]
        answer = self.ask("POST", "/api/join", {"game": game, "invitation": invitation, "name": name})
        if answer.status == 200:
            found = re.match(rf"{cookie_name(SHARED, GUEST_COOKIE)}=([^;]+); Path=/api/games/{game}; HttpOnly",
                             answer.headers["set-cookie"])  # fmt: skip
            assert found
            self.token = found[1]
        return answer


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path, shared=[SHARED]) as client:
        yield client


@pytest.fixture
def guest(client: LocalClient) -> Guest:
    return Guest(client)


def new_game(client: LocalClient) -> Any:
    answer = client.ask("POST", "/api/games", ORDER)
    assert answer.status == 201, answer.body
    return answer.json


def links(client: LocalClient, game: str) -> dict[str, Any]:
    found = client.ask("GET", f"/api/games/{game}/invitations").json
    return {one["seat"]: one for one in found["invitations"]}


def test_a_guest_takes_a_seat_by_its_link_and_plays_it(client: LocalClient, guest: Guest) -> None:
    game = new_game(client)
    assert [seat["token"] != "" for seat in game["seats"]] == [True, False]
    invited = links(client, game["id"])["Soviet"]
    assert invited["link"].startswith(f"http://{SHARED}/#/join/{game['id']}/") and not invited["taken"]
    assert len(invited["code"]) == len(invited["code"][0]) >= 21
    joined = guest.join(invited["link"])
    assert (joined.status, joined.json) == (200, {"game": game["id"], "seat": "Soviet"})

    summary = guest.ask("GET", f"/api/games/{game['id']}").json
    assert [seat["token"] for seat in summary["seats"]] == ["", guest.token]
    assert [seat["name"] for seat in summary["seats"]] == ["", "Boris"]
    view = guest.ask("GET", f"/api/games/{game['id']}/view", token=guest.token).json
    assert view["seat"] == "Soviet" and view["asked"]
    group = next(one for one in view["asked"][0]["groups"] if one["targets"])
    draft = {"after": view["draft"]["after"], "actions": [f"{group['verb']} {group['targets'][0]}"]}
    played = guest.ask("PUT", f"/api/games/{game['id']}/draft", draft, token=guest.token)
    assert played.status == 200 and played.json["draft"]["actions"] == draft["actions"]


def test_a_link_works_once_and_the_owner_never_gets_the_token(client: LocalClient, guest: Guest) -> None:
    game = new_game(client)
    link = links(client, game["id"])["Soviet"]["link"]
    assert guest.join(link).status == 200
    again = Guest(client).join(link)
    assert again.status == 403 and "used or withdrawn" in again.json["error"]["message"]
    for path in ("/api/games", f"/api/games/{game['id']}", f"/api/games/{game['id']}/invitations"):
        assert guest.token not in client.ask("GET", path).body.decode()
    assert links(client, game["id"])["Soviet"] == {
        "seat": "Soviet", "name": "Boris", "taken": True, "link": "", "code": [],
    }  # fmt: skip


def test_an_invitation_is_not_a_token(client: LocalClient, guest: Guest) -> None:
    game = new_game(client)
    guest.token = links(client, game["id"])["Soviet"]["link"].split("/")[-1]
    assert guest.ask("GET", f"/api/games/{game['id']}").status == 403
    assert guest.ask("GET", f"/api/games/{game['id']}/view", token=guest.token).status == 403


def test_a_new_link_shuts_the_old_guest_out_and_the_seat_can_be_taken_back(client: LocalClient, guest: Guest) -> None:
    game = new_game(client)
    path = f"/api/games/{game['id']}"
    guest.join(links(client, game["id"])["Soviet"]["link"])
    renewed = client.ask("POST", f"{path}/invitations", {"seat": "Soviet"}).json["invitations"][0]
    assert not renewed["taken"] and guest.ask("GET", f"{path}/view", token=guest.token).status == 403
    other = Guest(client)
    assert other.join(renewed["link"]).status == 200
    assert client.ask("DELETE", f"{path}/invitations/Soviet").json["invitations"] == []
    assert other.ask("GET", path).status == 403
    seats = client.ask("GET", path).json["seats"]
    assert seats[1]["player"] == "friend" and seats[1]["token"]
    assert client.ask("GET", f"{path}/view", token=seats[1]["token"]).status == 200


def test_a_guest_is_kept_when_the_table_is_opened_again(tmp_path: Path) -> None:
    with LocalClient(tmp_path, shared=[SHARED]) as client:
        game, guest = new_game(client), Guest(client)
        guest.join(links(client, game["id"])["Soviet"]["link"])
    with LocalClient(tmp_path, shared=[SHARED]) as client:
        guest.client = client
        assert guest.ask("GET", f"/api/games/{game['id']}/view", token=guest.token).status == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/games"), ("POST", "/api/games"), ("GET", "/api/catalogue"), ("POST", "/api/import"),
     ("DELETE", "/api/games/{id}"), ("GET", "/api/games/{id}/lines"), ("GET", "/api/games/{id}/invitations"),
     ("POST", "/api/games/{id}/invitations"), ("DELETE", "/api/games/{id}/invitations/Soviet"),
     ("POST", "/api/games/{id}/whatif"), ("GET", "/api/games/{other}"), ("GET", "/api/games/{other}/table"),
     ("GET", "/api/games/{other}/view")],
)  # fmt: skip
def test_a_guest_gets_no_further_than_the_seat(client: LocalClient, guest: Guest, method: str, path: str) -> None:
    game, other = new_game(client), new_game(client)
    guest.join(links(client, game["id"])["Soviet"]["link"])
    bodies = {
        "POST /api/games": ORDER, "POST /api/import": {"text": "x"}, "POST /api/games/{id}/whatif": {"moment": 0},
        "POST /api/games/{id}/invitations": {"seat": "Soviet"},
    }  # fmt: skip
    answer = guest.ask(method, path.format(id=game["id"], other=other["id"]), bodies.get(f"{method} {path}"),
                       guest.token)  # fmt: skip
    assert answer.status in (401, 403), answer.body
    assert client.ask("GET", f"/api/games/{game['id']}").status == 200


def test_every_route_is_refused_without_a_token_of_the_game(client: LocalClient, guest: Guest) -> None:
    """Also for routes that are added later."""
    game = new_game(client)
    guest.token = "x" * 32
    of_a_game = (library_routes, seat_routes, file_routes, note_routes, sharing_routes)
    for handler in (handler for routes in of_a_game for handler in routes.ROUTES):
        for path in handler.paths:
            if path == "/api/join":
                continue
            filled = re.sub(r"\{(\w+):\w+\}", lambda part: game["id"] if part[1] == "game" else "x", path)
            for method in handler.http_methods:
                answer = guest.ask(method, filled, {}, game["seats"][0]["token"] if "{seat" in path else "x")
                assert answer.status in (400, 401, 403), (method, filled, answer.body)
                assert b"token" not in answer.body or answer.status == 403


def test_another_seat_of_the_same_game_is_out_of_reach(client: LocalClient, guest: Guest) -> None:
    game = new_game(client)
    guest.join(links(client, game["id"])["Soviet"]["link"])
    assert guest.ask("GET", f"/api/games/{game['id']}/view").status == 403
    assert guest.ask("GET", f"/api/games/{game['id']}/view", token="x" * 32).status == 403


def test_the_key_is_not_accepted_at_the_shared_address(client: LocalClient, guest: Guest) -> None:
    key = client.library.key
    assert guest.ask("GET", "/api/games", authorization=f"Bearer {key}").status == 401
    assert guest.ask("GET", "/api/games", cookie=f"{cookie_name(SHARED)}={key}").status == 401
    assert "set-cookie" not in guest.ask("GET", f"/open?key={key}").headers
    assert client.ask("GET", "/api/games", headers={"authorization": f"Bearer {key}", "host": HOST}).status == 200


def test_a_guest_of_another_site_is_refused(client: LocalClient, guest: Guest) -> None:
    game = new_game(client)
    guest.join(links(client, game["id"])["Soviet"]["link"])
    path = f"/api/games/{game['id']}/concede"
    assert guest.ask("POST", path, {}, guest.token, origin="http://elsewhere.example").status == 403
    assert guest.ask("POST", path, {}, guest.token, origin="").status == 403


def test_a_table_that_is_not_shared_says_so(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = new_game(client)
        answer = client.ask("POST", f"/api/games/{game['id']}/invitations", {"seat": "Soviet"})
        assert answer.status == 409 and "--share" in answer.json["error"]["message"]
        told = client.ask("GET", f"/api/games/{game['id']}/invitations").json
        assert told["address"] == "" and told["invitations"][0]["link"] == ""


def test_the_computer_and_unknown_seats_are_not_given_away(client: LocalClient) -> None:
    seats = [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "computer", "level": "random"}]
    game = client.ask("POST", "/api/games", {**ORDER, "seats": seats}).json
    path = f"/api/games/{game['id']}/invitations"
    assert client.ask("POST", path, {"seat": "Soviet"}).status == 409
    assert client.ask("POST", path, {"seat": "Romanian"}).status == 404
    assert client.ask("DELETE", f"{path}/German").status == 409


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna  B. ", "Anna B."),
        ("a\x00b\nc", "a b c"),
        ("\u202eevil\u2066", "evil"),
        ("\u200b", ""),
        ("é" * 90, "é" * 80),
    ],
)
def test_names_have_no_invisible_characters(given: str, kept: str) -> None:
    assert clean_name(given) == kept


def test_the_real_server_listens_at_both_addresses(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ostfront.cli", "play", "--port", "0", "--no-browser", "--no-page", "--share"]
    command += ["--address", "127.0.0.2", "--data-folder", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1)
    try:
        assert process.stdout is not None
        own = re.search(r"(http://127\.0\.0\.1:\d+)/open\?key=(\S+)", process.stdout.readline())
        told = process.stdout.readline()
        shared = re.search(r"shared at (http://127\.0\.0\.2:\d+)\. .* not encrypted", told)
        assert own and shared, told
        with httpx.Client(headers={"Authorization": f"Bearer {own[2]}"}, timeout=30) as owner:
            game = owner.post(f"{own[1]}/api/games", json=ORDER).json()
            link = owner.get(f"{own[1]}/api/games/{game['id']}/invitations").json()["invitations"][0]["link"]
        assert link.startswith(shared[1])
        with httpx.Client(headers={"Origin": shared[1]}, timeout=30) as browser:
            body = {"game": game["id"], "invitation": link.split("/")[-1]}
            assert browser.post(f"{shared[1]}/api/join", json=body).status_code == 200
            seats = browser.get(f"{shared[1]}/api/games/{game['id']}").json()["seats"]
            view = browser.get(f"{shared[1]}/api/games/{game['id']}/view", headers={"Seat-Token": seats[1]["token"]})
            assert msgspec.json.decode(view.content)["seat"] == "Soviet"
            assert browser.get(f"{shared[1]}/api/games").status_code == 401
    finally:
        process.terminate()
        process.wait(20)
