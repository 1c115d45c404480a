"""What other servers have played in a game that is in memory, played on without restoring it from its beginning.

That is for the usual changes: more actions, or a draft that was arranged anew. Of anything else, and whenever the
outcome is not what is on disk, the caller restores the whole game.
"""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.errors import OstfrontError
from ostfront.core.files import record
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act, Entry, Mark, Outcome
from ostfront.server.game_rows import FILE, GameRows, changing_columns, entry_lines, take_order

SAME = ("moment", "awaited", "result", "state")  # what must come out as it is on disk


def catch_up(game: Game, rows: GameRows) -> bool:
    """Whether the game is now as these rows have it; if not, nothing is known of it."""
    mine, theirs = entry_lines(game), list(rows.lines)
    common = _common(mine, theirs)
    entries = _played(game, theirs[common:])
    if entries is None or not all(isinstance(entry, Act) for entry in (game.entries or [])[common:]):
        return False
    try:
        if common < len(mine):
            game.rewind(common)
        if entries:
            game.replay(entries)
        game.orders.clear()
        if not all(take_order(game, row) for row in rows.orders):
            return False
    except (OstfrontError, LookupError, ValueError, TypeError):
        return False
    columns = changing_columns(game, 0.0)
    return entry_lines(game, common) == theirs[common:] and all(columns[name] == getattr(rows, name) for name in SAME)


def _common(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """How many lines both have from the beginning."""
    least = min(len(mine), len(theirs))
    return next((at for at in range(least) if mine[at] != theirs[at]), least)


def _played(game: Game, lines: Sequence[str]) -> list[Entry] | None:
    """Actions and what came of them; None if there is anything else among them."""
    reveal = Mark("reveal").word
    try:
        found = [record.parse_line(game.rules, line, FILE, 0) for line in lines if line != reveal]
    except OstfrontError:
        return None
    if (found and not isinstance(found[0], Act)) or not all(isinstance(entry, Act | Outcome) for entry in found):
        return None
    return found
