"""Combat (10.1, 10.2, 10.4): declaring attacks, resolving them, the die and what it does."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import PLACE, UNIT
from ostfront.games.victory_awaits.facts.roster import ANY
from ostfront.games.victory_awaits.rules.advance import next_advance
from ostfront.games.victory_awaits.rules.retreat import begin_retreat
from ostfront.games.victory_awaits.rules.seats import seats_of, units_of_seat
from ostfront.games.victory_awaits.rules.strength import (
    against_fortress,
    attack_strength,
    column_of,
    defense_strength,
    possible,
)
from ostfront.games.victory_awaits.state import Attack, Battle, Command, Segment, VaPlay, VaState
from ostfront.kit import targets
from ostfront.kit.losses import Losses

# ---- declaring (10.1, 10.2) -------------------------------------------------------------------------


def begin_combat(play: VaPlay, local: Command) -> None:
    """A new segment: nobody has retreated yet."""
    state = play.state
    state.retreated = 0
    state.combat = 0
    if not (state.confined and peaceful()):
        play.begin("combat segment", Segment(local.side, local.seat))


@implements("AVA 18.1j")
def peaceful() -> bool:
    """The Reserve of Leningrad does not attack."""
    return True


def next_declaration(play: VaPlay, local: Segment) -> None:
    """Attacks are declared one after the other, all before the first die."""
    found = attackable(play.facts, play.state, local)
    if found and not local.declared:
        play.ask("attack", local.seat, prepared=found)
    elif not local.declared:
        play.pass_over("attack", local.seat)
        next_to_declare(play, local)


def next_to_declare(play: VaPlay, local: Segment) -> bool:
    """In the surprise attack the players of the Panzergruppen declare their attacks one after the other (19.2)."""
    state, facts = play.state, play.facts
    if not (state.surprise and facts.controlled):
        return False
    later = [seat for seat in seats_of(facts, state, state.active) if seat > local.seat]
    if later:
        play.change(seat=later[0])
        play.goto("declare")
    return bool(later)


@implements("AVA 10.1c", "AVA 10.1d", "AVA 10.1b")
def ready_units(facts: Facts, state: VaState, local: Segment) -> int:
    """Active units on the map that take part in no attack yet; fortresses never do (14.3)."""
    busy = local.units
    for attack in local.attacks:
        busy |= attack.units
    ready = state.active & ~busy & state.on_map
    return units_of_seat(facts, state, local.seat, ready) if state.surprise else ready


def attackable(facts: Facts, state: VaState, local: Segment) -> int:
    """Enemy hexes that the ready units beside them can attack at 1:1 or better."""
    enemies = state.occupied[ANY[1 - local.side]] & facts.valid
    enemies ^= enemies & attacked(local)
    beside, place = facts.grid.neighbours(enemies), state.place
    near = [unit for unit in bits(ready_units(facts, state, local)) if beside >> place[unit] & 1]
    touching = [(unit, reach_of(facts, state, unit) & enemies) for unit in near]
    return targets.attackable(touching, lambda units, target: possible(facts, state, units, target))


@implements("AVA 10.1e")
def attacked(local: Segment) -> int:
    """Hexes already attacked, or to be attacked, in this segment."""
    return local.attacked


@implements("AVA 10.1h")
def reach_of(facts: Facts, state: VaState, unit: int) -> int:
    """The hexes a unit could attack: those normal movement could enter from where it stands."""
    return facts.steps_of(unit)[state.place[unit]]


def attack_options(play: VaPlay, _decision: Decision) -> Options:
    facts = play.facts
    found = play.prepared or attackable(facts, play.state, play.state.top.local)
    return Options(enough(facts), ((facts.vocabulary.table("attack"), found),))


@implements("AVA 10.1a")
def enough(facts: Facts) -> tuple[Action, ...]:
    """Nobody is forced to attack."""
    return (facts.single["done"],)


def answer_attack(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        if next_to_declare(play, play.state.top.local):
            return
        play.change(declared=True)
        play.goto("next attack")
        return
    assert isinstance(action.arg, int)
    local: Segment = play.state.top.local
    play.change(target=action.arg, attacked=local.attacked | 1 << action.arg)


ATTACK = Kind(
    "attack",
    "10.2",
    verbs=(Verb("attack", (PLACE,), "declare an attack on a hex"), "done"),
    prompt="Declare an attack; when all are declared, finish to resolve them.",
    options=attack_options,
    answer=answer_attack,
)


def eligible(facts: Facts, state: VaState, local: Segment) -> int:
    """Units that may still be added to the attack being declared."""
    bit = 1 << local.target
    around = 0
    for place in facts.grid.adjacent(local.target):
        around |= state.units_at(place)
    units = around & ready_units(facts, state, local)
    return mask([unit for unit in bits(units) if reach_of(facts, state, unit) & bit])


def commit(play: VaPlay, local: Segment) -> None:
    """Units join until the attack is complete or nobody is left to join."""
    if local.target < 0:
        return
    joining = eligible(play.facts, play.state, local)
    if joining:
        play.ask("commit", local.seat, prepared=joining)
    else:
        close(play, local)


def ask_commit(play: VaPlay, _decision: Decision) -> str:
    facts, state = play.facts, play.state
    local: Segment = state.top.local
    defense = defense_strength(facts, state, local.target)
    attack = attack_strength(facts, state, local.units, local.target)
    where = facts.board.place_name(local.target)
    return f"Attack on {where}: {attack} to {defense} so far. Add units, or finish it."


def commit_options(play: VaPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Segment = state.top.local
    complete = local.units and possible(facts, state, local.units, local.target)
    joining = play.prepared or eligible(facts, state, local)
    return Options((facts.single["ready"],) if complete else (), ((facts.vocabulary.table("with"), joining),))


def answer_commit(play: VaPlay, _decision: Decision, action: Action) -> None:
    local: Segment = play.state.top.local
    if action.verb == "ready":
        close(play, local)
        return
    assert isinstance(action.arg, int)
    play.change(units=local.units | 1 << action.arg)
    play.goto("commit")


COMMIT = Kind(
    "commit",
    "10.2",
    verbs=(
        Verb("with", (UNIT,), "add a unit to the attack", label="Add"),
        Verb("ready", (), "the attack is complete", label="Declare it"),
    ),
    prompt=ask_commit,
    options=commit_options,
    answer=answer_commit,
)
ATTACK_AT_ONCE = Compound(
    "attack HEX with UNIT... [ready]",
    (Part("attack HEX"), Part("with UNIT..."), Part("ready", maybe=True)),
)


def close(play: VaPlay, local: Segment) -> None:
    """The attack is declared."""
    play.note("declare", local.target, local.units)
    attacks = (*local.attacks, Attack(local.target, local.units))
    play.change(attacks=attacks, target=-1, units=0)
    if not resolved_at_once(play):
        play.goto("declare")


@implements("AVA 10.2.1a")
def resolved_at_once(_play: VaPlay) -> bool:
    """All attacks are declared before the first is resolved."""
    return False


# ---- resolving (10.2) -------------------------------------------------------------------------------


def next_attack(play: VaPlay, local: Segment) -> None:
    """The attacker chooses the order."""
    if not local.attacks:
        return
    play.goto("next attack")
    attacks = next_player_s(play, local)
    if len(attacks) == 1 or not free_order(play):
        begin_battle(play, attacks[0].target)
    else:
        play.ask("resolve", play.state.top.local.seat)


def next_player_s(play: VaPlay, local: Segment) -> tuple[Attack, ...]:
    """The attacks among which one player chooses: all, but in the surprise attack of several his own (19.2)."""
    state, facts = play.state, play.facts
    if not (state.surprise and facts.controlled):
        return local.attacks
    seat = seats_of(facts, state, local.attacks[0].units)[0]
    if seat != local.seat:
        play.change(seat=seat)
    return tuple(attack for attack in local.attacks if attack.units & facts.seat_units[seat])


@implements("AVA 10.2.1b")
def free_order(_play: VaPlay) -> bool:
    return True


def resolve_options(play: VaPlay, decision: Decision) -> Options:
    facts = play.facts
    local: Segment = play.state.top.local
    own = (1 << facts.roster.count) - 1
    if play.state.surprise:
        own = units_of_seat(facts, play.state, decision.seat, own)
    targets = mask(attack.target for attack in local.attacks if attack.units & own)
    return Options((), ((facts.vocabulary.table("resolve"), targets),))


def answer_resolve(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    begin_battle(play, action.arg)


RESOLVE = Kind(
    "resolve",
    "10.2",
    verbs=(Verb("resolve", (PLACE,), "roll for the attack on this hex"),),
    prompt="Choose the attack to resolve next.",
    options=resolve_options,
    answer=answer_resolve,
)
COMBAT_SEGMENT = Procedure(
    "combat segment",
    (
        Step("declare", next_declaration, "10.2"),
        Step("commit", commit, "10.2"),
        Step("next attack", next_attack, "10.2"),
    ),
    Segment,
)


def begin_battle(play: VaPlay, target: int) -> None:
    """An attack that has fallen below 1:1 is cancelled, its units are spent."""
    state, facts = play.state, play.facts
    local: Segment = state.top.local
    attack = next(a for a in local.attacks if a.target == target)
    play.change(attacks=tuple(a for a in local.attacks if a.target != target))
    column = column_of(facts, state, attack.units, target)
    if column < 0:
        play.note("cancelled", target)
        return
    state.combat += 1
    play.note("attack", target, attack.units, attack_strength(facts, state, attack.units, target))
    play.begin("battle", Battle(local.side, local.seat, target, attack.units, mask(state.each_at(target)), column))


def stream(state: VaState) -> str:
    return f"turn {state.turn} / activation {state.activation} / combat {state.combat}"


@implements("AVA 10.2.3")
def roll(play: VaPlay, local: Battle) -> None:
    """One die; the attacker's losses come first."""
    state, facts = play.state, play.facts
    die = play.roll(6, stream(state))
    result = facts.crt.result(die, local.column)
    play.note("result", die, facts.crt.columns[local.column], result.code)
    lose, retreat = result.defender, result.retreat
    if retreat and local.defenders & facts.roster.forts:
        lose, retreat = against_fortress(lose, retreat)
    play.change(rolled=die, lose_defender=lose, retreat=retreat)
    attacker_losses(play, local, result.attacker)


@implements("AVA 10.4a")
def attacker_losses(play: VaPlay, local: Battle, steps: int) -> None:
    if steps:
        play.begin("losses", Losses(local.side, local.attackers, steps))


@implements("AVA 10.4c")
def defender_losses(play: VaPlay, local: Battle) -> None:
    if local.lose_defender:
        play.begin("losses", Losses(1 - local.side, local.defenders, local.lose_defender))


BATTLE = Procedure(
    "battle",
    (
        Step("roll", roll, "10.2"),
        Step("defender's losses", defender_losses, "10.5"),
        Step("retreat", begin_retreat, "10.6"),
        Step("advance", next_advance, "10.7"),
    ),
    Battle,
)
