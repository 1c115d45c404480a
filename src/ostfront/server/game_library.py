"""All games of a data folder: creating, finding and removing them, and who may see which seat."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Lock, RLock
from time import time
from typing import NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Engine

from ostfront import ai
from ostfront import games as register
from ostfront.core.errors import BadAction, BadFile, OstfrontError, either
from ostfront.core.files import position
from ostfront.core.page import lessons
from ostfront.core.page.table import table_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.server import database_file
from ostfront.server.game_store import COMPUTER, GUEST, MEMBER, GameStore, NoSuchGame, SavedGame, SeatRow
from ostfront.server.imports import ImportProcess
from ostfront.server.key_file import table_key
from ostfront.server.live_game import LiveGame, open_game
from ostfront.server.map_pictures import MapPictures
from ostfront.server.messages import GameSummary, HintResponse, NewGameRequest, Refused, SeatInfo, SeatRequest
from ostfront.server.names import clean_name
from ostfront.server.player_process import PlayerProcess
from ostfront.server.reviews import Reviews
from ostfront.server.setup_pictures import SetupPictures
from ostfront.server.sharing import is_invitation, new_invitation, new_token
from ostfront.server.thumbnails import Thumbnails
from ostfront.server.visitors import Visitor, same, token_for
from ostfront.server.worker_process import WorkerTimeout

PLAYERS = ("human", "friend", GUEST, COMPUTER)  # at a table
GAMES_IN_MEMORY = 64
GAMES_KNOWN = 1000  # most of them rest: what is left of them answers those who wait for a change
HINT_LEVEL = "officer"
LESSON = "lesson"  # the kind of a guided game
WHATIF = "whatif"
OWNER = Visitor("owner")
Look = Callable[[str, Visitor, str], tuple[LiveGame, int]]  # at which game, who, from which seat if there is a choice
Unheard = Callable[[LiveGame, Visitor], Collection[int]]  # the seats in a game of those whom somebody has blocked


class Student(NamedTuple):
    """The member of a site for whom a board is made that nobody else plays at."""

    name: str
    account: int


class GameLibrary:
    """The games of a data folder. `on_computer_turn` is called when a computer player may have something to do."""

    def __init__(self, folder: Path, engine: Engine | None = None) -> None:
        """The games are in the folder, unless a database is given; pictures and the key are in it anyway."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self.engine = engine or database_file.connect(folder)
        self.store = GameStore(self.engine)
        self.pictures = MapPictures(folder)
        self.setups = SetupPictures(self.pictures, folder)
        self.thumbnails = Thumbnails(self.pictures, self.store)
        self.key = table_key(folder)
        self.shared_at = ""  # the address for guests; empty if the table is not shared
        self.leaving = False  # a proxy should send nobody here any more
        self.closing = False
        self.hint_players = PlayerProcess()
        self.imports = ImportProcess()
        self.reviews = Reviews()
        self._hints_prepared: set[str] = set()
        self.on_computer_turn: Callable[[], None] = lambda: None
        self.beside: Callable[[str, int], str] = lambda id, seat: ""  # as in LiveGame
        self.look: Look | None = None  # what a site shows those who have no seat in a game
        self.knows: Callable[[str, Visitor], bool] | None = None  # at a site: who may know that there is such a game
        self.unheard: Unheard = lambda live, visitor: ()
        self.on_visit: Callable[[LiveGame, int], None] = lambda live, seat: None  # a player's page asks for something
        self._live_games: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()  # one object for each game
        self.games_in_memory = 0  # 0: as many as usual
        self._recent: OrderedDict[str, LiveGame] = OrderedDict()  # kept while nobody asks for them
        self._awake: OrderedDict[str, LiveGame] = OrderedDict()  # those in memory
        self._broken: dict[str, str] = {}  # games that could not be opened, and why
        self._gates: dict[str, tuple[Lock, int]] = {}  # of games being made, opened or removed, and for how many
        self._lock = RLock()

    def close(self) -> None:
        self.hint_players.close()
        self.imports.close()
        self.reviews.close()
        self.engine.dispose()

    def end_waiting(self) -> None:
        """Answer every request that is waiting for a change or for a hint, because the server stops."""
        self.closing = True
        self.reviews.close()
        self.hint_players.close()
        for live in self._all_live():
            live.notify()

    def heard(self, id: str, revision: int) -> None:
        """Another server has changed a game."""
        with self._lock:
            live = self._live_games.get(id)
        if live is not None:
            live.hear(revision)
        else:
            self.on_computer_turn()

    def look_beside(self) -> None:
        """Find out which games in memory were changed beside this process; PostgreSQL tells by itself."""
        known = {live.id: live for live in self._all_live()}
        for id, revision in self.store.revisions(known).items():
            known[id].hear(revision)

    def reread(self, id: str) -> None:
        """A game was changed in the database, beside its object."""
        with self._lock:
            live = self._live_games.get(id)
        if live is not None:
            with live.lock:
                live.forget()
                live.notify()

    def _game_changed(self) -> None:
        self.on_computer_turn()

    # ---- finding ---------------------------------------------------------------------------------------

    def live_game(self, id: str) -> LiveGame:
        """A game, from memory or from disk. There is one object for it as long as anybody holds it."""
        found = self._find(id)
        if found is None:
            with self._gate(id):
                found = self._find(id) or self._made(self._load(id))
        return found

    def _find(self, id: str) -> LiveGame | None:
        with self._lock:
            found = self._live_games.get(id)
            return None if found is None else self._keep(found)

    def _keep(self, live: LiveGame) -> LiveGame:
        with self._lock:
            self._live_games[live.id] = self._recent[live.id] = live
            self._recent.move_to_end(live.id)
            while len(self._recent) > GAMES_KNOWN:
                self._recent.popitem(last=False)
            if live.id in self._awake:
                self._awake.move_to_end(live.id)
            return live

    def _made(self, live: LiveGame) -> LiveGame:
        """A game that is new in memory."""
        live.on_waking = self._woken
        self._woken(live)
        return self._keep(live)

    def _woken(self, live: LiveGame) -> None:
        """So many games are in memory; those that were asked for longest ago rest."""
        with self._lock:
            self._awake[live.id] = live
            self._awake.move_to_end(live.id)
            most = self.games_in_memory or GAMES_IN_MEMORY
            for id, other in list(self._awake.items())[: max(0, len(self._awake) - most)]:
                if other is not live and other.rest():
                    del self._awake[id]

    @contextmanager
    def _gate(self, id: str) -> Iterator[None]:
        """One at a time makes, opens or removes a game; those of other games need not wait."""
        with self._lock:
            gate, users = self._gates.get(id, (Lock(), 0))
            self._gates[id] = (gate, users + 1)
        try:
            with gate:
                yield
        finally:
            with self._lock:
                gate, users = self._gates.pop(id)
                if users > 1:
                    self._gates[id] = (gate, users - 1)

    def _all_live(self) -> list[LiveGame]:
        with self._lock:
            return list(self._live_games.values())

    def live_count(self) -> int:
        """How many games are in memory."""
        with self._lock:
            return sum(not live.resting for live in self._live_games.values())

    def _load(self, id: str) -> LiveGame:
        try:
            opened = open_game(self.store, id)
        except Refused as wrong:
            if wrong.status != 404:
                self._broken[id] = str(wrong)
            raise
        self._broken.pop(id, None)
        script = _script(opened.kind, opened.game.rules)
        return LiveGame(
            id, opened.game, opened.seats, self.store, self._game_changed, script, opened.revision, self._of_site
        )

    def _of_site(self, id: str, seat: int) -> str:
        return self.beside(id, seat)

    def seat(self, id: str, token: str) -> tuple[LiveGame, int]:
        """The game and the seat a token is for."""
        live = self.live_game(id)
        for row in live.players():
            if not row.token or is_invitation(row.token):
                continue
            if same(row.token, token):
                return live, row.seat
        raise Refused(403, "seat", "This token does not belong to a seat of this game.")

    def summaries(self) -> list[GameSummary]:
        return [self._summarize(saved) for saved in self.store.saved_games()]

    def summary(self, id: str, visitor: Visitor = OWNER) -> GameSummary:
        """A game, with the tokens of the seats that are this visitor's."""
        try:
            return self._summarize(self.store.saved_game(id), visitor)
        except NoSuchGame as wrong:
            raise Refused(404, "missing", str(wrong)) from None

    def _summarize(self, saved: SavedGame, visitor: Visitor = OWNER) -> GameSummary:
        return summarize(saved._replace(unreadable=self._broken.get(saved.id, saved.unreadable)), visitor)

    def broken_record(self, id: str) -> str:
        """All that is stored of a game that cannot be opened; others have secrets, and their seats export them."""
        try:
            self.live_game(id)
        except Exception as wrong:
            if isinstance(wrong, Refused) and wrong.status == 404:
                raise
            return self.store.record_text(id)
        raise Refused(409, "conflict", "This game can be opened; export its record there.")

    def remove(self, id: str) -> None:
        """Remove a game, even one that cannot be opened."""
        with self._gate(id):
            try:
                self.store.remove(id)
            except NoSuchGame as wrong:
                raise Refused(404, "missing", str(wrong)) from None
            with self._lock:
                found = self._live_games.pop(id, None)
                self._recent.pop(id, None)
                self._awake.pop(id, None)
                self._broken.pop(id, None)
        if found is not None:
            with found.lock:
                found.forget()
                found.notify()

    def hint(self, live: LiveGame, seat: int) -> HintResponse:
        """What the best computer player would do in a seat, from what that seat knows."""
        if not live.is_asked(seat):
            raise Refused(409, "conflict", "This seat has no decision to make.")
        try:
            reply, course = self.hint_players.choose(live, seat, HINT_LEVEL, explain=True)
        except WorkerTimeout as wrong:
            raise Refused(503, "busy", f"No hint available: {wrong} Try again.") from None
        assert reply.hint is not None
        return HintResponse(HINT_LEVEL, len(course), reply.action, reply.why, reply.hint)

    def prepare_hints(self) -> None:
        """Choose ahead in games that were just opened, so that their first hint comes quickly."""
        for live in self._all_live():
            if live.resting or live.id in self._hints_prepared:
                continue
            people = [row.seat for row in live.seats if not row.level and live.is_asked(row.seat)]
            if people:
                self._hints_prepared.add(live.id)
                self.hint_players.choose(live, people[0], HINT_LEVEL)

    # ---- creating ----------------------------------------------------------------------------------------

    def create(self, request: NewGameRequest) -> GameSummary:
        if request.lesson:
            return self.create_lesson(request.game)
        try:
            rules = register.rules(request.game, request.scenario or None, request.options)
            table_of(rules)
            check_together(rules)
            seats = _seat_rows(rules, request.seats)
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None
        return self.add("table", Game.started(rules, Seeded()), seats)

    def create_lesson(self, name: str, student: Student | None = None) -> GameSummary:
        """The guided game: its dice are those of the lesson, so that its script holds."""
        try:
            start = lessons.start_of(register.info(name))
            script = None if start is None else lessons.script_of(rules := register.rules(name, *start))
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None
        if script is None:
            raise Refused(400, "words", f"{name} has no guided game.")
        students = [
            SeatRequest(seat.name, "human") if i == script.seat else SeatRequest(seat.name, "computer", script.level)
            for i, seat in enumerate(rules.seats)
        ]
        return self.add(LESSON, script.start(rules), _owned(_seat_rows(rules, students), student))

    def import_game(self, text: str, requested: Sequence[SeatRequest]) -> GameSummary:
        """A game from a record or a position; an error names the line that is wrong."""
        game = self._read(text)
        try:
            seats = _seat_rows(game.rules, requested or _all_human(game.rules))
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None
        return self.add("import", game, seats)

    def import_board(self, text: str, student: Student) -> GameSummary:
        """Likewise, as a private board of a member; nobody's own numbers, for a site keeps those it has compiled."""
        game = self._read(text, own_numbers=False)
        return self.add(WHATIF, game, _owned(_seat_rows(game.rules, _all_human(game.rules)), student))

    def _read(self, text: str, own_numbers: bool = True) -> Game:
        try:
            return self.imports.game(text, own_numbers)
        except BadFile as wrong:
            raise Refused(422, "file", str(wrong)) from None
        except OstfrontError as wrong:
            raise Refused(400, "words", str(wrong)) from None

    def what_if(self, live: LiveGame, seat: int, moment: int, student: Student | None = None) -> GameSummary:
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
        return self.add(WHATIF, game, _owned(_seat_rows(rules, _all_human(rules)), student), live.id)

    def add(
        self,
        kind: str,
        game: Game,
        seats: Sequence[SeatRow],
        parent: str = "",
        also: Callable[[Connection, str], None] = lambda base, id: None,
    ) -> GameSummary:
        """Keep a new game; `also` is done in the same transaction, with the id of the game."""
        assert isinstance(game.source, Seeded)
        id = secrets.token_hex(6)
        with self._gate(id):
            secret = game.source.secret.hex()
            saved = self.store.create(id, kind, game, secret, seats, time(), parent, lambda base: also(base, id))
            script = _script(kind, game.rules)
            self._made(LiveGame(id, game, seats, self.store, self._game_changed, script, beside=self._of_site))
        self.on_computer_turn()
        return summarize(saved)


