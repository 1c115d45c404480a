"""The door of a site: everybody may come in; a session cookie says who it is.

Requests that change something must name the site as their origin, whoever sends them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import time

import msgspec

from ostfront.network.addresses import address_of
from ostfront.network.sessions import Sessions
from ostfront.network.settings import Settings
from ostfront.server.guard import HEALTH, Answer, Header, Knock, check_host, check_origin, cookie_of
from ostfront.server.pools import Pools
from ostfront.server.visitors import Visitor

YEAR = 365 * 24 * 3600
HSTS = (b"strict-transport-security", b"max-age=31536000")


class SiteDoor:
    """Lets everybody in, and finds out who it is."""

    def __init__(self, settings: Settings, sessions: Sessions, pools: Pools, ready: Callable[[], str]) -> None:
        """`ready` says why the server cannot answer, or nothing."""
        self.settings = settings
        self.sessions = sessions
        self.pools = pools
        self.ready = ready
        self.most_requests = max(1, settings.connections * 9 // 10)  # so that a connection can always be closed
        self.headers: Sequence[Header] = (HSTS,) if settings.secure else ()

    async def admit(self, knock: Knock) -> Visitor | Answer:
        if knock.path == "/api/health":  # also asked by its address, by whoever watches over the server
            return HEALTH
        if knock.path == "/api/ready":
            return readiness(await self.pools["table"].run(self.ready))
        check_host(knock, {self.settings.host})
        forwarded = knock.headers.get("x-forwarded-for", "")
        address = address_of(knock.client, forwarded, self.settings.trusted)
        if not knock.path.startswith("/api/"):
            return Visitor(address=address)
        check_origin(knock, {self.settings.origin}, by_cookie=True)
        token = cookie_of(knock, cookie_name(self.settings))
        found = await self.pools["table"].run(self.sessions.find, token, time()) if token else None
        if found is None:
            return Visitor(address=address)
        return Visitor("member", account=found.account, session=found.id, address=address)


def readiness(missing: str) -> Answer:
    told = msgspec.json.encode({"ready": not missing, **({"why": missing} if missing else {})})
    return Answer(503 if missing else 200, [(b"content-type", b"application/json")], told)


def cookie_name(settings: Settings) -> str:
    """Over TLS a name that no other host, path or plain connection can set; else one per port."""
    if settings.secure:
        return "__Host-ostfront"
    return f"ostfront_site_{settings.host.rpartition(':')[2]}"


def session_cookie(settings: Settings, token: str) -> str:
    """The cookie of a session; with an empty token the one that ends it."""
    secure = "; Secure" if settings.secure else ""
    lasting = YEAR if token else 0
    return f"{cookie_name(settings)}={token}; Path=/; HttpOnly; SameSite=Strict{secure}; Max-Age={lasting}"
