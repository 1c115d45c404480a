"""Routes of a game that is over: whether its dice are what was promised, and how lucky they were."""

from __future__ import annotations

from ostfront.core.files.record import read, verify
from ostfront.core.files.record import write as write_record
from ostfront.core.page.luck import luck_of
from ostfront.core.play.chance import Seeded, commitment
from ostfront.server.messages import LuckResponse, SideLuck, VerifyResponse
from ostfront.server.routing import HttpRequest, HttpResponse, json_response
from ostfront.server.seat_routes import GAME, onlooker_of, route


@route("GET", GAME + "/verify")
def check(request: HttpRequest) -> HttpResponse:
    """Whether every outcome is what the committed secret gives; answered when the game is over."""
    live, _ = onlooker_of(request)
    with live.lock:
        played = live.game
        assert isinstance(played.source, Seeded)
        shown = commitment(played.source.secret)
        if played.result is None:
            return json_response(VerifyResponse(False, None, shown, "", []))
        faults = verify(read(write_record(played)), played)
        return json_response(VerifyResponse(True, not faults, shown, played.source.secret.hex(), faults))


@route("GET", GAME + "/luck")
def luck(request: HttpRequest) -> HttpResponse:
    """How lucky each side was. Empty while the game is played: it would tell of hidden rolls."""
    live, _ = onlooker_of(request)
    with live.lock:
        found = luck_of(live.game) if live.game.result is not None else {}
    return json_response(
        LuckResponse(tuple(SideLuck(side, round(float(one.total), 2), one.rolls) for side, one in found.items()))
    )


ROUTES = [check, luck]
