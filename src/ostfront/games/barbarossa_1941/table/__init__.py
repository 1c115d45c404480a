"""How Barbarossa 1941 looks on a table."""

from __future__ import annotations

from ostfront.core.page.table import GameTable
from ostfront.games.barbarossa_1941.table.battles import BATTLES
from ostfront.games.barbarossa_1941.table.board import ends, meaning, table
from ostfront.games.barbarossa_1941.table.log import LOG
from ostfront.games.barbarossa_1941.table.look import figures, look
from ostfront.games.barbarossa_1941.table.overlays import overlay
from ostfront.games.barbarossa_1941.table.planning import ANSWERS
from ostfront.games.barbarossa_1941.table.reference import reference

TABLE = GameTable(table, look, overlay, figures, meaning, ends, reference, LOG, battles=BATTLES, answers=ANSWERS)
