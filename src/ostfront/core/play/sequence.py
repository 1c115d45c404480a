"""The sequence of play: procedures of named steps on a stack, and the decisions they open.

A step is a function of the play and its frame's locals. It finishes by returning, having perhaps rolled,
moved units, opened decisions or pushed a procedure; the next step runs when nothing is open above
it. The stack lives in the state, so any moment of any phase can be cloned, saved and resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from ostfront.core.errors import BadFile, NotYourTurn
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.chance import Source
from ostfront.core.play.state import Decision, Frame, Result, State


class Step(NamedTuple):
    name: str
    run: Callable[[Any, Any], None]
    rule: str = ""


class Procedure:
    """A list of named steps that reads like the rulebook's list."""

    def __init__(self, name: str, steps: Sequence[Step], local: Any = None) -> None:
        """`local` is the named tuple of the procedure's locals, or None when it has none."""
        self.name = name
        self.steps = tuple(steps)
        self.local = local
        self.runs = tuple(step.run for step in self.steps)
        self.index = {step.name: i for i, step in enumerate(self.steps)}


Secrecy = Literal["open", "sealed", "secret"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A complete kind of decision: the verbs that answer it, its prompt, its options, what an answer does.

    `verbs` holds the verbs defined here, and the names of verbs that are defined in another kind.
    sealed: shown to nobody until every seat has answered. secret: shown to the others only when the game
    is over. `secret_of` lists the seats whose answers are so, if not all are. A window is an offer during the other
    side's turn, which standing orders may answer; `conditions` are the public facts that an order may wait for.
    `rule_now` names another rule where one kind serves two.
    """

    name: str
    rule: str
    options: Callable[[Any, Decision], Options]
    answer: Callable[[Any, Decision, Action], None]
    prompt: str | Callable[[Any, Decision], str]
    verbs: tuple[Verb | str, ...]
    secrecy: Secrecy = "open"
    secret_of: tuple[int, ...] | None = None
    window: bool = False
    conditions: Callable[[Any, Decision], Iterable[str]] | None = None
    words: Callable[[Any], Iterable[str]] | None = None  # from the facts: everything that `conditions` can say
    rule_now: Callable[[Any, Decision], str] | None = None
    names: tuple[str, ...] = field(init=False)  # of its verbs

    def __post_init__(self) -> None:
        names = tuple(verb if isinstance(verb, str) else verb.name for verb in self.verbs)
        object.__setattr__(self, "names", names)

    def secrecy_of(self, seat: int) -> Secrecy:
        """How secret the answers of a seat are."""
        return self.secrecy if self.secret_of is None or seat in self.secret_of else "open"


def verbs_of(kinds: Iterable[Kind], order: str) -> tuple[Verb, ...]:
    """The verbs of all kinds in this order, which fixes the layout of environments: new verbs come last."""
    found: dict[str, Verb] = {}
    named: set[str] = set()
    for kind in kinds:
        named.update(kind.names)
        for verb in kind.verbs:
            if isinstance(verb, Verb) and found.setdefault(verb.name, verb) is not verb:
                raise ValueError(f"'{verb.name}' is defined by two kinds of decision")
    names = order.split()
    if set(names) != named or named != set(found):
        raise ValueError(f"verbs not defined or not in the order: {named ^ set(names) or named ^ set(found)}")
    return tuple(found[name] for name in names)


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
    choice: int = 0  # which of its sides came up, from 0: what the secret must give
    to: tuple[int, ...] | None = None


class Mark(NamedTuple):
    """An entry of the history that is neither: a reveal, a takeback, an end by the players, a change of version."""

    word: str
    value: str = ""


Entry = Act | Outcome | Mark


class Event(NamedTuple):
    """Something for the log, with the entry it followed and the procedures under way. `to` as in Outcome."""

    entry: int
    kind: str
    args: tuple[Any, ...]
    to: tuple[int, ...] | None
    frame: Frame | None = None


F = TypeVar("F")
S = TypeVar("S", bound=State)

_new = tuple.__new__  # of named tuples, without the call that names their fields
_asked: dict[tuple[int, str], tuple[Decision]] = {}  # decisions are values: each is made once


class Play(Generic[F, S]):
    """A game being played, as its rules see it: the facts that never change, and the state."""

    __slots__ = (
        "entries", "events", "facts", "judged", "passed_over", "prepared", "rules", "scripted", "source", "state",
    )  # fmt: skip

    facts: F
    state: S

    def __init__(self, rules: Any, state: S, source: Source) -> None:
        self.rules = rules  # a `Rules`, which is built from what is defined here
        self.facts = rules.facts
        self.state = state
        self.source = source
        self.entries: list[Entry] | None = []
        self.events: list[Event] | None = []
        self.scripted: list[tuple[str, int]] = []  # outcomes to come, last first: a replay, or typed in
        self.passed_over: tuple[tuple[Decision, S], ...] = ()  # since the last action, each with its moment
        self.judged: Any = None  # the position as the referee last saw it, with its state
        self.prepared: Any = None  # computed for the open decision by its step or its options; None: not kept

    # ---- what steps and answers do ---------------------------------------------------------------

    def ask(self, kind: str, *seats: int, prepared: Any = None) -> None:
        """Open a decision to one seat, or the same one to several at once.

        `prepared` is kept for the options and the answer, so that it need not be computed again; whoever reads
        it must be able to do without it, since a loaded or cloned game has none.
        """
        state: Any = self.state
        self.prepared = prepared
        for seat in seats:
            found = _asked.get((seat, kind))
            if found is None:
                found = _asked[seat, kind] = (Decision(seat, kind),)
            state.pending += found

    def pass_over(self, kind: str, seat: int) -> None:
        """Do not ask, for nothing but to finish could be answered. Whoever wants to act all the same is told why
        he cannot, by the rules of this moment; they must not depend on secrets."""
        if self.entries is not None:
            self.passed_over += ((Decision(seat, kind), self.state.clone()),)

    def begin(self, procedure: str, local: Any = None) -> None:
        """Begin a procedure; the step after the current one waits until it ends."""
        state: Any = self.state
        state.top = _new(Frame, (procedure, 0, local, state.top))

    def local(self, local: Any) -> None:
        """Replace the top frame's locals."""
        state: Any = self.state
        procedure, step, _, below = state.top
        state.top = _new(Frame, (procedure, step, local, below))

    def change(self, **values: Any) -> None:
        """Replace some of the top frame's locals."""
        state: Any = self.state
        procedure, step, local, below = state.top
        kind = type(local)
        # what `_replace` does, without its three calls
        local = _new(kind, map(values.pop, kind._fields, local))
        if values:
            raise ValueError(f"{procedure} has no {', '.join(values)}")
        state.top = _new(Frame, (procedure, step, local, below))

    def goto(self, step: str) -> None:
        """Continue with a named step of the top procedure."""
        state: Any = self.state
        procedure, _, local, below = state.top
        at = self.rules.procedures[procedure].index[step]
        state.top = _new(Frame, (procedure, at, local, below))

    def again(self, step: str, local: Any) -> None:
        """Continue with a named step of the top procedure and with these locals."""
        state: Any = self.state
        procedure, _, _, below = state.top
        at = self.rules.procedures[procedure].index[step]
        state.top = _new(Frame, (procedure, at, local, below))

    def leave(self) -> None:
        """End the top procedure now."""
        state: Any = self.state
        state.top = state.top.below

    def end(
        self, winner: str, reason: str, rule: str = "", score: Sequence[int] = (), grade: str | None = None
    ) -> None:
        """End the game, whatever was in progress."""
        self.state.result = Result(winner, reason, rule, tuple(score), grade)
        self.state.pending = ()

    def roll(self, sides: int, stream: str) -> int:
        """A die, 1 to sides."""
        return self._outcome("", sides, stream, range(1, sides + 1), None)

    def draw(self, items: Sequence[int], noun: str, stream: str, to: Sequence[int] | None = None) -> int:
        """One of these at random. `to` lists the seats that see it, when not all do."""
        return self._outcome(noun, len(items), stream, items, None if to is None else tuple(to))

    def _outcome(self, noun: str, sides: int, stream: str, items: Sequence[int], to: tuple[int, ...] | None) -> int:
        state: Any = self.state
        drawn = state.drawn
        count = drawn.get(stream, 0)
        if not count:
            head = stream.partition(" / ")[0]
            if head != f"turn {state.turn}" and (head != "set-up" or any(name[:5] == "turn " for name in drawn)):
                raise ValueError(f"a stream's name starts with 'set-up' or with 'turn {state.turn}': '{stream}'")
            if drawn and next(iter(drawn)).partition(" / ")[0] != head:
                drawn = {}  # a new turn: its stream names are new, and the old counts are never needed again
        state.drawn = {**drawn, stream: count + 1}
        if self.scripted:
            kind, given = self.scripted.pop()
            value = given if kind == noun else self._namesake(kind, given, noun)
            if value not in items:
                raise BadFile(f"'{stream}' cannot have the outcome '{self.rules.outcome_text(kind, given)}'.")
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
        """Something hidden was shown to someone: nothing before it can be taken back."""
        if self.entries is not None:
            self.entries.append(Mark("reveal"))

    def note(self, kind: str, *args: Any, to: tuple[int, ...] | None = None) -> None:
        """An event for the log; its sentence is made only when someone reads it."""
        if self.events is not None:
            self.events.append(Event(len(self.entries or ()), kind, args, to, self.state.top))

    # ---- continuing -------------------------------------------------------------------------------

    def advance(self) -> None:
        """Run steps until a decision is open or the game is over."""
        state: Any = self.state
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
        if seat is None or not pending:
            raise NotYourTurn("No decision is open.")
        names = dict.fromkeys(self.rules.seats[d.seat].name for d in pending)
        awaited = " and ".join(f"the {name} player" for name in names)
        raise NotYourTurn(f"Not the {self.rules.seats[seat].name} player's turn: waiting for {awaited}.")

    def decision_for(self, seat: int | None, verb: str) -> Decision:
        """The open decision of a seat that a verb answers; the first one if none fits."""
        first = self.decision_of(seat)
        kinds = self.rules.kinds
        for decision in self.state.pending:
            if decision.seat == first.seat and verb in kinds[decision.kind].names:
                return decision
        return first

    def options(self, decision: Decision) -> Options:
        kind: Kind = self.rules.kinds[decision.kind]
        return kind.options(self, decision)

    def perform(self, decision: Decision, action: Action) -> None:
        """Answer an open decision, unchecked, and continue."""
        state: Any = self.state
        pending = state.pending
        if len(pending) == 1:
            state.pending = ()
        else:
            at = pending.index(decision)
            state.pending = pending[:at] + pending[at + 1 :]
        kind = self.rules.kinds[decision.kind]
        self.passed_over = ()
        if self.entries is not None:
            self.entries.append(Act(decision.seat, decision.kind, action))
            if kind.secrecy_of(decision.seat) == "sealed":
                self._break_seals(decision)
        kind.answer(self, decision, action)
        if not state.pending:
            self.advance()

    def _break_seals(self, last: Decision) -> None:
        """When the last of several seats has answered, all answers are shown and nobody may change theirs."""
        assert self.entries is not None
        if any(decision.kind == last.kind for decision in self.state.pending):
            return
        for entry in reversed(self.entries):
            if not isinstance(entry, Act) or entry.kind != last.kind:
                return
            if entry.seat != last.seat:
                self.reveal()
                return
