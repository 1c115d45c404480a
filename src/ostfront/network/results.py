"""Results: what came of each match, a row for every seat, written in the transaction that ends it.

An end that is taken back by consent takes its result with it, and what it did to ratings. A match that was called off
has rows too, for the lists of its players, but counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from ostfront.core.page.luck import Luck, luck_of
from ostfront.core.play.conceding import CALLED_OFF, how_ended
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.network import ratings
from ostfront.network.matches import MatchRow
from ostfront.network.ratings import Change
from ostfront.network.tables import accounts, matches, results, turns
from ostfront.server.game_store import COMPUTER, SeatRow
from ostfront.server.log import log

WON, LOST, DREW, OFF = "won", "lost", "drew", "off"
Told = Callable[[Connection, str, Game, Sequence[SeatRow]], None]


class Results:
    """Follows the matches of a site. `ended` is told, in the transaction, of each match that ends."""

    def __init__(self) -> None:
        self.ended: list[Told] = []

    def follow(self, base: Connection, match: MatchRow, game: Game, seats: Sequence[SeatRow], now: float) -> None:
        """After each change of a match."""
        id = match.game
        if bool(match.ended) == (game.result is not None):
            return
        if game.result is None:
            _take_back(base, id, now)
            return
        how = how_ended(game.entries or ())
        base.execute(update(matches).where(matches.c.game == id).values(ended=now, end=how))
        base.execute(update(turns).where(turns.c.game == id).values(over=1))
        rows = _rows(id, game, seats, how, now)
        if match.rated and how != CALLED_OFF:
            _rate(base, match, rows, now)
        base.execute(insert(results), rows)
        for tell in self.ended:
            tell(base, id, game, seats)


def _rows(id: str, game: Game, seats: Sequence[SeatRow], how: str, now: float) -> list[dict[str, Any]]:
    assert game.result is not None
    winner, settings, of_game = game.result.winner, game.rules.settings, game.rules.seats
    sides = [seat.side for seat in of_game]
    acts = [entry.seat for entry in game.entries or () if isinstance(entry, Act)]
    luck = _luck(game)
    people = all(row.player != COMPUTER for row in seats)
    nobody = OFF if how == CALLED_OFF else DREW
    return [
        {
            "game": id, "seat": row.seat, "account": row.account, "title": game.rules.info.name,
            "scenario": settings.scenario, "name": of_game[row.seat].name, "side": sides[row.seat],
            "level": row.level if row.player == COMPUTER else "",
            "outcome": nobody if not winner else WON if sides[row.seat] == winner else LOST,
            "end": how, "rated": 0, "people": int(people), "lead": int(sides.index(sides[row.seat]) == row.seat),
            "ended": now, "moves": acts.count(row.seat), "luck": float(luck[sides[row.seat]].total),
            "rolls": luck[sides[row.seat]].rolls, "change": None, "rating": "",
        }
        for row in seats
    ]  # fmt: skip


def _luck(game: Game) -> Mapping[str, Luck]:
    """A game that cannot be played again for its luck ends all the same."""
    try:
        return luck_of(game)
    except Exception:
        log.exception("The luck of a match could not be found; it counts as none.")
        return dict.fromkeys((seat.side for seat in game.rules.seats), Luck(Fraction(), 0))


def _rate(base: Connection, match: MatchRow, rows: Sequence[dict[str, Any]], now: float) -> None:
    """Rate a match, if all who played it are still here, and on one side each."""
    title = rows[0]["title"]
    sides = {row["side"]: sorted({one["account"] for one in rows if one["side"] == row["side"]}) for row in rows}
    everybody = [account for side in sides.values() for account in side]
    there = base.execute(select(accounts.c.id).where(accounts.c.id.in_(everybody))).scalars().all()
    if len(sides) < 2 or sorted(there) != sorted(everybody):
        return
    outcomes = {row["side"]: row["outcome"] for row in rows}
    changes = ratings.apply(base, title, list(sides.values()), [int(outcomes[side] == LOST) for side in sides], now)
    for row in rows:
        mine = changes[row["account"]]
        own = next(change for change in mine if change.title == title)
        row["rated"], row["change"] = 1, own.after.shown - own.before.shown
        row["rating"] = msgspec.json.encode(mine).decode()


def _take_back(base: Connection, id: str, now: float) -> None:
    chosen = select(results.c.account, results.c.rating).where(results.c.game == id, results.c.rated == 1)
    # nobody's: an account that is gone, and its rating with it
    changes = {row.account: read_changes(row.rating) for row in base.execute(chosen).all() if row.account}
    if changes:
        ratings.take_back(base, changes, now)
    base.execute(delete(results).where(results.c.game == id))
    base.execute(update(matches).where(matches.c.game == id).values(ended=0, end=""))
    base.execute(update(turns).where(turns.c.game == id).values(over=0))


def read_changes(text: str) -> list[Change]:
    return msgspec.json.decode(text, type=list[Change]) if text else []
