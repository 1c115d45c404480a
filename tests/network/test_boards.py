"""What one member does alone at a site: what-if boards and guided games; and what pictures of games show to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from time import time
from zipfile import ZipFile

import pytest
from sqlalchemy import select

import ostfront
from network.playing import Seat, play
from network.site_client import Person, SiteClient
from ostfront import games
from ostfront.core.files import position, record
from ostfront.core.page import lessons
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.network import profiles, tables
from ostfront.network.leaving import leave
from ostfront.network.limits import LIMITS
from ostfront.network.match_lists import MOST_BOARDS
from ostfront.server import thumbnails
from ostfront.server.imports import ImportProcess
from ostfront.server.local_client import actions_of
from ostfront.server.map_pictures import MapPictures
from ostfront.server.setup_pictures import draw_position
from server.test_imports import DIES, HANGS

SHORT = 'source = "an owner"\n[smolensk]\nlast_turn = 5\n'
TAUGHT = [name for name in games.MODULES if lessons.lesson_title(games.info(name))]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def board_of(person: Person, game: str, moment: int) -> str:
    told = person.told("POST", f"/api/games/{game}/whatif", {"moment": moment}, person.seat(game))
    return str(told["id"])


def test_a_what_if_board_belongs_to_who_made_it(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    moment = client.library.live_game(game).moment
    body = {"moment": moment}
    assert boris.ask("POST", f"/api/games/{game}/whatif", body, anna.seat(game)).status == 403
    assert client.ask("POST", f"/api/games/{game}/whatif", body, anna.seat(game)).status == 401
    board = board_of(anna, game, moment)
    told = anna.told("GET", f"/api/games/{board}")
    assert (told["kind"], told["parent"]) == ("whatif", game) and all(seat["token"] for seat in told["seats"])
    assert boris.ask("GET", f"/api/games/{board}").status == 404
    assert boris.ask("GET", f"/api/games/{board}/view", token=anna.seat(board)).status == 404
    for seat in (told["seats"] * 2)[:3]:
        view = anna.told("GET", f"/api/games/{board}/view", token=seat["token"])
        if view["asked"]:
            draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], actions_of(view)[0]]}
            anna.told("PUT", f"/api/games/{board}/draft", draft, seat["token"])
    assert client.library.live_game(board).moment > 0
    assert client.library.live_game(game).moment == moment, "the match stays as it is"
    [card] = anna.told("GET", "/api/home")["boards"]
    assert (card["id"], card["parent"], [seat["mine"] for seat in card["seats"]]) == (board, game, [True, True])
    assert boris.told("GET", "/api/home")["boards"] == []
    assert boris.ask("DELETE", f"/api/boards/{board}").status == 404
    assert anna.ask("DELETE", f"/api/boards/{game}").status == 404, "a match stays"
    assert anna.ask("DELETE", f"/api/boards/{board}").status == 204
    assert anna.told("GET", "/api/home")["boards"] == []


def under_way() -> Game:
    game, choose = ostfront.new("victory-denied", seed=3), Random(2).random
    for _ in range(30):
        game.push(game.legal.options.choose(choose))
    return game


def full_record(game: Game) -> str:
    return record.write(game, full=True)


@pytest.mark.parametrize("write", [full_record, position.write], ids=["record", "position"])
def test_a_file_becomes_a_private_board(client: SiteClient, write: Callable[[Game], str]) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = under_way()
    board = anna.told("POST", "/api/boards", {"text": write(game)})["match"]
    told = anna.told("GET", f"/api/games/{board}")
    assert (told["kind"], told["parent"], told["turn"]) == ("whatif", "", game.state.turn)
    assert [(seat["player"], seat["name"], bool(seat["token"])) for seat in told["seats"]] == [
        ("member", "Anna", True), ("member", "Anna", True),
    ]  # fmt: skip
    seats = [Seat(anna, board, seat["token"]) for seat in told["seats"]]
    play(seats, Random(1), 5)
    assert boris.ask("GET", f"/api/games/{board}").status == 404
    assert boris.ask("GET", f"/api/games/{board}/view", token=seats[0].token).status == 404
    assert boris.ask("GET", f"/api/games/{board}/thumbnail.svg").status == 404
    seats[0].told("POST", "concede", {})
    with client.site.store.reader.begin() as base:  # it counts for nothing
        for table in (tables.matches, tables.turns, tables.results, tables.ratings, tables.notices):
            assert base.execute(select(table)).all() == [], table.name
    assert [card["id"] for card in anna.told("GET", "/api/home")["boards"]] == [board]
    with ZipFile(BytesIO(anna.ask("GET", "/api/account/export").body)) as archive:
        assert sum(board in name for name in archive.namelist()) == 2
    anna.told("DELETE", f"/api/boards/{board}")
    other = anna.told("POST", "/api/boards", {"text": write(game)})["match"]
    leave(client.site, anna.account, time())
    assert boris.ask("GET", f"/api/games/{other}").status == 404


def test_only_members_open_files_and_not_without_end(client: SiteClient) -> None:
    anna, guste, text = client.member("Anna"), client.member("Guste", "guest"), full_record(under_way())
    assert client.ask("POST", "/api/boards", {"text": text}).status == 401
    assert guste.ask("POST", "/api/boards", {"text": text}).status == 403
    for _ in range(LIMITS["import"][0].most):  # whatever came of it
        assert anna.ask("POST", "/api/boards", {"text": "x"}).status == 422
    refused = anna.ask("POST", "/api/boards", {"text": text})
    assert (refused.status, refused.json["error"]["kind"]) == (429, "often")


@pytest.mark.parametrize(
    ("command", "limit", "message"),
    [(HANGS, 0.5, "takes longer than 0.5 seconds."), (DIES, 60, "its reader ended without an answer.")],
    ids=["time", "death"],
)
def test_a_file_is_read_in_a_process(
    client: SiteClient, command: tuple[str, ...], limit: float, message: str
) -> None:
    anna, text = client.member("Anna"), full_record(under_way())
    client.library.imports = ImportProcess(limit, command)
    refused = anna.ask("POST", "/api/boards", {"text": text})
    assert refused.status == 422 and refused.json["error"]["message"].endswith(message)
    assert anna.told("GET", "/api/home")["boards"] == []
    client.library.imports = ImportProcess()
    assert anna.ask("POST", "/api/boards", {"text": text}).status == 201


def test_numbers_of_ones_own_are_for_a_table(client: SiteClient) -> None:
    rules = games.rules("victory-denied", overlay={"scenarios.toml": SHORT})
    text = record.write(Game.started(rules, Seeded.of(1)), full=True)
    refused = client.member("Anna").ask("POST", "/api/boards", {"text": text})
    assert (refused.status, refused.json["error"]["kind"]) == (422, "file")
    assert "numbers of its own" in refused.json["error"]["message"]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_guided_game_is_played_at_a_site(client: SiteClient, name: str) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = anna.told("POST", "/api/lessons", {"game": name})["match"]
    token = anna.seat(game)
    assert anna.told("GET", f"/api/games/{game}/lesson")["steps"]
    assert boris.ask("GET", f"/api/games/{game}/view", token=token).status == 404
    assert anna.told("GET", f"/api/games/{game}/view", token=token)["lesson"] is not None
    [card] = anna.told("GET", "/api/home")["boards"]
    assert card["kind"] == "lesson"


def test_a_game_without_a_lesson_has_none(client: SiteClient) -> None:
    anna = client.member("Anna")
    assert anna.ask("POST", "/api/lessons", {"game": "chess"}).status == 400
    assert client.ask("POST", "/api/lessons", {"game": TAUGHT[0]}).status == 401


def test_there_is_an_end_to_boards(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    moment = client.library.live_game(game).moment
    for _ in range(MOST_BOARDS):
        board_of(anna, game, moment)
    body = {"moment": moment}
    assert anna.ask("POST", f"/api/games/{game}/whatif", body, anna.seat(game)).status == 429
    assert boris.ask("POST", f"/api/games/{game}/whatif", body, boris.seat(game)).status == 201


def test_pictures_of_games_show_nobody_more_than_he_sees(client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each player has a picture of what he sees, others one of what both see, or none."""
    anna, boris, carla = client.member("Anna"), client.member("Boris"), client.member("Carla")
    drawn: list[list[int]] = []

    def draw(pictures: MapPictures, game: Game, seats: Sequence[int]) -> bytes:
        drawn.append(list(seats))
        return draw_position(pictures, game, seats)

    monkeypatch.setattr(thumbnails, "draw_position", draw)
    picture = f"/api/games/{client.match(anna, boris)}/thumbnail.svg"
    for one in (anna, boris, carla):
        assert one.ask("GET", picture).body.startswith(b"<svg")
    assert drawn == [[0], [1], [0, 1]] and client.ask("GET", picture).body == carla.ask("GET", picture).body
    for watch in ("nobody", "after"):
        game = client.match(anna, boris, watch=watch)
        picture = f"/api/games/{game}/thumbnail.svg"
        assert [one.ask("GET", picture).status for one in (anna, carla, client)] == [200, 404, 404]
        anna.told("POST", f"/api/games/{game}/concede", token=anna.seat(game))
        after = 200 if watch == "after" else 404
        assert [one.ask("GET", picture).status for one in (anna, carla, client)] == [200, after, after]


