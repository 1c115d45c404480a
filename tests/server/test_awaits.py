"""A Victory Awaits at the table: two to eight seats, whole games through the server, and no secret in any byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ostfront import games
from ostfront.core.page import questions
from ostfront.core.page.table import table_of
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.server.file_routes import position_text
from ostfront.server.local_client import ClientResponse, LocalClient, actions_of
from ostfront.server.seat_view import encode_view
from server.test_secrets import READS, search

NAME = "victory-awaits"
OVERLAYS = ("zoc-axis", "zoc-soviet", "supply-axis", "supply-soviet", "rail-axis", "rail-soviet", "control")
ENDING = ("pass", "done", "stop")


class Table:
    """A game whose seats, however many, are all played from here."""

    def __init__(self, client: LocalClient, scenario: str, options: Mapping[str, Any]) -> None:
        self.client = client
        seats = [seat.name for seat in games.rules(NAME, scenario, options).seats]
        requested_seats = [{"seat": seat, "player": "human"} for seat in seats]
        request = {"game": NAME, "scenario": scenario, "options": options, "seats": requested_seats}
        answer = client.ask("POST", "/api/games", request)
        assert answer.status == 201, answer.body
        self.id: str = answer.json["id"]
        self.tokens: list[str] = [seat["token"] for seat in answer.json["seats"]]
        assert [seat["seat"] for seat in answer.json["seats"]] == seats

    @property
    def game(self) -> Game:
        return self.client.library.live_game(self.id).game

    def ask(self, method: str, path: str, seat: int, data: Any = None) -> ClientResponse:
        return self.client.ask(method, f"/api/games/{self.id}/{path}", data, self.tokens[seat])

    def act(self, random: Random, hurry: float) -> bool:
        """One action at random of a seat that is asked; false when the game is over."""
        if not self.game.state.pending:
            return False
        seat = random.choice(self.game.state.pending).seat
        view = self.ask("GET", "view", seat).json
        every = actions_of(view)
        ending = [action for action in every if action in ENDING]
        action = random.choice(ending) if ending and random.random() < hurry else random.choice(every)
        draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], action]}
        answer = self.ask("PUT", "draft", seat, draft)
        assert answer.status == 200, (action, answer.body[:400])
        return True

    def forbidden(self, seat: int) -> list[bytes]:
        """Words this seat may not be sent now."""
        game = self.game
        found = [token for i, token in enumerate(self.tokens) if i != seat] + [self.client.library.key]
        if game.result is None:
            found.append(game.source.secret.hex())  # type: ignore[attr-defined]
            rules: Any = game.rules
            for entry in game.entries or []:
                # chits selected by the other side, chits given to its players, bids until both are made
                if not isinstance(entry, Act) or rules.kinds[entry.kind].secrecy == "open":
                    continue
                if rules.kinds[entry.kind].secrecy == "sealed" and -1 not in game.state.bids:
                    continue
                if rules.facts.seat_side[entry.seat] != rules.facts.seat_side[seat]:
                    found.append(f"{rules.seats[entry.seat].name}: {rules.vocabulary.text(entry.action)}")
        return [word.encode() for word in found]


def compare_worlds(game: Game, seat: int, seed: int) -> None:
    """Byte for byte the same in a world this seat could not distinguish from the real one."""
    world = game.twin()
    world.orders = dict(game.orders)
    world.state = game.rules.imagine(game.state.clone(), seat, Random(seed))
    assert encode_view("g", game, seat, ()).body == encode_view("g", world, seat, ()).body
    assert position_text(game, seat, f"{seed}") == position_text(world, seat, f"{seed}")
    assert answers_to(game, seat) == answers_to(world, seat)


def answers_to(game: Game, seat: int) -> list[bytes]:
    view = game.view(seat)
    table = table_of(game.rules)
    found: list[Any] = [table.overlay(view, name, "") for name in OVERLAYS]
    if view.pending:
        found += [questions.odds(view, [action]) for action in view.legal.texts[:2]]
    return [msgspec.json.encode(item) for item in found]


@pytest.mark.parametrize(
    ("scenario", "options", "hurry"),
    [
        ("leningrad", {"bidding": True, "placement": "free"}, 0.5),
        ("smolensk-short", {"reserve": True, "hq-transfer": True}, 0.7),
        ("smolensk", {"armor-limit": True}, 0.85),
        ("kiev", {"soviet-supply": True}, 0.85),
        ("campaign", {}, 0.95),
        pytest.param("campaign", {"players": "5"}, 0.97, marks=pytest.mark.soak),
        ("campaign", {"teams": "2-3"}, 0.97),
    ],
    ids=["leningrad", "smolensk-short", "smolensk", "kiev", "campaign", "five-players", "teams"],
)
def test_no_secret_in_any_byte_of_a_whole_game(
    tmp_path: Path, scenario: str, options: Mapping[str, Any], hurry: float
) -> None:
    random = Random(f"{scenario} {options}")
    with LocalClient(tmp_path) as client:
        table = Table(client, scenario, options)
        seats = range(len(table.tokens))
        count = hidden = 0
        while True:
            if count % 60 == 0:
                who = random.choice(seats)
                words = table.forbidden(who)
                hidden = max(hidden, len(words))
                for path in READS if count % 240 == 0 else ("view", "log?from=0"):
                    answer = table.ask("GET", path, who)
                    assert answer.status == 200, (path, answer.body[:200])
                    search(answer.body + str(answer.headers).encode(), words, path)
                compare_worlds(table.game, who, count)
            if not table.act(random, hurry):
                break
            count += 1
        assert count > 100 and hidden > len(seats) + 1
        end = table.ask("GET", "view", 0).json
        assert end["result"]["reckoning"][-1]["label"] == "Total" and end["result"]["rule"].startswith("AVA ")
        assert table.ask("GET", "verify", 0).json["ok"] is True


def test_scenario_and_options_say_who_sits_down(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        listed = {one["id"]: one for one in client.ask("GET", "/api/catalogue").json["games"]}[NAME]
        assert {one["id"] for one in listed["scenarios"]} == set(games.info(NAME).scenarios)

        def seats(scenario: str, options: Mapping[str, Any]) -> list[dict[str, str]]:
            answer = client.ask("POST", "/api/seats", {"game": NAME, "scenario": scenario, "options": options})
            assert answer.status == 200, answer.body
            found: list[dict[str, str]] = answer.json["seats"]
            return found

        assert seats("kiev", {}) == listed["seats"]
        for players in ("4", "5", "6", "7", "8"):
            assert len(seats("campaign", {"players": players})) == int(players)
        assert [seat["side"] for seat in seats("campaign", {"teams": "2-3"})] == ["axis"] * 2 + ["soviet"] * 3
        wrong = ({"game": NAME, "scenario": "moscow"}, {"game": NAME, "options": {"players": "5"}}, {"game": "chess"})
        for request in wrong:
            refused = client.ask("POST", "/api/seats", request)
            assert refused.status == 400 and refused.json["error"]["kind"] == "words"


def test_every_scenario_lies_over_its_own_picture(tmp_path: Path) -> None:
    """Scenarios of one map share a picture; a hex is where the picture has it."""
    with LocalClient(tmp_path) as client:
        pictures = client.library.pictures
        names = {scenario: pictures.etag(games.rules(NAME, scenario)) for scenario in games.info(NAME).scenarios}
        assert len(set(names.values())) == 4 and names["smolensk"] == names["smolensk-short"]
        found = pictures.table(games.rules(NAME, "leningrad"))
        (board,) = found.boards
        places = {place.id: place for place in found.places}
        a, b, c = places["L0531"], places["L0532"], places["L0731"]
        assert a.x == b.x and b.y - a.y == pytest.approx(2 * max(y for _, y in board.shape), abs=1)
        assert a.y == c.y and c.x - a.x == pytest.approx(1.5 * 2 * max(x for x, _ in board.shape), abs=1)
        assert all(0 < place.x < board.width and 0 < place.y < board.height for place in found.places if place.board)