def _script(kind: str, rules: Rules) -> lessons.Script | None:
    return lessons.script_of(rules) if kind == LESSON else None


def summarize(saved: SavedGame, visitor: Visitor = OWNER) -> GameSummary:
    """A game as the list shows it. One that cannot be read is shown as such: the list must not fail for it."""
    title, unreadable = str(saved.game), saved.unreadable
    try:
        title = register.info(saved.game).title
    except OstfrontError as wrong:
        unreadable = unreadable or str(wrong)
    names = dict(enumerate(saved.names))
    seats = tuple(
        SeatInfo(names.get(s.seat, str(s.seat)), s.player, s.level, s.name, token_for(visitor, s))
        for s in saved.seats
    )
    return GameSummary(
        saved.id, saved.game, title, saved.scenario, saved.kind, _stamp(saved.created), _stamp(saved.changed),
        saved.turn, saved.moment, saved.awaited, saved.result, saved.commitment, seats, unreadable, saved.parent,
    )  # fmt: skip


def _stamp(seconds: float) -> str:
    """Empty if it is no date."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError, OverflowError, OSError):
        return ""


def _all_human(rules: Rules) -> list[SeatRequest]:
    """All seats played on this screen."""
    return [SeatRequest(seat.name, "friend" if i else "human") for i, seat in enumerate(rules.seats)]


def _seat_rows(rules: Rules, requested: Sequence[SeatRequest]) -> list[SeatRow]:
    names = [seat.name for seat in rules.seats]
    by_seat = {request.seat: request for request in requested}
    if sorted(by_seat) != sorted(names) or len(requested) != len(names):
        raise BadAction(f"Assign each of {' and '.join(names)} exactly once.")
    # nobody's secrets are at stake where only computers play: people may look on from every seat
    watched = all(request.player == COMPUTER for request in requested)
    rows = []
    for i, name in enumerate(names):
        request = by_seat[name]
        if request.player not in PLAYERS:
            raise BadAction(f"A seat can be played by {either(PLAYERS)}, not by '{request.player}'.")
        computer = request.player == COMPUTER
        if computer:
            ai.maker(request.level)
        token = "" if computer and not watched else new_invitation() if request.player == GUEST else new_token()
        rows.append(SeatRow(i, request.player, request.level if computer else "", clean_name(request.name), token))
    return rows


def _owned(rows: Sequence[SeatRow], student: Student | None) -> list[SeatRow]:
    """At a site the seats of people are those of the member who asked for the board."""
    if student is None:
        return list(rows)
    name, account = student
    return [
        row if row.player == COMPUTER else row._replace(player=MEMBER, name=name, account=account) for row in rows
    ]


def check_together(rules: Rules) -> None:
    """Options that exclude each other: a game already begun with them is played on, but none is begun."""
    chosen = rules.settings.options
    changed = {option.name: option for option in rules.info.options if chosen.get(option.name) != option.default}
    for option in changed.values():
        for other in option.excludes:
            if other in changed:
                raise BadAction(f"'{option.shown}' and '{changed[other].shown}' cannot be chosen together.")
