"""A game being played: one lock, one game in memory, every change on disk before it is acknowledged.

Memory is never ahead of the disk: a change that fails, wherever it fails, leaves the game that is on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import time

import msgspec
from sqlalchemy import Connection

from ostfront.core.errors import BadAction, BadFile, IllegalAction, NotYourTurn, OstfrontError
from ostfront.core.page import lessons
from ostfront.core.page.battles import BattleCard
from ostfront.core.page.public import PUBLIC, view_of
from ostfront.core.page.questions import reasons
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Entry
from ostfront.core.play.view import View
from ostfront.server.battle_cards import BattleCards
from ostfront.server.catching_up import catch_up
from ostfront.server.draft_changes import rewrite
from ostfront.server.game_lock import GameLock
from ostfront.server.game_store import GameMovedOn, GameStore, NoSuchGame, OpenedGame, SeatRow
from ostfront.server.listeners import Listeners
from ostfront.server.log import log
from ostfront.server.messages import Refused
from ostfront.server.notes import Notes
from ostfront.server.on_disk import OnDisk
from ostfront.server.past import decision_moments, past_of
from ostfront.server.seat_view import EncodedView, draft_of, encode_view
from ostfront.server.turn_history import TurnHistory

LONGEST_DRAFT = 2000
Course = tuple[Entry, ...]
REFUSALS = (IllegalAction, BadAction, NotYourTurn, Refused)  # raised before anything is done


def open_game(store: GameStore, id: str) -> OpenedGame:
    """A game from disk; what had to be given up for it is said on stderr."""
    try:
        opened = store.open(id, time())
    except NoSuchGame as wrong:
        raise Refused(404, "missing", str(wrong)) from None
    except BadFile as wrong:
        raise Refused(422, "file", f"This game cannot be continued: {wrong}") from None
    if opened.given_up:
        log.warning("game %s: %s", id, opened.given_up)
    return opened


class LiveGame:
    """A game with its seats. Every public method takes the lock and answers one seat."""

    def __init__(
        self,
        id: str,
        game: Game,
        seats: Sequence[SeatRow],
        store: GameStore,
        on_change: Callable[[], None] = lambda: None,
        script: lessons.Script | None = None,
        revision: int = 0,
        beside: Callable[[str, int], str] = lambda id, seat: "",
    ) -> None:
        """`on_change` is called after every change: a computer player may have something to do.

        `script` is that of a guided game. `beside` changes with what a seat may know of what is kept beside the game.
        """
        self.id = id
        self.script = script
        self.lock = GameLock(self._look_again)
        self.version = 0  # grows with every change
        self.watched = False  # only looked at: nothing is asked, and nobody's plans are shown
        self.store = store
        self._seat_views: dict[int, tuple[int, EncodedView]] = {}
        self._listeners = Listeners()
        self._on_change = on_change
        self.on_waking: Callable[[LiveGame], None] = lambda live: None
        self.beside = beside
        self._disk = OnDisk(store, id)
        self._take(game, seats, revision)

    def _take(self, game: Game, seats: Sequence[SeatRow], revision: int) -> None:
        """A game as it is on disk."""
        notes = Notes(self.store, self.id)  # first: if the database is away, nothing is taken
        self._disk.take(game, revision)
        self.notes = notes
        self.seats = tuple(seats)
        self._in_memory: Game | None = game  # None: to be read from disk again
        self.resting = False  # not in memory, though nothing has changed since
        self._etags: dict[int, tuple[int, str]] = {}  # of the views, by seat, with the version
        self._turn_history = TurnHistory()
        self._battles = BattleCards()
        self._drafts = {s.seat: (s.draft_after, s.draft) for s in seats}  # the last one accepted, by seat
        self.version += 1

    def _look_again(self) -> None:
        """Other processes may have changed the game."""
        if self._known and self._disk.has_moved():
            self.forget() if self._in_memory is None else self._catch_up(self._in_memory)

    @property
    def _known(self) -> bool:
        """Whether anything is in memory that may be out of date."""
        return self.resting or self._in_memory is not None

    def hear(self, revision: int) -> None:
        """The game has this revision on disk; if that is news, whoever waits for a change is told."""
        if self._disk.hear(revision):
            self.notify()

    def _catch_up(self, game: Game) -> None:
        try:
            news = self.store.news(self.id)
            if news is not None and catch_up(game, news.rows):
                self._take(game, news.seats, news.revision)
            else:
                self.forget()
        except BaseException:  # nobody knows how far it got
            self.forget()
            raise

    # ---- resting ---------------------------------------------------------------------------------------

    def rest(self) -> bool:
        """Leave memory but for what those need who wait for a change; not while somebody is at work on the game."""
        return self.lock.unless_taken(self._rest)

    def _rest(self) -> None:
        if self._in_memory is not None:
            self._in_memory = None
            self.resting = True
            self._seat_views.clear()
            self._battles.clear()
            self._turn_history = TurnHistory()

    def etag(self, seat: int) -> str:
        """That of the seat's view. A game that rests is not woken for it."""
        with self.lock:
            version, known = self._etags.get(seat, (-1, ""))
            return known if version == self.version else self.seat_view(seat).etag

    # ---- asking ----------------------------------------------------------------------------------------

    def seat_view(self, seat: int) -> EncodedView:
        """The seat's view, made once for each change."""
        with self.lock:
            version, view = self._seat_views.get(seat, (-1, None))
            if view is None or version != self.version:
                view = self._encoded(seat)
                self._remember(seat, view)
            return view

    def _remember(self, seat: int, view: EncodedView) -> None:
        self._seat_views[seat] = (self.version, view)
        self._etags[seat] = (self.version, view.etag)

    def seat_view_at(self, seat: int, moment: int) -> EncodedView:
        with self.lock:
            if moment == len(self._game.entries or ()):
                return self.seat_view(seat)
            return encode_view(self.id, past_of(self._game, moment), seat, self.seats, at=moment)

    def seat_view_after(self, seat: int, moment: int) -> EncodedView:
        """At the first decision that was open then or later."""
        with self.lock:
            found = (at for at in self.decision_moments() if at >= moment)
            return self.seat_view_at(seat, next(found, self.moment))

    def view(self, seat: int) -> View:
        """For questions; use it within the lock."""
        return view_of(self._game, seat)

    @property
    def game(self) -> Game:
        """For files and the computer's side; use it within the lock."""
        return self._game

    @property
    def _game(self) -> Game:
        if self._in_memory is None:
            with self.lock:
                opened = open_game(self.store, self.id)
                self._take(opened.game, opened.seats, opened.revision)
                self.on_waking(self)
                return opened.game
        return self._in_memory

    @property
    def source(self) -> LiveGame:
        """Where changes are told of."""
        return self

    @property
    def moment(self) -> int:
        return len(self._game.entries or ())

    @property
    def course(self) -> Course:
        """All that happened so far. It is never again what it was before a takeback that was agreed on."""
        return tuple(self._game.entries or ())

    def decision_moments(self) -> list[int]:
        """The moments at which somebody had to decide, and the present."""
        return decision_moments(self._game)

    def turn_history(self) -> TurnHistory:
        with self.lock:
            self._turn_history.catch_up(self._game)
            return self._turn_history

    def past(self, moment: int) -> Game:
        """A copy of the game at that moment, with its own dice."""
        with self.lock:
            return past_of(self._game, moment)

    def battle(self, seat: int, entry: int) -> BattleCard:
        """The battle that this entry is part of, as the seat may know it."""
        with self.lock:
            return self._battles.card(self._game, seat, entry)

    # ---- acting ----------------------------------------------------------------------------------------

    def put_draft(self, seat: int, after: int, actions: Sequence[str]) -> EncodedView:
        """Replace a seat's draft. The same request again changes nothing."""
        asked = msgspec.json.encode(list(actions)).decode()
        if len(actions) > LONGEST_DRAFT:
            raise Refused(400, "malformed", f"A draft has at most {LONGEST_DRAFT} actions.")
        with self.lock:
            start, acts = draft_of(self._game, seat, self.seats)
            if self._drafts[seat] == (after, asked):
                return self.seat_view(seat)
            if after != start:
                message = f"The game has moved on: this draft follows entry {after}, yours starts at entry {start}."
                raise self._conflict(seat, message)
            present = [self._game.text(act.action) for act in acts]
            try:
                with self._changing() as game:
                    if list(actions) != present:
                        rewrite(game, seat, acts, present, actions)
                        self._follow_script(game, seat if len(actions) < len(present) else None)
                    view = self._encoded(seat)
                    beside = self._save(start, draft=(seat, after, asked))
            except GameMovedOn as wrong:
                if not self._is_accepted(seat, after, asked):
                    raise self._conflict(seat, str(wrong)) from None
                return self.seat_view(seat)  # it was this very draft, sent before to a server that died
            except OstfrontError as wrong:
                raise self._refused(seat, wrong) from None
            self._drafts[seat] = (after, asked)
            return self._told(seat, view, beside)

    def _is_accepted(self, seat: int, after: int, asked: str) -> bool:
        """Whether this is the last draft of the seat, also if the game has to be read again to know."""
        self._game  # noqa: B018
        return self._drafts[seat] == (after, asked)

    def undo(self, seat: int, moment: int) -> EncodedView:
        """Take back the last action of the draft, if the game is still at that moment."""
        with self.lock:
            start, acts = draft_of(self._game, seat, self.seats)
            if moment != self.moment:
                raise self._conflict(seat, f"The game has moved on: it is at moment {self.moment}, not {moment}.")
            kept = len(acts) - 1 - self._answered_for(seat)
            if kept < 0:
                raise self._conflict(seat, "Nothing can be taken back past a roll or another player's action.")
            return self.put_draft(seat, start, [self._game.text(act.action) for act in acts[:kept]])

    def concede(self, seat: int) -> EncodedView:
        """Give the game up for a seat, at any time."""
        with self.lock:
            was = self.moment
            try:
                with self._changing() as game:
                    game.concede(seat)
                    view = self._encoded(seat)
                    beside = self._save(was)
            except OstfrontError as wrong:
                raise self._refused(seat, wrong) from None
            return self._told(seat, view, beside)

    def settle(self, change: Callable[[Game], int], also: Callable[[Connection], None]) -> None:
        """Change the game as its players agreed, or as a clock demands.

        `change` returns the number of entries that stay; `also` is done in the transaction. Raises GameMovedOn if
        somebody else was quicker. What was remembered of the game is forgotten, since it may have gone back.
        """
        with self.lock:
            try:
                with self._changing() as game:
                    self._save(change(game), also=also)
            except GameMovedOn:
                raise
            except OstfrontError as wrong:
                raise Refused(409, "conflict", str(wrong)) from None
            self.forget()
            self._tell()

    def order(self, seat: int, window: str, answer: str, when: str, this_phase: bool) -> EncodedView:
        with self.lock:
            was = self.moment
            try:
                with self._changing() as game:
                    game.order(seat, window, answer, when, this_phase)
                    view = self._encoded(seat)
                    beside = self._save(was)
            except (GameMovedOn, NoSuchGame) as wrong:
                raise self._conflict(seat, str(wrong)) from None
            except OstfrontError as wrong:
                raise Refused(400, "words", str(wrong)) from None
            return self._told(seat, view, beside)

    def revoke(self, seat: int, window: str) -> EncodedView:
        with self.lock:
            try:
                with self._changing() as game:
                    game.revoke(seat, window)
                    view = self._encoded(seat)
                    beside = self._save(self.moment)
            except (GameMovedOn, NoSuchGame) as wrong:
                raise self._conflict(seat, str(wrong)) from None
            return self._told(seat, view, beside)

    def reseat(self, row: SeatRow) -> None:
        """Another player in a seat, or another token for it."""
        with self.lock:
            try:
                self.store.reseat(self.id, row)
            except NoSuchGame as wrong:
                raise Refused(404, "missing", str(wrong)) from None
            self._disk.revision += 1
            self.seats = tuple(row if row.seat == old.seat else old for old in self.seats)
            self._tell()

    def play_computer_action(self, seat: int, action: str, chosen_for: Course, job: int, lease: float) -> bool:
        """Play an action if the game still is what it was chosen for; False if it has moved on or gone back.

        The number of entries would not do: it is the same again some time after a takeback.
        """
        with self.lock:
            if self.course != chosen_for or all(d.seat != seat for d in self._game.state.pending):
                return False
            with self._changing() as game:
                game.play(action, seat)
                self._follow_script(game)
                self._save(len(chosen_for), job=job, lease=lease)
            self._tell()
            return True

    def _follow_script(self, game: Game, undone: int | None = None) -> None:
        """In a guided game; `undone` is the seat that has taken something back."""
        if self.script is not None:
            if undone is not None:
                lessons.take_back(self.script, game, undone)
            lessons.follow(self.script, game)

    def _answered_for(self, seat: int) -> int:
        """How many of the seat's last actions were those of the script of a guided game."""
        return (
            lessons.answered(self.script, self._game) if self.script is not None and self.script.seat == seat else 0
        )

    def players(self) -> tuple[SeatRow, ...]:
        """Who plays, as it is on disk."""
        with self.lock:
            if not self.resting:
                self._game  # noqa: B018 - read again if another server has changed it
            return self.seats

    def is_asked(self, seat: int) -> bool:
        with self.lock:
            return any(d.seat == seat for d in self._game.state.pending)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Notes are changed in here; whoever may see them is told."""
        with self.lock:
            yield
            self._disk.revision += 1
            self._tell()

    # ---- listening -------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this once, after the next change."""
        self._listeners.add(listener)

    def unlisten(self, listener: Callable[[], None]) -> None:
        self._listeners.drop(listener)

    def notify(self) -> None:
        self._listeners.tell()
        self._on_change()

    # ---- saving ---------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[Game]:
        """What is done in here is on disk at the end, or is not done: the game is then read from disk again."""
        game = self._game
        try:
            yield game
        except REFUSALS:
            if self._disk.differs(game):
                self.forget()
            raise
        except BaseException:  # of the rules, or of the disk: nobody knows how far it got
            self.forget()
            raise

    def forget(self) -> None:
        """Read the game from disk when it is needed again."""
        self._in_memory = None
        self.resting = False
        self.version += 1

    def _save(
        self, since: int, *, draft: tuple[int, int, str] | None = None, job: int = 0, lease: float = 0.0,
        also: Callable[[Connection], None] = lambda base: None,
    ) -> bool:  # fmt: skip
        """Save before anyone is told. Whether something beside the game has changed with it."""
        return self._disk.save(self._game, since, self.seats, draft, job, lease, also)

    def _encoded(self, seat: int) -> EncodedView:
        """The answer to a change is made before it is saved: if it cannot be shown, it is not made."""
        notes, beside = self.notes.digest(PUBLIC if self.watched else seat), self.beside(self.id, seat)
        return encode_view(
            self.id,
            self._game,
            seat,
            self.seats,
            script=self.script,
            notes=notes,
            beside=beside,
            watched=self.watched,
        )

    def _told(self, seat: int, view: EncodedView, beside: bool) -> EncodedView:
        """The view that was made before the change was saved, unless something beside the game followed from it."""
        self._tell()
        if beside:
            return self.seat_view(seat)
        self._remember(seat, view)
        return view

    def _tell(self) -> None:
        """The change is on disk."""
        self.version += 1
        self.notify()

    # ---- refusing --------------------------------------------------------------------------------------

    def _conflict(self, seat: int, message: str) -> Refused:
        return Refused(409, "conflict", message, view=self.seat_view(seat).body)

    def _refused(self, seat: int, wrong: OstfrontError) -> Refused:
        if isinstance(wrong, IllegalAction):
            found = reasons(self._game.rules, wrong.objections)
            return Refused(422, "illegal", str(wrong), found, self.seat_view(seat).body)
        if isinstance(wrong, NotYourTurn | GameMovedOn | NoSuchGame):
            return self._conflict(seat, str(wrong))
        return Refused(400, "words", str(wrong))
