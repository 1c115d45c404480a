"""Starting the server: one process for the page and the games, and the computer players beside it."""

from __future__ import annotations

import gc
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Thread, Timer, current_thread, main_thread
from time import monotonic, sleep
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from ostfront.core.errors import OstfrontError
from ostfront.server.app import STATIC, hosts, make_app
from ostfront.server.connections import MOST_CONNECTIONS, Connection
from ostfront.server.database import FILE, data_folder, database_name
from ostfront.server.database_file import in_one_sentence, lock_folder
from ostfront.server.game_library import GameLibrary
from ostfront.server.jobs import JobRunner
from ostfront.server.predraw import rules_to_draw
from ostfront.server.sharing import EXPOSED

ADDRESS = "127.0.0.1"
PORT = 1941
STOP_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
]


def serve(
    port: int = PORT,
    folder: Path | None = None,
    *,
    browser: bool = True,
    static: Path | None = STATIC,
    share: str = "",
    database: str = "",
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted. Port 0 takes a free one.

    `share` is the address in the local network for guests, `database` that of a PostgreSQL which has the games in
    place of the folder; several servers can use it at once.
    """
    folder = folder or data_folder()
    with ExitStack() as open_things:
        listener = open_things.enter_context(closing(take_port(ADDRESS, port)))
        port = listener.getsockname()[1]
        listeners, shared = [listener], ""
        if share:
            listeners.append(open_things.enter_context(closing(take_port(share, port))))
            shared = f"{share}:{port}"
        open_things.enter_context(closing(lock_folder(folder)))
        library = open_library(folder, database, open_things)
        library.shared_at = f"http://{shared}" if shared else ""
        app = make_app(library, hosts(port), static, shared_names=[shared] if shared else [])
        runner = JobRunner(library)
        open_things.callback(runner.stop)
        with in_one_sentence(folder / FILE):
            runner.start()
        address = f"http://{ADDRESS}:{port}/open?key={library.key}"
        server = TableServer(uvicorn_config(app), library)
        announcing = (server, library, address, static is not None, browser, say)
        Thread(target=_announce, args=announcing, daemon=True).start()
        server.run(sockets=listeners)
    if server.interrupted:
        raise KeyboardInterrupt


def open_library(folder: Path, database: str, open_things: ExitStack) -> GameLibrary:
    if not database:
        library = GameLibrary(folder)
        open_things.callback(library.close)
        return library
    try:
        from ostfront.server import database_server
        from ostfront.server.database_listener import DatabaseListener
    except ImportError as missing:
        raise OstfrontError(f'PostgreSQL needs {missing.name}: pip install "ostfront[server]".') from None
    library = GameLibrary(folder, database_server.connect(database))
    open_things.callback(library.close)
    listener = DatabaseListener(library.engine, library.heard)
    open_things.callback(listener.stop)
    listener.start()
    return library


class TableServer(uvicorn.Server):
    """Ends when it is told to stop, and leaves it to its caller to close the rest.

    With a `farewell` of some seconds it goes on that long, but is not ready any more: time for a proxy to send people
    elsewhere. Caddy loses a request with a body if it finds the port closed.
    """

    def __init__(self, config: uvicorn.Config, library: GameLibrary, farewell: float = 0.0) -> None:
        super().__init__(config)
        self.library = library
        self.farewell = farewell
        self.interrupted = False

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Unlike uvicorn's, which repeats the signal afterwards: that would end the process on the spot."""
        if current_thread() is not main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self.handle_exit) for sig in STOP_SIGNALS}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.interrupted = self.interrupted or sig == signal.SIGINT
        if self.farewell and self.started and sig == signal.SIGTERM and not self.library.leaving:
            self.library.leaving = True
            later = Timer(self.farewell, self._exit, (sig, frame))
            later.daemon = True
            later.start()
        else:
            self._exit(sig, frame)

    def _exit(self, sig: int, frame: FrameType | None) -> None:
        self.library.end_waiting()
        super().handle_exit(sig, frame)


def take_port(address: str, port: int) -> socket.socket:
    """Take the port before anything else is done."""
    try:
        return listen(address, port)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        if address != ADDRESS:
            raise OstfrontError(f"The table cannot be shared at {address}, port {port}: {reason}.") from None
        raise OstfrontError(
            f"Port {port} is not available ({reason}). Is a table already open? Choose another with --port."
        ) from None


def listen(address: str, port: int, waiting: int = 128) -> socket.socket:
    """`waiting` is how many may wait to be connected."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # asyncio sends small responses at once only over sockets that are marked as TCP
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
    except OSError:
        listener.close()
        raise
    listener.listen(waiting)
    return listener


def uvicorn_config(
    app: object, most_connections: int = MOST_CONNECTIONS, log_config: dict[str, Any] | None = LOGGING_CONFIG
) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        log_config=log_config,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        http=partial(Connection, most=most_connections),  # type: ignore[arg-type]
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
    if library.shared_at:
        say(f"It is shared at {library.shared_at}. {EXPOSED}")
    where = database_name(library.engine) or library.folder
    say(f"Games are saved in {where}. Press Ctrl-C to stop.")
    for rules in rules_to_draw() if draw else ():
        if not library.pictures.ready(rules):
            say(f"Drawing the map of {rules.info.title} (first start only) ...")
            try:
                library.pictures.svg(rules)
            except OSError as wrong:
                say(f"The map cannot be saved: {wrong.strerror or wrong}.")
    set_apart()
    if browser:
        webbrowser.open(address)


def set_apart() -> None:
    """What has been loaded by now stays: the collector need not go through it again, while a click waits."""
    gc.collect()
    gc.freeze()