def test_games_to_watch_are_those_that_all_may_watch(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    made = [client.match(anna, boris, watch=watch, **more) for watch, more in WATCHES]
    assert [card["id"] for card in client.ask("GET", "/api/watch").json["games"]] == [made[4], made[0]]
    [card] = client.ask("GET", "/api/watch?game=kiev-41").json["games"]
    assert card["id"] == made[4] and [seat["mine"] for seat in card["seats"]] == [False, False]
    anna.told("POST", f"/api/games/{made[4]}/concede", token=anna.seat(made[4]))
    assert [card["id"] for card in client.ask("GET", "/api/watch").json["games"]] == [made[0]]


WATCHES: list[tuple[str, dict[str, object]]] = [
    ("public", {}), ("nobody", {}), ("after", {}), ("delay", {"delay": 2}), ("public", {"game": "kiev-41"}),
]  # fmt: skip


def test_my_games_are_sorted_by_whose_turn_it_is(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    slow = client.match(anna, boris)
    hasty = client.match(anna, boris, clock="move", seconds=3600)
    slower = client.match(anna, boris, clock="move", seconds=7200)
    asked = anna if anna.told("GET", "/api/home")["mine"] else boris
    other = boris if asked is anna else anna
    home = asked.told("GET", "/api/home")
    assert [card["id"] for card in home["mine"]] == [hasty, slower, slow], "what runs out first comes first"
    assert home["waiting"]["games"] == [] and home["mine"][0]["deadline"] > home["mine"][0]["since"]
    assert [card["id"] for card in other.told("GET", "/api/home")["waiting"]["games"]] == [slower, hasty, slow]
    assert client.ask("GET", "/api/home").status == 401


def test_people_are_found_by_the_beginning_of_their_names(client: SiteClient) -> None:
    anna = client.member("Anna")
    for name in ("Annabel", "Änne", "Boris", "Dana"):
        client.member(name)
    client.member("Annalog", "guest")
    assert anna.told("GET", "/api/people?begins=AN")["names"] == ["Anna", "Annabel", "Änne"]
    assert anna.told("GET", "/api/people?begins=%25")["names"] == []
    assert anna.told("GET", "/api/people")["names"] == []
    assert client.ask("GET", "/api/people?begins=an").status == 401
    assert client.ask("GET", "/api/people/Annalog").status == 404, "guests have no profile"
    assert client.ask("GET", "/api/people/anna").json["me"] is False


def test_a_profile_tells_what_somebody_played(client: SiteClient) -> None:
    anna, boris, carla = client.member("Anna"), client.member("Boris"), client.member("Carla")
    games_ = [client.match(anna, boris, rated=True), client.match(boris, anna, watch="nobody")]
    for game in games_:
        boris.told("POST", f"/api/games/{game}/concede", token=boris.seat(game))
    for stranger in (carla, client):
        told = stranger.ask("GET", "/api/people/Anna").json
        assert [(one["id"], one["open"]) for one in told["games"]["games"]] == [(games_[0], True)]
        assert (told["record"], told["games"]["next"]) == (boris.told("GET", "/api/people/Anna")["record"], "")
    told = boris.told("GET", "/api/people/Anna")
    assert [(row["side"], row["won"], row["lost"]) for row in told["record"]] == [("german", 1, 0), ("soviet", 1, 0)]
    played = told["games"]["games"]
    assert [(one["id"], one["open"], one["end"], one["rated"]) for one in played] == [
        (games_[1], True, "conceded", False), (games_[0], True, "conceded", True),
    ]  # fmt: skip
    assert [seat["name"] for seat in played[0]["seats"]] == ["Boris", "Anna"] and played[1]["change"] > 0
    points = told["histories"]["victory-denied"]
    assert [point["shown"] for point in points] == [1500 + played[1]["change"]]
    assert told["ratings"][0]["provisional"] and told["ratings"][0]["game"] == ""
    assert carla.ask("GET", "/api/people/Nobody").status == 404


def test_pages_of_games_have_no_gaps_where_one_may_not_know_of_some(
    client: SiteClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "PAGE", 2)
    anna, boris, carla = client.member("Anna"), client.member("Boris"), client.member("Carla")
    played = []
    for other, watch in ((boris, "public"), (boris, "nobody"), (carla, "nobody"), (boris, "after"), (boris, "nobody"),
                         (carla, "public"), (boris, "public"), (boris, "nobody")):  # fmt: skip
        game = client.match(anna, other, watch=watch)
        anna.told("POST", f"/api/games/{game}/concede", token=anna.seat(game))
        played.append((game, other, watch))

    def pages(person: Person | SiteClient) -> list[list[str]]:
        found, told = [], person.ask("GET", "/api/people/Anna").json["games"]
        while True:
            found.append([one["id"] for one in told["games"]])
            if not told["next"]:
                return found
            told = person.ask("GET", f"/api/people/Anna/games?after={told['next']}").json

    for person in (anna, boris, carla, client):
        known = [
            game for game, other, watch in reversed(played)
            if watch != "nobody" or person in (anna, other)
        ]  # fmt: skip
        assert pages(person) == [known[at : at + 2] for at in range(0, len(known), 2)]


def test_statistics_can_be_taken_home(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    for game in (client.match(anna, boris), client.match(anna, boris)):
        boris.told("POST", f"/api/games/{game}/concede", token=boris.seat(game))
    [german, soviet] = client.ask("GET", "/api/statistics").json["sides"]
    assert (german["won"], german["games"], soviet["lost"], soviet["conceded"]) == (2, 2, 2, 2)
    assert client.ask("GET", "/api/statistics/results.json").json == [german, soviet]
    table = client.ask("GET", "/api/statistics/results.csv")
    head, *lines = table.body.decode().splitlines()
    assert head.split(",") == list(german) and [line.split(",")[0] for line in lines] == ["victory-denied"] * 2
    assert "attachment" in table.headers["content-disposition"]
