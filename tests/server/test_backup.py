"""Copies of the games: `ostfront backup`, `ostfront restore`, and one before every migration."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from kept.facts import HERE as KEPT
from kept.facts import Answer, ostfront
from kept.table_facts import table_facts
from ostfront.core.errors import OstfrontError
from ostfront.server import database, database_file
from ostfront.server.local_client import LocalClient
from server.faults import dump, seen
from server.seated import Seated

RELEASES = sorted((KEPT / "releases").glob("*.sqlite"))
ADDS_A_COLUMN = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9999", "NEWEST", None, None


def upgrade():
    op.add_column("games", sa.Column("remark", sa.Text, nullable=False, server_default="as before"))
    op.execute("UPDATE games SET kind = kind")
"""
FAILS = ADDS_A_COLUMN + '    op.execute("INSERT INTO games SELECT * FROM games")\n'


def run(folder: Path, *words: str | Path) -> Answer:
    return ostfront(*words, "--data-folder", folder)


def wrong(answer: Answer, *words: str) -> None:
    assert answer.code == 2 and answer.err.count("\n") == 1, answer
    for word in words:
        assert word in answer.err, answer.err


# ---- by hand ---------------------------------------------------------------------------------------------


def test_there_and_back(tmp_path: Path) -> None:
    games, copy = tmp_path / "games", tmp_path / "copy.sqlite"
    with LocalClient(games) as client:
        game = Seated(client)
        for _ in game.play(Random(1), 20):
            pass
        shown = seen(client, game.id, game.tokens)
        assert run(games, "backup", copy).code == 0, "the table is open"
        for _ in game.play(Random(2), 5):
            pass
        later = seen(client, game.id, game.tokens)
        assert later != shown
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("copy")] == ["copy.sqlite"]
    answer = run(games, "restore", copy, "--json")
    kept = Path(answer.json["kept"])
    assert answer.code == 0 and kept == games / "table-before-restore-1.sqlite"
    with LocalClient(games) as client:
        assert seen(client, game.id, game.tokens) == shown
    assert run(games, "restore", kept).code == 0
    with LocalClient(games) as client:
        assert seen(client, game.id, game.tokens) == later
    assert run(tmp_path / "elsewhere", "restore", copy).code == 0
    with LocalClient(tmp_path / "elsewhere") as client:
        assert seen(client, game.id, game.tokens) == shown


def test_copies_while_games_are_played(tmp_path: Path) -> None:
    """Each is a moment of the table: whatever was acknowledged before it began is in it, nothing is half there."""
    done, known = Event(), 0
    with LocalClient(tmp_path / "games") as client:
        game = Seated(client)

        def play() -> None:
            nonlocal known
            for _, view in game.play(Random(4), 150):
                known = view["moment"]
            done.set()

        player = Thread(target=play)
        player.start()
        least: list[int] = []
        while not done.is_set():
            least.append(known)
            database_file.backup(tmp_path / "games", tmp_path / f"{len(least)}.sqlite")
        player.join()
    assert len(least) > 1
    for number, moment in enumerate(least, 1):
        base = sqlite3.connect(tmp_path / f"{number}.sqlite")
        (at,) = base.execute("SELECT moment FROM games").fetchone()
        assert at >= moment
        assert base.execute("SELECT count(*) FROM entries").fetchone() == (at,)
        base.close()
    (tmp_path / "again").mkdir()
    shutil.copyfile(tmp_path / f"{len(least)}.sqlite", tmp_path / "again" / database.FILE)
    with LocalClient(tmp_path / "again") as client:
        game.client = client
        assert game.asked()[0] >= 0


