"""Limits: how often something may be done, counted in the database, so that all servers of a site count together."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from ostfront.network.tables import limits
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused
from ostfront.server.visitors import Visitor

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
By = Literal["account", "address", "subject"]


class Limit(NamedTuple):
    """So many times within so many seconds: for an account, for an address of the network, or on a subject."""

    by: By
    most: int
    seconds: int


# what visitors without an account do is counted by their address
LIMITS: dict[str, tuple[Limit, ...]] = {
    "register": (Limit("address", 20, HOUR),),
    "letter": (Limit("address", 30, HOUR), Limit("subject", 5, HOUR)),  # a subject is whom it is sent to
    "password": (Limit("account", 10, HOUR),),
    "passkey": (Limit("address", 200, HOUR),),  # attempts to log in with one
    "new passkey": (Limit("account", 30, HOUR),),
    "name": (Limit("account", 1, 30 * DAY),),
    "export": (Limit("account", 5, HOUR),),
    "guest": (Limit("address", 30, HOUR),),
    # a subject is a member who is challenged, and by whom: each challenge may be a notice
    "challenge": (Limit("account", 60, HOUR), Limit("address", 200, HOUR), Limit("subject", 10, HOUR)),
    "game": (Limit("account", 60, HOUR), Limit("address", 200, HOUR)),
    "import": (Limit("account", 30, HOUR), Limit("address", 100, HOUR)),
    "hint": (Limit("account", 200, HOUR), Limit("address", 600, HOUR)),
    "chat": (Limit("account", 30, MINUTE), Limit("account", 600, HOUR)),
    "webhook": (Limit("account", 30, HOUR), Limit("address", 100, HOUR)),  # also browsers, and tests of both
    "report": (Limit("account", 10, DAY),),
    "vacation": (Limit("account", 20, HOUR),),  # it changes each game in which one is awaited
}

FREE_TRIES = 5  # wrong passwords before the pauses begin
FIRST_PAUSE, LONGEST_PAUSE = 2, 15 * MINUTE
FORGET = DAY  # seconds after which wrong passwords are forgotten
STRANGERS = 100  # wrong passwords from everywhere; more lock out addresses from which nobody has logged in yet
ADDRESS_TRIES = 200
KNOWN = 180 * DAY


class Limits:
    """What was done how often."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def check(self, what: str, visitor: Visitor, now: float, subject: str = "") -> None:
        """Count that a visitor does this; refused if it was done too often."""
        with self.store.writing() as base:
            waits = [
                _count(base, f"{what}:{i}:{who}", limit, now)
                for i, limit in enumerate(LIMITS[what])
                if (who := _who(limit.by, visitor, subject))
            ]
        if wait := max(waits, default=0.0):
            raise too_often(wait)

    def forgive(self, what: str, visitor: Visitor, subject: str = "") -> None:
        """It was not done after all."""
        keys = [f"{what}:{i}:{_who(limit.by, visitor, subject)}" for i, limit in enumerate(LIMITS[what])]
        with self.store.writing() as base:
            base.execute(
                update(limits).where(limits.c.id.in_(keys), limits.c["count"] > 0).values(count=limits.c["count"] - 1)
            )

    # ---- passwords -------------------------------------------------------------------------------------

    def before_password(self, login: str, visitor: Visitor, now: float) -> int:
        """A password is about to be tried; how many were wrong before. After some, each costs a longer pause.

        Who guesses from elsewhere does not lock out the owner: pauses are for one address of the network. Only when
        guesses come from everywhere are addresses refused from which this account was never used.
        """
        near, far, here = _password_keys(login, visitor)
        with self.store.writing() as base:
            tried = _locked(base, near, now)
            wait = tried.until - FORGET + _pause(tried.times) - now if tried.times else 0.0
            if not self._is_known(base, login, visitor, now):
                wait = max(wait, *(_count(base, *limit, now) for limit in (
                    (far, Limit("subject", STRANGERS, HOUR)), (here, Limit("address", ADDRESS_TRIES, HOUR)),
                )))  # fmt: skip
            if wait <= 0:  # counted before it is tried: many at once are no way around it
                _write(base, near, tried.times + 1, now + FORGET)
        if wait > 0:
            raise too_often(wait)
        return tried.times

    def password_was_right(self, login: str, visitor: Visitor, now: float) -> None:
        near, far, here = _password_keys(login, visitor)
        with self.store.writing() as base:
            base.execute(delete(limits).where(limits.c.id == near))
            for counted in (far, here):  # in the order in which others lock them
                less = update(limits).where(limits.c.id == counted, limits.c["count"] > 0)
                base.execute(less.values(count=limits.c["count"] - 1))
            _locked(base, _known_key(login, visitor), now)
            _write(base, _known_key(login, visitor), 1, now + KNOWN)

    @staticmethod
    def _is_known(base: Connection, login: str, visitor: Visitor, now: float) -> bool:
        known = select(limits.c.until).where(limits.c.id == _known_key(login, visitor), limits.c.until > now)
        return base.execute(known).first() is not None

    def sweep(self, now: float) -> None:
        """Forget what counts no more."""
        with self.store.writing() as base:
            base.execute(delete(limits).where(limits.c.until <= now))


