"""A real PostgreSQL for benches and tests, on a socket of its own.

It refuses to run as root, so root starts it as `postgres`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from ostfront.core.errors import OstfrontError

QUICK = ["-c", "fsync=off", "-c", "full_page_writes=off"]  # a crash of the server still loses nothing


class Postgres:
    """A server with an empty data folder; `database()` makes a database of its own."""

    def __init__(self, *, quick: bool = True) -> None:
        """`quick`: only a crash of the machine could lose something, which no test survives anyway."""
        self.programs = _programs()
        self.quick = quick
        self.folder = Path(tempfile.mkdtemp(prefix="ostfront-postgres-"))
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            postgres = pwd.getpwnam("postgres")
            os.chown(self.folder, postgres.pw_uid, postgres.pw_gid)
            self.user = {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}
        self.data = self.folder / "data"
        self.process: subprocess.Popen[Any] | None = None
        self.made = 0
        command = [self.programs / "initdb", "-D", self.data, "-U", "test", "-A", "trust", "-E", "UTF8", "-N"]
        self._run([*command, "--locale=C.UTF-8"])

    def start(self) -> None:
        command: list[Any] = [self.programs / "postgres", "-D", self.data, "-k", self.folder]
        command += ["-c", "listen_addresses=", *(QUICK if self.quick else [])]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd="/", **self.user)
        start = time.monotonic()
        while time.monotonic() - start < 60:
            try:
                psycopg.connect(f"host={self.folder} user=test dbname=postgres").close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise OstfrontError("PostgreSQL did not start.")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends it at once but in order, SIGQUIT as a crash would."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self) -> str:
        """The address of a new, empty database."""
        self.made += 1
        name = f"test{self.made}"
        with psycopg.connect(f"host={self.folder} user=test dbname=postgres", autocommit=True) as base:
            base.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://test@/{name}?host={self.folder}"

    def _run(self, command: list[Any]) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self.user)


def _programs() -> Path:
    """Where the programs of the server are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if not on_path:
        raise OstfrontError("PostgreSQL is missing: apt-get install postgresql.")
    return Path(on_path).resolve().parent
