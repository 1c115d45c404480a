"""Starting the table: one process that serves the page and the games, and the computer players beside it."""

from __future__ import annotations

import socket
import sqlite3
import webbrowser
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from types import FrameType

import uvicorn

from ostfront.core.errors import OstfrontError
from ostfront.server.app import STATIC, hosts, make_app
from ostfront.server.database import data_folder
from ostfront.server.house import House
from ostfront.server.jobs import Worker
from ostfront.server.ready import with_table

ADDRESS = "127.0.0.1"
PORT = 1941


def serve(
    port: int = PORT,
    folder: Path | None = None,
    *,
    browser: bool = True,
    static: Path | None = STATIC,
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted. Port 0 takes a free one."""
    folder = folder or data_folder()
    listener = _listen(port)
    port = listener.getsockname()[1]
    alone = _alone(folder)
    house = House(folder)
    worker = Worker(house)
    try:
        app = make_app(house, hosts(port), static)
        worker.start()
        address = f"http://{ADDRESS}:{port}/open?key={house.key}"
        server = _Server(_config(app), house)
        Thread(target=_welcome, args=(server, house, address, static is not None, browser, say), daemon=True).start()
        server.run(sockets=[listener])
    finally:
        worker.stop()
        house.close()
        alone.close()
        listener.close()


class _Server(uvicorn.Server):
    """Lets waiting pages go when it is told to stop."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.house.dismiss()
        super().handle_exit(sig, frame)


def _alone(folder: Path) -> sqlite3.Connection:
    """A data folder has one table at a time. The lock of a file ends with its process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = sqlite3.connect(folder / "lock", timeout=0.5, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise OstfrontError(f"Another table uses {folder}; close it, or choose a --data-folder.") from None
    return lock


def _listen(port: int) -> socket.socket:
    """The port is ours before anything else is done."""
    # asyncio sends small answers at once only over sockets that say they are TCP
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
    except OSError as wrong:
        listener.close()
        reason = wrong.strerror or str(wrong)
        raise OstfrontError(f"Port {port} cannot be used ({reason}); is a table open already? Try --port.") from None
    listener.listen(128)
    return listener


def _config(app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        limit_concurrency=200,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )


def _welcome(
    server: uvicorn.Server, house: House, address: str, draw: bool, browser: bool, say: Callable[[str], None]
) -> None:
    """When the server is up: draw maps that were never drawn, say where the table is, open it."""
    start = monotonic()
    while not server.started and monotonic() - start < 30:
        sleep(0.02)
    say(f"The table is open at {address}")
    say(f"Games are kept in {house.folder}. Stop with Ctrl-C.")
    for rules in with_table() if draw else ():
        if not house.pictures.ready(rules):
            say(f"Drawing the map of {rules.info.title}, once ...")
            house.pictures.svg(rules)
    if browser:
        webbrowser.open(address)
