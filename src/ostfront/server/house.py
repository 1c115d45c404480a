"""All games of a data folder: making, finding and removing them, and who may look at what."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hmac import compare_digest
from pathlib import Path
from random import Random
from threading import RLock
from time import time

from ostfront import ai
from ostfront import games as register
from ostfront.core.errors import BadAction, BadFile, OstfrontError, either
from ostfront.core.files import position, record
from ostfront.core.page.table import room_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.server import database
from ostfront.server.answers import Hint, NewGame, Refused, SeatInfo, SeatWish, Summary
from ostfront.server.brain import Brain
from ostfront.server.pictures import Pictures
from ostfront.server.sitting import Sitting
from ostfront.server.store import Gone, Saved, SeatRow, Store

PLAYERS = ("human", "friend", "computer")
IN_MEMORY = 64
KEY_FILE = "key"
HINTS_BY = "officer"


class House:
    """The games of a data folder. `work` is called when a computer may have something to do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.engine = database.connect(folder)
        self.store = Store(self.engine)
        self.pictures = Pictures(folder)
        self.key = _key(folder)
        self.closing = False
        self.hints = Brain()
        self._prepared: set[str] = set()
        self.work: Callable[[], None] = lambda: None
        self._sittings: OrderedDict[str, Sitting] = OrderedDict()
        self._lock = RLock()

    def close(self) -> None:
        self.hints.close()
        self.engine.dispose()

    def dismiss(self) -> None:
        """Let everyone go who waits for a change."""
        self.closing = True
        for sitting in list(self._sittings.values()):
            sitting.changed()

    def _called(self) -> None:
        self.work()

    # ---- finding ---------------------------------------------------------------------------------------

    def sitting(self, id: str) -> Sitting:
        """A game, from memory or from disk."""
        with self._lock:
            found = self._sittings.get(id)
            if found is None:
                found = self._sittings[id] = self._loaded(id)
                while len(self._sittings) > IN_MEMORY:
                    self._sittings.popitem(last=False)
            self._sittings.move_to_end(id)
            return found

    def _loaded(self, id: str) -> Sitting:
        try:
            saved = self.store.saved(id)
            game = self.store.load(id)
        except Gone as wrong:
            raise Refused(404, "missing", str(wrong)) from None
        except BadFile as wrong:
            raise Refused(422, "file", f"This game cannot be gone on with: {wrong}") from None
        self.store.upgrade(id, game, saved, time())
        return Sitting(id, game, saved.seats, self.store, self._called)

    def seat(self, id: str, token: str) -> tuple[Sitting, int]:
        """The game and the seat a token is for."""
        sitting = self.sitting(id)
        for row in sitting.seats:
            if row.token and compare_digest(row.token.encode(), token.encode("utf-8", "replace")):
                return sitting, row.seat
        raise Refused(403, "seat", "This token opens no seat of this game.")

    def listed(self) -> list[Summary]:
        return [summary(saved) for saved in self.store.listed()]

    def summary(self, id: str) -> Summary:
        try:
            return summary(self.store.saved(id))
        except Gone as wrong:
            raise Refused(404, "missing", str(wrong)) from None

    def remove(self, id: str) -> None:
        with self._lock:
            found = self.sitting(id)
            with found.lock:
                self.store.remove(id)
                self._sittings.pop(id, None)
                found.changed()

    def hint(self, sitting: Sitting, seat: int) -> Hint:
        """What the best computer player would do in a seat, from what that seat knows."""
        if not sitting.asks(seat):
            raise Refused(409, "conflict", "Nothing is asked of this seat.")
        found, moment = self.hints.answer(sitting, seat, HINTS_BY, explained=True)
        return Hint(HINTS_BY, moment, found.action, found.why)

    def prepare_hints(self) -> None:
        """Think about games that were just opened, so that the first hint in them does not wait."""
        for sitting in list(self._sittings.values()):
            people = [row.seat for row in sitting.seats if not row.level and sitting.asks(row.seat)]
            if people and sitting.id not in self._prepared:
                self._prepared.add(sitting.id)
                self.hints.answer(sitting, people[0], HINTS_BY)

    # ---- making ----------------------------------------------------------------------------------------

    def create(self, wish: NewGame) -> Summary:
        try:
            rules = register.rules(wish.game, wish.scenario or None, wish.options)
            room_of(rules)
            seats = _seats(rules, wish.seats)
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None
        return self._open("table", Game.started(rules, Seeded()), seats)

    def bring_in(self, text: str, wishes: Sequence[SeatWish]) -> Summary:
        """A game from a record or a position; whatever is wrong with it is said with its line."""
        try:
            game = _read(text)
            room_of(game.rules)
            seats = _seats(game.rules, wishes or _everyone(game.rules))
        except BadFile as wrong:
            raise Refused(422, "file", str(wrong)) from None
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None
        return self._open("import", game, seats)

    def what_if(self, sitting: Sitting, seat: int, moment: int) -> Summary:
        """A private board: what the seat does not know is dealt anew, and the dice are fresh."""
        with sitting.lock:
            past = sitting.past(moment)
            if past.result is not None:
                raise Refused(409, "conflict", "The game is over at that moment; choose an earlier one.")
            world = past.clone(history=False)
            world.state = past.rules.imagine(past.state, seat, Random(secrets.token_hex(16)))
            world.state.drawn = {}
            text = position.write(world)
        rules = past.rules
        game = position.read(text, lambda *_: rules, source=Seeded(), seed=secrets.token_hex(8))
        return self._open("whatif", game, _seats(rules, _everyone(rules)))

    def _open(self, kind: str, game: Game, seats: Sequence[SeatRow]) -> Summary:
        assert isinstance(game.source, Seeded)
        id = secrets.token_hex(6)
        self.store.create(id, kind, game, game.source.secret.hex(), seats, time())
        with self._lock:
            self._sittings[id] = Sitting(id, game, seats, self.store, self._called)
        self.work()
        return self.summary(id)


