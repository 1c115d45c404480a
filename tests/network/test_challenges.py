"""Challenges: who may make and accept them, who gets which seat, and how they end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any

import pytest
from sqlalchemy import select, update

from network.offers import accepted, made, offer, players
from network.site_client import Person, SiteClient
from ostfront import games
from ostfront.network.challenges import LASTING, MOST_OPEN
from ostfront.network.leaving import leave
from ostfront.network.tables import accounts, challenges
from ostfront.server.local_client import ClientResponse


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def look(person: Person | SiteClient, challenge: str, key: str = "") -> ClientResponse:
    return person.ask("POST", f"/api/challenges/{challenge}/look", {"key": key})


def key_of(made: Any) -> str:
    return str(made["link"].rpartition("/")[2])


def refused(answer: ClientResponse, status: int, *words: str) -> None:
    assert answer.status == status, answer.body
    assert all(word in answer.json["error"]["message"] for word in words), answer.json


def accept(person: Person | SiteClient, challenge: str, **data: str) -> ClientResponse:
    return person.ask("POST", f"/api/challenges/{challenge}/accept", data)


def test_an_open_challenge_is_listed_and_accepted_once(client: SiteClient) -> None:
    anna, boris, carla = (client.member(name) for name in ("Anna", "Boris", "Carla"))
    id = made(anna, clock="move", seconds=86400)["challenge"]["id"]
    [listed] = client.ask("GET", "/api/challenges").json["challenges"]
    assert (listed["id"], listed["by"], listed["mine"], listed["joined"]) == (id, "Anna", False, False)
    assert [place["open"] for place in listed["places"]] == [False, True]
    game = accepted(boris, id)
    assert players(boris, game) == {"German": "Anna", "Soviet": "Boris"}
    assert client.ask("GET", "/api/challenges").json["challenges"] == []
    refused(accept(carla, id), 409, "accepted")
    assert look(carla, id).json["match"] == "" and look(anna, id).json["match"] == game


def test_a_link_works_once_and_needs_no_account(client: SiteClient) -> None:
    anna = client.member("Anna")
    told = made(anna, "link", seat="Soviet")
    id, key = told["challenge"]["id"], key_of(told)
    assert told["link"] == f"https://play.example/#/challenge/{id}/{key}" and set("".join(told["code"])) == {"0", "1"}
    refused(look(client, id), 404, "link")
    refused(look(client, id, "wrong"), 404, "link")
    assert look(client, id, key).json["by"] == "Anna"
    answer = accept(client, id, key=key, name="Guest Gustav")
    assert answer.status == 200 and "HttpOnly" in answer.headers["set-cookie"]
    game, session = answer.json["match"], answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    guest = Person(client, client.site.accounts.named("Guest Gustav"), session)
    assert guest.account.guest and players(guest, game) == {"German": "Guest Gustav", "Soviet": "Anna"}
    assert guest.told("GET", f"/api/games/{game}/view", token=guest.seat(game))["seat"] == "German"
    refused(accept(client, id, key=key, name="Late"), 409, "accepted")
    with client.site.store.reader.begin() as base:
        assert base.execute(select(accounts.c.name)).scalars().all() == ["Anna", "Guest Gustav"]


def test_a_new_link_makes_the_old_one_worthless(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    told = made(anna, "link")
    id = told["challenge"]["id"]
    refused(boris.ask("POST", f"/api/challenges/{id}/link"), 403)
    again = anna.told("POST", f"/api/challenges/{id}/link")
    refused(accept(boris, id, key=key_of(told)), 404, "link")
    assert accepted(boris, id, key=key_of(again))


def test_a_challenge_to_a_member_concerns_nobody_else(client: SiteClient) -> None:
    anna, boris, carla = (client.member(name) for name in ("Anna", "Boris", "Carla"))
    id = made(anna, "member", name="boris")["challenge"]["id"]
    assert client.ask("GET", "/api/challenges").json["challenges"] == []
    assert [one["id"] for one in boris.told("GET", "/api/home")["received"]] == [id]
    assert [one["id"] for one in anna.told("GET", "/api/home")["sent"]] == [id]
    refused(look(carla, id), 404)
    refused(accept(carla, id), 403)
    refused(carla.ask("POST", f"/api/challenges/{id}/decline"), 403)
    boris.told("POST", f"/api/challenges/{id}/decline")
    refused(accept(boris, id), 409, "declined")
    again = made(anna, "member", name="Boris")["challenge"]["id"]
    refused(boris.ask("POST", f"/api/challenges/{again}/withdraw"), 403)
    anna.told("POST", f"/api/challenges/{again}/withdraw")
    refused(accept(boris, again), 409, "withdrawn")
    assert boris.told("GET", "/api/home")["received"] == anna.told("GET", "/api/home")["sent"] == []


def test_challenges_expire(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    id = made(anna)["challenge"]["id"]
    with client.site.store.writing() as base:
        base.execute(update(challenges).values(expires=time() - 1))
    refused(accept(boris, id), 409, "expired")
    assert client.ask("GET", "/api/challenges").json["challenges"] == []
    fresh = made(anna)["challenge"]["id"]
    for chore in client.site.chores():
        chore.work()
    assert client.site.challenges.find(id).state == "expired"
    found = client.site.challenges.find(fresh)
    assert found.state == "open" and found.expires - found.created == LASTING


def test_the_lots_decide_who_has_which_side(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    german = set()
    for _ in range(40):
        id = made(anna, choosing="random")["challenge"]["id"]
        german.add(players(boris, accepted(boris, id))["German"])
        if len(german) == 2:
            break
    assert german == {"Anna", "Boris"}  # by chance it is one of them 40 times in a row: once in 10**11 runs


@pytest.mark.parametrize("to", [{"to": "open"}, {"to": "member", "name": "Boris"}])
def test_the_other_one_chooses(client: SiteClient, to: dict[str, str]) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    for seat in ("German", "Soviet"):
        id = made(anna, choosing="other", **to)["challenge"]["id"]
        refused(accept(boris, id, seat="Finnish"), 409, "choose")
        game = accepted(boris, id, seat=seat)
        assert players(boris, game)[seat] == "Boris" and "Anna" in players(boris, game).values()


def test_several_seats_are_taken_one_after_the_other(client: SiteClient) -> None:
    people = [client.member(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    anna, boris, carla, dora = people
    teams = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}
    id = made(anna, seat="Axis 1", computers={"Soviet 2": "recruit"}, **teams)["challenge"]["id"]
    assert accepted(boris, id, seat="Soviet 1") == ""
    refused(accept(boris, id), 409, "already")
    refused(accept(carla, id, seat="Soviet 1"), 409, "taken")
    boris.told("POST", f"/api/challenges/{id}/leave")
    assert accepted(carla, id, seat="Soviet 1") == ""
    game = accepted(dora, id)
    assert players(dora, game) == {"Axis 1": "Anna", "Axis 2": "Dora", "Soviet 1": "Carla", "Soviet 2": "recruit"}


def test_the_seat_of_somebody_who_left_the_site_is_open_again(client: SiteClient) -> None:
    people = [client.member(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    anna, boris, carla, dora = people
    teams = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}
    id = made(anna, seat="Axis 1", computers={"Soviet 2": "recruit"}, **teams)["challenge"]["id"]
    accepted(boris, id, seat="Soviet 1")
    leave(client.site, boris.account, time())
    assert [place["open"] for place in look(carla, id).json["places"]] == [False, True, True, False]
    assert accepted(carla, id, seat="Axis 2") == ""
    assert players(dora, accepted(dora, id))["Soviet 1"] == "Dora"


def test_a_game_against_the_computer_starts_at_once(client: SiteClient) -> None:
    guest = client.member("Gustav", "guest")
    terms = {"game": "barbarossa-1941"}
    seats = [seat.name for seat in games.rules("barbarossa-1941").seats]
    told = guest.told("POST", "/api/solo", {"terms": terms, "seat": seats[1], "computers": {seats[0]: "recruit"}})
    assert players(guest, told["match"]) == {seats[0]: "recruit", seats[1]: "Gustav"}
    rated = {"terms": {**terms, "rated": True}, "seat": seats[1], "computers": {seats[0]: "recruit"}}
    refused(guest.ask("POST", "/api/solo", rated), 400, "rated")
    nobody = {"terms": terms, "seat": seats[1], "computers": {}}
    refused(guest.ask("POST", "/api/solo", nobody), 400, seats[0])


def test_rated_games_are_between_members_who_confirmed_their_address(client: SiteClient) -> None:
    anna, boris, guest = client.member("Anna"), client.member("Boris"), client.member("Gustav", "guest")
    with client.site.store.writing() as base:
        base.execute(update(accounts).where(accounts.c.id == boris.account.id).values(verified=0))
    told = made(anna, "link", rated=True)
    id, key = told["challenge"]["id"], key_of(told)
    refused(accept(guest, id, key=key), 403, "Rated")
    refused(accept(boris, id, key=key), 403, "Rated")
    refused(accept(client, id, key=key, name="X"), 401, "Log in")
    for body in (offer("member", name="Boris", rated=True), offer(rated=True)):
        refused(boris.ask("POST", "/api/challenges", body), 400 if body["to"] == "member" else 403)
    refused(anna.ask("POST", "/api/challenges", offer("member", name="Boris", rated=True)), 403, "Rated")
    teams = offer(
        game="victory-awaits", scenario="campaign", options={"teams": "2-2"}, seat="Axis 1", rated=True,
        computers={"Soviet 1": "recruit"},
    )  # fmt: skip
    refused(anna.ask("POST", "/api/challenges", teams), 400, "rated")


def test_guests_play_by_link_and_are_not_challenged(client: SiteClient) -> None:
    anna, guest = client.member("Anna"), client.member("Gustav", "guest")
    refused(guest.ask("POST", "/api/challenges", offer()), 403, "link")
    refused(accept(guest, made(anna)["challenge"]["id"]), 403, "link")
    refused(anna.ask("POST", "/api/challenges", offer("member", name="Gustav")), 400)
    assert made(guest, "link")["link"]


def test_people_who_block_each_other_do_not_meet(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    id = made(anna)["challenge"]["id"]
    client.site.blocks.add(boris.account.id, anna.account)
    assert boris.told("GET", "/api/challenges")["challenges"] == []
    assert len(client.ask("GET", "/api/challenges").json["challenges"]) == 1
    refused(accept(boris, id), 403)
    refused(anna.ask("POST", "/api/challenges", offer("member", name="Boris")), 403)
    refused(boris.ask("POST", "/api/challenges", offer("member", name="Anna")), 403)


def test_there_is_an_end_to_open_challenges(client: SiteClient) -> None:
    anna = client.member("Anna")
    for _ in range(MOST_OPEN):
        made(anna)
    refused(anna.ask("POST", "/api/challenges", offer()), 429, "withdraw")


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"clock": "move", "seconds": 5}, "minute"),
        ({"clock": "move", "seconds": 91 * 86400}, "90 days"),
        ({"clock": "bank", "seconds": 10**9}, "730 days"),
        ({"seconds": 60}, "clock"),
        ({"watch": "delay"}, "turns"),
        ({"delay": 2}, "delay"),
        ({"game": "chess"}, "chess"),
        ({"scenario": "moon"}, "moon"),
        ({"options": {"magic": True}}, "magic"),
        ({"seat": "Finnish"}, "seat"),
        ({"computers": {"Soviet": "genius"}}, "genius"),
        ({"computers": {"Soviet": "recruit"}}, "computer"),
        ({"computers": {"Finnish": "recruit"}}, "Finnish"),
        ({"to": "member", "name": "Anna"}, "another"),
    ],
)
def test_what_cannot_be_offered_is_refused_in_a_sentence(client: SiteClient, more: dict[str, Any], word: str) -> None:
    anna = client.member("Anna")
    body = offer(**{"to": "open", **more})
    refused(anna.ask("POST", "/api/challenges", body), 400, word)
    refused(client.ask("POST", "/api/challenges", offer()), 401)


@pytest.mark.parametrize("name", games.MODULES)
def test_every_scenario_of_every_game_can_be_offered_and_begun(client: SiteClient, name: str) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    for scenario in games.info(name).scenarios:
        seats = [seat.name for seat in games.rules(name, scenario).seats]
        computers = dict.fromkeys(seats[2:], "recruit")
        told = made(anna, game=name, scenario=scenario, seat=seats[0], computers=computers)
        game = accepted(boris, told["challenge"]["id"])
        views = [one.told("GET", f"/api/games/{game}/view", token=one.seat(game)) for one in (anna, boris)]
        assert [view["seat"] for view in views] == seats[:2]


def test_a_bid_of_a_victory_awaits_is_an_option_like_others(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    told = made(anna, game="victory-awaits", options={"bidding": True}, choosing="random")["challenge"]
    assert [place["seat"] for place in told["places"]] == ["First", "Second"] and len(told["options"]) == 1
    game = accepted(boris, told["id"])
    for one in (anna, boris):
        view = one.told("GET", f"/api/games/{game}/view", token=one.seat(game))
        assert [asked["kind"] for asked in view["asked"]] == ["bid"]
