"""kill -9 at random moments: nothing that was acknowledged is lost, nothing happens twice."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import httpx
import pytest

from ostfront import games
from ostfront.server.local_client import actions_of
from server.real_server import RealServer, body

KILLS = 6
MANY = 100
GAME = "victory-denied"
GAMES = [name for name in games.names() if games.info(name).table is not None]


class Witness:
    """Plays the human seats of a game at random and remembers what was acknowledged."""

    def __init__(self, server: RealServer, game: str, levels: tuple[str, ...], seed: int) -> None:
        self.server = server
        self.game = game
        self.players = [
            {"seat": seat.name, "player": "computer" if level else "human", "level": level}
            for seat, level in zip(games.rules(game).seats, levels, strict=True)
        ]
        self.random = Random(f"{game} {seed}")
        self.acknowledged = 0
        self.flying: tuple[int, dict[str, Any]] | None = None  # sent, not acknowledged
        self.begin()

    def begin(self) -> None:
        """A new game."""
        assert self.server.client is not None
        made = body(self.server.client.post("/api/games", json={"game": self.game, "seats": self.players}))
        self.id: str = made["id"]
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]
        self.done: list[list[str]] = [[] for _ in self.tokens]  # acknowledged actions, by seat

    def _ask(self, method: str, path: str, seat: int, data: Any = None) -> httpx.Response:
        assert self.server.client is not None
        headers = {"Seat-Token": self.tokens[seat]}
        return self.server.client.request(method, f"/api/games/{self.id}/{path}", json=data, headers=headers)

    def people(self) -> list[int]:
        return [seat for seat, token in enumerate(self.tokens) if token]

    def step(self) -> bool:
        """One action of whoever is asked; False when the game is over."""
        for seat in self.people():
            view = body(self._ask("GET", "view", seat))
            if view["result"] is not None:
                return False
            if view["asked"]:
                draft = view["draft"]
                action = self.random.choice(actions_of(view))
                self.send(seat, {"after": draft["after"], "actions": [*draft["actions"], action]})
                return True
        self._ask("GET", f"changes?etag={view['etag']}&wait=5", self.people()[-1])
        return True

    def go_on(self) -> None:
        if not self.step():
            self.compare()
            self.begin()

    def send(self, seat: int, request: dict[str, Any]) -> None:
        self.flying = (seat, request)
        body(self._ask("PUT", "draft", seat, request))
        self.flying = None
        self.done[seat].append(request["actions"][-1])
        self.acknowledged += 1

    def recover(self) -> None:
        """After a restart: send again what was not answered; all that was answered must be there."""
        if self.flying is not None:
            seat, request = self.flying
            self.send(seat, request)
        self.compare()

    def compare(self) -> None:
        for seat in self.people():
            text = self._ask("GET", "record", seat).text
            lines = [
                line.partition(": ")[2]
                for line in text.split("\n")
                if line.startswith(f"{self.players[seat]['seat']}: ")
            ]
            assert lines == self.done[seat]


def killed_again_and_again(folder: Path, levels: dict[str, tuple[str, ...]], kills: int, longest: float) -> None:
    """These games, with these computer players, take turns at one server."""
    seed = 1941
    random = Random(seed)
    with RealServer(folder) as server:
        server.start()
        witnesses = [Witness(server, game, chosen, seed) for game, chosen in levels.items()]
        for number in range(kills):
            before = [witness.acknowledged for witness in witnesses]
            while number % 2 == 0 and before == [witness.acknowledged for witness in witnesses]:
                for witness in witnesses:  # a slow machine is given time to play at all
                    witness.go_on()
            timer = Timer(random.uniform(0.02, longest), server.process.kill)  # type: ignore[union-attr]
            timer.start()
            try:
                for witness in cycle(witnesses):
                    witness.go_on()
            except httpx.TransportError:
                pass
            timer.join()
            server.kill()
            server.start()
            for witness in witnesses:
                witness.recover()
        assert all(witness.acknowledged > 0 for witness in witnesses)
        print(f"{kills} kills, {sum(witness.acknowledged for witness in witnesses)} actions acknowledged")


@pytest.mark.parametrize("kills", [KILLS, pytest.param(MANY, marks=pytest.mark.soak)])
def test_two_people(tmp_path: Path, kills: int) -> None:
    killed_again_and_again(tmp_path, {GAME: ("", "")}, kills, 1.0)


@pytest.mark.parametrize("kills", [4, pytest.param(MANY, marks=pytest.mark.soak)])
def test_against_the_computer(tmp_path: Path, kills: int) -> None:
    """Its moves continue after every crash, each once: the game loads, and loading replays it by the rules."""
    killed_again_and_again(tmp_path, {GAME: ("", "random")}, kills, 4.0)


def test_all_games_at_one_table(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path, dict.fromkeys(GAMES, ("", "")), 3, 1.5)


@pytest.mark.soak
@pytest.mark.parametrize("levels", [("", ""), ("", "random"), ("random", "")], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_every_game(tmp_path: Path, game: str, levels: tuple[str, ...]) -> None:
    killed_again_and_again(tmp_path, {game: levels}, 30, 2.0)
