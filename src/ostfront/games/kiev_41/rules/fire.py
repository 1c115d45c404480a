"""Strength and fire (3.1, 4.2, 8.0, 14.5): how many dice a unit rolls, and what they hit on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, RAIN, SNOW, SUNNY
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.state import K41Play, K41State

LINE = 1000  # stands for a Defensive Line where units are sorted


class Dice(NamedTuple):
    """What one unit rolls. Sorted, they are in the order of rolling: by class, then by unit number."""

    hits_from: int
    unit: int
    number: int


@implements("K41 3.1")
def part(number: int, divisor: int) -> int:
    """A fraction, rounded down, but never to nothing; nothing stays nothing."""
    return max(1, number // divisor) if number else 0


def strength(facts: Facts, state: K41State, unit: int) -> int:
    """The dots or stars it shows."""
    return facts.roster.strength[unit][state.steps[unit]]


def attack_strength(facts: Facts, state: K41State, unit: int) -> int:
    """Its attack strength, and an HQ's strength for range, artillery and air, in this weather."""
    return in_attack(facts, state.weather, unit, facts.roster.strength[unit][state.steps[unit]])


def in_attack(facts: Facts, weather: int, unit: int, shown: int) -> int:
    """The dots or stars of an attacker in this weather."""
    if weather == SUNNY:
        return shown
    if weather == RAIN:
        return in_rain(shown)
    if weather == SNOW:
        return in_snow(facts, unit, shown)
    return in_blizzard(facts, unit, shown)


@implements("K41 8.0a", "K41 10.3c", "K41 10.4c", "K41 10.10c", "K41 10.11c")
def in_rain(shown: int) -> int:
    return min(shown, 1)


@implements("K41 8.0b", "K41 10.3c", "K41 10.4c", "K41 10.10c", "K41 10.11c")
def in_snow(facts: Facts, unit: int, shown: int) -> int:
    """Half for the Axis, but not for mountain blocks under 14.2."""
    if facts.roster.side[unit] != AXIS or hardened(facts, unit):
        return shown
    return part(shown, 2)


@implements("K41 14.2d")
def hardened(facts: Facts, unit: int) -> bool:
    return facts.movers[unit] == 2


@implements("K41 14.5b", "K41 14.5c")
def in_blizzard(facts: Facts, unit: int, shown: int) -> int:
    """Half for the Soviets and for Axis mountain blocks, a quarter for the others."""
    others = facts.roster.side[unit] == AXIS and facts.roster.type[unit] != "mountain"
    return part(shown, 4 if others else 2)


def defense_strength(facts: Facts, state: K41State, unit: int) -> int:
    """Its strength in defense: only a blizzard changes it, for the Axis."""
    return in_defense(facts, state.weather, unit, facts.roster.strength[unit][state.steps[unit]])


@implements("K41 8.0c", "K41 9.1c")
def in_defense(facts: Facts, weather: int, unit: int, shown: int) -> int:
    return frozen(facts, unit, shown) if weather == BLIZZARD else shown


@implements("K41 14.5c")
def frozen(facts: Facts, unit: int, shown: int) -> int:
    others = facts.roster.side[unit] == AXIS and facts.roster.type[unit] != "mountain"
    return part(shown, 2) if others else shown


def hits_from(facts: Facts, state: K41State, unit: int, area: int) -> int:
    """The lowest roll that hits in ground combat there (4.2.2, 14.2)."""
    found = facts.roster.hits_from[unit][state.steps[unit]]
    return found - 1 if facts.movers[unit] == 2 and rough(facts, area) and found > 4 else found


@implements("K41 14.2c")
def rough(facts: Facts, area: int) -> bool:
    """Where mountain blocks fire a class better."""
    return facts.colour[area] in facts.charts["agility"]["better_in"]


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
