"""The play as these rules know it: typed state and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.play.sequence import Play

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

    class VaPlay(Play):
        rules: VictoryAwaits
        state: VaState
else:
    VaPlay = Play
