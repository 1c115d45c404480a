"""The table behind a real socket of the loopback address, in this process, so that its limits can be set."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import sleep

import httpx
import uvicorn

from ostfront.server import launch
from ostfront.server.app import hosts, make_app
from ostfront.server.game_library import GameLibrary


class CrowdedTable:
    """A server on a free port, and whoever connects to it."""

    def __init__(self, folder: Path) -> None:
        self.listener = launch.take_port("127.0.0.1", 0)
        self.port: int = self.listener.getsockname()[1]
        self.library = GameLibrary(folder)
        self.server = uvicorn.Server(launch.uvicorn_config(make_app(self.library, hosts(self.port), None)))
        self.thread = Thread(target=self.server.run, args=([self.listener],), daemon=True)
        self.sockets: list[socket.socket] = []

    def __enter__(self) -> CrowdedTable:
        self.thread.start()
        while not self.server.started and self.thread.is_alive():
            sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.sockets:
            one.close()
        self.library.end_waiting()
        self.library.hint_players.close()
        self.server.should_exit = True
        self.thread.join(30)
        self.library.close()
        self.listener.close()
        assert not self.thread.is_alive()

    def connect(self, sends: bytes = b"") -> socket.socket:
        """Somebody who connects, says this, and waits."""
        made = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        self.sockets.append(made)
        made.sendall(sends)
        return made

    def client(self) -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.library.key}"}
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=headers, timeout=30)

    def ask(self, path: str) -> int:
        """The status of an answer to somebody new."""
        with self.client() as client:
            return client.get(path).status_code


def until(happened: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    for _ in range(3000):
        if happened():
            return
        sleep(0.01)
    raise AssertionError("It did not happen.")


def heard(one: socket.socket) -> bytes:
    """Everything the server says before it closes the connection."""
    found = b""
    while True:
        try:
            more = one.recv(65536)
        except ConnectionResetError:
            return found
        if not more:
            return found
        found += more
