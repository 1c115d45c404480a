"""The chits to select from, computed a second time; and words without meaning."""

from __future__ import annotations

from random import Random

from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.state import Decision, Frame
from ostfront.games.victory_denied.facts.roster import SOVIET
from ostfront.games.victory_denied.referee.command import MANDATORY_KINDS, unavailable
from ostfront.games.victory_denied.referee.position import Position
from ostfront.games.victory_denied.state import Battle, Retreat, VdState
from victory_denied.stage import FACTS, RULES, rules_broken, stage


def available(state: VdState, side: int) -> set[str]:
    """The referee's own answer to which chits a side may select."""
    position = Position(FACTS, state)
    mine = [i for i, chit in enumerate(FACTS.chits) if chit.side == side and chit.kind not in MANDATORY_KINDS]
    return {FACTS.chits[i].id for i in mine if unavailable(position, i) is None}


def test_the_choices_of_each_turn_are_the_available_chits() -> None:
    random = Random("choices")
    turns = 0
    for seed in range(2):
        game = Game.started(RULES, Seeded.of(seed))
        while game.result is None:
            state: VdState = game.state
            decision = state.pending[0]
            if decision.kind == "select" and not state.selected_german and not state.selected_soviet:
                turns += 1
                for side, choices in enumerate((state.choices_german, state.choices_soviet)):
                    listed = {chit.id for i, chit in enumerate(FACTS.chits) if choices >> i & 1}
                    aside = {"3PzG-1", "3PzG-2"} if state.turn == 1 else set()  # 3.7: one of them is put aside
                    assert listed - aside == available(state, side) - aside
            game.push(game.options(decision).choose(random.random), decision)
    assert turns >= 4


def test_of_equal_chits_the_first_is_named() -> None:
    game = stage("selection", {"VIII-HQ": "3106", "7Pz": "3919", "22A": "4614"}, turn=3)
    assert rules_broken(game, "select 9A-1", "German") == []
    assert rules_broken(game, "select 9A-2", "German") == ["AVD 7.1.2a"]


def test_a_unit_must_be_one() -> None:
    game = stage("combat", {"7Pz": "3919", "25C": "3820"})
    unit, origin = FACTS.roster.index["25C"], FACTS.board.index("3820")
    decisions = {"retreat": Retreat(SOVIET, 1 << unit, 1, origin), "advance": Battle(origin)}
    for kind, local in decisions.items():
        game.state.top = Frame(kind, 0, local, None)
        for words in ((9999, 9999), (-1,), (9999,), (-1, origin)):
            assert RULES.referee.judge(game, Decision(SOVIET, kind), Action(kind, words))
