"""A position counted once: stacks, threats, open ways, and what it is worth to have a unit in a hex.

Own stacks are kept in tables that can be changed, so that a plan is thought over without touching the state.
"""

from __future__ import annotations

from functools import cached_property

from ostfront.ai.barbarossa_deluxe.knowledge import Knowledge
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_deluxe.facts import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.facts.roster import GROUND, SIDES
from ostfront.games.barbarossa_deluxe.rules import offensive_supply, supply
from ostfront.games.barbarossa_deluxe.state import ASSAULT, MOVE_FIGHT, BDState

FAR = 30  # hexes to a goal that cannot be reached
UNSUPPORTED = 0.6  # of Soviet attacks which may lack offensive supply when they are made
WARY = 3  # hexes of the enemy's infantry that count as near


class Field:
    """A state, as one side sees it."""

    def __init__(self, knowledge: Knowledge, state: BDState, seat: int) -> None:
        self.knowledge = knowledge
        self.facts = facts = knowledge.facts
        self.weights = knowledge.weights
        self.state = state
        self.seat = seat
        self.foes = state.occupied[GROUND[1 - seat]] & facts.valid
        self.own = state.occupied[GROUND[seat]] & facts.valid
        self.attack: dict[int, float] = {}  # own stacks, by hex
        self.defence: dict[int, float] = {}
        self.stake: dict[int, float] = {}
        self.count: dict[int, int] = {}
        for unit in bits(state.on_map & facts.roster.ground[seat]):
            self.add(unit, state.place[unit])
        self.foe_attack: dict[int, float] = {}
        self.foe_mobile: dict[int, float] = {}
        self.foe_defence: dict[int, float] = {}
        self.foe_stake: dict[int, float] = {}
        self._count_foes()
        self._threat: dict[int, tuple[float, float]] = {}
        self.offensive = knowledge.attacks(state.turn, seat)
        self.name = SIDES[seat]

    def _count_foes(self) -> None:
        state, knowledge, side = self.state, self.knowledge, 1 - self.seat
        roster = self.facts.roster
        share = UNSUPPORTED if side == SOVIET and offensive_supply.asked_for(self.facts, state) else 1.0
        fed = supply.overland(self.facts, state, side)
        for unit in bits(state.on_map & roster.ground[side]):
            place = state.place[unit]
            cut = 1.0 if fed >> place & 1 else 0.5
            attack = knowledge.attack[unit] * share * cut
            self.foe_attack[place] = self.foe_attack.get(place, 0.0) + attack
            if roster.mech >> unit & 1:
                self.foe_mobile[place] = self.foe_mobile.get(place, 0.0) + attack
            self.foe_defence[place] = self.foe_defence.get(place, 0.0) + knowledge.defence[unit] * cut
            self.foe_stake[place] = self.foe_stake.get(place, 0.0) + knowledge.worth[unit]

    # ---- own stacks -------------------------------------------------------------------------------

    def add(self, unit: int, place: int) -> None:
        know = self.knowledge
        self.attack[place] = self.attack.get(place, 0.0) + know.attack[unit]
        self.defence[place] = self.defence.get(place, 0.0) + know.defence[unit]
        self.stake[place] = self.stake.get(place, 0.0) + know.worth[unit]
        self.count[place] = self.count.get(place, 0) + 1
        self.own |= 1 << place

    def take(self, unit: int, place: int) -> None:
        know = self.knowledge
        self.attack[place] -= know.attack[unit]
        self.defence[place] -= know.defence[unit]
        self.stake[place] -= know.worth[unit]
        self.count[place] -= 1
        if not self.count[place]:
            self.own &= ~(1 << place)

    # ---- the enemy's next turn ----------------------------------------------------------------------

    def threat(self, place: int) -> tuple[float, float]:
        """Attack factors next to a hex, and those that could come there."""
        found = self._threat.get(place)
        if found is None:
            near = far = 0.0
            facts = self.facts
            beside = facts.near[place]
            for foe in bits(facts.grid.disk(place, WARY + 1) & self.foes):
                if beside >> foe & 1:
                    near += self.foe_attack[foe]
                else:
                    far += self.foe_attack[foe]
            for foe in bits(facts.grid.disk(place, 2 * WARY) & ~facts.grid.disk(place, WARY + 1) & self.foes):
                far += self.foe_mobile.get(foe, 0.0)
            found = self._threat[place] = near, far
        return found

    def shift(self, place: int, defender: int) -> int:
        """Columns of the ground and its works for the defender, as far as everybody knows them."""
        facts, state, bit = self.facts, self.state, 1 << place
        found = 0
        if (state.hero if defender == SOVIET else state.fortress) & bit:
            found -= 3
        elif facts.cities & bit:
            found -= 1
        if facts.rough & bit:
            found -= 1
        elif facts.marsh & bit:
            found += 1
        if defender == SOVIET:
            found -= bool(facts.lines[SOVIET] & bit)
            if state.area >= 0 and facts.grid.distance(state.area, place) <= 1:
                found -= 1
        else:
            found -= bool((facts.lines[GERMAN] & ~state.broken | state.wall) & bit)
        return found

    def loss(self, place: int, defence: float, stake: float) -> float:
        """What the enemy's next attack on a stack would cost, on average."""
        near, far = self.threat(place)
        attack = near + self.weights["danger"]["reach"] * far
        if attack <= 0:
            return 0.0
        step = self.knowledge.odds(attack, defence) + self.shift(place, self.seat)
        chance = self.knowledge.chance(step)
        w = self.weights["battle"]
        city = self.knowledge.value(self.state, 1 - self.seat, place)
        retreat = chance.retreat
        if city and self.seat == GERMAN:
            retreat = 0.0  # Germans in cities stand fast
        killed = chance.kill + chance.bloodbath
        found = stake * (killed + w["unsure"] * retreat) + (city + w["push"]) * (killed + retreat)
        return float(found * self.weights["danger"][self.name]) * min(1.0, max(0.15, (step + 2.5) / 3))

    def open(self, own: int) -> float:
        """What the enemy could walk into past our units: cities, and ground."""
        w = self.weights["line"]
        facts, state = self.facts, self.state
        ours = state.german if self.seat == GERMAN else facts.land & ~state.german & ~state.neutral
        free = facts.land & ~own
        seen = edge = self.foes
        found, share = 0.0, 1.0
        for _ in range(int(w["reach"])):
            edge = facts.grid.step(edge, facts.sides) & free & ~seen
            if not edge:
                break
            seen |= edge
            gained = edge & ours
            if gained:
                found += w["ground"] * gained.bit_count() * share
                for city in bits(gained & facts.victory_hexes):
                    found += w["city"] * self.knowledge.value(state, 1 - self.seat, city) * share
            share *= w["decay"]
        return found

    def prize(self, side: int, place: int) -> float:
        """What a side gains by driving the enemy out of a hex, beside what it destroys."""
        return self.knowledge.value(self.state, side, place)

    # ---- own attacks to come --------------------------------------------------------------------------

    def prospect(self, target: int, attack: float) -> float:
        """What an attack on a hex would bring, growing up to sufficient odds."""
        w = self.weights["battle"]
        defence = max(1.0, self.foe_defence[target])
        need = defence * max(1.0, w["need"] - self.shift(target, 1 - self.seat))
        gain = 0.6 * self.foe_stake[target] + 0.5 * self.prize(self.seat, target) + w["push"]
        share = min(1.15, attack / need)
        return float(gain * share**1.5)

    def contact(self, unit: int, place: int) -> float:
        """What a unit in a hex adds to the best attack it could join."""
        facts = self.facts
        strength = self.knowledge.attack[unit]
        if not strength:
            return 0.0
        best = 0.0
        for target in bits(facts.near[place] & self.foes):
            massed = 0.0
            for spot in bits(facts.near[target] & self.own):
                massed += self.attack[spot]
            best = max(best, self.prospect(target, massed + strength) - self.prospect(target, massed))
        return best * self.contact_share

    @cached_property
    def soon(self) -> bool:
        """Whether an assault phase of ours follows the movement."""
        state = self.state
        return state.side == self.seat and state.order == MOVE_FIGHT and state.nth == 1 and state.phase != ASSAULT

    @cached_property
    def contact_share(self) -> float:
        w = self.weights["battle"]
        if self.soon:
            return float(w["contact_now"])
        return float(w["contact"]) * (1.0 if self.offensive else 0.5)

    # ---- ways ------------------------------------------------------------------------------------------

    def rings(self, goals: int) -> list[int]:
        """By hex, the hexes to the nearest of these."""
        facts = self.facts
        found = [FAR] * facts.grid.size
        seen = edge = goals & facts.valid
        for n in range(FAR):
            for place in bits(edge):
                found[place] = n
            edge = facts.grid.step(edge, facts.sides) & facts.land & ~seen
            if not edge:
                break
            seen |= edge
        return found

    @cached_property
    def to_goals(self) -> list[int]:
        """Hexes to the nearest city to take."""
        facts, state = self.facts, self.state
        ours = state.german if self.seat == GERMAN else ~state.german
        return self.rings(facts.victory_hexes & ~ours & ~state.neutral or self.foes)

    @cached_property
    def to_foes(self) -> list[int]:
        return self.rings(self.foes)

    @cached_property
    def beside(self) -> int:
        """Hexes next to an enemy."""
        return self.facts.grid.step(self.foes, self.facts.sides)

    @cached_property
    def fed(self) -> int:
        """Hexes with a line, and their neighbours."""
        return self.facts.grid.closed(supply.overland(self.facts, self.state, self.seat))

    def captured(self, place: int) -> float:
        """What walking into a hex brings at once."""
        held = bool(self.state.german >> place & 1) == (self.seat == GERMAN)
        if held:
            return 0.0
        return self.knowledge.value(self.state, self.seat, place) + 0.01

    def pull(self, unit: int, place: int) -> float:
        """How near a hex is to where the unit is wanted."""
        w = self.weights["goals"]
        front = max(0, self.to_foes[place] - 1)
        found: float = -w["front"] * min(front, FAR)
        if self.offensive and self.knowledge.attack[unit] > 1:
            found -= w["step"] * self.to_goals[place]
        return found

    def cut(self, unit: int, place: int) -> float:
        """The price of standing beyond the lines."""
        if self.fed >> place & 1:
            return 0.0
        return float(self.weights["supply"]["cut"]) * self.knowledge.worth[unit]

    def post(self, unit: int, place: int) -> float:
        """What it is worth to have a unit in a hex, beside all the others; without the open ways."""
        know = self.knowledge
        defence, stake = self.defence.get(place, 0.0), self.stake.get(place, 0.0)
        before = self.loss(place, defence, stake) if stake > 1e-9 else 0.0
        after = self.loss(place, defence + know.defence[unit], stake + know.worth[unit])
        return (
            self.captured(place)
            + self.pull(unit, place)
            + self.contact(unit, place)
            - self.cut(unit, place)
            - (after - before)
        )
