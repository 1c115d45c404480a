"""Who is told: nobody whose place somebody else has taken since, who has been blocked, or who has left; and one game
that cannot be told of keeps nothing else back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest
from sqlalchemy import update

from cli.calling import run
from network.http_sink import HttpSink
from network.mail_sink import MailSink, text_of
from network.offers import accepted, made, offer
from network.playing import play, seats_of
from network.site_client import Person, SiteClient
from network.test_push import Browser
from network.told import deliver, match, queue, states, telling_site, wish
from ostfront.core.play.sequence import Act
from ostfront.network import moderation
from ostfront.network.facts import note_letters
from ostfront.network.leaving import leave
from ostfront.network.tables import challenges
from ostfront.network.unsubscribing import unsubscribe_token
from ostfront.server.database import games
from server.conftest import same_dice as same_dice

Told = tuple[SiteClient, MailSink]
WEBHOOKS, PUSH = "/api/notices/webhooks", "/api/notices/push"


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    with telling_site(tmp_path / "site") as (client, mail):
        yield client, mail


@pytest.fixture
def sink() -> Iterator[HttpSink]:
    with HttpSink() as sink:
        yield sink


def people(client: SiteClient, *names: str) -> list[Person]:
    return [client.member(name) for name in names]


def say(person: Person, game: str, text: str) -> None:
    person.told("POST", f"/api/games/{game}/chat", {"text": text}, person.seat(game))


def block(person: Person, other: Person) -> None:
    person.told("POST", "/api/account/blocks", {"name": other.account.name})


# ---- places that change hands -----------------------------------------------------------------------------


def test_a_webhook_that_took_the_number_of_another_gets_nothing_of_it(told: Told, sink: HttpSink) -> None:
    """SQLite gives the number of a row that is gone again."""
    client, _ = told
    anna, boris = people(client, "Anna", "Boris")
    hook = {"kind": "json", "url": f"{sink.url}/hers"}
    mine = anna.told("POST", WEBHOOKS, hook)["webhooks"][0]["id"]
    match(client, anna, boris)
    anna.told("DELETE", f"{WEBHOOKS}/{mine}")
    assert boris.told("POST", WEBHOOKS, {**hook, "url": f"{sink.url}/his"})["webhooks"][0]["id"] == mine
    deliver(client)
    assert sink.posted == [] and states(client, anna) == ["sent", "failed"], "by mail, not by webhook"


def test_a_browser_that_somebody_else_uses_now_gets_nothing_of_before(told: Told, sink: HttpSink) -> None:
    client, _ = told
    anna, boris = people(client, "Anna", "Boris")
    game = match(client, anna, boris)
    browser = Browser(f"{sink.url}/push")
    anna.told("POST", PUSH, browser.request)
    say(boris, game, "Between us.")
    boris.told("POST", PUSH, browser.request)
    deliver(client)
    assert sink.posted == [] and states(client, anna, "chat") == ["sent", "failed"]


# ---- who is not to be heard -------------------------------------------------------------------------------


def test_what_was_written_before_a_block_is_not_told_after_it(told: Told) -> None:
    """A daily letter may be hours away."""
    client, mail = told
    anna, boris = people(client, "Anna", "Boris")
    wish(boris, mail="digest")
    game = match(client, anna, boris)
    say(anna, game, "You play like a goat.")
    made(anna, "member", name="Boris")
    block(boris, anna)
    deliver(client)
    assert states(client, boris, "chat") == states(client, boris, "challenge") == ["dropped"]
    assert not mail.to("Boris@example.org")


def test_turns_are_told_whoever_is_blocked(told: Told) -> None:
    """The game goes on."""
    client, mail = told
    anna, boris = people(client, "Anna", "Boris")
    match(client, boris, anna)
    block(boris, anna)
    deliver(client)
    assert [letter["Subject"] for letter in mail.to("Boris@example.org")] == ["Your turn: A Victory Denied"]


def test_a_block_in_the_middle_of_a_game_ends_words_and_begins_no_other_game(told: Told) -> None:
    client, _ = told
    anna, boris = people(client, "Anna", "Boris")
    mine, his = seats_of(client, [anna, boris])
    link = made(anna, "link", seat="German")
    key, id = link["link"].rpartition("/")[2], link["challenge"]["id"]
    everybody = made(anna)["challenge"]["id"]
    block(boris, anna)
    mine.told("POST", "chat", {"text": "Are you there?"})
    mine.told("POST", "notes", {"kind": "game", "text": "Read this then.", "shared": True})
    assert his.told("GET", "chat")["messages"] == his.told("GET", "notes")["notes"] == []
    assert len(mine.told("GET", "notes")["notes"]) == 1, "whoever is blocked is not told"
    assert everybody not in str(boris.told("GET", "/api/challenges"))
    mine.told("POST", "concede", {})
    for person in (anna, boris):
        assert person.ask("POST", f"/api/matches/{mine.game}/rematch").status == 403
    for challenge, secret in ((id, key), (everybody, "")):
        assert boris.ask("POST", f"/api/challenges/{challenge}/accept", {"key": secret}).status == 403
    assert boris.ask("POST", "/api/challenges", offer("member", name="Anna")).status == 403
    boris.told("DELETE", "/api/account/blocks/Anna")
    assert len(his.told("GET", "notes")["notes"]) == 1 and accepted(boris, id, key=key)


# ---- who has left -----------------------------------------------------------------------------------------


def test_the_link_that_ends_letters_says_nothing_of_who_left(told: Told) -> None:
    client, _ = told
    anna, boris = people(client, "Anna", "Boris")
    path = f"/unsubscribe/{unsubscribe_token(client.site.store, anna.account.id)}"
    leave(client.site, anna.account, time())
    for _ in range(2):
        assert client.ask("POST", path, {}).status == 200
    assert wish(boris)["mail"] == "later"


def test_whoever_leaves_is_told_nothing_more_and_leaves_nothing_open(told: Told, sink: HttpSink) -> None:
    """With a letter and a webhook that are due, a challenge, and a question to answer."""
    client, mail = told
    anna, boris, carla = people(client, "Anna", "Boris", "Carla")
    anna.told("POST", WEBHOOKS, {"kind": "json", "url": sink.url})
    game = match(client, anna, boris)
    for challenge in (made(anna, "member", name="Carla"), made(carla, "member", name="Anna")):
        assert challenge["challenge"]["state"] == "open"
    boris.told("POST", f"/api/games/{game}/proposals", {"kind": "draw"}, boris.seat(game))
    leave(client.site, anna.account, time())
    deliver(client)
    assert not mail.to("Anna@example.org") and sink.posted == []
    home = carla.told("GET", "/api/home")
    assert home["received"] == home["sent"] == []
    company = boris.told("GET", f"/api/games/{game}/company", token=boris.seat(game))
    assert company["over"] and [one["state"] for one in company["proposals"]] == ["overtaken"]
    assert not any(row.account == anna.account.id for row in queue(client))
    [letter] = mail.to("Boris@example.org")
    assert letter["Subject"] == "The game is over: A Victory Denied" and "Anna" not in text_of(letter)


# ---- what cannot be told ----------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["of the row", "of the rules"])
def test_a_daily_letter_does_not_wait_for_a_game_that_cannot_be_opened(
    told: Told, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, mail = told
    anna, boris = people(client, "Anna", "Boris")
    wish(anna, mail="digest")
    broken, _ = (match(client, anna, boris) for _ in range(2))
    client.library.live_game(broken).forget()
    if fault == "of the row":
        with client.site.store.writing() as base:
            base.execute(update(games).where(games.c.id == broken).values(head="no record"))
    else:
        opened = client.site.store.open

        def failing(id: str, *given: Any) -> Any:
            if id == broken:
                raise KeyError("a fault of the rules")
            return opened(id, *given)

        monkeypatch.setattr(client.site.store, "open", failing)
    for _ in range(2):
        deliver(client)
    [letter] = mail.to("Anna@example.org")
    assert "Your turn in A Victory Denied against Boris" in text_of(letter)
    left = "failed" if fault == "of the row" else "waiting"
    assert sorted(states(client, anna)) == sorted([left, "sent"])


def test_a_challenge_to_a_game_that_is_not_here_any_more_can_be_declined(told: Told) -> None:
    client, _ = told
    anna, boris = people(client, "Anna", "Boris")
    id = made(anna, "member", name="Boris")["challenge"]["id"]
    with client.site.store.writing() as base:
        found = client.site.challenges.find(id)
        gone = {"game": "sealion", "terms": found.terms.replace("victory-denied", "sealion")}
        base.execute(update(challenges).where(challenges.c.id == id).values(**gone))
    assert boris.told("GET", "/api/home")["received"][0]["title"] == "sealion"
    assert boris.ask("POST", f"/api/challenges/{id}/accept", {}).status == 400
    boris.told("POST", f"/api/challenges/{id}/decline", {})
    deliver(client)
    assert states(client, anna, "challenge") == ["sent"]


# ---- letters written by others ----------------------------------------------------------------------------


def test_a_command_that_knows_nothing_of_the_mail_server_has_its_letters_sent(told: Told, tmp_path: Path) -> None:
    """By the server, which does: as a rule a command names the place of the site only."""
    client, mail = told
    anna, boris = people(client, "Anna", "Boris")
    note_letters(client.site.store, client.site.settings)
    seats = seats_of(client, [anna, boris])
    play(seats, Random(1), 12)
    course = client.library.live_game(seats[0].game).course
    target = next(at for at, entry in enumerate(course) if isinstance(entry, Act))
    assert run("site", "rewind", seats[0].game, str(target), "--data-folder", tmp_path / "site").code == 0
    deliver(client)
    asked = "The administrator of the site asks to go back to an earlier moment: A Victory Denied"
    for person in (anna, boris):
        assert asked in [letter["Subject"] for letter in mail.to(person.account.email)]
    words = ("--days", "3", "--why", "Rude.", "--data-folder", str(tmp_path / "site"))
    assert run("site", "suspend", "Anna", *words).code == 0
    client.site.letters.send_due()
    assert "suspended" in mail.to("Anna@example.org")[-1]["Subject"]


def test_a_site_without_a_mail_server_writes_no_letters(tmp_path: Path) -> None:
    with SiteClient(tmp_path) as client:
        anna, boris = people(client, "Anna", "Boris")
        note_letters(client.site.store, client.site.settings)
        match(client, anna, boris)
        moderation.suspend(client.site, anna.account, 1, "Rude.", "root", time())
        assert queue(client) == [] and client.site.letters.send_due() == 0


# ---- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Łukasz Ödön", "דוד בן גוריון", "Нина О’Нил", "山田 太郎", "Zoë-Marie d'Été"])
def test_names_of_all_alphabets_in_letters(told: Told, name: str) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    boris.told("PUT", "/api/account/name", {"name": name})
    game = match(client, anna, boris)
    say(boris, game, "Hello")
    deliver(client)
    [letter] = [one for one in mail.to("Anna@example.org") if "written" in one["Subject"]]
    assert letter["Subject"] == f"{boris.told('GET', '/api/me')['me']['name']} has written to you: A Victory Denied"
    assert "\n" not in str(letter["From"]) and str(letter["To"]) == "Anna@example.org"
