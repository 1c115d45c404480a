"""What a battle brings on average, by the rules' own factors and shifts."""

from __future__ import annotations

from ostfront.ai.barbarossa_deluxe.field import Field
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_deluxe.facts import SOVIET
from ostfront.games.barbarossa_deluxe.facts.crt import AE, AS, BB, DE, DIE, DR
from ostfront.games.barbarossa_deluxe.rules import results, strength
from ostfront.games.barbarossa_deluxe.state import Battle


def stake(field: Field, units: int) -> float:
    worth = field.knowledge.worth
    return sum([worth[unit] for unit in bits(units)])


def gain(field: Field, local: Battle) -> float:
    """For the attacker, over the six sides of the die."""
    facts, state = field.facts, field.state
    if not local.defenders:
        local = strength.drawn_up(facts, state, local)
    if not local.defenders:
        return 0.0
    step = strength.final_step(facts, state, local)
    certain = facts.crt.certain(step)
    found = [certain] if certain else [facts.crt.result(step, die) for die in range(1, DIE + 1)]
    found_by = prizes(field, local)
    return sum([found_by[results.converted(facts, state, local, result)] for result in found]) / len(found)


def prizes(field: Field, local: Battle, choice: bool = True) -> dict[str, float]:
    """By result, what the attacker has of it; of a bloodbath he may choose, the better."""
    w = field.weights["battle"]
    ours, theirs = stake(field, local.attackers), stake(field, local.defenders)
    ground = field.prize(local.side, local.target) + w["push"]
    exchange = theirs - exchanged(field, local) + ground
    retreat = ground + (w["unsure"] if _hemmed(field, local) else 0.15) * theirs
    if choice and retreat > exchange and results.may_convert(field.facts, field.state, local._replace(result=BB)):
        exchange = retreat
    return {AE: -ours, AS: 0.0, BB: exchange, DR: retreat, DE: theirs + ground}


def exchanged(field: Field, local: Battle) -> float:
    """What a bloodbath costs the attacker: the cheapest units that are enough, dotted ones first."""
    facts, state = field.facts, field.state
    factors = strength.defenders_value(facts, state, local)
    worth, dotted = field.knowledge.worth, facts.roster.dotted
    lost, total = 0, 0.0
    order = sorted(bits(local.attackers), key=lambda u: (not dotted >> u & 1, worth[u]))
    for unit in order:
        if strength.exchange_value(facts, state, local, lost) >= factors:
            break
        lost |= 1 << unit
        total += worth[unit]
    return total


def _hemmed(field: Field, local: Battle) -> bool:
    """Whether the defenders have few hexes to go to."""
    facts, state = field.facts, field.state
    foes = state.occupied[local.side]  # ground units are groups 0 and 1
    free = facts.near[local.target] & ~foes
    return free.bit_count() <= 2


def best_force(field: Field, target: int, units: int, committed: int = 0) -> tuple[int, float]:
    """Of those who could attack a hex, the force that gains most: all, less those who add next to nothing."""
    side = field.seat
    found = units | committed
    best = gain(field, Battle(side, target, found))
    attack = field.knowledge.attack
    fee: float = field.weights["battle"]["fee"]
    for unit in sorted(bits(units & ~committed), key=lambda u: (attack[u], u)):
        fewer = found & ~(1 << unit)
        if not fewer or (
            side == SOVIET and not fewer & field.facts.roster.army_sized and found & field.facts.roster.rolled
        ):
            continue
        less = gain(field, Battle(side, target, fewer))
        if less >= best - fee:
            found, best = fewer, less
    return found, best
