"""Soviet artillery and rockets, German air power (13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN, SOVIET
from ostfront.games.victory_denied.rules.combat import first_turn_shift, stream
from ostfront.games.victory_denied.rules.play import VdPlay
from ostfront.games.victory_denied.state import Battle, Guns

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import VictoryDenied
    from ostfront.games.victory_denied.state import VdState


# ---- ART (13.2) -------------------------------------------------------------------------------------


def roll_guns(play: VdPlay, _local: None) -> None:
    """Half a d6 of attacks; the rocket besides, once a game."""
    state = play.state
    state.bombarded = 0
    state.combat = 0
    die = play.roll(6, f"turn {state.turn} / artillery")
    attacks = die // int(play.rules.charts["artillery"]["attacks_divisor"])
    play.note("guns", die, attacks)
    play.begin("guns", Guns(attacks, state.rocket))


def next_bombardment(play: VdPlay, local: Guns) -> None:
    if (local.attacks or local.rocket) and gun_targets(play.rules, play.state, "artillery"):
        play.ask("bombard", SOVIET)
    else:
        play.leave()


def gun_targets(rules: VictoryDenied, state: VdState, weapon: str) -> int:
    """German combat hexes next to a Soviet unit, or two from one on a hill, not shelled this turn."""
    watchers = state.occupied[ANY[SOVIET]] & rules.valid
    near = rules.grid.within(watchers, rules.charts["artillery"]["spotting"])
    near |= rules.grid.within(watchers & rules.hills, rules.charts["artillery"]["hill_spotting"])
    targets = near & state.occupied[COMBAT[GERMAN]] & rules.valid & ~state.bombarded
    return mask(t for t in bits(targets) if gun_column(rules, t, weapon) >= 0)


def gun_column(rules: VictoryDenied, target: int, weapon: str) -> int:
    """The weapon's column, shifted by terrain."""
    key = {"artillery": "artillery", "rockets": "rockets"}.get(weapon)
    word = rules.charts[key]["column"] if key else rules.charts["air"]["bomber_column"]
    return rules.crt.columns.index(word) - rules.shift_at[target]


def bombard_options(play: VdPlay, _decision: Decision) -> Options:
    rules, state = play.rules, play.state
    local: Guns = state.top.local
    among = []
    if local.attacks:
        among.append((rules.vocabulary.table("bombard"), gun_targets(rules, state, "artillery")))
    if local.rocket:
        among.append((rules.vocabulary.table("rockets"), gun_targets(rules, state, "rockets")))
    return Options((rules.words["done"],), among)


def answer_bombard(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state = play.state
    local: Guns = state.top.local
    if action.verb == "rockets":
        state.rocket = False
        play.local(Guns(local.attacks, False))
    else:
        play.local(Guns(local.attacks - 1, local.rocket))
    state.bombarded |= 1 << action.arg
    play.goto("next target")
    fire(play, action.arg, "rockets" if action.verb == "rockets" else "artillery")


def fire(play: VdPlay, target: int, weapon: str) -> None:
    """An attack by guns or bombs: a fixed column, a d6, no attackers."""
    state, rules = play.state, play.rules
    state.combat += 1
    column = gun_column(rules, target, weapon)
    if weapon == "bomber" and first_turn_shift(state):
        column += int(rules.charts["shifts"]["turn_one_german"])
    defenders = mask(u for u in state.each_at(target) if not rules.roster.is_hq[u])
    play.note("fire", target, ("artillery", "rockets", "bomber").index(weapon))
    die = play.roll(6, stream(state))
    result = rules.crt.result(die, rules.crt.shifted(column, 0))
    play.note("result", die, rules.crt.columns[rules.crt.shifted(column, 0)], result.code)
    retreat = 0 if weapon == "bomber" else result.retreat
    play.begin("bombardment", Battle(target, defenders=defenders, lose_defender=result.defender, retreat=retreat))


# ---- air power (13.3) -------------------------------------------------------------------------------


@carries_out("AVD 13.3a")
def return_stuka(play: VdPlay, _local: None) -> None:
    """One used Stuka comes back to the airfields."""
    state, air = play.state, play.rules.charts["air"]
    state.combat = 0
    if state.stukas < air["stukas"]:
        state.stukas += air["stukas_returned"]
        play.note("stuka back", state.stukas)


def offer_bomber(play: VdPlay, _local: None) -> None:
    if play.state.bomber and bomb_targets(play.rules, play.state):
        play.ask("air", GERMAN)


def bomb_targets(rules: VictoryDenied, state: VdState) -> int:
    targets = state.occupied[COMBAT[SOVIET]] & rules.valid
    return mask(t for t in bits(targets) if gun_column(rules, t, "bomber") >= 0)


def air_options(play: VdPlay, _decision: Decision) -> Options:
    rules = play.rules
    return Options((rules.words["pass"],), ((rules.vocabulary.table("bomb"), bomb_targets(rules, play.state)),))


def answer_air(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "bomb":
        assert isinstance(action.arg, int)
        play.state.bomber = False
        fire(play, action.arg, "bomber")
