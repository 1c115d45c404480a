"""Blocks: people who want nothing to do with each other."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError

from ostfront.network.accounts import Account
from ostfront.network.tables import accounts, blocks
from ostfront.server import database as db
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused


class Blocks:
    """Who has blocked whom. Neither may challenge the other, nor write to them."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def between(self, a: int, b: int) -> bool:
        """Whether either of two accounts has blocked the other."""
        with self.store.reader.begin() as base:
            return base.execute(select(blocks.c.account).where(between(a, b))).first() is not None

    def check(self, a: int, b: int) -> None:
        """Refused if either has blocked the other; it does not say which."""
        if self.between(a, b):
            raise Refused(403, "blocked", "You and this person have nothing to do with each other.")

    def blocked_by(self, account: int) -> set[int]:
        """Those whom somebody has blocked."""
        with self.store.reader.begin() as base:
            return set(base.execute(select(blocks.c.other).where(blocks.c.account == account)).scalars())

    def of(self, account: int) -> list[str]:
        """The names of those whom somebody has blocked."""
        chosen = select(accounts.c.name).join(blocks, blocks.c.other == accounts.c.id)
        with self.store.reader.begin() as base:
            found = base.execute(chosen.where(blocks.c.account == account).order_by(accounts.c.name_key))
            return [str(name) for name in found.scalars()]

    def add(self, account: int, other: Account) -> None:
        if other.id == account:
            raise Refused(400, "words", "You cannot block yourself.")
        try:
            with self.store.writing() as base:
                base.execute(insert(blocks).values(account=account, other=other.id))
                self._count_changes(base, account, other.id)
        except IntegrityError:
            return  # it is so already

    def remove(self, account: int, other: Account) -> None:
        with self.store.writing() as base:
            base.execute(delete(blocks).where(_one(account, other.id)))
            self._count_changes(base, account, other.id)

    def _count_changes(self, base: Connection, a: int, b: int) -> None:
        """In the games that these two share there is more or less to read now."""
        of_b = select(db.seats.c.game).where(db.seats.c.account == b)
        shared = select(db.seats.c.game).where(db.seats.c.account == a, db.seats.c.game.in_(of_b)).distinct()
        for game in base.execute(shared.order_by(db.seats.c.game)).scalars().all():
            self.store.count_change(base, game)


def between(a: int, b: int) -> ColumnElement[bool]:
    """The rows by which either of two accounts has blocked the other."""
    return or_(_one(a, b), _one(b, a))


def _one(account: int, other: int) -> Any:
    return and_(blocks.c.account == account, blocks.c.other == other)
