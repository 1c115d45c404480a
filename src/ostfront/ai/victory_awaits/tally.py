"""A position as the computer players count it: stacks, forces and threats, each computed on first use."""

from __future__ import annotations

from ostfront.ai.victory_awaits.knowledge import Knowledge
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, ROMANIAN, SIDES, SOVIET
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.rules.ground import around, sheltered
from ostfront.games.victory_awaits.rules.reinforcements import rail_hexes
from ostfront.games.victory_awaits.rules.supply_lines import lines
from ostfront.games.victory_awaits.state import VaState

NOBODY = -1
COMING = 3  # hexes from which foot could come and attack
RIDING = 6  # and mechanized units


class Stack:
    """The units in one hex, added up."""

    __slots__ = ("armor", "defense", "foot", "fort", "riders", "romanian", "stake", "steps", "units", "worth")

    def __init__(self) -> None:
        self.defense = self.foot = self.riders = 0
        self.stake = self.worth = self.armor = self.romanian = 0.0
        self.units = self.steps = 0
        self.fort = False

    @property
    def attack(self) -> int:
        return self.foot + self.riders

    def add(self, knowledge: Knowledge, unit: int, left: int) -> None:
        roster = knowledge.facts.roster
        self.defense += roster.defense[unit][left]
        if roster.mech[unit]:
            self.riders += roster.attack[unit][left]
            self.armor += knowledge.worth[unit][left]
        else:
            self.foot += roster.attack[unit][left]
        self.stake += knowledge.stake[unit][left]
        self.worth += knowledge.worth[unit][left]
        if roster.nation[unit] == ROMANIAN:
            self.romanian += knowledge.worth[unit][left]
        self.steps += left
        self.units += 1
        if roster.is_fort[unit]:
            self.fort = True

    def joined(self, knowledge: Knowledge, unit: int, left: int) -> Stack:
        """The same with one unit more."""
        more = Stack()
        for name in self.__slots__:
            setattr(more, name, getattr(self, name))
        more.add(knowledge, unit, left)
        return more


