"""Games in the database: each is the head of its record and one row for each entry.

An operation on a game is one transaction: it removes what was taken back and adds what was played, renews the
computer's job and the standing orders. It fails as a whole if the game is not where the operation expects it to be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import Connection, Engine, Row, bindparam, delete, insert, select, text, update

from ostfront.core.errors import BadFile, OstfrontError
from ostfront.core.play.chance import commitment
from ostfront.core.play.game import Game
from ostfront.server import database as db
from ostfront.server.fair_lock import FairLock
from ostfront.server.game_rows import (
    GameRows,
    OrderRow,
    changing_columns,
    entry_lines,
    order_rows,
    record_head,
    record_text,
    restored,
    seat_names,
)
from ostfront.server.job_queue import JobQueue
from ostfront.server.messages import SavedResult

# players
COMPUTER = "computer"
GUEST = "guest"  # whoever has the link of the seat
MEMBER = "member"  # of a site


class SeatRow(NamedTuple):
    """A seat and its player. A computer has no token, but where only computers play: there it lets people watch."""

    seat: int
    player: str
    level: str
    name: str
    token: str
    draft_after: int = -1
    draft: str = ""
    account: int = 0  # of the member of a site who plays it

    @property
    def here(self) -> bool:
        """Whether somebody plays it at this screen: no computer, no guest, no member of a site."""
        return self.player in ("human", "friend")

    @property
    def elsewhere(self) -> bool:
        """Whether somebody plays it at another screen."""
        return self.player in (GUEST, MEMBER)


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
    unreadable: str = ""  # what of this row cannot be read
    parent: str = ""  # of a what-if


class SavedPosition(NamedTuple):
    """What a picture of a saved game is made from."""

    head: str
    state: str
    changed: float
    seats: tuple[SeatRow, ...]


class OpenedGame(NamedTuple):
    """A game restored from the database; `revision` counts its changes, by whatever server."""

    game: Game
    seats: tuple[SeatRow, ...]
    kind: str
    revision: int
    given_up: str  # what had to be given up for it; nothing as a rule


class News(NamedTuple):
    """What has become of a game elsewhere."""

    rows: GameRows
    seats: tuple[SeatRow, ...]
    revision: int


class NoSuchGame(OstfrontError):
    """No game has this id."""


class GameMovedOn(OstfrontError):
    """The saved game is no longer where the change begins."""


GAME_COLUMNS = [
    db.games.c[name]
    for name in ("id", "kind", "game", "scenario", "created", "changed", "moment", "turn", "awaited", "result",
                 "secret", "head", "parent")
]  # fmt: skip
ROW_COLUMNS = [db.games.c[name] for name in ("head", "secret", "state", "moment", "awaited", "result")]
SEAT_COLUMNS = [db.seats.c[name] for name in SeatRow._fields]
ORDER_COLUMNS = [db.orders.c[name] for name in OrderRow._fields]

DROP_ENTRIES = delete(db.entries).where(db.entries.c.game == bindparam("g"), db.entries.c.n >= bindparam("keep"))
ADD_ENTRIES = insert(db.entries)
UPDATE_GAME = (
    update(db.games)
    .where(
        db.games.c.id == bindparam("g"),
        db.games.c.moment == bindparam("was"),
        db.games.c.revision == bindparam("seen"),
    )
    .values(
        {name: bindparam(f"new_{name}") for name in ("moment", "turn", "awaited", "result", "state", "changed")}
        | {"revision": db.games.c.revision + 1}
    )
)
REVISION = select(db.games.c.revision).where(db.games.c.id == bindparam("g"))
CHANGED = (
    update(db.games)
    .where(db.games.c.id == bindparam("g"))
    .values(revision=db.games.c.revision + 1)
    .returning(db.games.c.revision)
)
ADD_ORDERS = insert(db.orders)
DROP_ORDERS = delete(db.orders).where(db.orders.c.game == bindparam("g"))
UPDATE_SEAT = (
    update(db.seats)
    .where(db.seats.c.game == bindparam("g"), db.seats.c.seat == bindparam("s"))
    .values(
        player=bindparam("new_player"),
        name=bindparam("new_name"),
        token=bindparam("new_token"),
        account=bindparam("new_account"),
    )
)
UPDATE_DRAFT = (
    update(db.seats)
    .where(db.seats.c.game == bindparam("g"), db.seats.c.seat == bindparam("s"))
    .values(draft_after=bindparam("after"), draft=bindparam("actions"))
)


class Follower(Protocol):
    """Is told of every change of a game within its transaction: what it writes is kept or lost with the change.

    It says whether it has changed something beside the game that is shown with it.
    """

    def __call__(self, base: Connection, id: str, game: Game, seats: Sequence[SeatRow], now: float) -> bool: ...


class GameStore:
    """Reads and writes games."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.several = engine.dialect.name != "sqlite"  # several servers may use the database at once
        self.beside = self.several  # games may be changed beside this process
        self.reader = db.reader_of(engine)
        self.glance = db.glance_of(engine)
        self._writer: AbstractContextManager[object] = nullcontext() if self.several else FairLock()
        self.jobs = JobQueue(self.writing, self.reader, self.several)
        self.followers: list[Follower] = []

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """SQLite has one writer at a time: who waits for it sleeps longer and longer, who waits here does not."""
        with self._writer, self.engine.begin() as base:
            yield base

    # ---- reading ---------------------------------------------------------------------------------------

    def saved_games(self) -> list[SavedGame]:
        with self.reader.begin() as base:
            rows = base.execute(select(*GAME_COLUMNS).order_by(db.games.c.changed.desc())).all()
            return [self._saved(base, row) for row in rows]

    def saved_game(self, game: str) -> SavedGame:
        with self.reader.begin() as base:
            row = base.execute(select(*GAME_COLUMNS).where(db.games.c.id == game)).first()
            if row is None:
                raise NoSuchGame(f"There is no saved game '{game}'.")
            return self._saved(base, row)

    def _saved(self, base: Connection, row: Row[Any]) -> SavedGame:
        seats = _seats(base, row.id)
        return _decoded(row, seats, seat_names(row.head, len(seats)))

    def position(self, game: str) -> SavedPosition:
        """Where a game stands, without its history."""
        with self.reader.begin() as base:
            columns = [db.games.c[name] for name in ("head", "state", "changed")]
            row = base.execute(select(*columns).where(db.games.c.id == game)).first()
            if row is None:
                raise NoSuchGame(f"There is no saved game '{game}'.")
            return SavedPosition(row.head, row.state, row.changed, _seats(base, game))

    def record_text(self, game: str) -> str:
        """All that is stored of a game as the text of a record, whether it can be read or not."""
        with self.reader.begin() as base:
            return record_text(self._rows(base, game))

    def revision(self, game: str) -> int:
        """How often a game has been changed."""
        with self.glance.connect() as base:
            found = base.execute(REVISION, {"g": game}).scalar()
        return db.GONE if found is None else int(found)

    def revisions(self, ids: Collection[str]) -> dict[str, int]:
        """Those of the games that are there."""
        columns = (db.games.c.id, db.games.c.revision)
        with self.glance.connect() as base:
            return {row.id: row.revision for row in base.execute(select(*columns).where(db.games.c.id.in_(ids)))}

    def news(self, game: str) -> News | None:
        """A game as other servers have left it; None if it is not there any more."""
        with self.reader.begin() as base:
            try:
                rows = self._rows(base, game)
            except NoSuchGame:
                return None
            return News(rows, _seats(base, game), int(base.execute(REVISION, {"g": game}).scalar_one()))

    def _rows(self, base: Connection, game: str) -> GameRows:
        row = base.execute(select(*ROW_COLUMNS).where(db.games.c.id == game)).first()
        if row is None:
            raise NoSuchGame(f"There is no saved game '{game}'.")
        chosen = select(db.entries.c.line).where(db.entries.c.game == game).order_by(db.entries.c.n)
        lines = base.execute(chosen).scalars().all()
        orders = base.execute(select(*ORDER_COLUMNS).where(db.orders.c.game == game)).all()
        known = row._asdict()
        return GameRows(**known, lines=lines, orders=[OrderRow(*order) for order in orders])

    def open(self, game: str, now: float) -> OpenedGame:
        """The game itself, restored; if that changed it, as other rules may, it is saved as it is now."""
        with self.reader.begin() as base:
            rows = self._rows(base, game)
            seats = _seats(base, game)
            kind = base.execute(select(db.games.c.kind).where(db.games.c.id == game)).scalar_one()
            revision = int(base.execute(select(db.games.c.revision).where(db.games.c.id == game)).scalar() or 0)
        found, given_up = restored(rows)
        _check_seats(seats, len(found.rules.seats))
        head, lines, columns = record_head(found), entry_lines(found), changing_columns(found, now)
        same = all(columns[name] == getattr(rows, name) for name in ("moment", "awaited", "result"))
        if given_up or head != rows.head or lines != rows.lines or not same:
            with self.writing() as base:
                base.execute(update(db.games).where(db.games.c.id == game).values(head=head))
                self._save(base, game, found, 0, rows.moment, revision, seats, columns, lines)
                self._save_orders(base, game, found)
            revision += 1
        return OpenedGame(found, seats, kind, revision, given_up)

    # ---- writing ---------------------------------------------------------------------------------------

    def create(
        self, id: str, kind: str, game: Game, secret: str, seats: Sequence[SeatRow], now: float, parent: str = "",
        also: Callable[[Connection], None] = lambda base: None,
    ) -> SavedGame:  # fmt: skip
        """A new game with its entries so far, and a job if a computer begins; `also` belongs to the transaction."""
        fixed = {
            "id": id, "kind": kind, "game": game.rules.info.name, "scenario": game.rules.settings.scenario,
            "head": record_head(game), "secret": secret, "created": now, "parent": parent,
        }  # fmt: skip
        columns, lines = changing_columns(game, now), entry_lines(game)
        names = tuple(seat.name for seat in game.rules.seats)
        saved = _decoded(SimpleNamespace(**fixed, **columns), tuple(seats), names)
        with self.writing() as base:
            base.execute(insert(db.games).values(**fixed, **columns))
            base.execute(insert(db.seats), [{"game": id, **seat._asdict()} for seat in seats])
            _add_entries(base, id, lines, 0)
            self.jobs.follow(base, id, len(game.entries or ()), _computers(game, seats))
            self._save_orders(base, id, game)
            also(base)
            self._follow(base, id, game, seats, now)
            self._announce(base, id, 0)
        return saved

    def _follow(self, base: Connection, id: str, game: Game, seats: Sequence[SeatRow], now: float) -> bool:
        told = [follower(base, id, game, seats, now) for follower in self.followers]  # each of them
        return any(told)

    def save_progress(
        self, id: str, game: Game, since: int, was: int, seen: int, seats: Sequence[SeatRow], now: float,
        draft: tuple[int, int, str] | None = None, job: int = 0, lease: float = 0.0, orders: bool = False,
        also: Callable[[Connection], None] = lambda base: None,
    ) -> bool:  # fmt: skip
        """Replace the entries from `since` on, if the game still has `was` of them; its orders, if they changed.
        Whether something beside the game has changed with it.

        `seen` is the revision that the change follows; the game has the next one afterwards. `also` belongs to the
        transaction: it is done once the game is known to be where it was, and before the followers are told.
        """
        columns, lines = changing_columns(game, now), entry_lines(game, since)
        with self.writing() as base:
            beside = self._save(base, id, game, since, was, seen, seats, columns, lines, also)
            if draft is not None:
                seat, after, actions = draft
                base.execute(UPDATE_DRAFT, {"g": id, "s": seat, "after": after, "actions": actions})
            if orders:
                self._save_orders(base, id, game)
            if job:
                self.jobs.played(base, job, lease)
        return beside

    def _save(
        self, base: Connection, id: str, game: Game, since: int, was: int, seen: int, seats: Sequence[SeatRow],
        columns: dict[str, Any], lines: Sequence[str], also: Callable[[Connection], None] = lambda base: None,
    ) -> bool:  # fmt: skip
        new = {f"new_{name}": value for name, value in columns.items()}
        if base.execute(UPDATE_GAME, {"g": id, "was": was, "seen": seen, **new}).rowcount != 1:
            raise GameMovedOn("The game has moved on elsewhere.")
        also(base)
        if since < was:
            base.execute(DROP_ENTRIES, {"g": id, "keep": since})
        _add_entries(base, id, lines, since)
        self.jobs.follow(base, id, len(game.entries or ()), _computers(game, seats))
        beside = self._follow(base, id, game, seats, columns["changed"])
        self._announce(base, id, seen + 1)
        return beside

    def _announce(self, base: Connection, id: str, revision: int) -> None:
        """Tell the other servers, when this transaction is committed, which revision the game has."""
        if self.several:
            told = {"channel": db.CHANNEL, "told": f"{id} {revision}"}
            base.execute(text("SELECT pg_notify(:channel, :told)"), told)

    def _save_orders(self, base: Connection, id: str, game: Game) -> None:
        base.execute(DROP_ORDERS, {"g": id})
        rows = [{"game": id, **row._asdict()} for row in order_rows(game)]
        if rows:
            base.execute(ADD_ORDERS, rows)

    def reseat(self, id: str, seat: SeatRow) -> None:
        """Another player in a seat, or another token for it."""
        new = {
            "new_player": seat.player, "new_name": seat.name, "new_token": seat.token, "new_account": seat.account,
        }  # fmt: skip
        with self.writing() as base:
            if base.execute(UPDATE_SEAT, {"g": id, "s": seat.seat, **new}).rowcount != 1:
                raise NoSuchGame(f"There is no saved game '{id}'.")
            self.count_change(base, id)

    def count_change(self, base: Connection, id: str) -> None:
        """Something beside the entries of a game is changed in this transaction."""
        revision = base.execute(CHANGED, {"g": id}).scalar()
        self._announce(base, id, db.GONE if revision is None else int(revision))

    def count_changes(self, base: Connection, account: int) -> list[str]:
        """Likewise in all games in which this account has a seat; which they are."""
        chosen = select(db.seats.c.game).where(db.seats.c.account == account).distinct()
        found = [str(id) for id in base.execute(chosen.order_by(db.seats.c.game)).scalars()]
        for id in found:
            self.count_change(base, id)
        return found

    def remove(self, id: str) -> None:
        with self.writing() as base:
            if base.execute(delete(db.games).where(db.games.c.id == id)).rowcount != 1:
                raise NoSuchGame(f"There is no saved game '{id}'.")
            base.execute(update(db.games).where(db.games.c.parent == id).values(parent=""))
            self._announce(base, id, db.GONE)


