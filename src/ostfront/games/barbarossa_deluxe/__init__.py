"""Barbarossa Deluxe: the whole war in the east from June 1941 to May 1945, corps and armies."""

from __future__ import annotations

from pathlib import Path

from ostfront.core.play.rules import GameInfo, Option
from ostfront.games.barbarossa_deluxe.measures import MEASURES
from ostfront.games.barbarossa_deluxe.odds import odds
from ostfront.games.barbarossa_deluxe.rules import BarbarossaDeluxe
from ostfront.games.barbarossa_deluxe.table import TABLE
from ostfront.games.barbarossa_deluxe.table.log import tell

INFO = GameInfo(
    name="barbarossa-deluxe",
    title="Barbarossa Deluxe",
    mark="BD",
    version="1.1",
    scenarios={
        "grand-campaign": "June 1941 to May 1945: the whole war in 32 turns",
        "road-back": "from Stalingrad to Berlin: October 1942 to May 1945, 20 turns",
        "blue-kremlin": "the summer of 1942, for Stalingrad or for Moscow: 5 turns",
        "citadel": "August 1943 to January 1944: the Soviets drive for the Dnepr, 4 turns",
        "gambit": "Manstein's Gambit, July to September 1943: everything on one card, 3 turns",
        "what-if": "1942: the Soviets strike first, 6 turns",
    },
    options=(
        Option(
            "lithuania",
            "Lithuania begins German, and five hexes of Poland begin Soviet",
            rule="3.7",
            scenarios=("grand-campaign", "what-if"),
            title="Lithuania begins German",
        ),
        Option(
            "forgiveness",
            "a victory check before the last does not end the game; the points are settled at the end",
            rule="4.20",
            scenarios=("grand-campaign", "road-back"),
            title="Forgiving victory checks",
        ),
        Option(
            "kiev",
            "Kiev taken by the end of turn 3 is worth a die less one",
            rule="4.21",
            scenarios=("grand-campaign",),
            title="A prize for Kiev",
        ),
        Option(
            "northern-satellites",
            "Axis satellites may go north if the effort of 1942 is made there",
            choices=(True, False),
            rule="10.22",
            scenarios=("grand-campaign", "blue-kremlin"),
            title="Satellites go north",
        ),
    ),
    rules=BarbarossaDeluxe,
    data=str(Path(__file__).parent / "data"),
    log=tell,
    table=TABLE,
    measures=MEASURES,
    complete=True,
    odds=odds,
)
