"""What computer players know of Kiev '41."""

from __future__ import annotations

from ostfront.ai.game_players import GamePlayer, Planning
from ostfront.ai.kiev_41 import adviser, plans

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
