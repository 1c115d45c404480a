"""Blocks, reports, suspensions, announcements; leaving, and what one may take along."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from time import time
from zipfile import ZipFile

import msgspec
import pytest

from network.mail_sink import MailSink, text_of
from network.site_client import SiteClient
from network.visiting import PASSWORD, Browser, registered
from ostfront.core.errors import BadAction
from ostfront.network import moderation
from ostfront.server.messages import Refused


@pytest.fixture
def sink() -> Iterator[MailSink]:
    with MailSink() as sink:
        yield sink


@pytest.fixture
def client(tmp_path: Path, sink: MailSink) -> Iterator[SiteClient]:
    with SiteClient(tmp_path, mail=sink.settings) as client:
        yield client


def test_a_block_holds_both_ways(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    blocks, a, b = client.site.blocks, anna.account.id, boris.account.id
    assert not blocks.between(a, b)
    for _ in range(2):
        assert anna.told("POST", "/api/account/blocks", {"name": "boris"}) == {"names": ["Boris"]}
    assert blocks.between(a, b) and blocks.between(b, a)
    with pytest.raises(Refused):
        blocks.check(b, a)
    assert boris.told("GET", "/api/account/blocks") == {"names": []}, "he is not told"
    boris.told("DELETE", "/api/account/blocks/Anna")
    assert blocks.between(a, b)
    anna.told("DELETE", "/api/account/blocks/Boris")
    assert not blocks.between(a, b)
    assert anna.ask("POST", "/api/account/blocks", {"name": "Anna"}).status == 400
    assert anna.ask("POST", "/api/account/blocks", {"name": "Nemo"}).status == 404


def test_a_report_is_kept_and_settled(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    anna.told("POST", "/api/reports", {"name": "Boris", "text": "He\u202e swears.", "game": game})
    assert anna.ask("POST", "/api/reports", {"name": "Boris", "text": "x", "game": "nothere"}).status == 404
    assert anna.ask("POST", "/api/reports", {"name": "Boris", "text": " "}).status == 400
    assert anna.ask("POST", "/api/reports", {"name": "Anna", "text": "I"}).status == 400
    (found,) = moderation.reports_of(client.site)
    assert (found.by, found.about, found.game, found.text) == ("Anna", "Boris", game, "He swears.")
    moderation.settle(client.site, found.id, "Warned.", "root", time())
    assert moderation.reports_of(client.site) == []
    assert [one.verdict for one in moderation.reports_of(client.site, settled=True)] == ["Warned."]
    with pytest.raises(BadAction):
        moderation.settle(client.site, found.id, "Again.", "root", time())
    assert client.site.audit.latest(1)[0].deed == "report settled"


def test_whoever_is_suspended_is_out_and_told_why(client: SiteClient, sink: MailSink) -> None:
    anna = registered(client, sink, "Anna")
    account, now = client.site.accounts.named("Anna"), time()
    moderation.suspend(client.site, account, 3, "Rude in the chat.", "root", now)
    assert anna.me() is None
    status, sentence = Browser(client).refused(
        "POST", "/api/login", {"email": "anna@example.org", "password": PASSWORD}
    )
    assert status == 403 and "Rude in the chat." in sentence and moderation.day(now + 3 * 86400) in sentence
    wrong = {"email": "anna@example.org", "password": "wrong wrong"}
    assert "suspended" not in Browser(client).refused("POST", "/api/login", wrong)[1], "only the owner is told"
    client.site.letters.send_due()
    assert "Rude in the chat." in text_of(sink.to("anna@example.org")[-1])
    moderation.release(client.site, client.site.accounts.named("Anna"), "root", now)
    assert Browser(client).log_in("anna@example.org").status == 200
    deeds = [entry.deed for entry in client.site.audit.latest(10, "Anna")]
    assert deeds[:2] == ["released", "suspended"]


def test_a_suspension_ends_by_itself(client: SiteClient, sink: MailSink) -> None:
    registered(client, sink, "Anna")
    moderation.suspend(client.site, client.site.accounts.named("Anna"), 1, "Rude.", "root", time() - 2 * 86400)
    assert Browser(client).log_in("anna@example.org").status == 200


def test_announcements_are_told_until_they_are_old(client: SiteClient) -> None:
    now = time()
    client.site.announcements.add("Down on Sunday.", now, now + 3600)
    client.site.announcements.add("Old news.", now - 7200, now - 3600)
    shown = client.ask("GET", "/api/me").json["announcements"]
    assert [one["text"] for one in shown] == ["Down on Sunday."]
    with pytest.raises(BadAction):
        client.site.announcements.add(" ", now, now + 1)


def test_whoever_leaves_concedes_and_is_forgotten(client: SiteClient, sink: MailSink) -> None:
    browser, boris = registered(client, sink, "Anna"), client.member("Boris")
    account = client.site.accounts.named("Anna")
    session = browser.cookie.partition("=")[2]
    anna = type(boris)(client, account, session)
    game = client.match(anna, boris)
    assert browser.refused("POST", "/api/account/leave", {"name": "Anna", "password": "wrong wrong"})[0] == 403
    assert browser.refused("POST", "/api/account/leave", {"name": "Anne", "password": PASSWORD})[0] == 400
    first = client.library.live_game(game).decision_moments()[0]
    board = anna.told("POST", f"/api/games/{game}/whatif", {"moment": first}, anna.seat(game))["id"]
    browser.told("POST", "/api/account/leave", {"name": "anna", "password": PASSWORD})
    assert boris.ask("GET", f"/api/games/{board}").status == 404
    view = boris.told("GET", f"/api/games/{game}/view", token=boris.seat(game))
    assert view["result"] is not None
    assert boris.told("GET", f"/api/games/{game}")["seats"][0]["name"] == "somebody who left"
    assert "Anna" not in str(boris.told("GET", f"/api/games/{game}/log", token=boris.seat(game)))
    assert browser.me() is None and Browser(client).log_in("anna@example.org").status == 403
    client.site.letters.send_due()
    assert "is gone" in sink.letters[-1]["Subject"]
    registered(client, sink, "Anna")  # name and address are free
    assert client.site.sessions.of(account.id, time()) == []


def test_a_guest_leaves_by_name(client: SiteClient) -> None:
    guste = client.member("Guste", "guest")
    guste.told("POST", "/api/account/leave", {"name": "Guste"})
    assert guste.told("GET", "/api/me")["me"] is None


def test_one_takes_along_what_one_may_see(client: SiteClient, sink: MailSink) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    boris.told("POST", "/api/reports", {"name": "Anna", "text": "A secret of Boris."})
    answer = anna.ask("GET", "/api/account/export")
    assert answer.status == 200 and "attachment" in answer.headers["content-disposition"]
    with ZipFile(BytesIO(answer.body)) as archive:
        names = archive.namelist()
        data = msgspec.json.decode(archive.read("account.json"))
        record = archive.read(next(name for name in names if game in name)).decode()
    assert len(names) == 2 and data["account"][0]["email"] == "Anna@example.org"
    seen = anna.ask("GET", f"/api/games/{game}/record", token=anna.seat(game)).body.decode()
    assert [line for line in record.splitlines() if "began" not in line] == [
        line for line in seen.splitlines() if "began" not in line
    ]
    text = str(data)
    for secret in (anna.session, anna.seat(game), boris.seat(game), "argon2", "A secret of Boris."):
        assert secret not in text
    assert data["seats"][0]["game"] == game
