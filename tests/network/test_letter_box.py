"""Letters are sent after the request, once they can be, by whichever server comes first."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select, update

from network.mail_sink import MailSink, token_of
from network.site_client import CHEAP, SiteClient
from network.visiting import PASSWORD, Browser
from ostfront.network.letter_box import LetterBox
from ostfront.network.letters import LETTERS, letter, link_of
from ostfront.network.settings import Settings
from ostfront.network.tables import letters
from ostfront.server import database_server
from ostfront.server.game_store import GameStore
from server.postgres import Postgres

ORDER = {"name": "Anna", "email": "anna@example.org", "password": PASSWORD}


@pytest.fixture
def sink() -> Iterator[MailSink]:
    with MailSink() as sink:
        yield sink


@pytest.fixture
def client(tmp_path: Path, sink: MailSink) -> Iterator[SiteClient]:
    with SiteClient(tmp_path, mail=sink.settings) as client:
        yield client


def states(client: SiteClient) -> list[str]:
    with client.site.store.reader.begin() as base:
        return list(base.execute(select(letters.c.state)).scalars())


def make_due(client: SiteClient) -> None:
    with client.site.store.writing() as base:
        base.execute(update(letters).values(due=0))


@pytest.mark.parametrize("purpose", sorted(LETTERS))
def test_every_letter_can_be_written(purpose: str) -> None:
    words = {
        "site": "Club Zug", "name": "Anna", "other": "b@c.org", "until": "1 May 2030", "why": "Rude.",
        "passkey": "Phone",
    }  # fmt: skip
    mail = letter(purpose, "a@b.org", words, link_of("https://h/", purpose, "secret"))
    assert "{" not in " ".join([mail.subject, *mail.paragraphs])
    assert mail.link in ("", "https://h/#/login", f"https://h/#/{LETTERS[purpose].page}/secret")
    assert bool(mail.link) == bool(mail.button)


def test_a_letter_waits_until_the_mail_server_takes_it(client: SiteClient, sink: MailSink) -> None:
    sink.answers = ["451 later", "421 busy"]
    Browser(client).told("POST", "/api/register", ORDER)
    assert client.site.letters.send_due() == 0 and states(client) == ["waiting"]
    assert client.site.letters.send_due() == 0 and len(sink.answers) == 1, "not at once again"
    make_due(client)
    assert client.site.letters.send_due() == 0
    make_due(client)
    assert client.site.letters.send_due() == 1 and states(client) == ["sent"]
    assert client.site.letters.send_due() == 0 and len(sink.letters) == 1
    Browser(client).told("POST", "/api/verify", {"token": token_of(sink.letters[0])})
    assert states(client) == []


def test_an_address_that_does_not_exist_is_given_up(client: SiteClient, sink: MailSink) -> None:
    sink.answers = ["550 unknown"]
    Browser(client).told("POST", "/api/register", ORDER)
    client.site.letters.send_due()
    assert states(client) == ["failed"]
    client.site.sweep()
    assert states(client) == []


def test_a_letter_whose_sender_was_killed_is_sent_by_another(client: SiteClient, sink: MailSink) -> None:
    Browser(client).told("POST", "/api/register", ORDER)
    box = client.site.letters
    assert box._claim(time.time()) is not None, "and then the process ends"
    assert box.send_due() == 0, "nobody else sends it while it may still be under way"
    with client.site.store.writing() as base:
        base.execute(update(letters).values(lease_until=time.time() - 1))
    assert box.send_due() == 1 and len(sink.letters) == 1


def test_the_database_has_no_secret(client: SiteClient, sink: MailSink) -> None:
    Browser(client).told("POST", "/api/register", ORDER)
    client.site.letters.send_due()
    with client.site.store.reader.begin() as base:
        kept = str(base.execute(select(letters)).all())
    assert token_of(sink.letters[0]) not in kept and PASSWORD not in kept and "$argon2id$" in kept


def test_the_keeper_sends_them(client: SiteClient, sink: MailSink) -> None:
    Browser(client).told("POST", "/api/register", ORDER)
    for chore in client.site.chores():
        chore.work()
    sink.wait_for("anna@example.org")


def test_two_servers_send_each_letter_once(sink: MailSink) -> None:
    server = Postgres()
    try:
        server.start()
        address = server.database()
        given = Settings(public_url="https://h", mail=sink.settings, passwords=CHEAP)
        stores = [GameStore(database_server.connect(address)) for _ in range(2)]
        boxes = [LetterBox(store, given) for store in stores]
        with stores[0].writing() as base:
            for i in range(30):
                boxes[0].post(base, "register", f"a{i}@example.org", time.time(), details={"name": f"A{i}"})
        with ThreadPoolExecutor(2) as threads:
            sent = list(threads.map(lambda box: box.send_due(), boxes))
        assert sum(sent) == 30 and all(sent)
        assert sorted(str(one["To"]) for one in sink.letters) == sorted(f"a{i}@example.org" for i in range(30))
        for store in stores:
            store.engine.dispose()
    finally:
        server.close()
