"""Starting on a database that cannot be used: one sentence, exit code 2, and the file stays as it is."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from kept.facts import HERE as KEPT
from kept.facts import Answer, ostfront
from ostfront.server import database, launch
from ostfront.server.local_client import LocalClient
from server.disks import fill, read_only, small_disk
from server.seated import Seated

RELEASED = KEPT / "releases" / "0.2.0.sqlite"


@pytest.fixture(autouse=True)
def never_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("the table was opened")

    monkeypatch.setattr(launch.TableServer, "run", started)


def start(folder: Path, *words: str) -> Answer:
    return ostfront("play", "--port", "0", "--no-browser", "--no-page", "--data-folder", folder, *words)


def refused(answer: Answer, *words: str) -> None:
    """Exit code 2 and one line, with these words."""
    assert answer.code == 2 and answer.out == "", answer
    assert answer.err.startswith("ostfront: ") and answer.err.count("\n") == 1, answer.err
    for word in words:
        assert word in answer.err, answer.err


def sql(file: Path, *statements: str) -> None:
    base = sqlite3.connect(file, isolation_level=None)
    for statement in statements:
        base.execute(statement)
    base.close()


def newer(file: Path) -> None:
    sql(file, "UPDATE alembic_version SET version_num = '9999'")


def without_version(file: Path) -> None:
    sql(file, "DELETE FROM alembic_version")


def of_something_else(file: Path) -> None:
    file.unlink()
    sql(file, "CREATE TABLE recipes (name)")


def without_tables(file: Path) -> None:
    file.unlink()
    sql(file, "PRAGMA journal_mode = WAL")


def empty(file: Path) -> None:
    file.write_bytes(b"")


def text(file: Path) -> None:
    file.write_bytes(b"not a database\n" * 400)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def noise(file: Path) -> None:
    """Every page but the first."""
    first, rest = file.read_bytes()[:4096], file.stat().st_size - 4096
    file.write_bytes(first + Random(1).randbytes(rest))


def one_page(file: Path) -> None:
    pages = file.read_bytes()
    at = 4096 * 2
    file.write_bytes(pages[:at] + bytes(4096) + pages[at + 4096 :])


def only_its_log(file: Path) -> None:
    file.with_name(file.name + "-wal").write_bytes(b"x" * 100)
    file.unlink()


WRONG: dict[Callable[[Path], None], tuple[str, ...]] = {
    newer: ("newer version of ostfront", "update ostfront"),
    without_version: ("is damaged (no version)", "ostfront restore"),
    of_something_else: ("not the database of a table", "ostfront restore"),
    without_tables: ("is empty", "ostfront restore"),
    empty: ("is empty", "ostfront restore"),
    text: ("is damaged (file is not a database)", "ostfront restore"),
    cut: ("is damaged", "ostfront restore"),
    noise: ("is damaged", "ostfront restore"),
    one_page: ("is damaged", "ostfront restore"),
    only_its_log: ("is missing, but its log table.sqlite-wal is there",),
}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_database_that_cannot_be_used(tmp_path: Path, wrong: Callable[[Path], None]) -> None:
    file = tmp_path / database.FILE
    shutil.copyfile(RELEASED, file)
    wrong(file)
    before = file.read_bytes() if file.exists() else None
    refused(start(tmp_path), str(file), *WRONG[wrong])
    assert (file.read_bytes() if file.exists() else None) == before


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        refused(start(tmp_path / "games", "--port", port), f"Port {port} is not available", "--port")
    assert not (tmp_path / "games").exists()


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("not a folder")
    refused(start(tmp_path / "games"), "games")


def test_a_read_only_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 4096) as disk:
        with LocalClient(disk) as client:
            Seated(client)
        read_only(disk)
        refused(start(disk), "cannot be opened: Read-only file system")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file(tmp_path: Path) -> None:
    LocalClient(tmp_path).close()
    (tmp_path / database.FILE).chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        refused(start(tmp_path), "cannot be opened: Permission denied")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("free", [0, 4, 12, 40])
def test_a_full_disk_and_a_new_table(tmp_path: Path, free: int) -> None:
    with small_disk(tmp_path / "disk", 2048) as disk:
        filler = fill(disk, free)
        refused(start(disk))
        filler.unlink()
        with LocalClient(disk) as client:
            Seated(client)


def test_a_full_disk_and_games(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 2048) as disk:
        with LocalClient(disk) as client:
            game = Seated(client)
            view = game.view(0)
        fill(disk, 0)
        refused(start(disk), "The disk is full.")
        (disk / "filler").unlink()
        with LocalClient(disk) as client:
            game.client = client
            assert game.view(0) == view


def test_a_new_database_is_made_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash while it is made leaves none, and the next start makes it."""

    def crash(*_: Any) -> NoReturn:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(database, "migrate", crash)
        with pytest.raises(KeyboardInterrupt):
            LocalClient(tmp_path)
    assert not (tmp_path / database.FILE).exists()
    with LocalClient(tmp_path) as client:
        Seated(client)
    assert not list(tmp_path.glob("*.part*"))
