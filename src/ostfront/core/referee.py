"""The referee: takes any action, legal or not, and says every rule it breaks.

Clauses are judged in rulebook order, in three tiers: words (does it exist), standing (whose is it, is it
active, is it on the map), rules. A tier is judged only when the one before is clean. A clause can be
switched off by its number, which is how the tests of a clause are shown to depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ostfront.core import clauses

if TYPE_CHECKING:
    from ostfront.core.actions import Action
    from ostfront.core.sequence import Play
    from ostfront.core.state import Decision


class Objection(NamedTuple):
    """A rule that is broken, and a sentence a player understands."""

    rule: str
    text: str


class Tier(IntEnum):
    WORDS = 0
    STANDING = 1
    RULES = 2


class Case:
    """An action on trial: who is asked for what, and what was answered. Games add cached facts."""

    def __init__(self, play: Play, decision: Decision, action: Action) -> None:
        self.play = play
        self.decision = decision
        self.action = action


C = TypeVar("C", bound=Case)
Judge = Callable[[C], str | None]


class Clause(NamedTuple):
    number: str
    tier: Tier
    kinds: frozenset[str]
    verbs: frozenset[str]
    judge: Callable[[Any], str | None]


class Referee(Generic[C]):
    """The clauses of one game, in order."""

    def __init__(self, mark: str, case: Callable[[Play, Decision, Action], C]) -> None:
        self.mark = mark
        self.clauses: list[Clause] = []
        self._case = case
        self._by_kind: dict[tuple[str, str], list[Clause]] = {}

    def clause(
        self, number: str, *kinds: str, verbs: Iterable[str] = (), tier: Tier = Tier.RULES
    ) -> Callable[[Judge[C]], Judge[C]]:
        """Add a clause: judged for decisions of these kinds (none: all), for these verbs (none: all)."""

        def add(judge: Judge[C]) -> Judge[C]:
            clauses.answers_for(f"{self.mark} {number}", judge)
            if not clauses.switched_off(f"{self.mark} {number}"):
                self.clauses.append(Clause(number, tier, frozenset(kinds), frozenset(verbs), judge))
                self._by_kind.clear()
            return judge

        return add

    def judge(self, play: Play, decision: Decision, action: Action) -> list[Objection]:
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
