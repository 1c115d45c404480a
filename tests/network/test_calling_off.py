"""Calling a game off before it has begun for all: it counts for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import select

from network.mail_sink import text_of
from network.playing import Seat, against_computer, play, seats_of
from network.site_client import Person, SiteClient
from network.test_proposals import both, moves
from network.told import deliver, states, telling_site
from network.told import match as match_begun_by
from ostfront import games
from ostfront.core.files import record
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.tables import ratings, results
from ostfront.network.terms import Terms
from ostfront.server import database_server
from ostfront.server.local_client import ClientResponse, actions_of
from server.conftest import same_dice as same_dice
from server.postgres import Postgres

PLAYED = [name for name in games.names() if games.info(name).table is not None]


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


def rows(client: SiteClient, table: Any) -> list[dict[str, Any]]:
    with client.site.store.reader.begin() as base:
        return [row._asdict() for row in base.execute(select(table)).all()]


def pair(client: SiteClient, **terms: object) -> list[Seat]:
    return seats_of(client, [client.member("Anna"), client.member("Boris")], **terms)


def call_off(seat: Seat) -> ClientResponse:
    return seat.ask("POST", "call-off", {})


def refusal(seat: Seat) -> str:
    """Why this seat may not call the game off; its page shows no button."""
    assert seat.company["may_call_off"] is False
    answer = call_off(seat)
    assert answer.status == 409, answer.body
    return str(answer.json["error"]["message"])


def acted(seats: list[Seat], random: Random) -> None:
    """Play until each of these seats has done something."""
    waiting = list(seats)
    for _ in range(600):
        waiting = [seat for seat in waiting if not seat.play(random)]
        if not waiting:
            return
        play(seats, random, 1)
    raise AssertionError("somebody is never asked")


def seats_played(game: Game) -> set[int]:
    return {entry.seat for entry in game.entries or () if isinstance(entry, Act)}


# ---- until everybody has acted --------------------------------------------------------------------------


def test_it_ends_without_a_winner_and_counts_for_nothing(client: SiteClient) -> None:
    before = pair(client, rated=True)
    before[1].told("POST", "concede", {})
    people = [seat.person for seat in before]
    held = rows(client, ratings), client.ask("GET", "/api/statistics").json
    profiles = [people[0].told("GET", f"/api/people/{one.account.name}") for one in people]
    anna, boris = seats = seats_of(client, people, rated=True, clock="move", seconds=86400)
    while not anna.view["asked"]:
        assert boris.play(Random(1))
    assert [seat.company["may_call_off"] for seat in seats] == [True, True]
    told = call_off(anna)
    assert (told.status, told.json["over"], told.json["may_call_off"]) == (200, True, False)
    says = "The German player calls the game off; it counts for nothing."
    for seat in seats:
        view = seat.view
        assert (view["result"]["winner"], view["result"]["end"], view["result"]["reason"]) == ("", "called off", says)
        assert (view["asked"], view["awaited"], view["draft"]["actions"]) == ([], [], [])
        assert seat.told("GET", "log?from=0")["lines"][-1]["spans"] == [{"text": says, "noun": "", "id": ""}]
    client.site.statistics._until = 0.0
    assert (rows(client, ratings), client.ask("GET", "/api/statistics").json) == held
    found = [row for row in rows(client, results) if row["game"] == anna.game]
    assert [(row["outcome"], row["end"], row["rated"], row["change"]) for row in found] == [
        ("off", "called off", 0, None), ("off", "called off", 0, None),
    ]  # fmt: skip
    for person, was in zip(people, profiles, strict=True):
        now = people[0].told("GET", f"/api/people/{person.account.name}")
        for name in ("ratings", "histories", "record"):
            assert now[name] == was[name] != [], name
        played = now["games"]["games"][0]
        assert (played["id"], played["outcome"], played["end"]) == (anna.game, "off", "called off")
        assert (played["rated"], played["change"]) == (False, None)
        home = person.told("GET", "/api/home")
        assert home["mine"] == home["waiting"]["games"] == []
        card = home["over"]["games"][0]
        assert (card["id"], card["winner"], card["end"], card["reason"]) == (anna.game, "", "called off", says)
        assert card["outcome"] == "off"


def test_statistics_know_no_scenario_that_was_only_called_off(client: SiteClient) -> None:
    anna, _ = pair(client, game="kiev-41", scenario="the-snow")
    call_off(anna)
    client.site.statistics._until = 0.0
    assert client.ask("GET", "/api/statistics").json["sides"] == []
    assert anna.person.told("GET", "/api/people/Anna")["record"] == []


def test_either_player_may_until_both_have_acted(client: SiteClient) -> None:
    for caller in (0, 1):
        seats = seats_of(client, [client.member(f"{name} {caller}") for name in ("Anna", "Boris")])
        assert call_off(seats[caller]).status == 200, "nobody has acted"
    seats, random = pair(client, clock="move", seconds=86400), Random(2)
    acted(seats, random)
    for seat in seats:
        assert refusal(seat) == "Everybody has played already: offer a draw, or concede."
        assert seat.view["result"] is None
    play(seats, random, 1)


def test_a_draft_that_is_taken_back_is_as_if_nobody_had_acted(client: SiteClient) -> None:
    seats, random = pair(client), Random(3)
    acted(seats, random)
    undone = next(seat for seat in seats if seat.view["draft"]["actions"])
    live = client.library.live_game(seats[0].game)
    mine = seats.index(undone)
    while live.game.draft(mine):
        undone.told("POST", "undo", {"moment": undone.view["moment"]})
    assert mine not in seats_played(live.game)
    assert {seat.company["may_call_off"] for seat in seats} == {True}


def test_whoever_has_two_seats_has_played_with_one(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    terms = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}
    game = client.match(anna, anna, boris, boris, **terms)
    seats = [
        Seat(person, game, seat["token"])
        for person in (anna, boris)
        for seat in person.told("GET", f"/api/games/{game}")["seats"]
        if seat["token"]
    ]
    assert len(seats) == 4
    live, random, played = client.library.live_game(game), Random(4), set[int]()
    while not (played & {0, 1} and played & {2, 3}):
        assert [seat.company["may_call_off"] for seat in seats] == [True] * 4, played
        asked = next(at for at, seat in enumerate(seats) if seat.view["asked"])
        seats[asked].play(random)
        played = seats_played(live.game)
    assert len(played) < 4, "somebody's other seat has not acted"
    for seat in seats:
        assert "Everybody has played already" in refusal(seat)


def test_in_a_team_one_who_has_not_played_is_enough(client: SiteClient) -> None:
    people = [client.member(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    terms = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}, "rated": True}
    seats = seats_of(client, people, **terms)
    random = Random(5)
    for _ in range(4):
        play(seats, random, 1)
    assert {seat.company["may_call_off"] for seat in seats} == {True}
    assert call_off(seats[3]).status == 200
    assert seats[0].view["result"]["reason"].startswith("The Soviet 2 player calls the game off")
    assert rows(client, ratings) == [] and {row["outcome"] for row in rows(client, results)} == {"off"}


def test_against_computers_until_oneself_has_acted(client: SiteClient) -> None:
    anna = client.member("Anna")
    seat = against_computer(client, anna, game="kiev-41")
    assert seat.company["may_call_off"] is True
    assert seat.play(Random(6))
    assert refusal(seat) == "You have played already: you can only concede."
    assert seat.told("POST", "concede", {})["result"]["end"] == "conceded"


def test_a_computer_does_not_play_on(client: SiteClient) -> None:
    anna = against_computer(client, client.member("Anna"))
    [job] = client.site.store.jobs.open_jobs()
    live = client.library.live_game(anna.game)
    course, decision = live.course, live.game.state.pending[0]
    chosen = live.game.text(next(iter(live.game.legal_of(decision.seat))))
    assert call_off(anna).status == 200
    assert client.site.store.jobs.open_jobs() == []
    assert not live.play_computer_action(decision.seat, chosen, course, job.id, 0.0)
    assert [(row["level"], row["outcome"]) for row in rows(client, results)] == [("", "off"), ("random", "off")]


def test_with_people_and_a_computer_no_draw_is_offered_instead(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    terms = Terms(game="victory-awaits", scenario="campaign", options={"players": "4"}, clock="move", seconds=86400)
    names = [seat.name for seat in rules_of(terms).seats]
    players = [Player(names[0], anna.account), Player(names[1], boris.account)]
    players += [Player(name, level="random") for name in names[2:]]
    game = begin(client.library, terms, players).id
    seats, live, random = [Seat(anna, game), Seat(boris, game)], client.library.live_game(game), Random(7)
    played: set[int] = set()
    while not played >= {0, 1}:
        assert seats[0].company["may_call_off"] is True
        if not any(seat.play(random) for seat in seats):
            decision = live.game.state.pending[0]
            action = live.game.text(live.game.options(decision).choose(random.random))
            live.play_computer_action(decision.seat, action, live.course, 0, 0.0)
        played = seats_played(live.game)
    assert refusal(seats[1]) == "Everybody has played already: concede."


# ---- what it means for the rest -------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED)
def test_the_record_replays_and_verifies_in_every_game(tmp_path: Path, game: str) -> None:
    with SiteClient(tmp_path) as client:
        count, random = len(rules_of(Terms(game=game)).seats), Random(11)
        seats = seats_of(client, [client.member(f"Player {n}") for n in range(count)], game=game)
        first = next(seat for seat in seats if seat.view["asked"])
        first.play(random)
        name = first.company["seat"]
        assert call_off(first).status == 200
        assert first.told("GET", "verify")["ok"] is True
        assert {side["rolls"] for side in first.told("GET", "luck")["sides"]} == {0}
        text = first.ask("GET", "record").body.decode()
        assert f"\ncall-off {name}\n---\nsecret: " in text
        told = record.read(text)
        again = record.replay(told, games.rules)
        assert record.verify(told, again) == []
        with ZipFile(BytesIO(first.person.ask("GET", "/api/account/export").body)) as archive:
            [exported] = [name for name in archive.namelist() if name.startswith("games/")]
            assert archive.read(exported).decode() == text
        views = [seat.view for seat in seats]
        stops = first.told("GET", "history")["stops"]
        assert first.told("GET", f"view?at={stops[-2]}")["result"] is None
    with SiteClient(tmp_path) as client:
        assert [seat.at(client).view for seat in seats] == views
        assert client.library.live_game(first.game).game.state == again.state


def test_who_watches_and_the_other_server_are_told(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.database()
    with (
        SiteClient(tmp_path / "1", database_server.connect(address)) as one,
        SiteClient(tmp_path / "2", database_server.connect(address)) as two,
    ):
        seats = pair(one, watch="public")
        path = f"/api/games/{seats[0].game}"
        shown = [client.ask("GET", f"{path}/view").json for client in (one, two)]
        assert [view["result"] for view in shown] == [None, None]
        assert call_off(seats[1]).status == 200
        for client, view in zip((one, two), shown, strict=True):
            assert client.ask("GET", f"{path}/changes?etag={view['etag']}&wait=0").json["etag"] != view["etag"]
            now = client.ask("GET", f"{path}/view").json
            assert now["result"]["end"] == "called off" and "The Soviet player" in now["headline"]
            assert seats[0].at(client).company["over"] is True
        assert one.ask("GET", "/api/watch").json["games"] == []


def test_the_other_player_is_told(tmp_path: Path) -> None:
    with telling_site(tmp_path) as (client, mail):
        anna, boris = client.member("Anna"), client.member("Boris")
        game = match_begun_by(client, boris, anna)
        assert states(client, boris) == ["waiting"]
        anna.told("POST", f"/api/games/{game}/call-off", {}, anna.seat(game))
        assert states(client, boris) == ["dropped"], "it is nobody's turn"
        deliver(client)
        [letter] = mail.to("Boris@example.org")
        text = " ".join(text_of(letter).split())
        assert letter["Subject"] == "The game is over: A Victory Denied"
        assert "calls the game off; it counts for nothing." in text and "draw" not in text


def test_what_is_proposed_is_overtaken(client: SiteClient) -> None:
    anna, boris = pair(client)
    assert anna.propose("draw").status == 200
    assert call_off(boris).status == 200
    assert anna.company["proposals"][0]["state"] == "overtaken"
    assert anna.ask("POST", "concede", {}).status == 409
    again = call_off(anna)
    assert again.status == 409 and again.json["error"]["message"] == "The game is over."
    assert [row["outcome"] for row in rows(client, results)] == ["off", "off"]


def test_it_can_be_played_again_on_the_same_terms(client: SiteClient) -> None:
    anna, boris = pair(client, rated=True)
    assert call_off(anna).status == 200
    people = [anna.person, boris.person]
    asked, begun = (one.told("POST", f"/api/matches/{anna.game}/rematch") for one in people)
    assert (asked["match"], begun["challenge"]) == ("", asked["challenge"])
    seats = people[0].told("GET", f"/api/games/{begun['match']}")["seats"]
    assert [seat["name"] for seat in seats] == ["Boris", "Anna"]


def test_boards_are_not_called_off_nor_other_peoples_games(client: SiteClient) -> None:
    anna, boris = pair(client)
    carla: Person = client.member("Carla")
    assert carla.ask("POST", f"/api/games/{anna.game}/call-off", {}, anna.token).status == 403
    assert carla.ask("POST", f"/api/games/{anna.game}/call-off", {}).status == 403
    assert boris.person.ask("POST", f"/api/games/{anna.game}/call-off", {}, anna.token).status == 403
    moment = anna.view["moment"]
    board = anna.told("POST", "whatif", {"moment": moment})["id"]
    refused = call_off(Seat(anna.person, board))
    assert refused.status == 409 and "Only a match is called off" in refused.json["error"]["message"]
    assert anna.person.told("GET", f"/api/games/{board}/view", token=anna.person.seat(board))["result"] is None
    assert anna.view["result"] is None


# ---- several servers ------------------------------------------------------------------------------------


def calls_off(seat: Seat) -> int:
    return call_off(seat).status


def writes(seat: Seat) -> int:
    return seat.ask("POST", "chat", {"text": "Where are you?"}).status


def test_calling_off_and_the_first_move_at_the_same_time(tmp_path: Path, postgres: Postgres) -> None:
    """One of them comes first: the game is called off, or goes on since everybody has played."""
    address = postgres.database()
    with (
        SiteClient(tmp_path / "1", database_server.connect(address)) as one,
        SiteClient(tmp_path / "2", database_server.connect(address)) as two,
    ):
        people = [one.member("Anna"), one.member("Boris")]
        for _ in range(8):
            seats, random = seats_of(one, people), Random(12)
            first, late = sorted(seats, key=lambda seat: not seat.view["asked"])
            while not late.view["asked"]:
                assert first.play(random)
            there = late.at(two)
            view = there.view
            draft = {"after": view["draft"]["after"], "actions": [random.choice(actions_of(view))]}
            called, moved = both(partial(calls_off, first), partial(moves, there, draft))
            assert sorted((called, moved)) == [200, 409], (called, moved)
            for seat in (first, first.at(two)):
                result = seat.view["result"]
                assert (result is None) == (moved == 200) and seat.company["may_call_off"] is False
            ended = [row for row in rows(one, results) if row["game"] == first.game]
            assert len(ended) == (0 if moved == 200 else 2)
            if moved == 200:
                assert "Everybody has played already" in refusal(first)


def test_something_beside_the_game_does_not_hinder_it(tmp_path: Path, postgres: Postgres) -> None:
    """A message in the chat at another server counts as a change of the game."""
    address = postgres.database()
    with (
        SiteClient(tmp_path / "1", database_server.connect(address)) as one,
        SiteClient(tmp_path / "2", database_server.connect(address)) as two,
    ):
        people = [one.member("Anna"), one.member("Boris")]
        for _ in range(8):
            anna, boris = seats_of(one, people)
            assert both(partial(calls_off, anna), partial(writes, boris.at(two))) == [200, 200]
