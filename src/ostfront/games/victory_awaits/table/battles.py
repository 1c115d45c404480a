"""How battles are told: each declared attack when it is resolved."""

from __future__ import annotations

from ostfront.core.page.battle_script import BattleScript, Opening, Stage, ToldBattle
from ostfront.core.play.rules import Odds
from ostfront.core.play.sequence import Event
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import SIDES
from ostfront.games.victory_awaits.luck import throw
from ostfront.games.victory_awaits.odds import battle_odds
from ostfront.games.victory_awaits.state import Battle, VaPlay
from ostfront.kit.table import battles as kit

DIE, LOSSES, RETREAT, ADVANCE = "Die", "Losses", "Retreat", "Advance"
TOLD = {"result": DIE, "step": LOSSES, "eliminated": LOSSES, "retreat": RETREAT, "advance": ADVANCE}


def opens(facts: Facts, event: Event) -> Opening | None:
    return kit.attack(facts, event, SIDES) if event.kind == "attack" else None


def weighed(play: VaPlay, _told: ToldBattle) -> Odds | None:
    local = play.state.top.local
    return battle_odds(play.facts, play.state, local.target, local.attackers) if isinstance(local, Battle) else None


BATTLES = BattleScript(
    stages=(
        Stage(DIE, "10.4.1", "dice"), Stage(LOSSES, "10.5", "losses"), Stage(RETREAT, "10.6", "after"),
        Stage(ADVANCE, "10.7", "after"),
    ),
    opens=opens,
    stage=kit.stage_by_kind(TOLD),
    result=kit.table_result,
    asked={"loss": LOSSES, "retreat": RETREAT, "advance": ADVANCE},
    under_way=kit.under_way("battle"),
    weighed=weighed,
    throw=throw,
)  # fmt: skip
