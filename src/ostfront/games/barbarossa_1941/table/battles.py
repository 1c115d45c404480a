"""How battles are told: attacks, overruns, and the strike on the Baltic Fleet."""

from __future__ import annotations

from ostfront.core.errors import counted
from ostfront.core.page.battle_script import BattleScript, Opening, Stage, ToldBattle
from ostfront.core.play.rules import Odds
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import SIDES
from ostfront.games.barbarossa_1941.luck import throw
from ostfront.games.barbarossa_1941.odds import odds_at_the_dice
from ostfront.games.barbarossa_1941.state import B41Play, Battle
from ostfront.games.barbarossa_1941.table.log import losses
from ostfront.kit.table import battles as kit

SUPPORT, REACTION, LEADS, DICE, LOSSES, AFTER = "Support", "Reaction", "Lead units", "Dice", "Losses", "Afterwards"
TOLD = {
    "fly": SUPPORT, "fleet": SUPPORT, "guns": SUPPORT, "para": SUPPORT, "joukov": SUPPORT, "coup": SUPPORT,
    "reaction": REACTION, "reacts": REACTION, "lead": LEADS, "result": DICE, "strike": DICE, "step": LOSSES,
    "eliminated": LOSSES, "stand": LOSSES, "retreat": AFTER, "advance": AFTER, "follow": AFTER, "captured": AFTER,
}  # fmt: skip
ASKED = {
    "air support": SUPPORT, "naval support": SUPPORT, "guns": SUPPORT, "paratroops": SUPPORT, "joukov": SUPPORT,
    "coup": SUPPORT, "reaction": REACTION, "reaction move": REACTION, "lead": LEADS, "loss": LOSSES,
    "second loss": LOSSES, "advance": AFTER, "follow": AFTER,
}  # fmt: skip
PASSED_OVER = ("loss counted", "fort gone", "trigger", "scattered", "air lost", "partisans gone")


def opens(facts: Facts, event: Event) -> Opening | None:
    if event.kind == "attack":
        target, units = event.args
        return _opening(facts, "Attack on", target, units)
    if event.kind == "overrun":
        units, _, target = event.args
        return _opening(facts, "Overrun of", target, units)
    if event.kind == "strike":
        unit = event.args[0]
        return Opening("Air strike on the Baltic Fleet", -1, SIDES[facts.roster.side[unit]], (unit,))
    return None


def _opening(facts: Facts, doing: str, target: int, units: tuple[int, ...]) -> Opening:
    where = facts.city_name(target) or facts.board.name(target)
    return Opening(f"{doing} {where}", target, SIDES[facts.roster.side[units[0]]], tuple(units))


def result(_facts: Facts, told: ToldBattle) -> tuple[int, str] | None:
    struck = told.last("strike")
    if struck is not None:
        left = struck.args[2]
        return struck.entry, f"the fleet has {counted(left, 'step')} left" if left else "the fleet is sunk"
    event = told.last("result")
    return None if event is None else (event.entry, losses(*event.args[-2:]))


def weighed(play: B41Play, _told: ToldBattle) -> Odds | None:
    local = play.state.top.local
    fought = isinstance(local, Battle) and local.attackers and local.defenders
    return odds_at_the_dice(play.facts, play.state, local) if fought else None


BATTLES = BattleScript(
    stages=(
        Stage(SUPPORT, "6d", "support"), Stage(REACTION, "5h", "support"), Stage(LEADS, "6g", "support"),
        Stage(DICE, "6f", "dice"), Stage(LOSSES, "6m", "losses"), Stage(AFTER, "6.1e", "after"),
    ),
    opens=opens,
    stage=kit.stage_by_kind(TOLD, PASSED_OVER),
    result=result,
    asked=ASKED,
    under_way=kit.under_way("battle"),
    weighed=weighed,
    rolls=("result", "strike"),
    throw=throw,
)  # fmt: skip
