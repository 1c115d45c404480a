"""Starting the server: one process for the page and the games, and the computer players beside it."""

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
from ostfront.server.connections import Connection
from ostfront.server.database import data_folder
from ostfront.server.game_library import GameLibrary
from ostfront.server.jobs import JobRunner
from ostfront.server.key_file import keep_private
from ostfront.server.predraw import rules_to_draw

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
    folder_lock = _lock_folder(folder)
    library = GameLibrary(folder)
    runner = JobRunner(library)
    try:
        app = make_app(library, hosts(port), static)
        runner.start()
        address = f"http://{ADDRESS}:{port}/open?key={library.key}"
        server = _Server(_config(app), library)
        announcing = (server, library, address, static is not None, browser, say)
        Thread(target=_announce, args=announcing, daemon=True).start()
        server.run(sockets=[listener])
    finally:
        runner.stop()
        library.close()
        folder_lock.close()
        listener.close()


class _Server(uvicorn.Server):
    """Answers waiting requests when it is told to stop."""

    def __init__(self, config: uvicorn.Config, library: GameLibrary) -> None:
        super().__init__(config)
        self.library = library

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.library.end_waiting()
        super().handle_exit(sig, frame)


def _lock_folder(folder: Path) -> sqlite3.Connection:
    """One server per data folder. The lock ends with its process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    keep_private(folder / "lock")
    lock = sqlite3.connect(folder / "lock", timeout=0.5, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise OstfrontError(f"Another table is using {folder}; close it, or choose another --data-folder.") from None
    return lock


def _listen(port: int) -> socket.socket:
    """Take the port before anything else is done."""
    # asyncio sends small responses at once only over sockets that are marked as TCP
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
    except OSError as wrong:
        listener.close()
        reason = wrong.strerror or str(wrong)
        raise OstfrontError(
            f"Port {port} is not available ({reason}). Is a table already open? Choose another with --port."
        ) from None
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
        http=Connection,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )


def _announce(
    server: uvicorn.Server, library: GameLibrary, address: str, draw: bool, browser: bool, say: Callable[[str], None]
) -> None:
    """When the server is up: draw maps that were never drawn, say where the table is, open it."""
    start = monotonic()
    while not server.started and monotonic() - start < 30:
        sleep(0.02)
    say(f"The table is open at {address}")
    say(f"Games are saved in {library.folder}. Press Ctrl-C to stop.")
    for rules in rules_to_draw() if draw else ():
        if not library.pictures.ready(rules):
            say(f"Drawing the map of {rules.info.title} (first start only) ...")
            library.pictures.svg(rules)
    if browser:
        webbrowser.open(address)
