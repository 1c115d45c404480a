"""Games in the database: each is the head of its record and one row for each entry.

An operation on a game is one transaction: it removes what was taken back and adds what was played, and the
computer's job is renewed. It fails as a whole if the game is not where the operation expects it to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Row, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects.sqlite import insert as upsert

from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.core.files import position, record
from ostfront.core.play.chance import commitment
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Mark
from ostfront.server import database as db
from ostfront.server.messages import SavedResult


class SeatRow(NamedTuple):
    """A seat and its player; a computer has no token."""

    seat: int
    player: str
    level: str
    name: str
    token: str
    draft_after: int = -1
    draft: str = ""


class SavedGame(NamedTuple):
    """A game as the database has it, without its entries."""

    id: str
    kind: str
    game: str
    scenario: str
    created: float
    changed: float
    moment: int
    turn: int
    awaited: list[str]
    result: SavedResult | None
    commitment: str
    seats: tuple[SeatRow, ...]
    names: tuple[str, ...]  # of the seats


class Job(NamedTuple):
    """A computer's turn to play."""

    id: int
    game: str
    seat: int
    after: int
    attempts: int


class NoSuchGame(OstfrontError):
    """No game has this id."""


class GameMovedOn(OstfrontError):
    """The saved game is no longer where the change begins."""


GAME_COLUMNS = [
    db.games.c[name]
    for name in ("id", "kind", "game", "scenario", "created", "changed", "moment", "turn", "awaited", "result",
                 "secret", "head")
]  # fmt: skip
SEAT_COLUMNS = [db.seats.c[name] for name in SeatRow._fields]
JOB_COLUMNS = [db.jobs.c[name] for name in Job._fields]

DROP_ENTRIES = delete(db.entries).where(db.entries.c.game == bindparam("g"), db.entries.c.n >= bindparam("keep"))
ADD_ENTRIES = insert(db.entries)
UPDATE_GAME = (
    update(db.games)
    .where(db.games.c.id == bindparam("g"), db.games.c.moment == bindparam("was"))
    .values({name: bindparam(f"new_{name}") for name in ("moment", "turn", "awaited", "result", "state", "changed")})
)
UPSERT_JOB = (
    upsert(db.jobs)
    .values(game=bindparam("g"), seat=bindparam("s"), after=bindparam("a"))
    .on_conflict_do_update(index_elements=["game", "seat"], set_={"after": bindparam("a"), "failure": ""})
)
DELETE_JOB = delete(db.jobs).where(db.jobs.c.game == bindparam("g"), db.jobs.c.seat == bindparam("s"))
UPDATE_DRAFT = (
    update(db.seats)
    .where(db.seats.c.game == bindparam("g"), db.seats.c.seat == bindparam("s"))
    .values(draft_after=bindparam("after"), draft=bindparam("actions"))
)


def entry_lines(game: Game, start: int = 0) -> list[str]:
    """The entries from there on, one per line, including reveals that a record leaves out, so that numbers agree."""
    rules = game.rules
    return [record.entry_text(rules, entry) for entry in (game.entries or [])[start:]]


def record_head(game: Game) -> str:
    """All of a record before its first entry."""
    fresh = game.clone(history=False)
    fresh.source = game.source
    fresh.entries = []
    text = record.write(fresh, full=True)
    return text.partition("\n---\n")[0]


def game_from_rows(head: str, lines: Sequence[str], secret: str, orders: Sequence[str] = (), state: str = "") -> Game:
    """The game that these rows describe."""
    body = [line for line in lines if line != Mark("reveal").word]
    tail = [f"secret: {secret}", *(f"order: {order}" for order in orders)]
    if state:
        tail.append(f"state: {state}")
    text = "\n".join([head, "---", *body, "---", *tail]) + "\n"
    return record.load(record.read(text, "the saved game"), register.rules, file="the saved game")


def _changing_columns(game: Game, now: float) -> dict[str, Any]:
    """The columns of a game that change."""
    result = game.result
    awaited = list(dict.fromkeys(game.rules.seats[d.seat].name for d in game.state.pending))
    told = "" if result is None else msgspec.json.encode(SavedResult(result.winner, result.reason)).decode()
    return {
        "moment": len(game.entries or ()),
        "turn": game.state.turn,
        "awaited": msgspec.json.encode(awaited).decode(),
        "result": told,
        "state": msgspec.json.encode(position.pack(game.state, game.rules)).decode(),
        "changed": now,
    }


