"""Another draft in the place of the present one, played as far as both are the same."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.errors import OstfrontError
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act


def rewrite(game: Game, seat: int, acts: Sequence[Act], present: Sequence[str], actions: Sequence[str]) -> None:
    """Replace the current draft. Dice end it, so a refused draft never shows what they would have been."""
    same = 0
    while same < min(len(present), len(actions)) and present[same] == actions[same]:
        same += 1
    try:
        if same < len(present):
            game.replace_draft(seat, [act.action for act in acts[:same]])
        if same < len(actions):
            game.play("; ".join(actions[same:]), seat)
    except OstfrontError:
        if same < len(present):
            game.replace_draft(seat, [act.action for act in acts])
        raise
