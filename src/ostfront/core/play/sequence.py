"""The sequence of play: procedures of named steps on a stack, and the decisions they open.

A step is a function of the play and its frame's locals. It finishes by returning, having perhaps rolled,
moved units, asked seats for decisions or pushed a procedure; the next step runs when nothing is open above
it. The stack lives in the state, so any moment of any phase can be cloned, saved and resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ostfront.core.errors import BadFile, NotYourTurn
from ostfront.core.play.state import Decision, Frame, Result, State

if TYPE_CHECKING:
    from ostfront.core.play.actions import Action, Options
    from ostfront.core.play.chance import Source
    from ostfront.core.play.rules import Rules


class Step(NamedTuple):
    name: str
    run: Callable[[Any, Any], None]
    rule: str = ""


class Procedure:
    """A short list of named steps that reads like the rulebook's list."""

    def __init__(self, name: str, steps: Sequence[Step], local: Any = None) -> None:
        """`local` is the named tuple of the procedure's locals, or None when it has none."""
        self.name = name
        self.steps = tuple(steps)
        self.local = local
        self.runs = tuple(step.run for step in self.steps)
        self.index = {step.name: i for i, step in enumerate(self.steps)}


Secrecy = Literal["open", "sealed", "secret"]


class Kind(NamedTuple):
    """A kind of decision.

    sealed: shown to nobody until every seat has answered. secret: shown to the others only when the game
    is over. A window is an offer in the other side's time, which standing orders may answer.
    """

    name: str
    rule: str
    options: Callable[[Any, Decision], Options]
    answer: Callable[[Any, Decision, Action], None]
    prompt: Callable[[Any, Decision], str]
    verbs: tuple[str, ...]
    secrecy: Secrecy = "open"
    window: bool = False
    facts: Callable[[Any, Decision], Iterable[str]] | None = None


class Act(NamedTuple):
    """An entry of the history: a seat's action."""

    seat: int
    kind: str
    action: Action


class Outcome(NamedTuple):
    """An entry of the history: dice or a draw. `noun` says what was drawn; empty for dice.

    `to` lists the seats that saw it; None means everyone.
    """

    noun: str
    value: int
    sides: int
    stream: str
    nth: int
    choice: int = 0  # which of its sides it was, from 0: what the secret must give
    to: tuple[int, ...] | None = None


class Mark(NamedTuple):
    """An entry of the history that is neither: a reveal, a takeback, a change of rules version."""

    word: str
    value: str = ""


Entry = Act | Outcome | Mark


class Event(NamedTuple):
    """Something worth telling, with the entry it followed. `to` as in Outcome."""

    entry: int
    kind: str
    args: tuple[Any, ...]
    to: tuple[int, ...] | None


_new = tuple.__new__  # of named tuples, without the call that names their fields
_asked: dict[tuple[int, str], tuple[Decision]] = {}  # decisions are values: each is made once


