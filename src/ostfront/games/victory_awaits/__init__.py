"""A Victory Awaits: Operation Barbarossa 1941, on three maps joined or one at a time."""

from __future__ import annotations

from pathlib import Path

from ostfront.core.play.rules import GameInfo, Option
from ostfront.games.victory_awaits.measures import MEASURES
from ostfront.games.victory_awaits.odds import odds
from ostfront.games.victory_awaits.rules import VictoryAwaits
from ostfront.games.victory_awaits.table import TABLE
from ostfront.games.victory_awaits.table.log import tell

INFO = GameInfo(
    name="victory-awaits",
    title="A Victory Awaits",
    mark="AVA",
    version="1.1",
    scenarios={
        "leningrad": "Leningrad: Army Group North, nine turns",
        "smolensk-short": "Smolensk, short game: Army Group Center, six turns",
        "smolensk": "Smolensk: Army Group Center, nine turns",
        "kiev": "Kiev: Army Group South, nine turns",
        "campaign": "Operation Barbarossa on all three maps, nine turns",
    },
    options=(
        Option("placement", "units start in place, or the players set them up", ("historical", "free"), "4.0.2"),
        Option("bidding", "the higher bid of victory points plays the Axis", rule="17.1"),
        Option("reserve", "Reserve and OKH chits activate units anywhere", rule="17.2"),
        Option("hq-transfer", "HQs may go to the next turn of the track", rule="17.3"),
        Option("soviet-supply", "Soviet lines need a road or railroad within 12 hexes", rule="17.4"),
        Option("armor-limit", "a German HQ activates at most ten mechanized units", rule="17.5"),
        Option("panzergruppe-supply", "a Panzergruppe's second activation needs its own line", rule="17.6"),
        Option("players", "the number of players", ("2", "4", "5", "6", "7", "8"), "19.2", ("campaign",)),
        Option("teams", "team play with Master chits", ("no", "2-2", "2-3", "3-2", "3-3"), "20.0", ("campaign",)),
    ),
    rules=VictoryAwaits,
    data=str(Path(__file__).parent / "data"),
    log=tell,
    odds=odds,
    table=TABLE,
    measures=MEASURES,
    complete=True,
)
