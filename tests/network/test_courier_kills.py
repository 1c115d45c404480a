"""Couriers killed at any moment, two at a time, and the database with them: nothing is sent twice, and whatever was
not sent was at least on its way.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine, func, select, update

from network.courier_process import LEASE, settings
from network.http_sink import HttpSink
from network.mail_sink import MailSink
from network.site_client import SiteClient
from network.test_push import Browser
from network.told import match
from ostfront.network.notices import Body, Occasion
from ostfront.network.tables import notices
from ostfront.server import database_server
from server.postgres import Postgres

OCCASIONS = 50
GAMES = 4
KILLS = 8
PROGRAM = Path(__file__).with_name("courier_process.py")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.close()


class Couriers:
    """Two couriers; whoever is killed is replaced."""

    def __init__(self, database: str, folder: Path, mail: MailSink) -> None:
        self.command = [sys.executable, str(PROGRAM), database, str(folder), str(mail.port)]
        self.running = [self._started() for _ in range(2)]

    def _started(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        return process

    def kill(self, which: int) -> None:
        self.end(self.running[which])
        self.running[which] = self._started()

    def end(self, process: subprocess.Popen[str]) -> None:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def counts(engine: Engine) -> Counter[str]:
    with engine.connect() as base:
        return Counter(dict(base.execute(select(notices.c.state, func.count()).group_by(notices.c.state)).all()))


def write_occasions(client: SiteClient, hooks: HttpSink, pushes: HttpSink) -> Browser:
    """Notices by all three ways, of things and of games."""
    anna, boris = client.member("Anna"), client.member("Boris")
    anna.told("POST", "/api/notices/webhooks", {"kind": "json", "url": hooks.url})
    browser = Browser(pushes.url)
    anna.told("POST", "/api/notices/push", browser.request)
    with client.site.store.writing() as base:
        for n in range(OCCASIONS):
            body = Body(at=time.time(), subject=f"Number {n}")
            client.site.notices.tell(base, anna.account.id, Occasion("challenge", f"challenge:{n}:accepted:1", body))
    for _ in range(GAMES):
        match(client, anna, boris)
    return browser


def make_due(engine: Engine) -> None:
    """What had to be tried again, too."""
    with engine.begin() as base:
        base.execute(update(notices).where(notices.c.state == "waiting").values(due=time.time() - 1))


def test_nothing_is_sent_twice_and_nothing_is_forgotten(tmp_path: Path, postgres: Postgres) -> None:
    database, random = postgres.database(), Random(1941)
    engine = database_server.connect(database)
    with MailSink() as mail, HttpSink() as hooks, HttpSink() as pushes:
        given = settings(mail.port)
        options = {"mail": given.mail, "webhooks_local": True, "push_contact": given.push_contact}
        with SiteClient(tmp_path, engine, **options) as client:
            browser = write_occasions(client, hooks, pushes)
            make_due(engine)
            total = counts(engine)["waiting"]
            assert total == 3 * (OCCASIONS + GAMES)
            couriers = Couriers(database, tmp_path, mail)
            try:
                for number in range(KILLS):
                    before = counts(engine)["waiting"]
                    until = time.monotonic() + 5
                    while before and counts(engine)["waiting"] > before - 4 and time.monotonic() < until:
                        make_due(engine)
                        time.sleep(0.02)
                    time.sleep(random.random() * 0.1)
                    couriers.kill(number % 2)
                    if number == KILLS // 2:
                        postgres.stop(signal.SIGQUIT)
                        postgres.start()
                        engine.dispose()
                    make_due(engine)
                until = time.monotonic() + 120
                while counts(engine)["waiting"]:
                    assert time.monotonic() < until, counts(engine)
                    make_due(engine)
                    time.sleep(0.2)
                time.sleep(LEASE / 4)  # what is going arrives
            finally:
                for process in couriers.running:
                    couriers.end(process)
            found = counts(engine)
            arrived = [
                Counter(str(letter["Subject"]) for letter in mail.letters),
                Counter(json.loads(posted.body)["id"] for posted in hooks.posted),
                Counter(browser.read(posted)["title"] for posted in pushes.posted),
            ]
            for number_by_name in (arrived[0], arrived[2]):
                assert number_by_name.pop("Your turn: A Victory Denied") <= GAMES
            assert all(n == 1 for number_by_name in arrived for n in number_by_name.values())
            number = len(mail.letters) + len(hooks.posted) + len(pushes.posted)
            # each of those killed had at most one on its way, and so had both when the database went
            assert found["sent"] <= number <= total and found["sent"] >= total - KILLS - 2
            assert found["sent"] + found["going"] + found["failed"] == total
        print(f"{total} notices, {KILLS} kills: {number} arrived, {found}")
