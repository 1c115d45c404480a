"""10.0 to 10.5 Combat: what may be attacked by whom, the ratio, the order, step losses; 15.1, the surprise attack."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Position, anothers, barred_to, commander
from ostfront.kit.referee import combat as kit
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import inactive

section = Section[Case]("AVA")

# ---- the reasoning ----------------------------------------------------------------------------------


def attack_strength(position: Position, attackers: Iterable[int], target: int) -> int:
    """10.3.1: each over a river halved, none in the surprise attack (15.1); the sum is rounded down (1.2)."""
    state, total = position.state, Fraction(0)
    for unit in attackers:
        strength = Fraction(position.roster.attack[unit][state.steps[unit]])
        for kind in position.sides(state.place[unit], target):
            if kind in ("minor", "major") and not state.surprise:
                strength /= position.charts["hexside"][f"{kind}_river"]["attack_divisor"]
        if state.out_of_command >> unit & 1:
            strength /= position.charts["reserve_okh"]["reserve_out_of_range_divisor"]
        total += strength
    return int(total)


def defense_strength(position: Position, target: int, side: int) -> int:
    """10.3.1: the defenders' sum, those that retreated in this segment not counted."""
    state = position.state
    there = [unit for unit in position.at(target, side) if not state.retreated >> unit & 1]
    return sum(position.roster.defense[unit][state.steps[unit]] for unit in there)


def terrain_shift(position: Position, hex: int) -> int:
    """10.3.3: columns to the left; a city adds to its ground, a major city replaces it."""
    terrain = position.charts["terrain"]
    feature = position.feature(hex)
    ground = 0 if feature and terrain[feature].get("replaces") else terrain[position.ground(hex)]["shift"]
    return int(ground) + int(terrain[feature]["shift"] if feature else 0)


def too_weak(position: Position, attackers: Iterable[int], target: int, defender: int) -> str | None:
    """10.3.2, 10.3.4: below 1-1 after terrain shifts."""
    attack = attack_strength(position, attackers, target)
    defense = defense_strength(position, target, defender)
    shift = terrain_shift(position, target)
    if kit.ratio_column(position.charts["crt"]["ratios"], attack, defense) - shift >= 0:
        return None
    return f"{kit.below_the_table(attack, defense, shift)}; an attack like that is cancelled."


def spent(case: Case) -> int:
    """The units of the attacks that are declared."""
    found = 0
    for attack in case.local.attacks:
        found |= attack.units
    return found


def anothers_surprise(case: Case, unit: int) -> bool:
    """19.2: whether another player makes the surprise attack with this unit."""
    return case.state.surprise and anothers(case.position, unit, case.decision.seat)


def may_attack(case: Case, unit: int, target: int) -> bool:
    """An active unit next to the target that is in no other attack and could step there."""
    place = case.state.place[unit]
    return (
        case.roster.side[unit] == case.side
        and bool(case.state.active >> unit & 1)
        and not spent(case) >> unit & 1
        and not anothers_surprise(case, unit)
        and place in case.position.plain.neighbours(target)
        and barred_to(case.position, unit, place, target) is None
    )


# ---- which hex --------------------------------------------------------------------------------------


