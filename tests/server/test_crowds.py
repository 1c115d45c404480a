"""Idle and slow visitors do not silence the table."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx
import pytest

from ostfront.server import connections
from ostfront.server.local_client import actions_of
from ostfront.server.player_process import PlayerProcess
from ostfront.server.table_door import TableDoor
from server.crowded import CrowdedTable, heard, until

HANGS = (sys.executable, "-c", "import time; time.sleep(600)")
HALF_A_HEAD = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:"
BUSY = "Too many hints at once; try again in a moment."
SEATS = [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "friend"}]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[CrowdedTable]:
    with CrowdedTable(tmp_path) as table:
        yield table


def test_idle_connections(table: CrowdedTable) -> None:
    for _ in range(250):
        table.connect()
    assert (table.ask("/api/health"), table.ask("/api/games")) == (200, 200)


def test_heads_that_never_end(table: CrowdedTable) -> None:
    for _ in range(250):
        table.connect(HALF_A_HEAD)
    assert (table.ask("/api/health"), table.ask("/api/games")) == (200, 200)


@pytest.mark.parametrize("actions", [15, pytest.param(600, marks=pytest.mark.soak)])
def test_a_game_among_idle_visitors(table: CrowdedTable, actions: int) -> None:
    """Two hundred wait in silence, others come and go; the two who play notice nothing."""
    random = Random(actions)
    for number in range(200):
        table.connect(HALF_A_HEAD if number % 2 else b"")
    with table.client() as client:
        made = client.post("/api/games", json={"game": "victory-denied", "seats": SEATS}).json()
        tokens = [seat["token"] for seat in made["seats"]]
        played = 0
        while played < actions:
            for token in tokens:
                path, headers = f"/api/games/{made['id']}", {"Seat-Token": token}
                view = client.get(f"{path}/view", headers=headers).json()
                if view["result"] is not None:
                    return
                if view["asked"]:
                    draft = [*view["draft"]["actions"], random.choice(actions_of(view))]
                    answer = client.put(
                        f"{path}/draft", json={"after": view["draft"]["after"], "actions": draft}, headers=headers
                    )
                    assert answer.status_code == 200, answer.text[:300]
                    played += 1
            for _ in range(5):
                table.connect(random.choice((b"", HALF_A_HEAD, b"\x16\x03\x01 no HTTP\r\n\r\n")))
            if len(table.sockets) > 400:  # of ours; the server has closed them long ago
                for one in table.sockets[:200]:
                    one.close()
                del table.sockets[:200]


def test_slow_hints(table: CrowdedTable) -> None:
    """Whoever waits for a hint keeps nobody else waiting; too many are told to come again."""
    table.library.hint_players = PlayerProcess(time_limit=60, command=HANGS)
    with table.client() as client, ThreadPoolExecutor(12) as visitors:
        made = client.post("/api/games", json={"game": "victory-denied", "seats": SEATS}).json()
        headers = {"Seat-Token": made["seats"][1]["token"]}

        def hint(_: int) -> httpx.Response:
            with table.client() as other:
                return other.post(f"/api/games/{made['id']}/hint", json={}, headers=headers)

        waiting = [visitors.submit(hint, n) for n in range(12)]
        try:
            until(lambda: sum(one.done() for one in waiting) == 2)  # the rest waits in the pool
            assert client.get("/api/health", timeout=5).status_code == 200
            assert client.get(f"/api/games/{made['id']}/view", headers=headers, timeout=5).status_code == 200
        finally:
            table.library.hint_players.close()
        told = [one.result().json()["error"] for one in waiting]
        assert [one["message"] for one in told if one["kind"] == "busy"] == [BUSY] * 2


def test_requests_that_never_arrive(table: CrowdedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    head = (
        f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nAuthorization: Bearer {table.library.key}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    assert b"408" in heard(table.connect(head.encode()))
    assert heard(table.connect(HALF_A_HEAD)) == b""


def test_too_many_requests(table: CrowdedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableDoor, "most_requests", 5)
    with table.client() as client, ThreadPoolExecutor(5) as visitors:
        made = client.post("/api/games", json={"game": "victory-denied", "seats": SEATS}).json()
        path, headers = f"/api/games/{made['id']}", {"Seat-Token": made["seats"][0]["token"]}
        etag = client.get(f"{path}/view", headers=headers).json()["etag"]

        def wait(_: int) -> int:
            with table.client() as other:
                return other.get(f"{path}/changes?etag={etag}&wait=30", headers=headers, timeout=60).status_code

        waiting = [visitors.submit(wait, n) for n in range(5)]
        until(lambda: len(table.server.server_state.tasks) == 5)
        refused = client.get("/api/games")
        assert (refused.status_code, refused.json()["error"]["kind"]) == (503, "busy")
        assert client.get("/api/health").status_code == 200
        table.library.end_waiting()
        assert [one.result() for one in waiting] == [200] * 5
        assert client.get("/api/games").status_code == 200


def test_somebody_who_does_not_read(table: CrowdedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKE_SECONDS", 0.2)
    table.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # what is not read is not swallowed either
    head = f"GET /api/catalogue/kiev-41.svg HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n"
    deaf = table.connect(f"{head}Authorization: Bearer {table.library.key}\r\n\r\n".encode())
    assert deaf.recv(1)
    until(lambda: not table.server.server_state.connections)
