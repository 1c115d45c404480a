"""A game: rules, state and history, with everything a player or a program can do with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ostfront.core.errors import BadAction, IllegalAction, NotYourTurn, Objection, either
from ostfront.core.play import conceding, history
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.chance import Seeded, Source
from ostfront.core.play.compound_play import play_parts
from ostfront.core.play.compounds import Part, steps_of
from ostfront.core.play.history import mark_copy
from ostfront.core.play.legal import Legal
from ostfront.core.play.orders import Order, Orders, check_order, ordered
from ostfront.core.play.rules import Odds, Rules
from ostfront.core.play.sequence import Act, Entry, Play
from ostfront.core.play.state import Decision, Result, State

if TYPE_CHECKING:
    from ostfront.core.play.view import View

SNAPSHOT_EVERY = 64


class Question(NamedTuple):
    """An open decision as a person reads it."""

    seat: str
    kind: str
    prompt: str
    rule: str


class Game(Play[Any, Any]):
    """A game in progress. `play` is checked by the referee, `push` is not."""

    __slots__ = ("began", "orders", "snapshots")

    rules: Rules

    def __init__(self, rules: Rules, source: Source | None = None, state: State | None = None) -> None:
        super().__init__(rules, state if state is not None else rules.start(), source or Seeded())
        self.orders: Orders = {}
        self.began = ""  # the position it began from, if not the start of its scenario
        self.snapshots: list[tuple[int, Any]] = [(0, self.state.clone())]

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
        return Question(self.rules.seats[decision.seat].name, kind.name, prompt, self.rule_of(decision))

    def rule_of(self, decision: Decision) -> str:
        """The clause that asks."""
        kind = self.rules.kinds[decision.kind]
        return self.rules.rule(kind.rule if kind.rule_now is None else kind.rule_now(self, decision))

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
                raise NotYourTurn(f"There is no seat {seat}; the last is {len(self.rules.seats) - 1}.")
            return seat
        for i, candidate in enumerate(self.rules.seats):
            if candidate.name.lower() == seat.lower():
                return i
        raise NotYourTurn(f"There is no seat '{seat}'; expected {either(s.name for s in self.rules.seats)}.")

    def text(self, action: Action) -> str:
        return self.rules.vocabulary.text(action)

    def parse(self, action: Action | str) -> Action:
        """The action that a person wrote, or a program's, checked to be an action of this game."""
        words = self.rules.vocabulary
        return words.parse(action) if isinstance(action, str) else words.checked(action)

    def why_not(self, action: Action | str, seat: int | str | None = None) -> list[Objection]:
        """Every rule an action would break; empty when it is legal."""
        value = self.parse(action)
        index = self.seat_index(seat)
        try:
            decision = self.decision_for(index, value.verb)
        except NotYourTurn as wrong:
            told = [Objection(self.rules.rule(self.rules.sequence_rule), str(wrong))]
            return self.objections_before(index, value) or told
        return self.objections(decision, value, index)

    def objections(self, decision: Decision, action: Action, seat: int | None = None) -> list[Objection]:
        kind = self.rules.kinds[decision.kind]
        if action.verb not in kind.names:
            before = self.objections_before(seat, action)
            if before:
                return before
            answers = either(self.rules.vocabulary.verbs[verb].usage for verb in kind.names)
            text = f"'{action.verb}' does not answer this decision; expected {answers}."
            return [Objection(self.rule_of(decision), text)]
        return self.rules.referee.judge(self, decision, action)

    def objections_before(self, seat: int | None, action: Action) -> list[Objection]:
        """What spoke against an action when its decision was passed over, if that has just happened."""
        for decision, state in reversed(self.passed_over):
            if seat in (None, decision.seat) and action.verb in self.rules.kinds[decision.kind].names:
                moment = self.clone(history=False)
                moment.state = state
                return self.rules.referee.judge(moment, decision, action)
        return []

    def odds(self, action: Action | str, seat: int | str | None = None) -> Odds | None:
        """The exact distribution of an action's outcomes, or None when nothing is rolled."""
        decision = self.decision_of(self.seat_index(seat))
        odds = self.rules.info.odds
        return None if odds is None else odds(self, decision.seat, self.parse(action))

    def view(self, seat: int | str) -> View:
        """What a seat may know; show a seat nothing else."""
        from ostfront.core.play.view import View

        index = self.seat_index(seat)
        assert index is not None
        return View(self, index)

    # ---- acting -----------------------------------------------------------------------------------

    def play(self, action: Action | str, seat: int | str | None = None) -> None:
        """Play an action, if the referee allows it.

        A compound (`move 7Pz 3622`, or steps separated by `;`) is refused as a whole if one of its steps is. It ends
        early, without an error, where dice, a reveal or another seat's action intervene: those cannot be taken
        back, and the rest was meant for another situation.
        """
        index = self.seat_index(seat)
        parts = self.parts(action)
        if len(parts) == 1:
            self.push(*self.allowed(action if isinstance(action, Action) else parts[0].text, index))
        else:
            play_parts(self, parts, index)

    def parts(self, action: Action | str) -> list[Part]:
        """The steps of a compound, or of several actions separated by `;`; a plain action is a single step."""
        if not isinstance(action, str):
            return [Part(self.text(self.parse(action)))]
        rules = self.rules
        pieces = [piece.strip() for piece in action.split(";") if piece.strip()]
        parts = [part for piece in pieces for part in steps_of(rules.compounds, rules.vocabulary.verbs, piece)]
        if not parts:
            raise BadAction("Give an action: a verb and what it applies to, such as 'pass'.")
        return parts

    def allowed(self, action: Action | str, seat: int | None) -> tuple[Action, Decision]:
        """The action and the decision it answers; raises when the referee objects."""
        value = self.parse(action)
        decision = self.decision_for(seat, value.verb)
        objections = self.objections(decision, value, seat)
        if objections:
            raise IllegalAction(self.text(value), objections)
        return value, decision

    def push(self, action: Action, decision: Decision | None = None) -> None:
        """Play an action unchecked: for programs that only choose among legal actions."""
        if decision is None:
            decision = self.state.pending[0]
        entries = self.entries
        if entries is not None and len(entries) - self.snapshots[-1][0] >= SNAPSHOT_EVERY:
            self.snapshots.append((len(entries), self.state.clone()))
        self.perform(decision, action)
        if self.orders:
            self._follow_orders()

    def concede(self, seat: int | str) -> None:
        """Give the game up, at any time: it ends at once, and the other side wins. It ends every draft."""
        conceding.concede(self, seat)

    def run_out_of_time(self, seat: int | str) -> None:
        """End the game because a seat's clock ran out: the other side wins."""
        conceding.run_out_of_time(self, seat)

    def agree_on_draw(self) -> None:
        """End the game as a draw, as all players agreed."""
        conceding.agree_on_draw(self)

    def call_off(self, seat: int | str) -> None:
        """End the game without a winner, as this seat wishes: it counts for nothing."""
        conceding.call_off(self, seat)

    # ---- standing orders --------------------------------------------------------------------------

    def order(self, seat: int | str, window: str, answer: str, when: str = "", this_phase: bool = False) -> None:
        """Leave a standing order for a window: always give this answer, or only when a public fact is true."""
        where = self.order_for(seat, window, answer, when)
        phase = self.rules.phase(self.state) if this_phase else ""
        self.orders[where] = Order(self.text(self.parse(answer)), when, phase)
        self._follow_orders()

    def order_for(self, seat: int | str, window: str, answer: str, when: str = "") -> tuple[int, str]:
        """Where an order is stored; raises if it could never be followed."""
        check_order(self.rules, window, answer, when)
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
        start, mine = history.draft(self, seat)
        return [entry for entry in history.of(self)[start:] if isinstance(entry, Act) and entry.seat == mine]

    def draft_start(self, seat: int | str) -> int:
        """How many entries come before a seat's draft; sealed actions of others do not change it."""
        return history.draft(self, seat)[0]

    def replace_draft(self, seat: int | str, actions: Sequence[Action | str], after: int | None = None) -> None:
        """Replace a seat's draft with other actions. Doing it twice has the same effect as once.

        `after` is the number of entries before the draft; if the game has moved on since by actions other than
        these, nothing changes and NotYourTurn is raised. Refused as a whole if one action is.
        """
        history.replace_draft(self, seat, actions, after)

    def undo(self, seat: int | str | None = None) -> None:
        """Take back the last action of a seat's draft; with no seat, the last of all, dice or a concession or not.

        Taking back dice changes the stream, so that new dice are rolled.
        """
        if seat is None:
            history.take_back(self)
            return
        draft = self.draft(seat)
        if not draft:
            raise NotYourTurn("Nothing can be taken back past a roll, a draw or another player's action.")
        self.replace_draft(seat, [act.action for act in draft[:-1]])

    def rewind(self, length: int, consent: conceding.Consent | None = None) -> None:
        """Go back to the moment when the history had this many entries; `consent` says who agreed to it."""
        history.rewind(self, length, consent)

    def replay(self, entries: Sequence[Entry]) -> None:
        """Play entries again as they were, outcomes included, unchecked."""
        history.replay(self, entries)

    # ---- copies and files -------------------------------------------------------------------------

    def clone(self, seed: int | str | None = None, history: bool = True) -> Game:
        """A copy with its own dice: what happens in it says nothing about the real dice to come.

        Without its history it is cheaper, but cannot be taken back or saved: for search.
        """
        other = object.__new__(Game)
        other.rules = self.rules
        other.facts = self.facts
        other.state = self.state.clone()
        other.source = Seeded() if seed is None else Seeded.of(seed)
        other.scripted = []
        other.passed_over = self.passed_over
        other.prepared = other.judged = None
        other.orders = {}
        other.began = self.began
        if history and self.entries is not None:
            other.entries = list(self.entries)
            other.events = list(self.events or ())
            other.snapshots = list(self.snapshots)
            mark_copy(other)
        else:
            other.entries = None
            other.events = None
            other.snapshots = []
        return other

    def twin(self) -> Game:
        """A copy for looking at the game or back into it; its history is identical."""
        other = self.clone()
        other.entries = None if self.entries is None else list(self.entries)
        return other

    def save(self, path: str | Path) -> None:
        """Write the whole game, secrets included, as text."""
        from ostfront.core.files.record import save

        save(self, path)

    def __repr__(self) -> str:
        if self.result is not None:
            nobody = conceding.CALLED_OFF if conceding.is_called_off(self.entries or ()) else "a draw"
            return f"<Game {self.rules.info.name}, over: {self.result.winner or nobody}>"
        asked = ", ".join(f"{q.seat}: {q.prompt}" for q in self.pending)
        return f"<Game {self.rules.info.name}, {asked}>"
