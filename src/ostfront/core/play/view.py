"""What one seat may know. Everything shown to a person or a computer player comes from here."""

from __future__ import annotations

from functools import cached_property
from random import Random

from ostfront.core.errors import Objection
from ostfront.core.files.fields import Plain
from ostfront.core.play.actions import Action, Options, Vocabulary
from ostfront.core.play.conceding import log_line
from ostfront.core.play.game import Game, Question
from ostfront.core.play.legal import Legal
from ostfront.core.play.rules import Line, Odds, Ref, Rules
from ostfront.core.play.sequence import Act, Entry, Event, Mark, Outcome
from ostfront.core.play.state import Decision, Result


class View:
    """A seat's view of a game at this moment; stale once the game moves on."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self.seat = seat
        self.rules: Rules = game.rules

    @cached_property
    def known(self) -> Plain:
        """Everything this seat knows about the position, as plain data."""
        return self.rules.seen(self._game.state, self.seat)

    @property
    def result(self) -> Result | None:
        return self._game.result

    @property
    def awaited(self) -> tuple[str, ...]:
        """The seats that have something to decide."""
        return tuple(dict.fromkeys(self.rules.seats[d.seat].name for d in self._game.state.pending))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(d for d in self._game.state.pending if d.seat == self.seat)

    @property
    def pending(self) -> tuple[Question, ...]:
        """The open decisions of this seat."""
        return tuple(self._game.question(d) for d in self.decisions)

    @property
    def legal(self) -> Legal:
        """The legal actions of this seat's first open decision; empty when it has none."""
        if not self.decisions:
            return Legal(self._game, Options())
        return Legal(self._game, self._game.options(self.decisions[0]))

    def options(self, decision: Decision) -> Options:
        """The legal actions of one of this seat's open decisions."""
        return self._game.options(decision) if decision in self.decisions else Options()

    def why_not(self, action: Action | str) -> list[Objection]:
        return self._game.why_not(action, self.seat)

    def odds(self, action: Action | str) -> Odds | None:
        return self._game.odds(action, self.seat)

    def entries(self) -> list[Entry]:
        """The history as this seat may see it; None stands where something is hidden."""
        return visible(self.rules, self._game.entries or [], self.seat, self._open_kinds(), self.result is not None)

    @property
    def first_turn(self) -> int:
        """The turn in which the history begins."""
        return int(self._game.snapshots[0][1].turn)

    def versions(self) -> list[tuple[int, str]]:
        """Where the game went on from a saved position: after how many entries, under which version of the rules."""
        entries = enumerate(self._game.entries or (), 1)
        return [(n, e.value.partition(" ")[0]) for n, e in entries if isinstance(e, Mark) and e.word == "version"]

    def log(self) -> list[str]:
        """The log in plain sentences."""
        names = self.rules.vocabulary
        return [line_text(line, names) for line in self.lines()]

    def lines(self) -> list[Line]:
        return [self.line(event) for event in self.events()]

    def line(self, event: Event) -> Line:
        """An event as a line of the log, in plain words."""
        return log_line(self.rules, event)

    def events(self) -> list[Event]:
        """The events that this seat may know of."""
        events = self._game.events or ()
        if self.result is not None:
            return [e for e in events if e.kind not in self.rules.stand_ins]
        return [e for e in events if e.to is None or self.seat in e.to]

    def imagine(self, seed: int | str) -> Game:
        """A game that could be the real one as far as this seat knows, with its own dice."""
        world = self._game.clone(seed, history=False)
        world.state = self.rules.imagine(world.state, self.seat, Random(f"{seed}"))
        return world

    def _open_kinds(self) -> frozenset[str]:
        return frozenset(d.kind for d in self._game.state.pending)


def line_text(line: Line, names: Vocabulary) -> str:
    return "".join(names.nouns[p.noun].names[p.number] if isinstance(p, Ref) else p for p in line)


HIDDEN = Mark("hidden")


def _secrecy(rules: Rules, act: Act) -> str:
    """How secret an action is; for one played under other rules, judged by its verb."""
    if act.kind in rules.kinds:
        return rules.kinds[act.kind].secrecy_of(act.seat)
    found = {kind.secrecy_of(act.seat) for kind in rules.kinds.values() if act.action.verb in kind.names}
    return "open" if found == {"open"} else "secret"


def visible(
    rules: Rules, entries: list[Entry], seat: int | None, open_kinds: frozenset[str], over: bool
) -> list[Entry]:
    """Entries with everything hidden that a seat may not see; seat None is the public.

    A sealed action stays hidden while its group is open, a secret one (and a draw with an audience) until
    the game is over. Seats of one team see each other's.
    """
    team = None if seat is None else rules.seats[seat].team
    shown: list[Entry] = []
    sealed_from = len(entries)
    while sealed_from and isinstance(last := entries[sealed_from - 1], Act) and last.kind in open_kinds:
        sealed_from -= 1
    for at, entry in enumerate(entries):
        hidden = False
        if isinstance(entry, Act) and (team is None or rules.seats[entry.seat].team != team):
            secrecy = _secrecy(rules, entry)
            hidden = secrecy == "secret" or (secrecy == "sealed" and at >= sealed_from)
        elif isinstance(entry, Outcome) and entry.to is not None:
            hidden = seat is None or seat not in entry.to
        elif isinstance(entry, Outcome) and not entry.sides:
            hidden = bool(entry.noun)  # drawn under other rules: who saw it is no longer known
        elif isinstance(entry, Mark) and entry.word == "version" and not over:
            entry = Mark("version", entry.value.partition(" ")[0])
        shown.append(HIDDEN if hidden and not over else entry)
    return shown