class Play:
    """A game being played, as its rules see it."""

    __slots__ = ("entries", "events", "given", "known", "rules", "source", "state")

    def __init__(self, rules: Rules, state: State, source: Source) -> None:
        self.rules = rules
        self.state: Any = state
        self.source = source
        self.entries: list[Entry] | None = []
        self.events: list[Event] | None = []
        self.given: list[tuple[str, int]] = []  # outcomes to come, last first: a replay, or typed in
        self.known: Any = None  # worked out for the open decision by its step or its options; None: not kept

    # ---- what steps and answers do ---------------------------------------------------------------

    def ask(self, kind: str, *seats: int, known: Any = None) -> None:
        """Open a decision to one seat, or the same one to several at once.

        `known` is kept for the options and the answer, so that it need not be worked out again; whoever reads
        it must be able to do without, for a loaded or cloned game has none.
        """
        state = self.state
        self.known = known
        for seat in seats:
            found = _asked.get((seat, kind))
            if found is None:
                found = _asked[seat, kind] = (Decision(seat, kind),)
            state.pending += found

    def begin(self, procedure: str, local: Any = None) -> None:
        """Begin a procedure; the current step's successor waits for its end."""
        state = self.state
        state.top = _new(Frame, (procedure, 0, local, state.top))

    def local(self, local: Any) -> None:
        """Replace the top frame's locals."""
        state = self.state
        procedure, step, _, below = state.top
        state.top = _new(Frame, (procedure, step, local, below))

    def change(self, **values: Any) -> None:
        """Replace some of the top frame's locals."""
        state = self.state
        procedure, step, local, below = state.top
        kind = type(local)
        # what `_replace` does, without its three calls
        local = _new(kind, map(values.pop, kind._fields, local))
        if values:
            raise ValueError(f"{procedure} has no {', '.join(values)}")
        state.top = _new(Frame, (procedure, step, local, below))

    def goto(self, step: str) -> None:
        """Go on with a named step of the top procedure."""
        state = self.state
        procedure, _, local, below = state.top
        at = self.rules.procedures[procedure].index[step]
        state.top = _new(Frame, (procedure, at, local, below))

    def again(self, step: str, local: Any) -> None:
        """Go on with a named step of the top procedure and with these locals."""
        state = self.state
        procedure, _, _, below = state.top
        at = self.rules.procedures[procedure].index[step]
        state.top = _new(Frame, (procedure, at, local, below))

    def leave(self) -> None:
        """End the top procedure now."""
        self.state.top = self.state.top.below

    def end(self, winner: str, reason: str, rule: str = "", score: Sequence[int] = ()) -> None:
        """The game is over, whatever was going on."""
        self.state.result = Result(winner, reason, rule, tuple(score))
        self.state.pending = ()

    def roll(self, sides: int, stream: str) -> int:
        """A die, 1 to sides."""
        return self._outcome("", sides, stream, range(1, sides + 1), None)

    def draw(self, items: Sequence[int], noun: str, stream: str, to: Sequence[int] | None = None) -> int:
        """One of these at random. `to` lists the seats that see it, when not all do."""
        return self._outcome(noun, len(items), stream, items, None if to is None else tuple(to))

    def _outcome(self, noun: str, sides: int, stream: str, items: Sequence[int], to: tuple[int, ...] | None) -> int:
        state = self.state
        drawn = state.drawn
        count = drawn.get(stream, 0)
        if not count and drawn and next(iter(drawn)).partition(" / ")[0] != stream.partition(" / ")[0]:
            drawn = {}  # a new turn: its stream names are new, the old counts are never asked again
        state.drawn = {**drawn, stream: count + 1}
        if self.given:
            kind, given = self.given.pop()
            value = given if kind == noun else self._namesake(kind, given, noun)
            if value not in items:
                raise BadFile(f"'{stream}' cannot come out as '{self.rules.outcome_text(kind, given)}'.")
            choice = items.index(value)
            if items.count(value) > 1:  # equal things under one name: the secret says which of them it was
                drawn_as = self.source.outcome(stream, count, sides)
                choice = drawn_as if items[drawn_as] == value else choice
        else:
            choice = self.source.outcome(stream, count, sides)
            value = items[choice]
        if self.entries is not None:
            self.entries.append(Outcome(noun, value, sides, stream, count, choice, to))
        return value

    def _namesake(self, kind: str, value: int, noun: str) -> int:
        """A record says `draw 2PzG`: a unit and a chit may both be called so. -1 if nothing is."""
        if not kind or not noun:
            return -1
        nouns = self.rules.vocabulary.nouns
        name = nouns[kind].names[value]
        return nouns[noun].names.index(name) if name in nouns[noun].names else -1

    def reveal(self) -> None:
        """Something hidden was shown to someone: what went before cannot be taken back."""
        if self.entries is not None:
            self.entries.append(Mark("reveal"))

    def note(self, kind: str, *args: Any, to: tuple[int, ...] | None = None) -> None:
        """Something worth a line of the log, told only when someone reads it."""
        if self.events is not None:
            self.events.append(Event(len(self.entries or ()), kind, args, to))

    # ---- going on ---------------------------------------------------------------------------------

    def advance(self) -> None:
        """Run steps until someone is asked or the game is over."""
        state = self.state
        procedures: Mapping[str, Procedure] = self.rules.procedures
        while not state.pending and state.result is None:
            name, at, local, below = state.top
            runs = procedures[name].runs
            while at == len(runs):
                state.top = below
                name, at, local, below = below
                runs = procedures[name].runs
            state.top = _new(Frame, (name, at + 1, local, below))
            runs[at](self, local)

    def decision_of(self, seat: int | None) -> Decision:
        """The first open decision, of a seat if one is given."""
        pending: tuple[Decision, ...] = self.state.pending
        for decision in pending:
            if seat is None or decision.seat == seat:
                return decision
        if self.state.result is not None:
            raise NotYourTurn("The game is over.")
        who = "nobody" if seat is None else self.rules.seats[seat].name
        awaited = " and ".join(dict.fromkeys(self.rules.seats[d.seat].name for d in pending)) or "nobody"
        raise NotYourTurn(f"Nothing is asked of {who}; {awaited} is to decide.")

    def decision_for(self, seat: int | None, verb: str) -> Decision:
        """The open decision of a seat that a verb answers; the first one if none fits."""
        first = self.decision_of(seat)
        kinds = self.rules.kinds
        for decision in self.state.pending:
            if decision.seat == first.seat and verb in kinds[decision.kind].verbs:
                return decision  # type: ignore[no-any-return]
        return first

    def options(self, decision: Decision) -> Options:
        return self.rules.kinds[decision.kind].options(self, decision)

    def perform(self, decision: Decision, action: Action) -> None:
        """Answer an open decision, unchecked, and go on."""
        state = self.state
        pending = state.pending
        if len(pending) == 1:
            state.pending = ()
        else:
            at = pending.index(decision)
            state.pending = pending[:at] + pending[at + 1 :]
        kind = self.rules.kinds[decision.kind]
        if self.entries is not None:
            self.entries.append(Act(decision.seat, decision.kind, action))
            if kind.secrecy == "sealed":
                self._break_seals(decision)
        kind.answer(self, decision, action)
        if not state.pending:
            self.advance()

    def _break_seals(self, last: Decision) -> None:
        """When the last of several seats has answered, all is shown and nobody may answer anew."""
        assert self.entries is not None
        if any(decision.kind == last.kind for decision in self.state.pending):
            return
        for entry in reversed(self.entries):
            if not isinstance(entry, Act) or entry.kind != last.kind:
                return
            if entry.seat != last.seat:
                self.reveal()
                return
