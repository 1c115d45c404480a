"""Clocks that run out end a game once, on whichever server; they stand still while a player is on vacation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import time

import pytest
from sqlalchemy import update

from network.playing import Seat, play, seats_of
from network.site_client import SiteClient
from network.test_proposals import both, moves
from ostfront.network import site
from ostfront.network.keeper import Keeper
from ostfront.network.tables import turns
from ostfront.network.turns import Turn, save_turn, turns_of
from ostfront.network.vacations import DAY
from ostfront.server import database_server
from ostfront.server.local_client import actions_of
from server.conftest import same_dice as same_dice
from server.postgres import Postgres

HOUR = 3600.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.close()


def pair(client: SiteClient, **terms: object) -> list[Seat]:
    return seats_of(client, [client.member("Anna"), client.member("Boris")], **terms)


def turns_in(client: SiteClient, game: str) -> list[Turn]:
    with client.site.store.reader.begin() as base:
        return turns_of(base, game)


def test_a_clock_that_runs_out_ends_the_game_for_that_seat(client: SiteClient) -> None:
    anna, boris = seats = pair(client, clock="move", seconds=3600)
    untimed = pair_without_clock(client)
    play(seats, Random(1), 20)
    assert client.site.clocks.expire(time() + HOUR - 60) == 0
    late = next(turn.seat for turn in turns_in(client, anna.game) if turn.since)
    assert client.site.clocks.expire(time() + HOUR + 60) == 1
    assert client.site.clocks.expire(time() + 9 * HOUR) == 0
    name, other = (("German", "soviet"), ("Soviet", "german"))[late]
    for seat in seats:
        result = seat.view["result"]
        assert (result["winner"], result["reason"]) == (other, f"The {name} player's time has run out.")
        assert seat.company["over"] is True
    assert f"\ntime {name}\n" in boris.ask("GET", "record").body.decode()
    assert anna.told("GET", "verify")["ok"] is True
    assert not any(turn.since or turn.deadline for turn in turns_in(client, anna.game))
    assert untimed[0].view["result"] is None


@pytest.fixture(params=["sqlite", "postgresql"])
def either_client(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> Iterator[SiteClient]:
    """A site with a file, and one with a PostgreSQL."""
    engine = database_server.connect(postgres.database()) if request.param == "postgresql" else None
    with SiteClient(tmp_path, engine) as client:
        yield client


def test_clocks_stand_while_the_site_is_down(either_client: SiteClient) -> None:
    client = either_client
    anna, boris = pair(client, clock="move", seconds=3600)
    clocks, up = client.site.clocks, time() + 1
    clocks.look(up)
    before = turns_in(client, anna.game)
    clocks.look(up + 5 * HOUR)
    for was, now in zip(before, turns_in(client, anna.game), strict=True):
        assert now.deadline == pytest.approx(was.deadline + 5 * HOUR if was.deadline else 0)
        assert now.since == pytest.approx(was.since + 5 * HOUR if was.deadline else was.since)
    assert anna.view["result"] is None
    for seconds in range(0, 2 * 3600, 60):  # it is up all the time now
        clocks.look(up + 5 * HOUR + seconds)
    assert boris.view["result"] is not None


def test_clocks_stand_while_only_a_worker_is_up(either_client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those of whom it made the turn begin: nobody can answer a computer where there is no server."""
    client = either_client
    people = [client.member("Anna"), client.member("Boris")]
    waits, meets = (seats_of(client, people, clock="move", seconds=3600) for _ in range(2))
    server, worker = Keeper(client.site.chores()), Keeper(client.site.chores(worker=True))
    up = time() + 1
    monkeypatch.setattr(site, "time", lambda: up)
    server.do_what_is_due(0.0)
    before = [turn for turn in turns_in(client, waits[0].game) if turn.since]
    began = next(turn for turn in turns_in(client, meets[0].game) if turn.since)
    with client.site.store.writing() as base:
        save_turn(base, began._replace(since=up + 3 * HOUR, deadline=up + 4 * HOUR))
    for minutes in range(301):
        monkeypatch.setattr(site, "time", lambda now=up + minutes * 60: now)
        worker.do_what_is_due(minutes * 60.0)
    monkeypatch.setattr(site, "time", lambda: up + 5 * HOUR)
    server.do_what_is_due(5 * HOUR)
    assert waits[0].view["result"] is None and meets[0].view["result"] is None
    after = [turn for turn in turns_in(client, waits[0].game) if turn.since]
    assert [turn.deadline for turn in after] == pytest.approx([turn.deadline + 5 * HOUR for turn in before])
    now = turns_in(client, meets[0].game)[began.seat]
    assert (now.since, now.deadline) == pytest.approx((up + 5 * HOUR, up + 6 * HOUR))
    for minutes in range(121):
        monkeypatch.setattr(site, "time", lambda now=up + 5 * HOUR + minutes * 60: now)
        server.do_what_is_due(5 * HOUR + minutes * 60)
    assert waits[0].view["result"] is not None and meets[0].view["result"] is not None


