"""What is at stake in an activation of A Victory Awaits: lines of communications, goals, command.

Each is a function of the planned posts of units; what the posts do not change is computed once.
"""

from __future__ import annotations

from ostfront.ai.victory_awaits.knowledge import Knowledge
from ostfront.ai.victory_awaits.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.rules.supply_lines import lines
from ostfront.games.victory_awaits.state import VaState

Posts = dict[int, int]

FLOOD = 3  # hexes an enemy goes before he cuts a line


class Stakes:
    """The units that can still move or fight, and what their places mean to the rest."""

    knowledge: Knowledge
    facts: Facts
    state: VaState
    tally: Tally
    weights: dict[str, float]
    side: int
    foe: int
    hqs: list[int]
    start: Posts
    where: dict[int, int]  # by unit, the hexes it may end in
    staying_hexes: int  # those of friends who stay
    foes: int

    def _zoc(self, hexes: int) -> int:
        around, found = self.knowledge.around, 0
        for place in bits(hexes):
            found |= around[place]
        return found

    # ---- supply -----------------------------------------------------------------------------------

    def _supply_costs(self) -> None:
        """What a missing line costs each unit that could feel it."""
        tally, knowledge, state = self.tally, self.knowledge, self.state
        rate = officer_supply_weight(tally, self.side)
        self.supply_cost = {u: rate * knowledge.price[u][state.steps[u]] for u in self.nations} if rate else {}
        self.enemy_zoc = tally.zoc[self.foe]
        self.by_rail = state.turn + 1 >= self.facts.charts["track"]["reinforcements_from"]
        self._supplied: dict[int, int] = {}
        self._safely_supplied: dict[tuple[int, int], int] = {}
        self.enter = self.facts.land & ~self.foes

    def supplied(self, held: int) -> int:
        """The hexes with a line when friends hold these."""
        key = self.enemy_zoc & held
        found = self._supplied.get(key)
        if found is None:
            through = self.enter & ~(self.enemy_zoc & ~held)
            found = self._supplied[key] = lines(self.facts, self.side, self.enter, through)
        return found

    def safely_supplied(self, held: int, foes: int) -> int:
        """The hexes that keep their line wherever those enemies go in their next move."""
        found = self._safely_supplied.get((held, foes))
        if found is None:
            facts = self.facts
            grid = facts.grid
            enter = facts.land & ~held
            shut = grid.neighbours(held)
            reached = grid.flood(foes, enter, enter & ~shut | foes, None, FLOOD)
            if self.by_rail:  # enemies may arrive wherever their railroads lead (12.1)
                free = enter & ~shut
                reached |= grid.flood(facts.sources[self.foe] & free, free, free, facts.rail_lines[self.foe])
            feared = grid.neighbours(reached) | reached
            free = facts.land & ~foes
            found = self._safely_supplied[held, foes] = lines(facts, self.side, free, free & ~(feared & ~held))
        return found

    def supply_loss(self, posts: Posts) -> float:
        """What units without a line will lose, and the risk to those whose line could be cut."""
        if not self.supply_cost:
            return 0.0
        held, start = self.staying_hexes, self.start
        for unit, place in start.items():
            held |= 1 << posts.get(unit, place)
        return self._supply_loss(posts, self.supplied(held), self.safely_supplied(held, self.foes))

    def _supply_loss(self, posts: Posts, supplied: int, safely_supplied: int) -> float:
        where, fear = self.state.place, self.weights["fear"]
        total = 0.0
        for unit, worth in self.supply_cost.items():
            place = posts.get(unit, where[unit])
            if not safely_supplied >> place & 1:
                total += worth * (fear if supplied >> place & 1 else 1.0)
        return total

    def relief(self, target: int) -> float:
        """What removing the enemies from a hex is worth for all lines."""
        if not self.supply_cost:
            return 0.0
        held, foes = self.tally.occupied[self.side], self.foes & ~(1 << target)
        enter = self.facts.land & ~foes
        supplied = lines(self.facts, self.side, enter, enter & ~(self._zoc(foes) & ~held))
        return self._supply_loss({}, self.supplied(held), self.safely_supplied(held, self.foes)) - self._supply_loss(
            {}, supplied, self.safely_supplied(held, foes)
        )

    # ---- goals ------------------------------------------------------------------------------------

    def _goals(self) -> None:
        """What both sides have at the goals, without those who move; goals that could be taken or left empty."""
        tally, knowledge, state = self.tally, self.knowledge, self.state
        doubt = knowledge.weights["contest"]["doubt"]
        self.own = [doubt if tally.holds(self.side, place) else 0.0 for place in knowledge.goals]
        for unit in bits(knowledge.units[self.side] & state.on_map):
            if unit not in self.where:
                strength = knowledge.weight(unit, state.steps[unit])
                for goal, felt in knowledge.near[unit][state.place[unit]]:
                    self.own[goal] += felt * strength
        theirs = tally.influence()[self.foe]
        rate = knowledge.weights["contest"][SIDES[self.side]] * tally.time * self.weights["contest"]
        self.stakes = [(goal, value * rate, theirs[goal] ** 2) for goal, value in enumerate(tally.values) if value]
        self.weight = {u: knowledge.weight(u, state.steps[u]) for u in self.where if u not in self.hqs}
        reached = 0
        for hexes in self.where.values():
            reached |= hexes
        self.open: dict[int, float] = {}  # goals by hex, and what it changes to have a unit there
        for goal, place in enumerate(knowledge.goals):
            if not reached >> place & 1 or not tally.values[goal] or self.staying_hexes >> place & 1:
                continue
            if not tally.holds(self.side, place):
                supplied = self.side == SOVIET or tally.supplied(AXIS) >> place & 1
                self.open[place] = (
                    tally.values[goal] * knowledge.weights["control"]["taken"] * (1.0 if supplied else 0.5)
                )
            else:
                threatened = tally.threat(self.foe, place) or tally.exposed(self.foe, place)
                self.open[place] = tally.values[goal] * self.weights["guard" if threatened else "keep"]

    def goals(self, posts: Posts) -> float:
        sums, near, start = self.own.copy(), self.knowledge.near, self.start
        for unit, weight in self.weight.items():
            for goal, felt in near[unit][posts.get(unit, start[unit])]:
                sums[goal] += felt * weight
        total = 0.0
        for goal, value, theirs in self.stakes:
            mine = sums[goal] ** 2
            if mine:
                total += value * mine / (mine + theirs)
        if self.open:
            taken = set(posts.values())
            total += sum([worth for place, worth in self.open.items() if place in taken])
        return total

    # ---- command ----------------------------------------------------------------------------------

    def _commands(self) -> None:
        """HQs that stay, with the chits that may wake their units; those to be led."""
        knowledge, state, facts, roster = self.knowledge, self.state, self.facts, self.facts.roster
        chits: dict[int, int] = {}
        for chit in bits(state.choices_axis | state.choices_soviet):
            hq = facts.chits[chit].hq
            if hq >= 0:
                chits[hq] = chits.get(hq, 0) + 1
        self.chits = {hq: chits.get(hq, 0) for hq in bits(roster.hqs & roster.of_side[self.side] & state.on_map)}
        self.nations = {unit: roster.nation[unit] for unit in bits(roster.of_side[self.side] & state.on_map)}
        self.led: dict[int, tuple[int, int]] = {}
        self.calls = [0.0, *[1.0 - self.weights["again"] ** (n + 1) for n in range(8)]]
        units = bits(knowledge.units[self.side] & state.on_map)
        self.value = {u: knowledge.worth[u][state.steps[u]] * self.weights["led"] for u in units}
        near = 0
        for hexes in self.where.values():
            near |= hexes
        near = facts.grid.within(near, 5)
        self.followers = [u for u in units if u in self.where or near >> state.place[u] & 1]
        self.fixed = {
            u: sum(
                [
                    n
                    for hq, n in self.chits.items()
                    if n
                    and hq not in self.where
                    and self.nations[hq] == self.nations[u]
                    and in_range(facts, state.place[hq]) >> state.place[u] & 1
                ]
            )
            for u in self.followers
        }
        self.ranges = [
            (in_range(facts, state.place[hq]), n, self.nations[hq])
            for hq, n in self.chits.items()
            if n and hq not in self.where and near >> state.place[hq] & 1
        ]
        leading = [
            (in_range(facts, state.place[hq]), n, self.nations[hq])
            for hq, n in self.chits.items()
            if n and hq not in self.where
        ]
        self.idle = []  # what one more chit would be worth to those who do not move now
        for u in units:
            at, nation = state.place[u], self.nations[u]
            n = sum([count for hexes, count, of in leading if of == nation and hexes >> at & 1])
            if u not in self.where:
                self.idle.append((at, self.value[u] * (self.calls[min(n + 1, 8)] - self.calls[min(n, 8)]), nation))
        self.led = {hq: (in_range(facts, state.place[hq]), self.chits[hq]) for hq in self.hqs}

    def command(self, posts: Posts) -> float:
        """Units that chits will activate. Those without a post are led where they could go."""
        facts, place_of, start = self.facts, self.state.place, self.start
        moving = [
            (in_range(facts, posts.get(hq, start[hq])), max(1, self.chits[hq]), self.nations[hq]) for hq in self.hqs
        ]
        calls, nations = self.calls, self.nations
        total = 0.0
        for unit in self.followers:
            nation = nations[unit]
            at = posts.get(unit)
            if at is not None or unit not in self.where:
                here = 1 << (place_of[unit] if at is None else at)
            else:
                here = self.where[unit]
            if at is None and unit not in self.where:
                n = self.fixed[unit]
            else:
                n = sum([count for hexes, count, of in self.ranges if of == nation and hexes & here])
            n += sum([count for hexes, count, of in moving if of == nation and hexes & here])
            total += self.value[unit] * calls[min(n, 8)]
        return total


def officer_supply_weight(tally: Tally, side: int) -> float:
    """How much a missing line matters; for the Axis a little even before it needs one (15.1)."""
    w = tally.knowledge.weights
    if side == SOVIET:
        return w["supply"]["cut"]
    early = max(0, tally.facts.charts["track"]["axis_supply_from"] - tally.state.turn)
    found: float = w["supply"]["cut"] * w["officer"]["before"] ** early
    return found
