"""An administrator proposes to take a game back to an earlier moment; its players must all agree."""

from __future__ import annotations

from ostfront.core.errors import BadAction
from ostfront.network.matches import match_row
from ostfront.network.proposals import ADMINISTRATOR
from ostfront.network.site import Site


def propose_rewind(site: Site, game: str, moment: int, actor: str, now: float) -> None:
    """Ask the players of a game whether to go back to a moment at which somebody had to decide."""
    live = site.library.live_game(game)
    with site.store.reader.begin() as base:
        if match_row(base, game) is None:
            raise BadAction("This is no match between members.")
    site.proposals.propose(live, ADMINISTRATOR, "rewind", moment, now)
    site.audit.add(actor, "rewind proposed", f"game {game}", now, f"to moment {moment}")
