"""The play as these rules know it: typed facts and state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ostfront.core.play.sequence import Play

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

    class VaPlay(Play[Any, VaState]):
        rules: VictoryAwaits
else:
    VaPlay = Play
