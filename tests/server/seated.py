"""A table with two people at it, asked as the page asks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ostfront import games
from ostfront.server.local_client import ClientResponse, LocalClient, actions_of

SEATS = ("German", "Soviet")


class Seated:
    """A game at a table, both seats played from here."""

    def __init__(
        self,
        client: LocalClient,
        levels: tuple[str, str] = ("", ""),
        game: str = "victory-denied",
        scenario: str = "",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.client = client
        requested_seats = [
            {"seat": seat.name, "player": "computer" if level else "human", "level": level}
            for seat, level in zip(games.rules(game).seats, levels, strict=True)
        ]
        request = {"game": game, "scenario": scenario, "options": options or {}, "seats": requested_seats}
        answer = client.ask("POST", "/api/games", request)
        assert answer.status == 201, answer.body
        self.id: str = answer.json["id"]
        self.tokens: list[str] = [seat["token"] for seat in answer.json["seats"]]

    def ask(self, method: str, path: str, seat: int, data: Any = None) -> ClientResponse:
        return self.client.ask(method, f"/api/games/{self.id}/{path}", data, self.tokens[seat])

    def view(self, seat: int) -> Any:
        answer = self.ask("GET", "view", seat)
        assert answer.status == 200, answer.body
        return answer.json

    def asked(self) -> tuple[int, Any]:
        """The seat that has something to decide and its view; -1 when the game is over."""
        for seat in (0, 1):
            view = self.view(seat)
            if view["asked"]:
                return seat, view
        return -1, view

    def put(self, seat: int, after: int, actions: list[str]) -> ClientResponse:
        return self.ask("PUT", "draft", seat, {"after": after, "actions": actions})

    def act(self, seat: int, view: Any, action: str) -> Any:
        """Add an action to the draft."""
        answer = self.put(seat, view["draft"]["after"], [*view["draft"]["actions"], action])
        assert answer.status == 200, (action, answer.body[:500])
        return answer.json

    def play(self, random: Random, steps: int) -> Iterator[tuple[int, Any]]:
        """Play at random; gives the seat that acted and its view after each action."""
        for _ in range(steps):
            seat, view = self.asked()
            if seat < 0:
                return
            yield seat, self.act(seat, view, random.choice(actions_of(view)))

    def until(self, random: Random, kind: str) -> tuple[int, Any]:
        """Play at random until a decision of this kind is open."""
        while True:
            seat, view = self.asked()
            assert seat >= 0, f"the game ended before any {kind}"
            if view["asked"][0]["kind"] == kind:
                return seat, view
            self.act(seat, view, random.choice(actions_of(view)))
