"""Odds (11.8 to 11.16, 1.3): attack and defense factors as used in a battle, and the step of the table they give.

Factors with the same divisor are added, divided once and rounded down; such a group never falls below one. What
shifts the odds is in shifts.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.crt import odds
from ostfront.games.barbarossa_deluxe.rules import stacking, supply
from ostfront.games.barbarossa_deluxe.rules.shifts import Modifier, shift_sum, shifts
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, Battle, BDState

FIRM_MARSH = ("2013", "2014")  # 5.13


# ---- who is in the battle ---------------------------------------------------------------------------


def drawn_up(facts: Facts, state: BDState, local: Battle) -> Battle:
    """The battle with its defenders, the hexes it comes from, and who is in overland supply as it begins."""
    defenders = defenders_at(facts, state, local)
    hexes = mask(state.place[unit] for unit in bits(local.attackers))
    return local._replace(
        defenders=defenders,
        hexes=hexes,
        supplied=supply.supplied_overland(facts, state, local.attackers)
        | supplied_defenders(facts, state, local, defenders),
    )


@implements("BD 11.2")
def defenders_at(facts: Facts, state: BDState, local: Battle) -> int:
    """All ground units of the hex defend together, but not those that retreated into it in this phase."""
    return state.units_at(local.target) & facts.roster.ground[1 - local.side] & ~bystanders(state)


@implements("BD 11.29a")
def bystanders(state: BDState) -> int:
    """Units that have retreated in this assault phase; in a movement phase there are none (10.31)."""
    return state.fled


def supplied_defenders(facts: Facts, state: BDState, local: Battle, defenders: int) -> int:
    """Defenders in regular overland supply."""
    if not local.mobile:
        return supply.supplied_overland(facts, state, defenders)
    open_hexes = supply.overland_apart(facts, state, 1 - local.side, unseen(local))
    return defenders if open_hexes >> local.target & 1 else 0


@implements("BD 10.26b")
def unseen(local: Battle) -> int:
    """The units of a mobile assault, which do not cut the defenders' supply."""
    return local.attackers if local.mobile else 0


def involved(facts: Facts, state: BDState, units: int) -> int:
    """These units and the Tiger battalions and cavalry-mechanized groups with them."""
    return stacking.with_support(facts, state, units)


# ---- factors ----------------------------------------------------------------------------------------


def attack_factor(facts: Facts, state: BDState, local: Battle, unit: int) -> int:
    """A unit's factor in an attack before it is divided."""
    roster, bit = facts.roster, 1 << unit
    if roster.rolled & bit:
        return rolled(facts, local, unit)
    if unit == local.drop:
        return drop_factor(facts, unit)
    factor = printed_attack(facts, unit)
    if storms_city(facts, local, unit) or climbs(facts, local, unit):
        factor = roster.defense[unit]
    if doubled_shock(facts, state, local, unit) or doubled_by_guns(local, unit):
        factor *= 2
    return factor


@implements("BD 2.10")
def printed_attack(facts: Facts, unit: int) -> int:
    """Of two printed numbers the left one attacks."""
    return facts.roster.attack[unit]


@implements("BD 8.4b", "BD 8.35c")
def rolled(facts: Facts, local: Battle, unit: int) -> int:
    """The die of a unit without a printed factor; before it is rolled the least it can be."""
    order = dice_order(facts, local)
    at = order.index(unit) if unit in order else len(local.dice)
    return local.dice[at] if at < len(local.dice) else 1


def dice_order(facts: Facts, local: Battle) -> list[int]:
    """Units that roll for their factor, attackers first."""
    return [*bits(local.attackers & facts.roster.rolled), *bits(local.defenders & facts.roster.rolled)]


@implements("BD 4.17e")
def drop_factor(facts: Facts, unit: int) -> int:
    """Paratroops that drop attack with their defense factor."""
    return facts.roster.defense[unit]


@implements("BD 11.20c")
def storms_city(facts: Facts, local: Battle, unit: int) -> bool:
    """German panzer corps attack a city with their defense factor."""
    panzers = facts.roster.panzers & ~late_panzers(facts)
    return bool(panzers >> unit & 1 and facts.cities >> local.target & 1)


@implements("BD 8.29c")
def late_panzers(facts: Facts) -> int:
    """The late panzer corps, which always attack with their attack factor."""
    return facts.roster.late_panzers


@implements("BD 11.14b")
def climbs(facts: Facts, local: Battle, unit: int) -> bool:
    """Mountain infantry in overland supply attacks rough ground with its defense factor."""
    mountain = facts.roster.mountain & local.supplied
    return bool(mountain >> unit & 1 and facts.rough >> local.target & 1)


def doubled_shock(facts: Facts, state: BDState, local: Battle, unit: int) -> bool:
    """A shock army in a prepared assault of a turn in which the Soviets fight first."""
    if not facts.roster.shock >> unit & 1 or local.mobile:
        return False
    return fights_first(facts, state) and shock_supplied(facts, state, local, unit)


@implements("BD 5.7b")
def fights_first(facts: Facts, state: BDState) -> bool:
    return state.order in (FIGHT_MOVE, FIGHT_FIGHT) or facts.scenario.only_assault(state.turn)


@implements("BD 5.7c", "BD 7.22e")
def shock_supplied(facts: Facts, state: BDState, local: Battle, unit: int) -> bool:
    """It needs overland supply, and offensive supply from turn 7 on; what is halved is not doubled."""
    return bool(local.supplied >> unit & 1) and supply_divisor(facts, state, local, unit) == 1


