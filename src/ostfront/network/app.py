"""The application of a site: its routes, and those of the table that a site has too."""

from __future__ import annotations

from pathlib import Path

from ostfront.network import (
    account_routes,
    account_settings_routes,
    company_routes,
    hint_routes,
    match_routes,
    notice_routes,
    passkey_routes,
)
from ostfront.network.readiness import Readiness
from ostfront.network.site import Site
from ostfront.network.site_door import SiteDoor
from ostfront.server import ending_routes, file_routes, library_routes, note_routes, seat_routes
from ostfront.server.app import STATIC, Page, guarded
from ostfront.server.guard import Guard
from ostfront.server.pools import Pools

# not those that are for the owner of a table: its list of games, importing and removing them
OF_TABLES = (
    library_routes.catalogue, library_routes.seats_of, library_routes.catalogue_picture,
    library_routes.scenario_picture, library_routes.show_game, library_routes.show_table,
    library_routes.show_reference, library_routes.show_board, library_routes.show_lesson, *note_routes.ROUTES,
    # members have routes of their own for these
    *(one for one in seat_routes.ROUTES if one not in (seat_routes.what_if, seat_routes.hint, seat_routes.review)),
    *file_routes.ROUTES,
    *ending_routes.ROUTES,
)  # fmt: skip
ROUTES = (
    *account_routes.ROUTES,
    *account_settings_routes.ROUTES,
    *passkey_routes.ROUTES,
    *hint_routes.ROUTES,
    *match_routes.ROUTES,
    *company_routes.ROUTES,
    *notice_routes.ROUTES,
)


def make_site(site: Site, static_folder: Path | None = STATIC, pools: Pools | None = None) -> Guard:
    """The guarded application; without a static folder it serves no page."""
    pools = pools or Pools(waiting=2 * site.settings.connections)
    state = {"library": site.library, "site": site, "page": Page(static_folder, "site")}
    return guarded(
        [*OF_TABLES, *ROUTES], state, pools, SiteDoor(site.settings, site.sessions, pools, Readiness(site.library))
    )
