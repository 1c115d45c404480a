"""Rules that meet each other between people: leaving, blocking, suspending, challenges, rematches, names, data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from itertools import count
from time import time
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import update

from network.offers import accepted, made
from network.site_client import Person, SiteClient
from network.test_proposals import both
from ostfront.network import leaving, moderation
from ostfront.network.leaving import leave
from ostfront.network.tables import accounts
from ostfront.server.database import metadata
from ostfront.server.messages import Refused

NUMBERS = count(1)
TEAMS = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteClient]:
    with SiteClient(tmp_path_factory.mktemp("site")) as client:
        yield client


def people(client: SiteClient, number: int) -> list[Person]:
    return [client.member(f"Person {next(NUMBERS)}") for _ in range(number)]


def back(person: Person) -> Person:
    """Logged in again."""
    site = person.client.site
    return Person(person.client, person.account, site.sessions.begin(person.account.id, time()))


# ---- who left ---------------------------------------------------------------------------------------------


def test_a_new_member_is_not_taken_for_one_who_left(client: SiteClient) -> None:
    """In challenges others have made, and in reports."""
    anna, boris, carla = people(client, 3)
    challenge = made(anna, seat="Axis 1", **TEAMS)["challenge"]["id"]
    accepted(carla, challenge, seat="Soviet 1")
    boris.told("POST", "/api/reports", {"name": carla.account.name, "text": "Plays two accounts."})
    leave(client.site, carla.account, time())
    [dora] = people(client, 1)
    places = {one["seat"]: one for one in dora.told("POST", f"/api/challenges/{challenge}/look", {})["places"]}
    assert places["Soviet 1"]["open"] and not places["Soviet 1"]["name"]
    assert accepted(dora, challenge, seat="Axis 2") == ""
    assert [one.about for one in moderation.reports_of(client.site)] == [""]


def test_nobody_leaves_a_game_that_begins_while_he_leaves(
    client: SiteClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From another browser of his, or because somebody accepts his challenge just then."""
    anna, boris = people(client, 2)
    id = made(anna)["challenge"]["id"]
    begun: list[str] = []

    def boards(*given: Any) -> list[str]:
        if not begun:
            begun.append(accepted(boris, id))
        return []

    monkeypatch.setattr(leaving, "_boards", boards)
    leave(client.site, anna.account, time())
    view = boris.told("GET", f"/api/games/{begun[0]}/view", token=boris.seat(begun[0]))
    assert view["result"]["winner"] == "soviet"
    seats = boris.told("GET", f"/api/games/{begun[0]}")["seats"]
    assert [seat["name"] for seat in seats] == ["somebody who left", boris.account.name]


def test_no_game_begins_with_somebody_who_has_just_left(client: SiteClient) -> None:
    anna, boris = people(client, 2)
    leave(client.site, anna.account, time())
    with pytest.raises(Refused, match="not here any more"):
        client.match(anna, boris)
    home = boris.told("GET", "/api/home")
    assert home["mine"] == home["waiting"]["games"] == []


# ---- one's own data ---------------------------------------------------------------------------------------


def exported(person: Person) -> dict[str, Any]:
    with ZipFile(BytesIO(person.ask("GET", "/api/account/export").body)) as archive:
        data: dict[str, Any] = json.loads(archive.read("account.json"))
    return data


def test_one_takes_along_nothing_about_others_of_that_name(client: SiteClient) -> None:
    """Whoever left has left his name free; and administrators' deeds bear the name of their login."""
    [anna] = people(client, 1)
    site, name = client.site, anna.account.name
    moderation.suspend(site, anna.account, 3, "Rude in the chat.", "karl", time())
    leave(site, anna.account, time())
    for other in (client.member("Karl"), client.member(name)):
        assert exported(other)["audit"] == []


def test_one_takes_along_what_was_done_under_an_earlier_name(client: SiteClient) -> None:
    [anna] = people(client, 1)
    before, after = anna.account.name, f"{anna.account.name} the Elder"
    moderation.suspend(client.site, anna.account, 1, "Rude.", "root", time() - 2 * 86400)
    with client.site.store.writing() as base:
        base.execute(update(accounts).where(accounts.c.id == anna.account.id).values(created=time() - 3 * 86400))
    anna = back(anna)
    anna.told("PUT", "/api/account/name", {"name": after})
    other = client.member(before, "guest")
    client.site.audit.add("root", "released", before, time())
    found = [(one["deed"], one["subject"]) for one in exported(anna)["audit"]]
    assert found == [("suspended", before), ("name changed", before)]
    assert [one["deed"] for one in exported(other)["audit"]] == ["released"]


def test_everything_with_an_account_is_in_the_export(client: SiteClient) -> None:
    """Each table that names accounts, and what somebody did in a seat."""
    anna, boris = people(client, 2)
    game = client.match(anna, boris)
    token = anna.seat(game)
    anna.told("PUT", "/api/vacation", {"days": 2})
    anna.told("POST", f"/api/games/{game}/notes", {"kind": "game", "text": "Hold the river."}, token)
    anna.told("POST", f"/api/games/{game}/proposals", {"kind": "draw"}, token)
    data = exported(anna)
    assert {table.name for table in metadata.tables.values() if "account" in table.c} <= set(data)
    assert len(data["vacations"]) == len(data["notes"]) == len(data["proposals"]) == 1
    assert exported(boris)["notes"] == exported(boris)["proposals"] == []


