"""Strength and fire (3.1, 4.2, 8.0, 14.5): how many dice a unit rolls, and what they hit on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ostfront.core.play.clauses import carries_out
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules.play import K41Play
from ostfront.games.kiev_41.state import BLIZZARD, RAIN, SNOW, SUNNY

if TYPE_CHECKING:
    from ostfront.games.kiev_41.facts import Kiev41
    from ostfront.games.kiev_41.state import K41State

LINE = 1000  # stands for a Defensive Line where units are sorted


class Dice(NamedTuple):
    """What one unit rolls. Sorted, they are in the order of rolling: by class, then by unit number."""

    hits_from: int
    unit: int
    number: int


@carries_out("K41 3.1", otherwise=lambda number, divisor: number // divisor)
def part(number: int, divisor: int) -> int:
    """A fraction, rounded down, but never to nothing; nothing stays nothing."""
    return max(1, number // divisor) if number else 0


def strength(rules: Kiev41, state: K41State, unit: int) -> int:
    """The dots or stars it shows."""
    return rules.roster.strength[unit][state.steps[unit]]


def attack_strength(rules: Kiev41, state: K41State, unit: int) -> int:
    """Its strength in attack, and an HQ's for range, artillery and air, as weather leaves it."""
    return in_attack(rules, state.weather, unit, rules.roster.strength[unit][state.steps[unit]])


def in_attack(rules: Kiev41, weather: int, unit: int, shown: int) -> int:
    """What weather leaves of the dots or stars of an attacker."""
    if weather == SUNNY:
        return shown
    if weather == RAIN:
        return in_rain(shown)
    if weather == SNOW:
        return in_snow(rules, unit, shown)
    return in_blizzard(rules, unit, shown)


@carries_out("K41 8.0a", "K41 10.3c", "K41 10.4c", "K41 10.10c", "K41 10.11c", otherwise=lambda shown: shown)
def in_rain(shown: int) -> int:
    return min(shown, 1)


@carries_out(
    "K41 8.0b", "K41 10.3c", "K41 10.4c", "K41 10.10c", "K41 10.11c", otherwise=lambda _rules, _unit, shown: shown
)
def in_snow(rules: Kiev41, unit: int, shown: int) -> int:
    """Half for the Axis, but not for mountain blocks under 14.2."""
    if rules.roster.side[unit] != AXIS or hardened(rules, unit):
        return shown
    return part(shown, 2)


@carries_out("K41 14.2d", otherwise=False)
def hardened(rules: Kiev41, unit: int) -> bool:
    return rules.movers[unit] == 2


@carries_out("K41 14.5b", "K41 14.5c", otherwise=lambda rules, unit, shown: in_snow(rules, unit, shown))
def in_blizzard(rules: Kiev41, unit: int, shown: int) -> int:
    """Half for the Soviets and for Axis mountain blocks, a quarter for the others."""
    others = rules.roster.side[unit] == AXIS and rules.roster.type[unit] != "mountain"
    return part(shown, 4 if others else 2)


def defense_strength(rules: Kiev41, state: K41State, unit: int) -> int:
    """Its strength in defense: only a blizzard changes it, for the Axis."""
    return in_defense(rules, state.weather, unit, rules.roster.strength[unit][state.steps[unit]])


@carries_out("K41 8.0c", "K41 9.1c", otherwise=in_attack)
def in_defense(rules: Kiev41, weather: int, unit: int, shown: int) -> int:
    return frozen(rules, unit, shown) if weather == BLIZZARD else shown


@carries_out("K41 14.5c", otherwise=lambda _rules, _unit, shown: shown)
def frozen(rules: Kiev41, unit: int, shown: int) -> int:
    others = rules.roster.side[unit] == AXIS and rules.roster.type[unit] != "mountain"
    return part(shown, 2) if others else shown


def hits_from(rules: Kiev41, state: K41State, unit: int, area: int) -> int:
    """The lowest roll that hits in ground combat there (4.2.2, 14.2)."""
    found = rules.roster.hits_from[unit][state.steps[unit]]
    return found - 1 if rules.movers[unit] == 2 and rough(rules, area) and found > 4 else found


@carries_out("K41 14.2c", otherwise=False)
def rough(rules: Kiev41, area: int) -> bool:
    """Where mountain blocks fire a class better."""
    return rules.colour[area] in rules.charts["agility"]["better_in"]


def volley(play: K41Play, dice: Iterable[Dice], stream: str) -> int:
    """Roll dice one by one, class by class; the number of hits."""
    hits = 0
    for needed, _unit, count in sorted(dice):
        for _ in range(count):
            if play.roll(6, stream) >= needed:
                hits += 1
    return hits


def stream(state: K41State, what: str) -> str:
    """The name of the dice of a moment."""
    return f"turn {state.turn} / impulse {state.impulse} / battle {state.battle} / {what}"
