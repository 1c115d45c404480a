"""Access control: Host, key and origin are checked before anything else, and every response carries strict headers.

A loopback address needs this too: any page in the browser and other users of the machine can send requests to it.
The owner of the table has its key. A guest in the local network has a token for one seat, comes by another address,
and gets no further than the game of that seat; the key is not accepted there: it would cross the network in clear.
Bodies must arrive in time, and there is an end to how many requests are answered at once. Health is always answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from ostfront.server import connections
from ostfront.server.messages import Refused
from ostfront.server.routing import GUEST_TOKEN

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

COOKIE = "ostfront_table"
GUEST_COOKIE = "ostfront_guest"
YEAR = 365 * 24 * 3600
READING = ("GET", "HEAD")
MOST_REQUESTS = 150  # under way; fewer than connections, so that one can always be closed
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


def cookie_name(host: str, name: str = COOKIE) -> str:
    """One name per port: browsers send a cookie to all ports of a host, and two tables would log each other out."""
    return f"{name}_{host.rpartition(':')[2]}"


def guest_cookie(host: str, game: str, token: str) -> str:
    """The cookie of a guest, for the requests of one game."""
    name = cookie_name(host, GUEST_COOKIE)
    return f"{name}={token}; Path=/api/games/{game}; HttpOnly; SameSite=Strict; Max-Age={YEAR}"


class Guard:
    """Runs in front of the application."""

    def __init__(self, app: Any, key: str, hosts: Iterable[str], shared: Iterable[str] = ()) -> None:
        """`hosts` are the names for the owner of the table, `shared` those for guests."""
        self.app = app
        self.key = key
        self.shared = frozenset(shared)
        self.hosts = frozenset(hosts) | self.shared
        self.under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        path, method = scope["path"], str(scope["method"])
        try:
            self._host(headers)
            guest = headers["host"].lower() in self.shared
            if path == "/open" and not guest:
                await self._open(scope, send, cookie_name(headers["host"]))
                return
            if path == "/api/health":  # needs no key and no thread
                await self._answer(send, 200, b'{"ok":true}', [(b"content-type", b"application/json")])
                return
            if path.startswith("/api/"):
                by_cookie = self._guest(scope, headers) if guest else self._key(headers)
                self._origin(method, headers, by_cookie)
            if self.under_way >= MOST_REQUESTS:
                raise Refused(503, "busy", "Too many requests at once; try again in a moment.")
        except Refused as wrong:
            await self._answer(send, wrong.status, wrong.body(), [(b"content-type", b"application/json")])
            return
        self.under_way += 1
        try:
            await self.app(scope, _in_time(receive), self._dressed(send))
        finally:
            self.under_way -= 1

    # ---- checks ----------------------------------------------------------------------------------------

    def _host(self, headers: dict[str, str]) -> None:
        if headers.get("host", "").lower() not in self.hosts:
            raise Refused(421, "host", "This server does not answer to that host name.")

    def _key(self, headers: dict[str, str]) -> bool:
        """Whether the key came as a cookie; refused when it did not come at all."""
        word, _, bearer = headers.get("authorization", "").partition(" ")
        if word.lower() == "bearer" and self._fits(bearer.strip()):
            return False
        if self._fits(_cookie(headers, COOKIE)):
            return True
        raise Refused(401, "key", "A key is required: open the table with the address that `ostfront play` prints.")

    def _guest(self, scope: Scope, headers: dict[str, str]) -> bool:
        """A guest's request carries the token of a seat, except when the seat is being taken; the routes check it."""
        if scope["path"] == "/api/join":
            return False
        token = _cookie(headers, GUEST_COOKIE)
        if not token or not scope["path"].startswith("/api/games/"):
            raise Refused(401, "guest", "Open the link to your seat: this address is for guests.")
        scope[GUEST_TOKEN] = token
        return True

    def _fits(self, given: str) -> bool:
        return compare_digest(given.encode("utf-8", "replace"), self.key.encode())

    def _origin(self, method: str, headers: dict[str, str], by_cookie: bool) -> None:
        """Refuse requests from other sites; a request that changes something must name its origin."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        foreign = (site is not None and site not in ("same-origin", "none")) or (
            origin is not None and origin.lower() not in {f"http://{host}" for host in self.hosts}
        )
        silent = by_cookie and origin is None and site is None
        if foreign or (silent and method not in READING):
            raise Refused(403, "origin", "Requests from other sites are refused.")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method in ("POST", "PUT") and kind != "application/json":
            raise Refused(400, "malformed", "Send JSON with the header Content-Type: application/json.")

    # ---- answers ---------------------------------------------------------------------------------------

    async def _open(self, scope: Scope, send: Send, cookie_name: str) -> None:
        """The entry point: the key becomes a cookie."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        if not self._fits(given):
            raise Refused(401, "key", "Wrong key.")
        cookie = f"{cookie_name}={self.key}; Path=/; HttpOnly; SameSite=Strict; Max-Age={YEAR}"
        await self._answer(send, 303, b"", [(b"location", b"/"), (b"set-cookie", cookie.encode())])

    async def _answer(self, send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        dressed = self._dressed(send)
        length = (b"content-length", str(len(body)).encode())
        await dressed({"type": "http.response.start", "status": status, "headers": [*headers, length]})
        await dressed({"type": "http.response.body", "body": body, "more_body": False})

    def _dressed(self, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [(name.lower(), value) for name, value in message["headers"]]
                kind = next((value for name, value in given if name == b"content-type"), b"")
                policy = PICTURE_POLICY if kind.startswith(b"image/svg") else POLICY
                names = {name for name, _ in given}
                extra = [(b"content-security-policy", policy.encode()), *HEADERS]
                if b"cache-control" not in names:
                    extra.append((b"cache-control", b"no-store"))
                if message["status"] == 408:  # the rest of the request is not waited for
                    extra.append((b"connection", b"close"))
                message["headers"] = [*given, *extra]
            await send(message)

        return dressed


def _cookie(headers: dict[str, str], name: str) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(cookie_name(headers["host"], name))
    except CookieError:
        return ""
    return "" if morsel is None else morsel.value


def _in_time(receive: Receive) -> Receive:
    """The parts of a body, refused when they have not all come in time."""
    until = asyncio.get_running_loop().time() + connections.BODY_SECONDS
    arrived = False

    async def received() -> Message:
        nonlocal arrived
        if arrived:
            return await receive()  # whether somebody is still there
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise Refused(408, "slow", "The request did not arrive in time.") from None
        arrived = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    return received
