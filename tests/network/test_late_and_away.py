"""Games in which several rules meet: takebacks, clocks, vacations, suspensions, and watching some turns late."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest
from sqlalchemy import select

from network.playing import Seat, play, seats_of
from network.site_client import Person, SiteClient
from network.test_adversary_games import pass_time, turns_in
from network.test_proposals import both
from network.test_watching import look
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.network import moderation
from ostfront.network.tables import results
from ostfront.network.vacations import DAY
from ostfront.server import database_server
from ostfront.server.database import entries
from ostfront.server.live_game import LiveGame
from ostfront.server.local_client import actions_of
from server.conftest import same_dice as same_dice
from server.postgres import Postgres

HOUR = 3600.0
NUMBERS = count(1)
READS = (
    "log?from=0",
    "history",
    "charts",
    "record",
    "luck",
    "verify",
    "notes",
    "review",
    "since",
    "position",
    "report",
)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def people(client: SiteClient, number: int) -> list[Person]:
    return [client.member(f"Person {next(NUMBERS)}") for _ in range(number)]


def pair(client: SiteClient, **terms: Any) -> list[Seat]:
    return seats_of(client, people(client, 2), **terms)


def agreed_back(seats: list[Seat], target: int | None = None) -> None:
    """Everybody agrees to go back to that moment, or to before the last action of the first."""
    answer = seats[0].propose("takeback", target)
    assert answer.status == 200, answer.body
    for seat in seats[1:]:
        assert seat.answer(True).status == 200


def deciding(live: LiveGame, turn: int) -> int:
    """A moment of this turn at which somebody had to decide."""
    begun = dict(live.turn_history().turns)
    return next(at for at in live.decision_moments() if at > begun[turn] and isinstance(live.course[at], Act))


def play_on(live: LiveGame, turn: int, random: Random) -> None:
    """At random until this turn, all in one change."""

    def change(game: Game) -> int:
        before = len(game.entries or ())
        while game.state.turn < turn:
            decision = game.state.pending[0]
            game.play(game.text(game.options(decision).choose(random.random)), decision.seat)
        return before

    live.settle(change, lambda base: None)


# ---- who watches late -------------------------------------------------------------------------------------


def test_going_back_shows_nobody_more_than_before(client: SiteClient) -> None:
    """Neither what was taken back nor what is played in its place, over any address."""
    seats, random = pair(client, game="kiev-41", watch="delay", delay=1), Random(3)
    live = client.library.live_game(seats[0].game)
    [carla] = people(client, 1)
    play_on(live, 3, random)
    before = look(carla, live.id, "view").json
    assert before["turn"] == 2
    agreed_back(seats, deciding(live, 2))
    assert live.game.state.turn == 2
    for _ in range(3):
        shown = look(carla, live.id, "view").json
        begun = dict(live.turn_history().turns)
        assert (shown["turn"], shown["moment"]) == (1, begun[1]) and shown["moment"] < before["moment"]
        battles = [line["battle"] for line in seats[0].told("GET", "log?from=0")["lines"] if line["battle"]]
        for path in (f"view?at={before['moment']}", f"view?at={live.moment}", *(f"battles/{n}" for n in battles)):
            assert look(carla, live.id, path).status in (403, 404), path
        for seat in ("Axis", "Soviet"):
            told = {path: look(carla, live.id, path, seat) for path in READS}
            assert [told[path].status for path in READS[-3:]] == [403] * 3, "seats alone have these"
            assert told["review"].status >= 400 and told["luck"].json["sides"] == []
            assert told["log?from=0"].json["moment"] == told["history"].json["stops"][-1] == shown["moment"]
            assert len(told["record"].body.decode().split("---\n")[1].splitlines()) <= shown["moment"]
            assert told["verify"].json["over"] is False and told["notes"].json["notes"] == []
            assert look(carla, live.id, f"view?after={before['moment']}", seat).json["moment"] <= shown["moment"]
        play(seats, random, 3)


def test_what_is_written_now_is_not_read_by_those_who_see_the_past(client: SiteClient) -> None:
    """Nor what one of the players writes on the map for the other."""
    seats, random = pair(client, game="kiev-41", watch="delay", delay=1), Random(4)
    live = client.library.live_game(seats[0].game)
    play_on(live, 2, random)
    seats[0].told("POST", "notes", {"kind": "game", "text": "The next attack is at Uman.", "shared": True})
    seats[0].told("POST", "chat", {"text": "At Uman."})
    seats[0].propose("draw")
    [carla] = people(client, 1)
    for path in (*READS, "view", "chat", "company"):
        answer = look(carla, live.id, path)
        assert b"Uman" not in answer.body and b'"kind":"draw"' not in answer.body, path
    assert look(carla, live.id, "company").json["proposals"] == []


# ---- clocks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", ["move", "bank"])
def test_a_takeback_with_seconds_left_while_the_other_is_away(client: SiteClient, clock: str) -> None:
    """He may agree from where he is; nobody loses by it, and his own time begins when he is back."""
    seats, random = pair(client, clock=clock, seconds=10 * 3600), Random(5)
    play(seats, random, 40)
    for _ in range(200):
        [late] = [turn.seat for turn in turns_in(client, seats[0].game) if turn.since][:1]
        mine, other = seats[late], seats[1 - late]
        if mine.company["takeback"] is not None and not other.view["asked"]:
            break
        play(seats, random, 1)
    other.person.told("PUT", "/api/vacation", {"days": 7})
    pass_time(client, mine.game, 10 * HOUR - 3)
    assert turns_in(client, mine.game)[late].deadline < time() + 4
    agreed_back([mine, other])
    turns = turns_in(client, mine.game)
    assert turns[late].since, "it is his decision again"
    left = turns[late].deadline - time()
    assert 9.9 * HOUR < left <= 10 * HOUR if clock == "move" else left < 3.5
    if turns[1 - late].since:
        assert turns[1 - late].since == pytest.approx(time() + 7 * DAY, abs=60)
    assert client.site.clocks.expire(time() - 5) == 0 and mine.view["result"] is None


def test_the_clock_of_somebody_who_is_suspended_runs(client: SiteClient) -> None:
    """The other one does not wait for nobody; both have their result."""
    seats = pair(client, clock="move", seconds=3600, rated=True)
    [late] = [turn.seat for turn in turns_in(client, seats[0].game) if turn.since][:1]
    away, there = seats[late], seats[1 - late]
    moderation.suspend(client.site, away.person.account, 3, "Rude.", "root", time())
    assert away.person.ask("GET", f"/api/games/{away.game}/view", token=away.token).status == 403
    assert client.site.clocks.expire(time() + 2 * HOUR) == 1
    assert "time has run out" in there.view["result"]["reason"]
    with client.site.store.reader.begin() as base:
        rows = base.execute(select(results).where(results.c.game == there.game)).all()
    assert {row.account: row.outcome for row in rows} == {
        away.person.account.id: "lost", there.person.account.id: "won",
    }  # fmt: skip


def test_a_vacation_does_not_bring_back_a_clock_that_has_run_out(client: SiteClient) -> None:
    """Nobody has seen to it yet: there is nothing left on it when he is back."""
    seats = pair(client, clock="move", seconds=3600)
    [late] = [turn.seat for turn in turns_in(client, seats[0].game) if turn.since][:1]
    pass_time(client, seats[0].game, 2 * HOUR)
    seats[late].person.told("PUT", "/api/vacation", {"days": 2})
    turn = turns_in(client, seats[0].game)[late]
    assert turn.left == 0 and turn.deadline == turn.since
    assert client.site.clocks.expire(time() + DAY) == 0
    assert client.site.clocks.expire(time() + 2 * DAY + 1) == 1


# ---- agreements -------------------------------------------------------------------------------------------


def test_who_has_agreed_may_decline_while_others_are_asked(client: SiteClient) -> None:
    """It is not taken for the same answer again."""
    teams = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}
    seats = seats_of(client, people(client, 4), **teams)
    assert seats[0].propose("draw").status == 200
    for agree in (True, True):
        assert seats[1].answer(agree, 1).status == 200
    assert seats[1].answer(False, 1).json["proposals"][0]["state"] == "declined"
    for seat in seats[1:]:
        for agree in (True, False):
            assert seat.answer(agree, 1).status == 409
    assert seats[0].answer(False, 1).status == 409, "one's own is withdrawn"
    assert seats[3].view["result"] is None


def test_declining_what_has_been_done_says_so(client: SiteClient) -> None:
    """In another tab, which does not know yet that its owner has agreed."""
    anna, boris = pair(client)
    assert anna.propose("draw").status == 200
    assert boris.answer(True, 1).status == boris.answer(True, 1).status == 200, "twice is once"
    refused = boris.answer(False, 1)
    assert refused.status == 409 and "agreed on" in refused.json["error"]["message"]


def test_a_move_that_overtakes_a_question_shows_it_at_once(client: SiteClient) -> None:
    """To whoever makes it, who would be asked on; so does an end, when players and watchers read each other."""
    anna, boris = seats = pair(client)
    play(seats, Random(8), 20)
    live = client.library.live_game(anna.game)
    mine = next(seat for seat in seats if seat.view["asked"])
    other = boris if mine is anna else anna
    target = next(at for at, entry in enumerate(live.course) if isinstance(entry, Act))
    assert other.propose("takeback", target).status == 200
    before, draft = mine.view["beside"], choice(mine.view, Random(8))
    shown = mine.told("PUT", "draft", draft)
    assert mine.company["proposals"][0]["state"] == "overtaken" and shown["beside"] != before
    live.forget()
    assert mine.view == shown
    [carla] = people(client, 1)
    assert carla.ask("POST", f"/api/games/{live.id}/chat", {"text": "Well played"}).status == 200
    before = mine.view["beside"]
    shown = mine.told("POST", "concede", {})
    assert shown["beside"] != before and len(mine.told("GET", "chat")["messages"]) == 1
    live.forget()
    assert mine.view == shown


# ---- at once ----------------------------------------------------------------------------------------------


def test_what_ended_at_one_server_is_not_undone_at_the_other(tmp_path: Path, postgres: Postgres) -> None:
    address, random = postgres.database(), Random(6)
    with (
        SiteClient(tmp_path / "a", database_server.connect(address)) as one,
        SiteClient(tmp_path / "b", database_server.connect(address)) as two,
    ):
        here = pair(one, rated=True)
        while not any(seat.view["draft"]["actions"] for seat in here):
            play(here, random, 1)
        mine = next(seat for seat in here if seat.view["draft"]["actions"])
        there, view = mine.at(two), mine.view
        assert there.view == view
        other = next(seat for seat in here if seat is not mine)
        other.told("POST", "concede", {})
        draft = {"after": view["draft"]["after"], "actions": []}
        assert there.ask("POST", "undo", {"moment": view["moment"]}).status == 409
        assert there.ask("PUT", "draft", draft).status == 409
        assert there.ask("POST", "concede", {}).status == 409
        assert there.propose("draw").status == 409
        assert there.view["result"] == other.view["result"] is not None
        with one.site.store.reader.begin() as base:
            assert len(base.execute(select(results)).all()) == 2


def test_two_servers_show_the_same_whatever_happens_beside_a_game(tmp_path: Path, postgres: Postgres) -> None:
    """Or a page that is answered by both in turn takes each for news, and asks again and again."""
    address = postgres.database()
    with (
        SiteClient(tmp_path / "a", database_server.connect(address)) as one,
        SiteClient(tmp_path / "b", database_server.connect(address)) as two,
    ):
        here = pair(one)
        there = [seat.at(two) for seat in here]
        names = [seat.person.account.name for seat in here]
        here[0].told("POST", "chat", {"text": "Hello"})
        for n, (seat, other) in enumerate(zip(here, here[::-1], strict=True)):
            for method, path, body in (
                ("PUT", "/api/vacation", {"days": 3}), ("PUT", "/api/vacation", {"days": 2}),
                ("DELETE", "/api/vacation", None), ("POST", "/api/account/blocks", {"name": names[1 - n]}),
                ("DELETE", f"/api/account/blocks/{names[1 - n].replace(' ', '%20')}", None),
            ):  # fmt: skip
                before = [at.view["etag"] for at in (*here, *there)]
                assert before[:2] == before[2:]
                seat.person.told(method, path, body)
                after = [at.view["etag"] for at in (*here, *there)]
                assert after[:2] == after[2:], (path, n)
                if "vacation" in path:
                    assert all(new != old for new, old in zip(after, before, strict=True)), "it is shown to both"
                else:
                    assert after[1 - n] == before[1 - n], "who is blocked does not notice"
            assert other.view["result"] is None
        here[0].told("POST", "concede", {})
        before = [at.view["etag"] for at in (*here, *there)]
        here[0].person.told("PUT", "/api/vacation", {"days": 1})
        assert [at.view["etag"] for at in (*here, *there)] == before, "nobody waits for him here"


def test_what_is_beside_a_game_does_not_depend_on_where_its_people_are_kept(
    tmp_path: Path, postgres: Postgres
) -> None:
    """A change of an account moves it to the end of its table."""
    with SiteClient(tmp_path, database_server.connect(postgres.database())) as client:
        teams = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}
        seats = seats_of(client, people(client, 4), **teams)
        for seat, until in zip(
            seats, (1e16, 1.0, -1e16, 1.0), strict=True
        ):  # as bad as it gets when one adds them up
            client.site.accounts.change(seat.person.account.id, vacation_until=until)
        live = client.library.live_game(seats[0].game)
        found = set()
        for seat in (*seats, seats[0]):
            live.forget()
            found.add(seats[0].view["etag"])
            client.site.accounts.change(seat.person.account.id, seen=time())
        assert len(found) == 1


@pytest.mark.soak
def test_one_player_in_two_tabs_acts_once(tmp_path: Path, postgres: Postgres) -> None:
    """At two servers, from the same view: one is done, the other refused, and nothing is done twice."""
    address, random = postgres.database(), Random(7)
    with (
        SiteClient(tmp_path / "a", database_server.connect(address)) as one,
        SiteClient(tmp_path / "b", database_server.connect(address)) as two,
    ):
        here = pair(one)
        for _ in range(12):
            mine = next(seat for seat in here if seat.view["asked"])
            view = mine.view
            found = both(*(partial(put, tab, choice(view, random)) for tab in (mine, mine.at(two))))
            assert sorted(found) in ([200, 200], [200, 409]), "one draft after the other, or one too late"
            assert mine.view == mine.at(two).view
            with one.site.store.reader.begin() as base:
                lines = base.execute(select(entries.c.n).where(entries.c.game == mine.game)).scalars().all()
            assert sorted(lines) == list(range(len(lines))) and len(lines) == mine.view["moment"]


def put(tab: Seat, draft: Any) -> int:
    return tab.ask("PUT", "draft", draft).status


def choice(view: Any, random: Random) -> dict[str, Any]:
    given = [*view["draft"]["actions"], random.choice(actions_of(view))]
    return {"after": view["draft"]["after"], "actions": given}
