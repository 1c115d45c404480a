"""All games of a data folder: creating, finding and removing them, and who may see which seat."""

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
from ostfront.core.files import position
from ostfront.core.page.table import table_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.server import database
from ostfront.server.game_store import GameStore, NoSuchGame, SavedGame, SeatRow
from ostfront.server.imports import ImportProcess
from ostfront.server.key_file import table_key
from ostfront.server.live_game import LiveGame
from ostfront.server.map_pictures import MapPictures
from ostfront.server.messages import GameSummary, HintResponse, NewGameRequest, Refused, SeatInfo, SeatRequest
from ostfront.server.player_process import PlayerProcess
from ostfront.server.worker_process import WorkerTimeout

PLAYERS = ("human", "friend", "computer")
GAMES_IN_MEMORY = 64
HINT_LEVEL = "officer"


class GameLibrary:
    """The games of a data folder. `on_computer_turn` is called when a computer player may have something to do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.engine = database.connect(folder)
        self.store = GameStore(self.engine)
        self.pictures = MapPictures(folder)
        self.key = table_key(folder)
        self.closing = False
        self.hint_players = PlayerProcess()
        self.imports = ImportProcess()
        self._hints_prepared: set[str] = set()
        self.on_computer_turn: Callable[[], None] = lambda: None
        self._live_games: OrderedDict[str, LiveGame] = OrderedDict()
        self._lock = RLock()

    def close(self) -> None:
        self.hint_players.close()
        self.imports.close()
        self.engine.dispose()

    def end_waiting(self) -> None:
        """Answer every request that is waiting for a change, because the server stops."""
        self.closing = True
        for live in list(self._live_games.values()):
            live.notify()

    def _game_changed(self) -> None:
        self.on_computer_turn()

    # ---- finding ---------------------------------------------------------------------------------------

    def live_game(self, id: str) -> LiveGame:
        """A game, from memory or from disk."""
        with self._lock:
            found = self._live_games.get(id)
            if found is None:
                found = self._live_games[id] = self._load(id)
                while len(self._live_games) > GAMES_IN_MEMORY:
                    self._live_games.popitem(last=False)
            self._live_games.move_to_end(id)
            return found

    def _load(self, id: str) -> LiveGame:
        try:
            saved = self.store.saved_game(id)
            game = self.store.load(id)
        except NoSuchGame as wrong:
            raise Refused(404, "missing", str(wrong)) from None
        except BadFile as wrong:
            raise Refused(422, "file", f"This game cannot be continued: {wrong}") from None
        self.store.upgrade(id, game, saved, time())
        return LiveGame(id, game, saved.seats, self.store, self._game_changed)

    def seat(self, id: str, token: str) -> tuple[LiveGame, int]:
        """The game and the seat a token is for."""
        live = self.live_game(id)
        for row in live.seats:
            if row.token and compare_digest(row.token.encode(), token.encode("utf-8", "replace")):
                return live, row.seat
        raise Refused(403, "seat", "This token does not belong to a seat of this game.")

    def summaries(self) -> list[GameSummary]:
        return [summarize(saved) for saved in self.store.saved_games()]

    def summary(self, id: str) -> GameSummary:
        try:
            return summarize(self.store.saved_game(id))
        except NoSuchGame as wrong:
            raise Refused(404, "missing", str(wrong)) from None

    def remove(self, id: str) -> None:
        with self._lock:
            found = self.live_game(id)
            with found.lock:
                self.store.remove(id)
                self._live_games.pop(id, None)
                found.notify()

    def hint(self, live: LiveGame, seat: int) -> HintResponse:
        """What the best computer player would do in a seat, from what that seat knows."""
        if not live.is_asked(seat):
            raise Refused(409, "conflict", "This seat has no decision to make.")
        try:
            reply, moment = self.hint_players.choose(live, seat, HINT_LEVEL, explain=True)
        except WorkerTimeout as wrong:
            raise Refused(503, "busy", f"No hint available: {wrong} Try again.") from None
        return HintResponse(HINT_LEVEL, moment, reply.action, reply.why)

    def prepare_hints(self) -> None:
        """Choose ahead in games that were just opened, so that their first hint comes quickly."""
        for live in list(self._live_games.values()):
            people = [row.seat for row in live.seats if not row.level and live.is_asked(row.seat)]
            if people and live.id not in self._hints_prepared:
                self._hints_prepared.add(live.id)
                self.hint_players.choose(live, people[0], HINT_LEVEL)

    # ---- creating ----------------------------------------------------------------------------------------

    def create(self, request: NewGameRequest) -> GameSummary:
        try:
            rules = register.rules(request.game, request.scenario or None, request.options)
            table_of(rules)
            seats = _seat_rows(rules, request.seats)
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None
        return self._add("table", Game.started(rules, Seeded()), seats)

    def import_game(self, text: str, requested: Sequence[SeatRequest]) -> GameSummary:
        """A game from a record or a position; an error names the line that is wrong."""
        try:
            game = self.imports.game(text)
            seats = _seat_rows(game.rules, requested or _all_human(game.rules))
        except BadFile as wrong:
            raise Refused(422, "file", str(wrong)) from None
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None
        return self._add("import", game, seats)

    def what_if(self, live: LiveGame, seat: int, moment: int) -> GameSummary:
        """A private board: what the seat does not know is dealt at random, and the dice are fresh."""
        with live.lock:
            past = live.past(moment)
            if past.result is not None:
                raise Refused(409, "conflict", "The game is over at that point; choose an earlier one.")
            world = past.clone(history=False)
            world.state = past.rules.imagine(past.state, seat, Random(secrets.token_hex(16)))
            world.state.drawn = {}
            text = position.write(world)
        rules = past.rules
        game = position.read(text, lambda *_: rules, source=Seeded(), seed=secrets.token_hex(8))
        return self._add("whatif", game, _seat_rows(rules, _all_human(rules)))

    def _add(self, kind: str, game: Game, seats: Sequence[SeatRow]) -> GameSummary:
        assert isinstance(game.source, Seeded)
        id = secrets.token_hex(6)
        self.store.create(id, kind, game, game.source.secret.hex(), seats, time())
        with self._lock:
            self._live_games[id] = LiveGame(id, game, seats, self.store, self._game_changed)
        self.on_computer_turn()
        return self.summary(id)


def summarize(saved: SavedGame) -> GameSummary:
    """A game as the list shows it."""
    info = register.info(saved.game)
    seats = tuple(SeatInfo(saved.names[s.seat], s.player, s.level, s.name, s.token) for s in saved.seats)
    return GameSummary(
        saved.id, saved.game, info.title, saved.scenario, saved.kind, _stamp(saved.created), _stamp(saved.changed),
        saved.turn, saved.moment, saved.awaited, saved.result, saved.commitment, seats,
    )  # fmt: skip


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _all_human(rules: Rules) -> list[SeatRequest]:
    """All seats played on this screen."""
    return [SeatRequest(seat.name, "friend" if i else "human") for i, seat in enumerate(rules.seats)]


def _seat_rows(rules: Rules, requested: Sequence[SeatRequest]) -> list[SeatRow]:
    names = [seat.name for seat in rules.seats]
    by_seat = {request.seat: request for request in requested}
    if sorted(by_seat) != sorted(names) or len(requested) != len(names):
        raise BadAction(f"Assign each of {' and '.join(names)} exactly once.")
    rows = []
    for i, name in enumerate(names):
        request = by_seat[name]
        if request.player not in PLAYERS:
            raise BadAction(f"A seat can be played by {either(PLAYERS)}, not by '{request.player}'.")
        computer = request.player == "computer"
        if computer:
            ai.maker(request.level)
        token = "" if computer else secrets.token_urlsafe(24)
        rows.append(SeatRow(i, request.player, request.level if computer else "", request.name.strip()[:80], token))
    if all(row.player == "computer" for row in rows):
        raise BadAction("At least one seat must be played by a person.")
    return rows
