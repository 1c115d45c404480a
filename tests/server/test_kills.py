"""kill -9 at random moments: nothing that was acknowledged is lost, nothing happens twice."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import httpx
import pytest

from ostfront.server.local_client import actions_of
from server.real_server import RealServer, body
from server.seated import SEATS

KILLS = 10
MANY = 100


class Witness:
    """Plays both human seats at random and remembers what was acknowledged to it."""

    def __init__(self, server: RealServer, players: list[dict[str, str]], seed: int) -> None:
        self.server = server
        self.players = players
        self.random = Random(seed)
        self.acknowledged = 0
        self.flying: tuple[int, dict[str, Any]] | None = None  # sent, not acknowledged
        server.start()
        self.begin()

    def begin(self) -> None:
        """A new game."""
        assert self.server.client is not None
        request = {"game": "victory-denied", "seats": self.players}
        made = body(self.server.client.post("/api/games", json=request))
        self.id: str = made["id"]
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]
        self.done: list[list[str]] = [[], []]  # acknowledged actions, by seat

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
        self.server.start()
        if self.flying is not None:
            seat, request = self.flying
            self.send(seat, request)
        self.compare()

    def compare(self) -> None:
        for seat in self.people():
            text = self._ask("GET", "record", seat).text
            lines = [line.partition(": ")[2] for line in text.split("\n") if line.startswith(f"{SEATS[seat]}: ")]
            assert lines == self.done[seat]


def killed_again_and_again(folder: Path, players: list[dict[str, str]], kills: int, longest: float) -> None:
    seed = 1941
    random = Random(seed)
    with RealServer(folder) as server:
        witness = Witness(server, players, seed)
        for number in range(kills):
            before = witness.acknowledged
            while number % 2 == 0 and witness.acknowledged == before:  # a slow machine is given time to play at all
                witness.go_on()
            timer = Timer(random.uniform(0.02, longest), server.process.kill)  # type: ignore[union-attr]
            timer.start()
            try:
                while True:
                    witness.go_on()
            except httpx.TransportError:
                pass
            timer.join()
            server.kill()
            witness.recover()
        assert witness.acknowledged > 0
        print(f"{kills} kills, {witness.acknowledged} actions acknowledged")
        witness.compare()


@pytest.mark.parametrize("kills", [KILLS, pytest.param(MANY, marks=pytest.mark.soak)])
def test_two_people(tmp_path: Path, kills: int) -> None:
    players = [{"seat": seat, "player": "human"} for seat in SEATS]
    killed_again_and_again(tmp_path, players, kills, 1.0)


@pytest.mark.parametrize("kills", [5, pytest.param(MANY, marks=pytest.mark.soak)])
def test_against_the_computer(tmp_path: Path, kills: int) -> None:
    """Its moves continue after every crash, each once: the game loads, and loading replays it by the rules."""
    players = [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "computer", "level": "random"}]
    killed_again_and_again(tmp_path, players, kills, 4.0)
