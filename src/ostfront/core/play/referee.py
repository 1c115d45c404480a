"""The referee: takes any action, legal or not, and lists every rule it breaks.

Clauses are judged in rulebook order, in three tiers: words (does it exist), standing (whose is it, is it
active, is it on the map), rules. A tier is judged only when the one before is clean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ostfront.core.errors import Objection
from ostfront.core.play import clauses
from ostfront.core.play.actions import Action
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision, Frame


class Tier(IntEnum):
    WORDS = 0
    STANDING = 1
    RULES = 2


class Position(Protocol):
    """A position as a game's referee sees it: what follows from where the units are."""

    state: Any

    def unit_name(self, unit: int) -> str: ...


P = TypeVar("P", bound=Position)


def position_of(play: Play[Any, Any], see: Callable[[Any, Any], P]) -> P:
    """The position as the referee sees it, kept with the play: thousands of actions are judged in one position."""
    kept: tuple[Any, P] | None = play.judged
    if kept is None or kept[0] != play.state:
        state = play.state.clone()
        kept = play.judged = (state, see(play.facts, state))
    return kept[1]


class Case:
    """An action to judge: the decision, its seat, and the answer given. Games add cached facts."""

    position: Position

    def __init__(self, play: Play[Any, Any], decision: Decision, action: Action) -> None:
        self.play = play
        self.decision = decision
        self.action = action

    @property
    def local(self) -> Any:
        """The locals of the procedure that asks."""
        top = self.play.state.top
        assert top is not None
        return top.local

    def below(self, procedure: str) -> Any:
        """The locals of a procedure further down the stack, None if it is not running."""
        frame: Frame | None = self.play.state.top
        while frame is not None:
            if frame.procedure == procedure:
                return frame.local
            frame = frame.below
        return None

    @property
    def number(self) -> int:
        """The number that is named, or the only unit or place."""
        assert isinstance(self.action.arg, int)
        return self.action.arg

    @property
    def unit(self) -> int:
        """The unit that is named, the first one if there are several words."""
        arg = self.action.arg
        assert arg is not None
        return arg if isinstance(arg, int) else arg[0]

    def name(self, unit: int) -> str:
        return self.position.unit_name(unit)

    def names(self, units: list[int]) -> str:
        """Several units in a sentence."""
        words = [self.name(unit) for unit in units]
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


C = TypeVar("C", bound=Case)
Judge = Callable[[C], str | None]


class Clause(NamedTuple):
    number: str
    tier: Tier
    kinds: frozenset[str]
    verbs: frozenset[str]
    judge: Callable[[Any], str | None]


class Section(Generic[C]):
    """The clauses of one section of a rulebook, as its file adds them."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.clauses: list[Clause] = []

    def clause(
        self, number: str, *kinds: str, verbs: Iterable[str] = (), tier: Tier = Tier.RULES
    ) -> Callable[[Judge[C]], Judge[C]]:
        """Add a clause: judged for decisions of these kinds (none: all), for these verbs (none: all)."""

        def add(judge: Judge[C]) -> Judge[C]:
            clauses.answers_for(f"{self.mark} {number}", judge, judges=True)
            self.clauses.append(Clause(number, tier, frozenset(kinds), frozenset(verbs), judge))
            return judge

        return add


class Referee(Generic[C]):
    """The clauses of one game; objections come in the order of its sections."""

    def __init__(
        self,
        mark: str,
        case: Callable[[Play[Any, Any], Decision, Action], C],
        sections: Iterable[Section[C]] = (),
    ) -> None:
        self.mark = mark
        self.clauses: list[Clause] = [clause for section in sections for clause in section.clauses]
        self._case = case
        self._by_kind: dict[tuple[str, str], list[Clause]] = {}

    def set_clauses(self, clauses: Iterable[Clause]) -> None:
        """Use these clauses from now on."""
        self.clauses = list(clauses)
        self._by_kind.clear()

    def judge(self, play: Play[Any, Any], decision: Decision, action: Action) -> list[Objection]:
        """Every objection of the first tier that has any, in rulebook order."""
        case = self._case(play, decision, action)
        found: list[Objection] = []
        tier = Tier.WORDS
        for clause in self._clauses_for(decision.kind, action.verb):
            if clause.tier != tier:
                if found:
                    return found
                tier = clause.tier
            text = clause.judge(case)
            if text is not None:
                found.append(Objection(f"{self.mark} {clause.number}", text))
        return found

    def _clauses_for(self, kind: str, verb: str) -> list[Clause]:
        key = (kind, verb)
        chosen = self._by_kind.get(key)
        if chosen is None:
            chosen = [
                c for c in self.clauses if (not c.kinds or kind in c.kinds) and (not c.verbs or verb in c.verbs)
            ]
            chosen.sort(key=lambda c: c.tier)  # stable: rulebook order within a tier
            self._by_kind[key] = chosen
        return chosen
