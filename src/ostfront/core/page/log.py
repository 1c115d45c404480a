"""The log as the page reads it: lines with names and icons, in sections by turn, activation and step.

Everything comes from the events a seat may know. A line depends on no event after it, so that lines up to a
checkpoint never change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ostfront.core.page.battle_script import told_battles
from ostfront.core.page.reference import SequenceStep, holds, reference_of
from ostfront.core.page.table import LogTable, PageStruct, Table
from ostfront.core.play.conceding import ENDINGS, TAKEBACK
from ostfront.core.play.rules import Line, Ref, Rules
from ostfront.core.play.sequence import Event
from ostfront.core.play.state import Frame
from ostfront.core.play.view import View

SETUP, START = "Set-up", "Start of the turn"  # sections of what happens before the first step of the sequence
SETUP_STEP = "set-up"  # what the sequences of all games call it
ANY = "*"  # the phase of an activation whose heading does not say: that of what follows
ICONS = {**dict.fromkeys(ENDINGS, "victory"), TAKEBACK: "note", "version": "note"}


class Span(PageStruct, frozen=True):
    """A part of a line. With a noun it is a unit, a place or a chit, shown by its name."""

    text: str
    noun: str = ""
    id: str = ""


class LogSection(PageStruct, frozen=True):
    """A phase, an activation or an impulse, begun by the line that has it."""

    title: tuple[Span, ...]
    side: str = ""


class LogLine(PageStruct, frozen=True):
    """A sentence of the log. `step` is the title of a step of the sequence of play that begins here.

    `battle` is the entry after which the battle began that it tells of; 0 for none.
    """

    entry: int
    turn: int
    kind: str
    spans: tuple[Span, ...]
    icon: str = ""
    side: str = ""
    step: str = ""
    opens: LogSection | None = None
    battle: int = 0


def log(view: View, start: int = 0) -> list[LogLine]:
    """The log lines after entry `start`, as this seat may read them."""
    teller = teller_of(view.rules)
    events = view.events()
    fought = {id(event): told.entry for told in told_battles(view) for event, _ in told.events}
    first = view.first_turn
    # the log of what came before is lost with the rules of then
    words_of = "The game continues from its saved position under rules {}.".format
    lines = [LogLine(at, first, "version", (Span(words_of(v)),), "note") for at, v in view.versions() if at > start]
    for event, turn, step, opens in teller.arranged(events, first):
        if event.entry > start or not start:
            line = view.line(event)
            icon = teller.icon(event)
            spans = teller.spans(line)
            side, battle = teller.side(line), fought.get(id(event), 0)
            lines.append(LogLine(event.entry, turn, event.kind, spans, icon, side, step, opens, battle))
    return lines


class _Place(NamedTuple):
    """Where in the sequence of play an event happened: the outermost step, and the innermost below it."""

    phase: SequenceStep | None
    step: SequenceStep | None


class Teller:
    """What a game's log needs from its table and its reference, looked up once."""

    def __init__(self, rules: Rules) -> None:
        # not the rules themselves, which are the key it is kept under
        self.vocabulary, self.procedures = rules.vocabulary, rules.procedures
        info = rules.info.table
        self.table = LogTable() if info is None else info.log
        self.names: dict[tuple[str, str], str] = {}
        self.sides: dict[tuple[str, str], str] = {}
        self.sequence: Sequence[SequenceStep] = ()
        if info is not None:
            self._read(info.table(rules))
            self.sequence = reference_of(rules).sequence
        # the numbers of the steps that a procedure or one of its steps stands for, with what must hold for it
        self._named: dict[str, tuple[tuple[int, list[str]], ...]] = {}
        for n, step in enumerate(self.sequence):
            for pattern in step.at:
                name, *facts = pattern.split(", ")
                self._named[name] = (*self._named.get(name, ()), (n, facts))

    def _read(self, table: Table) -> None:
        short = [_short(piece.name) for piece in table.pieces]
        for piece, name in zip(table.pieces, short, strict=True):
            self.names[piece.noun, piece.id] = name if short.count(name) == 1 else piece.name
            self.sides[piece.noun, piece.id] = piece.side
        for chit in table.chits:
            self.names["chit", chit.id] = chit.name
            self.sides["chit", chit.id] = chit.side
        for place in table.places:
            if place.name:
                self.names["place", place.id] = f"{place.name} ({place.id})" if place.kind == "hex" else place.name

    # ---- lines ---------------------------------------------------------------------------------------------

    def spans(self, line: Line) -> tuple[Span, ...]:
        out: list[Span] = []
        for part in line:
            if isinstance(part, Ref):
                id = self._id(part)
                out.append(Span(self.names.get((part.noun, id), id), part.noun, id))
            elif part and not (out and _repeats(part, out[-1])):
                out.append(Span(part))
        return tuple(out)

    def side(self, line: Line) -> str:
        """The side of the first unit or chit that is named."""
        named = (self.sides.get((part.noun, self._id(part)), "") for part in line if isinstance(part, Ref))
        return next((side for side in named if side), "")

    def icon(self, event: Event) -> str:
        """By the kind of event; one that stands in for another names the kind of that one first."""
        icons = self.table.icons
        instead = event.args[0] if event.args and isinstance(event.args[0], str) else ""
        return icons.get(event.kind) or icons.get(instead) or ICONS.get(event.kind, "")

    def _id(self, ref: Ref) -> str:
        return self.vocabulary.nouns[ref.noun].names[ref.number]

    # ---- sections ------------------------------------------------------------------------------------------

    def arranged(self, events: Sequence[Event], turn: int) -> Iterator[tuple[Event, int, str, LogSection | None]]:
        """Each event with its turn, the step it begins and the section it begins, if any."""
        phase, step, fresh = "", "", True  # what we are in; fresh: a turn has begun
        frame, at = None, _Place(None, None)
        for event in events:
            if event.kind == "turn" and event.args:
                turn, step, fresh = int(event.args[0]), "", True
                yield event, turn, "", None
                continue
            if event.frame is not frame:
                frame, at = event.frame, self._found(event.frame)
            here = "" if at.phase is None else at.phase.id
            opens = None
            given = self.table.headings.get(event.kind)
            if given is not None:
                title, side = given(*event.args)
                opens = LogSection(self.spans(title), side or self.side(title))
            elif fresh or (here and phase not in (here, ANY)):
                opens = _section(at.phase, SETUP if not phase else START)
            begins = "" if at.step is None else at.step.title
            told = begins if opens is not None or begins != step else ""
            phase, step, fresh = here or (ANY if given is not None else phase), begins, False
            yield event, turn, told, opens

    def in_setup(self, frame: Frame | None) -> bool:
        """Whether the game is still being set up."""
        phase = self._found(frame).phase
        return phase is not None and phase.id == SETUP_STEP

    def _found(self, frame: Frame | None) -> _Place:
        """The outermost step of the sequence that these procedures stand for, and the innermost below it."""
        phase = step = None
        top = frame
        while frame is not None:
            match = self._match(frame)
            # the bottom frame is the whole game, which runs a turn from any of its steps: it counts only by itself
            if match is not None and match.depth == 0 and (frame.below is not None or frame is top):
                phase = match
            elif match is not None and match.depth and step is None:
                step = match
            frame = frame.below
        return _Place(phase or self._parent(step), step)

    def _parent(self, step: SequenceStep | None) -> SequenceStep | None:
        """The phase under which the sequence lists a step."""
        if step is None:
            return None
        before = self.sequence[: self.sequence.index(step)]
        return next((one for one in reversed(before) if one.depth == 0), None)

    def _match(self, frame: Frame) -> SequenceStep | None:
        named = self._named.get(frame.procedure, ())
        if frame.step:
            step = self.procedures[frame.procedure].steps[frame.step - 1].name
            named = (*self._named.get(f"{frame.procedure}: {step}", ()), *named)
        local = frame.local._asdict() if named and hasattr(frame.local, "_asdict") else None
        found = [n for n, facts in named if all(holds(fact, local) for fact in facts)]
        return self.sequence[min(found)] if found else None


def _short(name: str) -> str:
    """A name without the remark in brackets after it."""
    return name.partition(" (")[0] if name.endswith(")") else name


def _section(phase: SequenceStep | None, otherwise: str) -> LogSection:
    return LogSection((Span(otherwise),)) if phase is None else LogSection((Span(phase.title),), phase.side)


def _repeats(text: str, before: Span) -> bool:
    """Whether a sentence names the town of a place that already shows it."""
    return before.noun == "place" and text.startswith(" (") and before.text.startswith(f"{text[2:-1]} (")


_TELLERS: WeakKeyDictionary[Rules, Teller] = WeakKeyDictionary()


def teller_of(rules: Rules) -> Teller:
    found = _TELLERS.get(rules)
    if found is None:
        found = _TELLERS[rules] = Teller(rules)
    return found
