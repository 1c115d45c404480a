"""What computer players know about A Victory Denied."""

from __future__ import annotations

from ostfront.ai.game_players import GamePlayer, Planning
from ostfront.ai.victory_denied import adviser, officer_adviser, plans

PLAYER = GamePlayer(
    adviser=adviser.Adviser,
    planning=Planning(
        steps=plans.STEPS,
        adviser=officer_adviser.OfficerAdviser,
        thoughts=plans.thoughts,
        plan_key=plans.plan_key,
        make_plan=plans.make_plan,
        answer=plans.answer,
        purpose=plans.purpose,
        terms=plans.terms,
    ),
)
