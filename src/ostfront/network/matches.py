"""Matches: the games of a site, with their players and terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import time
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select

from ostfront import ai
from ostfront import games as register
from ostfront.core.errors import BadAction, OstfrontError
from ostfront.core.page.table import table_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.network.accounts import Account
from ostfront.network.tables import accounts, matches
from ostfront.network.terms import Terms
from ostfront.server import database as db
from ostfront.server.game_library import GameLibrary, check_together
from ostfront.server.game_store import COMPUTER, MEMBER, SeatRow
from ostfront.server.messages import GameSummary, Refused
from ostfront.server.sharing import new_token

MATCH = "match"  # the kind of a game of a site


class Player(NamedTuple):
    """Who plays a seat: a member, or a computer of this level."""

    seat: str
    account: Account | None = None
    level: str = ""


class MatchRow(NamedTuple):
    """The terms of a match as the database has them; `ended` is 0 while it is played."""

    game: str
    rated: int
    clock: str
    seconds: int
    watch: str
    delay: int
    challenge: str
    ended: float
    end: str


MATCH_COLUMNS = [matches.c[name] for name in MatchRow._fields]


def rules_of(terms: Terms) -> Rules:
    """The rules that these terms name; refused if there is no such game."""
    try:
        rules = register.rules(terms.game, terms.scenario or None, terms.options)
        table_of(rules)
        check_together(rules)
    except OstfrontError as wrong:
        raise Refused(400, "words", str(wrong)) from None
    return rules


def begin(
    library: GameLibrary,
    terms: Terms,
    players: Sequence[Player],
    challenge: str = "",
    also: Callable[[Connection, str], None] = lambda base, id: None,
) -> GameSummary:
    """A new match, brought to its first decision; the terms are kept, and `also` is done, in the same transaction."""
    rules = rules_of(terms)
    rows = _seats(rules, players)
    names = msgspec.json.encode([seat.name for seat in rules.seats]).decode()

    def keep(base: Connection, id: str) -> None:
        _check_there(base, rows)
        base.execute(
            insert(matches).values(
                game=id, rated=int(terms.rated), clock=terms.clock, seconds=terms.seconds, watch=terms.watch,
                delay=terms.delay, challenge=challenge, names=names, begun=time(),
            )
        )  # fmt: skip
        also(base, id)

    return library.add(MATCH, Game.started(rules, Seeded()), rows, also=keep)


def _check_there(base: Connection, rows: Sequence[SeatRow]) -> None:
    """Nobody who plays has left meanwhile, nor can before the game has begun."""
    people = {row.account for row in rows if row.account}
    chosen = select(accounts.c.id).where(accounts.c.id.in_(people))
    if len(base.execute(chosen.with_for_update(read=True, key_share=True)).all()) < len(people):
        raise Refused(409, "conflict", "Somebody who was to play is not here any more.")


def match_row(base: Connection, game: str) -> MatchRow | None:
    """None for a game that is no match."""
    row = base.execute(select(*MATCH_COLUMNS).where(matches.c.game == game)).first()
    return None if row is None else MatchRow(*row)


def may_look(base: Connection, game: str, account: int) -> bool:
    """Whether somebody may see a game at all: it is theirs, or others may watch it now."""
    if _is_seated(base, game, account):
        return True
    match = match_row(base, game)
    if match is None or match.watch == "nobody":
        return False
    return match.watch == "public" or bool(match.ended)


def may_know(base: Connection, game: str, account: int) -> bool:
    """Whether somebody may know that there is such a game: it is theirs, or others may watch it some day."""
    if _is_seated(base, game, account):
        return True
    match = match_row(base, game)
    return match is not None and match.watch != "nobody"


def _is_seated(base: Connection, game: str, account: int) -> bool:
    seated = select(db.seats.c.seat).where(db.seats.c.game == game, db.seats.c.account == account).limit(1)
    return bool(account) and base.execute(seated).first() is not None


def _seats(rules: Rules, players: Sequence[Player]) -> list[SeatRow]:
    names = [seat.name for seat in rules.seats]
    by_seat = {player.seat: player for player in players}
    if sorted(by_seat) != sorted(names) or len(players) != len(names):
        raise Refused(400, "words", f"Assign each of {' and '.join(names)} exactly once.")
    rows = []
    for i, name in enumerate(names):
        account, level = by_seat[name].account, by_seat[name].level
        if account is not None:
            rows.append(SeatRow(i, MEMBER, "", account.name, new_token(), account=account.id))
            continue
        try:
            ai.maker(level)
        except BadAction as wrong:
            raise Refused(400, "words", str(wrong)) from None
        rows.append(SeatRow(i, COMPUTER, level, "", ""))
    return rows
