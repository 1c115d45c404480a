"""Deleting an account: games are conceded, what others see of them remains, the person is gone."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.exc import DBAPIError

from ostfront.network.account_names import SOMEBODY
from ostfront.network.accounts import Account
from ostfront.network.site import Site
from ostfront.network.tables import accounts, challenges, matches, messages, results, turns
from ostfront.server import database as db
from ostfront.server.log import log
from ostfront.server.messages import Refused

TRIES = 5  # with games that begin in the same instant


def leave(site: Site, account: Account, now: float, actor: str = "") -> None:
    """If this is interrupted the account is still there, and it can be done again."""
    for _ in range(TRIES):
        with site.store.reader.begin() as base:
            running = _running(base, account.id)
        for game, seat in running:
            _concede(site, game, seat)
        for game in _boards(site, account.id):
            with suppress(Refused):  # it is gone already
                site.library.remove(game)
        if _forget(site, account, running, now, actor):
            return
    raise Refused(503, "busy", "A game with you is beginning; try again in a moment.")


def _forget(site: Site, account: Account, known: list[tuple[str, int]], now: float, actor: str) -> bool:
    """Delete the account, unless a game of its has begun that was not known; none begins until this is done."""
    with site.store.writing() as base:
        base.execute(select(accounts.c.id).where(accounts.c.id == account.id).with_for_update())
        if not set(_running(base, account.id)) <= set(known):  # those that cannot be opened are still running
            return False
        games = site.store.count_changes(base, account.id)
        # their results and their words remain, under nobody's name
        nobody = {"account": 0, "name": SOMEBODY}
        base.execute(update(db.seats).where(db.seats.c.account == account.id).values(**nobody, token=""))
        base.execute(update(messages).where(messages.c.account == account.id).values(**nobody))
        base.execute(update(results).where(results.c.account == account.id).values(account=0))
        open_ones = challenges.c.other == account.id, challenges.c.state == "open"
        base.execute(update(challenges).where(*open_ones).values(state="expired"))
        base.execute(delete(turns).where(turns.c.account == account.id))
        base.execute(delete(accounts).where(accounts.c.id == account.id))
        site.letters.post(base, "gone", account.email, now, details={"name": account.name})
        site.audit.note(base, actor or account.name, "account deleted", account.name, now)
    for game in games:
        site.library.reread(game)
    return True


def _running(base: Connection, account: int) -> list[tuple[str, int]]:
    """The matches that are not over, and the seats of this account in them."""
    joined = select(db.seats.c.game, db.seats.c.seat).join(db.games).join(matches, matches.c.game == db.seats.c.game)
    found = base.execute(joined.where(db.seats.c.account == account, db.games.c.result == "")).all()
    return [(row.game, row.seat) for row in found]


def _boards(site: Site, account: int) -> list[str]:
    """What-if boards and guided games: nobody else has a part in them."""
    joined = select(db.seats.c.game).outerjoin(matches, matches.c.game == db.seats.c.game).distinct()
    with site.store.reader.begin() as base:
        return list(base.execute(joined.where(db.seats.c.account == account, matches.c.game.is_(None))).scalars())


def _concede(site: Site, game: str, seat: int) -> None:
    try:
        live = site.library.live_game(game)
        with live.lock:
            if live.game.result is None:
                live.concede(seat)
    except Refused as wrong:
        if wrong.status in (409, 503):  # somebody else changed it just then
            raise
    except DBAPIError:
        raise
    except Exception as wrong:  # a game that cannot be continued need not be conceded
        log.warning("game %s was not conceded: %s", game, wrong)
