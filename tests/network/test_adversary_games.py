"""Rules that meet each other in a game: its end and what can be undone, agreements, clocks, vacations, hints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from network.playing import Seat, play, seats_of
from network.site_client import Person, SiteClient
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
