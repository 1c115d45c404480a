"""The routes of the officer's advice: a table gives as much as somebody wants. A site counts hints, and gives none in
rated games, nor on the boards beside them.
"""

from __future__ import annotations

from time import time

from sqlalchemy import Connection, select

from ostfront.network.matches import match_row
from ostfront.network.site import site_of
from ostfront.server import database as db
from ostfront.server.messages import Refused
from ostfront.server.routing import HttpRequest, HttpResponse, route, visitor_of
from ostfront.server.seat_routes import GAME, hint_for, review_for


@route("POST", GAME + "/hint", pool="hints", to="seated")
def hint(request: HttpRequest) -> HttpResponse:
    _check_unrated(request)
    site_of(request).limits.check("hint", visitor_of(request), time())
    return hint_for(request)


@route("GET", GAME + "/review", pool="reviews", to="seated")
def review(request: HttpRequest) -> HttpResponse:
    _check_unrated(request)
    return review_for(request)


def _check_unrated(request: HttpRequest) -> None:
    with site_of(request).store.reader.connect() as base:
        if _is_rated(base, request.path_params["game"]):
            raise Refused(409, "conflict", "There are no hints in rated games.")


def _is_rated(base: Connection, game: str) -> bool:
    """Whether this is a rated match that is being played, or a board that was made from one."""
    while game:
        if (match := match_row(base, game)) is not None:
            return bool(match.rated) and not match.ended
        game = base.execute(select(db.games.c.parent).where(db.games.c.id == game)).scalar() or ""
    return False


ROUTES = [hint, review]
