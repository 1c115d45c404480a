"""A game: rules, state and history, with everything a player or a program may do to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ostfront.core.errors import BadAction, IllegalAction, NotYourTurn, OstfrontError, either
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.chance import Seeded, Source
from ostfront.core.play.compounds import Part, steps_of
from ostfront.core.play.legal import Legal
from ostfront.core.play.orders import Order, Orders, check_order, ordered
from ostfront.core.play.referee import Objection
from ostfront.core.play.rules import Odds, Rules
from ostfront.core.play.sequence import Act, Entry, Mark, Outcome, Play
from ostfront.core.play.state import Decision, Result, State

if TYPE_CHECKING:
    from ostfront.core.play.view import View

SNAPSHOT_EVERY = 64
COPY = Mark("copy")  # what was rolled before it was rolled in another game


class Question(NamedTuple):
    """An open decision as a person reads it."""

    seat: str
    kind: str
    prompt: str
    rule: str


class Game(Play[Any, Any]):
    """A game in progress. `play` is checked by the referee, `push` is not."""

    __slots__ = ("_snapshots", "began", "orders")

    rules: Rules

    def __init__(self, rules: Rules, source: Source | None = None, state: State | None = None) -> None:
        super().__init__(rules, state if state is not None else rules.start(), source or Seeded())
        self.orders: Orders = {}
        self.began = ""  # the position it began from, when that is not its scenario's start
        self._snapshots: list[tuple[int, Any]] = [(0, self.state.clone())]

    @classmethod
    def started(cls, rules: Rules, source: Source | None = None) -> Game:
        """A new game, brought to its first decision."""
        game = cls(rules, source)
        game.advance()
        return game

    # ---- asking -----------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        result: Result | None = self.state.result
        return result

    @property
    def pending(self) -> tuple[Question, ...]:
        return tuple(self.question(decision) for decision in self.state.pending)

    def question(self, decision: Decision) -> Question:
        kind = self.rules.kinds[decision.kind]
        prompt = kind.prompt if isinstance(kind.prompt, str) else kind.prompt(self, decision)
        return Question(self.rules.seats[decision.seat].name, kind.name, prompt, self.rules.rule(kind.rule))

    @property
    def legal(self) -> Legal:
        """The legal actions of the first open decision."""
        return self.legal_of(None)

    def legal_of(self, seat: int | str | None) -> Legal:
        if not self.state.pending:
            return Legal(self, Options())
        return Legal(self, self.options(self.decision_of(self.seat_index(seat))))

    def seat_index(self, seat: int | str | None) -> int | None:
        """The number of a seat, by number or name."""
        if seat is None or isinstance(seat, int):
            if seat is not None and not 0 <= seat < len(self.rules.seats):
                raise NotYourTurn(f"There is no seat {seat}; there are {len(self.rules.seats)}.")
            return seat
        for i, candidate in enumerate(self.rules.seats):
            if candidate.name.lower() == seat.lower():
                return i
        raise NotYourTurn(f"There is no seat '{seat}'; there are {either(s.name for s in self.rules.seats)}.")

    def text(self, action: Action) -> str:
        return self.rules.vocabulary.text(action)

    def parse(self, action: Action | str) -> Action:
        """The action a person wrote, or a program's, made sure to be one of this game's."""
        words = self.rules.vocabulary
        return words.parse(action) if isinstance(action, str) else words.checked(action)

    def why_not(self, action: Action | str, seat: int | str | None = None) -> list[Objection]:
        """Every rule an action would break; empty when it is legal."""
        value = self.parse(action)
        try:
            decision = self.decision_for(self.seat_index(seat), value.verb)
        except NotYourTurn as wrong:
            return [Objection(self.rules.rule(self.rules.sequence_rule), str(wrong))]
        return self.objections(decision, value)

    def objections(self, decision: Decision, action: Action) -> list[Objection]:
        kind = self.rules.kinds[decision.kind]
        if action.verb not in kind.names:
            answers = either(self.rules.vocabulary.verbs[verb].usage for verb in kind.names)
            text = f"'{action.verb}' does not answer this; {answers} would."
            return [Objection(self.rules.rule(kind.rule), text)]
        return self.rules.referee.judge(self, decision, action)

    def odds(self, action: Action | str, seat: int | str | None = None) -> Odds | None:
        """The exact distribution of what an action leads to, or None when nothing is rolled."""
        decision = self.decision_of(self.seat_index(seat))
        odds = self.rules.info.odds
        return None if odds is None else odds(self, decision.seat, self.parse(action))

    def view(self, seat: int | str) -> View:
        """What a seat may know, and the only thing to show it."""
        from ostfront.core.play.view import View

        index = self.seat_index(seat)
        assert index is not None
        return View(self, index)

    # ---- acting -----------------------------------------------------------------------------------

    def play(self, action: Action | str, seat: int | str | None = None) -> None:
        """Do something, if the referee lets it pass.

        A compound (`move 7Pz 3622`, or steps with `;` between) is refused as a whole if one of its steps is. It ends
        early, without complaint, where dice, a reveal or another seat's action come between: those cannot be taken
        back, and the rest was meant for another situation.
        """
        index = self.seat_index(seat)
        parts = self.parts(action)
        if len(parts) == 1:
            self.push(*self._allowed(action if isinstance(action, Action) else parts[0].text, index))
        else:
            self._play_parts(parts, index)

    def parts(self, action: Action | str) -> list[Part]:
        """The steps of a compound, or of several actions with `;` between; a plain action is its own only step."""
        if not isinstance(action, str):
            return [Part(self.text(self.parse(action)))]
        rules = self.rules
        pieces = [piece.strip() for piece in action.split(";") if piece.strip()]
        parts = [part for piece in pieces for part in steps_of(rules.compounds, rules.vocabulary.verbs, piece)]
        if not parts:
            raise BadAction("An action is a verb and what it takes, such as 'pass'; nothing was given.")
        return parts

    def _play_parts(self, parts: Sequence[Part], seat: int | None) -> None:
        """Play the steps of a compound up to the first that lets go of the moment; refused, nothing has happened."""
        for part in parts:
            self.parse(part.text)
        state, orders, history = self.state.clone(), dict(self.orders), self.entries
        if history is None:
            self.entries, self._snapshots = [], [(0, state)]
        entries = self.entries
        assert entries is not None
        start, told = len(entries), len(self.events or ())
        try:
            for part in parts:
                again = True
                while again:
                    length = len(entries)
                    value = self._chosen(part, seat)
                    if value is None:
                        break
                    allowed = self._allowed(value, seat)
                    seat = allowed[1].seat
                    self.push(*allowed)
                    if len(entries) != length + 1 or all(d.seat != seat for d in self.state.pending):
                        return
                    again = part.again and self._offered(part.text, seat)
        except BaseException:
            self.state, self.orders, self.prepared = state, orders, None
            del entries[start:]
            if self.events is not None:
                del self.events[told:]
            while self._snapshots and self._snapshots[-1][0] > start:
                self._snapshots.pop()
            raise
        finally:
            if history is None:
                self.entries, self._snapshots = None, []

    def _chosen(self, part: Part, seat: int | None) -> str | None:
        """The action to play for a part; None when it is to be left out."""
        if part.maybe:
            verb = self.parse(part.text).verb
            open_ = [d for d in self.state.pending if seat is None or d.seat == seat]
            if all(verb not in self.rules.kinds[d.kind].names for d in open_):
                return None
        if part.instead and not self._offered(part.text, seat) and self._offered(part.instead, seat):
            return part.instead
        return part.text

    def _offered(self, text: str, seat: int | None) -> bool:
        value = self.parse(text)
        decision = self.decision_for(seat, value.verb)
        return value.verb in self.rules.kinds[decision.kind].names and value in self.options(decision)

    def _allowed(self, action: Action | str, seat: int | None) -> tuple[Action, Decision]:
        """The action and the decision it answers; raises when the referee objects."""
        value = self.parse(action)
        decision = self.decision_for(seat, value.verb)
        objections = self.objections(decision, value)
        if objections:
            raise IllegalAction(self.text(value), objections)
        return value, decision

    def push(self, action: Action, decision: Decision | None = None) -> None:
        """Do something unchecked: for programs that only choose among legal actions."""
        if decision is None:
            decision = self.state.pending[0]
        entries = self.entries
        if entries is not None and len(entries) - self._snapshots[-1][0] >= SNAPSHOT_EVERY:
            self._snapshots.append((len(entries), self.state.clone()))
        self.perform(decision, action)
        if self.orders:
            self._follow_orders()

    # ---- standing orders --------------------------------------------------------------------------

    def order(self, seat: int | str, window: str, answer: str, when: str = "", this_phase: bool = False) -> None:
        """Leave a standing order for a window: always answer so, or only when a public fact holds."""
        where = self.order_for(seat, window, answer)
        phase = self.rules.phase(self.state) if this_phase else ""
        self.orders[where] = Order(self.text(self.parse(answer)), when, phase)
        self._follow_orders()

    def order_for(self, seat: int | str, window: str, answer: str) -> tuple[int, str]:
        """Where an order is kept; raises when it could never be followed."""
        check_order(self.rules, window, answer)
        index = self.seat_index(seat)
        assert index is not None
        return index, window

    def revoke(self, seat: int | str, window: str) -> None:
        index = self.seat_index(seat)
        assert index is not None
        self.orders.pop((index, window), None)

    def _follow_orders(self) -> None:
        """Answer open windows by standing orders; an order that does not fit leaves the window open."""
        while (found := ordered(self, self.orders)) is not None:
            self.perform(*found)

    # ---- taking back ------------------------------------------------------------------------------

    def draft(self, seat: int | str) -> list[Act]:
        """A seat's actions since the last dice, draw, reveal or other seat's action."""
        start, mine = self._draft(seat)
        return [entry for entry in self._history()[start:] if isinstance(entry, Act) and entry.seat == mine]

    def draft_start(self, seat: int | str) -> int:
        """How many entries a seat's draft follows; what others do under seal does not move it."""
        return self._draft(seat)[0]

    def _draft(self, seat: int | str) -> tuple[int, int]:
        mine = self.seat_index(seat)
        assert mine is not None
        entries = self._history()
        still_sealed = {d.kind for d in self.state.pending if self.rules.kinds[d.kind].secrecy != "open"}
        start = len(entries)
        for at in range(len(entries) - 1, -1, -1):
            entry = entries[at]
            if entry == COPY:
                continue
            if not isinstance(entry, Act):
                break
            if entry.seat != mine and entry.kind not in still_sealed:
                break
            start = at  # what others do under seal neither ends a draft nor moves its beginning
        return start, mine

    def replace_draft(self, seat: int | str, actions: Sequence[Action | str], after: int | None = None) -> None:
        """Put other actions in place of a seat's draft. Doing it twice is doing it once.

        `after` is the number of entries the draft follows; when the game has gone on since by other actions than
        these, nothing changes and NotYourTurn is raised. Refused as a whole when one action is.
        """
        start, mine = self._draft(seat)
        before = list(self._history())
        for action in actions:
            for part in self.parts(action):
                self.parse(part.text)
        if after is not None and after != start:
            if after < start and self._acts(after, mine) == self._would_act(actions, after, mine):
                return  # a second click, or a page that did not hear the answer
            raise NotYourTurn(f"The game has gone on: this draft follows entry {after}, the game stands at {start}.")
        others = [entry for entry in before[start:] if isinstance(entry, Act) and entry.seat != mine]
        self._restore(before[:start])
        try:
            for entry in others:
                self.push(entry.action, self.decision_for(entry.seat, entry.action.verb))
            for action in actions:
                self.play(action, mine)
        except OstfrontError:
            self._restore(before)
            raise

    def _acts(self, start: int, seat: int) -> list[Action]:
        """A seat's actions since the history had so many entries."""
        return [entry.action for entry in self._history()[start:] if isinstance(entry, Act) and entry.seat == seat]

    def _would_act(self, actions: Sequence[Action | str], start: int, seat: int) -> list[Action] | None:
        """The actions that these come to, played when the history had so many entries; None when refused."""
        if all(len(self.parts(action)) == 1 for action in actions):
            return [self.parse(action) for action in actions]
        trial = self.clone()
        trial._restore(trial._history()[:start])
        try:
            for action in actions:
                trial.play(action, seat)
        except OstfrontError:
            return None
        return trial._acts(start, seat)

    def undo(self, seat: int | str | None = None) -> None:
        """Take back the last action of a seat's draft; with no seat, the last action of all, dice or not.

        Taking back dice changes the stream, so that they fall anew.
        """
        entries = self._history()
        if seat is not None:
            draft = self.draft(seat)
            if not draft:
                raise NotYourTurn("There is nothing to take back: dice, a draw or another seat came between.")
            self.replace_draft(seat, [act.action for act in draft[:-1]])
            return
        for at in range(len(entries) - 1, -1, -1):
            if isinstance(entries[at], Act):
                self.rewind(at)
                return
        raise NotYourTurn("There is nothing to take back.")

    def rewind(self, length: int) -> None:
        """Go back to the moment when the history had this many entries."""
        entries = self._history()
        lost = entries[length:]
        salt = getattr(self.source, "salt", 0)
        self._restore(entries[:length])
        dice = any(isinstance(e, Outcome) or (isinstance(e, Mark) and e.word == "takeback") for e in lost)
        if dice and isinstance(self.source, Seeded):
            self.source.salt = salt + 1
            self._history().append(Mark("takeback", str(salt + 1)))

    def _history(self) -> list[Entry]:
        if self.entries is None:
            raise OstfrontError("This game keeps no history.")
        return self.entries

    def _restore(self, entries: Sequence[Entry]) -> None:
        """The game as it stood after these entries, from the nearest snapshot."""
        if self._snapshots[0][0] > len(entries):
            raise NotYourTurn("What was played under other rules cannot be taken back.")
        while self._snapshots[-1][0] > len(entries):
            self._snapshots.pop()
        start, state = self._snapshots[-1]
        wanted = list(entries[start:])
        self.state = state.clone()
        self.prepared = None
        copied = COPY in (self.entries or ())
        self.entries = list(entries[:start])
        if isinstance(self.source, Seeded):  # the dice of that time, for draws among equal things
            self.source.salt = salt_after(self.entries)
        if self.events is not None:
            self.events = [event for event in self.events if event.entry <= start and start]
        self.replay(wanted)
        if copied and COPY not in self.entries:
            self._mark_copy()

    def replay(self, entries: Sequence[Entry]) -> None:
        """Play entries again as they were, outcomes included, unchecked."""
        orders, self.orders = self.orders, {}
        at = 0
        while True:
            outcomes: list[tuple[str, int]] = []
            act = entries[at - 1] if at else None
            while at < len(entries) and not isinstance(entries[at], Act):
                entry = entries[at]
                if isinstance(entry, Outcome):
                    outcomes.append((entry.noun, entry.value))
                at += 1
            self.scripted = outcomes[::-1]
            if isinstance(act, Act):
                self.push(act.action, self.decision_for(act.seat, act.action.verb))
            elif not self.entries:
                self.advance()
            self._keep_marks(entries, at)
            if at == len(entries):
                break
            at += 1
        self.scripted = []
        self.orders = orders

    def _keep_marks(self, entries: Sequence[Entry], end: int) -> None:
        """Marks that no rule makes again: takebacks and changes of version."""
        at = end - 1
        while at >= 0 and isinstance(entries[at], Mark):
            at -= 1
        for mark in entries[at + 1 : end]:
            if isinstance(mark, Mark) and mark.word != "reveal":
                self._history().append(mark)
                if isinstance(self.source, Seeded):
                    self.source.salt = salt_after([mark], self.source.salt)

    # ---- copies and files -------------------------------------------------------------------------

    def clone(self, seed: int | str | None = None, history: bool = True) -> Game:
        """A copy with fresh chance: what happens in it says nothing about the real dice to come.

        Without its history it is cheaper, and can neither be taken back nor saved: for search.
        """
        other = object.__new__(Game)
        other.rules = self.rules
        other.facts = self.facts
        other.state = self.state.clone()
        other.source = Seeded() if seed is None else Seeded.of(seed)
        other.scripted = []
        other.prepared = other.judged = None
        other.orders = {}
        other.began = self.began
        if history and self.entries is not None:
            other.entries = list(self.entries)
            other.events = list(self.events or ())
            other._snapshots = list(self._snapshots)
            other._mark_copy()
        else:
            other.entries = None
            other.events = None
            other._snapshots = []
        return other

    def _mark_copy(self) -> None:
        """Say in the history where a copy's own dice begin, if others were rolled before."""
        entries = self._history()
        if any(isinstance(entry, Outcome) for entry in entries):
            entries.append(COPY)

    def save(self, path: str | Path) -> None:
        """Write the whole game, secrets included, as text."""
        from ostfront.core.files.record import save

        save(self, path)

    def __repr__(self) -> str:
        if self.result is not None:
            return f"<Game {self.rules.info.name}, over: {self.result.winner or 'a draw'}>"
        asked = ", ".join(f"{q.seat}: {q.prompt}" for q in self.pending)
        return f"<Game {self.rules.info.name}, {asked}>"


def salt_after(entries: Sequence[Entry], before: int = 0) -> int:
    """The salt of the dice after these entries: a takeback names it, a copy has dice of its own."""
    for entry in reversed(entries):
        if entry == COPY:
            return 0
        if isinstance(entry, Mark) and entry.word == "takeback":
            return int(entry.value)
    return before
