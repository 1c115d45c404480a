"""Rules that meet each other between people: leaving, blocking, suspending, challenges, rematches, names, data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import time

import pytest

from network.offers import accepted, made
from network.site_client import Person, SiteClient
from ostfront.network import moderation
from ostfront.network.leaving import leave

NUMBERS = count(1)
TEAMS = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteClient]:
    with SiteClient(tmp_path_factory.mktemp("site")) as client:
        yield client


def people(client: SiteClient, number: int) -> list[Person]:
    return [client.member(f"Person {next(NUMBERS)}") for _ in range(number)]


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
