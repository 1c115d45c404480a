"""The play as these rules know it: typed state and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.play.sequence import Play

if TYPE_CHECKING:
    from ostfront.games.kiev_41.facts import Kiev41
    from ostfront.games.kiev_41.state import K41State

    class K41Play(Play):
        rules: Kiev41
        state: K41State
else:
    K41Play = Play
