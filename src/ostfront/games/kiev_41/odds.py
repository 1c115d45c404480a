"""Exact odds of a battle before the dice."""

from __future__ import annotations

from ostfront.core.actions import Action
from ostfront.core.rules import Odds
from ostfront.games.kiev_41.play import K41Play


def odds(_play: K41Play, _seat: int, _action: Action) -> Odds | None:
    return None
