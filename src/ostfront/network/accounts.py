"""Accounts: the people of a site."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from sqlalchemy import ColumnElement, insert, select
from sqlalchemy.exc import IntegrityError

from ostfront.network.tables import accounts
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused
from ostfront.server.names import clean_name


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

    @property
    def guest(self) -> bool:
        return self.kind == "guest"


COLUMNS = [accounts.c[name] for name in Account._fields]


class Accounts:
    """The accounts of a site."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def account(self, id: int) -> Account:
        return self._one(accounts.c.id == id)

    def named(self, name: str) -> Account:
        return self._one(accounts.c.name_key == name_key(name))

    def _one(self, which: ColumnElement[bool]) -> Account:
        with self.store.reader.connect() as base:
            row = base.execute(select(*COLUMNS).where(which)).first()
        if row is None:
            raise Refused(404, "missing", "There is nobody of that name here.")
        return Account(*row)

    def add(
        self, name: str, now: float, *, kind: str = "member", email: str = "", password: str = "", verified: float = 0
    ) -> Account:
        """A new account; `password` is the digest."""
        name = clean_name(name)
        if not name:
            raise Refused(400, "malformed", "Choose a name.")
        row = {
            "kind": kind, "name": name, "name_key": name_key(name), "email": email, "email_key": email_key(email),
            "password": password, "verified": verified, "created": now, "seen": now,
        }  # fmt: skip
        try:
            with self.store.writing() as base:
                id = base.execute(insert(accounts).values(**row).returning(accounts.c.id)).scalar_one()
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


def name_key(name: str) -> str:
    """Names that a reader could take for each other have the same key, as far as Unicode tells."""
    return unicodedata.normalize("NFKC", clean_name(name)).casefold().replace(" ", "")[:160]


def email_key(email: str) -> str | None:
    return email.strip().casefold() or None
