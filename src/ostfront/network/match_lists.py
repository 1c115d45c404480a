"""Lists of games: mine by whose turn it is, those that can be watched.

A page takes the same few queries, however many games are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, ScalarSelect, Select, select

from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.core.page.offer import offers
from ostfront.network.match_messages import MatchCard, MatchPage, MatchSeat
from ostfront.network.matches import MATCH
from ostfront.network.pages import Place, cut, page
from ostfront.network.tables import matches, results, turns
from ostfront.server import database as db
from ostfront.server.game_library import LESSON, WHATIF
from ostfront.server.game_rows import seat_names
from ostfront.server.messages import SavedResult

PAGE = 20
MOST_AWAITED = 100  # games in which it is my turn; the others wait longer
BOARDS = (WHATIF, LESSON)
MOST_BOARDS = 40  # of an account


class Lists(NamedTuple):
    """The lists of a member's own games."""

    mine: tuple[MatchCard, ...]
    waiting: MatchPage
    over: MatchPage
    boards: tuple[MatchCard, ...]


def all_of(base: Connection, account: int) -> Lists:
    """The first page of each list."""
    mine = [row.game for row in base.execute(_mine(account)).all()]
    waiting, later = cut(base.execute(_waiting(account, None)).all(), PAGE, "changed", "game")
    over, earlier = cut(base.execute(_over(account, None)).all(), PAGE, "ended", "game")
    boards = [row.game for row in base.execute(_boards(account)).all()]
    shelves = [mine, [row.game for row in waiting], [row.game for row in over], boards]
    found = cards(base, [id for shelf in shelves for id in shelf], account)
    shown = [tuple(found[id] for id in shelf if id in found) for shelf in shelves]
    return Lists(shown[0], MatchPage(shown[1], later), MatchPage(shown[2], earlier), shown[3])


def waiting_page(base: Connection, account: int, after: Place | None) -> MatchPage:
    return _page(base, _waiting(account, after), "changed", account)


def over_page(base: Connection, account: int, after: Place | None) -> MatchPage:
    return _page(base, _over(account, after), "ended", account)


def watch_page(base: Connection, account: int, game: str, after: Place | None) -> MatchPage:
    """Games under way that everybody may watch, newest first."""
    chosen = select(matches.c.game, matches.c.begun).where(matches.c.watch == "public", matches.c.ended == 0)
    if game:
        chosen = chosen.join(db.games, db.games.c.id == matches.c.game).where(db.games.c.game == game)
    return _page(base, page(chosen, matches.c.begun, matches.c.game, after, PAGE), "begun", account)


def _page(base: Connection, chosen: Select[Any], by: str, account: int) -> MatchPage:
    rows, later = cut(base.execute(chosen).all(), PAGE, by, "game")
    found = cards(base, [row.game for row in rows], account)
    # a game may have been removed since
    return MatchPage(tuple(found[row.game] for row in rows if row.game in found), later)


def _mine(account: int) -> Select[Any]:
    """Those whose time runs out first, then those that have waited longest."""
    awaited = (turns.c.account == account, turns.c.over == 0, turns.c.since > 0)
    order = (turns.c.deadline == 0, turns.c.deadline, turns.c.since)
    return select(turns.c.game).where(*awaited).order_by(*order).limit(MOST_AWAITED)


def _waiting(account: int, after: Place | None) -> Select[Any]:
    chosen = select(turns.c.game, db.games.c.changed).join(db.games, db.games.c.id == turns.c.game)
    chosen = chosen.where(turns.c.account == account, turns.c.over == 0, turns.c.since == 0)
    return page(chosen, db.games.c.changed, turns.c.game, after, PAGE)


def _over(account: int, after: Place | None) -> Select[Any]:
    chosen = select(results.c.game, results.c.ended).where(results.c.account == account)
    return page(chosen, results.c.ended, results.c.game, after, PAGE)


def _boards(account: int) -> Select[Any]:
    """What-if boards and guided games: all of their seats are this account's, or a computer's."""
    chosen = select(db.seats.c.game).distinct().join(db.games, db.games.c.id == db.seats.c.game)
    return chosen.where(db.seats.c.account == account, db.games.c.kind.in_(BOARDS)).limit(MOST_BOARDS)


# ---- cards -----------------------------------------------------------------------------------------------


def cards(base: Connection, ids: Sequence[str], account: int) -> dict[str, MatchCard]:
    """These games as lists show them, those that are there."""
    if not ids:
        return {}
    games, known = db.games.c, matches.c
    columns = (
        games.id, games.game, games.scenario, games.kind, games.turn, games.changed, games.awaited, games.result,
        games.parent, known.names, known.rated, known.clock, known.watch, known.ended, known.end,
        _outcome(account).label("outcome"),
    )  # fmt: skip
    chosen = select(*columns).outerjoin(matches, known.game == games.id).where(games.id.in_(ids))
    rows = base.execute(chosen).all()
    boards = [row.id for row in rows if not row.names]
    heads = select(games.id, games.head).where(games.id.in_(boards))
    names = {row.id: seat_names(row.head, 0) for row in base.execute(heads).all()} if boards else {}
    people, waits = _by_game(base, db.seats, ids), _by_game(base, turns, ids)
    return {
        row.id: _card(row, names.get(row.id, ()), people.get(row.id, []), waits.get(row.id, []), account)
        for row in rows
    }


def _outcome(account: int) -> ScalarSelect[str]:
    """How a game ended for an account."""
    mine = (results.c.game == db.games.c.id, results.c.account == account, results.c.account > 0)
    return select(results.c.outcome).where(*mine).limit(1).scalar_subquery()


def _by_game(base: Connection, table: Any, ids: Sequence[str]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    for row in base.execute(select(table).where(table.c.game.in_(ids)).order_by(table.c.game, table.c.seat)).all():
        found.setdefault(row.game, []).append(row)
    return found


def _card(
    row: Any, names: Sequence[str], people: Sequence[Row[Any]], waits: Sequence[Row[Any]], account: int
) -> MatchCard:
    awaited = msgspec.json.decode(row.awaited, type=list[str])
    result = msgspec.json.decode(row.result, type=SavedResult) if row.result else None
    names = msgspec.json.decode(row.names, type=list[str]) if row.names else names
    seats = []
    for one in people:
        name = names[one.seat] if one.seat < len(names) else ""
        seats.append(MatchSeat(name, one.name, one.level, bool(account) and one.account == account, name in awaited))
    first = min(
        (wait for wait in waits if wait.since), key=lambda wait: (not wait.deadline, wait.deadline), default=None
    )
    title, scenario = words(row.game, row.scenario)
    return MatchCard(
        row.id, row.game, title, scenario, row.kind, row.turn, row.changed, tuple(seats),
        first.since if first else 0.0, first.left if first else 0.0, first.deadline if first else 0.0,
        bool(row.rated), row.clock or "none", row.watch or "nobody", row.ended or 0.0, row.end or "",
        result.winner if result else "", result.reason if result else "", row.outcome or "",
        row.parent if row.kind != MATCH else "",
    )  # fmt: skip


@lru_cache(maxsize=256)
def words(game: str, scenario: str) -> tuple[str, str]:
    """The titles of a game and its scenario; the scenario's is empty if there is but one."""
    try:
        info = register.info(game)
    except OstfrontError:
        return game, scenario
    if len(info.scenarios) == 1:
        return info.title, ""
    return info.title, next((one.name for one in offers(info) if one.id == scenario), scenario)
