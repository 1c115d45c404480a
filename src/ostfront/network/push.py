"""Push messages to the browsers of members (RFC 8030, 8291 and 8292)."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as BadBase64
from time import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from ostfront.network.delivery import NotSent
from ostfront.network.facts import fact
from ostfront.network.notice_texts import Text
from ostfront.network.notice_wishes import INSERT
from ostfront.network.outbound import check_url, judged, post, target_of
from ostfront.network.summaries import plain
from ostfront.network.tables import subscriptions
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused

MOST = 10  # browsers of an account
LASTS = 2 * 24 * 3600  # seconds for which a push service keeps a message
LINES = 3  # of a summary
KEY = "vapid"
GONE = (404, 410)


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What messages to a browser are encrypted with."""

    p256dh: str
    auth: str


class Subscription(NamedTuple):
    """A browser that takes push messages."""

    id: int
    account: int
    endpoint: str
    keys: str  # as JSON
    browser: str


COLUMNS = [subscriptions.c[name] for name in Subscription._fields]


class Push:
    """The push messages of a site. Without a contact for the push services there are none."""

    def __init__(self, store: GameStore, site: str, contact: str, local: bool) -> None:
        self.store = store
        self.site = site
        self.contact = contact
        self.local = local

    def public_key(self) -> str:
        """What a browser must know to subscribe; empty if there is no push."""
        if not self.contact:
            return ""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = self._vapid().public_key
        return _encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def _vapid(self) -> Any:
        """The key pair of the site, made once."""
        from py_vapid import Vapid02

        return Vapid02.from_pem(fact(self.store, KEY, _new_key).encode())

    def of(self, account: int) -> list[Subscription]:
        with self.store.reader.begin() as base:
            mine = subscriptions.c.account == account
            rows = base.execute(select(*COLUMNS).where(mine).order_by(subscriptions.c.id)).all()
        return [Subscription(*row) for row in rows]

    def subscribe(self, account: int, session: str, endpoint: str, keys: Keys, browser: str) -> None:
        """Take a browser until its session ends; one that another member used before is taken over."""
        try:
            point, auth = _decoded(keys.p256dh), _decoded(keys.auth)
            check_url(endpoint, self.local)
        except (BadBase64, ValueError):
            raise Refused(400, "malformed", "These are not the keys of a browser.") from None
        except NotSent as wrong:
            raise Refused(400, "words", str(wrong)) from None
        if not is_point(point) or len(auth) != 16:
            raise Refused(400, "malformed", "These are not the keys of a browser.")
        with self.store.writing() as base:
            others = (subscriptions.c.account == account, subscriptions.c.endpoint != endpoint)
            if base.execute(select(func.count()).where(*others)).scalar_one() >= MOST:
                raise Refused(409, "limit", f"You can have push messages in at most {MOST} browsers.")
            fresh = {
                "account": account, "session": session, "keys": msgspec.json.encode(keys).decode(),
                "browser": browser[:120], "created": time(),
            }  # fmt: skip
            row = INSERT[base.dialect.name](subscriptions).values(endpoint=endpoint, **fresh)
            base.execute(row.on_conflict_do_update(index_elements=["endpoint"], set_=fresh))

    def unsubscribe(self, account: int, endpoint: str) -> None:
        with self.store.writing() as base:
            base.execute(
                delete(subscriptions).where(subscriptions.c.account == account, subscriptions.c.endpoint == endpoint)
            )

    def move(self, session: str, to: str) -> None:
        """The browser of a session goes on with another one of the same account."""
        with self.store.writing() as base:
            base.execute(update(subscriptions).where(subscriptions.c.session == session).values(session=to))

    def send(self, to: Subscription, text: Text, tag: str) -> None:
        """Send a notice; a browser that is gone is forgotten. A later one of the same tag takes its place."""
        message = {
            "title": text.title, "body": "\n".join([text.sentence, *plain(text.summary)[: LINES + 1]])[:1200],
            "url": f"/{text.link}", "tag": tag,
        }  # fmt: skip
        body = encrypted(to, msgspec.json.encode(message))
        split = urlsplit(to.endpoint)
        claims = {"aud": f"{split.scheme}://{split.netloc}", "sub": self.contact, "exp": int(time()) + 12 * 3600}
        headers = {
            **self._vapid().sign(claims), "content-encoding": "aes128gcm", "ttl": str(LASTS), "urgency": "normal",
            "content-type": "application/octet-stream",
        }  # fmt: skip
        answered = post(to.endpoint, body, headers, local=self.local)
        if answered.status in GONE:
            self.unsubscribe(to.account, to.endpoint)
        judged(answered, target_of(to.endpoint, self.local).host)


def encrypted(to: Subscription, message: bytes) -> bytes:
    from pywebpush import WebPusher

    info = {"endpoint": to.endpoint, "keys": msgspec.json.decode(to.keys)}
    return bytes(WebPusher(info).encode(message)["body"])


def subscription(base: Connection, id: int) -> Subscription | None:
    row = base.execute(select(*COLUMNS).where(subscriptions.c.id == id)).first()
    return None if row is None else Subscription(*row)


def is_point(given: bytes) -> bool:
    """Whether this is a public key on the curve."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), given)
    except ValueError:
        return False
    return len(given) == 65


def _new_key() -> str:
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


def _encoded(given: bytes) -> str:
    return urlsafe_b64encode(given).rstrip(b"=").decode()


def _decoded(given: str) -> bytes:
    return urlsafe_b64decode(given + "=" * (-len(given) % 4))