def pair_without_clock(client: SiteClient) -> list[Seat]:
    return seats_of(client, [client.member("Carla"), client.member("Denis")])


def test_both_clocks_run_while_both_decide_and_one_has_run_out(client: SiteClient) -> None:
    """The chits of a turn are selected by both at the same time."""
    anna, boris = pair(client, clock="bank", seconds=7200)
    random = Random(2)
    for _ in range(600):
        if len({one.person.account.id for one in (anna, boris) if one.view["asked"]}) == 2:
            break
        play([anna, boris], random, 1)
    found = turns_in(client, anna.game)
    assert all(turn.since and turn.deadline for turn in found)
    with client.site.store.writing() as base:
        base.execute(update(turns).where(turns.c.seat == 1).values(deadline=found[1].deadline - HOUR))
    assert client.site.clocks.expire(found[1].deadline - HOUR + 1) == 1
    assert anna.view["result"]["winner"] == "german"


def test_whoever_moves_before_it_is_ended_has_moved_in_time(client: SiteClient) -> None:
    seats = pair(client, clock="move", seconds=3600)
    clocks, late = client.site.clocks, time() + HOUR + 60
    assert len(clocks.claim(late)) == 1
    turn = next(turn for turn in turns_in(client, seats[0].game) if turn.since)
    with client.site.store.writing() as base:  # another process is told of a clock that has been set again
        base.execute(update(turns).where(turns.c.seat == turn.seat).values(deadline=late + HOUR))
    assert clocks.run_out(turn.game, turn.seat, late) is False
    assert seats[0].view["result"] is None


def test_a_claimed_deadline_is_free_again_when_nobody_saw_to_it(client: SiteClient) -> None:
    pair(client, clock="move", seconds=3600)
    clocks, late = client.site.clocks, time() + HOUR + 60
    assert len(clocks.claim(late)) == 1
    assert clocks.claim(late + 30) == []
    assert clocks.expire(late + 61) == 1


