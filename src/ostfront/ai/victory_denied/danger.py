"""What the other side could do to a side's stacks in its next activation, for players that look that far ahead."""

from __future__ import annotations

from ostfront.ai.victory_denied.evaluate import capture_worth
from ostfront.ai.victory_denied.knowledge import STRONGEST, Knowledge
from ostfront.ai.victory_denied.tally import Hex, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS, SOVIET

FOOT, WHEELS = (4, 3), (6, 4)  # hexes from which a unit comes up and attacks in one move, by side
STEPS = (5, 3)  # hexes it goes through open country before, by side


class Threat:
    """The attacking strength of a side, by hex: foot and motorized."""

    def __init__(self, tally: Tally, side: int) -> None:
        knowledge, state = tally.knowledge, tally.state
        facts = knowledge.facts
        w = knowledge.officer[1 - side]  # only for a side that is afraid
        self.side = side
        led = 0
        for place in bits(state.occupied[HQS[side]] & facts.valid):
            led |= facts.grid.disk(place, 4)
        self.foot: dict[int, float] = {}
        self.wheels: dict[int, float] = {}
        for unit, place, attack, _, _ in tally.units[side]:
            if knowledge.by_hq >> unit & 1 and not led >> place & 1:
                attack *= w["leaderless"]
            among = self.wheels if facts.roster.motorized[unit] else self.foot
            among[place] = among.get(place, 0.0) + attack
        self.at_foot = _mask(self.foot)
        self.at_wheels = _mask(self.wheels)
        self.coming: float = w["coming"]
        self.known: dict[int, float] = {}

    def on(self, knowledge: Knowledge, target: int) -> float:
        """The strength that could attack a hex: all units next to it, part of those that could come."""
        found = self.known.get(target)
        if found is None:
            found = self.known[target] = self._on(knowledge, target)
        return found

    def _on(self, knowledge: Knowledge, target: int) -> float:
        facts, side = knowledge.facts, self.side
        disk, around, river = facts.grid.disk, facts.around[target], facts.across_river[target]
        total = 0.0
        for strengths, there, far in (
            (self.foot, self.at_foot, FOOT[side]),
            (self.wheels, self.at_wheels, WHEELS[side]),
        ):
            near = disk(target, far) & there
            for place in bits(near & around):
                total += strengths[place] / 2 if river >> place & 1 else strengths[place]
            total += self.coming * sum([strengths[place] for place in bits(near & ~around)])
        return total


def _mask(strengths: dict[int, float]) -> int:
    found = 0
    for place in strengths:
        found |= 1 << place
    return found


def danger(tally: Tally, side: int, threat: Threat) -> float:
    """The expected loss of a side to the attacks it could suffer, each stack by all units that could come."""
    knowledge = tally.knowledge
    facts = knowledge.facts
    grid = facts.grid
    mine, foes = tally.occupied[side], tally.occupied[1 - side]
    enter = facts.valid & ~mine
    reached = grid.flood(foes, enter, enter & ~tally.zoc[side] | foes, None, STEPS[1 - side])
    shadow = grid.neighbours(reached)
    total = 0.0
    for place in bits(mine & shadow):
        total += max(0.0, loss(tally, side, place, Hex(tally, place), threat.on(knowledge, place), shadow))
    return total


def loss(tally: Tally, side: int, place: int, there: Hex, attack: float, shadow: int) -> float:
    """What an attack of this strength would cost the stack on average. In `shadow` nobody is safe."""
    knowledge = tally.knowledge
    facts, w = knowledge.facts, knowledge.officer[side]
    column = knowledge.columns[min(int(attack), STRONGEST)][min(int(there.defense), STRONGEST)]
    if there.defense >= 1:
        column -= facts.shift_at[place]
        if column < 0:
            return 0.0
    foe = 1 - side
    mean = knowledge.expected[foe][column]
    step = there.stake / there.steps
    ways = facts.around[place] & ~tally.occupied[foe]
    if ways & ~shadow or (side == GERMAN and ways & tally.occupied[side]):
        flee = w["pushed"]
    elif ways & ~tally.zoc[foe]:
        flee = w["pushed"] + w["hunted"] * step * there.units
    else:
        flee = w["pushed"] + w["trapped"] * step * there.units
    if facts.victory_mask >> place & 1:
        flee += capture_worth(tally, foe, place)
    elif foe == GERMAN and facts.moscow >> place & 1:
        flee += w["fallen"] / tally.time  # the end of the game, however late
    hurt: float = (
        min(mean.defender, there.steps) * step + mean.retreat * flee - mean.attacker * knowledge.lost_step[foe]
    )
    return hurt


def fear(tally: Tally, side: int, threat: Threat | None = None) -> float:
    """What a side does not want to risk."""
    mine = danger(tally, side, threat or Threat(tally, SOVIET if side == GERMAN else GERMAN))
    return mine * tally.knowledge.officer[side]["danger"] * tally.time  # type: ignore[no-any-return]
