"""What a backup brings back: no number of somebody who left is given again, nothing is sent a second time."""

from __future__ import annotations

from pathlib import Path
from time import time

import pytest

from network.site_client import SiteClient
from network.told import deliver, match, queue, telling_site
from ostfront.network.leaving import leave
from ostfront.server import database_copy, database_file, database_server
from server.postgres import Postgres


def site_at(folder: Path, address: str = "") -> SiteClient:
    return SiteClient(folder, database_server.connect(address) if address else None)


@pytest.mark.parametrize("source", ["postgresql", "sqlite"])
def test_nobody_gets_the_number_of_somebody_who_left(tmp_path: Path, postgres: Postgres, source: str) -> None:
    """It is in the links of letters, in reports and in the log. From either database to PostgreSQL, and to a file."""
    address, new = postgres.database() if source == "postgresql" else "", postgres.database()
    with site_at(tmp_path / "one", address) as client:
        client.member("Anna")
        carla = client.member("Carla").account
        leave(client.site, carla, time())
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    if address:
        database_copy.backup(address, first)
    else:
        database_file.backup(tmp_path / "one", first)
    database_copy.restore(new, first)
    database_copy.backup(new, second)
    database_file.restore(tmp_path / "two", second)
    with site_at(tmp_path / "two") as club, site_at(tmp_path / "three", new) as client:
        assert [at.member("Dora").account.id for at in (club, client)] == [carla.id + 1] * 2


def test_a_backup_that_is_put_back_gives_no_number_again(tmp_path: Path, postgres: Postgres) -> None:
    """Nor those of members who came after it: they have letters with links. An empty site begins with one."""
    address, file = postgres.database(), tmp_path / "site.sqlite"
    site_at(tmp_path, address).close()
    database_copy.backup(address, file)
    with site_at(tmp_path, address) as client:
        assert client.member("Boris").account.id == 1
    for _ in range(2):
        database_copy.restore(address, file, replace=True)
    with site_at(tmp_path, address) as client:
        assert client.member("Carla").account.id == 2


def test_what_was_being_sent_when_a_backup_was_made_is_not_sent_from_it(tmp_path: Path) -> None:
    """Nobody knows whether it left; what still waited is sent."""
    later = time() + 3600
    with telling_site(tmp_path / "one") as (client, mail):
        anna, boris = client.member("Anna"), client.member("Boris")
        match(client, anna, boris)
        going, until = client.site.courier.queue.claim(later)
        assert len(client.site.courier.queue.go(going, until, time())) == 1
        match(client, anna, boris)
        database_file.backup(tmp_path / "one", tmp_path / "site.sqlite")
    database_file.restore(tmp_path / "two", tmp_path / "site.sqlite")
    with telling_site(tmp_path / "two") as (client, mail):
        client.site.courier.queue.tidy(later + 3600)
        deliver(client)
        assert [row.state for row in queue(client)] == ["failed", "sent"] and len(mail.letters) == 1
