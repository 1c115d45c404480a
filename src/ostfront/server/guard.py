"""The guard in front of the application: a door decides who comes in, every response carries strict headers.

The door is that of a table (`table_door.py`) or that of a site on the network. Bodies must arrive in time, and there
is an end to how many requests are answered at once. Health is always answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, MutableMapping, Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy.exc import DBAPIError

from ostfront.server import connections
from ostfront.server.database import trouble
from ostfront.server.log import log
from ostfront.server.messages import Refused
from ostfront.server.visitors import VISITOR, Visitor

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Header = tuple[bytes, bytes]

REQUEST = "ostfront.request"  # the name of a request, set in its scope by a site
READING = ("GET", "HEAD")
MOST_REQUESTS = 150  # under way; fewer than connections, so that one can always be closed
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
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


class Knock(NamedTuple):
    """A request at the door."""

    method: str
    path: str
    query: str
    headers: dict[str, str]  # by lower-case name
    client: str  # the address it came from
    scheme: str


class Answer(NamedTuple):
    """What the door answers itself."""

    status: int
    headers: Sequence[Header] = ()
    body: bytes = b""


class Door(Protocol):
    """Lets a request in and says whose it is, answers it itself, or refuses it."""

    most_requests: int  # under way at once
    headers: Sequence[Header]  # of every response, besides those of the guard

    async def admit(self, knock: Knock) -> Visitor | Answer: ...


class Guard:
    """Runs in front of the application."""

    def __init__(self, app: Any, door: Door) -> None:
        self.app = app
        self.door = door
        self.under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        try:
            admitted = await self.door.admit(knock_of(scope))
            if isinstance(admitted, Visitor) and self.under_way >= self.door.most_requests:
                raise Refused(503, "busy", "Too many requests at once; try again in a moment.")
        except DBAPIError as lost:  # the door looks for the session there
            admitted = _refusal(_unreachable(lost))
        except Refused as wrong:
            admitted = _refusal(wrong)
        if isinstance(admitted, Answer):
            await self._answer(send, admitted)
            return
        scope[VISITOR] = admitted
        self.under_way += 1
        try:
            await self.app(scope, _in_time(receive), self._dressed(send))
        finally:
            self.under_way -= 1

    async def _answer(self, send: Send, answer: Answer) -> None:
        dressed = self._dressed(send)
        length = (b"content-length", str(len(answer.body)).encode())
        await dressed({"type": "http.response.start", "status": answer.status, "headers": [*answer.headers, length]})
        await dressed({"type": "http.response.body", "body": answer.body, "more_body": False})

    def _dressed(self, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [(name.lower(), value) for name, value in message["headers"]]
                kind = next((value for name, value in given if name == b"content-type"), b"")
                policy = PICTURE_POLICY if kind.startswith(b"image/svg") else POLICY
                names = {name for name, _ in given}
                extra = [(b"content-security-policy", policy.encode()), *HEADERS, *self.door.headers]
                if b"cache-control" not in names:
                    extra.append((b"cache-control", b"no-store"))
                if message["status"] == 408:  # the rest of the request is not waited for
                    extra.append((b"connection", b"close"))
                message["headers"] = [*given, *extra]
            await send(message)

        return dressed


def _refusal(wrong: Refused) -> Answer:
    return Answer(wrong.status, [(b"content-type", b"application/json")], wrong.body())


def _unreachable(wrong: DBAPIError) -> Refused:
    status, kind, sentence = trouble(wrong.orig)
    log.error("%s (%s)", sentence or "the database fails at the door", wrong.orig)
    return Refused(status, kind, sentence or "Internal error; nothing was changed.")


LISTS = ("x-forwarded-for",)  # headers that may come in several lines
HEALTH = Answer(200, [(b"content-type", b"application/json")], b'{"ok":true}')


def knock_of(scope: Scope) -> Knock:
    headers: dict[str, str] = {}
    for given, value in scope["headers"]:
        name, text = given.decode("latin-1").lower(), value.decode("latin-1")
        headers[name] = f"{headers[name]}, {text}" if name in LISTS and name in headers else text
    query = scope["query_string"].decode("latin-1")
    client = (scope.get("client") or ("",))[0]
    return Knock(str(scope["method"]), scope["path"], query, headers, client, str(scope.get("scheme", "http")))


# ---- checks that all doors make --------------------------------------------------------------------------


def check_host(knock: Knock, hosts: Collection[str]) -> None:
    if knock.headers.get("host", "").lower() not in hosts:
        raise Refused(421, "host", "This server does not answer to that host name.")


def check_origin(knock: Knock, origins: Collection[str], by_cookie: bool) -> None:
    """Refuse requests from other sites; a request that changes something must name its origin."""
    origin, site = knock.headers.get("origin"), knock.headers.get("sec-fetch-site")
    foreign = (site is not None and site not in ("same-origin", "none")) or (
        origin is not None and origin.lower() not in origins
    )
    silent = by_cookie and origin is None and site is None
    if foreign or (silent and knock.method not in READING):
        raise Refused(403, "origin", "Requests from other sites are refused.")
    kind = knock.headers.get("content-type", "").partition(";")[0].strip().lower()
    if knock.method in ("POST", "PUT") and kind != "application/json":
        raise Refused(400, "malformed", "Send JSON with the header Content-Type: application/json.")


def cookie_of(knock: Knock, name: str) -> str:
    """Whatever else browsers send: cookies of other sites in the same domain may be written in any way."""
    pairs = (part.strip().partition("=") for part in knock.headers.get("cookie", "").split(";"))
    return next((value for found, _, value in pairs if found == name), "")


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
