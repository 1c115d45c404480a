"""Rules that meet each other in a game: its end and what can be undone, agreements, clocks, vacations, hints."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import count
from random import Random
from time import time
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import update

from network.playing import Seat, against_computer, play, seats_of
from network.site_client import Person, SiteClient
from ostfront.network.leaving import leave
from ostfront.network.tables import turns
from ostfront.network.turns import Turn, turns_of
from ostfront.server.game_store import OpenedGame
from ostfront.server.local_client import actions_of
from server.conftest import same_dice as same_dice

HOUR = 3600.0
NUMBERS = count(1)
SHORT = {"game": "kiev-41", "scenario": "les-preludes"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteClient]:
    with SiteClient(tmp_path_factory.mktemp("site")) as client:
        yield client


def people(client: SiteClient, number: int) -> list[Person]:
    return [client.member(f"Person {next(NUMBERS)}") for _ in range(number)]


def pair(client: SiteClient, **terms: object) -> list[Seat]:
    return seats_of(client, people(client, 2), **terms)


def to_the_end(seats: list[Seat], random: Random) -> None:
    for _ in range(600):
        if seats[0].view["result"] is not None:
            return
        play(seats, random, 1)
    raise AssertionError("the game did not end")


# ---- the end ----------------------------------------------------------------------------------------------


def test_an_end_that_has_told_every_secret_is_not_undone(client: SiteClient) -> None:
    """Or whoever acted last would know what all dice to come show, and that a rated game is lost."""
    seats = pair(client, **SHORT, rated=True)
    to_the_end(seats, Random(1))
    result = seats[0].view["result"]
    assert seats[0].told("GET", "verify")["secret"], "the dice are told now"
    for seat in seats:
        view = seat.view
        assert view["draft"]["actions"] == []
        assert seat.ask("POST", "undo", {"moment": view["moment"]}).status == 409
        for after in range(view["moment"] - 8, view["moment"]):
            assert seat.ask("PUT", "draft", {"after": after, "actions": []}).status == 409
        assert seat.view["result"] == result
        [overall, _] = seat.person.told("GET", f"/api/people/{seat.person.account.name}")["ratings"]
        assert overall["games"] == 1


def test_the_last_click_sent_twice_is_accepted_twice(client: SiteClient) -> None:
    """As by a page whose answer was lost."""
    seats, random = pair(client, **SHORT), Random(2)
    for _ in range(600):
        seat = next(seat for seat in seats if seat.view["asked"])
        view = seat.view
        draft = {
            "after": view["draft"]["after"],
            "actions": [*view["draft"]["actions"], random.choice(actions_of(view))],
        }
        if seat.told("PUT", "draft", draft)["result"] is not None:
            break
    assert seat.told("PUT", "draft", draft) == seat.view


def test_a_private_board_goes_back_behind_its_end(client: SiteClient) -> None:
    seat, _ = pair(client, **SHORT)
    made = seat.told("POST", "whatif", {"moment": seat.view["moment"]})
    board = seat.person.told("GET", f"/api/games/{made['id']}")
    mine = [Seat(seat.person, board["id"], one["token"]) for one in board["seats"]]
    to_the_end(mine, Random(3))
    last = next(seat for seat in mine if seat.view["draft"]["actions"])
    assert last.ask("POST", "undo", {"moment": last.view["moment"]}).status == 200
    assert last.view["result"] is None


# ---- clocks -----------------------------------------------------------------------------------------------


def turns_in(client: SiteClient, game: str) -> list[Turn]:
    with client.site.store.reader.begin() as base:
        return turns_of(base, game)


def pass_time(client: SiteClient, game: str, seconds: float) -> None:
    """As if whoever is awaited had thought for so long."""
    with client.site.store.writing() as base:
        later = {"since": turns.c.since - seconds, "deadline": turns.c.deadline - seconds}
        base.execute(update(turns).where(turns.c.game == game, turns.c.since > 0).values(**later))


def handed_over(client: SiteClient, seats: list[Seat], random: Random, hours: float) -> tuple[Seat, Seat]:
    """Who has handed the turn over with an action that can be undone, after so many hours, and who has it now."""
    for _ in range(400):
        mine = next(seat for seat in seats if seat.view["asked"])
        other = next(seat for seat in seats if seat is not mine)
        alone = not other.view["asked"]
        before = [turn.since for turn in turns_in(client, mine.game)]
        pass_time(client, mine.game, hours * HOUR)
        mine.play(random)
        if alone and not mine.view["asked"] and mine.view["draft"]["actions"]:
            return mine, other
        with client.site.store.writing() as base:
            for n, since in enumerate(before):
                here = (turns.c.game == mine.game, turns.c.seat == n, turns.c.since > 0, turns.c.since < since)
                base.execute(update(turns).where(*here).values(since=since, deadline=since + turns.c.left))
    raise AssertionError("no turn was handed over")


@pytest.mark.parametrize("clock", ["move", "bank"])
def test_undoing_gives_no_time_back_and_costs_the_other_none(client: SiteClient, clock: str) -> None:
    """Or whoever hands the turn over and takes it back, again and again, never runs out of time; the other does."""
    seats = pair(client, game="kiev-41", clock=clock, seconds=10 * 3600)
    mine, other = handed_over(client, seats, Random(1), hours=9)
    me, him = seats.index(mine), seats.index(other)
    left = turns_in(client, mine.game)[me].left
    assert left <= 1.1 * HOUR
    for _ in range(2):
        pass_time(client, mine.game, 5 * HOUR)
        again = mine.view["draft"]
        mine.told("POST", "undo", {"moment": mine.view["moment"]})
        found = turns_in(client, mine.game)
        assert found[me].deadline == pytest.approx(time() + left, abs=120)
        assert (found[him].since, found[him].left) == (0, 10 * HOUR)
        mine.told("PUT", "draft", {"after": again["after"], "actions": again["actions"]})
        assert turns_in(client, mine.game)[him].deadline == pytest.approx(time() + 10 * HOUR, abs=120)
    mine.told("POST", "undo", {"moment": mine.view["moment"]})
    assert client.site.clocks.expire(time() + 1.2 * HOUR) == 1
    assert "has run out" in other.view["result"]["reason"]


def test_whoever_is_asked_after_the_other_has_acted_has_a_new_clock(client: SiteClient) -> None:
    seats = pair(client, game="kiev-41", clock="move", seconds=10 * 3600)
    mine, other = handed_over(client, seats, Random(1), hours=9)
    me = seats.index(mine)
    clocks = {player["seat"]: player["left"] for player in other.company["players"]}
    assert set(clocks.values()) == {10 * HOUR}, "what is shown is the time for the next move"
    for _ in range(300):
        if mine.view["asked"]:
            break
        play([other], Random(2), 1)
    assert turns_in(client, mine.game)[me].deadline == pytest.approx(time() + 10 * HOUR, abs=120)


# ---- advice -----------------------------------------------------------------------------------------------


def test_a_board_beside_a_rated_game_gives_no_advice(client: SiteClient) -> None:
    """Nor one that was made from such a board; once the game is over there is nothing to be had by it."""
    seats = pair(client, **SHORT, rated=True)
    seat = next(seat for seat in seats if seat.view["asked"])
    board = seat.told("POST", "whatif", {"moment": seat.view["moment"]})["id"]
    mine = Seat(seat.person, board)
    again = Seat(seat.person, mine.told("POST", "whatif", {"moment": mine.view["moment"]})["id"])
    mine.told("POST", "concede", {})
    for one, method, path in ((seat, "POST", "hint"), (again, "POST", "hint"), (mine, "GET", "review")):
        answer = one.ask(method, path)
        assert answer.status == 409 and "no hints in rated games" in answer.json["error"]["message"]
    text = seat.ask("GET", "position").body.decode()
    opened = Seat(seat.person, seat.person.told("POST", "/api/boards", {"text": text})["match"])
    assert opened.ask("POST", "hint").status == 409, "the same by another way"
    seat.told("POST", "concede", {})
    for one in (again, opened):
        assert one.ask("POST", "hint").status == 200


def test_a_board_beside_any_other_game_gives_advice(client: SiteClient) -> None:
    seats = pair(client, **SHORT)
    seat = next(seat for seat in seats if seat.view["asked"])
    board = seat.told("POST", "whatif", {"moment": seat.view["moment"]})["id"]
    assert Seat(seat.person, board).ask("POST", "hint").status == 200


# ---- agreements -------------------------------------------------------------------------------------------


def test_what_was_proposed_ends_with_the_game(client: SiteClient) -> None:
    """A draw is on offer, and the other one concedes in another window."""
    anna, boris = seats = pair(client, rated=True)
    play(seats, Random(4), 30)
    assert boris.propose("draw").status == 200
    anna.told("POST", "concede", {})
    assert anna.answer(True, 1).status == boris.answer(True, 1).status == 409
    for kind in ("draw", "takeback"):
        assert anna.propose(kind).status == boris.propose(kind).status == 409
    assert anna.view["result"]["winner"] == "soviet"
    assert [one["state"] for one in anna.company["proposals"]] == ["overtaken"]


def test_four_people_agree_or_one_of_them_leaves(client: SiteClient) -> None:
    teams = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}
    seats = seats_of(client, people(client, 4), **teams)
    assert seats[0].propose("draw").status == 200
    for seat in (*seats[1:3], seats[1]):
        assert seat.answer(True, 1).status == 200, "twice is once"
    assert seats[0].company["proposals"][0]["waits"] == ["Soviet 2"] and seats[0].view["result"] is None
    leave(client.site, seats[3].person.account, time())
    for seat in seats[:3]:
        assert seat.view["result"]["winner"] == "axis", "his side loses, the draw is off"
        assert seat.company["proposals"][0]["state"] == "overtaken"
    players = [player["name"] for player in seats[0].company["players"]]
    assert players[3] == "somebody who left"


def test_a_computer_that_thinks_when_time_runs_out_does_not_move_any_more(client: SiteClient) -> None:
    seat = against_computer(client, people(client, 1)[0], clock="move", seconds=3600)
    live, random = client.library.live_game(seat.game), Random(5)
    for _ in range(200):
        if live.game.state.pending[0].seat != 0 and len(live.game.state.pending) == 1:
            break
        if not seat.play(random):
            decision = live.game.state.pending[0]
            action = live.game.text(live.game.options(decision).choose(random.random))
            live.play_computer_action(decision.seat, action, tuple(live.game.entries or ()), 0, 0.0)
    decision, course = live.game.state.pending[0], tuple(live.game.entries or ())
    action = live.game.text(live.game.options(decision).choose(random.random))
    seat.told("POST", "concede", {})
    assert not live.play_computer_action(decision.seat, action, course, 0, 0.0)
    assert seat.view["result"]["winner"] == "soviet" and live.moment == len(course) + 1
    assert not any(job.game == seat.game for job in client.site.store.jobs.open_jobs())


# ---- watching ---------------------------------------------------------------------------------------------


def test_who_watches_a_turn_late_does_not_notice_when_somebody_acts(client: SiteClient) -> None:
    """Neither by what is shown, nor by its etag, nor because a long poll ends; nor that players write or propose."""
    seats, random = pair(client, game="kiev-41", watch="delay", delay=1), Random(3)
    path = f"/api/games/{seats[0].game}"
    live = client.library.live_game(seats[0].game)
    while live.game.state.turn < 2:
        play(seats, random, 5)
    [carla] = people(client, 1)

    def noticed() -> list[object]:
        told = [carla.ask("GET", f"{path}/{what}") for what in ("view", "log?from=0", "history", "charts", "record")]
        etag = told[0].headers["etag"].strip('"')
        poll = carla.told("GET", f"{path}/changes?etag={etag}&wait=0")
        return [etag, poll, *(answer.body for answer in told)]

    before, moment = noticed(), live.moment
    play(seats, random, 6)
    seats[0].told("POST", "chat", {"text": "Between us."})
    seats[0].propose("draw")
    assert live.game.state.turn == 2 and live.moment > moment
    assert noticed() == before


# ---- faults -----------------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_opened_stops_nothing_else(client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other clock, nor an export, nor that somebody leaves."""
    anna, boris = people(client, 2)
    broken, other = (client.match(anna, boris, clock="move", seconds=3600) for _ in range(2))
    with client.site.store.writing() as base:
        base.execute(update(turns).where(turns.c.game == broken, turns.c.deadline > 0).values(deadline=1.0))
    opened = client.site.store.open

    def fault(id: str, *given: Any) -> OpenedGame:
        if id == broken:
            raise KeyError("a fault of the rules")
        return opened(id, *given)

    client.library.live_game(broken).forget()
    monkeypatch.setattr(client.site.store, "open", fault)
    assert anna.ask("GET", f"/api/games/{broken}/view", token=anna.seat(broken)).status == 500
    assert client.site.clocks.expire(time() + 7200) >= 1
    assert Seat(anna, other).view["result"] is not None
    with ZipFile(BytesIO(anna.ask("GET", "/api/account/export").body)) as archive:
        assert sum("cannot be read" in archive.read(name).decode() for name in archive.namelist()) == 1
        assert any(other in name for name in archive.namelist())
    leave(client.site, anna.account, time())
    assert boris.told("GET", f"/api/games/{broken}")["seats"][0]["name"] == "somebody who left"