class GameStore:
    """Reads and writes games."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reader = engine.execution_options(reading=True)

    # ---- reading ---------------------------------------------------------------------------------------

    def saved_games(self) -> list[SavedGame]:
        with self.reader.connect() as base:
            rows = base.execute(select(*GAME_COLUMNS).order_by(db.games.c.changed.desc())).all()
            return [self._saved(base, row) for row in rows]

    def saved_game(self, game: str) -> SavedGame:
        with self.reader.connect() as base:
            row = base.execute(select(*GAME_COLUMNS).where(db.games.c.id == game)).first()
            if row is None:
                raise NoSuchGame(f"There is no saved game '{game}'.")
            return self._saved(base, row)

    def _saved(self, base: Connection, row: Row[Any]) -> SavedGame:
        found = base.execute(select(*SEAT_COLUMNS).where(db.seats.c.game == row.id).order_by(db.seats.c.seat)).all()
        result = msgspec.json.decode(row.result, type=SavedResult) if row.result else None
        awaited = msgspec.json.decode(row.awaited, type=list[str])
        shown = commitment(bytes.fromhex(row.secret))
        seats = tuple(SeatRow(*seat) for seat in found)
        names = _names_or_numbers(row.head, len(seats))
        return SavedGame(
            row.id, row.kind, row.game, row.scenario, row.created, row.changed, row.moment, row.turn, awaited, result,
            shown, seats, names,
        )  # fmt: skip

    def load(self, game: str) -> Game:
        """The game itself, restored."""
        with self.reader.connect() as base:
            row = base.execute(
                select(db.games.c.head, db.games.c.secret, db.games.c.state).where(db.games.c.id == game)
            ).first()
            if row is None:
                raise NoSuchGame(f"There is no saved game '{game}'.")
            chosen = select(db.entries.c.line).where(db.entries.c.game == game).order_by(db.entries.c.n)
            lines = base.execute(chosen).scalars().all()
            kept = base.execute(select(db.orders).where(db.orders.c.game == game)).all()
        names = _seat_names(row.head)
        orders = [
            msgspec.json.encode([names[o.seat], o.window, o.answer, o.condition, o.phase]).decode() for o in kept
        ]
        return game_from_rows(row.head, lines, row.secret, orders, row.state)

    # ---- writing ---------------------------------------------------------------------------------------

    def create(self, id: str, kind: str, game: Game, secret: str, seats: Sequence[SeatRow], now: float) -> None:
        """A new game with its entries so far, and a job if a computer begins."""
        info = game.rules.info
        with self.engine.begin() as base:
            facts = _changing_columns(game, now)
            base.execute(
                insert(db.games).values(
                    id=id, kind=kind, game=info.name, scenario=game.rules.settings.scenario, head=record_head(game),
                    secret=secret, created=now, **facts,
                )
            )  # fmt: skip
            base.execute(insert(db.seats), [{"game": id, **seat._asdict()} for seat in seats])
            _add_entries(base, id, entry_lines(game), 0)
            self._update_jobs(base, id, game, seats)

    def save_progress(
        self, id: str, game: Game, since: int, was: int, seats: Sequence[SeatRow], now: float,
        draft: tuple[int, int, str] | None = None, job: int = 0, lease: float = 0.0,
    ) -> None:  # fmt: skip
        """Replace the entries from `since` on, if the game still has `was` of them."""
        with self.engine.begin() as base:
            facts = {f"new_{name}": value for name, value in _changing_columns(game, now).items()}
            changed = base.execute(UPDATE_GAME, {"g": id, "was": was, **facts})
            if changed.rowcount != 1:
                raise GameMovedOn("The game has moved on elsewhere.")
            if since < was:
                base.execute(DROP_ENTRIES, {"g": id, "keep": since})
            _add_entries(base, id, entry_lines(game, since), since)
            if draft is not None:
                seat, after, actions = draft
                base.execute(UPDATE_DRAFT, {"g": id, "s": seat, "after": after, "actions": actions})
            self._update_jobs(base, id, game, seats)
            if job:
                base.execute(update(db.jobs).where(db.jobs.c.id == job).values(lease_until=lease, attempts=0))

    def upgrade(self, id: str, game: Game, saved: SavedGame, now: float) -> None:
        """Save a game that was just loaded under other rules than it was saved with; otherwise do nothing."""
        head = record_head(game)
        with self.engine.begin() as base:
            if base.execute(select(db.games.c.head).where(db.games.c.id == id)).scalar() == head:
                return
            base.execute(update(db.games).where(db.games.c.id == id).values(head=head))
        self.save_progress(id, game, 0, saved.moment, saved.seats, now)

    def _update_jobs(self, base: Connection, id: str, game: Game, seats: Sequence[SeatRow]) -> None:
        """A job for each computer that has a decision, none for the others."""
        asked = {decision.seat for decision in game.state.pending}
        for seat in seats:
            if seat.player == "computer":
                if seat.seat in asked:
                    base.execute(UPSERT_JOB, {"g": id, "s": seat.seat, "a": len(game.entries or ())})
                else:
                    base.execute(DELETE_JOB, {"g": id, "s": seat.seat})

    def save_orders(self, id: str, game: Game) -> None:
        rows = [
            {"game": id, "seat": seat, "window": window, "answer": order.answer, "condition": order.when,
             "phase": order.phase}
            for (seat, window), order in game.orders.items()
        ]  # fmt: skip
        with self.engine.begin() as base:
            base.execute(delete(db.orders).where(db.orders.c.game == id))
            if rows:
                base.execute(insert(db.orders), rows)

    def remove(self, id: str) -> None:
        with self.engine.begin() as base:
            if base.execute(delete(db.games).where(db.games.c.id == id)).rowcount != 1:
                raise NoSuchGame(f"There is no saved game '{id}'.")

    # ---- jobs ------------------------------------------------------------------------------------------

    def claim_job(self, owner: str, now: float, lease: float) -> Job | None:
        """Lease a free job for this many seconds: the one that has waited longest since its last attempt."""
        with self.engine.begin() as base:
            row = base.execute(
                text(
                    "UPDATE jobs SET owner = :owner, lease_until = :until, attempts = attempts + 1 WHERE id = "
                    "(SELECT id FROM jobs WHERE lease_until < :now AND failure = '' "
                    "ORDER BY lease_until, id LIMIT 1) RETURNING id, game, seat, after, attempts"
                ),
                {"owner": owner, "until": now + lease, "now": now},
            ).first()
        return None if row is None else Job(*row)

    def free_leases(self) -> None:
        """At the start: any earlier lease holder is dead, since a data folder has one server at a time."""
        with self.engine.begin() as base:
            base.execute(update(db.jobs).values(lease_until=0, owner="", failure=""))

    def fail_job(self, job: int, failure: str) -> None:
        """Give up a job until the table is restarted."""
        with self.engine.begin() as base:
            base.execute(update(db.jobs).where(db.jobs.c.id == job).values(failure=failure, lease_until=0))

    def release_job(self, job: int) -> None:
        with self.engine.begin() as base:
            base.execute(update(db.jobs).where(db.jobs.c.id == job).values(lease_until=0))

    def open_jobs(self) -> list[Job]:
        with self.reader.connect() as base:
            return [Job(*row) for row in base.execute(select(*JOB_COLUMNS)).all()]


def _add_entries(base: Connection, id: str, lines: Sequence[str], start: int) -> None:
    if lines:
        base.execute(ADD_ENTRIES, [{"game": id, "n": start + i, "line": line} for i, line in enumerate(lines)])


def _names_or_numbers(head: str, count: int) -> tuple[str, ...]:
    """For the list, which also shows a game that cannot be loaded."""
    try:
        return tuple(_seat_names(head))
    except OstfrontError:
        return tuple(f"Seat {i + 1}" for i in range(count))


@lru_cache(maxsize=256)
def _seat_names(head: str) -> list[str]:
    told = record.read(head + "\n---\n---\n")
    rules = register.rules(told.game, told.scenario, told.options, told.overlay)
    return [seat.name for seat in rules.seats]
