"""What attacks, chits, losses and reinforcements of A Victory Awaits are worth."""

from __future__ import annotations

from ostfront.ai.expectations import leanest
from ostfront.ai.victory_awaits.evaluate import prospect
from ostfront.ai.victory_awaits.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, GERMAN, SOVIET
from ostfront.games.victory_awaits.rules.army_19 import waiting_army
from ostfront.games.victory_awaits.rules.combat import eligible
from ostfront.games.victory_awaits.rules.command import commanded
from ostfront.games.victory_awaits.rules.strength import attack_strength, possible
from ostfront.games.victory_awaits.state import Segment

WORTH_A_ROLL = 0.1  # an attack must gain more than this
LATE = 2  # chits in the cup: a held one should not wait longer


# ---- attacks ------------------------------------------------------------------------------------------


def attack_gain(tally: Tally, side: int, target: int, units: int) -> float:
    """The expected gain of an attack by these units."""
    strength = attack_strength(tally.facts, tally.state, units, target)
    price = min([step_price(tally, unit) for unit in bits(units)])
    return prospect(tally, side, target, tally.stack(target), strength, price=price)


def step_price(tally: Tally, unit: int) -> float:
    """What the owner gives up with one step of a unit."""
    return tally.knowledge.price[unit][tally.state.steps[unit]]


def best_attackers(tally: Tally, local: Segment, target: int, committed: int) -> tuple[int, float]:
    """The attackers of a hex and the gain: everyone who helps, with those already committed."""
    facts, state = tally.facts, tally.state
    units = committed | eligible(facts, state, local._replace(target=target, units=committed))
    attack, steps = facts.roster.attack, state.steps
    return leanest(
        units,
        sorted(bits(units & ~committed), key=lambda u: attack[u][steps[u]]),
        lambda some: attack_gain(tally, local.side, target, some),
        lambda some: possible(facts, state, some, target),
    )


# ---- chits --------------------------------------------------------------------------------------------


def waking(tally: Tally, units: int, already: int = 0) -> float:
    """The value of activating these units, less for those that will be active anyway."""
    if not units:
        return 0.0
    knowledge, state = tally.knowledge, tally.state
    roster, w = knowledge.facts.roster, knowledge.weights["activation"]
    foes = tally.occupied[1 - roster.side[(units & -units).bit_length() - 1]]
    near: dict[int, int] = {}
    total = 0.0
    for unit in bits(units & ~roster.hqs & state.on_map):
        move = roster.move[unit]
        if move not in near:
            near[move] = knowledge.facts.grid.within(foes, move)
        worth = knowledge.worth[unit][state.steps[unit]]
        worth *= w["contact"] if near[move] >> state.place[unit] & 1 else w["distant"]
        total += worth * (w["again"] if already >> unit & 1 else 1.0)
    return total


def chit_units(tally: Tally, chit: int) -> int:
    """The units that a command chit would activate now."""
    facts, state = tally.facts, tally.state
    hq = facts.chits[chit].hq
    if hq < 0:
        return 0
    return commanded(facts, state, hq) if state.on_map >> hq & 1 else waiting_army(facts, state, hq)


def chit_worth(tally: Tally, side: int, chit: int) -> float:
    """What selecting a chit adds to those already selected."""
    facts, state = tally.facts, tally.state
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    already = 0
    for other in bits(selected):
        already |= chit_units(tally, other)
    kind = facts.chits[chit]
    if kind.kind in ("okh", "reserve"):
        return 1.5  # about four units
    units = chit_units(tally, chit)
    outside = sum(
        [tally.knowledge.worth[u][tally.state.steps[u]] for u in bits(units & ~state.on_map)]
    )  # 19th Army, 15.3
    return waking(tally, units, already) + outside


def army_worth(tally: Tally, chit: int) -> float:
    """An army chit to be made available (15.2): those it would lead now, or once its HQ is brought up."""
    facts, state = tally.facts, tally.state
    hq = facts.chits[chit].hq
    if hq < 0 or state.place[hq] == facts.boxes["eliminated"]:
        return -1.0
    return waking(tally, chit_units(tally, chit)) + 0.5


def trump_gain(tally: Tally, held: int, drawn: int) -> float:
    """An interrupt is played before an enemy who would attack its units, and before a Supply Check that matters."""
    facts, state = tally.facts, tally.state
    chit = facts.chits[drawn]
    panzers = chit_units(tally, held)
    last = state.turn >= facts.last_turn
    if chit.kind == "supply":
        unsupplied = sum(not tally.supplied(AXIS) >> state.place[u] & 1 for u in bits(panzers & state.on_map))
        begun = state.turn >= facts.charts["track"]["axis_supply_from"]
        return 1.0 if last else unsupplied - 1.5 if begun else -1.0
    if chit.side == SOVIET and chit.hq >= 0:
        touched = tally.zoc[SOVIET]
        enemies = chit_units(tally, drawn)
        threatened = sum(touched >> state.place[u] & 1 for u in bits(panzers & state.on_map))
        return min(threatened, enemies.bit_count()) - 2.5
    if last:
        return -1.0  # kept to delay the Supply Check that ends the game
    return 0.5 if state.cup.bit_count() <= LATE else -1.0


def zhukov_gain(tally: Tally, drawn: int) -> float:
    """The held reinforcements come before a Panzergruppe strikes, or when the cup runs out."""
    facts = tally.facts
    chit = facts.chits[drawn]
    if chit.kind == "supply":
        return 0.5 if tally.state.turn >= facts.last_turn else -0.5
    if chit.side == AXIS and chit.hq >= 0 and facts.panzer_hqs >> chit.hq & 1:
        return 0.5
    return 0.5 if tally.state.cup.bit_count() <= LATE else -0.5


# ---- units in boxes -----------------------------------------------------------------------------------


def call_worth(tally: Tally, unit: int) -> float:
    """A unit to be brought up: strength, and HQs whose chit can be selected."""
    facts, state = tally.facts, tally.state
    if not facts.roster.is_hq[unit]:
        return tally.knowledge.worth[unit][state.steps[unit]]
    choices = state.choices_axis | state.choices_soviet
    useful = any(facts.chits[chit].hq == unit for chit in bits(choices))
    return 2.0 if useful else 0.3


def withdrawal_cost(tally: Tally, unit: int, strength: int) -> float:
    """What is lost with a unit for each point of attack strength that still has to go (18.2)."""
    facts, state = tally.facts, tally.state
    attack = facts.roster.attack[unit][state.steps[unit]]
    whole = state.steps[unit] == facts.roster.steps[unit] and facts.roster.nation[unit] == GERMAN
    left = facts.last_turn > state.turn
    return (float(whole) + left * tally.knowledge.worth[unit][state.steps[unit]]) / max(1, min(attack, strength))
