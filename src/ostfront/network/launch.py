"""Starting a site: the server of its page and its games, and the computer players beside it or in a worker."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import sleep, time

import uvicorn

from ostfront import games
from ostfront.core.errors import OstfrontError
from ostfront.network import logs
from ostfront.network.app import make_site
from ostfront.network.facts import note_letters
from ostfront.network.keeper import Chore, Keeper
from ostfront.network.metrics import Metrics, answering
from ostfront.network.observing import Observed
from ostfront.network.settings import Settings
from ostfront.network.site import Site
from ostfront.server.app import STATIC
from ostfront.server.database import FILE, data_folder
from ostfront.server.database_file import in_one_sentence, lock_folder
from ostfront.server.game_library import GameLibrary
from ostfront.server.jobs import JobRunner
from ostfront.server.launch import STOP_SIGNALS, TableServer, listen, open_library, set_apart, uvicorn_config

FAREWELL = 3.0  # seconds after SIGTERM in which a proxy finds out; it asks more often, see deploy/Caddyfile


def serve_site(settings: Settings, *, static: Path | None = STATIC, say: Callable[[str], None] = print) -> None:
    """Serve until interrupted."""
    logs.set_up(settings.logs)
    folder = Path(settings.data_folder) if settings.data_folder else data_folder()
    with ExitStack() as open_things:
        listener = open_things.enter_context(closing(_take_port(settings)))
        if not settings.database:  # one server has the file to itself
            open_things.enter_context(closing(lock_folder(folder)))
        library = open_library(folder, settings.database, open_things)
        library.games_in_memory = settings.games_in_memory
        site = Site(settings, library)
        metrics = _figures(settings, library, open_things)
        if settings.players == "here":
            with in_one_sentence(folder / FILE):
                start_players(library, settings.thinking, open_things)
        note_letters(site.store, settings)
        site.clocks.make_up(time())  # before anybody moves
        _start_keeper(site, site.chores(), open_things)
        app = Observed(make_site(site, static), metrics, access_log=settings.access_log)
        config = uvicorn_config(app, settings.connections, log_config=None)
        server = TableServer(config, library, farewell=FAREWELL if settings.proxies else 0.0)
        Thread(target=_announce, args=(server, settings, say), daemon=True).start()
        server.run(sockets=[listener])
    if server.interrupted:
        raise KeyboardInterrupt


def run_worker(settings: Settings, *, say: Callable[[str], None] = print) -> None:
    """Play for the computer, and do the chores of the site but for its clocks, until interrupted.

    Without the address of the site only the computer plays: the chores write letters with links in them.
    """
    if not settings.database:
        raise OstfrontError("A worker needs PostgreSQL: set database to postgresql://USER@HOST/NAME.")
    logs.set_up(settings.logs)
    stop, interrupted = Event(), Event()

    def end(sig: int, _frame: object) -> None:
        if sig == signal.SIGINT:
            interrupted.set()
        stop.set()

    before = {sig: signal.signal(sig, end) for sig in STOP_SIGNALS}
    try:
        with ExitStack() as open_things:
            folder = settings.data_folder or open_things.enter_context(TemporaryDirectory(prefix="ostfront-worker-"))
            library = open_library(Path(folder), settings.database, open_things)
            _figures(settings, library, open_things)
            site = Site(settings, library)  # it follows what the computer plays
            start_players(library, settings.thinking, open_things)
            if settings.public_url:
                _start_keeper(site, site.chores(worker=True), open_things)
            say("The worker is ready.")
            stop.wait()
            library.end_waiting()
    finally:
        for sig, handler in before.items():
            signal.signal(sig, handler)
    if interrupted.is_set():
        raise KeyboardInterrupt


def start_players(library: GameLibrary, count: int, open_things: ExitStack) -> None:
    """So many computer players, who think at the same time; stopped, they give back what they have not finished."""
    runners = [JobRunner(library, hints=False) for _ in range(count)]
    for runner in runners:
        open_things.callback(runner.stop)
    for number, runner in enumerate(runners):
        runner.start(first=number == 0)

    def wake() -> None:
        for runner in runners:
            runner.wake()

    library.on_computer_turn = wake


def _start_keeper(site: Site, chores: list[Chore], open_things: ExitStack) -> None:
    keeper = Keeper(chores)
    for worker in (keeper, site.courier):
        open_things.callback(worker.stop)
        worker.start()


def _figures(settings: Settings, library: GameLibrary, open_things: ExitStack) -> Metrics | None:
    if not settings.metrics:
        return None
    metrics = Metrics(library)
    open_things.enter_context(answering(metrics, settings.metrics))
    return metrics


def _take_port(settings: Settings) -> socket.socket:
    try:
        return listen(settings.address, settings.port, waiting=1024)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        at = f"{settings.address}, port {settings.port}"
        raise OstfrontError(f"The site cannot be served at {at}: {reason}.") from None


def _announce(server: uvicorn.Server, settings: Settings, say: Callable[[str], None]) -> None:
    while not server.started and not server.should_exit:
        sleep(0.02)
    say(f"The site is open at {settings.public_url}")
    read_rules()
    set_apart()


def read_rules() -> None:
    """Those of all games, so that the first who opens one does not wait a second or two for them."""
    for name in games.names():
        with suppress(OstfrontError):  # not playable here
            games.rules(name)
