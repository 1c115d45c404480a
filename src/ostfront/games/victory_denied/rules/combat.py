"""Combat (9.1, 9.2, 9.4): declaring an attack, the die and what it does."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import PLACE, UNIT, Facts
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, SOVIET
from ostfront.games.victory_denied.rules.advance import next_advance
from ostfront.games.victory_denied.rules.ground import has_room
from ostfront.games.victory_denied.rules.retreat import begin_retreat, stranded_hqs
from ostfront.games.victory_denied.rules.strength import (
    attack_strength,
    attacking_side,
    defense_strength,
    final_column,
    possible,
)
from ostfront.games.victory_denied.state import Activation, Battle, Escort, VdPlay, VdState
from ostfront.kit import targets
from ostfront.kit.losses import Losses

# ---- declaring (9.1, 9.2) ---------------------------------------------------------------------------


def begin_combat(play: VdPlay, _local: Activation) -> None:
    state = play.state
    state.spent = state.attacked = 0
    state.combat = 0


def next_attack(play: VdPlay, local: Activation) -> None:
    found = attackable(play.facts, play.state, local.side)
    if found:
        play.ask("attack", local.side, prepared=found)
        return
    play.pass_over("attack", local.side)
    if play.events is not None:
        too_strong = beside_ready(play.facts, play.state, local.side)
        if too_strong:
            play.note("no attack", tuple(bits(too_strong)))


def beside_ready(facts: Facts, state: VdState, side: int) -> int:
    """Enemy hexes next to units that may still attack, not attacked yet."""
    around, place = facts.around, state.place
    touched = 0
    for unit in bits(ready_units(facts, state)):
        touched |= around[place[unit]]
    return touched & state.occupied[COMBAT[1 - side]] & facts.valid & ~state.attacked


@implements("AVD 9.1.7")
def ready_units(facts: Facts, state: VdState) -> int:
    """Active combat units on the map that have not attacked yet, PVO among them."""
    return state.active & ~state.spent & ~facts.roster.hqs & state.on_map


def attackable(facts: Facts, state: VdState, side: int) -> int:
    """Enemy hexes that the ready units beside them can attack at 1-1 or better."""
    enemies = state.occupied[COMBAT[1 - side]] & facts.valid
    enemies ^= enemies & state.attacked
    if not facts.grid.neighbours(enemies) & state.occupied[COMBAT[side]]:
        return 0
    place, around = state.place, facts.around
    touching = [(unit, around[place[unit]] & enemies) for unit in bits(ready_units(facts, state))]
    return targets.attackable(touching, lambda units, target: possible(facts, state, units, target))


def attack_options(play: VdPlay, decision: Decision) -> Options:
    facts = play.facts
    found = play.prepared or attackable(facts, play.state, decision.seat)
    return Options(enough(facts), ((facts.vocabulary.table("attack"), found),))


@implements("AVD 9.1.2")
def enough(facts: Facts) -> tuple[Action, ...]:
    """Nobody is forced to attack."""
    return (facts.single["done"],)


def answer_attack(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.goto("next attack")
    play.begin("battle", Battle(action.arg))


ATTACK = Kind(
    "attack",
    "9.2",
    verbs=(Verb("attack", (PLACE,), "declare an attack on a hex"), "done"),
    prompt="Declare an attack, or finish the combat segment.",
    options=attack_options,
    answer=answer_attack,
)


def eligible(facts: Facts, state: VdState, local: Battle) -> int:
    """Units that may still be added to the attack."""
    around, place = facts.around[local.target], state.place
    return mask(u for u in bits(ready_units(facts, state) & ~local.attackers) if around >> place[u] & 1)


def commit(play: VdPlay, local: Battle) -> None:
    if not local.attackers or eligible(play.facts, play.state, local):
        play.ask("commit", play.facts.roster.side[_anyone(play)])


def _anyone(play: VdPlay) -> int:
    return (play.state.active & -play.state.active).bit_length() - 1


def ask_commit(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    facts, state = play.facts, play.state
    defense = defense_strength(facts, state, local.target)
    attack = attack_strength(facts, state, local.attackers, local.target)
    return f"Attack on {facts.board.place_name(local.target)}: {attack} to {defense} so far. Add units, or roll."


def commit_options(play: VdPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Battle = state.top.local
    ready = local.attackers and possible(facts, state, local.attackers, local.target)
    table = facts.vocabulary.table("with")
    return Options((facts.single["resolve"],) if ready else (), ((table, eligible(facts, state, local)),))


def answer_commit(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "resolve":
        return
    assert isinstance(action.arg, int)
    play.change(attackers=play.state.top.local.attackers | 1 << action.arg)
    play.goto("commit")


COMMIT = Kind(
    "commit",
    "9.2",
    verbs=(
        Verb("with", (UNIT,), "add a unit to the attack", label="Add"),
        Verb("resolve", (), "the attack is complete: roll"),
    ),
    prompt=ask_commit,
    options=commit_options,
    answer=answer_commit,
)

ATTACK_COMPOUND = Compound(
    "attack HEX with UNIT... [resolve]",
    (Part("attack HEX"), Part("with UNIT..."), Part("resolve", maybe=True)),
)


def join_battle(play: VdPlay, local: Battle) -> None:
    """The attack is complete: record its units and the HQs with them."""
    state, facts = play.state, play.facts
    roster = facts.roster
    state.spent |= local.attackers
    state.attacked |= 1 << local.target
    state.combat += 1
    defenders = mask(u for u in state.each_at(local.target) if not roster.is_hq[u])
    escorts = []
    for place in dict.fromkeys(state.place[u] for u in bits(local.attackers)):
        stack = state.at(place)
        mates = mask(u for u in stack if local.attackers >> u & 1)
        escorts += [Escort(u, mates) for u in stack if roster.is_hq[u]]
    play.change(defenders=defenders, escorts=tuple(escorts))
    play.note("attack", local.target, local.attackers, attack_strength(facts, state, local.attackers, local.target))


# ---- Stukas (9.3.4) ---------------------------------------------------------------------------------


@implements("AVD 9.3.4a", "AVD 13.3a")
def offer_stuka(play: VdPlay, local: Battle) -> None:
    """Before the die, once; not where the defense is 0 (9.3.7)."""
    if play.state.stukas and defense_strength(play.facts, play.state, local.target):
        play.ask("stuka", GERMAN)


def ask_stuka(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    side = attacking_side(play)
    column = play.facts.crt.columns[final_column(play.facts, play.state, local, side)]
    doing = "attack" if side == GERMAN else "defense"
    place = play.facts.board.place_name(local.target)
    return f"The attack on {place} stands at {column}-1. Commit a Stuka to the {doing}?"


def stuka_options(play: VdPlay, _decision: Decision) -> Options:
    words = play.facts.single
    return Options((words["pass"], words["stuka"]))


def stuka_facts(play: VdPlay, _decision: Decision) -> list[str]:
    return ["attack" if attacking_side(play) == GERMAN else "defense"]


def answer_stuka(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "stuka":
        state = play.state
        state.stukas -= 1
        columns = int(play.facts.charts["shifts"]["stuka"])
        play.change(stuka=columns if attacking_side(play) == GERMAN else -columns)
        play.note("stuka", state.top.local.target)


STUKA = Kind(
    "stuka",
    "9.3.4",
    verbs=(Verb("stuka", (), "commit a Stuka"), "pass"),
    prompt=ask_stuka,
    options=stuka_options,
    answer=answer_stuka,
    window=True,
    conditions=stuka_facts,
    words=lambda _facts: ("attack", "defense"),
)


# ---- the die (9.4) ----------------------------------------------------------------------------------


def stream(state: VdState) -> str:
    return f"turn {state.turn} / activation {state.activation} / combat {state.combat}"


def roll(play: VdPlay, local: Battle) -> None:
    """9.4.1: a d6 for the Germans, a d10 for the Soviets; a Soviet 10 draws an elite division."""
    state, facts = play.state, play.facts
    side = attacking_side(play)
    column = final_column(facts, state, local, side)
    if side == GERMAN:
        die = play.roll(6, stream(state))
    else:
        die = play.roll(soviet_die(), stream(state)) + minsk_modifier(state)
        if die >= facts.charts["crt"]["elite_draw"] and draw_elite(play, local):
            return
    play.change(column=column, rolled=die)


@implements("AVD 9.2b")
def soviet_die() -> int:
    return 10


@implements("AVD 9.4.3d", "AVD 14.0d")
def minsk_modifier(state: VdState) -> int:
    return 1 if state.minsk_bonus else 0


@implements("AVD 9.4.3a")
def draw_elite(play: VdPlay, local: Battle) -> bool:
    """9.4.3: a red division joins and the die is rolled again; without one or without room, row 9."""
    state, facts = play.state, play.facts
    cup = state.at(facts.boxes["elite-cup"])
    if not cup:
        return False
    unit = play.draw(cup, "unit", stream(state))
    play.note("elite", unit)
    if not elite_hexes(facts, state, unit, local.attackers):
        play.note("no room", unit)
        return False
    play.change(elite=unit)
    play.ask("elite", SOVIET)
    play.goto(reroll_from())
    return True


@implements("AVD 9.3.4b")
def reroll_from() -> str:
    """One Stuka in an attack: the window does not open again for the second roll."""
    return "roll"


def elite_hexes(facts: Facts, state: VdState, unit: int, attackers: int) -> int:
    """Hexes of attacking units with room for the division."""
    hexes = {state.place[u] for u in bits(attackers)}
    return mask(place for place in hexes if has_room(facts, state, unit, place))


def ask_elite(play: VdPlay, _decision: Decision) -> str:
    return f"{play.facts.roster.names[play.state.top.local.elite]} joins the attack: choose its hex."


def elite_options(play: VdPlay, _decision: Decision) -> Options:
    local: Battle = play.state.top.local
    hexes = elite_hexes(play.facts, play.state, local.elite, local.attackers)
    return Options((), ((play.facts.vocabulary.table("join"), hexes),))


def answer_elite(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state = play.state
    local: Battle = state.top.local
    state.put(local.elite, action.arg)
    state.active |= 1 << local.elite
    state.spent |= 1 << local.elite
    escorts = tuple(
        e._replace(mates=e.mates | 1 << local.elite) if state.place[e.hq] == action.arg else e for e in local.escorts
    )
    attackers = local.attackers | 1 << local.elite
    play.change(attackers=attackers, elite=-1, escorts=escorts, stuka=kept_shift(local))
    play.note("join", local.elite, action.arg)


ELITE = Kind(
    "elite",
    "9.4.3",
    verbs=(Verb("join", (PLACE,), "put the drawn elite division there", label="Place"),),
    prompt=ask_elite,
    options=elite_options,
    answer=answer_elite,
)


@implements("AVD 9.4.3c")
def kept_shift(local: Battle) -> int:
    """A Stuka of the first roll counts for the following ones; the other shifts come from the state."""
    return local.stuka


@implements("AVD 9.4.1")
def apply_result(play: VdPlay, local: Battle) -> None:
    """9.4.1: read the table; the attacker's losses come first."""
    facts = play.facts
    result = facts.crt.result(crt_row(facts, local.rolled), local.column)
    if beyond_the_table(facts, local.rolled):
        play.note("row 9", local.rolled)
    play.note("result", local.rolled, facts.crt.columns[local.column], result.code)
    play.change(lose_defender=result.defender, retreat=result.retreat)
    if result.attacker:
        play.begin("losses", Losses(attacking_side(play), local.attackers, result.attacker))


