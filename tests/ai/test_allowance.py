"""An officer with few thoughts for each plan: he plays worse, but plays."""

from __future__ import annotations

from typing import Any

import pytest

from ai.match import chosen, played_out
from harness.cases import Case
from ostfront.ai.officer import Officer
from ostfront.ai.planner import Allowance
from ostfront.ai.victory_awaits import plans as awaits
from ostfront.ai.victory_denied import plans as denied
from ostfront.ai.weights import weights
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game

PLANS: dict[str, Any] = {"victory-denied": denied, "victory-awaits": awaits}
CASES = (Case("victory-denied", "smolensk", ()), Case("victory-awaits", "leningrad", ()))
FEW = 150

of_each_game = pytest.mark.parametrize("case", CASES, ids=[case.game for case in CASES])


class Counting(Officer):
    """An officer who writes down what each plan took."""

    def __init__(self, thoughts: int | None = None) -> None:
        super().__init__("few", thoughts)
        self.budgets: list[Allowance] = []

    def make_plan(self, *args: Any) -> Any:
        made = super().make_plan(*args)
        assert self.allowance is not None
        self.budgets.append(self.allowance)
        return made


@of_each_game
def test_few_thoughts_are_enough_for_a_legal_game(case: Case) -> None:
    games = [case.new("few"), case.new("few")]
    players = [[Counting(FEW) for _ in game.rules.seats] for game in games]
    first, second = (played_out(game, seated) for game, seated in zip(games, players, strict=True))
    assert first == second, "the same seed and the same allowance"
    spent = [budget.spent for player in players[0] for budget in player.budgets]
    assert max(spent) <= FEW
    assert sum(thoughts > FEW * 0.8 for thoughts in spent) > 20, "many plans are cut short"


def first_move(case: Case, seed: str) -> tuple[Game, Any]:
    """A game at the first movement that can be planned, and the game's plans."""
    game = case.new(seed)
    plans = PLANS[case.game]
    player = Officer(seed)
    while True:
        decision = game.state.pending[0]
        activation = plans.activation(game, decision) if decision.kind == "move" else None
        if activation is not None:
            return game, plans
        game.push(game.parse(chosen(game, decision, player)), decision)


@of_each_game
@pytest.mark.parametrize("thoughts", [0, 1, 30, 400])
def test_a_plan_is_complete_and_legal_with_any_allowance(case: Case, thoughts: int) -> None:
    game, plans = first_move(case, "complete")
    decision = game.state.pending[0]
    activation = plans.activation(game, decision)
    budget = Allowance(thoughts)
    plan = plans.make_plan(game, decision, budget)
    assert budget.spent <= thoughts
    reach = getattr(activation, "where", activation.reach)  # that of HQs too
    for unit in activation.movers:
        if unit not in plan.posts and activation.places(unit):
            assert not any(activation.room(unit, place, plan.posts) for place in bits(reach[unit])), "nowhere to go"
    assert len(plan.posts) > len(activation.movers) / 2
    for unit, place in plan.posts.items():
        assert reach[unit] >> place & 1
        assert activation.room(unit, place, plan.posts)
    assert all(plan.posts[unit] == spot for assault in plan.assaults for unit, spot in assault.force.items())


@of_each_game
def test_the_game_says_how_many_thoughts_a_plan_may_take(case: Case) -> None:
    game, plans = first_move(case, "budget")
    player = Counting()
    chosen(game, game.state.pending[0], player)
    (budget,) = player.budgets
    assert budget.thoughts == plans.thoughts(game.rules) == weights(game.rules)["officer"]["thoughts"]
    assert 0 < budget.spent <= budget.thoughts
