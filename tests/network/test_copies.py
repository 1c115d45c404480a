"""Backups of a site: between PostgreSQL and a file, there and back, while it is played; and of earlier releases."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import time
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, inspect, select, text

from kept.facts import ostfront
from network.site_client import Person, SiteClient
from network.test_matches import play
from ostfront.core.errors import OstfrontError
from ostfront.network.accounts import Accounts
from ostfront.network.tables import accounts
from ostfront.server import database, database_copy, database_server
from server.postgres import Postgres
from server.test_backup import RELEASES


def site_at(folder: Path, address: str) -> SiteClient:
    return SiteClient(folder, database_server.connect(address))


def content(engine: Engine) -> dict[str, list[Any]]:
    """Every row of every table."""
    with engine.connect() as base:
        return {
            table.name: [tuple(row) for row in base.execute(select(table).order_by(*table.primary_key))]
            for table in database.metadata.sorted_tables
        }


def content_of(address: str) -> dict[str, list[Any]]:
    engine = database_server.connect(address)
    try:
        return content(engine)
    finally:
        engine.dispose()


def played(client: SiteClient) -> tuple[str, Person, Person]:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, clock="move", seconds=3600)
    random = Random(1)
    for _ in range(12):
        assert any(play(person, game, random) for person in (anna, boris))
    note = {"kind": "game", "text": "hold the river; Минск", "place": "", "target": "", "shared": True}
    anna.told("POST", f"/api/games/{game}/notes", note, anna.seat(game))
    return game, anna, boris


def test_from_postgresql_to_a_file_and_back(tmp_path: Path, postgres: Postgres) -> None:
    first, second = postgres.database(), postgres.database()
    with site_at(tmp_path / "a", first) as client:
        game, anna, _ = played(client)
        view = anna.told("GET", f"/api/games/{game}/view", token=anna.seat(game))
        answer = ostfront("backup", tmp_path / "site.sqlite", "--database", first)
        assert answer.code == 0, answer.err
    before = content_of(first)
    assert before["notes"][0][-1] is True and before["turns"] and before["sessions"]
    assert (tmp_path / "site.sqlite").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.glob("site*")] == ["site.sqlite"]

    (tmp_path / "club").mkdir()
    assert ostfront("restore", tmp_path / "site.sqlite", "--data-folder", tmp_path / "club").code == 0
    with SiteClient(tmp_path / "club") as client:  # a club of its own, on SQLite
        assert content(client.library.engine) == before
        person = Person(client, anna.account, anna.session)
        assert person.told("GET", f"/api/games/{game}/view", token=person.seat(game)) == view
        visited = content(client.library.engine)

    assert ostfront("backup", tmp_path / "club.sqlite", "--data-folder", tmp_path / "club").code == 0
    answer = ostfront("restore", tmp_path / "club.sqlite", "--database", second)
    assert answer.code == 0, answer.err
    assert content_of(second) == visited
    with site_at(tmp_path / "b", second) as client:
        person = Person(client, anna.account, anna.session)
        assert person.told("GET", f"/api/games/{game}/view", token=person.seat(game)) == view
        carla = client.member("Carla")
        assert carla.account.id == max(row[0] for row in before["accounts"]) + 1, "numbers go on"


def test_a_database_that_is_not_empty_is_refused(tmp_path: Path, postgres: Postgres) -> None:
    address, file = postgres.database(), tmp_path / "site.sqlite"
    with site_at(tmp_path, address) as client:
        client.member("Anna")
        database_copy.backup(address, file)
        client.member("Boris")
        with pytest.raises(OstfrontError, match="in use: stop the servers"):
            database_copy.restore(address, file, replace=True)
    before = content_of(address)
    answer = ostfront("restore", file, "--database", address)
    assert answer.code == 2 and "not empty" in answer.err and answer.err.count("\n") == 1
    assert content_of(address) == before
    assert ostfront("restore", file, "--database", address, "--replace").code == 0
    assert [row[2] for row in content_of(address)["accounts"]] == ["Anna"]


def test_a_restore_that_fails_changes_nothing(tmp_path: Path, postgres: Postgres) -> None:
    address, file = postgres.database(), tmp_path / "site.sqlite"
    with site_at(tmp_path, address) as client:
        client.member("Anna")
        client.member("Boris")
    database_copy.backup(address, file)
    before = content_of(address)
    with closing(sqlite3.connect(file)) as base:
        base.execute(
            "UPDATE accounts SET name = 'a' || char(0) || 'b' WHERE name = 'Boris'"
        )  # no text for PostgreSQL
        base.commit()
    with pytest.raises(OstfrontError, match="is as it was before") as wrong:
        database_copy.restore(address, file, replace=True)
    assert "\n" not in str(wrong.value)
    assert content_of(address) == before


def test_copies_while_people_play(tmp_path: Path, postgres: Postgres) -> None:
    """Each is one moment of the site: a game has all of its entries, and its turns belong to them."""
    address, done = postgres.database(), Event()
    with site_at(tmp_path / "a", address) as client:
        anna, boris = client.member("Anna"), client.member("Boris")
        game = client.match(anna, boris)

        def copy() -> None:
            number = 0
            while not done.is_set():
                number += 1
                database_copy.backup(address, tmp_path / f"{number}.sqlite")

        copier = Thread(target=copy)
        copier.start()
        random = Random(3)
        for _ in range(40):
            assert any(play(person, game, random) for person in (anna, boris))
        done.set()
        copier.join()
    copies = sorted(tmp_path.glob("*.sqlite"))
    assert copies
    for file in copies:
        with closing(sqlite3.connect(file)) as base:
            (moment,) = base.execute("SELECT moment FROM games").fetchone()
            assert base.execute("SELECT count(*) FROM entries").fetchone() == (moment,)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("backup", "FILE", "--database", "NEW"), "There are no games"),
        (("restore", "NONE", "--database", "NEW"), "There is no file"),
        (("backup", "FILE", "--database", "NEW", "--data-folder", "x"), "Name one place"),
        (("backup", "FILE", "--database", "postgresql://anna:hush@/none?host=/none"), "cannot be used"),
    ],
)
def test_what_cannot_be_done(tmp_path: Path, postgres: Postgres, words: tuple[str, ...], said: str) -> None:
    names = {"FILE": str(tmp_path / "f.sqlite"), "NONE": str(tmp_path / "none"), "NEW": postgres.database()}
    answer = ostfront(*(names.get(word, word) for word in words))
    assert answer.code == 2 and said in answer.err and "hush" not in answer.err, answer
    assert not list(tmp_path.glob("f.sqlite*"))


@pytest.mark.parametrize("release", RELEASES, ids=lambda file: file.stem)
def test_a_server_of_today_upgrades_a_database_with_running_games_while_another_one_waits(
    release: Path, tmp_path: Path, postgres: Postgres
) -> None:
    address = postgres.database()
    running = _as_it_was(release, address)
    engines: list[Engine] = []
    threads = [Thread(target=lambda: engines.append(database_server.connect(address))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(engines) == 2
    engines[1].dispose()
    with SiteClient(tmp_path, engines[0]) as client:
        for game, moment in running.items():
            live = client.library.live_game(game)
            assert live.moment >= moment
        assert Accounts(client.library.store).add("Anna", time()).id == 1
        with client.library.engine.connect() as base:
            assert base.execute(select(accounts.c.name)).scalars().all() == ["Anna"]


def _as_it_was(release: Path, address: str) -> dict[str, int]:
    """The database of an earlier release in PostgreSQL: with its tables, and its games that are still played."""
    source = create_engine(f"sqlite:///{release}")
    target = database.server_engine(database_server._url(address))
    with source.connect() as base, target.begin() as into:
        (version,) = base.execute(text("SELECT version_num FROM alembic_version")).scalars()
        assert version != database.newest_version()
        config = Config()
        config.set_main_option("script_location", str(database.MIGRATIONS))
        config.attributes["connection"] = into
        command.upgrade(config, version)
        names = set(inspect(base).get_table_names()) - {"alembic_version"}
        for table in database.metadata.sorted_tables:
            if table.name in names:
                columns = [column["name"] for column in inspect(base).get_columns(table.name)]
                rows = [dict(row) for row in base.execute(text(f"SELECT * FROM {table.name}")).mappings()]
                if rows:
                    told = ", ".join(f'"{name}"' for name in columns)
                    given = ", ".join(f":{name}" for name in columns)
                    into.execute(text(f"INSERT INTO {table.name} ({told}) VALUES ({given})"), rows)
        running = {row[0]: row[1] for row in base.execute(text("SELECT id, moment FROM games WHERE result = ''"))}
    source.dispose()
    target.dispose()
    assert running
    return running
