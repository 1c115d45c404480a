"""How battles are told: the steps of 10.13, each with its dice."""

from __future__ import annotations

from collections import Counter

from ostfront.core.errors import counted
from ostfront.core.page.battle_script import BattleScript, Opening, Stage, ToldBattle
from ostfront.core.play.rules import Odds
from ostfront.core.play.sequence import Event
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import SIDES
from ostfront.games.kiev_41.luck import throw
from ostfront.games.kiev_41.odds import shifts
from ostfront.games.kiev_41.state import Battle, K41Play
from ostfront.games.kiev_41.table.log import verb
from ostfront.kit.table import battles as kit

NAMES = ("Axis", "Soviet")
FLEETS, GUNS, FLAK, AIR, END = "Fleets", "Artillery", "Anti-air", "Airstrike", "Afterwards"
GROUND = ("Axis fire", "Soviet fire")
FIRED = {"fleets": FLEETS, "fleet flak": FLEETS, "artillery": GUNS, "anti-air": FLAK, "bombers": AIR}
SUFFERED = ("absorbed", "step", "destroyed", "abort", "down", "sunk", "line lost")  # in the step that is fought
LOST = ("step", "destroyed")
PASSED_OVER = ("home", "disc lost", "budyonny")


def opens(facts: Facts, event: Event) -> Opening | None:
    if event.kind != "battle":
        return None
    area, side = event.args
    name = facts.areas.areas[area].facts["name"] or facts.place_names[area]
    return Opening(f"Battle of {name}: {NAMES[side]} attack", area, SIDES[side])


def stage(event: Event, before: str) -> str | None:
    kind, args = event.kind, event.args
    if kind == "fire at":
        return FIRED[args[0]]
    if kind == "ground":
        return GROUND[args[0]]
    if kind in ("engage", "strike"):
        return FLEETS
    if kind in SUFFERED:
        return before or FLEETS
    if kind == "control":
        return END
    return "" if kind in PASSED_OVER or kind == "battle" else None


def result(facts: Facts, told: ToldBattle) -> tuple[int, str] | None:
    """Steps lost by each side, and who holds the area."""
    if not told.over:
        return None
    roster = facts.roster
    lost = Counter(
        roster.side[event.args[0]]
        for event, _ in told.events
        if event.kind in LOST and roster.blocks >> event.args[0] & 1
    )
    taken = told.last("control")
    words = [f"{verb(side, 'loses', 'lose')} {counted(lost[side], 'step')}" for side in (0, 1) if lost[side]]
    end = f"{verb(taken.args[0], 'controls', 'control')} the area" if taken is not None else "nobody is driven out"
    said = f"{' and '.join(words) or 'nobody loses a step'}; {end}"
    return told.events[-1][0].entry, said.replace("The ", "the ")  # it is no sentence of its own


def weighed(play: K41Play, _told: ToldBattle) -> Odds | None:
    local = play.state.top.local
    if not isinstance(local, Battle):
        return None
    return Odds("", tuple(shifts(play.facts, play.state, local.area, local.side)), ())


BATTLES = BattleScript(
    stages=(
        Stage(FLEETS, "10.13.2a", "dice"), Stage(GUNS, "10.13.3", "dice"), Stage(FLAK, "10.13.4a", "dice"),
        Stage(AIR, "10.13.5", "dice"), Stage(GROUND[0], "10.13.6", "dice"), Stage(GROUND[1], "10.13.6", "dice"),
        Stage(END, "10.16b", "after"),
    ),
    opens=opens,
    stage=stage,
    result=result,
    asked={},
    under_way=kit.under_way("battle"),
    weighed=weighed,
    rolls=("fire at", "ground", "strike"),
    throw=throw,
)  # fmt: skip
