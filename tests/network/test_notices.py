"""Who is told what, and when: one notice for a turn, none to whoever is there or has answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time

import pytest
from sqlalchemy import update

from network.mail_sink import MailSink, text_of
from network.site_client import SiteClient
from network.told import act, deliver, look, match, queue, states, telling_site, wish
from ostfront.network.notices import GRACE
from ostfront.network.reminders import DAY, remind
from ostfront.network.tables import matches, notices, turns

Told = tuple[SiteClient, MailSink]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    with telling_site(tmp_path) as (client, mail):
        yield client, mail


def test_a_letter_says_whose_turn_it_is_and_leads_to_the_game(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)
    assert deliver(client, early=False) == 0, "not before the grace is over"
    assert deliver(client) == 1
    [letter] = mail.to("Anna@example.org")
    text = text_of(letter)
    assert letter["Subject"] == "Your turn: A Victory Denied"
    assert "Your turn in A Victory Denied against Boris: turn 1" in text
    assert f"https://play.example/#/game/{game}" in text
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert deliver(client) == 0 and states(client, anna) == ["sent"]
    assert not mail.to("Boris@example.org")


def test_whoever_looks_before_it_is_due_is_told_nothing(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    look(client, match(client, anna, boris), anna)
    deliver(client)
    assert states(client, anna) == ["dropped"] and not mail.letters


def test_whoever_answers_before_it_is_due_is_told_nothing(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)
    random = Random(1)
    while act(anna, game, random):
        pass
    assert states(client, anna) == ["dropped"] and states(client, boris) == ["waiting"]
    deliver(client)
    assert not mail.to("Anna@example.org") and len(mail.to("Boris@example.org")) == 1


@pytest.mark.parametrize("there", [False, True])
def test_in_a_battle_back_and_forth_there_is_one_notice_or_none(told: Told, there: bool) -> None:
    """Whoever is away is told once until the next turn of the game, however often the seats change."""
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, game="kiev-41")
    people = {0: anna, 1: boris}
    live, random = client.library.live_game(game), Random(4)
    awaited: dict[int, set[int]] = {0: set(), 1: set()}
    begun = {0: 0, 1: 0}
    before: set[int] = set()
    for _ in range(150):
        asked = {decision.seat for decision in live.game.state.pending}
        for seat in asked - before:
            begun[seat] += 1
            awaited[seat].add(live.game.state.turn)
        before = asked
        for seat in asked:
            if there:
                look(client, game, people[seat])
        deliver(client)
        assert act(people[min(asked)], game, random, away=not there)
    assert sum(begun.values()) > sum(map(len, awaited.values())) > 0, "the seats change often"
    for seat, person in people.items():
        assert len(mail.to(person.account.email)) == (0 if there else len(awaited[seat]))


def test_after_a_visit_the_next_turn_is_told_again(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game, random = match(client, anna, boris), Random(1)
    turns_told = 0
    for visits in range(4):
        deliver(client)
        turns_told = len(mail.to("Anna@example.org"))
        assert turns_told == visits + 1
        look(client, game, anna)
        while act(anna, game, random):
            pass
        while act(boris, game, random):
            pass


def test_mail_waits_longer_than_push(told: Told) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    match(client, anna, boris)
    [row] = queue(client)
    assert row.due == pytest.approx(time() + GRACE["mail"], abs=30)
    wish(boris, mail="once")
    match(client, boris, anna)
    assert queue(client)[-1].due == pytest.approx(time() + 5, abs=4)


def test_whoever_wants_to_hear_nothing_hears_nothing(told: Told) -> None:
    client, mail = told
    anna, boris, guest = client.member("Anna"), client.member("Boris"), client.member("Gerda", kind="guest")
    match(client, anna, boris)
    wish(anna, mail="never")  # also what was written before
    wish(boris, mail="never")
    match(client, boris, anna)
    match(client, guest, anna)
    deliver(client)
    assert not mail.letters


def test_a_digest_is_one_letter_a_day(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    minutes = int(time() % 86400 / 60)
    wish(anna, mail="digest", digest_at=(minutes - 60) % 1440)
    first, second = match(client, anna, boris), match(client, anna, boris, game="kiev-41")
    due = {row.due for row in queue(client)}
    assert len(due) == 1 and due.pop() == pytest.approx(time() + 23 * 3600, abs=120)
    assert deliver(client) == 1
    [letter] = mail.to("Anna@example.org")
    assert letter["Subject"] == "Your turn in 2 games at ostfront"
    assert first in text_of(letter) and second in text_of(letter) and "Kiev '41" in text_of(letter)
    assert states(client, anna) == ["sent", "sent"]


def test_a_deadline_does_not_wait_for_the_digest(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    wish(anna, mail="digest", digest_at=(int(time() % 86400 / 60) - 60) % 1440)
    match(client, anna, boris, clock="move", seconds=12 * 3600)
    [row] = queue(client)
    assert row.way == "mail"
    deliver(client)
    assert "Your clock runs until" in text_of(mail.to("Anna@example.org")[0])


@pytest.mark.parametrize(
    "terms, hours, count",
    [
        ({}, 71, 0), ({}, 73, 1), ({}, 500, 1),
        ({"clock": "move", "seconds": 3 * 24 * 3600}, 30, 0), ({"clock": "move", "seconds": 3 * 24 * 3600}, 37, 1),
        ({"clock": "move", "seconds": 3 * 24 * 3600}, 49, 2), ({"clock": "bank", "seconds": 3600}, 0.9, 0),
        ({"clock": "bank", "seconds": 24 * 3600}, 13, 1), ({"clock": "move", "seconds": 24 * 3600}, 25, 1),
    ],
)  # fmt: skip
def test_reminders(told: Told, terms: dict[str, object], hours: float, count: int) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    match(client, anna, boris, **terms)
    deliver(client)
    now = time()
    for step in range(20):  # the keeper looks again and again
        remind(client.site.store, client.site.notices, now + hours * 3600 * (step + 1) / 20)
    deliver(client)
    reminders = [one for one in mail.to("Anna@example.org") if one["Subject"].startswith("You are still awaited")]
    assert len(reminders) == count and not mail.to("Boris@example.org")
    assert len(mail.letters) == count + 1


def test_nobody_is_reminded_who_is_away_or_does_not_want_to(told: Told) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    match(client, anna, boris)
    wish(anna, reminders=False)
    remind(client.site.store, client.site.notices, time() + 4 * DAY)
    assert states(client, anna, "reminder") == []


def test_a_reminder_is_dropped_when_the_move_was_made(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game, random = match(client, anna, boris), Random(1)
    remind(client.site.store, client.site.notices, time() + 4 * DAY)
    assert states(client, anna, "reminder") == ["waiting"]
    while act(anna, game, random):
        pass
    deliver(client)
    assert states(client, anna, "reminder") == ["dropped"] and not mail.to("Anna@example.org")


def test_the_end_of_a_game_is_told_to_whoever_was_not_there(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)
    anna.told("POST", f"/api/games/{game}/concede", {}, anna.seat(game))
    look(client, game, anna)
    deliver(client)
    [letter] = mail.letters
    assert letter["To"] == "Boris@example.org" and "concedes" in text_of(letter)
    assert deliver(client) == 0


def test_the_chat_is_told_once_until_the_reader_has_been_there(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)

    def write(text: str) -> None:
        anna.told("POST", f"/api/games/{game}/chat", {"text": text}, anna.seat(game))

    for text in ("Good luck!", "Are you there?"):
        write(text)
    deliver(client)
    [letter] = mail.to("Boris@example.org")
    assert "Good luck!" in text_of(letter) and letter["Subject"].startswith("Anna has written to you")
    look(client, game, boris)
    write("Well played.")
    deliver(client)
    assert len(mail.to("Boris@example.org")) == 2
    wish(boris, chat=False)
    look(client, game, boris)
    write("Hello?")
    deliver(client)
    assert len(mail.to("Boris@example.org")) == 2


def test_the_letters_end_at_one_click_without_logging_in(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    match(client, anna, boris)
    deliver(client)
    address = mail.letters[0]["List-Unsubscribe"].strip(" <>")
    path = address.removeprefix("https://play.example")
    foreign = {"origin": "https://mail.example", "content-type": "application/x-www-form-urlencoded"}
    asked = client.ask("GET", path)
    assert asked.status == 303 and asked.headers["location"] == f"/#{path}"
    assert wish(anna)["mail"] == "later"
    for wrong in (path[:-1], f"{path[:-1]}x", path.replace(f"/{anna.account.id}-", f"/{boris.account.id}-")):
        assert client.ask("POST", wrong, {}, headers=foreign).status == 404
    assert wish(boris)["mail"] == "later"
    assert client.ask("POST", path, {}, headers=foreign).status == 200
    assert wish(anna)["mail"] == "never" and wish(boris)["mail"] == "later"


def test_a_letter_that_is_not_taken_is_tried_again_a_few_times(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    match(client, anna, boris)
    mail.answers += ["451 later"] * 2
    for _ in range(2):
        deliver(client)
        assert states(client, anna) == ["waiting"] and queue(client)[0].due > time() + 30
    deliver(client)
    assert states(client, anna) == ["sent"] and len(mail.letters) == 1
    match(client, anna, boris)
    mail.answers += ["550 nobody here"]
    deliver(client)
    assert states(client, anna) == ["sent", "failed"] and len(mail.letters) == 1


def test_it_is_given_up_at_last(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    match(client, anna, boris)
    mail.answers += ["451 later"] * 20
    for _ in range(20):
        deliver(client)
    assert states(client, anna) == ["failed"] and queue(client)[0].attempts == 6


def test_a_removed_game_is_not_told_of(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    client.library.remove(match(client, anna, boris))
    deliver(client)
    assert not mail.letters and states(client, anna) == ["failed"]


def test_the_games_that_wait_are_listed(told: Told) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    assert anna.told("GET", "/api/waiting") == {"games": [], "count": 0}
    first = match(client, anna, boris)
    with client.site.store.writing() as base:
        base.execute(update(turns).where(turns.c.game == first).values(since=turns.c.since - 100))
    second = match(client, anna, boris, clock="move", seconds=3600)
    found = anna.told("GET", "/api/waiting")
    assert [one["id"] for one in found["games"]] == [first, second] and found["count"] == 2
    assert found["games"][0]["against"] == "Boris" and found["games"][1]["deadline"] > time()
    assert boris.told("GET", "/api/waiting")["count"] == 0
    with client.site.store.writing() as base:
        base.execute(update(matches).values(ended=time()))
    assert anna.told("GET", "/api/waiting")["count"] == 0
    assert client.ask("GET", "/api/waiting").json == {"games": [], "count": 0}, "somebody who has just logged out"


def test_how_far_a_seat_had_seen_its_game(told: Told) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)
    path = f"/api/games/{game}/since"
    assert anna.told("GET", path, token=anna.seat(game)) == {"moment": -1}
    look(client, game, anna)
    moment = client.library.live_game(game).moment
    assert anna.told("GET", path, token=anna.seat(game)) == {"moment": moment}
    assert boris.ask("GET", path, token=anna.seat(game)).status == 403


def test_what_went_with_a_courier_that_stopped_is_not_sent_again(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    match(client, anna, boris)
    with client.site.store.writing() as base:
        base.execute(update(notices).values(due=time() - 1))
    site_queue = client.site.courier.queue
    claimed, until = site_queue.claim(time())
    assert not site_queue.claim(time())[0], "it is leased"
    assert site_queue.claim(until + 1)[0], "whoever has claimed it has not begun to send it"
    assert site_queue.go(claimed, until, time()) == [], "it belongs to another courier now"
    claimed, until = site_queue.claim(until + 2 + client.site.courier.queue.lease)
    assert len(site_queue.go(claimed, until, time())) == 1
    assert not site_queue.claim(until + 1000)[0]
    site_queue.tidy(until + 1000)
    assert states(client, anna) == ["failed"] and not mail.letters


def test_whoever_was_here_just_now_is_given_time_to_be_seen_again(told: Told) -> None:
    """Visits are noted once a minute: a turn that begins right after one may find its player at the board."""
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    wish(anna, mail="once")
    game, random = match(client, anna, boris), Random(1)
    while act(anna, game, random):
        pass
    look(client, game, anna)
    while act(boris, game, random):
        pass
    row = queue(client)[-1]
    assert row.account == anna.account.id and row.due > time() + 60


def test_challenges_are_told(told: Told) -> None:
    client, mail = told
    anna, boris, carla = (client.member(name) for name in ("Anna", "Boris", "Carla"))
    terms = {"game": "kiev-41"}

    def challenge() -> str:
        asked = {"terms": terms, "to": "member", "name": "Boris", "choosing": "random"}
        return str(anna.told("POST", "/api/challenges", asked)["challenge"]["id"])

    first = challenge()
    deliver(client)
    [letter] = mail.letters
    assert letter["To"] == "Boris@example.org" and letter["Subject"] == "Anna challenges you to Kiev '41"
    boris.told("POST", f"/api/challenges/{first}/decline", {})
    second = challenge()
    boris.told("POST", f"/api/challenges/{second}/accept", {})
    third = challenge()
    anna.told("POST", f"/api/challenges/{third}/withdraw", {})
    deliver(client)
    told_of = [letter["Subject"] for letter in mail.letters if "challenge" in letter["Subject"]]
    assert sorted(told_of) == [
        "Anna challenges you to Kiev '41",
        "Boris accepted your challenge to Kiev '41",
        "Boris declined your challenge to Kiev '41",
    ]
    assert not mail.to(carla.account.email)


def test_whoever_is_blocked_is_not_heard(told: Told) -> None:
    client, _ = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)
    boris.told("POST", "/api/account/blocks", {"name": "Anna"})
    anna.told("POST", f"/api/games/{game}/chat", {"text": "Hello?"}, anna.seat(game))
    assert states(client, boris, "chat") == []


def test_proposals_are_told_to_those_who_must_answer(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)
    path = f"/api/games/{game}/proposals"
    anna.told("POST", path, {"kind": "draw"}, anna.seat(game))
    deliver(client)
    [letter] = mail.to("Boris@example.org")
    assert letter["Subject"] == "Anna offers a draw: A Victory Denied"
    anna.told("DELETE", f"{path}/1", token=anna.seat(game))
    look(client, game, boris)
    anna.told("POST", path, {"kind": "draw"}, anna.seat(game))
    anna.told("DELETE", f"{path}/2", token=anna.seat(game))
    deliver(client)
    assert states(client, boris, "proposal") == ["sent", "dropped"] and not states(client, anna, "proposal")


def test_a_page_in_the_background_is_no_visit(told: Told) -> None:
    client, mail = told
    anna, boris = client.member("Anna"), client.member("Boris")
    game = match(client, anna, boris)
    view = f"/api/games/{game}/view"
    away = {"seat-away": "1"}
    assert anna.ask("GET", view, token=anna.seat(game), headers=away).status == 200
    deliver(client)
    assert len(mail.to("Anna@example.org")) == 1
    second = match(client, anna, boris)
    assert anna.ask("GET", f"/api/games/{second}/view", token=anna.seat(second)).status == 200
    deliver(client)
    assert len(mail.to("Anna@example.org")) == 1