class Tally:
    """A state, counted for the terms to share.

    `acting` is the side that moves and fights now, with the units that can still fight (`fighters`) and those of
    them that can still move before (`ready`). `lifted` is a unit taken away, to be tried elsewhere.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        state: VaState,
        acting: int = NOBODY,
        fighters: int = 0,
        ready: int = 0,
        lifted: int = NOBODY,
        before: Tally | None = None,
    ) -> None:
        self.knowledge = knowledge
        self.facts = facts = knowledge.facts
        self.state = state
        self.acting = acting
        self.fighters = fighters
        self.lifted = lifted
        self.time = remaining(knowledge, state)
        self.values = knowledge.values(state.axis_held, state.stand_fast)
        self.occupied = [state.occupied[ANY[side]] & facts.valid for side in (AXIS, SOVIET)]
        if lifted >= 0 and state.on_map >> lifted & 1:
            place = state.place[lifted]
            if state.first[place] == lifted and state.next[lifted] < 0:
                self.occupied[facts.roster.side[lifted]] &= ~(1 << place)
        self.shelters = sheltered(state)
        self.zoc = [around(facts, self.occupied[AXIS]) & ~self.shelters, around(facts, self.occupied[SOVIET])]
        self.ready = bits(ready & state.on_map)
        self._stacks: dict[int, Stack] = {}
        self._forces: dict[int, float] = {}
        self._threats: dict[int, float] = {}
        self._supplied: list[int | None] = [None, None]
        self._commanded: dict[tuple[int, int], int] = {}
        self._sums: tuple[list[float], list[float]] | None = None
        if before is not None and lifted >= 0:
            self._sums = self._without(before)
        self._support: list[tuple[int, int, float]] | None = None

    # ---- stacks and forces ------------------------------------------------------------------------

    def stack(self, place: int) -> Stack:
        found = self._stacks.get(place)
        if found is None:
            found = self._stacks[place] = Stack()
            state, lifted = self.state, self.lifted
            unit = state.first[place]
            while unit >= 0:
                if unit != lifted:
                    found.add(self.knowledge, unit, state.steps[unit])
                unit = state.next[unit]
        return found

    def force(self, side: int, place: int) -> float:
        """Attack strength in a hex: of the units that can still fight if the side is acting, otherwise of all."""
        if side != self.acting:
            return self.stack(place).attack
        found = self._forces.get(place)
        if found is None:
            attack, state, able = self.facts.roster.attack, self.state, self.fighters
            found = 0.0
            unit = state.first[place]
            while unit >= 0:
                if able >> unit & 1 and unit != self.lifted:
                    found += attack[unit][state.steps[unit]] / (2 if state.out_of_command >> unit & 1 else 1)
                unit = state.next[unit]
            self._forces[place] = found
        return found

    def massed(self, side: int, target: int) -> float:
        """The strength of the units next to a hex."""
        occupied = self.occupied[side]
        river = 0 if self.state.surprise else self.facts.across_river[target]
        total = 0.0
        for place in self.knowledge.entries[side][target]:
            if occupied >> place & 1:
                total += self.force(side, place) / (2 if river >> place & 1 else 1)
        return total

    def support(self, target: int) -> float:
        """The strength of the units that have not moved yet and could reach a hex."""
        if self._support is None:
            state, roster = self.state, self.facts.roster
            self._support = [
                (state.place[u], max(2, roster.move[u] * 2 // 3), roster.attack[u][state.steps[u]])
                for u in self.ready
                if u != self.lifted and not roster.is_hq[u]
            ]
        distance = self.facts.grid.distance
        beside = self.knowledge.around[target]
        return sum([a for at, far, a in self._support if distance(at, target) <= far and not beside >> at & 1])

    def threat(self, side: int, target: int) -> float:
        """The strength with which a side's units beside a hex or near it could attack it."""
        key = 2 * target + side
        found = self._threats.get(key)
        if found is None:
            grid, share = self.facts.grid, self.knowledge.weights["battle"]["coming"]
            beside = self.knowledge.around[target]
            coming = 0.0
            for place in bits(grid.disk(target, RIDING) & self.occupied[side] & ~beside):
                there = self.stack(place)
                coming += there.attack if grid.distance(place, target) <= COMING else there.riders
            found = self._threats[key] = self.massed(side, target) + share * coming
        return found

    def exposed(self, side: int, place: int) -> bool:
        """Whether a side's reinforcements could arrive in a hex by rail (12.1)."""
        return bool(rail_hexes(self.facts, self.state, side) >> place & 1)

    def railway(self, side: int, place: int = NOBODY) -> int:
        """Where a side's reinforcements could arrive by rail, if an enemy stood in a hex."""
        facts = self.facts
        shut = self.occupied[1 - side] | self.zoc[1 - side]
        if place >= 0:
            shut |= 1 << place | self.knowledge.around[place]
        free = facts.rail_hexes & ~shut
        return facts.rail_floods[side].fill(free, free)

    # ---- lines and command ------------------------------------------------------------------------

    def supplied(self, side: int) -> int:
        """The hexes with a line of communications."""
        found = self._supplied[side]
        if found is None:
            found = self._supplied[side] = self.supplied_if(side, NOBODY)
        return found

    def supplied_if(self, side: int, place: int) -> int:
        """The same if an enemy stood in a hex."""
        facts, foes = self.facts, self.occupied[1 - side]
        feared = self.zoc[1 - side]
        if place >= 0:
            foes |= 1 << place
            feared |= self.knowledge.around[place]
            if side == SOVIET:
                feared &= ~self.shelters
        enter = facts.land & ~foes
        return lines(facts, side, enter, enter & ~(feared & ~self.occupied[side]))

    def commanded(self, nation: int, but: int = NOBODY) -> int:
        """The hexes in range of a nation's HQs, one of them apart; if it can still move, of where it could go."""
        found = self._commanded.get((nation, but))
        if found is None:
            facts, state = self.facts, self.state
            roster = facts.roster
            found = 0
            for hq in bits(roster.hqs & roster.of_nation[nation] & state.on_map):
                if hq not in (self.lifted, but):
                    found |= in_range(facts, state.place[hq])
                    if hq in self.ready:
                        found |= facts.grid.disk(state.place[hq], 4 + roster.move[hq] // 2)
            self._commanded[nation, but] = found
        return found

    # ---- goals ------------------------------------------------------------------------------------

    def influence(self) -> tuple[list[float], list[float]]:
        """The strength of both sides at each goal; the holder gets the benefit of the doubt."""
        if self._sums is None:
            knowledge, state = self.knowledge, self.state
            doubt = knowledge.weights["contest"]["doubt"]
            held = [state.axis_held >> place & 1 for place in knowledge.goals]
            sums = [doubt if mine else 0.0 for mine in held], [0.0 if mine else doubt for mine in held]
            near, place, steps = knowledge.near, state.place, state.steps
            for side in (AXIS, SOVIET):
                own = sums[side]
                for unit in bits(knowledge.units[side] & state.on_map):
                    there = near[unit][place[unit]]
                    if there and unit != self.lifted:
                        strength = knowledge.weight(unit, steps[unit])
                        for goal, felt in there:
                            own[goal] += felt * strength
            self._sums = sums
        return self._sums

    def _without(self, before: Tally) -> tuple[list[float], list[float]]:
        """The influence of the same position less that of the lifted unit."""
        knowledge, state, unit = self.knowledge, self.state, self.lifted
        sums = before.influence()
        found = list(sums[AXIS]), list(sums[SOVIET])
        roster = knowledge.facts.roster
        if state.on_map >> unit & knowledge.units[roster.side[unit]] >> unit & 1:
            strength = knowledge.weight(unit, state.steps[unit])
            for goal, felt in knowledge.near[unit][state.place[unit]]:
                found[roster.side[unit]][goal] -= felt * strength
        return found

    def holds(self, side: int, place: int) -> bool:
        """Whether a side controls a hex that can change hands."""
        return bool(self.state.axis_held >> place & 1) == (side == AXIS)

    def progress_rate(self, unit: int) -> float:
        """What a movement point nearer to the goals is worth for a unit."""
        knowledge, roster = self.knowledge, self.facts.roster
        rate = knowledge.weights["progress"][SIDES[roster.side[unit]]] * self.time
        return rate * knowledge.weight(unit, self.state.steps[unit]) / max(1, roster.move[unit])

    def wanted(self, side: int) -> int:
        """The goals a side goes for: the Axis those it does not hold, the Soviets those lost or in danger."""
        knowledge, held = self.knowledge, self.state.axis_held
        found = 0
        for i, place in enumerate(knowledge.goals):
            if not self.values[i]:
                continue
            lost = held >> place & 1
            if side == AXIS:
                found |= (not lost) << i
            elif lost or self.influence()[AXIS][i] > knowledge.weights["progress"]["alarm"]:
                found |= 1 << i
        return found


def remaining(knowledge: Knowledge, state: VaState) -> float:
    """The weight of what may still come: less toward the end."""
    least = knowledge.weights["contest"]["last_turn"]
    left = knowledge.facts.last_turn - state.turn
    return least + (1 - least) * min(1.0, max(0, left) / 4)
