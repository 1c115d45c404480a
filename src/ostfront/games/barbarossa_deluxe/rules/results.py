"""Combat results (11.25, 11.26): the odds are worked out, the die falls, results are converted and carried out.

Events: `strength` (unit, die), `odds` (attack, defence, step), `result` (die, 0 without one; step; result),
`converted` (from, to), `lose` (unit).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.crt import AE, AS, BB, DE, DIE, DR
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.rules import fog, losses, shifts, stacking, strength
from ostfront.games.barbarossa_deluxe.rules.support import asking, battle_of
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay, BDState, Losses, Retreat

FIRST_TURN = 1  # 5.14


# ---- the odds and the die (11.25) -------------------------------------------------------------------


def look(play: BDPlay, local: Battle) -> None:
    """Both sides' units are shown and the odds worked out; from here on there is no way back."""
    facts, state = play.facts, play.state
    dice = []
    for unit in strength.dice_order(facts, local):
        dice.append(play.roll(DIE, f"turn {state.turn} / battle {state.battle} / strengths"))
        play.note("strength", unit, dice[-1])
    if concealed(facts, state, local):
        no_way_back(play)
        fog.look(play, stacking.with_support(facts, state, local.attackers | local.defenders))
    local = local._replace(dice=tuple(dice), looked=True)
    play.local(reckoned(facts, state, local))
    shown = battle_of(play)
    play.note("odds", shown.attack, shown.defence, shown.column)


@implements("BD 11.7b")
def no_way_back(play: BDPlay) -> None:
    """Stacks have been looked into: the assault cannot be called off any more."""
    play.reveal()


def concealed(facts: Facts, state: BDState, local: Battle) -> bool:
    """Whether a Soviet stack is looked into: more than one unit stands in a hex of the battle."""
    hexes = local.hexes if local.side == SOVIET else 1 << local.target
    return any((state.units_at(place) & facts.roster.ground[SOVIET]).bit_count() > 1 for place in bits(hexes))


def reckoned(facts: Facts, state: BDState, local: Battle) -> Battle:
    """The battle with its strengths and the step of the table."""
    attack, defence = strength.attack_strength(facts, state, local), strength.defence_strength(facts, state, local)
    column = strength.final_step(facts, state, local, (attack, defence))
    return local._replace(attack=attack, defence=defence, column=column)


def roll(play: BDPlay, local: Battle) -> None:
    """The result; an announced retreat has taken the place of the die (13.9)."""
    facts, state = play.facts, play.state
    if state.airlift == local.target or not local.attack:
        local = reckoned(facts, state, local)  # aerial supply may have come since the odds were looked at
    result, die = local.result or beyond_table(facts, local.column), 0
    if not result:
        die = throw(play)
        result = facts.crt.result(local.column, die)
    play.note("result", die, local.column, result)
    final = converted(facts, state, local, result)
    if final != result:
        play.note("converted", result, final)
    play.local(local._replace(result=final))


@implements("BD 11.10b")
def beyond_table(facts: Facts, column: int) -> str:
    """The result of final odds beyond the table, which needs no die; empty within it."""
    return facts.crt.certain(column)


@implements("BD 11.25a")
def throw(play: BDPlay) -> int:
    """One die for a battle."""
    return play.roll(DIE, f"turn {play.state.turn} / battle {play.state.battle}")


# ---- conversions that nobody chooses ----------------------------------------------------------------


def converted(facts: Facts, state: BDState, local: Battle, result: str) -> str:
    """The result after the rules of the first turn and of the hex; the attacker's choice comes after them."""
    if result == BB and soviet_first_turn(facts, state, local):
        result = DR
    if result != DR:
        return result
    if stands_to_the_last(facts, state, local):
        return BB
    return AS if holds_city(facts, state, local) else DR


@implements("BD 5.14a")
def soviet_first_turn(facts: Facts, state: BDState, local: Battle) -> bool:
    """Turn 1: a bloodbath that the Soviets roll is a retreat."""
    return state.turn == FIRST_TURN and facts.scenario.dated_1941 and local.side == SOVIET


def stands_to_the_last(facts: Facts, state: BDState, local: Battle) -> bool:
    """Defenders who do not retreat: the result is a bloodbath."""
    return in_declared_city(state, local) or in_grown_area(facts, state, local)


@implements("BD 9.6d")
def in_declared_city(state: BDState, local: Battle) -> bool:
    return shifts.declared(state, local)


@implements("BD 8.18d")
def in_grown_area(facts: Facts, state: BDState, local: Battle) -> bool:
    return shifts.in_area(facts, state, local) and shifts.area_grown(state)


@implements("BD 11.20b")
def holds_city(facts: Facts, state: BDState, local: Battle) -> bool:
    """Units of the German side in a city that is no fortress city do not retreat: the attack stalls."""
    return local.side == SOVIET and bool(facts.cities >> local.target & 1)


# ---- the attacker's choice --------------------------------------------------------------------------


def may_convert(facts: Facts, state: BDState, local: Battle) -> bool:
    """Whether the attacker may turn a bloodbath into a retreat."""
    if local.result != BB:
        return False
    if local.side == SOVIET:
        return drives_satellites(facts, state, local)
    if state.turn == FIRST_TURN and facts.scenario.dated_1941:
        return german_first_turn()
    return masters_the_field(facts, state, local)


@implements("BD 5.14b")
def german_first_turn() -> bool:
    """Turn 1: in every battle, against cities too."""
    return True


@implements("BD 5.16a")
def masters_the_field(facts: Facts, state: BDState, local: Battle) -> bool:
    """The rest of 1941 and the single months of 1942, but not against a city."""
    box = facts.box(state.turn)
    if facts.cities >> local.target & 1:
        return False
    return box.year == 1941 or (box.year == 1942 and box.single)


