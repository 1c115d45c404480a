"""The games in which somebody is awaited, and how far they had seen them."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.network.notice_messages import WaitingGame, WaitingResponse
from ostfront.network.tables import matches, turns
from ostfront.server.database import games, seats

MOST = 20


def waiting_games(base: Connection, account: int) -> WaitingResponse:
    """Those that have waited longest come first."""
    mine = (turns.c.account == account, turns.c.since > 0, matches.c.ended == 0)
    open_turns = select(turns.c.game).join(matches, matches.c.game == turns.c.game).where(*mine).distinct()
    count = base.execute(select(func.count()).select_from(open_turns.subquery())).scalar_one()
    if not count:
        return WaitingResponse((), 0)
    rows = base.execute(
        select(turns.c.game, games.c.game.label("title"), turns.c.since, turns.c.deadline)
        .join(matches, matches.c.game == turns.c.game)
        .join(games, games.c.id == turns.c.game)
        .where(*mine)
        .order_by(turns.c.since)
        .limit(MOST)
    ).all()
    ids = list(dict.fromkeys(row.game for row in rows))
    others: dict[str, list[str]] = {}
    named = select(seats.c.game, seats.c.name).where(seats.c.game.in_(ids), seats.c.account != account)
    for game, name in base.execute(named.order_by(seats.c.game, seats.c.seat)):
        others.setdefault(game, []).append(name or "the computer")
    found = {row.game: row for row in reversed(rows)}
    listed = [
        WaitingGame(id, _title(row.title), " and ".join(others.get(id, [])), row.since, row.deadline)
        for id, row in ((id, found[id]) for id in ids)
    ]
    return WaitingResponse(tuple(listed), count)


def seen_before(base: Connection, game: str, seat: int) -> int:
    """How many entries a game had when its player last looked; below 0 if that never was."""
    here = (turns.c.game == game, turns.c.seat == seat)
    row = base.execute(select(turns.c.visited, turns.c.seen).where(*here)).first()
    return int(row.seen) if row is not None and row.visited else -1


def _title(game: str) -> str:
    try:
        return register.info(game).title
    except OstfrontError:
        return game
