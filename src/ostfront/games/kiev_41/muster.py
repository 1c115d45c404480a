"""A position counted once, for the terms of the evaluation to share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ostfront.core.hexes import bits
from ostfront.games.kiev_41.control import holder
from ostfront.games.kiev_41.outlook import Facts, Outlook
from ostfront.games.kiev_41.roster import AXIS, SOVIET
from ostfront.games.kiev_41.state import SNOW, SUNNY

if TYPE_CHECKING:
    from ostfront.games.kiev_41.state import K41State

NOBODY_ACTS = -1


class Moment(NamedTuple):
    """When a position is looked at, and by whom.

    The side that acts and whether it can still fight in this impulse, its blocks that can still move before that, and
    what is taken for true of enemy blocks that the looker does not see.
    """

    acting: int = NOBODY_ACTS
    fights: bool = False
    ready: int = 0
    assumed: Mapping[int, Facts] = {}


class Stack:
    """A side's blocks in one area, added up."""

    __slots__ = ("attack", "blocks", "defense", "fast", "steps", "tanks", "worth")

    def __init__(self) -> None:
        self.attack = self.defense = self.steps = self.worth = self.fast = 0.0
        self.blocks = self.tanks = 0


class Muster:
    """A state, counted: what the terms share."""

    __slots__ = ("at", "look", "moment", "occupied", "state", "time", "units")

    def __init__(self, look: Outlook, state: K41State, moment: Moment) -> None:
        self.look = look
        self.state = state
        self.moment = moment
        self.time = remaining(look, state)
        everywhere = look.rules.everywhere
        self.occupied = [state.occupied[side] & everywhere for side in (AXIS, SOVIET)]
        self.units = [state.units_of(side) for side in (AXIS, SOVIET)]
        self.at = [self._stacks(side) for side in (AXIS, SOVIET)]

    def _stacks(self, side: int) -> dict[int, Stack]:
        look, state, assumed = self.look, self.state, self.moment.assumed
        facts, place, steps = look.facts[state.weather], state.place, state.steps
        still, wet = state.isolated, state.crossed
        tanks, fast = look.rules.roster.tanks, look.rules.roster.fast
        found: dict[int, Stack] = {}
        for unit in bits(state.on_map & look.fighting[side]):
            known = assumed.get(unit)
            attack, defense, left, worth = known if known is not None else facts[unit][steps[unit]]
            where = place[unit]
            stack = found.get(where)
            if stack is None:
                stack = found[where] = Stack()
            if still >> unit & 1:
                attack = 0.0
            elif wet >> unit & 1:
                attack = min(attack, look.one_die[unit])
            stack.attack += attack
            stack.defense += defense
            stack.steps += left
            stack.worth += worth
            stack.blocks += 1
            if known is None:
                if tanks >> unit & 1:
                    stack.tanks += 1
                if fast >> unit & 1:
                    stack.fast += defense
        return found


def remaining(look: Outlook, state: K41State) -> float:
    """How much what may still come is worth: less toward the end."""
    least: float = look.weights["contest"]["last_turn"]
    left = look.last_turn - state.turn
    return least + (1 - least) * min(1.0, max(0, left) / 3)


# ---- battles ------------------------------------------------------------------------------------------


class Clash(NamedTuple):
    """What a battle costs on average, in steps, and how likely the area is cleared."""

    attacker: float
    defender: float
    cleared: float


def clash(m: Muster, side: int, area: int, attack: float, steps: float, tanks: bool, support: float) -> Clash:
    """A battle in an area by attackers of so many hits and steps, after so many hits of support."""
    look, state = m.look, m.state
    foe = 1 - side
    there = m.at[foe].get(area)
    line = state.lines(foe) >> area & 1
    absorb = min(3, look.rough[area] + line + (look.built[area] if holder(state, area) == foe else 0)) + line
    defense, left = (there.defense, there.steps) if there is not None else (0.0, 0.0)
    if line:
        defense += 1 / 6
    if support:
        struck = look.beyond(support, absorb)
        defense *= max(0.0, 1 - struck / left) if left else 1.0
    surprise = tanks and state.weather == SUNNY and look.open_ground >> area & 1 and not line
    if surprise and not (there is not None and there.tanks):
        hits = look.beyond(support + attack, absorb)
        lost = min(steps, defense * max(0.0, 1 - hits / left)) if left else 0.0
        mean = support + attack
    else:
        lost = min(steps, defense)
        mean = support + attack * (1 - 0.7 * lost / steps) if steps else support
        hits = look.beyond(mean, absorb)
    return Clash(lost, min(hits, left), look.chance(mean, absorb + left))


def prospect(
    m: Muster, side: int, area: int, attack: float, steps: float, worth: float, tanks: bool, support: float = 0.0
) -> float:
    """What an attack gains on average; less than nothing at bad odds."""
    if not steps:
        return 0.0
    look = m.look
    w = look.weights["battle"]
    found = clash(m, side, area, attack, steps, tanks, support)
    there = m.at[1 - side].get(area)
    gain = found.defender * there.worth / there.steps * look.stake[1 - side] if there is not None else 0.0
    prize = w["clear"]
    goal = look.worth_at.get(area, 0.0)
    if goal:
        prize += goal * (w["capture"] if holder(m.state, area) != side else w["relieve"])
    return gain + found.cleared * prize - found.attacker * worth / steps * look.stake[side]  # type: ignore[no-any-return]


def frozen(state: K41State) -> bool:
    return state.weather >= SNOW

