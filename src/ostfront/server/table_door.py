"""The door of a table: Host, key and origin are checked before anything else.

A loopback address needs this too: any page in the browser and other users of the machine can send requests to it.
The owner of the table has its key. A guest in the local network has a token for one seat, comes by another address,
and gets no further than the game of that seat; the key is not accepted there: it would cross the network in clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import parse_qs

from ostfront.server.guard import HEALTH, MOST_REQUESTS, Answer, Header, Knock, check_host, check_origin, cookie_of
from ostfront.server.messages import Refused
from ostfront.server.visitors import Visitor, same

COOKIE = "ostfront_table"
GUEST_COOKIE = "ostfront_guest"
YEAR = 365 * 24 * 3600


def cookie_name(host: str, name: str = COOKIE) -> str:
    """One name per port: browsers send a cookie to all ports of a host, and two tables would log each other out."""
    return f"{name}_{host.rpartition(':')[2]}"


def guest_cookie(host: str, game: str, token: str) -> str:
    """The cookie of a guest, for the requests of one game."""
    name = cookie_name(host, GUEST_COOKIE)
    return f"{name}={token}; Path=/api/games/{game}; HttpOnly; SameSite=Strict; Max-Age={YEAR}"


class TableDoor:
    """Lets in the owner of the table, and guests to their seats."""

    most_requests = MOST_REQUESTS
    headers: Sequence[Header] = ()

    def __init__(self, key: str, hosts: Iterable[str], shared: Iterable[str] = ()) -> None:
        """`hosts` are the names for the owner of the table, `shared` those for guests."""
        self.key = key
        self.shared = frozenset(shared)
        self.hosts = frozenset(hosts) | self.shared
        self.origins = frozenset(f"http://{host}" for host in self.hosts)

    async def admit(self, knock: Knock) -> Visitor | Answer:
        check_host(knock, self.hosts)
        guest = knock.headers["host"].lower() in self.shared
        if knock.path == "/open" and not guest:
            return self._open(knock)
        if knock.path == "/api/health":  # needs no key and no thread
            return HEALTH
        if not knock.path.startswith("/api/"):
            return Visitor()  # the page itself
        visitor, by_cookie = self._guest(knock) if guest else self._owner(knock)
        check_origin(knock, self.origins, by_cookie)
        return visitor

    def _owner(self, knock: Knock) -> tuple[Visitor, bool]:
        """The owner of the table, and whether the key came as a cookie; refused when it did not come at all."""
        word, _, bearer = knock.headers.get("authorization", "").partition(" ")
        if word.lower() == "bearer" and same(self.key, bearer.strip()):
            return Visitor("owner"), False
        if same(self.key, cookie_of(knock, cookie_name(knock.headers["host"]))):
            return Visitor("owner"), True
        raise Refused(401, "key", "A key is required: open the table with the address that `ostfront play` prints.")

    def _guest(self, knock: Knock) -> tuple[Visitor, bool]:
        """A guest's request carries the token of a seat, except when the seat is being taken; the routes check it."""
        if knock.path == "/api/join":
            return Visitor(), False
        token = cookie_of(knock, cookie_name(knock.headers["host"], GUEST_COOKIE))
        if not token or not knock.path.startswith("/api/games/"):
            raise Refused(401, "guest", "Open the link to your seat: this address is for guests.")
        return Visitor("guest", token), True

    def _open(self, knock: Knock) -> Answer:
        """The entry point: the key becomes a cookie."""
        if not same(self.key, parse_qs(knock.query).get("key", [""])[0]):
            raise Refused(401, "key", "Wrong key.")
        name = cookie_name(knock.headers["host"])
        cookie = f"{name}={self.key}; Path=/; HttpOnly; SameSite=Strict; Max-Age={YEAR}"
        return Answer(303, [(b"location", b"/"), (b"set-cookie", cookie.encode())])
