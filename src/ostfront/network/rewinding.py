"""An administrator proposes to take a game back to an earlier moment; its players must all agree."""

from __future__ import annotations

from sqlalchemy import func, insert, select

from ostfront.core.errors import BadAction
from ostfront.network.matches import match_row
from ostfront.network.site import Site
from ostfront.network.tables import proposals

KIND, OPEN, ADMINISTRATOR = "rewind", "open", -1  # instead of a seat


def propose_rewind(site: Site, game: str, moment: int, actor: str, now: float) -> None:
    """Ask the players of a game whether to go back to a moment at which somebody had to decide."""
    live = site.library.live_game(game)
    with live.lock:
        if live.game.result is not None:
            raise BadAction("This game is over.")
        if moment not in live.decision_moments()[:-1]:
            raise BadAction(f"Nobody had to decide at moment {moment}; the game is at moment {live.moment} now.")
        with site.store.writing() as base:
            if match_row(base, game) is None:
                raise BadAction("This is no match between members.")
            mine = proposals.c.game == game
            if base.execute(select(proposals.c.n).where(mine, proposals.c.state == OPEN)).first() is not None:
                raise BadAction("Another proposal is open in this game; wait until it is answered.")
            n = 1 + int(base.execute(select(func.coalesce(func.max(proposals.c.n), 0)).where(mine)).scalar_one())
            row = {"game": game, "n": n, "kind": KIND, "seat": ADMINISTRATOR, "moment": live.moment, "target": moment}
            base.execute(insert(proposals).values(**row, answers="{}", state=OPEN, created=now))
            site.store.count_change(base, game)
            site.audit.note(base, actor, "rewind proposed", f"game {game}", now, f"to moment {moment}")
