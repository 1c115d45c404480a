"""Tiers, order and switches of the referee."""

from __future__ import annotations

from ostfront.core.errors import Objection
from ostfront.core.play.actions import Action
from ostfront.core.play.referee import Case, Referee, Section, Tier
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision


def judged(referee: Referee[Case], action: Action, kind: str = "any") -> list[Objection]:
    play = object.__new__(Play)
    return referee.judge(play, Decision(0, kind), action)


def make() -> Referee[Case]:
    section = Section[Case]("TEST")

    @section.clause("9.2")
    def rule_two(case: Case) -> str | None:
        return "Two."

    @section.clause("9.1", "special")
    def rule_one(case: Case) -> str | None:
        return "One."

    @section.clause("3.1", verbs=("go",), tier=Tier.STANDING)
    def standing(case: Case) -> str | None:
        return "Not yours." if case.action.arg == 1 else None

    @section.clause("1.1", tier=Tier.WORDS)
    def words(case: Case) -> str | None:
        return "No such hex." if case.action.arg == 0 else None

    return Referee("TEST", Case, (section,))


def test_a_tier_is_judged_when_the_one_before_is_clean() -> None:
    referee = make()
    assert judged(referee, Action("go", 0)) == [Objection("TEST 1.1", "No such hex.")]
    assert judged(referee, Action("go", 1)) == [Objection("TEST 3.1", "Not yours.")]
    assert judged(referee, Action("stop", 1)) == [Objection("TEST 9.2", "Two.")]


def test_all_objections_of_a_tier_in_their_order() -> None:
    assert [o.rule for o in judged(make(), Action("go", 2), "special")] == ["TEST 9.2", "TEST 9.1"]


def test_a_clause_can_be_left_out() -> None:
    referee = make()
    referee.set_clauses([clause for clause in referee.clauses if clause.number not in ("9.2", "3.1")])
    assert judged(referee, Action("go", 1), "special") == [Objection("TEST 9.1", "One.")]
    assert judged(referee, Action("go", 0)) == [Objection("TEST 1.1", "No such hex.")]
