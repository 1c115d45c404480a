"""The drill: a small game with every hard feature, to test the engine and to learn it.

Blue, commanded by the two seats Left and Right, attacks across a river; Red defends three towns. These are the files
that every game needs:

    data/         the rules index, the map, the counters, the charts, the scenarios
    facts.py      1.0  the contents of the box, compiled: they never change during a game
    state.py      what does change, and the locals of the procedures
    rules/        2.0 to 10.0  one file for each section of the rulebook, assembled in its __init__
    referee/      the same sections again, written independently: why an action is refused
    secrets.py    what a seat may know, and the worlds it cannot tell apart
    log.py        the sentences of the log

odds.py is optional; so are a table and measures, which the drill does not have. layout.py sets up positions for
tests.
"""

from __future__ import annotations

from pathlib import Path

from drill.log import tell
from drill.odds import odds_of
from drill.rules import DrillRules
from ostfront.core.play.rules import GameInfo, Option

INFO = GameInfo(
    name="drill",
    title="The Drill",
    mark="DRILL",
    version="1.0",
    scenarios={
        "skirmish": "Three turns, a short Red line.",
        "siege": "Four turns, Red with all it has.",
    },
    options=(Option("fog", "Blocks are hidden from the enemy.", (True, False), "10.0"),),
    rules=DrillRules,
    data=str(Path(__file__).parent / "data"),
    log=tell,
    odds=odds_of,
    complete=True,
)