@implements("BD 11.33b")
def drives_satellites(facts: Facts, state: BDState, local: Battle) -> bool:
    """A satellite army alone inside the USSR, in a fortress city too."""
    return shifts.satellites_alone(facts, state, local)


def offer_conversion(play: BDPlay, local: Battle) -> None:
    if may_convert(play.facts, play.state, local):
        play.ask("conversion", local.side)


def conversion_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["bloodbath"], play.facts.single["drive-back"]))


def answer_conversion(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "drive-back":
        play.note("converted", BB, DR)
        play.change(result=DR)


def rule_of_conversion(play: BDPlay, decision: Decision) -> str:
    if decision.seat == SOVIET:
        return "11.33"
    return "5.14" if play.state.turn == FIRST_TURN else "5.16"


CONVERSION = Kind(
    "conversion",
    "5.16",
    verbs=(
        Verb("bloodbath", (), "keep the bloodbath"),
        Verb("drive-back", (), "turn it into a retreat of the defenders", label="Drive back"),
    ),
    prompt=asking("Bloodbath: keep it, or drive the defenders back?"),
    options=conversion_options,
    answer=answer_conversion,
    rule_now=rule_of_conversion,
)


# ---- carrying it out (11.26) ------------------------------------------------------------------------


def carry_out(play: BDPlay, local: Battle) -> None:
    result = local.result
    if result == AE:
        attackers_die(play, local)
    elif result == DE:
        defenders_die(play, local)
    elif result == BB:
        begin_exchange(play, local)
    elif result == DR:
        losses.eliminate(play, caught(play.facts, play.state, local), local.supplied)
        begin_retreat(play, local)
    else:
        stalled(play, local)


@implements("BD 11.26b")
def stalled(play: BDPlay, local: Battle) -> None:
    """Nothing happens."""


@implements("BD 11.26a")
def attackers_die(play: BDPlay, local: Battle) -> None:
    losses.eliminate(play, strength.attackers_of(local), local.supplied)


@implements("BD 11.26c")
def defenders_die(play: BDPlay, local: Battle) -> None:
    losses.eliminate(play, local.defenders | caught(play.facts, play.state, local), local.supplied)


@implements("BD 11.29b")
def caught(facts: Facts, state: BDState, local: Battle) -> int:
    """Units that had retreated into the hex and die with its defence, without counting for it."""
    return state.units_at(local.target) & facts.roster.ground[1 - local.side] & ~local.defenders


@implements("BD 11.27a")
def begin_retreat(play: BDPlay, local: Battle) -> None:
    units = local.defenders & play.state.on_map
    play.begin("retreat", Retreat(1 - local.side, units, local.target, local.hexes, local.mobile, local.supplied))


# ---- a bloodbath (11.26) ----------------------------------------------------------------------------


@implements("BD 11.26d")
def begin_exchange(play: BDPlay, local: Battle) -> None:
    """The attacker gives up units worth at least the defenders; all die together, so that supply is as it was."""
    factors = strength.defenders_value(play.facts, play.state, local)
    play.begin("exchange", Losses(local.side, strength.attackers_of(local), factors))


def battle_below(state: BDState) -> Battle:
    """The battle to which a bloodbath belongs."""
    local: Battle = state.top.below.local
    return local


def next_loss(play: BDPlay, local: Losses) -> None:
    """Stop when enough has been given up; ask only where there is a choice."""
    facts, state = play.facts, play.state
    battle = battle_below(state)
    if strength.exchange_value(facts, state, battle, local.lost) >= local.factors:
        return
    if strength.exchange_value(facts, state, battle, local.lost | local.units) <= local.factors:
        play.change(units=0, lost=local.lost | local.units)
        return
    choice = dotted_first(facts, local.units)
    if choice & choice - 1:
        play.ask("exchange", local.side)
    else:
        name_loss(play, choice.bit_length() - 1)


@implements("BD 11.26f")
def dotted_first(facts: Facts, units: int) -> int:
    """All units that cannot be replaced go before the first that can."""
    return units & facts.roster.dotted or units


def name_loss(play: BDPlay, unit: int) -> None:
    local: Losses = play.state.top.local
    play.note("lose", unit)
    play.again("next", local._replace(units=local.units & ~(1 << unit), lost=local.lost | 1 << unit))


def settle(play: BDPlay, local: Losses) -> None:
    """The defenders die, then the attackers that were named."""
    battle = battle_below(play.state)
    defenders_die(play, battle)
    losses.eliminate(play, local.lost, battle.supplied)


def ask_exchange(play: BDPlay, _decision: Decision) -> str:
    local: Losses = play.state.top.local
    paid = strength.exchange_value(play.facts, play.state, battle_below(play.state), local.lost)
    return f"Bloodbath: give up attackers worth {local.factors} factors, {paid} so far. Choose a unit."


def exchange_options(play: BDPlay, _decision: Decision) -> Options:
    local: Losses = play.state.top.local
    return Options((), ((play.facts.vocabulary.table("lose"), dotted_first(play.facts, local.units)),))


def answer_exchange(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    name_loss(play, action.arg)


EXCHANGE = Kind(
    "exchange",
    "11.26",
    verbs=(Verb("lose", (UNIT,), "give up an attacking unit", label="Give up"),),
    prompt=ask_exchange,
    options=exchange_options,
    answer=answer_exchange,
)

PROCEDURES = (
    Procedure("exchange", (
        Step("next", next_loss, "11.26"),
        Step("settle", settle, "11.26"),
    ), Losses),
)  # fmt: skip

__all__ = ["CONVERSION", "EXCHANGE", "PROCEDURES", "carry_out", "look", "offer_conversion", "roll"]
