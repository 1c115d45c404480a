"""How Kiev '41 looks on a table."""

from __future__ import annotations

from ostfront.core.page.table import GameTable
from ostfront.games.kiev_41.table.battles import BATTLES
from ostfront.games.kiev_41.table.board import ends, meaning, table
from ostfront.games.kiev_41.table.log import LOG
from ostfront.games.kiev_41.table.look import figures, look
from ostfront.games.kiev_41.table.overlays import overlay
from ostfront.games.kiev_41.table.reference import reference

TABLE = GameTable(table, look, overlay, figures, meaning, ends, reference, LOG, battles=BATTLES)
