"""What whoever runs a site sees of its people and games."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import func, select

from ostfront.network.account_names import name_key
from ostfront.network.accounts import COLUMNS, Account
from ostfront.network.site import Site
from ostfront.network.tables import accounts, matches, sessions
from ostfront.server import database as db


class UserLine(NamedTuple):
    """Somebody in the list."""

    account: Account
    seen: float


class GameLine(NamedTuple):
    """A game in the list."""

    id: str
    game: str
    turn: int
    moment: int
    changed: float
    over: bool
    players: tuple[str, ...]


def users(site: Site, part: str, suspended: bool, now: float, number: int) -> list[UserLine]:
    """Those whose name or address has this in it, the ones seen last first."""
    chosen = select(*COLUMNS, accounts.c.seen).order_by(accounts.c.seen.desc()).limit(number)
    if part:
        found = accounts.c.email_key.contains(part.strip().casefold(), autoescape=True)
        if key := name_key(part):
            found |= accounts.c.name_key.contains(key, autoescape=True)
        chosen = chosen.where(found)
    if suspended:
        chosen = chosen.where(accounts.c.suspended_until > now)
    with site.store.reader.begin() as base:
        return [UserLine(Account(*row[:-1]), row[-1]) for row in base.execute(chosen)]


def games(site: Site, account: int, running: bool, number: int) -> list[GameLine]:
    """The games of a site that were changed last; of one account only."""
    kept = db.games
    chosen = select(kept.c.id, kept.c.game, kept.c.turn, kept.c.moment, kept.c.changed, kept.c.result)
    chosen = chosen.join(matches, matches.c.game == kept.c.id).order_by(kept.c.changed.desc()).limit(number)
    if account:
        chosen = chosen.where(kept.c.id.in_(select(db.seats.c.game).where(db.seats.c.account == account)))
    if running:
        chosen = chosen.where(kept.c.result == "")
    with site.store.reader.begin() as base:
        rows = base.execute(chosen).all()
        ids = [row.id for row in rows]
        sat = select(db.seats.c.game, db.seats.c.name, db.seats.c.level).where(db.seats.c.game.in_(ids))
        players: dict[str, list[str]] = {}
        for seat in base.execute(sat.order_by(db.seats.c.game, db.seats.c.seat)):
            players.setdefault(seat.game, []).append(seat.name or f"computer ({seat.level})")
    return [GameLine(*row[:5], bool(row.result), tuple(players.get(row.id, ()))) for row in rows]


def counts(site: Site, account: int, now: float) -> dict[str, int]:
    """How many games and sessions somebody has."""
    seats = select(func.count()).select_from(db.seats.join(db.games)).where(db.seats.c.account == account)
    here = select(func.count()).select_from(sessions)
    with site.store.reader.begin() as base:
        return {
            "games": base.execute(seats).scalar_one(),
            "unfinished": base.execute(seats.where(db.games.c.result == "")).scalar_one(),
            "sessions": base.execute(
                here.where(sessions.c.account == account, sessions.c.expires > now)
            ).scalar_one(),
        }
