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
        Option(
            "placement", "units start in place, or the players set them up", ("historical", "free"), "4.0.2",
            title="Set-up",
        ),
        Option(
            "bidding", "the higher bid of victory points plays the Axis", rule="17.1",
            title="Bid for sides", excludes=("players", "teams"),
        ),
        Option("reserve", "Reserve and OKH chits activate units anywhere", rule="17.2", title="Reserve chits"),
        Option("hq-transfer", "HQs may go to the next turn of the track", rule="17.3", title="HQ transfer"),
        Option(
            "soviet-supply", "Soviet lines need a road or railroad within 12 hexes", rule="17.4",
            title="Strict Soviet supply",
        ),
        Option(
            "armor-limit", "a German HQ activates at most ten mechanized units", rule="17.5", title="Limited armour"
        ),
        Option(
            "panzergruppe-supply", "a Panzergruppe's second activation needs its own line", rule="17.6",
            title="Panzergruppe supply",
        ),
        Option(
            "players", "Army Groups and maps shared among more players, under a Controller",
            ("2", "4", "5", "6", "7", "8"), "19.2", ("campaign",), title="Number of players",
            words=("Two", "Four", "Five", "Six", "Seven", "Eight"), excludes=("bidding", "teams"),
        ),
        Option(
            "teams", "team play with Master chits, every player with a cup",
            ("no", "2-2", "2-3", "3-2", "3-3"), "20.0", ("campaign",), title="Teams",
            words=("No teams", "2 against 2", "2 Axis, 3 Soviet", "3 Axis, 2 Soviet", "3 against 3"),
            excludes=("bidding", "players"),
        ),
    ),
    rules=VictoryAwaits,
    data=str(Path(__file__).parent / "data"),
    log=tell,
    odds=odds,
    table=TABLE,
    measures=MEASURES,
    complete=True,
)  # fmt: skip
