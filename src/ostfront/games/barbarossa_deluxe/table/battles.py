"""How battles are told: prepared and mobile assaults. The German may not know all of the attackers (11.7)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.page.battle_script import BattleScript, Opening, Stage, ToldBattle
from ostfront.core.play.rules import Odds
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.luck import throw
from ostfront.games.barbarossa_deluxe.odds import odds_at_the_die
from ostfront.games.barbarossa_deluxe.rules.fog import UNSEEN
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay
from ostfront.games.barbarossa_deluxe.table.log import RESULTS
from ostfront.kit.table import battles as kit

SUPPORT, ODDS, DIE, LOSSES, AFTER = "Support", "Odds", "Die", "Losses", "Afterwards"
TOLD = {
    "drop": SUPPORT, "luftwaffe": SUPPORT, "guns": SUPPORT, "wings": SUPPORT, "interceptors": SUPPORT,
    "partisans": SUPPORT, "airborne": SUPPORT, "airlift": SUPPORT, "strength": ODDS, "odds": ODDS, "yield": DIE,
    "result": DIE, "converted": DIE, "lose": LOSSES, "eliminated": LOSSES, "retreat": AFTER, "advance": AFTER,
    "landed": AFTER, "control": AFTER,
}  # fmt: skip
ASKED = {
    "luftwaffe": SUPPORT, "support": SUPPORT, "aerial": SUPPORT, "yield": DIE, "conversion": DIE, "exchange": LOSSES,
    "retreat": AFTER, "advance": AFTER, "second": AFTER,
}  # fmt: skip
PASSED_OVER = ("points", "returns", "broken", "area lost", "airlift over", "siege", "coastal", "poles", "satellite")


def _kind(event: Event) -> str:
    """What is told, also where units are not named."""
    return str(event.args[0]) if event.kind == UNSEEN else event.kind


def opens(facts: Facts, event: Event) -> Opening | None:
    kind = _kind(event)
    if kind not in ("attack", "mobile assault"):
        return None
    if event.kind == UNSEEN:
        _, units, unknown, rest = event.args
        side, target = SOVIET, int(rest[-1])
    else:
        units, unknown = event.args[1 if kind == "attack" else 0], 0
        side, target = facts.roster.side[units[0]], int(event.args[0 if kind == "attack" else 2])
    where = facts.city_name(target) or facts.board.name(target)
    return Opening(
        f"{'Attack' if kind == 'attack' else 'Mobile assault'} on {where}", target, SIDES[side], tuple(units), unknown
    )


def result(_facts: Facts, told: ToldBattle) -> tuple[int, str] | None:
    """The last word is that of a conversion, if there was one."""
    event = next((event for event, stage in reversed(told.events) if stage == DIE and event.kind != "yield"), None)
    return None if event is None else (event.entry, RESULTS[str(event.args[-1])])


def weighed(play: BDPlay, _told: ToldBattle) -> Odds | None:
    local = play.state.top.local
    shown = isinstance(local, Battle) and local.looked
    return odds_at_the_die(play.facts, play.state, local) if shown else None


def attackers(play: BDPlay) -> tuple[int, ...]:
    """All of them, once their stacks have been looked into."""
    local = play.state.top.local
    return tuple(bits(local.attackers)) if isinstance(local, Battle) and local.looked else ()


BATTLES = BattleScript(
    stages=(
        Stage(SUPPORT, "11.23b", "support"), Stage(ODDS, "11.8a", "odds"), Stage(DIE, "11.25a", "dice"),
        Stage(LOSSES, "11.26d", "losses"), Stage(AFTER, "11.30a", "after"),
    ),
    opens=opens,
    stage=kit.stage_by_kind(TOLD, PASSED_OVER, _kind),
    result=result,
    asked=ASKED,
    under_way=kit.under_way("battle"),
    weighed=weighed,
    attackers=attackers,
    throw=throw,
)  # fmt: skip
