"""What a game package offers the engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.page.table import GameTable
from ostfront.core.play.actions import Action, Vocabulary
from ostfront.core.play.compounds import Compound
from ostfront.core.play.measures import Measures
from ostfront.core.play.referee import Referee
from ostfront.core.play.sequence import Event, Kind, Procedure
from ostfront.core.play.state import State


class Seat(NamedTuple):
    """A seat at the table: its player belongs to a team, which plays a side."""

    name: str
    team: str
    side: str


class Option(NamedTuple):
    """A choice made before the game. `choices` lists the values; the first is the default.

    `words` are the choices in words, in the same order. An option that `excludes` others is not changed together with
    any of them.
    """

    name: str
    summary: str
    choices: tuple[Any, ...] = (False, True)
    rule: str = ""
    scenarios: tuple[str, ...] = ()
    title: str = ""
    words: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()

    @property
    def default(self) -> Any:
        return self.choices[0]

    @property
    def shown(self) -> str:
        """Its title, or what can be made of its name."""
        return self.title or self.name.replace("-", " ").capitalize()

    @property
    def choice_words(self) -> tuple[str, ...]:
        return self.words or tuple(str(choice).replace("-", " ").capitalize() for choice in self.choices)


class Settings(NamedTuple):
    """What a game was started with."""

    game: str
    scenario: str
    options: Mapping[str, Any]


class Shift(NamedTuple):
    """One modifier of a battle, with its rule."""

    rule: str
    text: str
    value: str


class Change(NamedTuple):
    """What changed the factor of a unit in a battle, with its rule."""

    rule: str
    text: str


class Part(NamedTuple):
    """A part of a side's strength: what a unit counts, or without a unit (-1) what `text` says.

    `factor` is what the counter shows, `changes` are what made `value` of it. All parts of a side add up to its
    strength, so what rounding drops is a part too.
    """

    attacks: bool
    value: Fraction
    unit: int = -1
    factor: str = ""
    changes: tuple[Change, ...] = ()
    text: str = ""


class Odds(NamedTuple):
    """The exact distribution of what an action may lead to, before the dice.

    `rows` are (probability, outcome); they add up to one. `policy` says how choices along the way were made.
    `answers` gives the rows for each answer that a player can still give before the dice, such as a Stuka.
    `parts` say how `strengths` of attacker and defender come about, in `measure` where these are no factors.
    `column` is the final one, and `taken` holds the outcomes that leave no defender in the target.
    """

    title: str
    shifts: tuple[Shift, ...]
    rows: tuple[tuple[Fraction, str], ...]
    policy: str = ""
    answers: tuple[tuple[str, tuple[tuple[Fraction, str], ...]], ...] = ()
    parts: tuple[Part, ...] = ()
    strengths: tuple[int, int] | None = None
    measure: str = ""
    column: str = ""
    taken: frozenset[str] = frozenset()


class Ref(NamedTuple):
    """A reference in a log line: a unit or a place that the page can highlight."""

    noun: str
    number: int


Line = tuple["str | Ref", ...]


class GameInfo(NamedTuple):
    """A game as it is registered: everything the rest of the program needs from it."""

    name: str
    title: str
    mark: str
    version: str
    scenarios: Mapping[str, str]
    options: tuple[Option, ...]
    rules: Callable[[GameInfo, Settings, DataFolder], Rules]
    data: str
    log: Callable[[Any, Event], Line]  # facts and an event: a log line in plain words
    odds: Callable[[Any, int, Action], Odds | None] | None = None  # of a play, for a seat: what an action may lead to
    table: GameTable | None = None
    measures: Measures | None = None
    complete: bool = False


class Rules(ABC):
    """One game with its scenario, options and numbers; shared by all its plays.

    `facts` are what never changes: counters, charts, map, seats, compiled. The rest defines how it is played.
    """

    info: GameInfo
    facts: Any  # of the game's own Facts
    settings: Settings
    data: DataFolder
    seats: tuple[Seat, ...]
    vocabulary: Vocabulary
    procedures: Mapping[str, Procedure]
    kinds: Mapping[str, Kind]
    referee: Referee[Any]
    compounds: tuple[Compound, ...] = ()
    state_type: type[State]
    sequence_rule: str = "4.0"  # the clause that says whose turn it is
    concede_rule: str = ""  # the clause that lets a player concede; without one it is the custom of the table
    stand_ins: frozenset[str] = frozenset()  # events shown in place of secret ones, until the end

    @abstractmethod
    def start(self) -> State:
        """The state before the first step, its first procedure pushed."""

    @abstractmethod
    def blank(self) -> State:
        """A state of the right shape with nothing on the map."""

    @abstractmethod
    def seen(self, state: Any, seat: int) -> Plain:
        """Everything that a seat may know about a state, as plain data."""

    @abstractmethod
    def imagine(self, state: Any, seat: int, random: Random) -> State:
        """Another world that this seat could not distinguish from the real one."""

    def phase(self, state: Any) -> str:
        """The name of the current phase: standing orders for 'this phase' last as long as it does."""
        return f"turn {state.turn}"

    def check(self, state: Any) -> list[str]:
        """Invariants that are broken: for the harness."""
        return []

    def rule(self, number: str) -> str:
        return f"{self.info.mark} {number}"

    def outcome_text(self, noun: str, value: int) -> str:
        return f"roll {value}" if not noun else f"draw {self.vocabulary.nouns[noun].names[value]}"