def summary(saved: Saved) -> Summary:
    """A game as the list shows it."""
    info = register.info(saved.game)
    seats = tuple(SeatInfo(saved.names[s.seat], s.player, s.level, s.name, s.token) for s in saved.seats)
    return Summary(
        saved.id, saved.game, info.title, saved.scenario, saved.kind, _stamp(saved.created), _stamp(saved.changed),
        saved.turn, saved.moment, saved.awaited, saved.result, saved.commitment, seats,
    )  # fmt: skip


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _key(folder: Path) -> str:
    """The table's key, made once; only its owner can read the file."""
    file = folder / KEY_FILE
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(24), encoding="ascii")
    return file.read_text(encoding="ascii").strip()


def _everyone(rules: Rules) -> list[SeatWish]:
    """All seats on this screen."""
    return [SeatWish(seat.name, "friend" if i else "human") for i, seat in enumerate(rules.seats)]


def _seats(rules: Rules, wishes: Sequence[SeatWish]) -> list[SeatRow]:
    names = [seat.name for seat in rules.seats]
    given = {wish.seat: wish for wish in wishes}
    if sorted(given) != sorted(names) or len(wishes) != len(names):
        raise BadAction(f"Say who plays {' and '.join(names)}, each once.")
    rows = []
    for i, name in enumerate(names):
        wish = given[name]
        if wish.player not in PLAYERS:
            raise BadAction(f"A seat is played by {either(PLAYERS)}, not '{wish.player}'.")
        computer = wish.player == "computer"
        if computer:
            ai.maker(wish.level)
        token = "" if computer else secrets.token_urlsafe(24)
        rows.append(SeatRow(i, wish.player, wish.level if computer else "", wish.name.strip()[:80], token))
    if all(row.player == "computer" for row in rows):
        raise BadAction("Somebody has to watch: at least one seat is played by a person.")
    return rows


def _read(text: str) -> Game:
    if text.lstrip().startswith("ostfront record"):
        return record.load(record.read(text.lstrip(), "the record"), register.rules, file="the record")
    return position.read(text, register.rules, file="the position", source=Seeded(), seed=secrets.token_hex(8))
