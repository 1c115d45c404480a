"""The routes of the officer's advice: a table gives as much as somebody wants. A site counts hints, and gives none in
rated games, nor on the boards beside them.
"""

from __future__ import annotations

from time import time

from sqlalchemy import Connection, select

from ostfront.network.matches import match_row
from ostfront.network.site import site_of
from ostfront.network.tables import matches, turns
from ostfront.server import database as db
from ostfront.server.game_library import WHATIF
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
    with site_of(request).store.reader.begin() as base:
        if _is_rated(base, request.path_params["game"], visitor_of(request).account):
            raise Refused(409, "conflict", "There are no hints in rated games.")


def _is_rated(base: Connection, id: str, account: int) -> bool:
    """Whether this is a rated match that is being played, or a board beside one.

    Nobody can tell where the file comes from that was opened as a board: it may be beside any match of the account.
    """
    games = db.games.c
    while (match := match_row(base, id)) is None:
        board = base.execute(select(games.parent, games.kind, games.game).where(games.id == id)).first()
        if board is None or board.kind != WHATIF:
            return False
        if not board.parent:
            mine = (turns.c.account == account, turns.c.over == 0, matches.c.rated == 1, games.game == board.game)
            joined = select(turns.c.game).join(matches, matches.c.game == turns.c.game).join(db.games)
            return base.execute(joined.where(*mine)).first() is not None
        id = board.parent
    return bool(match.rated) and not match.ended


ROUTES = [hint, review]
