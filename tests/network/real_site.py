"""A real site in a process of its own, and people at it with browsers or without."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import time
from typing import Any

import httpx
from playwright.sync_api import BrowserContext

from ostfront.network.accounts import Account, Accounts
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.sessions import Sessions
from ostfront.network.settings import Settings
from ostfront.network.site import Site
from ostfront.network.site_door import cookie_name
from ostfront.network.terms import Terms
from ostfront.server import database, database_server
from ostfront.server.game_library import GameLibrary


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RealSite:
    """`ostfront serve` on a free port of the loopback address, with a file or a PostgreSQL."""

    def __init__(
        self, folder: Path, *options: str, database: str = "", page: bool = False, public_url: str = ""
    ) -> None:
        """`public_url` is that of a proxy, if there is one."""
        self.folder = folder
        self.port = free_port()
        self.place = f"127.0.0.1:{self.port}"
        self.address = public_url or f"http://{self.place}"
        self.settings = Settings(public_url=self.address)
        self.database = database
        self.options = [*options, *(["--database", database] if database else []), *([] if page else ["--no-page"])]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> RealSite:
        command = [sys.executable, "-m", "ostfront.cli", "serve", "--public-url", self.address, *self.options]
        command += ["--port", str(self.port), "--data-folder", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        assert self.address in told, f"the site did not open: {told!r}"
        return self

    def kill(self) -> None:
        """As a power cut would: no time to tidy up."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def __enter__(self) -> RealSite:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # ---- people, made beside the server in its database ------------------------------------------------

    def library(self) -> GameLibrary:
        """The games of the site, beside its server; close it."""
        if self.database:
            return GameLibrary(self.folder, database_server.connect(self.database))
        return GameLibrary(self.folder, database.engine_of(self.folder / database.FILE))

    def member(self, name: str, kind: str = "member") -> RealPerson:
        """Somebody with an account, logged in."""
        with closing(self.library()) as library:
            email = f"{name}@example.org" if kind == "member" else ""
            account = Accounts(library.store).add(name, time(), kind=kind, email=email, verified=time())
            return RealPerson(self, account, Sessions(library.store).begin(account.id, time()))

    def match(self, *people: RealPerson, **terms: Any) -> str:
        """A match between these people, in the order of the seats; A Victory Denied, or what the terms say."""
        agreed = Terms(**{"game": "victory-denied", **terms})
        names = [seat.name for seat in rules_of(agreed).seats]
        with closing(self.library()) as library:
            Site(self.settings, library)  # it follows what is begun
            players = [Player(name, person.account) for name, person in zip(names, people, strict=True)]
            return begin(library, agreed, players).id


class RealWorker:
    """`ostfront worker` at a PostgreSQL."""

    def __init__(self, database: str, *options: str) -> None:
        self.command = [sys.executable, "-m", "ostfront.cli", "worker", "--database", database, *options]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> RealWorker:
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        assert "ready" in told, f"the worker did not start: {told!r}"
        return self

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """How the process ended."""
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(30)
        self.process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> RealWorker:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.end(signal.SIGKILL)


class RealPerson:
    """A member or a guest with a session."""

    def __init__(self, site: RealSite, account: Account, session: str) -> None:
        self.site = site
        self.account = account
        self.session = session

    def browse(self, context: BrowserContext) -> None:
        """Log this person in, in a browser."""
        context.add_cookies([{"name": cookie_name(self.site.settings), "value": self.session,
                              "url": self.site.address, "httpOnly": True, "sameSite": "Strict"}])  # fmt: skip

    def client(self) -> httpx.Client:
        """A client that asks as this person's browser would."""
        headers = {"origin": self.site.address, "cookie": f"{cookie_name(self.site.settings)}={self.session}"}
        return httpx.Client(base_url=self.site.address, headers=headers, timeout=60)