# ---- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["\u3164", "\uffa0\u115f", "Person 1\u3164", "P\u1160erson 1"])
def test_a_name_has_nothing_that_cannot_be_seen(client: SiteClient, name: str) -> None:
    [anna] = people(client, 1)
    told = made(anna, "link")
    body = {"key": told["link"].rpartition("/")[2], "name": name}
    answer = client.ask("POST", f"/api/challenges/{told['challenge']['id']}/accept", body)
    assert answer.status == 400 and "cannot be seen" in answer.json["error"]["message"]


# ---- challenges and rematches -----------------------------------------------------------------------------


def over(client: SiteClient, *players: Person) -> str:
    """A game that these two have finished."""
    game = client.match(*players)
    players[0].told("POST", f"/api/games/{game}/concede", {}, players[0].seat(game))
    return game


def status(person: Person, method: str, path: str) -> int:
    return person.ask(method, path).status


def rematch(person: Person, game: str) -> Any:
    return person.told("POST", f"/api/matches/{game}/rematch")


def test_both_ask_for_a_rematch_at_the_same_moment(client: SiteClient) -> None:
    """One of them asks and the other accepts; no second game waits behind it."""
    anna, boris = people(client, 2)
    for n in range(1, 6):
        game = over(client, anna, boris)
        both(*(partial(status, person, "POST", f"/api/matches/{game}/rematch") for person in (anna, boris)))
        for person in (anna, boris):
            home = person.told("GET", "/api/home")
            assert home["received"] == home["sent"] == []
            assert len(home["mine"]) + len(home["waiting"]["games"]) == n


def test_asking_for_a_rematch_twice_is_asking_once(client: SiteClient) -> None:
    anna, boris = people(client, 2)
    game = over(client, anna, boris)
    assert rematch(anna, game) == rematch(anna, game)
    assert len(boris.told("GET", "/api/home")["received"]) == 1
    assert rematch(boris, game)["match"]
    assert rematch(boris, game)["match"] == "" and rematch(anna, game)["match"], "and another one after that"


def test_another_challenge_is_not_taken_for_a_rematch(client: SiteClient) -> None:
    """Though its terms are the same: its sides are not swapped."""
    anna, boris = people(client, 2)
    game = over(client, anna, boris)  # Anna was German
    made(anna, "member", name=boris.account.name, seat="German", scenario="smolensk")
    assert rematch(boris, game)["match"] == ""


def test_whoever_is_suspended_begins_no_game(client: SiteClient) -> None:
    """By a challenge from before: the other would wait for nobody, or win a rated game by the clock."""
    anna, boris, carla = people(client, 3)
    told = made(anna, "link")
    key, link = told["link"].rpartition("/")[2], told["challenge"]["id"]
    everybody = made(anna)["challenge"]["id"]
    several = made(carla, seat="Axis 1", **TEAMS)["challenge"]["id"]
    accepted(anna, several, seat="Axis 2")
    game = over(client, anna, boris)
    rematch(anna, game)
    moderation.suspend(client.site, anna.account, 3, "Rude.", "root", time())
    for id, secret in ((link, key), (everybody, ""), (several, "")):
        answer = boris.ask("POST", f"/api/challenges/{id}/accept", {"key": secret})
        assert answer.status == 409 and "suspended" not in answer.json["error"]["message"]
    assert boris.ask("POST", f"/api/matches/{game}/rematch").status == 409
    moderation.release(client.site, client.site.accounts.account(anna.account.id), "root", time())
    assert accepted(boris, link, key=key)


def test_whom_one_blocks_one_sees_no_more_of(client: SiteClient) -> None:
    anna, boris = people(client, 2)
    id = made(anna, "member", name=boris.account.name)["challenge"]["id"]
    boris.told("POST", "/api/account/blocks", {"name": anna.account.name})
    assert boris.told("GET", "/api/home")["received"] == []
    assert boris.ask("POST", f"/api/challenges/{id}/accept", {}).status == 403
    assert len(anna.told("GET", "/api/home")["sent"]) == 1, "who is blocked is not told"
    boris.told("DELETE", f"/api/account/blocks/{anna.account.name}")
    assert len(boris.told("GET", "/api/home")["received"]) == 1


def test_whoever_is_blocked_by_one_of_four_does_not_join_him(client: SiteClient) -> None:
    anna, boris, carla = people(client, 3)
    id = made(anna, seat="Axis 1", **TEAMS)["challenge"]["id"]
    accepted(boris, id, seat="Axis 2")
    boris.told("POST", "/api/account/blocks", {"name": carla.account.name})
    assert carla.ask("POST", f"/api/challenges/{id}/accept", {"seat": "Soviet 1"}).status == 403
    boris.told("POST", f"/api/challenges/{id}/leave")
    assert accepted(carla, id, seat="Soviet 1") == ""
    assert boris.ask("POST", f"/api/challenges/{id}/accept", {"seat": "Axis 2"}).status == 403
