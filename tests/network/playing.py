"""People who play a match over the network, each from their own seats."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from network.site_client import Person, SiteClient
from ostfront.network.accounts import Account
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.terms import Terms
from ostfront.server.local_client import ClientResponse, actions_of


class Seat:
    """A person at a seat of a match."""

    def __init__(self, person: Person, game: str, token: str = "") -> None:
        self.person = person
        self.game = game
        self.token = token or person.seat(game)

    def at(self, client: SiteClient) -> Seat:
        """The same person at another server of the site."""
        return Seat(Person(client, self.person.account, self.person.session), self.game, self.token)

    def ask(self, method: str, path: str, data: Any = None) -> ClientResponse:
        return self.person.ask(method, f"/api/games/{self.game}/{path}", data, self.token)

    def told(self, method: str, path: str, data: Any = None) -> Any:
        return self.person.told(method, f"/api/games/{self.game}/{path}", data, self.token)

    @property
    def view(self) -> Any:
        return self.told("GET", "view")

    @property
    def company(self) -> Any:
        return self.told("GET", "company")

    def play(self, random: Random) -> bool:
        """One action, if this seat is asked."""
        view = self.view
        if not view["asked"]:
            return False
        given = [*view["draft"]["actions"], random.choice(actions_of(view))]
        self.told("PUT", "draft", {"after": view["draft"]["after"], "actions": given})
        return True

    def propose(self, kind: str, target: int | None = None) -> ClientResponse:
        return self.ask("POST", "proposals", {"kind": kind, "target": target})

    def answer(self, agree: bool, n: int = 0) -> ClientResponse:
        """Answer the proposal that is open."""
        found = n or next(one["n"] for one in self.company["proposals"] if one["state"] == "open")
        return self.ask("POST", f"proposals/{found}", {"agree": agree})


def seats_of(client: SiteClient, people: Sequence[Person], **terms: Any) -> list[Seat]:
    """A match between these people, each at a seat."""
    game = client.match(*people, **terms)
    return [Seat(person, game) for person in people]


def against_computer(client: SiteClient, person: Person, level: str = "random", **terms: Any) -> Seat:
    agreed = Terms(**{"game": "victory-denied", **terms})
    mine, other = (seat.name for seat in rules_of(agreed).seats)
    account: Account = person.account
    game = begin(client.library, agreed, [Player(mine, account), Player(other, level=level)]).id
    return Seat(person, game)


def play(seats: Sequence[Seat], random: Random, count: int) -> None:
    """So many actions of whoever is asked."""
    for _ in range(count):
        assert any(seat.play(random) for seat in seats)


def play_past_drafts(seats: Sequence[Seat], random: Random) -> Seat:
    """Play until the first seat is not asked any more, nor has a draft to undo; the seat that is."""
    for _ in range(300):
        view = seats[0].view
        if not view["asked"] and not view["draft"]["actions"]:
            return next(seat for seat in seats if seat.view["asked"])
        play(seats, random, 1)
    raise AssertionError("the other side was never asked")
