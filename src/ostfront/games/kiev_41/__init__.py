"""Kiev '41: the war in the south, July to December 1941, with blocks on 153 areas."""

from __future__ import annotations

from pathlib import Path

from ostfront.core.play.rules import GameInfo, Option
from ostfront.games.kiev_41.measures import MEASURES
from ostfront.games.kiev_41.odds import odds
from ostfront.games.kiev_41.rules import Kiev41
from ostfront.games.kiev_41.table import TABLE
from ostfront.games.kiev_41.table.log import tell

INFO = GameInfo(
    name="kiev-41",
    title="Kiev '41",
    mark="K41",
    version="1.3",
    scenarios={
        "southern-struggle": "The Southern Struggle, July to December 1941: the campaign",
        "les-preludes": "Les Preludes, July 1941",
        "the-river": "The River, August and September 1941",
        "the-pocket": "The Pocket, September and October 1941",
        "the-snow": "The Snow, November and December 1941",
    },
    options=(
        Option(
            "optional", "the optional rules up to and including this one",
            ("none", "14.1", "14.2", "14.3", "14.4", "14.5", "14.7", "14.8", "14.9"), "14.0", ("southern-struggle",),
            title="Optional rules",
            words=(
                "None", "14.1: rail movement", "14.2: mountain and cavalry blocks", "14.3: limits of armour",
                "14.4: supply by sea", "14.5: blizzard", "14.7: movement by sea", "14.8: Soviet landings",
                "14.9: airborne landings",
            ),
        ),
        Option(
            "placement", "blocks of one colour and type are placed at random, or in their historical positions",
            ("random", "historical"), "SC.5a", ("les-preludes", "southern-struggle"), title="Placement",
        ),
    ),
    rules=Kiev41,
    data=str(Path(__file__).parent / "data"),
    log=tell,
    odds=odds,
    table=TABLE,
    measures=MEASURES,
    complete=True,
)  # fmt: skip
