"""Accounts: the people of a site."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from ostfront.network.account_names import checked_name, name_key
from ostfront.network.tables import accounts
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused


class Account(NamedTuple):
    """A member of the site, or a guest, who has no address and no password."""

    id: int
    kind: str
    name: str
    email: str
    verified: float
    created: float
    suspended_until: float
    vacation_until: float
    settings: str
    suspension: str = ""  # why

    @property
    def guest(self) -> bool:
        return self.kind == "guest"


EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")
COLUMNS = [accounts.c[name] for name in Account._fields]


class Accounts:
    """The accounts of a site."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def account(self, id: int) -> Account:
        return self._one(accounts.c.id == id)

    def named(self, name: str) -> Account:
        return self._one(accounts.c.name_key == name_key(name))

    def of_email(self, email: str) -> Account | None:
        with self.store.reader.begin() as base:
            row = base.execute(select(*COLUMNS).where(accounts.c.email_key == email_key(email))).first()
        return None if row is None else Account(*row)

    def is_taken(self, name: str) -> bool:
        with self.store.reader.begin() as base:
            return (
                base.execute(select(accounts.c.id).where(accounts.c.name_key == name_key(name))).first() is not None
            )

    def credentials(self, email: str) -> tuple[Account | None, str]:
        """Who has this address, and the digest of the password; empty if nobody."""
        with self.store.reader.begin() as base:
            which = accounts.c.email_key == (email_key(email) or "")
            row = base.execute(select(*COLUMNS, accounts.c.password).where(which)).first()
        return (None, "") if row is None else (Account(*row[:-1]), row[-1])

    def password(self, id: int) -> str:
        """The digest of somebody's password; empty for a guest."""
        with self.store.reader.begin() as base:
            return base.execute(select(accounts.c.password).where(accounts.c.id == id)).scalar() or ""

    def change(self, id: int, **values: Any) -> None:
        with self.store.writing() as base:
            change_account(base, id, **values)

    def renew_password(self, id: int, old: str, new: str) -> None:
        """The same password as another digest, if it has not been changed meanwhile."""
        with self.store.writing() as base:
            same = (accounts.c.id == id, accounts.c.password == old)
            base.execute(update(accounts).where(*same).values(password=new))

    def _one(self, which: ColumnElement[bool]) -> Account:
        with self.store.reader.begin() as base:
            row = base.execute(select(*COLUMNS).where(which)).first()
        if row is None:
            raise Refused(404, "missing", "There is nobody of that name here.")
        return Account(*row)

    def add(
        self, name: str, now: float, *, kind: str = "member", email: str = "", password: str = "", verified: float = 0
    ) -> Account:
        """A new account; `password` is the digest."""
        try:
            with self.store.writing() as base:
                id = insert_account(base, name, now, kind, email, password, verified)
        except IntegrityError:
            raise Refused(409, "taken", "This name is taken; choose another.") from None
        return self.account(id)

    def add_guest(self, name: str, now: float) -> Account:
        """Somebody who came by a link; a name that is taken gets a number."""
        for number in range(1, 100):
            try:
                return self.add(name if number == 1 else f"{name} {number}", now, kind="guest")
            except Refused as wrong:
                if wrong.kind != "taken":
                    raise
        raise Refused(409, "taken", "This name is taken; choose another.")


def insert_account(
    base: Connection, name: str, now: float, kind: str, email: str, password: str, verified: float
) -> int:
    """A new account in this transaction, which fails if its name or its address is taken."""
    name = checked_name(name)
    row = {
        "kind": kind, "name": name, "name_key": name_key(name), "email": email, "email_key": email_key(email),
        "password": password, "verified": verified, "created": now, "seen": now,
    }  # fmt: skip
    return int(base.execute(insert(accounts).values(**row).returning(accounts.c.id)).scalar_one())


def change_account(base: Connection, id: int, **values: Any) -> None:
    base.execute(update(accounts).where(accounts.c.id == id).values(**values))


def checked_email(email: str) -> str:
    """An address that letters can be sent to; refused if it is none."""
    found = email.strip()
    if len(found) > 254 or not EMAIL.fullmatch(found):
        raise Refused(400, "email", "This is not an e-mail address.")
    return found


def email_key(email: str) -> str | None:
    return email.strip().casefold() or None
