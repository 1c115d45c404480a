"""Passkeys: the keys of members, and the challenges that they are to sign."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ostfront.network.limits import INSERTS
from ostfront.network.tables import accounts, passkey_challenges, passkeys
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused

MOST = 20  # of an account
SOON = 300.0  # seconds in which a challenge must be signed
Purpose = Literal["add", "login"]


class Passkey(NamedTuple):
    """A key that one can log in with."""

    id: int
    account: int
    credential: str  # what the browser calls it
    public_key: str
    sign_count: int
    name: str
    created: float
    used: float


COLUMNS = [passkeys.c[name] for name in Passkey._fields]


class Passkeys:
    """The passkeys of a site."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def of(self, account: int) -> list[Passkey]:
        """The passkeys of an account, the first one first."""
        with self.store.reader.begin() as base:
            chosen = select(*COLUMNS).where(passkeys.c.account == account).order_by(passkeys.c.id)
            return [Passkey(*row) for row in base.execute(chosen)]

    def find(self, credential: str) -> tuple[Passkey, str] | None:
        """The passkey that a browser calls so, and the handle of its account."""
        chosen = select(*COLUMNS, accounts.c.passkey_handle).join(accounts).where(passkeys.c.credential == credential)
        with self.store.reader.begin() as base:
            row = base.execute(chosen).first()
        return None if row is None else (Passkey(*row[:-1]), row[-1])

    def handle(self, account: int) -> str:
        """What passkeys call this account, made when it is asked for first: it tells nothing of the member."""
        mine = accounts.c.id == account
        with self.store.writing() as base:
            fresh = update(accounts).where(mine, accounts.c.passkey_handle == "")
            base.execute(fresh.values(passkey_handle=encoded(secrets.token_bytes(32))))
            return str(base.execute(select(accounts.c.passkey_handle).where(mine)).scalar_one())

    @staticmethod
    def add(base: Connection, row: Passkey) -> None:
        """Keep a new one, whatever its `id`, in this transaction."""
        mine = passkeys.c.account == row.account
        if base.execute(select(func.count()).select_from(passkeys).where(mine)).scalar_one() >= MOST:
            raise Refused(409, "limit", f"You can have at most {MOST} passkeys.")
        values = row._asdict()
        del values["id"]
        try:
            base.execute(insert(passkeys).values(**values))
        except IntegrityError:
            raise Refused(409, "conflict", "This passkey was added before.") from None

    def signed(self, key: Passkey, count: int, now: float) -> bool:
        """Note that it was used; false if it was removed, or used with another count meanwhile."""
        same = passkeys.c.id == key.id, passkeys.c.sign_count == key.sign_count
        with self.store.writing() as base:
            return base.execute(update(passkeys).where(*same).values(sign_count=count, used=now)).rowcount > 0

    @staticmethod
    def remove(base: Connection, account: int, id: int) -> str:
        """Remove one of this account, in this transaction; its name."""
        gone = delete(passkeys).where(passkeys.c.id == id, passkeys.c.account == account)
        name = base.execute(gone.returning(passkeys.c.name)).scalar()
        if name is None:
            raise Refused(404, "missing", "This passkey was removed already.")
        return str(name)

    @staticmethod
    def remove_all(base: Connection, account: int) -> None:
        base.execute(delete(passkeys).where(passkeys.c.account == account))

    # ---- challenges ------------------------------------------------------------------------------------

    def challenge(self, holder: str, purpose: Purpose, now: float) -> bytes:
        """What this browser's passkey is to sign; it replaces an earlier one."""
        made = secrets.token_bytes(32)
        row = {"purpose": purpose, "challenge": encoded(made), "expires": now + SOON}
        with self.store.writing() as base:
            added = INSERTS[base.dialect.name](passkey_challenges).values(holder=holder, **row)
            base.execute(added.on_conflict_do_update(index_elements=["holder"], set_=row))
        return made

    def take(self, holder: str, purpose: Purpose, now: float) -> bytes:
        """The challenge of this browser, which is good for it once, whatever comes of it."""
        spent = delete(passkey_challenges).where(
            passkey_challenges.c.holder == holder,
            passkey_challenges.c.purpose == purpose,
            passkey_challenges.c.expires > now,
        )
        with self.store.writing() as base:
            found = base.execute(spent.returning(passkey_challenges.c.challenge)).scalar()
        if found is None:
            raise Refused(410, "passkey", "That took too long, or was answered before; try again.")
        return decoded(found)

    def sweep(self, now: float) -> None:
        """Forget challenges that nobody signed."""
        with self.store.writing() as base:
            base.execute(delete(passkey_challenges).where(passkey_challenges.c.expires <= now))


def encoded(given: bytes) -> str:
    """Bytes as base64 of addresses, as browsers and passkeys write them."""
    return urlsafe_b64encode(given).rstrip(b"=").decode()


def decoded(given: str) -> bytes:
    """Fails with a ValueError if these are no such bytes."""
    return urlsafe_b64decode(given + "=" * (-len(given) % 4))
