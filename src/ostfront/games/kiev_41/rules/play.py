"""The play as these rules know it: typed facts and state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ostfront.core.play.sequence import Play

if TYPE_CHECKING:
    from ostfront.games.kiev_41.facts import Kiev41
    from ostfront.games.kiev_41.state import K41State

    class K41Play(Play[Any, K41State]):
        rules: Kiev41
else:
    K41Play = Play
