"""How Barbarossa Deluxe looks on a table."""

from __future__ import annotations

from ostfront.core.page.table import GameTable
from ostfront.games.barbarossa_deluxe.table.battles import BATTLES
from ostfront.games.barbarossa_deluxe.table.board import ends, meaning, table
from ostfront.games.barbarossa_deluxe.table.log import LOG
from ostfront.games.barbarossa_deluxe.table.look import figures, look
from ostfront.games.barbarossa_deluxe.table.overlays import overlay
from ostfront.games.barbarossa_deluxe.table.planning import ANSWERS
from ostfront.games.barbarossa_deluxe.table.reference import reference

TABLE = GameTable(table, look, overlay, figures, meaning, ends, reference, LOG, battles=BATTLES, answers=ANSWERS)