def test_two_servers_end_a_game_once_and_a_move_may_come_first(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.database()
    with (
        SiteClient(tmp_path / "1", database_server.connect(address)) as one,
        SiteClient(tmp_path / "2", database_server.connect(address)) as two,
    ):
        people = [one.member("Anna"), one.member("Boris")]
        ended = 0
        for n in range(6):
            seats = seats_of(one, people, clock="move", seconds=3600)
            for seat in seats:
                assert seat.at(two).view["result"] is None
            mover = next(seat for seat in seats if seat.view["asked"])
            late = time() + HOUR + 60
            if n % 2:
                found = both(*(partial(site.clocks.expire, late) for site in (one.site, two.site)))
                assert sorted(found) == [0, 1]
                assert seats[0].view["result"] is not None
                continue
            view = mover.view
            draft = {"after": view["draft"]["after"], "actions": [actions_of(view)[0]]}
            index = seats.index(mover)

            moved, ran_out = both(
                partial(moves, mover, draft), partial(two.site.clocks.run_out, mover.game, index, late)
            )
            ended += ran_out
            assert (moved, ran_out) in ((200, 0), (409, 1), (200, 1))
            reasons = {str(seat.at(server).view["result"]) for seat in seats for server in (one, two)}
            assert len(reasons) == 1 and ("None" in reasons) == (not ran_out)
            entries = [line for line in mover.ask("GET", "record").body.decode().splitlines() if line[:5] == "time "]
            assert len(entries) == ran_out
            two.site.clocks.expire(time() + 99 * HOUR)


# ---- vacations ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", ["move", "bank"])
def test_clocks_stand_still_on_vacation(client: SiteClient, clock: str) -> None:
    anna, boris = seats = pair(client, clock=clock, seconds=2 * 86400)
    play(seats, Random(4), 15)
    late = next(turn for turn in turns_in(client, anna.game) if turn.since)
    away = seats[late.seat].person
    etags = [seat.view["etag"] for seat in seats]
    assert away.told("PUT", "/api/vacation", {"days": 7})["days_left"] == pytest.approx(23, abs=0.01)
    turn = turns_in(client, anna.game)[late.seat]
    assert turn.since == pytest.approx(time() + 7 * DAY, abs=60)
    assert turn.deadline == pytest.approx(late.deadline + 7 * DAY, abs=60)
    assert turn.left == pytest.approx(late.left, abs=60)
    assert all(seat.view["etag"] != etag for seat, etag in zip(seats, etags, strict=True))
    players = {player["seat"]: player for player in boris.company["players"]}
    assert players[("German", "Soviet")[late.seat]]["vacation_until"] == pytest.approx(time() + 7 * DAY, abs=60)
    assert client.site.clocks.expire(time() + 6 * DAY) == 0
    assert anna.view["result"] is None

    assert away.told("DELETE", "/api/vacation")["days_left"] == pytest.approx(30, abs=0.01)
    turn = turns_in(client, anna.game)[late.seat]
    assert turn.since == pytest.approx(time(), abs=60)
    assert turn.deadline == pytest.approx(late.deadline, abs=60)


def test_who_is_asked_on_vacation_has_time_until_he_is_back(client: SiteClient) -> None:
    anna, _ = seats = pair(client, clock="move", seconds=86400)
    other = next(turn.seat for turn in turns_in(client, anna.game) if not turn.since)
    seats[other].person.told("PUT", "/api/vacation", {"days": 3})
    for _ in range(300):
        if turns_in(client, anna.game)[other].since:
            break
        play([seats[1 - other]], Random(5), 1)
    turn = turns_in(client, anna.game)[other]
    assert turn.deadline == pytest.approx(time() + 4 * DAY, abs=60)


def test_clocks_that_nobody_stopped_are_stopped_when_they_run_out(client: SiteClient) -> None:
    """As after a power cut between the vacation and the games."""
    anna, _ = seats = pair(client, clock="move", seconds=86400)
    late = next(turn for turn in turns_in(client, anna.game) if turn.since)
    client.site.vacations._postpone = lambda *_: None  # type: ignore[method-assign]
    seats[late.seat].person.told("PUT", "/api/vacation", {"days": 10})
    del client.site.vacations._postpone
    assert turns_in(client, anna.game)[late.seat].deadline == late.deadline
    assert client.site.clocks.expire(time() + 2 * DAY) == 0
    assert turns_in(client, anna.game)[late.seat].deadline == pytest.approx(time() + 11 * DAY, abs=60)


def test_a_year_has_thirty_days_of_vacation(client: SiteClient) -> None:
    anna = client.member("Anna")
    vacations, account, now = client.site.vacations, anna.account.id, time()
    for days in (0, 31, -5):
        assert anna.ask("PUT", "/api/vacation", {"days": days}).status == 400
    vacations.begin(account, 20, now)
    vacations.begin(account, 25, now + 5 * DAY)  # longer: 30 in all
    refused = anna.ask("PUT", "/api/vacation", {"days": 30})
    assert refused.status == 200, "it begins again today, and is as long"
    assert vacations.left(account, now) == pytest.approx(0, abs=60)
    vacations.end(account, now + 10 * DAY)
    assert vacations.left(account, now + 10 * DAY) == pytest.approx(20 * DAY, abs=60)
    assert vacations.left(account, now + 370 * DAY) == pytest.approx(25 * DAY, abs=60)
    assert vacations.left(account, now + 380 * DAY) == pytest.approx(30 * DAY, abs=60)
    assert client.ask("PUT", "/api/vacation", {"days": 3}).status == 401
