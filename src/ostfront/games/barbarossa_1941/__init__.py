"""Barbarossa 1941: the whole Eastern Front from June 1941 to January 1942, armies and corps."""

from __future__ import annotations

from pathlib import Path

from ostfront.core.play.rules import GameInfo, Option
from ostfront.games.barbarossa_1941.measures import MEASURES
from ostfront.games.barbarossa_1941.odds import odds
from ostfront.games.barbarossa_1941.rules import Barbarossa1941
from ostfront.games.barbarossa_1941.table import TABLE
from ostfront.games.barbarossa_1941.table.log import tell

INFO = GameInfo(
    name="barbarossa-1941",
    title="Barbarossa 1941",
    mark="B41",
    version="1.1",
    scenarios={
        "historical": "22 June 1941: the armies where they stood, ten turns to January 1942",
        "hypothetical": "June 1941 with a free set-up: the Soviets cover the frontier, then the Axis gathers",
    },
    options=(
        Option(
            "compulsory-attacks", "on turns 1 to 3 the Soviets must attack as a die demands", rule="14.3",
            title="Compulsory attacks",
        ),
        Option(
            "no-fallschirmjaeger", "the 7th Fallschirmjaeger Division does not come", rule="14.3",
            title="No paratroopers",
        ),
        Option(
            "murmansk", "on turn 5 a 6 brings Dietl's mountain corps to Helsinki", rule="14.3",
            title="Corps from Murmansk",
        ),
        Option(
            "early-siberians", "the 58th, 59th and 60th Armies come two turns earlier", rule="14.3",
            title="Early Siberians",
        ),
        Option(
            "masters-of-blitzkrieg", "Soviets cut off next to a panzer corps lose a step at once", rule="14.3",
            title="Masters of Blitzkrieg",
        ),
    ),
    rules=Barbarossa1941,
    data=str(Path(__file__).parent / "data"),
    log=tell,
    odds=odds,
    table=TABLE,
    measures=MEASURES,
    complete=True,
)  # fmt: skip
