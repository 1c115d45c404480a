"""How A Victory Denied looks on a table."""

from __future__ import annotations

from ostfront.core.page.table import GameTable
from ostfront.games.victory_denied.table.board import meaning, table
from ostfront.games.victory_denied.table.look import figures, look
from ostfront.games.victory_denied.table.overlays import overlay

TABLE = GameTable(table, look, overlay, figures, meaning)
