"""A Victory Denied: Crisis at Smolensk, July to September 1941."""

from __future__ import annotations

from pathlib import Path

from ostfront.core.play.rules import GameInfo
from ostfront.games.victory_denied.measures import MEASURES
from ostfront.games.victory_denied.odds import odds
from ostfront.games.victory_denied.rules import VictoryDenied
from ostfront.games.victory_denied.table import TABLE
from ostfront.games.victory_denied.table.log import tell

INFO = GameInfo(
    name="victory-denied",
    title="A Victory Denied",
    mark="AVD",
    version="1.1",
    scenarios={"smolensk": "Crisis at Smolensk, July to September 1941: 8 or 10 turns by Hitler's directive"},
    options=(),
    rules=VictoryDenied,
    data=str(Path(__file__).parent / "data"),
    log=tell,
    odds=odds,
    table=TABLE,
    measures=MEASURES,
    complete=True,
)
