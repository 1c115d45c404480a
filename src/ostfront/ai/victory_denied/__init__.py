"""What computer players know of A Victory Denied."""

from __future__ import annotations

from ostfront.ai.game_players import GamePlayer, Planning
from ostfront.ai.victory_denied import adviser, plans

PLAYER = GamePlayer(
    adviser=adviser.Adviser,
    planning=Planning(
        steps=plans.STEPS,
        adviser=plans.Adviser,
        thoughts=plans.thoughts,
        moment=plans.moment,
        make_plan=plans.make_plan,
        answer=plans.answer,
        purpose=plans.purpose,
        terms=plans.terms,
    ),
)
