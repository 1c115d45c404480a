"""The play as these rules know it: typed facts and state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ostfront.core.play.sequence import Play

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

    class VdPlay(Play[Any, VdState]):
        rules: VictoryDenied
else:
    VdPlay = Play
