"""Starting a site: the server of its page and its games, and the computer players beside it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Thread
from time import sleep

from ostfront.network.app import make_site
from ostfront.network.keeper import Keeper
from ostfront.network.settings import Settings
from ostfront.network.site import Site
from ostfront.server.app import STATIC
from ostfront.server.database import FILE, data_folder
from ostfront.server.database_file import in_one_sentence, lock_folder
from ostfront.server.jobs import JobRunner
from ostfront.server.launch import TableServer, open_library, take_port, uvicorn_config


def serve_site(settings: Settings, *, static: Path | None = STATIC, say: Callable[[str], None] = print) -> None:
    """Serve until interrupted."""
    folder = Path(settings.data_folder) if settings.data_folder else data_folder()
    with ExitStack() as open_things:
        listener = open_things.enter_context(closing(take_port(settings.address, settings.port)))
        if not settings.database:  # one server has the file to itself
            open_things.enter_context(closing(lock_folder(folder)))
        library = open_library(folder, settings.database, open_things)
        site = Site(settings, library)
        if settings.players == "here":
            runner = JobRunner(library)
            open_things.callback(runner.stop)
            with in_one_sentence(folder / FILE):
                runner.start()
        keeper = Keeper(site.chores())
        open_things.callback(keeper.stop)
        keeper.start()
        server = TableServer(uvicorn_config(make_site(site, static)), library)
        Thread(target=_announce, args=(server, settings, say), daemon=True).start()
        server.run(sockets=[listener])
    if server.interrupted:
        raise KeyboardInterrupt


def _announce(server: TableServer, settings: Settings, say: Callable[[str], None]) -> None:
    while not server.started and not server.should_exit:
        sleep(0.02)
    say(f"The site is open at {settings.public_url}")