@section.clause("10.0", "attack", verbs=("attack",), tier=Tier.WORDS)
def a_hex_is_attacked(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("10.0", "attack", verbs=("attack",), tier=Tier.STANDING)
def someone_is_there(case: Case) -> str | None:
    return kit.nobody_there(case)


@section.clause("10.1e", "attack", verbs=("attack",), tier=Tier.STANDING)
def each_hex_once(case: Case) -> str | None:
    if case.local.attacked >> case.hex & 1:
        return f"An attack on {case.where(case.hex)} has already been declared in this combat segment."
    return None


@section.clause("10.0", "attack", verbs=("attack",))
def an_own_unit_is_next_to_it(case: Case) -> str | None:
    beside = case.position.plain.neighbours(case.hex)
    if any(case.position.at(n, case.side) for n in beside):
        return None
    return f"No unit of yours is next to {case.where(case.hex)}."


def _beside(case: Case) -> list[int]:
    return [unit for n in case.position.plain.neighbours(case.hex) for unit in case.position.at(n, case.side)]


@section.clause("10.1d", "attack", verbs=("attack",))
def an_active_unit_is_next_to_it(case: Case) -> str | None:
    beside = _beside(case)
    if not beside or any(case.state.active >> u & 1 and not spent(case) >> u & 1 for u in beside):
        return None
    verb = "is" if len(beside) == 1 else "are"
    where = case.where(case.hex)
    return f"No unit next to {where} may attack: {case.names(beside)} {verb} not activated, or in another attack."


def _awake(case: Case) -> list[int]:
    return [u for u in _beside(case) if case.state.active >> u & 1 and not spent(case) >> u & 1]


@section.clause("19.2", "attack", verbs=("attack",))
def by_the_player_of_the_panzergruppe(case: Case) -> str | None:
    awake = _awake(case)
    if not awake or not all(anothers_surprise(case, unit) for unit in awake):
        return None
    return f"{case.names(awake)} next to {case.where(case.hex)}: commanded by {commander(case.position, awake[0])}."


@section.clause("10.1h", "attack", verbs=("attack",))
def the_hex_can_be_stepped_into(case: Case) -> str | None:
    free = [u for u in _awake(case) if not anothers_surprise(case, u)]
    if not free or any(may_attack(case, unit, case.hex) for unit in free):
        return None
    found = barred_to(case.position, free[0], case.state.place[free[0]], case.hex)
    return found[1] if found else None


@section.clause("10.3.4", "attack", verbs=("attack",))
def enough_units_are_next_to_it(case: Case) -> str | None:
    attackers = [unit for unit in range(case.roster.count) if may_attack(case, unit, case.hex)]
    if not attackers:
        return None  # 10.0, 10.1
    found = too_weak(case.position, attackers, case.hex, case.enemy)
    return f"Even with all units that may attack {case.where(case.hex)}: {found}" if found else None


@section.clause("18.1j", "attack", verbs=("attack",), tier=Tier.STANDING)
def the_reserve_of_leningrad_does_not_attack(case: Case) -> str | None:
    return "Reserve units may not attack in this scenario." if case.state.confined else None


# ---- with whom --------------------------------------------------------------------------------------


@section.clause("10.1d", "commit", verbs=("with",), tier=Tier.STANDING)
def active_units_attack(case: Case) -> str | None:
    return inactive(case)


@section.clause("19.2", "commit", verbs=("with",))
def each_player_s_own_units(case: Case) -> str | None:
    if not case.state.active >> case.unit & 1 or not anothers_surprise(case, case.unit):
        return None
    return f"{case.name(case.unit)} is commanded by {commander(case.position, case.unit)}."


@section.clause("14.3a", "commit", verbs=("with",), tier=Tier.STANDING)
def fortresses_do_not_attack(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a fortress: it never attacks." if case.roster.is_fort[case.unit] else None


@section.clause("10.1b", "commit", verbs=("with",), tier=Tier.STANDING)
def a_unit_attacks_one_hex(case: Case) -> str | None:
    if spent(case) >> case.unit & 1:
        return f"{case.name(case.unit)} is already attacking another hex in this combat segment."
    return f"{case.name(case.unit)} is already in this attack." if case.local.units >> case.unit & 1 else None


@section.clause("10.0", "commit", verbs=("with",))
def the_attacker_is_adjacent(case: Case) -> str | None:
    return kit.not_adjacent(case)


@section.clause("10.1h", "commit", verbs=("with",))
def the_attacker_could_step_there(case: Case) -> str | None:
    target, place = case.local.target, case.state.place[case.unit]
    if place not in case.position.plain.neighbours(target):
        return None  # 10.0
    found = barred_to(case.position, case.unit, place, target)
    return found[1] if found else None


@section.clause("10.2.1a", "commit", verbs=("ready",))
def somebody_attacks(case: Case) -> str | None:
    return None if case.local.units else f"No unit attacks {case.where(case.local.target)} yet."


@section.clause("10.3.4", "commit", verbs=("ready",))
def the_attack_is_strong_enough(case: Case) -> str | None:
    attackers = [unit for unit in range(case.roster.count) if case.local.units >> unit & 1]
    if not attackers:
        return None  # 10.2.1a
    return too_weak(case.position, attackers, case.local.target, case.enemy)


# ---- in which order ---------------------------------------------------------------------------------


@section.clause("10.2.1b", "resolve", tier=Tier.STANDING)
def a_declared_attack_is_resolved(case: Case) -> str | None:
    if any(attack.target == case.hex for attack in case.local.attacks):
        return None
    return f"No attack on {case.where(case.hex)} is waiting to be resolved."


@section.clause("19.2", "resolve")
def each_player_s_own_attacks(case: Case) -> str | None:
    for attack in case.local.attacks:
        units = [unit for unit in range(case.roster.count) if attack.units >> unit & 1]
        if attack.target == case.hex and units and anothers_surprise(case, units[0]):
            return f"The attack on {case.where(case.hex)} is made by {commander(case.position, units[0])}."
    return None


# ---- losses -----------------------------------------------------------------------------------------


@section.clause("10.5", "loss", tier=Tier.STANDING)
def losses_fall_on_those_involved(case: Case) -> str | None:
    return kit.not_concerned(case)


@section.clause("2.2d", "loss")
def a_step_is_left(case: Case) -> str | None:
    return kit.no_step_left(case)
