"""What computer players know of A Victory Denied."""

from __future__ import annotations

from ostfront.ai.game_players import GamePlayer, Planning
from ostfront.ai.victory_denied import adviser, plans

PLAYER = GamePlayer(
    adviser=lambda rules, state, seat: adviser.Adviser(rules.facts, state, seat),
    planning=Planning(
        steps=plans.STEPS,
        adviser=lambda rules, state, seat: plans.Adviser(rules.facts, state, seat),
        thoughts=lambda rules: plans.thoughts(rules.facts),
        moment=plans.moment,
        make_plan=plans.make_plan,
        answer=plans.answer,
        purpose=lambda plan, rules: plans.purpose(plan, rules.facts),
        terms=lambda rules, state, side: plans.terms(rules.facts, state, side),
    ),
)
