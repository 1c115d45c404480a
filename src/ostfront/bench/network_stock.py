"""The site that `ostfront bench network` measures: people, open games of all kinds, and a large store of others."""

from __future__ import annotations

import secrets
from pathlib import Path
from random import Random
from time import time
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, literal, select, text

from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.network.accounts import Account, Accounts
from ostfront.network.matches import MATCH
from ostfront.network.sessions import Sessions
from ostfront.network.settings import Settings
from ostfront.network.site import Site
from ostfront.network.tables import matches, turns
from ostfront.server import database as db
from ostfront.server import database_server
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import MEMBER, SeatRow
from ostfront.server.sharing import new_token

URL = "http://bench.example"
PATTERNS = 3  # games of each kind, played to different lengths; the others are their copies
LENGTHS = (40, 120, 240)  # actions


class BenchPerson(NamedTuple):
    """Somebody with a session."""

    account: Account
    session: str


class BenchSeat(NamedTuple):
    """A seat of a game, its token, and who plays it."""

    game: str
    token: str
    person: BenchPerson


class Stock:
    """Fills the database of a site, beside its servers."""

    def __init__(self, folder: Path, database: str) -> None:
        self.library = GameLibrary(folder, database_server.connect(database))
        Site(Settings(public_url=URL), self.library)  # it follows what is begun
        self.random = Random("bench network")
        self.patterns: list[str] = []

    def close(self) -> None:
        self.library.close()

    def people(self, count: int) -> list[BenchPerson]:
        accounts, sessions, now = Accounts(self.library.store), Sessions(self.library.store), time()
        found = []
        for number in range(count):
            mail = f"person{number}@bench.example"
            account = accounts.add(f"Person {number}", now, email=mail, verified=now)
            found.append(BenchPerson(account, sessions.begin(account.id, now)))
        return found

    def play_patterns(self) -> None:
        """Games of every kind, played at random, which are then copied."""
        names = [name for name in games.names() if games.info(name).table is not None]
        for name in names:
            for length in LENGTHS:
                self.patterns.append(self._pattern(name, length))

    def _pattern(self, name: str, length: int) -> str:
        rules = games.rules(name)
        game = Game.started(rules, Seeded())
        _play(game, length, self.random)
        rows = [SeatRow(seat, MEMBER, "", "", new_token()) for seat in range(len(rules.seats))]

        def keep(base: Connection, id: str) -> None:
            base.execute(insert(matches).values(game=id, clock="none", watch="public"))

        return self.library.add(MATCH, game, rows, also=keep).id

    def copy(self, people: list[BenchPerson], count: int) -> list[list[BenchSeat]]:
        """So many open games; each two people have every nth of them."""
        found = []
        with self.library.store.writing() as base:
            for number in range(count):
                first = people[(2 * number) % len(people)]
                second = people[(2 * number + 1) % len(people)]
                found.append(self._copied(base, self.patterns[number % len(self.patterns)], [first, second]))
        return found

    def _copied(self, base: Connection, pattern: str, two: list[BenchPerson]) -> list[BenchSeat]:
        id, now = secrets.token_hex(6), time()
        _insert_like(base, db.games, pattern, id=id, changed=now - self.random.random() * 1e6)
        _insert_like(base, db.entries, pattern, game=id)
        _insert_like(base, matches, pattern, game=id)
        seats = []
        rows = base.execute(select(db.seats.c.seat).where(db.seats.c.game == pattern).order_by(db.seats.c.seat))
        for (seat,) in rows.all():
            person, token = two[seat % 2], new_token()
            base.execute(
                insert(db.seats).values(
                    game=id, seat=seat, player="member", level="", name=person.account.name, token=token,
                    account=person.account.id,
                )
            )  # fmt: skip
            base.execute(insert(turns).values(game=id, seat=seat, account=person.account.id, since=now))
            seats.append(BenchSeat(id, token, person))
        return seats

    def store_finished(self, people: list[BenchPerson], count: int) -> None:
        """Games that are over, for the lobby to leave out: without their entries, which it never reads."""
        pattern = self.patterns[0]
        accounts = ", ".join(str(person.account.id) for person in people)
        columns = ", ".join(column.name for column in db.games.c)
        values = {"id": "'old' || n", "result": ":result", "state": "''", "awaited": "'[]'", "changed": "changed - n"}
        chosen = ", ".join(values.get(column.name, column.name) for column in db.games.c)
        numbers = "generate_series(1, :count) AS n"
        some = f"(ARRAY[{accounts}])[1 + (n * 7 + s * 3) % {len(people)}]"
        told: dict[str, Any] = {"pattern": pattern, "count": count}
        over = '{"winner": "German", "reason": "the German player wins"}'
        with self.library.store.writing() as base:
            base.execute(
                text(f"INSERT INTO games ({columns}) SELECT {chosen} FROM games, {numbers} WHERE id = :pattern"),
                told | {"result": over},
            )
            base.execute(
                text(
                    "INSERT INTO seats (game, seat, player, level, name, token, account) "
                    f"SELECT 'old' || n, s, 'member', '', 'Somebody', '', {some} "
                    f"FROM {numbers}, generate_series(0, 1) AS s"
                ),
                {"count": count},
            )
            base.execute(
                text(
                    'INSERT INTO matches (game, clock, watch, ended, "end") '
                    f"SELECT 'old' || n, 'none', 'public', extract(epoch FROM now()) - n, 'played' FROM {numbers}"
                ),
                {"count": count},
            )
            base.execute(
                text(
                    "INSERT INTO turns (game, seat, account) "
                    f"SELECT 'old' || n, s, {some} FROM {numbers}, generate_series(0, 1) AS s"
                ),
                {"count": count},
            )
        with self.library.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as base:
            base.execute(text("ANALYZE"))


def _play(game: Game, actions: int, random: Random) -> None:
    for _ in range(actions):
        if game.result is not None:
            return
        game.push(random.choice(list(game.legal)))


def _insert_like(base: Connection, table: Any, pattern: str, **changed: Any) -> None:
    """A copy of the rows of a game, with some columns changed."""
    key = "id" if "id" in changed else "game"
    names = [column.name for column in table.c]
    chosen = select(*(literal(changed[n]).label(n) if n in changed else table.c[n] for n in names))
    base.execute(insert(table).from_select(names, chosen.where(table.c[key] == pattern)))
