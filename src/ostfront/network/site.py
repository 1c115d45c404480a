"""A site: the library of games, the people, and all that they do together; and its application."""

from __future__ import annotations

from pathlib import Path

from litestar.handlers import HTTPRouteHandler

from ostfront.network.accounts import Accounts
from ostfront.network.sessions import Sessions
from ostfront.network.settings import Settings
from ostfront.network.site_door import SiteDoor
from ostfront.server import library_routes, note_routes, seat_routes
from ostfront.server.app import STATIC, Page, guarded
from ostfront.server.game_library import GameLibrary
from ostfront.server.guard import Guard
from ostfront.server.pools import Pools
from ostfront.server.routing import HttpRequest

PUBLIC = (  # what a table shows its owner and a site everybody: the games there are, not those that are played
    library_routes.catalogue, library_routes.seats_of, library_routes.catalogue_picture,
    library_routes.scenario_picture,
)  # fmt: skip
OF_GAMES = (
    library_routes.show_game, library_routes.show_table, library_routes.show_reference, library_routes.show_board,
)  # fmt: skip
ROUTES: tuple[HTTPRouteHandler, ...] = ()


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


def make_site(site: Site, static_folder: Path | None = STATIC, pools: Pools | None = None) -> Guard:
    """The application of a site; without a static folder it serves no page."""
    pools = pools or Pools()
    routes = [*PUBLIC, *OF_GAMES, *seat_routes.ROUTES, *note_routes.ROUTES, *ROUTES]
    state = {"library": site.library, "site": site, "page": Page(static_folder, "site")}
    return guarded(routes, state, pools, SiteDoor(site.settings, site.sessions, pools))
