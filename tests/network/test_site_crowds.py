"""Many, slow, idle and oversized visitors do not silence a site."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from time import time
from typing import Any

import httpx
import pytest
import uvicorn

from ostfront.network.accounts import Accounts
from ostfront.network.app import make_site
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.observing import Observed
from ostfront.network.sessions import Sessions
from ostfront.network.settings import Settings
from ostfront.network.site import Site
from ostfront.network.site_door import cookie_name
from ostfront.network.terms import Terms
from ostfront.server import connections, launch
from ostfront.server.game_library import GameLibrary
from ostfront.server.local_client import actions_of
from server.crowded import heard, until

CONNECTED = 1000
WAITING = 400


class CrowdedSite:
    """A site behind a real socket of the loopback address, in this process, so that its limits can be set."""

    def __init__(self, folder: Path) -> None:
        self.listener = launch.listen("127.0.0.1", 0, waiting=1024)
        self.place = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.settings = Settings(public_url=f"http://{self.place}", access_log=False)
        self.library = GameLibrary(folder)
        site = Site(self.settings, self.library)
        app = Observed(make_site(site, None), access_log=False)
        self.server = uvicorn.Server(launch.uvicorn_config(app, self.settings.connections))
        self.thread = Thread(target=self.server.run, args=([self.listener],), daemon=True)
        self.sockets: list[socket.socket] = []
        names = [seat.name for seat in rules_of(Terms(game="victory-denied")).seats]
        people = [Accounts(self.library.store).add(name, time()) for name in ("Anna", "Boris")]
        players = [Player(name, account) for name, account in zip(names, people, strict=True)]
        self.game = begin(self.library, Terms(game="victory-denied"), players).id
        self.sessions = [Sessions(self.library.store).begin(account.id, time()) for account in people]

    def __enter__(self) -> CrowdedSite:
        self.thread.start()
        until(lambda: self.server.started)
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.sockets:
            one.close()
        self.library.end_waiting()
        self.server.should_exit = True
        self.thread.join(30)
        self.library.close()
        self.listener.close()
        assert not self.thread.is_alive()

    def connect(self, sends: str = "") -> socket.socket:
        """Somebody who connects, says this, and waits."""
        host, _, port = self.place.partition(":")
        made = socket.create_connection((host, int(port)), timeout=60)
        self.sockets.append(made)
        made.sendall(sends.encode())
        return made

    def head(self, method: str, path: str, who: int, *more: str) -> str:
        """The head of a request of Anna or Boris."""
        cookie = f"Cookie: {cookie_name(self.settings)}={self.sessions[who]}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.place}", f"Origin: http://{self.place}", cookie, *more]
        return "\r\n".join([*lines, "", ""])

    def client(self, who: int) -> httpx.Client:
        cookie = f"{cookie_name(self.settings)}={self.sessions[who]}"
        headers = {"cookie": cookie, "origin": f"http://{self.place}"}
        return httpx.Client(base_url=f"http://{self.place}", headers=headers, timeout=60)

    def seat(self, who: int) -> tuple[str, Any]:
        """The token of a seat, and its view."""
        with self.client(who) as client:
            path = f"/api/games/{self.game}"
            token = next(one["token"] for one in client.get(path).json()["seats"] if one["token"])
            return token, client.get(f"{path}/view", headers={"seat-token": token}).json()

    def click(self) -> None:
        """One action of whoever is asked."""
        for who in (0, 1):
            token, view = self.seat(who)
            if view["asked"]:
                draft = {"after": view["draft"]["after"], "actions": [Random(1).choice(actions_of(view))]}
                with self.client(who) as client:
                    path = f"/api/games/{self.game}/draft"
                    assert client.put(path, json=draft, headers={"seat-token": token}).status_code == 200
                return


@pytest.fixture
def site(tmp_path: Path) -> Iterator[CrowdedSite]:
    with CrowdedSite(tmp_path) as site:
        yield site


def test_a_thousand_are_connected_and_two_play(site: CrowdedSite) -> None:
    half = f"GET /api/health HTTP/1.1\r\nHost: {site.place}"
    for number in range(CONNECTED):
        site.connect(half if number % 2 else "")
    until(lambda: len(site.server.server_state.connections) >= CONNECTED)
    site.click()
    assert len(site.server.server_state.connections) >= CONNECTED, "none of them was sent away for it"


def test_more_than_there_may_be_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with CrowdedSite(tmp_path) as site:
        site.server.config.http_protocol_class.keywords["most"] = 50  # type: ignore[attr-defined]
        for _ in range(120):
            site.connect()
        site.click()
        assert len(site.server.server_state.connections) <= 51


def test_hundreds_wait_for_one_game_and_all_are_told(site: CrowdedSite) -> None:
    who = next(who for who in (0, 1) if site.seat(who)[1]["asked"])
    token, view = site.seat(who)
    path = f"/api/games/{site.game}/changes?etag={view['etag']}&wait=30"
    for _ in range(WAITING):
        site.connect(site.head("GET", path, who, f"Seat-Token: {token}"))
    live = site.library.live_game(site.game)
    until(lambda: len(live._listeners) == WAITING)
    site.click()
    for one in site.sockets:
        answer = one.recv(65536)
        while b"}" not in answer:
            answer += one.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200") and b'"changed":true' in answer, answer


def test_requests_that_never_arrive(site: CrowdedSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    token, _ = site.seat(0)
    more = ("Content-Type: application/json", "Content-Length: 1000", f"Seat-Token: {token}")
    head = site.head("PUT", f"/api/games/{site.game}/draft", 0, *more)
    assert b"408" in heard(site.connect(head + "{"))
    assert heard(site.connect("GET /api/health HTTP/1.1\r\nHost: ")) == b""


@pytest.mark.parametrize("size", [70_000, 10_000_000])
def test_bodies_that_are_too_large(site: CrowdedSite, size: int) -> None:
    """Also those that do not say so before."""
    token, _ = site.seat(0)

    def body() -> Iterator[bytes]:
        for _ in range(size // 10_000):
            yield b"x" * 10_000

    with site.client(0) as client:
        path, headers = f"/api/games/{site.game}/draft", {"seat-token": token, "content-type": "application/json"}
        assert client.put(path, content=b"x" * 70_000, headers=headers).status_code == 413
        with suppress(httpx.TransportError):  # it did not wait for the rest
            assert client.put(path, content=body(), headers=headers).status_code == 413
        assert client.get("/api/me").status_code == 200


def test_heads_that_are_too_large(site: CrowdedSite) -> None:
    said = heard(site.connect(f"GET /api/me HTTP/1.1\r\nHost: {site.place}\r\nX: {'x' * 200_000}\r\n\r\n"))
    assert said == b"" or said.startswith(b"HTTP/1.1 4")
    site.click()
