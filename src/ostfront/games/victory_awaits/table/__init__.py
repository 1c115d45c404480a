"""How A Victory Awaits looks on a table."""

from __future__ import annotations

from ostfront.core.page.table import GameTable
from ostfront.games.victory_awaits.table.battles import BATTLES
from ostfront.games.victory_awaits.table.board import meaning, table
from ostfront.games.victory_awaits.table.log import LOG
from ostfront.games.victory_awaits.table.look import figures, look
from ostfront.games.victory_awaits.table.overlays import overlay
from ostfront.games.victory_awaits.table.reference import reference

TABLE = GameTable(table, look, overlay, figures, meaning, reference=reference, log=LOG, battles=BATTLES)
