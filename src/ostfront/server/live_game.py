"""A game being played: one lock, one game in memory, every change on disk before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from time import time

import msgspec

from ostfront.core.errors import IllegalAction, NotYourTurn, OstfrontError
from ostfront.core.page.questions import reasons
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.core.play.view import View
from ostfront.server.game_store import GameMovedOn, GameStore, NoSuchGame, SeatRow
from ostfront.server.messages import Refused
from ostfront.server.seat_view import EncodedView, draft_of, encode_view
from ostfront.server.turn_history import TurnHistory

LONGEST_DRAFT = 2000


class LiveGame:
    """A game with its seats. Every public method takes the lock and answers one seat."""

    def __init__(
        self,
        id: str,
        game: Game,
        seats: Sequence[SeatRow],
        store: GameStore,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_change` is called after every change: a computer player may have something to do."""
        self.id = id
        self.seats = tuple(seats)
        self.lock = RLock()
        self.version = 0  # grows with every change
        self._game = game
        self._store = store
        self._seat_views: dict[int, tuple[int, EncodedView]] = {}
        self._turn_history = TurnHistory()
        self._drafts = {s.seat: (s.draft_after, s.draft) for s in seats}  # the last one accepted, by seat
        self._on_disk = self.moment
        self._listeners: list[Callable[[], None]] = []
        self._on_change = on_change

    # ---- asking ----------------------------------------------------------------------------------------

    def seat_view(self, seat: int) -> EncodedView:
        """The seat's view, made once for each change."""
        with self.lock:
            version, view = self._seat_views.get(seat, (-1, None))
            if view is None or version != self.version:
                view = encode_view(self.id, self._game, seat, self.seats)
                self._seat_views[seat] = (self.version, view)
            return view

    def seat_view_at(self, seat: int, moment: int) -> EncodedView:
        with self.lock:
            if moment == len(self._game.entries or ()):
                return self.seat_view(seat)
            return encode_view(self.id, self._past(moment), seat, self.seats, at=moment)

    def view(self, seat: int) -> View:
        """For questions; use it within the lock."""
        return self._game.view(seat)

    @property
    def game(self) -> Game:
        """For files and the computer's side; use it within the lock."""
        return self._game

    @property
    def moment(self) -> int:
        return len(self._game.entries or ())

    def decision_moments(self) -> list[int]:
        """The moments at which somebody had to decide."""
        entries = self._game.entries or []
        return [*(i for i, entry in enumerate(entries) if isinstance(entry, Act)), len(entries)]

    def turn_history(self) -> TurnHistory:
        with self.lock:
            self._turn_history.catch_up(self._game)
            return self._turn_history

    def past(self, moment: int) -> Game:
        """A copy of the game at that moment, with its own dice."""
        with self.lock:
            return self._past(moment)

    def _past(self, moment: int) -> Game:
        entries = self._game.entries or []
        if moment == len(entries):
            return self._game.twin()
        if not 0 <= moment < len(entries) or not isinstance(entries[moment], Act):
            raise Refused(404, "missing", f"No decision was open at moment {moment}.")
        copy = self._game.twin()
        try:
            copy.rewind(moment)
        except NotYourTurn as wrong:
            raise Refused(404, "missing", str(wrong)) from None
        return copy

    # ---- acting ----------------------------------------------------------------------------------------

    def put_draft(self, seat: int, after: int, actions: Sequence[str]) -> EncodedView:
        """Replace a seat's draft. The same request again changes nothing."""
        asked = msgspec.json.encode(list(actions)).decode()
        if len(actions) > LONGEST_DRAFT:
            raise Refused(400, "malformed", f"A draft has at most {LONGEST_DRAFT} actions.")
        with self.lock:
            if self._drafts[seat] == (after, asked):
                return self.seat_view(seat)
            start, acts = draft_of(self._game, seat)
            if after != start:
                message = f"The game has moved on: this draft follows entry {after}, yours starts at entry {start}."
                raise self._conflict(seat, message)
            present = [self._game.text(act.action) for act in acts]
            if list(actions) != present:
                self._rewrite(seat, acts, present, actions)
            try:
                self._save(start, draft=(seat, after, asked))
            except (GameMovedOn, NoSuchGame) as wrong:
                raise self._conflict(seat, str(wrong)) from None
            self._drafts[seat] = (after, asked)
            return self.seat_view(seat)

    def undo(self, seat: int, moment: int) -> EncodedView:
        """Take back the last action of the draft, if the game is still at that moment."""
        with self.lock:
            start, acts = draft_of(self._game, seat)
            if moment != self.moment:
                raise self._conflict(seat, f"The game has moved on: it is at moment {self.moment}, not {moment}.")
            if not acts:
                raise self._conflict(seat, "Nothing can be taken back past a roll or another player's action.")
            return self.put_draft(seat, start, [self._game.text(act.action) for act in acts[:-1]])

    def _rewrite(self, seat: int, acts: Sequence[Act], present: Sequence[str], actions: Sequence[str]) -> None:
        """Replace the current draft. Dice end it, so a refused draft never shows what they would have been."""
        game = self._game
        same = 0
        while same < min(len(present), len(actions)) and present[same] == actions[same]:
            same += 1
        try:
            if same < len(present):
                game.replace_draft(seat, [act.action for act in acts[:same]])
            if same < len(actions):
                game.play("; ".join(actions[same:]), seat)
        except OstfrontError as wrong:
            if same < len(present):
                game.replace_draft(seat, [act.action for act in acts])
            raise self._refused(seat, wrong) from None

    def order(self, seat: int, window: str, answer: str, when: str, this_phase: bool) -> EncodedView:
        with self.lock:
            was = self.moment
            try:
                self._game.order(seat, window, answer, when, this_phase)
            except OstfrontError as wrong:
                raise Refused(400, "words", str(wrong)) from None
            self._store.save_orders(self.id, self._game)
            self._save(was)
            return self.seat_view(seat)

    def revoke(self, seat: int, window: str) -> EncodedView:
        with self.lock:
            self._game.revoke(seat, window)
            self._store.save_orders(self.id, self._game)
            self.version += 1
            self.notify()
            return self.seat_view(seat)

    def play_computer_action(self, seat: int, action: str, after: int, job: int, lease: float) -> bool:
        """Play an action chosen for this moment; False if the game has moved on meanwhile."""
        with self.lock:
            if self.moment != after or all(d.seat != seat for d in self._game.state.pending):
                return False
            self._game.play(action, seat)
            self._save(after, job=job, lease=lease)
            return True

    def is_asked(self, seat: int) -> bool:
        with self.lock:
            return any(d.seat == seat for d in self._game.state.pending)

    # ---- listening -------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this once, after the next change."""
        with self.lock:
            self._listeners.append(listener)

    def unlisten(self, listener: Callable[[], None]) -> None:
        with self.lock:
            if listener in self._listeners:
                self._listeners.remove(listener)

    def notify(self) -> None:
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()
        self._on_change()

    # ---- saving ---------------------------------------------------------------------------------------

    def _save(
        self, since: int, *, draft: tuple[int, int, str] | None = None, job: int = 0, lease: float = 0.0
    ) -> None:
        """Save before anyone is told; if that fails, the game in memory is reset to the one on disk."""
        try:
            self._store.save_progress(
                self.id, self._game, since, self._on_disk, self.seats, time(), draft, job, lease
            )
        except BaseException:
            self._reload()
            raise
        self._on_disk = self.moment
        self.version += 1
        self.notify()

    def _reload(self) -> None:
        self._game = self._store.load(self.id)
        self.seats = self._store.saved_game(self.id).seats
        self._drafts = {s.seat: (s.draft_after, s.draft) for s in self.seats}
        self._on_disk = self.moment
        self._turn_history = TurnHistory()
        self.version += 1

    # ---- refusing --------------------------------------------------------------------------------------

    def _conflict(self, seat: int, message: str) -> Refused:
        return Refused(409, "conflict", message, view=self.seat_view(seat).body)

    def _refused(self, seat: int, wrong: OstfrontError) -> Refused:
        if isinstance(wrong, IllegalAction):
            found = reasons(self._game.rules, wrong.objections)
            return Refused(422, "illegal", str(wrong), found, self.seat_view(seat).body)
        if isinstance(wrong, NotYourTurn):
            return self._conflict(seat, str(wrong))
        return Refused(400, "words", str(wrong))
