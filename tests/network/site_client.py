"""A site with people at it, asked within the process as their browsers would ask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import time
from typing import Any

from sqlalchemy import Engine

from ostfront.network.accounts import Account
from ostfront.network.app import make_site
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.settings import PasswordSettings, Settings
from ostfront.network.site import Site
from ostfront.network.site_door import cookie_name
from ostfront.network.terms import Terms
from ostfront.server.game_library import GameLibrary
from ostfront.server.local_client import AppClient, ClientResponse
from ostfront.server.pools import Pools

HOST = "play.example"
ADDRESS = f"https://{HOST}"
CHEAP = PasswordSettings(memory=1, rounds=1)


class SiteClient(AppClient):
    """A site in a folder or a database; what it asks itself, nobody asks."""

    def __init__(self, folder: Path, engine: Engine | None = None, **settings: Any) -> None:
        self.library = GameLibrary(folder, engine)
        given = Settings(**{"public_url": ADDRESS, "passwords": CHEAP, **settings})
        self.site = Site(given, self.library)
        pools = Pools()
        super().__init__(make_site(self.site, None, pools), pools, {"host": HOST, "origin": ADDRESS})

    def member(self, name: str, kind: str = "member") -> Person:
        """Somebody with an account, logged in."""
        account = self.site.accounts.add(
            name, time(), kind=kind, email=f"{name}@example.org" if kind == "member" else "", verified=time()
        )
        return Person(self, account, self.site.sessions.begin(account.id, time()))

    def match(self, *people: Person, **terms: Any) -> str:
        """A match between these people, in the order of the seats; A Victory Denied, or what the terms say."""
        agreed = Terms(**{"game": "victory-denied", **terms})
        names = [seat.name for seat in rules_of(agreed).seats]
        players = [Player(name, person.account) for name, person in zip(names, people, strict=True)]
        return begin(self.library, agreed, players).id

    def close(self) -> None:
        super().close()
        self.library.close()

    def __enter__(self) -> SiteClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Person:
    """A member or a guest with a session."""

    def __init__(self, client: SiteClient, account: Account, session: str) -> None:
        self.client = client
        self.account = account
        self.session = session

    def ask(
        self, method: str, path: str, data: Any = None, token: str = "", *, headers: Mapping[str, str] | None = None
    ) -> ClientResponse:
        cookie = f"{cookie_name(self.client.site.settings)}={self.session}"
        return self.client.ask(method, path, data, token, headers={"cookie": cookie, **(headers or {})})

    def seat(self, game: str) -> str:
        """The token of this person's first seat in a game."""
        return next(str(seat["token"]) for seat in self.told("GET", f"/api/games/{game}")["seats"] if seat["token"])

    def told(self, method: str, path: str, data: Any = None, token: str = "") -> Any:
        """What a request is answered that must succeed."""
        answer = self.ask(method, path, data, token)
        assert answer.status < 300, (method, path, answer.status, answer.body[:500])
        return answer.json if answer.body else None
