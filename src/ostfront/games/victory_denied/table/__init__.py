"""How A Victory Denied looks on a table."""

from __future__ import annotations

from ostfront.core.page.table import GameTable
from ostfront.games.victory_denied.table.battles import BATTLES
from ostfront.games.victory_denied.table.board import meaning, table
from ostfront.games.victory_denied.table.log import LOG
from ostfront.games.victory_denied.table.look import figures, look
from ostfront.games.victory_denied.table.overlays import overlay
from ostfront.games.victory_denied.table.reference import reference

TABLE = GameTable(
    table,
    look,
    overlay,
    figures,
    meaning,
    reference=reference,
    log=LOG,
    battles=BATTLES,
    answers={"stuka": "With a Stuka"},
)