def _decoded(row: Any, seats: tuple[SeatRow, ...], names: tuple[str, ...]) -> SavedGame:
    """A row of the list, and what is wrong with it."""
    unreadable, awaited, result, shown = "", [], None, ""
    try:
        _check_seats(seats, len(names))
        shown = commitment(bytes.fromhex(row.secret))
        awaited = msgspec.json.decode(row.awaited, type=list[str])
        result = msgspec.json.decode(row.result, type=SavedResult) if row.result else None
    except (msgspec.MsgspecError, ValueError, TypeError) as wrong:
        unreadable = f"It is damaged: {wrong}"
    return SavedGame(
        row.id, row.kind, row.game, row.scenario, row.created, row.changed, row.moment, row.turn, awaited, result,
        shown, seats, names, unreadable, str(row.parent),
    )  # fmt: skip


def _seats(base: Connection, game: str) -> tuple[SeatRow, ...]:
    found = base.execute(select(*SEAT_COLUMNS).where(db.seats.c.game == game).order_by(db.seats.c.seat)).all()
    return tuple(SeatRow(*seat) for seat in found)


def _computers(game: Game, seats: Sequence[SeatRow]) -> dict[int, bool]:
    """The seats of computers, and whether each has a decision."""
    asked = {decision.seat for decision in game.state.pending}
    return {row.seat: row.seat in asked for row in seats if row.player == COMPUTER}


def _check_seats(seats: Sequence[SeatRow], count: int) -> None:
    if [row.seat for row in seats] != list(range(count)):
        raise BadFile("its seats are not those of the game.", file="the saved game")


def _add_entries(base: Connection, id: str, lines: Sequence[str], start: int) -> None:
    if lines:
        base.execute(ADD_ENTRIES, [{"game": id, "n": start + i, "line": line} for i, line in enumerate(lines)])