def too_often(wait: float) -> Refused:
    """The refusal, with how many seconds to wait."""
    seconds = max(1, ceil(wait))
    return Refused(429, "often", f"That was too often; try again in {_spoken(seconds)}.", retry=seconds)


def _spoken(seconds: int) -> str:
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")):
        if seconds >= unit:
            number = ceil(seconds / unit)
            return f"{number} {name}{'s' if number > 1 else ''}"
    return "a moment"


def network_of(address: str) -> str:
    """An address, or the network of an IPv6 address: whoever has one there has billions."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:60]
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped is not None else found.exploded[:19]
    return str(found)


def _who(by: By, visitor: Visitor, subject: str) -> str:
    found: dict[By, Callable[[], str]] = {
        "account": lambda: str(visitor.account) if visitor.account else network_of(visitor.address),
        "address": lambda: network_of(visitor.address),
        "subject": lambda: _short(subject) if subject else "",
    }
    return found[by]()


def _short(subject: str) -> str:
    return sha256(subject.encode("utf-8", "replace")).hexdigest()[:32]


def _password_keys(login: str, visitor: Visitor) -> tuple[str, str, str]:
    who, where = _short(login), network_of(visitor.address)
    return f"try:{who}:{where}", f"try:{who}", f"try::{where}"


def _known_key(login: str, visitor: Visitor) -> str:
    return f"known:{_short(login)}:{network_of(visitor.address)}"


def _pause(tries: int) -> float:
    return 0.0 if tries < FREE_TRIES else min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(30, tries - FREE_TRIES))


# ---- rows ------------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    times: int
    until: float


INSERTS: dict[str, Callable[[Any], Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def _locked(base: Connection, id: str, now: float) -> _Row:
    """A row, made if it is missing, that nobody else changes meanwhile."""
    added = INSERTS[base.dialect.name](limits).values(id=id, count=0, until=now)
    locked = added.on_conflict_do_update(index_elements=["id"], set_={"count": limits.c["count"]})
    row = base.execute(locked.returning(limits.c["count"].label("times"), limits.c.until)).one()
    return _Row(row.times, row.until) if row.until > now else _Row(0, now)


def _write(base: Connection, id: str, count: int, until: float) -> None:
    base.execute(update(limits).where(limits.c.id == id).values(count=count, until=until))


def _count(base: Connection, id: str, limit: Limit, now: float) -> float:
    """Count one more; how long to wait if that is too many."""
    row = _locked(base, id, now)
    if row.times >= limit.most:
        return row.until - now
    _write(base, id, row.times + 1, row.until if row.times else now + limit.seconds)
    return 0.0