def beyond_the_table(facts: Facts, die: int) -> bool:
    """A 10 or more that brought no division: the cup was empty, or there was no room."""
    return die > int(facts.charts["crt"]["last_row"])


@implements("AVD 9.4.3b")
def crt_row(facts: Facts, die: int) -> int:
    """The row of a modified die; a 10 that brought no division is a 9."""
    return min(die, int(facts.charts["crt"]["last_row"]))


def defender_losses(play: VdPlay, local: Battle) -> None:
    if local.lose_defender:
        side = play.facts.roster.side[(local.defenders & -local.defenders).bit_length() - 1]
        play.begin("losses", Losses(side, local.defenders, local.lose_defender))


def end_activation(play: VdPlay, _local: Activation) -> None:
    play.state.active = 0
    play.state.timoshenko = False


PROCEDURES = (
    Procedure("combat segment", (
        Step("begin", begin_combat, "9.0"),
        Step("next attack", next_attack, "9.2"),
        Step("end", end_activation, "9.2"),
    ), Activation),
    Procedure("battle", (
        Step("commit", commit, "9.2"),
        Step("join", join_battle, "9.2"),
        Step("Stuka", offer_stuka, "9.3.4"),
        Step("roll", roll, "9.4.1"),
        Step("result", apply_result, "9.4.1"),
        Step("defender's losses", defender_losses, "9.4.2"),
        Step("retreat", begin_retreat, "9.5"),
        Step("HQs left alone", stranded_hqs, "12.2"),
        Step("advance", next_advance, "9.6"),
    ), Battle),
)  # fmt: skip