@implements("BD 8.36b")
def doubled_by_guns(local: Battle, unit: int) -> bool:
    return bool(local.guns >> unit & 1)


# ---- divisors ---------------------------------------------------------------------------------------


def supply_divisor(facts: Facts, state: BDState, local: Battle, unit: int) -> int:
    launch = local.launch if local.mobile else state.place[unit]
    return supply.attack_divisor(facts, state, unit, launch, local)


def attack_divisor(facts: Facts, state: BDState, local: Battle, unit: int) -> int:
    """By how much a unit's attack is divided: for supply, and for wheels in a marsh."""
    if unit == local.drop:
        return 1
    found = supply_divisor(facts, state, local, unit)
    return found * 2 if bogged(facts, state, local, unit) else found


@implements("BD 11.15a")
def bogged(facts: Facts, state: BDState, local: Battle, unit: int) -> bool:
    """Mechanized units attack into marsh with half their factor."""
    if not (facts.marsh >> local.target & 1 and facts.roster.mech >> unit & 1):
        return False
    return not on_firm_ground(facts, state, local, unit)


@implements("BD 5.13")
def on_firm_ground(facts: Facts, state: BDState, local: Battle, unit: int) -> bool:
    """Turn 1: two marshes are clear to German mechanized units in overland supply."""
    if state.turn != 1 or not facts.scenario.dated_1941 or facts.place_names[local.target] not in FIRM_MARSH:
        return False
    return bool((facts.roster.germans & facts.roster.mech & local.supplied) >> unit & 1)


def defence_divisor(facts: Facts, state: BDState, local: Battle, unit: int) -> int:
    return supply.defence_divisor(facts, state, unit, unseen(local))


@implements("BD 1.3a", "BD 1.3b", "BD 1.3c", "BD 11.12a", "BD 11.12b")
def divided(factors: Iterable[tuple[int, int]]) -> int:
    """Factors of one divisor are added, divided and rounded down once, and are at least 1 in all."""
    groups: dict[int, int] = {}
    for divisor, factor in factors:
        groups[divisor] = groups.get(divisor, 0) + factor
    return sum(max(1, total // divisor) for divisor, total in groups.items() if total)


# ---- strengths --------------------------------------------------------------------------------------


def attack_factors(facts: Facts, state: BDState, local: Battle, units: int) -> list[tuple[int, int]]:
    """Divisor and attack factor of each of these units."""
    return [
        (attack_divisor(facts, state, local, unit), attack_factor(facts, state, local, unit)) for unit in bits(units)
    ]


def attackers_of(local: Battle) -> int:
    """All attackers, the paratroops that drop among them."""
    return local.attackers | 1 << local.drop if local.drop >= 0 else local.attackers


@implements("BD 11.8a")
def attack_strength(facts: Facts, state: BDState, local: Battle) -> int:
    return divided(attack_factors(facts, state, local, attackers_of(local))) + air_factors(local)


@implements("BD 8.38b", "BD 11.23c")
def air_factors(local: Battle) -> int:
    """One for each air army, never doubled and never halved; a Luftwaffe counter has no factor."""
    return local.wings.bit_count()


def defence_strength(facts: Facts, state: BDState, local: Battle) -> int:
    """The defense factors of all defenders; at least one."""
    return max(1, divided(defence_factors(facts, state, local)))


def defence_factors(facts: Facts, state: BDState, local: Battle) -> list[tuple[int, int]]:
    """Divisor and defense factor of each defender."""
    dice, printed = facts.roster.rolled, facts.roster.defense
    return [
        (
            defence_divisor(facts, state, local, unit),
            rolled(facts, local, unit) if dice >> unit & 1 else printed[unit],
        )
        for unit in bits(local.defenders)
    ]


@implements("BD 11.26e", "BD 8.31d", "BD 8.32d")
def exchange_value(facts: Facts, state: BDState, local: Battle, units: int) -> int:
    """What attackers are worth in a bloodbath: factors as used, one for each Tiger or cavalry-mechanized group."""
    support = involved(facts, state, units) & facts.roster.attached
    return divided(attack_factors(facts, state, local, units)) + support.bit_count()


@implements("BD 8.31d", "BD 8.32d")
def defenders_value(facts: Facts, state: BDState, local: Battle) -> int:
    """What the defenders are worth in a bloodbath: their factors, one for each support unit."""
    support = involved(facts, state, local.defenders) & facts.roster.attached
    return defence_strength(facts, state, local) + support.bit_count()


# ---- the column -------------------------------------------------------------------------------------


@implements("BD 11.9")
def ratio_step(attack: int, defence: int) -> int:
    """The odds before shifts, rounded in the defender's favour."""
    return odds(attack, defence)


@implements("BD 11.25b")
def final_step(facts: Facts, state: BDState, local: Battle, strengths: tuple[int, int] | None = None) -> int:
    """The step of the scale after all shifts; only then is the table entered."""
    attack, defence = strengths or (attack_strength(facts, state, local), defence_strength(facts, state, local))
    return ratio_step(attack, defence) + shift_sum(facts, state, local)


__all__ = [
    "Modifier", "attack_strength", "defence_strength", "defenders_at", "drawn_up", "exchange_value",
    "final_step", "shifts",
]  # fmt: skip