def test_what_cannot_be_backed_up_or_restored(tmp_path: Path) -> None:
    games, copy = tmp_path / "games", tmp_path / "copy.sqlite"
    wrong(run(games, "backup", copy), "There are no games in")
    with LocalClient(games) as client:
        game = Seated(client)
    assert run(games, "backup", copy).code == 0
    wrong(run(games, "backup", copy), "exists already")
    wrong(run(games, "backup", tmp_path / "none" / "copy.sqlite"), "No such file")
    wrong(run(games, "restore", tmp_path / "none.sqlite"), "There is no file")
    before = dump(games)
    (tmp_path / "text").write_text("not a database\n" * 500)
    wrong(run(games, "restore", tmp_path / "text"), f"{tmp_path / 'text'} is damaged, or not a database")
    (tmp_path / "empty").touch()
    wrong(run(games, "restore", tmp_path / "empty"), "is empty")
    pages = copy.read_bytes()
    (tmp_path / "half").write_bytes(pages[: len(pages) // 2])
    wrong(run(games, "restore", tmp_path / "half"), str(tmp_path / "half"))
    base = sqlite3.connect(copy)
    base.execute("UPDATE alembic_version SET version_num = '9999'")
    base.commit()
    base.close()
    wrong(run(games, "restore", copy), f"{copy} was made by a newer version")
    lock = database_file.lock_folder(games)
    wrong(run(games, "restore", copy), "Another table is using")
    lock.close()
    assert dump(games) == before
    assert sorted(file.name for file in games.iterdir()) == ["key", "lock", "table.sqlite"]
    with LocalClient(games) as client:
        assert seen(client, game.id, game.tokens)


def test_a_damaged_database_is_kept_and_replaced(tmp_path: Path) -> None:
    """With its log, which must not be applied to the restored one."""
    games, copy = tmp_path / "games", tmp_path / "copy.sqlite"
    with LocalClient(games) as client:
        game = Seated(client)
        shown = seen(client, game.id, game.tokens)
        database_file.backup(games, copy)
        for _ in game.play(Random(2), 5):
            pass
        log = (games / "table.sqlite-wal").read_bytes()
    (games / "table.sqlite").write_bytes(b"damaged" * 1000)
    (games / "table.sqlite-wal").write_bytes(log)
    kept = database_file.restore(games, copy)
    assert kept is not None and kept.read_bytes() == b"damaged" * 1000
    assert kept.with_name(kept.name + "-wal").read_bytes() == log
    with LocalClient(games) as client:
        assert seen(client, game.id, game.tokens) == shown


def test_the_log_of_a_database_that_is_gone(tmp_path: Path) -> None:
    """It is not applied to the restored one."""
    games, copy = tmp_path / "games", tmp_path / "copy.sqlite"
    with LocalClient(games) as client:
        game = Seated(client)
        shown = seen(client, game.id, game.tokens)
        database_file.backup(games, copy)
        for _ in game.play(Random(2), 5):
            pass
        log = (games / "table.sqlite-wal").read_bytes()
    (games / "table.sqlite").unlink()
    (games / "table.sqlite-wal").write_bytes(log)
    assert database_file.restore(games, copy) is None
    with LocalClient(games) as client:
        assert seen(client, game.id, game.tokens) == shown


# ---- migrations ------------------------------------------------------------------------------------------


def migrations(folder: Path, script: str) -> Path:
    """Ours, and one that is still to come."""
    shutil.copytree(database.MIGRATIONS, folder)
    (folder / "versions" / "9999_later.py").write_text(script.replace("NEWEST", database.newest_version()))
    return folder


def opened(folder: Path, expected: dict[str, Any]) -> None:
    """All games of a release are there, look as they did, and are played on."""
    with LocalClient(folder) as client:
        listed = {game["id"]: game for game in client.ask("GET", "/api/games").json["games"]}
        assert sorted(listed) == sorted(facts["id"] for facts in expected.values())
        for name, facts in expected.items():
            game = listed[facts["id"]]
            assert game["unreadable"] == ""
            found = table_facts(lambda path, token: client.ask("GET", path, None, token).body, game)
            for seat, view in facts["views"].items():
                for key in ("asked", "orders", "pieces", "result", "turn"):
                    assert found["views"][seat][key] == view[key], (name, seat, key)
            assert [seat[:4] for seat in found["seats"]] == [seat[:4] for seat in facts["seats"]]


@pytest.mark.parametrize("release", RELEASES, ids=lambda file: file.stem)
def test_the_database_of_a_release_is_upgraded(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By our migrations, and by one that is still to come; what was there before is kept."""
    expected = json.loads(release.with_suffix(".json").read_text("utf-8"))
    games = tmp_path / "games"
    games.mkdir()
    shutil.copyfile(release, games / database.FILE)
    before = dump(games)
    monkeypatch.setattr(database, "MIGRATIONS", migrations(tmp_path / "migrations", ADDS_A_COLUMN))
    opened(games, expected)
    assert any("as before" in line for line in dump(games))
    copies = sorted(file.name for file in games.glob("table-before-*"))
    assert copies == ["table-before-9999-1.sqlite"]
    (tmp_path / "old").mkdir()
    shutil.copyfile(games / copies[0], tmp_path / "old" / database.FILE)
    assert dump(tmp_path / "old") == before
    opened(games, expected)
    assert sorted(file.name for file in games.glob("table-before-*")) == copies, "one migration, one copy"
    monkeypatch.undo()
    opened(tmp_path / "old", expected)
    with pytest.raises(OstfrontError, match="newer version of ostfront"):
        LocalClient(games)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalClient(tmp_path / "games") as client:
        game = Seated(client)
        shown = seen(client, game.id, game.tokens)
    before = dump(tmp_path / "games")
    monkeypatch.setattr(database, "MIGRATIONS", migrations(tmp_path / "migrations", FAILS))
    with pytest.raises(OstfrontError, match="nothing was changed") as caught:
        LocalClient(tmp_path / "games")
    assert not isinstance(caught.value, IntegrityError)
    assert dump(tmp_path / "games") == before
    monkeypatch.undo()
    with LocalClient(tmp_path / "games") as client:
        assert seen(client, game.id, game.tokens) == shown
