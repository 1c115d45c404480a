"""What each side rolls in a battle, block by block: dice, what they hit on, and why."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ostfront.core.map.hexes import bits
from ostfront.core.play.rules import Change, Part
from ostfront.games.kiev_41.chances import NEVER, Field, Fighter, Pool
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import SUNNY, WEATHER
from ostfront.games.kiev_41.facts.roster import SOVIET
from ostfront.games.kiev_41.rules.battle import artillery_dice, bomber_dice, bombers_over, fleet_dice, line_dice
from ostfront.games.kiev_41.rules.fire import rough, strength
from ostfront.games.kiev_41.state import K41State

HITS = {4: "hits on 4 to 6", 5: "hits on 5 and 6", 6: "hits on 6"}
BETTER = Change("K41 14.2c", "mountain blocks fire a class better here")
WEATHER_RULES = {"rain": "K41 8.0a", "snow": "K41 8.0b", "blizzard": "K41 14.5b"}


def strengths(at: Field) -> tuple[int, int]:
    """The dice of attacker and defender before the first hit."""
    attack, defense = at.attack[0], at.defense[0]
    fire = _number(at.guns) + sum(at.bombers) + _number(at.at_defender)
    return _dice(attack.blocks) + fire, _dice(defense.blocks) + int(defense.line) + _number(at.at_attacker)


def _number(pool: Pool) -> int:
    return sum(number for _, number in pool)


def _dice(blocks: tuple[Fighter, ...]) -> int:
    return sum(block.dice[block.steps] for block in blocks if block.hits_from < NEVER)


def attacker_part(facts: Facts, state: K41State, unit: int, area: int, block: Fighter) -> Part:
    """A block of the attacker."""
    shown, dice, changes = block.shown[block.steps], block.dice[block.steps], []
    if state.isolated >> unit & 1:
        changes.append(Change("K41 9.1b", "isolated, does not attack"))
    elif not block.dry and shown:
        changes.append(Change("K41 10.13.6.1", "one die, came across a river"))
    elif dice != shown:
        changes.append(_in_weather(state))
    return _block(facts, unit, area, True, block, changes)


def defender_part(facts: Facts, state: K41State, unit: int, area: int, block: Fighter, known: bool) -> Part:
    """A block of the defender; of a concealed one only the wood is seen."""
    if not known:
        words = Change("", f"taken for infantry of {block.steps} steps")
        number = block.dice[block.steps]
        return Part(False, Fraction(number), changes=(words,), text=f"Concealed block, {HITS[block.hits_from]}")
    shown, dice = block.shown[block.steps], block.dice[block.steps]
    changes = [Change("K41 14.5c", "half in a blizzard")] if dice != shown else []
    return _block(facts, unit, area, False, block, changes)


def _block(facts: Facts, unit: int, area: int, attacks: bool, block: Fighter, changes: list[Change]) -> Part:
    number = block.dice[block.steps]
    if block.hits_from >= NEVER:
        number, changes = 0, [Change("K41 10.4b", "does not fire")]
    elif facts.roster.hits_from[unit][-1] > block.hits_from and rough(facts, area):
        changes = [*changes, BETTER]
    text = HITS.get(block.hits_from, "") if number else ""
    return Part(attacks, Fraction(number), unit, str(block.shown[block.steps]), tuple(changes), text)


def _in_weather(state: K41State) -> Change:
    sky = WEATHER[state.weather]
    return Change(WEATHER_RULES.get(sky, ""), f"fewer dice in {'a ' if sky == 'blizzard' else ''}{sky}")


def support_parts(facts: Facts, state: K41State, area: int, side: int) -> Iterator[Part]:
    """Lines, artillery, bombers and fleets."""
    if state.lines(1 - side) >> area & 1:
        dice = line_dice(facts)
        text = f"Defensive Line, {HITS[dice.hits_from]}"
        yield Part(False, Fraction(dice.number), changes=(Change("K41 4.1c", "one die"),), text=text)
    for dice in artillery_dice(facts, state, [unit for unit, target in state.guns if target == area]):
        if dice.hits_from < NEVER and dice.number:
            changes = [Change("K41 10.13.3", "artillery")]
            if state.weather != SUNNY and dice.number != strength(facts, state, dice.unit):
                changes.append(_in_weather(state))
            yield Part(True, Fraction(dice.number), dice.unit, "", tuple(changes), HITS[dice.hits_from])
    yield from _air_and_sea(facts, state, area, side)


def _air_and_sea(facts: Facts, state: K41State, area: int, side: int) -> Iterator[Part]:
    """Each fleet is met by a bomber, that of the weaker HQ; who has met takes no further part."""
    fleets = [unit for unit in state.each_at(area) if facts.roster.fleets >> unit & 1]
    bombers = [bomber_dice(facts, state, unit) for unit in bits(bombers_over(facts, state, area))]
    bombers.sort(key=lambda dice: -dice.number)
    met = min(len(fleets), len(bombers))
    busy = Change("K41 10.13.2c", "meets a bomber"), Change("K41 10.13.2c", "meets a fleet")
    for n, unit in enumerate(fleets):
        dice = fleet_dice(facts, state, unit)
        change = busy[0] if n < met else Change("K41 10.13.2b", "gunfire")
        number = 0 if n < met or dice.hits_from >= NEVER else dice.number
        # all fleets are Soviet
        yield Part(side == SOVIET, Fraction(number), unit, "", (change,), HITS.get(dice.hits_from, ""))
    for n, dice in enumerate(bombers):
        away = n >= len(bombers) - met
        change = busy[1] if away else Change("K41 10.11.1", "its HQ's stars")
        yield Part(True, Fraction(0 if away else dice.number), dice.unit, "", (change,), HITS[dice.hits_from])
