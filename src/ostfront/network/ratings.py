"""Ratings: how strong members are in each game, and in all of them.

They are OpenSkill's Plackett-Luce: with two sides it has the logistic curve that Elo has, a draw moves equals
nowhere, and who has played little moves far. A side is as strong as its members are on average, not together, since
they share one army. What is shown is on a scale like Elo's: it begins at 1500, and once both are known well, whoever
stands 200 higher wins about three games of four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, select, tuple_, update

from ostfront.network.limits import INSERTS
from ostfront.network.tables import accounts, ratings
from ostfront.server.game_store import GameStore

MODEL = PlackettLuce()
START, SCALE = 1500, 26.0  # shown; points for one of mu
FEW = 5  # games; until then a rating is provisional
ALL_GAMES = ""  # the title of the rating in all games


class Rating(NamedTuple):
    """What is believed of somebody's strength, and how exactly."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> float:
        return START + SCALE * (self.mu - MODEL.mu)


class Change(msgspec.Struct, frozen=True, array_like=True):
    """A rating before and after a game."""

    title: str
    mu: float
    sigma: float
    new_mu: float
    new_sigma: float

    @property
    def before(self) -> Rating:
        return Rating(self.mu, self.sigma)

    @property
    def after(self) -> Rating:
        return Rating(self.new_mu, self.new_sigma)


def rated(sides: Sequence[Mapping[int, Rating]], ranks: Sequence[int]) -> dict[int, Rating]:
    """New ratings by account after a game between these sides; equal ranks drew, the lowest won."""
    teams = [_team(list(side.values())) for side in sides]
    told = MODEL.rate([[MODEL.rating(*team)] for team in teams], ranks=[float(rank) for rank in ranks])
    found = {}
    for side, team, [after] in zip(sides, teams, told, strict=True):
        for account, one in side.items():
            share = one.sigma**2 / team.sigma**2  # who is known less well moves farther
            found[account] = Rating(one.mu + (after.mu - team.mu) * share, one.sigma * after.sigma / team.sigma)
    return found


def _team(members: Sequence[Rating]) -> Rating:
    count = len(members)
    return Rating(sum(one.mu for one in members) / count, sqrt(sum(one.sigma**2 for one in members) / count))


def apply(
    base: Connection, game: str, sides: Sequence[Sequence[int]], ranks: Sequence[int], now: float
) -> dict[int, list[Change]]:
    """Rate a game by the accounts on each side: in itself, and among all games. The changes by account."""
    everybody = sorted(account for side in sides for account in side)
    held = _locked(base, everybody, (ALL_GAMES, game), now)
    found: dict[int, list[Change]] = {account: [] for account in everybody}
    for title in (game, ALL_GAMES):
        before = [{account: held[account, title] for account in side} for side in sides]
        for account, after in rated(before, ranks).items():
            change = Change(title, *held[account, title], *after)
            _save(base, account, title, after, 1, now)
            found[account].append(change)
    return found


def take_back(base: Connection, changes: Mapping[int, Sequence[Change]], now: float) -> None:
    """Undo what a game did to ratings. Games that were rated since then keep what they did."""
    everybody = sorted(changes)
    titles = sorted({change.title for given in changes.values() for change in given})
    held = _locked(base, everybody, titles, now)
    for account in everybody:
        for change in changes[account]:
            there = held[account, change.title]
            sigma = min(MODEL.sigma, there.sigma * change.sigma / change.new_sigma)
            _save(base, account, change.title, Rating(there.mu - change.new_mu + change.mu, sigma), -1, now)


def _locked(
    base: Connection, everybody: Sequence[int], titles: Sequence[str], now: float
) -> dict[tuple[int, str], Rating]:
    """These ratings, which nobody else changes until this transaction ends; always locked in the same order."""
    keys = [(account, title) for account in everybody for title in sorted(titles)]
    rows = [
        {"account": account, "title": title, "mu": MODEL.mu, "sigma": MODEL.sigma, "shown": START, "changed": now}
        for account, title in keys
    ]
    base.execute(INSERTS[base.dialect.name](ratings).on_conflict_do_nothing(), rows)
    columns = (ratings.c.account, ratings.c.title, ratings.c.mu, ratings.c.sigma)
    chosen = select(*columns).where(tuple_(ratings.c.account, ratings.c.title).in_(keys))
    found = base.execute(chosen.order_by(ratings.c.account, ratings.c.title).with_for_update()).all()
    return {(row.account, row.title): Rating(row.mu, row.sigma) for row in found}


def _save(base: Connection, account: int, title: str, after: Rating, games: int, now: float) -> None:
    which = (ratings.c.account == account, ratings.c.title == title)
    new = {"mu": after.mu, "sigma": after.sigma, "shown": after.shown, "changed": now}
    base.execute(update(ratings).where(*which).values(**new, games=ratings.c.games + games))


# ---- asking ----------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """A line of a leader board."""

    account: int
    name: str
    shown: float
    games: int


def standings(store: GameStore, title: str, below: tuple[float, int] | None, count: int) -> list[Standing]:
    """Members from the highest rating down, below the last one of the page before."""
    chosen = (
        select(ratings.c.account, accounts.c.name, ratings.c.shown, ratings.c.games)
        .join(accounts, accounts.c.id == ratings.c.account)
        .where(ratings.c.title == title, ratings.c.games >= FEW)
    )
    if below is not None:
        chosen = chosen.where(tuple_(ratings.c.shown, ratings.c.account) < tuple_(*below))
    order = (ratings.c.shown.desc(), ratings.c.account.desc())
    with store.reader.begin() as base:
        return [Standing(*row) for row in base.execute(chosen.order_by(*order).limit(count)).all()]


def shown_of(base: Connection, title: str, people: set[int]) -> dict[int, int]:
    """The ratings of these accounts in a game, as they are shown."""
    chosen = select(ratings.c.account, ratings.c.shown).where(ratings.c.title == title, ratings.c.games > 0)
    rows = base.execute(chosen.where(ratings.c.account.in_(people))).all() if people else []
    return {row.account: round(row.shown) for row in rows}
