"""The judgement of a player of A Victory Awaits: what attacks, chits, losses and reinforcements are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.ai.expectations import leanest
from ostfront.ai.victory_awaits.evaluate import prospect
from ostfront.ai.victory_awaits.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, GERMAN, SOVIET
from ostfront.games.victory_awaits.rules.army_19 import waiting_army
from ostfront.games.victory_awaits.rules.combat import eligible
from ostfront.games.victory_awaits.rules.command import commanded
from ostfront.games.victory_awaits.rules.strength import attack_strength, possible

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.state import Segment

WORTH_A_ROLL = 0.1  # an attack must gain more than this
LATE = 2  # chits in the cup: a held one should not wait longer


# ---- attacks ------------------------------------------------------------------------------------------


def attack_gain(m: Muster, side: int, target: int, units: int) -> float:
    """The expected gain of an attack by these units."""
    strength = attack_strength(m.look.rules, m.state, units, target)
    price = min([step_price(m, unit) for unit in bits(units)])
    return prospect(m, side, target, m.stack(target), strength, price=price)


def step_price(m: Muster, unit: int) -> float:
    """What the owner gives up with one step of a unit."""
    return m.look.price[unit][m.state.steps[unit]]


def plan(m: Muster, local: Segment, target: int, committed: int) -> tuple[int, float]:
    """The attackers of a hex and the gain: everyone who helps, with those already committed."""
    rules, state = m.look.rules, m.state
    units = committed | eligible(rules, state, local._replace(target=target, units=committed))
    attack, steps = rules.roster.attack, state.steps
    return leanest(
        units,
        sorted(bits(units & ~committed), key=lambda u: attack[u][steps[u]]),
        lambda some: attack_gain(m, local.side, target, some),
        lambda some: possible(rules, state, some, target),
    )


# ---- chits --------------------------------------------------------------------------------------------


def waking(m: Muster, units: int, already: int = 0) -> float:
    """What it is worth to activate these units, less for those who will be active anyway."""
    if not units:
        return 0.0
    look, state = m.look, m.state
    roster, w = look.rules.roster, look.weights["activation"]
    foes = m.occupied[1 - roster.side[(units & -units).bit_length() - 1]]
    near: dict[int, int] = {}
    total = 0.0
    for unit in bits(units & ~roster.hqs & state.on_map):
        move = roster.move[unit]
        if move not in near:
            near[move] = look.rules.grid.within(foes, move)
        worth = look.worth[unit][state.steps[unit]]
        worth *= w["contact"] if near[move] >> state.place[unit] & 1 else w["distant"]
        total += worth * (w["again"] if already >> unit & 1 else 1.0)
    return total


def chit_units(m: Muster, chit: int) -> int:
    """Whom a command chit would wake now."""
    rules, state = m.look.rules, m.state
    hq = rules.chits[chit].hq
    if hq < 0:
        return 0
    return commanded(rules, state, hq) if state.on_map >> hq & 1 else waiting_army(rules, state, hq)


def chit_worth(m: Muster, side: int, chit: int) -> float:
    """What selecting a chit adds to those already selected."""
    rules, state = m.look.rules, m.state
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    already = 0
    for other in bits(selected):
        already |= chit_units(m, other)
    kind = rules.chits[chit]
    if kind.kind in ("okh", "reserve"):
        return 1.5  # about four units
    units = chit_units(m, chit)
    outside = sum([m.look.worth[u][m.state.steps[u]] for u in bits(units & ~state.on_map)])  # 19th Army, 15.3
    return waking(m, units, already) + outside


def army_worth(m: Muster, chit: int) -> float:
    """An army chit to be made available (15.2): those it would lead now, or once its HQ is brought up."""
    rules, state = m.look.rules, m.state
    hq = rules.chits[chit].hq
    if hq < 0 or state.place[hq] == rules.boxes["eliminated"]:
        return -1.0
    return waking(m, chit_units(m, chit)) + 0.5


def trump_gain(m: Muster, held: int, drawn: int) -> float:
    """An interrupt goes before an enemy who would fall on its units, and before a Supply Check that matters."""
    rules, state = m.look.rules, m.state
    chit = rules.chits[drawn]
    panzers = chit_units(m, held)
    last = state.turn >= rules.last_turn
    if chit.kind == "supply":
        hungry = sum(not m.fed(AXIS) >> state.place[u] & 1 for u in bits(panzers & state.on_map))
        begun = state.turn >= rules.charts["track"]["axis_supply_from"]
        return 1.0 if last else hungry - 1.5 if begun else -1.0
    if chit.side == SOVIET and chit.hq >= 0:
        touched = m.zoc[SOVIET]
        enemies = chit_units(m, drawn)
        threatened = sum(touched >> state.place[u] & 1 for u in bits(panzers & state.on_map))
        return min(threatened, enemies.bit_count()) - 2.5
    if last:
        return -1.0  # kept to hold up the Supply Check that ends the game
    return 0.5 if state.cup.bit_count() <= LATE else -1.0


def zhukov_gain(m: Muster, drawn: int) -> float:
    """The held reinforcements come before a Panzergruppe strikes, or when the cup runs out."""
    rules = m.look.rules
    chit = rules.chits[drawn]
    if chit.kind == "supply":
        return 0.5 if m.state.turn >= rules.last_turn else -0.5
    if chit.side == AXIS and chit.hq >= 0 and rules.panzer_hqs >> chit.hq & 1:
        return 0.5
    return 0.5 if m.state.cup.bit_count() <= LATE else -0.5


# ---- units in boxes -----------------------------------------------------------------------------------


def call_worth(m: Muster, unit: int) -> float:
    """A unit to be brought up: strength, and HQs whose chit can be selected."""
    rules, state = m.look.rules, m.state
    if not rules.roster.is_hq[unit]:
        return m.look.worth[unit][state.steps[unit]]
    choices = state.choices_axis | state.choices_soviet
    useful = any(rules.chits[chit].hq == unit for chit in bits(choices))
    return 2.0 if useful else 0.3


def withdrawal_cost(m: Muster, unit: int, strength: int) -> float:
    """What leaves with a unit for each point of attack strength that still has to (18.2)."""
    rules, state = m.look.rules, m.state
    attack = rules.roster.attack[unit][state.steps[unit]]
    whole = state.steps[unit] == rules.roster.steps[unit] and rules.roster.nation[unit] == GERMAN
    left = rules.last_turn > state.turn
    return (float(whole) + left * m.look.worth[unit][state.steps[unit]]) / max(1, min(attack, strength))
