"""Small disks: a tmpfs where one can be mounted, and otherwise a database that may not grow."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of this size; skips the test where nothing can be mounted."""
    folder.mkdir()
    if _run("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=700", "tmpfs", str(folder)):
        pytest.skip("a small disk needs the right to mount one")
    try:
        yield folder
    finally:
        _run("umount", "-l", str(folder))


def read_only(disk: Path) -> None:
    assert _run("mount", "-o", "remount,ro", str(disk)) == 0


def _run(*words: str) -> int:
    try:
        return subprocess.run(words, capture_output=True, check=False, timeout=60).returncode
    except FileNotFoundError:
        return 1


def fill(disk: Path, free: int) -> Path:
    """Fill a disk but for so many kilobytes."""
    filler = disk / "filler"
    with filler.open("ab") as out:
        while (left := _free(disk) - free) > 0:
            out.write(b"\0" * 1024 * min(left, 64))
            out.flush()
    return filler


def _free(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_frsize // 1024


class FullDatabase:
    """SQLite's own limit: the database may have so many pages more than now, and no more."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pages = 0
        event.listen(engine, "connect", self._connected)

    def allow(self, pages: int) -> None:
        """0: as many as it likes."""
        with self.engine.connect() as base:
            now = base.exec_driver_sql("PRAGMA page_count").scalar() or 0
        self.pages = now + pages if pages else 0
        self.engine.dispose()

    def _connected(self, connection: Any, _record: Any) -> None:
        if self.pages:
            connection.execute(f"PRAGMA max_page_count = {self.pages}")
