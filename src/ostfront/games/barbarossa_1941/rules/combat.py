"""The combat phase (6): declaring attacks, committing units, and the battle from the options to the advance.

Events: `attack` (target, attackers), `lead` (unit), `result` (dice, modifier, column, attacker's losses, defender's).
An overrun is announced by overrun.py. The options are in support.py, what the dice are modified by in strength.py.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import PLACE, UNIT, Facts
from ostfront.games.barbarossa_1941.facts.crt import Cell
from ostfront.games.barbarossa_1941.facts.roster import COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.advance import next_advance
from ostfront.games.barbarossa_1941.rules.combat_windows import battle_of, standing
from ostfront.games.barbarossa_1941.rules.fleet import strike, strikers
from ostfront.games.barbarossa_1941.rules.ground import kerch_open, lakes_frozen, neighbours_open
from ostfront.games.barbarossa_1941.rules.losses import begin_losses, eliminate
from ostfront.games.barbarossa_1941.rules.paratroops import fallschirmjaeger, used_up
from ostfront.games.barbarossa_1941.rules.reaction import offer_reaction
from ostfront.games.barbarossa_1941.rules.retreat import defender_losses, offer_retreat, other_losses
from ostfront.games.barbarossa_1941.rules.strength import (
    MODIFIERS,
    added_losses,
    battle_weather,
    dice_count,
    final_column,
    fortress_among,
    leads_attack,
    leads_defence,
    summed,
)
from ostfront.games.barbarossa_1941.rules.support import next_option
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle, Phase

# ---- who may attack what (6) ------------------------------------------------------------------------


def next_attack(play: B41Play, local: Phase) -> None:
    found = attackable(play.facts, play.state, local.side)
    if found or strikers(play.facts, play.state, local.side):
        play.ask("attack", local.side, prepared=found)


def ready_units(facts: Facts, state: B41State, side: int) -> int:
    """Units of a side that may still attack in this phase."""
    units = facts.roster.combat_units[side] & state.on_map & ~spent(state)
    units &= ~fortress_among(facts, units)  # it only adds to a defence (12.4a)
    return units & ~held_back(facts, state, units)


@implements("B41 6c")
def spent(state: B41State) -> int:
    """A unit attacks once."""
    return state.spent


@implements("B41 12.2c")
def held_back(facts: Facts, state: B41State, units: int) -> int:
    """Finns who are not within their frontier."""
    home, place = facts.countries["Finland"], state.place
    return mask(unit for unit in bits(units & facts.roster.finns) if not home >> place[unit] & 1)


def enemies(facts: Facts, state: B41State, side: int) -> int:
    """Hexes that could be attacked: enemy combat units, and enemy airborne corps that are alone."""
    return state.occupied[COMBAT[1 - side]] & facts.valid | control.alone(facts, state, 1 - side)


@implements("B41 6c")
def attacked_before(state: B41State) -> int:
    """A hex is attacked once."""
    return state.attacked


def attackable(facts: Facts, state: B41State, side: int) -> int:
    """Enemy hexes that a unit beside them may attack."""
    found = enemies(facts, state, side)
    found ^= found & attacked_before(state)
    if not facts.grid.neighbours(found) & state.occupied[COMBAT[side]]:
        return 0
    place = state.place
    hexes = 0
    for unit in bits(ready_units(facts, state, side)):
        hexes |= 1 << place[unit]
    return found & struck_from(facts, state, side, hexes)


@implements("B41 12.10b")
def struck_from(facts: Facts, state: B41State, side: int, hexes: int) -> int:
    """Hexes next to these across hexsides that are open in the weather of the hex attacked."""
    step, kerch = facts.grid.step, kerch_open(facts, state, side)
    north, south = lakes_frozen(facts.weather_north[state.turn]), lakes_frozen(facts.weather_south[state.turn])
    found = step(hexes, facts.sides[north, kerch])
    if north == south:
        return found
    return found & facts.north | step(hexes, facts.sides[south, kerch]) & ~facts.north


def attack_options(play: B41Play, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    found = play.prepared if play.prepared is not None else attackable(facts, state, decision.seat)
    hexes = (facts.vocabulary.table("attack"), found)
    corps = strikers(facts, state, decision.seat)
    return Options(enough(facts), (hexes, (facts.vocabulary.table("strike"), corps)) if corps else (hexes,))


@implements("B41 6a")
def enough(facts: Facts) -> tuple[Action, ...]:
    """Nobody is forced to attack."""
    return (facts.single["done"],)


def answer_attack(play: B41Play, decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.goto("next attack")
    if action.verb == "strike":
        strike(play, action.arg)
    else:
        play.begin("battle", Battle(decision.seat, action.arg))


ATTACK = Kind(
    "attack",
    "6",
    verbs=(
        Verb("attack", (PLACE,), "declare an attack on a hex"),
        Verb("strike", (UNIT,), "send an air corps against the Baltic Fleet", label="Strike the fleet"),
        "done",
    ),
    prompt="Declare an attack, or finish the combat phase.",
    options=attack_options,
    answer=answer_attack,
)


# ---- committing units (6) ---------------------------------------------------------------------------


@implements("B41 6b")
def eligible(facts: Facts, state: B41State, local: Battle) -> int:
    """Units that may still be added to the attack, from any hex beside the target."""
    weather = battle_weather(facts, state, local.target)
    hexes = neighbours_open(facts, state, local.side, local.target, weather) & state.occupied[COMBAT[local.side]]
    found = 0
    for place in bits(hexes):
        found |= state.units_at(place)
    if not found & ~local.attackers:
        return 0
    found &= ready_units(facts, state, local.side) & ~local.attackers
    return found & ~at_odds(facts, local.attackers)


@implements("B41 12.2a")
def at_odds(facts: Facts, attackers: int) -> int:
    """Who will not attack together with these: Romanians and Hungarians."""
    roster = facts.roster
    found = roster.hungarians if attackers & roster.romanians else 0
    return found | roster.romanians if attackers & roster.hungarians else found


def commit(play: B41Play, local: Battle) -> None:
    """The attacker adds units one by one; a single candidate needs no question."""
    if local.overrun:
        return
    left = eligible(play.facts, play.state, local)
    if not local.attackers and left & (left - 1) == 0:
        play.change(attackers=left)
    elif left:
        play.ask("commit", local.side, prepared=left)


def ask_commit(play: B41Play, _decision: Decision) -> str:
    local = battle_of(play)
    local = local._replace(defenders=defenders_at(play.facts, play.state, local))
    return f"{standing(play.facts, play.state, local)} Add units{', or resolve it' if local.attackers else ''}."


def commit_options(play: B41Play, _decision: Decision) -> Options:
    facts, local = play.facts, battle_of(play)
    found = play.prepared or eligible(facts, play.state, local)
    return Options((facts.single["resolve"],) if local.attackers else (), ((facts.vocabulary.table("with"), found),))


def answer_commit(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "resolve":
        return
    assert isinstance(action.arg, int)
    local = battle_of(play)
    play.again("commit", local._replace(attackers=local.attackers | 1 << action.arg))


COMMIT = Kind(
    "commit",
    "6",
    verbs=("with", Verb("resolve", (), "the attack is complete")),
    prompt=ask_commit,
    options=commit_options,
    answer=answer_commit,
)

# a single candidate is added without a question, so the units may be left out where none is asked for
ATTACK_COMPOUND = Compound(
    "attack HEX with UNIT... [resolve]",
    (Part("attack HEX"), Part("with UNIT...", maybe=True), Part("resolve", maybe=True)),
)


def defenders_at(facts: Facts, state: B41State, local: Battle) -> int:
    """All combat units of the hex; airborne corps only if there is nobody else."""
    enemy = facts.roster.of_side[1 - local.side]
    units = state.units_at(local.target) & enemy
    return units & facts.roster.combat_units[1 - local.side] or units & facts.roster.airborne


def join_battle(play: B41Play, local: Battle) -> None:
    """The attack is complete."""
    state, facts = play.state, play.facts
    state.battle += 1
    if local.side == SOVIET:
        state.made |= 1 << local.target
    if not local.overrun:
        state.spent |= local.attackers
        state.attacked |= 1 << local.target
        play.note("attack", local.target, tuple(bits(local.attackers)))
    division = fallschirmjaeger(facts, state, local)
    play.change(defenders=defenders_at(facts, state, local), para_attack=division)
    if division >= 0:
        play.note("para", division, local.target)


# ---- lead units (6) ---------------------------------------------------------------------------------


@implements("B41 5m")
def line_up(play: B41Play, local: Battle) -> None:
    """A unit that has reacted into the hex defends with the others."""
    play.change(defenders=defenders_at(play.facts, play.state, local))


def lead_attack(play: B41Play, local: Battle) -> None:
    choose_lead(play, local.side, leads_attack(play.facts, play.state, local.attackers))


def lead_defence(play: B41Play, local: Battle) -> None:
    choose_lead(play, 1 - local.side, leads_defence(play.facts, local.defenders))


def choose_lead(play: B41Play, side: int, units: int) -> None:
    """Ask, if there is a choice; airborne corps alone have none worth asking for."""
    if units & (units - 1) and not units & play.facts.roster.airborne:
        play.ask("lead", side)
    else:
        take_lead(play, side, (units & -units).bit_length() - 1)


def take_lead(play: B41Play, side: int, unit: int) -> None:
    play.note("lead", unit)
    if side == battle_of(play).side:
        play.change(lead_attack=unit)
    else:
        play.change(lead_defence=unit)


def ask_lead(play: B41Play, decision: Decision) -> str:
    local = battle_of(play)
    doing = "attack" if decision.seat == local.side else "defence"
    return f"{standing(play.facts, play.state, local)} Who leads the {doing}, and takes the first loss?"


def lead_options(play: B41Play, decision: Decision) -> Options:
    facts, local = play.facts, battle_of(play)
    if decision.seat == local.side:
        units = leads_attack(facts, play.state, local.attackers)
    else:
        units = leads_defence(facts, local.defenders)
    return Options((), ((facts.vocabulary.table("lead"), units),))


def answer_lead(play: B41Play, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    take_lead(play, decision.seat, action.arg)


LEAD = Kind(
    "lead",
    "6",
    verbs=(Verb("lead", (UNIT,), "name the lead unit"),),
    prompt=ask_lead,
    options=lead_options,
    answer=answer_lead,
)


# ---- the dice (6) -----------------------------------------------------------------------------------


def roll(play: B41Play, local: Battle) -> None:
    """One die or two on their table; automatic losses are added."""
    state, facts = play.state, play.facts
    stream = f"turn {state.turn} / battle {state.battle}"
    count = dice_count(facts, state, local.attackers, local.defenders)
    dice = tuple(play.roll(6, stream) for _ in range(count))
    modifier = summed(MODIFIERS, facts, state, local)
    column = final_column(facts, state, local)
    lost = outcome(facts, local, count, sum(dice) + modifier, column)
    play.change(column=column, rolled=sum(dice) + modifier, loss_attack=lost.attacker, loss_defence=lost.defender)
    play.note("result", dice, modifier, facts.crt.columns[column], lost.attacker, lost.defender)


def outcome(facts: Facts, local: Battle, dice: int, total: int, column: int) -> Cell:
    """Steps lost by both sides with a modified roll."""
    cell = facts.crt.table(dice).cell(total, column)
    attacker, defender = added_losses(facts, local)
    return Cell(cell.attacker + attacker, cell.defender + defender)


@implements("B41 6n")
def attacker_losses(play: B41Play, local: Battle) -> None:
    """The attacker loses first, and only steps."""
    begin_losses(play, local.side, local.attackers, local.loss_attack, local.lead_attack)


def spend_airborne(play: B41Play, local: Battle) -> None:
    """Airborne corps that took part are gone, whatever the result."""
    state = play.state
    corps = used_up(play.facts, local) & state.on_map
    places = mask(state.place[unit] for unit in bits(corps))
    for unit in bits(corps):
        eliminate(play, unit)
    if places:
        control.left(play, places)


PROCEDURES = (
    Procedure("combat", (
        Step("next attack", next_attack, "6"),
    ), Phase),
    Procedure("battle", (
        Step("commit", commit, "6"),
        Step("join", join_battle, "6"),
        Step("options", next_option, "6"),
        Step("reaction", offer_reaction, "5"),
        Step("line up", line_up, "5"),
        Step("attacker's lead", lead_attack, "6"),
        Step("defender's lead", lead_defence, "6"),
        Step("roll", roll, "6"),
        Step("attacker's losses", attacker_losses, "6"),
        Step("defender's losses", defender_losses, "6"),
        Step("second loss", offer_retreat, "6.1"),
        Step("other losses", other_losses, "6"),
        Step("airborne", spend_airborne, "12.5"),
        Step("advance", next_advance, "6.1"),
    ), Battle),
)  # fmt: skip
