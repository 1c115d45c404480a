"""Boards of one member: what-if boards and guided games."""

from __future__ import annotations

from sqlalchemy import func, select

from ostfront.network.match_lists import BOARDS, MOST_BOARDS
from ostfront.server import database as db
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused


def check_room(store: GameStore, account: int) -> None:
    """Whether a member may have another board."""
    mine = select(func.count(db.seats.c.game.distinct())).join(db.games, db.games.c.id == db.seats.c.game)
    with store.reader.begin() as base:
        count = base.execute(mine.where(db.seats.c.account == account, db.games.c.kind.in_(BOARDS))).scalar_one()
    if count >= MOST_BOARDS:
        raise Refused(429, "busy", f"You have {MOST_BOARDS} what-if boards and guided games; remove some first.")


def remove_board(library: GameLibrary, id: str, account: int) -> None:
    mine = select(db.games.c.kind).join(db.seats, db.seats.c.game == db.games.c.id)
    with library.store.reader.begin() as base:
        kind = base.execute(mine.where(db.games.c.id == id, db.seats.c.account == account)).scalars().first()
    if kind not in BOARDS:
        raise Refused(404, "missing", "You have no such board.")
    library.remove(id)
