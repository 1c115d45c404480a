"""The route of hints: a table gives as many as somebody wants; a site counts them, and gives none in rated games."""

from __future__ import annotations

from time import time

from ostfront.network.matches import match_row
from ostfront.network.site import site_of
from ostfront.server.messages import Refused
from ostfront.server.routing import HttpRequest, HttpResponse, route, visitor_of
from ostfront.server.seat_routes import GAME, hint_for


@route("POST", GAME + "/hint", pool="hints", to="seated")
def hint(request: HttpRequest) -> HttpResponse:
    site = site_of(request)
    with site.store.reader.connect() as base:
        match = match_row(base, request.path_params["game"])
    if match is not None and match.rated and not match.ended:
        raise Refused(409, "conflict", "There are no hints in rated games.")
    site.limits.check("hint", visitor_of(request), time())
    return hint_for(request)


ROUTES = [hint]
