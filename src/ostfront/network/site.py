"""A site: the library of games, the people, and all that they do together."""

from __future__ import annotations

from ostfront.network.accounts import Accounts
from ostfront.network.sessions import Sessions
from ostfront.network.settings import Settings
from ostfront.server.game_library import GameLibrary
from ostfront.server.routing import HttpRequest


class Site:
    """Everything behind the routes of a site."""

    def __init__(self, settings: Settings, library: GameLibrary) -> None:
        self.settings = settings
        self.library = library
        self.store = library.store
        self.accounts = Accounts(self.store)
        self.sessions = Sessions(self.store)


def site_of(request: HttpRequest) -> Site:
    site: Site = request.app.state.site
    return site
