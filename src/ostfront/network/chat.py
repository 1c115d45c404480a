"""The chat of a game: the players among themselves, and those who watch among themselves.

Neither reads what the others write before the game is over: who watches may know more than a player does. Nobody
reads those whom he has blocked. Texts are plain, and shown as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, func, insert, literal, or_, select, update

from ostfront.network.company_messages import ChatMessage, ChatResponse
from ostfront.network.tables import accounts, blocks, messages, turns
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused
from ostfront.server.plain_text import plain_text

LONGEST = 500  # characters
SHOWN = 300  # messages
MOST = 5000  # in one game, of players and of those who watch


class Reader(NamedTuple):
    """Who reads or writes: a player of a seat, or somebody who watches; account 0 is a stranger."""

    account: int
    seat: int = -1

    @property
    def watching(self) -> bool:
        return self.seat < 0


class Row(NamedTuple):
    watching: int
    n: int
    account: int
    seat: int
    name: str
    text: str
    at: float


Said = Callable[[Connection, str, str], None]  # with the name of who said it, and the text
COLUMNS = [messages.c[name] for name in Row._fields]


def say(
    live: LiveGame, who: Reader, text: str, now: float, also: Said = lambda base, name, text: None
) -> None:  # fmt: skip
    """Write a message; whoever has the game open is told. `also` is done in the transaction."""
    text = plain_text(text, LONGEST, "A message", lines=True)
    if not text:
        raise Refused(400, "malformed", "A message needs a text.")
    stream = int(who.watching)
    with live.noting(), live.store.writing() as base:
        live.store.count_change(base, live.id)  # others wait here
        here = and_(messages.c.game == live.id, messages.c.watching == stream)
        last = int(base.execute(select(func.max(messages.c.n)).where(here)).scalar() or 0)
        if last >= MOST:
            raise Refused(409, "conflict", "This chat is full.")
        name = base.execute(select(accounts.c.name).where(accounts.c.id == who.account)).scalar_one()
        base.execute(
            insert(messages).values(
                game=live.id, watching=stream, n=last + 1, account=who.account, seat=who.seat, name=name, text=text,
                at=now,
            )
        )  # fmt: skip
        also(base, name, text)


def read(live: LiveGame, who: Reader, over: bool, may_write: bool) -> ChatResponse:
    """The latest messages that somebody may read, and how far he has."""
    names = [seat.name for seat in live.game.rules.seats]
    with live.store.reader.begin() as base:
        latest = select(*COLUMNS).where(_readable(live.id, who, over))
        rows = base.execute(latest.order_by(messages.c.at.desc(), messages.c.n.desc()).limit(SHOWN)).all()
        seen = base.execute(select(func.max(turns.c.read)).where(_seat_of(live.id, who))).scalar()
    found = [Row(*row) for row in reversed(rows)]
    shown = tuple(
        ChatMessage(
            row.n, bool(row.watching), names[row.seat] if 0 <= row.seat < len(names) else "", row.name, row.text,
            row.at, bool(who.account) and row.account == who.account,
        )
        for row in found
    )  # fmt: skip
    return ChatResponse(shown, int(seen or 0), may_write)


def mark_read(live: LiveGame, who: Reader, n: int) -> None:
    """A player has read the messages of the players up to this one."""
    with live.store.writing() as base:
        last = base.execute(
            select(func.max(messages.c.n)).where(messages.c.game == live.id, messages.c.watching == 0)
        ).scalar()
        n = min(n, int(last or 0))
        base.execute(update(turns).where(_seat_of(live.id, who), turns.c.read < n).values(read=n))


def unread(base: Connection, game: str, who: Reader) -> int:
    """How many messages of other players somebody has not read."""
    seen = select(func.max(turns.c.read)).where(_seat_of(game, who)).scalar_subquery()
    of_others = and_(_readable(game, who, over=False), messages.c.account != who.account)
    chosen = select(func.count()).select_from(messages).where(of_others, messages.c.n > func.coalesce(seen, 0))
    return int(base.execute(chosen).scalar() or 0)


def trace(game: ColumnElement[str], account: Any, over: ColumnElement[bool], watching: bool) -> Select[Any]:
    """What changes when there is something new to read, or less."""
    columns = (func.count(), func.coalesce(func.sum(messages.c.n + messages.c.watching), 0))
    return select(*columns).select_from(messages).where(_readable_by(game, account, over, watching))


def _seat_of(game: str, who: Reader) -> ColumnElement[bool]:
    return and_(turns.c.game == game, turns.c.account == who.account)


def _readable(game: str, who: Reader, over: bool) -> ColumnElement[bool]:
    return _readable_by(literal(game), who.account, literal(over), who.watching)


def _readable_by(
    game: ColumnElement[str], account: Any, over: ColumnElement[bool], watching: bool
) -> ColumnElement[bool]:
    blocked = select(blocks.c.other).where(blocks.c.account == account)
    stream = or_(over, messages.c.watching == int(watching))
    return and_(messages.c.game == game, messages.c.hidden == 0, stream, messages.c.account.not_in(blocked))
