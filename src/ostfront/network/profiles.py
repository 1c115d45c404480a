"""Profiles: who somebody is at this site, how they did, and which games they played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, case, func, select

from ostfront.network.account_names import name_key
from ostfront.network.accounts import Account
from ostfront.network.match_lists import PAGE, words
from ostfront.network.match_messages import (
    PlayedGame,
    PlayedPage,
    PlayedSeat,
    RatingInfo,
    RatingPoint,
    RecordRow,
)
from ostfront.network.pages import Place, cut, page
from ostfront.network.ratings import ALL_GAMES, FEW
from ostfront.network.results import DREW, LOST, OFF, WON, read_changes
from ostfront.network.tables import accounts, matches, ratings, results

FOUND = 12  # names at once
POINTS = 200  # of the history of ratings
EVERY = "All games"


def title_of(game: str) -> str:
    return words(game, "")[0] if game else EVERY


def ratings_of(base: Connection, account: int) -> tuple[RatingInfo, ...]:
    """That of all games first, then by how many games they rest on."""
    columns = (ratings.c.title, ratings.c.shown, ratings.c.games)
    chosen = select(*columns).where(ratings.c.account == account, ratings.c.games > 0)
    rows = base.execute(chosen.order_by(ratings.c.title != ALL_GAMES, ratings.c.games.desc(), ratings.c.title)).all()
    return tuple(
        RatingInfo(row.title, title_of(row.title), round(row.shown), row.games, row.games < FEW) for row in rows
    )


def histories(base: Connection, account: int) -> dict[str, tuple[RatingPoint, ...]]:
    """The ratings after each of the last rated games, oldest first."""
    chosen = select(results.c.ended, results.c.rating).where(results.c.account == account, results.c.rated == 1)
    rows = base.execute(chosen.order_by(results.c.ended.desc()).limit(POINTS)).all()
    found: dict[str, list[RatingPoint]] = {}
    for row in reversed(rows):
        for change in read_changes(row.rating):
            found.setdefault(change.title, []).append(RatingPoint(row.ended, round(change.after.shown)))
    return {title: tuple(points) for title, points in found.items()}


def record(base: Connection, account: int) -> tuple[RecordRow, ...]:
    """Won, lost, drew and luck by game, scenario and side; a game once, however many seats of the side one had."""
    columns = results.c.title, results.c.scenario, results.c.side, results.c.outcome, results.c.luck, results.c.rolls
    counted = (results.c.account == account, results.c.outcome != OFF)
    once = select(results.c.game, *columns).where(*counted).distinct().subquery()
    by = (once.c.title, once.c.scenario, once.c.side)
    sums = [func.sum(case((once.c.outcome == outcome, 1), else_=0)) for outcome in (WON, LOST, DREW)]
    dice = func.sum(once.c.luck), func.sum(once.c.rolls)
    found = []
    for title, scenario, side, *numbers in base.execute(select(*by, *sums, *dice).group_by(*by).order_by(*by)).all():
        won, lost, drew, luck, rolls = numbers
        of_game = words(title, scenario)
        found.append(RecordRow(title, *of_game, side, int(won), int(lost), int(drew), round(luck, 2), int(rolls)))
    return tuple(found)


def played(base: Connection, account: int, after: Place | None, asking: int) -> PlayedPage:
    """The games of an account that are over, newest first, of which the account `asking` may know."""
    chosen = page(_known(account, asking), results.c.ended, results.c.game, after, PAGE)
    rows, later = cut(base.execute(chosen).all(), PAGE, "ended", "game")
    ids = [row.game for row in rows]
    seats = select(results, accounts.c.name.label("who")).outerjoin(accounts, accounts.c.id == results.c.account)
    found: dict[str, list[Row[Any]]] = {}
    for row in base.execute(seats.where(results.c.game.in_(ids)).order_by(results.c.seat)).all() if ids else []:
        found.setdefault(row.game, []).append(row)
    watch = select(matches.c.game, matches.c.watch).where(matches.c.game.in_(ids))
    watched: dict[str, str] = {row.game: row.watch for row in base.execute(watch).all()} if ids else {}
    return PlayedPage(tuple(_played(found[id], account, asking, watched.get(id)) for id in ids), later)


def _known(account: int, asking: int) -> Select[Any]:
    """Those that nobody may watch are known to their players only."""
    chosen = select(results.c.game, results.c.ended).where(results.c.account == account).distinct()
    if asking == account:
        return chosen
    chosen = chosen.outerjoin(matches, matches.c.game == results.c.game)
    watched = matches.c.watch != "nobody"
    if not asking:
        return chosen.where(watched)
    own = results.alias()
    return chosen.where(watched | results.c.game.in_(select(own.c.game).where(own.c.account == asking)))


def _played(rows: Sequence[Row[Any]], account: int, asking: int, watch: str | None) -> PlayedGame:
    """`watch` is None if the game is not there any more."""
    mine = next(row for row in rows if row.account == account)
    title, scenario = words(mine.title, mine.scenario)
    seats = tuple(PlayedSeat(row.name, row.side, row.who or "", row.level, row.outcome) for row in rows)
    took_part = bool(asking) and any(row.account == asking for row in rows)
    return PlayedGame(
        mine.game, mine.title, title, scenario, seats, mine.outcome, mine.end, mine.ended, bool(mine.rated),
        None if mine.change is None else round(mine.change), round(mine.luck, 2), mine.rolls,
        watch is not None and (took_part or watch != "nobody"),
    )  # fmt: skip


def named_like(base: Connection, beginning: str) -> tuple[str, ...]:
    """Members whose names begin like this."""
    key = name_key(beginning)
    if not key:
        return ()
    chosen = select(accounts.c.name).where(accounts.c.name_key.startswith(key, autoescape=True))
    chosen = chosen.where(accounts.c.kind == "member").order_by(accounts.c.name_key).limit(FOUND)
    return tuple(base.execute(chosen).scalars().all())


def may_see(found: Account) -> bool:
    """Guests have no profile: they are here for a game."""
    return not found.guest
