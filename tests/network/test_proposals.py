"""What players agree on: to take something back across dice, or a draw. One answer and the change are one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from threading import Barrier, Thread

import pytest
from sqlalchemy import select

from network.playing import Seat, against_computer, play, play_past_drafts, seats_of
from network.site_client import SiteClient
from ostfront import games
from ostfront.core.files import record
from ostfront.core.play.sequence import Act
from ostfront.network.turns import turns_of
from ostfront.server import database as db
from ostfront.server import database_server
from ostfront.server.local_client import actions_of
from ostfront.server.messages import Refused
from ostfront.server.player_process import PlayerProcess
from server.conftest import same_dice as same_dice
from server.postgres import Postgres


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


def awaited_turns(client: SiteClient, game: str) -> list[bool]:
    with client.site.store.reader.begin() as base:
        return [bool(turn.since) for turn in turns_of(base, game)]


@pytest.mark.parametrize("clock", [{}, {"clock": "bank", "seconds": 86400}])
def test_a_takeback_across_dice_needs_consent_and_stays_in_the_record(
    client: SiteClient, clock: dict[str, object]
) -> None:
    anna, boris = seats = pair(client, **clock)
    random = Random(5)
    play(seats, random, 60)
    play_past_drafts(seats, random)
    assert anna.propose("takeback").status == 200
    (proposal,) = boris.company["proposals"]
    assert proposal["asked"] and not proposal["mine"] and proposal["by"] == "German"
    target, before = proposal["target"], anna.view["moment"]
    assert target < before and anna.company["proposals"][0]["mine"]
    assert boris.answer(True).status == 200
    for seat in seats:
        view = seat.view
        assert view["moment"] == target + 1 and view["taken_back"] == 1
        assert view["draft"]["actions"] == []
        assert bool(view["asked"]) == (seat is anna)
        lines = seat.told("GET", "log?from=0")["lines"]
        assert "as agreed by Soviet" in lines[-1]["spans"][-1]["text"] and lines[-1]["entry"] == target + 1
        assert "takeback 1 by German, agreed by Soviet\n" in seat.ask("GET", "record").body.decode()
        assert [one["state"] for one in seat.company["proposals"]] == ["agreed"]
    assert awaited_turns(client, anna.game) == [True, False]
    play(seats, random, 30)
    assert anna.ask("POST", "concede", {}).status == 200
    assert boris.told("GET", "verify")["ok"] is True
    text = boris.ask("GET", "record").body.decode()
    told = record.read(text)
    assert record.verify(told, record.replay(told, games.rules)) == []


def test_the_game_is_the_same_when_it_is_opened_again(tmp_path: Path) -> None:
    with SiteClient(tmp_path) as client:
        seats = pair(client)
        play(seats, Random(6), 50)
        play_past_drafts(seats, Random(7))
        target = seats[0].told("GET", "history")["stops"][20]
        assert seats[0].propose("takeback", target).status == 200
        assert seats[1].answer(True).status == 200
        views = [seat.view for seat in seats]
    with SiteClient(tmp_path) as client:
        assert [seat.at(client).view for seat in seats] == views
        with client.site.store.reader.begin() as base:
            drafts = base.execute(select(db.seats.c.draft).where(db.seats.c.game == seats[0].game)).scalars().all()
        assert drafts == ["", ""]


def test_the_same_draft_after_a_takeback_is_played(client: SiteClient) -> None:
    """A page that sends the same again is answered as if it had been done; but it has been taken back."""
    anna, boris = seats = pair(client)
    play(seats, Random(8), 40)
    play_past_drafts(seats, Random(9))
    anna.propose("takeback")
    boris.answer(True)
    for _ in range(3):
        view = anna.view
        actions = [view["asked"][0]["only"] or _first(view)]
        anna.told("PUT", "draft", {"after": view["draft"]["after"], "actions": actions})
        assert anna.view["moment"] > view["moment"]
        play_past_drafts(seats, Random(10))
        assert anna.propose("takeback", view["moment"]).status == 200
        assert boris.answer(True).status == 200


def _first(view: dict[str, object]) -> str:
    return str(actions_of(view)[0])


def test_it_can_be_declined_withdrawn_or_overtaken(client: SiteClient) -> None:
    anna, boris = seats = pair(client)
    random = Random(11)
    play(seats, random, 40)
    play_past_drafts(seats, random)
    assert anna.propose("takeback").status == 200
    refused = boris.propose("takeback")
    assert refused.status == 409 and "Another proposal is open" in refused.json["error"]["message"]
    assert anna.answer(True).status == 409, "nobody answers himself"
    assert boris.answer(False).status == 200
    assert anna.company["proposals"][0]["state"] == "declined"
    again = anna.propose("takeback")
    assert again.status == 409 and "after you have played on" in again.json["error"]["message"]
    late = boris.answer(True, n=1)
    assert late.status == 409 and "was declined" in late.json["error"]["message"]

    while not anna.view["asked"]:
        play(seats, random, 1)
    play_past_drafts(seats, random)
    assert anna.propose("takeback").status == 200
    assert boris.ask("DELETE", "proposals/2").status == 403
    assert anna.ask("DELETE", "proposals/2").status == 200
    assert anna.propose("takeback").status == 200
    play(seats, random, 1)
    assert [one["state"] for one in boris.company["proposals"]] == ["overtaken", "withdrawn", "declined"]
    moment = boris.view["moment"]
    assert boris.answer(True, n=3).status == 409 and boris.view["moment"] == moment


def test_what_one_can_take_back_alone_is_not_proposed(client: SiteClient) -> None:
    anna, boris = seats = pair(client)
    while not anna.view["draft"]["actions"]:
        play(seats, Random(1), 1)
    refused = anna.propose("takeback")
    assert refused.status == 409 and "undo it" in refused.json["error"]["message"]
    assert anna.company["takeback"] is None
    for target in (-1, 10**6):
        assert anna.propose("takeback", target).status == 409
    assert boris.ask("POST", "proposals", {"kind": "rewind"}).status == 400


def test_a_draw_stays_on_offer_and_is_not_offered_again_and_again(client: SiteClient) -> None:
    anna, boris = seats = pair(client)
    random = Random(12)
    play(seats, random, 30)
    assert anna.propose("draw").status == 200
    play(seats, random, 5)
    assert boris.answer(False).status == 200
    refused = anna.propose("draw")
    assert refused.status == 409 and "of your turns" in refused.json["error"]["message"]
    assert boris.propose("draw").status == 200, "the other may offer one"
    assert anna.answer(True).status == 200
    for seat in seats:
        result = seat.view["result"]
        assert (result["winner"], result["reason"]) == ("", "The players agree on a draw.")
    assert boris.told("GET", "verify")["ok"] is True
    assert awaited_turns(client, anna.game) == [False, False]
    assert anna.propose("draw").status == anna.propose("takeback").status == 409
    assert "\nagreed draw\n" in anna.ask("GET", "record").body.decode()


def test_a_draw_can_be_offered_again_after_ten_own_turns(client: SiteClient) -> None:
    anna, boris = seats = pair(client)
    random = Random(13)
    anna.propose("draw")
    boris.answer(False)
    for _ in range(400):
        found = anna.propose("draw")
        if found.status == 200:
            break
        play(seats, random, 3)
    entries = client.library.live_game(anna.game).game.entries or []
    whose = [entry.seat for entry in entries if isinstance(entry, Act)]
    assert sum(a == 0 and b != 0 for a, b in zip(whose, [*whose[1:], -1], strict=True)) >= 10
    assert found.status == 200


def test_a_computer_agrees_to_a_takeback_and_to_no_draw(client: SiteClient) -> None:
    anna = against_computer(client, client.member("Anna"))
    live, random = client.library.live_game(anna.game), Random(14)
    for _ in range(60):
        if not anna.play(random):
            decision = live.game.state.pending[0]
            action = live.game.text(live.game.options(decision).choose(random.random))
            live.play_computer_action(decision.seat, action, live.course, 0, 0.0)
    if anna.company["takeback"] is None:
        while anna.play(random):
            pass
    target = anna.company["takeback"]
    assert anna.propose("takeback").status == 200
    assert anna.view["moment"] == target + 1
    assert anna.company["proposals"][0]["state"] == "agreed"
    jobs = client.site.store.jobs.open_jobs()
    assert bool(jobs) == (not anna.view["asked"])
    refused = anna.propose("draw")
    assert refused.status == 409 and "computers agree to no draw" in refused.json["error"]["message"]


def test_what_a_computer_chose_before_a_takeback_is_not_played_after_it(client: SiteClient) -> None:
    """Though the game has as many entries again, and the computer is asked again."""
    anna = against_computer(client, client.member("Anna"))
    live, random, mine = client.library.live_game(anna.game), Random(14), 0
    players = PlayerProcess()
    try:
        for _ in range(400):
            acted = live.course[-1:]
            again = acted and isinstance(acted[0], Act) and acted[0].seat != mine
            if again and live.is_asked(1 - mine) and not anna.view["asked"]:
                break
            if not anna.play(random):
                reply, course = players.choose(live, 1 - mine, "random")
                assert live.play_computer_action(1 - mine, reply.action, course, 0, 0.0)
        else:
            raise AssertionError("the computer never decides twice in a row")
        reply, course = players.choose(live, 1 - mine, "random")
    finally:
        players.close()
    assert anna.propose("takeback", len(course) - 1).status == 200
    assert live.moment == len(course) and live.is_asked(1 - mine)
    assert not live.play_computer_action(1 - mine, reply.action, course, 0, 0.0)
    assert live.moment == len(course)


def test_standing_orders_do_not_answer_what_was_taken_back(client: SiteClient) -> None:
    anna, boris = seats = pair(client)
    random = Random(15)
    windows = {name for name, kind in games.rules("victory-denied").kinds.items() if kind.window}
    for _ in range(400):
        found = next((one for seat in seats for one in seat.view["asked"] if one["kind"] in windows), None)
        if found:
            break
        play(seats, random, 1)
    assert found
    me, other = (anna, boris) if found["seat"] == "German" else (boris, anna)
    target = me.view["moment"]
    assert me.ask("PUT", f"orders/{found['kind']}", {"answer": "pass"}).status == 200
    assert me.view["moment"] > target
    assert me.propose("takeback", target).status == 200, me.propose("takeback", target).body
    assert other.answer(True).status == 200
    assert [one["kind"] for one in me.view["asked"]] == [found["kind"]]
    assert me.view["orders"] == []


def test_an_administrator_rewinds_with_the_consent_of_all(client: SiteClient) -> None:
    anna, boris = seats = pair(client)
    play(seats, Random(16), 60)
    live = client.library.live_game(anna.game)
    target = anna.told("GET", "history")["stops"][10]
    client.site.proposals.propose(live, -1, "rewind", target, 1.0)
    play(seats, Random(17), 3)  # it stays open meanwhile
    assert anna.answer(True).status == 200
    assert anna.company["proposals"][0]["waits"] == ["Soviet"] and anna.view["taken_back"] == 0
    assert boris.answer(True).status == 200
    assert anna.view["moment"] == target + 1
    assert "takeback 1 by administrator, agreed by German, Soviet" in anna.ask("GET", "record").body.decode()
    with pytest.raises(Refused, match="to take something back, or a draw"):
        client.site.proposals.propose(live, -1, "draw", None, 1.0)


def test_nobody_else_proposes_or_answers(client: SiteClient) -> None:
    anna, boris = seats = pair(client)
    carla = client.member("Carla")
    play(seats, Random(18), 30)
    anna.propose("draw")
    for token in (anna.token, boris.token, ""):
        path = f"/api/games/{anna.game}/proposals"
        assert carla.ask("POST", f"{path}/1", {"agree": True}, token).status == 403
        assert carla.ask("POST", path, {"kind": "draw"}, token).status == 403
        assert carla.ask("DELETE", f"{path}/1", None, token).status == 403
    assert boris.view["result"] is None


# ---- several servers ------------------------------------------------------------------------------------


def answered(seat: Seat, n: int) -> int:
    return seat.answer(True, n).status


def moves(seat: Seat, draft: dict[str, object]) -> int:
    return seat.ask("PUT", "draft", draft).status


def both(*work: Callable[[], int]) -> list[int]:
    """What these answer, done at the same time."""
    barrier, found = Barrier(len(work)), [0] * len(work)

    def run(at: int) -> None:
        barrier.wait()
        found[at] = work[at]()

    threads = [Thread(target=run, args=(at,)) for at in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return found


def test_the_last_two_answer_at_the_same_time_at_two_servers(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.database()
    with (
        SiteClient(tmp_path / "1", database_server.connect(address)) as one,
        SiteClient(tmp_path / "2", database_server.connect(address)) as two,
    ):
        options = {"players": "4"}
        names = games.rules("victory-awaits", "campaign", options).seats
        people = [one.member(f"Player {n}") for n in range(len(names))]
        seats = seats_of(one, people, game="victory-awaits", scenario="campaign", options=options)
        assert len(seats) == 4
        for taken in range(3):
            play(seats, Random(19), 15)
            proposer = next(seat for seat in seats if not seat.view["asked"] and not seat.view["draft"]["actions"])
            assert proposer.propose("takeback", proposer.told("GET", "history")["stops"][2]).status == 200
            first, *others = [seat for seat in seats if seat is not proposer]
            assert first.answer(True).status == 200
            there = [others[0].at(one), others[1].at(two)]
            assert both(*(partial(answered, seat, 0) for seat in there)) == [200, 200]
            for seat in (*seats, *there):
                assert seat.view["taken_back"] == taken + 1
                assert seat.company["proposals"][0]["state"] == "agreed"


def test_agreeing_and_moving_at_the_same_time(tmp_path: Path, postgres: Postgres) -> None:
    """One of them comes first: either the move is taken back, or the proposal is overtaken."""
    address = postgres.database()
    with (
        SiteClient(tmp_path / "1", database_server.connect(address)) as one,
        SiteClient(tmp_path / "2", database_server.connect(address)) as two,
    ):
        seats = seats_of(one, [one.member("Anna"), one.member("Boris")])
        random = Random(20)
        play(seats, random, 30)
        for _ in range(8):
            mover = play_past_drafts(seats, random)
            assert mover is seats[1]
            taken = seats[0].view["taken_back"]
            assert seats[0].propose("takeback").status == 200
            view = seats[1].view
            action = random.choice(actions_of(view))
            draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], action]}
            n = seats[1].company["proposals"][0]["n"]
            there = seats[1].at(two)
            agreed, moved = both(partial(answered, seats[1], n), partial(moves, there, draft))
            assert sorted((agreed, moved)) == [200, 409], (agreed, moved)
            for seat in (seats[0], seats[0].at(two)):
                view = seat.view
                assert view["taken_back"] == taken + (agreed == 200)
                state = seat.company["proposals"][0]["state"]
                assert state == ("agreed" if agreed == 200 else "overtaken")
