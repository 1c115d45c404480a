"""What attacks gain on average (6): columns, dice, steps, ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ostfront.ai.barbarossa_1941.knowledge import STRONGEST
from ostfront.ai.barbarossa_1941.tally import Stack, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts import DEEP_FREEZE
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED, SOVIET

MOST = 9  # steps that any attack can take, automatic losses included


class Force(NamedTuple):
    """Attackers added up."""

    strength: int
    steps: int
    quality: int  # of the lead unit: a motorised one, if there is one
    lead: int
    across: bool  # all of them attack over a river
    isolated: bool
    winter: bool
    first: float  # what the lead unit's step is worth
    other: float  # ... and the cheapest step of any


def force_of(tally: Tally, target: int, units: Sequence[int], spots: Sequence[int]) -> Force:
    """Units that attack from these hexes."""
    state, roster, worth = tally.state, tally.facts.roster, tally.knowledge.worth
    river = tally.facts.across_river[target]
    strength = steps = 0
    best = -1, -1, -1
    across, isolated, winter, other = True, False, False, 9.0
    for unit, spot in zip(units, spots, strict=True):
        left = state.steps[unit]
        strength += roster.combat[unit][left]
        steps += left
        across = across and bool(river >> spot & 1)
        isolated = isolated or bool(state.isolated[unit])
        winter = winter or bool(roster.winter_troops >> unit & 1)
        best = max(best, (roster.mobility[unit][left] == MOTORISED, roster.quality[unit], unit))
        other = min(other, worth[unit][left] - worth[unit][left - 1])
    lead = best[2]
    left = state.steps[lead]
    first = (worth[lead][left] - worth[lead][left - 1]) * tally.time
    return Force(strength, steps, best[1], lead, across, isolated, winter, first, other * tally.time)


def losses_worth(
    tally: Tally, side: int, target: int, there: Stack, exits: bool, safe: bool, taken: float
) -> list[float]:
    """By the steps a result takes, what the attacker gains: the defender stands or retreats, whichever is better."""
    w = tally.knowledge.weights["battle"]
    push: float = w["push"]
    wear = w["wear"] * taken / max(1, there.steps)
    step = there.stake / max(1, there.steps)
    rooted = there.static or (side == AXIS and tally.state.turn == 1)
    found = []
    for lost in range(MOST + 1):
        gain = there.stake + taken + push if lost >= there.steps else lost * (step + wear)
        if 2 <= lost <= there.steps and exits and not rooted:
            fled = min(there.steps, lost - 1 + (not safe)) * step + taken + push
            gain = min(gain, fled)
        found.append(gain)
    return found


def mean(
    tally: Tally,
    side: int,
    target: int,
    there: Stack,
    force: Force,
    gains: Sequence[float],
    shift: int = 0,
    modifier: int = 0,
    extra: tuple[int, int] = (0, 0),
) -> float:
    """The expected gain of an attack: `shift` and `modifier` come from options, `extra` are automatic losses."""
    knowledge, state, facts = tally.knowledge, tally.state, tally.facts
    weather = tally.weather_at(target)
    if not there.strength:
        column = facts.crt.last
    else:
        column = knowledge.columns[min(force.strength, STRONGEST)][min(there.strength, STRONGEST)]
        column += max(-4, min(4, force.quality - there.quality)) + knowledge.shifts[target] + shift
        if force.across and knowledge.wet[weather]:
            column += knowledge.river_shift
        column = max(0, min(facts.crt.last, column))
    if state.turn == 1 and facts.roster.germans >> force.lead & 1:
        modifier += 1
    modifier += there.isolated - 2 * force.isolated
    if (state.forts_soviet if side == AXIS else state.forts_axis) >> target & 1:
        modifier -= 1
    if weather == DEEP_FREEZE and not (force.winter or there.winter):
        modifier -= 1
    dice = 2 if max(force.steps, there.steps) >= facts.crt.two_dice_from else 1
    total = 0.0
    for chance, own, lost in knowledge.outcomes(dice, column, modifier):
        own += extra[0]
        total += chance * gains[min(MOST, lost + extra[1])]
        if own:
            total -= chance * (force.first + (min(own, force.steps) - 1) * force.other)
    return total


def attack_gain(tally: Tally, side: int, target: int, units: int, **options: object) -> float:
    """The expected gain of an attack by units from where they are."""
    chosen = bits(units)
    force = force_of(tally, target, chosen, [tally.state.place[unit] for unit in chosen])
    there = tally.stack(target)
    return mean(tally, side, target, there, force, gains_at(tally, side, target, there), **options)  # type: ignore[arg-type]


def gains_at(tally: Tally, side: int, target: int, there: Stack) -> list[float]:
    """What results against a hex are worth as units stand."""
    ways = tally.facts.near[False, False][target] & ~tally.occupied[side]
    calm = ways & (tally.occupied[1 - side] | ~tally.zoc[side])
    return losses_worth(tally, side, target, there, bool(ways), bool(calm), tally.captured(side, target))


def loss(tally: Tally, side: int, place: int, there: Stack, attack: float) -> float:
    """What the other side's attack of this strength on a stack of a side would cost it on average."""
    if attack < 1 or not there.steps:
        return 0.0
    knowledge, facts, state = tally.knowledge, tally.facts, tally.state
    if there.strength:
        column = knowledge.columns[min(int(attack), STRONGEST)][min(there.strength, STRONGEST)]
        column += (5 if side == SOVIET else 2) - there.quality + knowledge.shifts[place]
        column = max(0, min(facts.crt.last, column))
    else:
        column = facts.crt.last
    modifier = int(there.isolated)
    if (state.forts_soviet if side == SOVIET else state.forts_axis) >> place & 1:
        modifier -= 1
    step = there.stake / there.steps
    total = 0.0
    for chance, own, lost in knowledge.outcomes(2 if attack >= 9 else 1, column, modifier):
        if lost:
            total += chance * step * min(lost, there.steps)
        if own:
            total -= chance * own * 0.12 * tally.time
    return max(0.0, total)
