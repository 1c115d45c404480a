"""The catalogue is complete for every game and scenario, and its pictures are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ostfront import games
from ostfront.server.local_client import LocalClient

SCENARIOS = [(name, scenario) for name in games.MODULES for scenario in games.info(name).scenarios]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalClient]:
    with LocalClient(tmp_path_factory.mktemp("catalogue")) as opened:
        yield opened


@pytest.fixture(scope="module")
def catalogue(client: LocalClient) -> dict[str, Any]:
    return {game["id"]: game for game in client.ask("GET", "/api/catalogue").json["games"]}


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_scenario_is_told(catalogue: dict[str, Any], game: str, scenario: str) -> None:
    (offer,) = [one for one in catalogue[game]["scenarios"] if one["id"] == scenario]
    for key in ("title", "name", "line", "story", "turns", "image"):
        assert offer[key], key
    assert "{" not in offer["story"] and "turn" in offer["turns"]
    assert offer["line"].endswith(".") and len(offer["line"]) < 100
    low, high = offer["minutes"]
    assert 5 <= low < high
    assert offer["players"][0] == 2 <= offer["players"][1]


@pytest.mark.parametrize("game", games.MODULES)
def test_options_and_seats(catalogue: dict[str, Any], game: str) -> None:
    listed = catalogue[game]
    lengths = [one["minutes"] for one in listed["scenarios"]]
    assert lengths == sorted(lengths), "the short scenario comes first"
    for option in listed["options"]:
        assert option["title"] and option["title"][0].isupper(), option
        assert option["title"].lower() != option["summary"].lower()
        assert len(option["words"]) == len(option["choices"]) and all(option["words"])
        assert set(option["excludes"]) <= {one["id"] for one in listed["options"]}
    first = listed["scenarios"][0]
    rules = games.rules(game, first["id"])
    assert [seat["id"] for seat in listed["seats"]] == [seat.name for seat in rules.seats]
    sides = {seat.side for seat in rules.seats}
    assert all(not one["begins"] or one["begins"] in sides for one in listed["scenarios"])


def test_levels_have_a_sentence_each(client: LocalClient) -> None:
    told = client.ask("GET", "/api/catalogue").json
    assert all(level["summary"].endswith(".") for level in told["levels"])
    assert told["usual"] in {level["id"] for level in told["levels"]}


@pytest.mark.parametrize(("players", "axis"), [("4", ""), ("8", ""), ("2", "3-3")])
def test_every_number_of_players_that_is_offered(client: LocalClient, players: str, axis: str) -> None:
    options = {"players": players, "teams": axis or "no"}
    request = {"game": "victory-awaits", "scenario": "campaign", "options": options}
    found = client.ask("POST", "/api/seats", request).json["seats"]
    assert len(found) == (6 if axis else int(players))


def test_options_that_contradict_each_other_are_refused(client: LocalClient) -> None:
    options = {"players": "5", "teams": "2-2"}
    request: dict[str, Any] = {"game": "victory-awaits", "scenario": "campaign", "options": options}
    for path in ("/api/seats", "/api/games"):
        answer = client.ask("POST", path, request | ({"seats": []} if path == "/api/games" else {}))
        assert answer.status == 400
        assert "'Number of players' and 'Teams' cannot be chosen together" in answer.json["error"]["message"]


@pytest.mark.parametrize("game", ["barbarossa-deluxe", "kiev-41"])
def test_a_scenario_has_a_small_picture_with_both_sides(
    client: LocalClient, catalogue: dict[str, Any], game: str
) -> None:
    for offer in catalogue[game]["scenarios"][:2]:
        picture = client.ask("GET", offer["image"])
        assert picture.status == 200 and len(picture.body) < 400_000
        assert picture.body.count(b"<rect ") > 5 and picture.body.count(b"<circle ") > 5
    assert client.ask("GET", f"/api/catalogue/{game}/nothing.svg").status == 404


@pytest.mark.parametrize("game", games.MODULES)
def test_every_game_can_be_conceded_and_played_again(
    client: LocalClient, catalogue: dict[str, Any], game: str
) -> None:
    """The page asks for a rematch with the table's own options; the server takes them."""
    names = [seat["id"] for seat in catalogue[game]["seats"]]
    seats = [{"seat": names[0], "player": "human"}, {"seat": names[1], "player": "friend"}]
    choice = {"game": game, "scenario": catalogue[game]["scenarios"][0]["id"]}
    made = client.ask("POST", "/api/games", {**choice, "seats": seats}).json
    here, token = f"/api/games/{made['id']}", made["seats"][0]["token"]
    result = client.ask("POST", f"{here}/concede", {}, token).json["result"]
    assert names[0] in result["reason"] and result["winner"] == catalogue[game]["seats"][1]["side"]
    options = client.ask("GET", f"{here}/table", None, token).json["options"]
    swapped = [{**seat, "seat": name} for seat, name in zip(seats, reversed(names), strict=True)]
    again = client.ask("POST", "/api/games", {**choice, "options": options, "seats": swapped})
    assert again.status == 201
    assert [seat["player"] for seat in again.json["seats"]] == ["friend", "human"]
