"""The route of hints: a table gives as many as somebody wants, a site counts them."""

from __future__ import annotations

from time import time

from ostfront.network.site import site_of
from ostfront.server.routing import HttpRequest, HttpResponse, route, visitor_of
from ostfront.server.seat_routes import GAME, hint_for


@route("POST", GAME + "/hint", pool="hints", to="seated")
def hint(request: HttpRequest) -> HttpResponse:
    site_of(request).limits.check("hint", visitor_of(request), time())
    return hint_for(request)


ROUTES = [hint]
