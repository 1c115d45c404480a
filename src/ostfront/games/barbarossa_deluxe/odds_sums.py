"""How the strengths of an assault come about: each unit's factor, what changed it, and what rounding did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from ostfront.core.map.hexes import bits
from ostfront.core.play.rules import Change, Part
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import fog, offensive_supply, strength, supply
from ostfront.games.barbarossa_deluxe.state import Battle, BDState
from ostfront.kit.sums import FRACTIONS, rounded, unit_part

CONCEALED = Change("BD 11.7a", "as they could be: the German does not see them")
DIE = Change("BD 8.4b", "a die, rolled in the battle: at least 1")


def parts(facts: Facts, state: BDState, local: Battle, seat: int) -> Iterator[Part]:
    """What each unit adds to its side; units that the seat does not see are one part, without their names."""
    hidden = fog.concealed(facts, state) if seat == GERMAN and not local.looked else 0
    if len(local.dice) < len(strength.dice_order(facts, local)):
        local = local._replace(dice=())  # before they are rolled each counts 1
    attackers = strength.attackers_of(local)
    yield from _side(facts, state, local, attackers, hidden, True)
    yield from _side(facts, state, local, local.defenders, hidden, False)


def _side(facts: Facts, state: BDState, local: Battle, units: int, hidden: int, attacks: bool) -> Iterator[Part]:
    read: Callable[[Facts, BDState, Battle, int], tuple[int, Part]] = _attacker if attacks else _defender
    groups: dict[int, list[Part]] = {}
    for unit in bits(units & ~hidden):
        divisor, part = read(facts, state, local, unit)
        groups.setdefault(divisor, []).append(part)
    if not units & hidden:
        for divisor, found in groups.items():
            total = sum(part.value for part in found)
            yield from rounded(attacks, found, max(1, int(total)) if total else 0, "BD 1.3c", _reduced(divisor))
        yield from _rest(facts, state, local, attacks)
        return
    # what rounding does to the group would tell who is in it: it belongs to what is not seen
    for found in groups.values():
        yield from found
    seen = sum(part.value for found in groups.values() for part in found)
    whole = strength.attack_strength if attacks else strength.defence_strength
    count = (units & hidden).bit_count()
    text = f"{count} concealed unit{'' if count == 1 else 's'}"
    air = strength.air_factors(local) if attacks else 0
    yield Part(attacks, Fraction(whole(facts, state, local) - air - seen), changes=(CONCEALED,), text=text)
    if air:
        yield _air(air)


def _reduced(divisor: int) -> str:
    return f", all that is {FRACTIONS[divisor]} together" if divisor in FRACTIONS else ""


def _rest(facts: Facts, state: BDState, local: Battle, attacks: bool) -> Iterator[Part]:
    """What is no unit's: air armies, and the least a defence counts."""
    if attacks and strength.air_factors(local):
        yield _air(strength.air_factors(local))
    if not attacks and not strength.divided(strength.defence_factors(facts, state, local)):
        yield Part(False, Fraction(1), changes=(Change("BD 11.12a", "never below 1"),), text="At least")


def _air(count: int) -> Part:
    text = f"{count} air arm{'y' if count == 1 else 'ies'}"
    return Part(True, Fraction(count), changes=(Change("BD 8.38b", "one each"),), text=text)


def _attacker(facts: Facts, state: BDState, local: Battle, unit: int) -> tuple[int, Part]:
    factor = strength.attack_factor(facts, state, local, unit)
    divisor = strength.attack_divisor(facts, state, local, unit)
    changes = [*_raised(facts, state, local, unit), *_supply(facts, state, local, unit)]
    if unit != local.drop and strength.bogged(facts, state, local, unit):
        changes.append(Change("BD 11.15a", "halved, mechanized in marsh"))
    printed = factor if facts.roster.rolled >> unit & 1 else strength.printed_attack(facts, unit)
    return divisor, unit_part(True, unit, printed, Fraction(factor, divisor), changes)


def _raised(facts: Facts, state: BDState, local: Battle, unit: int) -> Iterator[Change]:
    """What makes another factor of the printed one."""
    if facts.roster.rolled >> unit & 1:
        yield DIE
        return
    defense = facts.roster.defense[unit]
    if unit == local.drop:
        yield Change("BD 4.17e", f"drops with its defense factor {defense}")
        return
    if strength.storms_city(facts, local, unit):
        yield Change("BD 11.20c", f"panzers attack a city with their defense factor {defense}")
    elif strength.climbs(facts, local, unit):
        yield Change("BD 11.14b", f"mountain infantry attacks rough ground with its defense factor {defense}")
    if strength.doubled_shock(facts, state, local, unit):
        yield Change("BD 5.7b", "doubled, a shock army that fights first")
    elif strength.doubled_by_guns(local, unit):
        yield Change("BD 8.36b", "doubled by an artillery corps")


def _supply(facts: Facts, state: BDState, local: Battle, unit: int) -> Iterator[Change]:
    """Why supply divides an attack."""
    divisor = 1 if unit == local.drop else strength.supply_divisor(facts, state, local, unit)
    if divisor == 1:
        return
    launch = local.launch if local.mobile else state.place[unit]
    found = supply.status_at(facts, state, unit, launch)
    if facts.roster.side[unit] == SOVIET and offensive_supply.asked_for(facts, state):
        rule = {supply.OVERLAND: "BD 7.9c", supply.GARRISON: "BD 7.22c"}.get(found, "BD 7.22d")
        lacking = "without offensive supply" if found == supply.OVERLAND else "without overland supply"
        yield Change(rule, f"{FRACTIONS[divisor]} {lacking}")
    else:
        yield Change("BD 7.16b", f"{FRACTIONS[divisor]} for lack of supply")


def _defender(facts: Facts, state: BDState, local: Battle, unit: int) -> tuple[int, Part]:
    rolled = bool(facts.roster.rolled >> unit & 1)
    factor = strength.rolled(facts, local, unit) if rolled else facts.roster.defense[unit]
    divisor = strength.defence_divisor(facts, state, local, unit)
    changes = [DIE] if rolled else []
    if divisor > 1:
        changes.append(Change("BD 7.16b", f"{FRACTIONS[divisor]}, out of supply"))
    return divisor, unit_part(False, unit, factor, Fraction(factor, divisor), changes)
