"""How battles are told: attacks, and the fire of guns and bombers."""

from __future__ import annotations

from ostfront.core.page.battle_script import BattleScript, Opening, Stage, ToldBattle
from ostfront.core.play.rules import Odds
from ostfront.core.play.sequence import Event
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import SIDES
from ostfront.games.victory_denied.luck import throw
from ostfront.games.victory_denied.odds import gun_odds, odds_at_the_die
from ostfront.games.victory_denied.state import Battle, VdPlay
from ostfront.kit.table import battles as kit

SUPPORT, DIE, LOSSES, RETREAT, ADVANCE = "Support", "Die", "Losses", "Retreat", "Advance"
FIRE = (  # by the number of the weapon: what it does, whose it is, and the verb
    ("Artillery fire on", "soviet", "bombard"),
    ("Rockets on", "soviet", "rockets"),
    ("Bomber over", "german", "bomb"),
)
TOLD = {
    "stuka": SUPPORT, "elite": DIE, "no room": DIE, "join": DIE, "row 9": DIE, "result": DIE, "step": LOSSES,
    "eliminated": LOSSES, "retreat": RETREAT, "follow": RETREAT, "advance": ADVANCE, "overrun": ADVANCE,
    "relocate": ADVANCE, "hq lost": ADVANCE, "capture": ADVANCE, "recapture": ADVANCE, "steal": ADVANCE,
}  # fmt: skip


def opens(facts: Facts, event: Event) -> Opening | None:
    if event.kind == "attack":
        return kit.attack(facts, event, SIDES)
    if event.kind == "fire":
        target, weapon = event.args
        title, side, _ = FIRE[weapon]
        return Opening(f"{title} {facts.board.place_name(target)}", target, side, ())
    return None


def weighed(play: VdPlay, told: ToldBattle) -> Odds | None:
    event = told.events[0][0]
    if event.kind == "fire":
        return gun_odds(play, FIRE[event.args[1]][2], event.args[0])
    local = play.state.top.local
    return odds_at_the_die(play, local) if isinstance(local, Battle) and local.attackers else None


BATTLES = BattleScript(
    stages=(
        Stage(SUPPORT, "9.3.4", "support"), Stage(DIE, "9.4.1", "dice"), Stage(LOSSES, "9.4.2", "losses"),
        Stage(RETREAT, "9.5", "after"), Stage(ADVANCE, "9.6", "after"),
    ),
    opens=opens,
    stage=kit.stage_by_kind(TOLD),
    result=kit.table_result,
    asked={"stuka": SUPPORT, "elite": DIE, "loss": LOSSES, "retreat": RETREAT, "advance": ADVANCE},
    under_way=kit.under_way("battle", "bombardment"),
    weighed=weighed,
    throw=throw,
)  # fmt: skip
